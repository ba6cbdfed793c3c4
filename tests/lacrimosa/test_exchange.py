"""Chapter "Optional": exchanges at any time in one's own turn, even during a payment."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from rules.contract import Action, Delta, Reason
from rules.lacrimosa import effects, exchange, treasury
from rules.lacrimosa.actions import (
    BuyCounter,
    Compose,
    Document,
    EndTurn,
    SellCounter,
    Split,
    ToPay,
    Travel,
)
from rules.lacrimosa.events import Composed, Exchanged, Gained
from rules.lacrimosa.grammar import Cost
from rules.lacrimosa.state import State
from tests.lacrimosa.positions import (
    ANA,
    EDITION,
    acting,
    can,
    decision,
    events,
    gained,
    offered,
    on_turn,
    play,
    player,
    refused,
)
from tests.lacrimosa.rows import row

STRINGS = Compose("kyrie", "strings", "eighth", 3)
"""A journey counter is under the marker; the tile costs 4 ducats and 1 composition."""

JAMES = "memory-st-james"
"""On row space 7 this memory costs a point of any kind, and first brings a ducat."""


def writing(**fields: Any) -> State:
    options = fields.pop("options", None)
    return acting(on_turn(**fields), rights=("requiem",), card="constanze-2", options=options)


def documenting(**fields: Any) -> State:
    return acting(on_turn(**fields), rights=("document",), row=row({7: JAMES}))


def payments(state: State) -> tuple[Action, ...]:
    """What is offered between reward and payment; there are no asides then."""
    asked = decision(state)
    assert isinstance(asked.prompt, ToPay)
    assert not asked.asides
    return asked.options


def test_what_lay_under_the_marker_is_sold_for_the_payment() -> None:
    """L38, L87, L88, L89, LR5, LR31: the reward comes first, and an exchange at any time."""
    before = writing(ducats=3, tracks=(0, 0, 1), counters=(0, 0, 0))
    state = play(before, STRINGS)
    assert gained(before, state) == {"journey": 1}
    assert decision(state).prompt == ToPay("requiem", EDITION.tiles["eybler-kyrie-1"].cost)
    assert state.players[ANA].markers == before.players[ANA].markers
    assert not state.notes
    assert payments(state) == (SellCounter("journey"),)
    state = play(state, SellCounter("journey"))
    assert payments(state) == (STRINGS,)
    state = play(state, STRINGS)
    assert gained(before, state) == {
        "ducats": -3,
        "track.composition": -1,
        "talent": 1,
        "vp": 1,
    }
    after = state.players[ANA]
    assert after.hired[-1].tile == "eybler-kyrie-1"
    assert set(before.players[ANA].markers) - set(after.markers) == {"board.strings-1"}
    assert decision(state).options == (EndTurn(),)


def test_the_ducat_of_the_last_space_buys_the_point() -> None:
    """L38, LR5, LR13: a point of any kind, which then pays."""
    before = documenting(ducats=2, tracks=(0, 0, 0), counters=(0, 0, 0))
    state = play(before, Document(JAMES))
    assert payments(state) == tuple(map(BuyCounter, ("talent", "journey", "composition")))
    state = play(state, BuyCounter("journey"))
    assert payments(state) == (Document(JAMES, "j"),)
    state = play(state, Document(JAMES, "j"))
    assert gained(before, state) == {"ducats": -2}
    assert state.players[ANA].story == (JAMES,)


@pytest.mark.parametrize(("owns", "remedy"), [({"ducats": 3}, "buy"), ({"ducats": 1}, None)])
def test_only_where_no_exchange_before_would_do(
    owns: dict[str, int], remedy: str | None
) -> None:
    """LR5, LR31: an exchange possible beforehand is an aside; what is too dear is refused."""
    state = documenting(**owns, tracks=(0, 0, 0), counters=(0, 0, 0))
    reason = refused(state, Document(JAMES))
    assert (reason.code, reason.remedy) == ("cannot_pay_wild", remedy)


@pytest.mark.parametrize(
    ("owns", "code", "remedy"),
    [
        # Wien with this court costs 2 ducats and 3 Journey from Salzburg.
        ({"ducats": 2, "tracks": (0, 2, 0)}, "cannot_pay_points", None),
        ({"ducats": 5, "tracks": (0, 2, 0)}, "cannot_pay_points", "buy"),
        ({"ducats": 0, "tracks": (2, 3, 0)}, "cannot_pay_ducats", None),
        (
            {"ducats": 0, "tracks": (0, 3, 0), "counters": (2, 0, 0)},
            "cannot_pay_ducats",
            "sell",
        ),
        ({"ducats": 0, "tracks": (0, 3, 0), "counters": (1, 0, 0)}, "cannot_pay_ducats", None),
        ({"ducats": 0, "tracks": (0, 1, 0), "counters": (0, 2, 0)}, "cannot_pay_ducats", None),
    ],
)
def test_an_exchange_is_named_only_where_it_helps(
    owns: dict[str, Any], code: str, remedy: str | None
) -> None:
    """L38: the kind of aside that would make the action payable, or none."""
    state = acting(on_turn(**owns), rights=("travel",), on_map={"wien": "court-movements-4"})
    assert effects.cost(EDITION, state, Travel("wien")) == Cost(ducats=2, journey=3)
    reason = refused(state, Travel("wien"))
    assert (reason.code, reason.remedy) == (code, remedy)


def test_only_exchanges_that_lead_to_the_payment() -> None:
    """LR31: what has been started is paid."""
    poor = writing(ducats=2, tracks=(1, 0, 1), counters=(1, 0, 0))
    state = play(poor, STRINGS)
    assert payments(state) == (SellCounter("talent"), SellCounter("journey"))
    for other in (BuyCounter("talent"), SellCounter("composition"), EndTurn(), STRINGS):
        assert refused(state, other).code == "not_now"
    state = play(state, SellCounter("talent"))
    assert payments(state) == (SellCounter("journey"),)
    assert can(play(state, SellCounter("journey")), STRINGS)


def test_a_payment_after_a_reward_can_be_split() -> None:
    """L44, LR6: like any other payment; the reward is told when it is gained."""
    purse = {"ducats": 4, "tracks": (0, 0, 1), "counters": (0, 0, 1)}
    before = writing(**purse, options={"split": True})
    assert events(before, STRINGS) == (Gained(ANA, (Delta("journey", 1),)),)
    state = play(before, STRINGS)
    assert offered(state, Split) == [Split((0, 0, 0)), Split((0, 0, 1))]
    state = play(state, Split((0, 0, 1)))
    changed = gained(before, state)
    assert (changed["composition"], changed["journey"]) == (-1, 1)
    assert state.players[ANA].hired[-1].tile == "eybler-kyrie-1"


def test_each_part_is_told() -> None:
    """LR5: the reward, the exchange and the payment add up to what has changed."""
    state = writing(ducats=3, tracks=(0, 0, 1), counters=(0, 0, 0))
    assert events(state, STRINGS) == (Gained(ANA, (Delta("journey", 1),)),)
    state = play(state, STRINGS)
    sold = (Delta("ducats", 1), Delta("journey", -1))
    assert events(state, SellCounter("journey")) == (Exchanged(ANA, sold),)
    state = play(state, SellCounter("journey"))
    (composed,) = events(state, STRINGS)
    assert isinstance(composed, Composed)
    assert Delta("ducats", -4) in composed.changes


def test_nobody_is_stuck_in_a_payment() -> None:
    """LR5, LR31: after every exchange offered one fewer is missing, down to none."""
    figures = (0, 1, 3)
    prices = [Cost(ducats=d, talent=t, wild=w) for d, t, w in product((0, 4), (0, 2), (0, 2))]
    tried = 0
    for ducats, track, *counters in product((0, 2, 3, 7), (0, 1), figures, figures):
        talent, journey = counters
        owner = player(ducats=ducats, tracks=(track, 0, 0), counters=(talent, journey, 0))
        for price in prices:
            far = exchange.missing(owner, price)
            steps = exchange.nearer(owner, price)
            assert bool(steps) == bool(far)
            for step in steps:
                tried += 1
                assert exchange.refuse(owner, step) is None
                assert exchange.missing(exchange.made(owner, step), price) == (far or 0) - 1
            payable = any(
                treasury.short(owner, price, wild) is None
                for wild in treasury.wilds(owner, price)
            )
            assert (far == 0) == payable
    assert tried > 100


def test_the_bank_itself() -> None:
    """L38, L39: what it exchanges, and the reasons why it does not."""
    owner = player(ducats=2, counters=(0, 1, 0))
    assert exchange.open_to(owner) == (SellCounter("journey"),)
    assert exchange.refuse(owner, BuyCounter("vp")) == Reason("unknown_action")
    reason = exchange.refuse(owner, BuyCounter("talent"))
    assert reason == Reason("cannot_pay_ducats", needs=3, has=2)
