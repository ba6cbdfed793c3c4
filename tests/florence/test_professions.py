"""Chapter "Take a profession card", and what all looks at piles have in common."""

from __future__ import annotations

import pytest

from rules.contract import Action
from rules.florence.actions import (
    DrawBonus,
    DrawProfession,
    EndTurn,
    Exchange,
    Keep,
    PutUnder,
    ToKeep,
    Work,
)
from rules.florence.catalogue import BONUS, PROFESSIONS
from rules.florence.state import Acting, Looking, State
from rules.supply import Buried, Supply
from tests.florence.positions import (
    ANA,
    BRUNO,
    FLORENCE,
    acting,
    buried,
    can,
    decision,
    owed,
    pile,
    play,
    player,
    refused,
)

NUMBER = {name: card.number for name, card in (PROFESSIONS | BONUS).items()}
FIVE = ("poet", "lawyer", "botanist", "composer", "painter")


def test_a_look_costs_300_and_shows_five() -> None:
    """F80: look at five, keep one, put the rest under the pile in any order."""
    state = play(acting(player()), DrawProfession())
    assert state.players[ANA].florins == 3200
    draw = owed(state)
    assert (draw.supply, draw.count, len(draw.items)) == ("professions", 5, 21)
    state = play(state, FIVE)
    assert (decision(state).seat, decision(state).prompt) == (ANA, ToKeep("professions"))
    state = play(state, Keep("botanist"))
    assert state.players[ANA].hand == ("botanist",)
    orders = {
        option.numbers for option in decision(state).options if isinstance(option, PutUnder)
    }
    assert len(orders) == 24
    assert all(sorted(order) == [11, 13, 15, 19] for order in orders)
    state = play(state, PutUnder((13, 19, 15, 11)))
    assert state.step == Acting(ANA)
    assert [card.card for card in state.professions.under] == [
        "composer",
        "poet",
        "painter",
        "lawyer",
    ]
    assert len(state.professions.loose) == 16


def test_only_cards_looked_at_are_kept_and_put_back() -> None:
    """F80: no other card can be kept, and all the others go back, each once."""
    state = play(acting(player()), DrawProfession(), FIVE)
    assert refused(state, Keep("physician")).code == "unknown_action"
    state = play(state, Keep("botanist"))
    for numbers in ((), (13, 19, 15), (13, 19, 15, 15), (13, 19, 15, 4), (13, 19, 15, 11, 11)):
        assert refused(state, PutUnder(numbers)).code == "unknown_action"


def test_the_first_order_offered_is_as_they_lie() -> None:
    """FR6: the first option leaves the cards in the order in which they were looked at."""
    state = play(acting(player()), DrawProfession(), FIVE, Keep("botanist"))
    assert decision(state).options[0] == PutUnder((19, 11, 13, 15))


def test_the_profession_can_work_in_the_same_turn() -> None:
    """F80: it can, with the second action."""
    state = play(acting(player(jesters=3)), DrawProfession(), FIVE, Keep("poet"))
    state = play(state, decision(state).options[0], Work("poet"), Exchange(0), EndTurn())
    assert state.players[ANA].works == ("poet",)


@pytest.mark.parametrize("left", [1, 2, 3, 4, 5])
@pytest.mark.parametrize(
    ("action", "deck"), [(DrawProfession(), "professions"), (DrawBonus(), "bonus")]
)
def test_all_cards_are_looked_at_when_few_are_left(
    action: Action, deck: str, left: int
) -> None:
    """F80, F84: all of them if there are five or fewer, without chance."""
    every = sorted(PROFESSIONS if deck == "professions" else BONUS)
    cards = tuple(every[:left])
    state = acting(player(), **{deck: Supply(cards)})
    assert FLORENCE.price(state, ANA, action).reveals == (deck,)
    state = play(state, action)
    assert state.step == Looking(ANA, deck, cards, ANA)
    state = play(state, Keep(cards[-1]))
    if left > 2:
        state = play(state, decision(state).options[-1])
    assert state.step == Acting(ANA)
    supply: Supply = getattr(state, deck)
    assert supply.loose == ()
    assert {card.card for card in supply.under} == set(cards[:-1])


def test_an_empty_pile_of_professions_ends_the_action() -> None:
    """F81: not possible, with a reason."""
    state = acting(player(), professions=Supply(()))
    assert not can(state, DrawProfession())
    reason = refused(state, DrawProfession())
    assert (reason.code, reason.what) == ("deck_empty", "professions")


def _two_looks(loose: int) -> State:
    """Ana looked at five bonus cards and put four under; now Bruno pays for a look."""
    state = acting(player(), bonus=Supply(tuple(sorted(BONUS)[:loose])))
    state = play(state, DrawBonus(), tuple(state.bonus.loose[:5]))
    state = play(state, Keep(min(BONUS)))
    order = tuple(NUMBER[card] for card in reversed(sorted(BONUS)[1:5]))
    return play(state, PutUnder(order), EndTurn(), DrawBonus())


def test_cards_put_under_come_up_after_the_rest() -> None:
    """FR6, F84: while five others are loose, none of these is drawn."""
    state = _two_looks(loose=12)
    assert owed(state).items == tuple(sorted(BONUS)[5:12])
    assert owed(state).count == 5


def test_cards_put_under_come_up_in_their_order_when_the_rest_is_used_up() -> None:
    """FR6, F84: two loose cards, then the first three of Ana's four."""
    cards = sorted(BONUS)
    state = _two_looks(loose=7)
    assert state.step == Looking(
        BRUNO, "bonus", (cards[5], cards[6], cards[4], cards[3], cards[2]), BRUNO
    )
    assert state.bonus == Supply((), (Buried(cards[1], ANA),))
    state = play(state, Keep(cards[6]))
    state = play(state, decision(state).options[0])
    assert [card.card for card in state.bonus.under] == [
        cards[1],
        cards[5],
        cards[4],
        cards[3],
        cards[2],
    ]


def test_five_loose_cards_leave_the_known_bottom_alone() -> None:
    """FR6: exactly five loose cards are looked at without chance."""
    cards = sorted(BONUS)
    state = _two_looks(loose=10)
    assert state.step == Looking(BRUNO, "bonus", tuple(cards[5:10]), BRUNO)


def test_the_bottom_is_known_to_who_put_it_there_only() -> None:
    """FR6, FR9: Ana sees her cards under the pile; others see only their number."""
    under = ("lakes", "parks", "forests")
    state = acting(player(), bonus=buried(pile(BONUS, under).loose, under, ANA))
    assert FLORENCE.observe(state, ANA).bonus.under == under
    for viewer in (BRUNO, None):
        assert FLORENCE.observe(state, viewer).bonus.under == (None, None, None)
        assert FLORENCE.observe(state, viewer).bonus.loose == 17
