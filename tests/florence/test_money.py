"""Chapter "Obtaining money": stepping back on the prestige track."""

from __future__ import annotations

from typing import Any

import pytest

from rules.florence.actions import Exchange, GiveBack, Keep, SellPrestige, Work
from rules.florence.events import SoldPrestige
from rules.florence.state import (
    Acting,
    Bidding,
    Choosing,
    Composing,
    Deed,
    Exchanging,
    Finished,
    Landing,
    Looking,
    Offering,
    Opening,
    Ordering,
    Step,
)
from tests.florence.positions import (
    ANA,
    BRUNO,
    CHRISTIAN,
    FLORENCE,
    acting,
    decision,
    events,
    play,
    player,
    position,
    refused,
    sales,
)

CARDS = ("poet", "lawyer", "painter")
DECISIONS: dict[str, tuple[Step, dict[str, Any]]] = {
    "opening": (Opening(ANA), {}),
    "bidding": (Bidding("lake", BRUNO, BRUNO, 200, ANA, (BRUNO,)), {}),
    "landing": (Landing(ANA, "lake", BRUNO), {}),
    "offering": (Offering(ANA, BRUNO), {"recruiting": 1}),
    "acting": (Acting(ANA), {}),
    "ending": (Acting(ANA), {"deeds": (Deed("build"), Deed("build"))}),
    "composing": (Composing(ANA, "poet", 9), {"bonus": ("lakes",)}),
    "exchanging": (Exchanging(ANA, "poet", 9), {}),
    "looking": (Looking(ANA, "professions", CARDS, ANA), {}),
    "ordering": (Ordering(ANA, "professions", CARDS, ANA), {}),
}


@pytest.mark.parametrize("name", DECISIONS)
def test_prestige_can_be_sold_at_any_own_decision(name: str) -> None:
    """F89, FR3: 100 florins a point, as an aside; the decision stays the same."""
    step, fields = DECISIONS[name]
    owner = player(florins=0, prestige=3, **fields)
    state = position(owner, player(works=("botanist",)), player(prestige=9), step=step)
    assert sales(state) == {1, 2, 3}
    after = play(state, SellPrestige(2))
    assert after.step == step
    seller = after.players[ANA]
    assert (seller.florins, seller.prestige, seller.tally.sold) == (200, 1, -2)
    assert after.players[1:] == state.players[1:]
    assert decision(after).prompt == decision(state).prompt
    assert sales(after) == {1}


def test_nobody_sells_in_the_decision_of_another() -> None:
    """F89, FR3: only when it is the seat's own turn to decide."""
    state = position(player(), player(prestige=9), player(), step=Opening(ANA))
    assert refused(state, SellPrestige(1), BRUNO).code == "not_your_decision"
    assert sales(state) == set()


@pytest.mark.parametrize("points", [4, 5, 100])
def test_prestige_never_falls_below_zero(points: int) -> None:
    """FR3, F89: nobody sells more than they have."""
    state = acting(player(prestige=3))
    reason = refused(state, SellPrestige(points))
    assert (reason.code, reason.needs, reason.has) == ("too_little_prestige", points, 3)


@pytest.mark.parametrize("points", [0, -1, -5])
def test_nobody_sells_nothing_or_less(points: int) -> None:
    """F89: selling steps back; it never buys prestige."""
    assert refused(acting(player(prestige=3)), SellPrestige(points)).code == "not_now"


def test_nothing_is_sold_while_professions_are_chosen() -> None:
    """F89: there is no prestige before the first turn."""
    owner = player(hand=("poet", "lawyer", "painter", "botanist"))
    state = position(owner, player(), player(), step=Choosing(), turn=0)
    assert decision(state).asides == ()
    assert refused(state, SellPrestige(1), ANA).code == "not_now"
    assert FLORENCE.why_not(state, ANA, GiveBack("poet")) is None


def test_a_voluntary_sale_is_told_as_one() -> None:
    """FR3: forced sales are told as such."""
    state = acting(player(prestige=3))
    assert events(state, SellPrestige(2), BRUNO) == (SoldPrestige(ANA, 2, 200, forced=False),)
    price = FLORENCE.price(state, ANA, SellPrestige(2))
    assert {(d.what, d.amount) for d in price.amounts} == {("florins", 200), ("prestige", -2)}
    assert price.forced == ()


@pytest.mark.parametrize(
    ("florins", "prestige", "left", "sold"),
    [
        (700, 5, 0, 0),
        (650, 5, 50, 1),
        (600, 5, 0, 1),
        (0, 7, 0, 7),
        (50, 7, 50, 7),
        (99, 9, 99, 7),
    ],
)
def test_a_payment_sells_just_what_is_missing(
    florins: int, prestige: int, left: int, sold: int
) -> None:
    """FR3, F89: the fewest points that cover the cost."""
    state = acting(player(florins=florins, prestige=prestige))
    build = next(o for o in decision(state).options if type(o).__name__ == "Build")
    price = FLORENCE.price(state, ANA, build)
    assert [(d.what, d.amount) for d in price.forced] == ([("prestige", -sold)] if sold else [])
    told = events(state, build)
    assert (SoldPrestige(ANA, sold, 100 * sold, forced=True) in told) is bool(sold)
    owner = play(state, build).players[ANA]
    assert (owner.florins, owner.tally.sold, owner.prestige) == (
        left,
        -sold,
        prestige - sold + 3,
    )


def test_two_works_are_both_paid() -> None:
    """F64, F67: the bank pays for each."""
    owner = player(florins=0, jesters=4, hand=("poet", "lawyer"))
    state = play(acting(owner), Work("poet"), Exchange(0), Work("lawyer"), Exchange(0))
    assert state.players[ANA].florins == 1000 + 1000


def test_nothing_is_sold_once_the_final_scoring_has_begun() -> None:
    """FR8, F89: after the last turn nobody steps back on the track."""
    state = position(player(prestige=5), player(), player(), step=Finished(), turn=7)
    for seat in (ANA, BRUNO, CHRISTIAN):
        assert refused(state, SellPrestige(1), seat).code == "game_over"


def test_a_card_looked_at_is_kept_after_a_sale() -> None:
    """FR3: a sale during a look at cards does not end the look."""
    owner = player(florins=0, prestige=1)
    step = Looking(ANA, "professions", CARDS, ANA)
    state = position(owner, player(), player(), step=step)
    state = play(state, SellPrestige(1), Keep("poet"))
    assert state.players[ANA].hand == ("poet",)


def test_the_tally_keeps_sold_points_apart() -> None:
    """F89, FR8: a score shows what was bought and what was sold."""
    state = play(acting(player(prestige=2)), SellPrestige(1))
    tally = state.players[ANA].tally
    assert (tally.works, tally.sold) == (2, -1)
