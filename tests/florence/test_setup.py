"""Chapter "Setup": money, professions, freedoms, the draw for the start player."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from rules.contract import Draw, Illegal
from rules.florence.actions import GiveBack, ToGiveBack
from rules.florence.catalogue import PROFESSIONS
from rules.florence.state import Choosing, FlorenceOptions, Opening, State
from rules.journal import Journal
from rules.supply import Pile
from tests.florence.components import components
from tests.florence.positions import FLORENCE, acting, owed, player

SEATS = (3, 4, 5)
CARDS = tuple(sorted(PROFESSIONS))


def dealt(seats: int) -> State:
    """The position in which every seat has four professions."""
    state = FLORENCE.start(FlorenceOptions(seats))
    for seat in range(seats):
        state = FLORENCE.drawn(state, CARDS[4 * seat : 4 * seat + 4])
    return state


def chosen(seats: int) -> State:
    """The position in which every seat has given back its first profession."""
    state = dealt(seats)
    for seat in range(seats):
        state = FLORENCE.act(state, seat, GiveBack(state.players[seat].hand[0]))
    return state


@pytest.mark.parametrize("seats", SEATS)
def test_everybody_starts_with_3500_florins_and_nothing_else(seats: int) -> None:
    """F9: 2 x 1000, 2 x 500 and 5 x 100 florins, no prestige."""
    start = FLORENCE.start(FlorenceOptions(seats))
    assert len(start.players) == seats
    for owner in start.players:
        assert owner == player(florins=2 * 1000 + 2 * 500 + 5 * 100)
        assert owner.prestige == 0


def test_money_is_hidden_from_everybody_else() -> None:
    """F9: florins are hidden from the start."""
    view = FLORENCE.observe(dealt(3), 1)
    assert [seat.florins for seat in view.seats] == [None, 3500, None]
    assert all(seat.florins is None for seat in FLORENCE.observe(dealt(3), None).seats)


@pytest.mark.parametrize("seats", SEATS)
def test_four_professions_are_drawn_for_each_seat(seats: int) -> None:
    """F10: each seat is dealt 4 of the professions that are left."""
    state = FLORENCE.start(FlorenceOptions(seats))
    for seat in range(seats):
        draw = owed(state)
        assert draw == Draw("professions", CARDS[4 * seat :], 4, seen_by=seat)
        state = FLORENCE.drawn(state, CARDS[4 * seat : 4 * seat + 4])
        assert state.players[seat].hand == CARDS[4 * seat : 4 * seat + 4]
    assert isinstance(state.step, Choosing)


@pytest.mark.parametrize("items", [(), CARDS[:3], CARDS[:5], (CARDS[0],) * 4, ("duke",) * 4])
def test_an_impossible_deal_is_refused(items: tuple[str, ...]) -> None:
    """F10: only four different cards from the pile can be dealt."""
    with pytest.raises(Illegal):
        FLORENCE.drawn(FLORENCE.start(FlorenceOptions(3)), items)


def test_all_seats_choose_together_in_any_order() -> None:
    """F10: each keeps 3 and gives 1 back, without waiting for the others."""
    state = dealt(3)
    pending = FLORENCE.pending(state)
    assert isinstance(pending, tuple)
    assert [decision.seat for decision in pending] == [0, 1, 2]
    for decision in pending:
        hand = state.players[decision.seat].hand
        assert decision.prompt == ToGiveBack()
        assert decision.options == tuple(GiveBack(card) for card in hand)
    state = FLORENCE.act(state, 2, GiveBack(CARDS[9]))
    pending = FLORENCE.pending(state)
    assert isinstance(pending, tuple)
    assert [decision.seat for decision in pending] == [0, 1]
    assert state.players[2].hand == (CARDS[8], CARDS[10], CARDS[11])


@pytest.mark.parametrize(("seats", "left"), [(3, 12), (4, 9), (5, 6)])
def test_the_card_given_back_is_mixed_with_the_pile(seats: int, left: int) -> None:
    """F10: the pile holds 12, 9 or 6 cards, and nobody knows the place of any."""
    state = chosen(seats)
    assert len(state.professions) == left
    assert not state.professions.under
    assert {CARDS[4 * seat] for seat in range(seats)} <= set(state.professions.loose)
    assert FLORENCE.observe(state, 0).professions == Pile(left)


def test_nobody_gives_back_a_card_of_another_or_a_second_one() -> None:
    """F10: one of one's own four cards, once."""
    state = dealt(3)
    with pytest.raises(Illegal) as caught:
        FLORENCE.act(state, 0, GiveBack(CARDS[4]))
    assert caught.value.reason.code == "not_in_hand"
    state = FLORENCE.act(state, 0, GiveBack(CARDS[0]))
    with pytest.raises(Illegal) as caught:
        FLORENCE.act(state, 0, GiveBack(CARDS[1]))
    assert caught.value.reason.code == "not_your_decision"


@pytest.mark.parametrize("seats", SEATS)
def test_one_freedom_of_each_kind_less_than_seats(seats: int) -> None:
    """F11: seats - 1 tiles of each kind are in play."""
    start = FLORENCE.start(FlorenceOptions(seats))
    assert start.freedoms == (seats - 1,) * 3


def test_piles_of_cards_lie_face_down() -> None:
    """F12: a view shows only the size of the piles; recruiting cards are open."""
    view = FLORENCE.observe(chosen(3), 0)
    assert (view.professions, view.bonus, view.prestige) == (Pile(12), Pile(20), Pile(14))
    assert view.stock["recruiting"] == 5


@pytest.mark.parametrize("seats", SEATS)
def test_the_first_start_player_is_drawn_by_lot(seats: int) -> None:
    """F13: any seat can be drawn, and it opens the first turn."""
    state = chosen(seats)
    names = tuple(str(seat) for seat in range(seats))
    assert owed(state) == Draw("start", names, 1)
    for seat in range(seats):
        begun = FLORENCE.drawn(state, (str(seat),))
        assert (begun.turn, begun.start, begun.step) == (1, seat, Opening(seat))


def test_setup_draws_with_the_generator_it_is_given() -> None:
    """F13: every seat starts some of many games, so the draw is by chance."""
    starts: Counter[int] = Counter()
    for seed in range(30):
        rng = Random(seed)
        journal = Journal.start(FLORENCE, FlorenceOptions(3), rng)
        for seat in range(3):
            decision = journal.decision(seat)
            assert decision is not None
            journal = journal.move(seat, decision.options[0], rng)
        starts[journal.view(None).start] += 1
    assert set(starts) == {0, 1, 2}


def test_prestige_goes_on_past_fifty() -> None:
    """F8: the track goes round after 50, the points do not."""
    rich = acting(player(prestige=137))
    assert rich.players[0].prestige == 137
    assert FLORENCE.observe(rich, None).seats[0].prestige == 137


@pytest.mark.parametrize("seats", SEATS)
def test_setup_keeps_every_component(seats: int) -> None:
    """F10: nothing is lost while cards are dealt and given back."""
    full = components(FLORENCE.start(FlorenceOptions(seats)))
    assert components(dealt(seats)) == full
    assert components(chosen(seats)) == full
