"""Chapter "Course of the game": seven turns of two phases, in the order of the seats."""

from __future__ import annotations

import pytest

from rules.florence.actions import Decline, DrawBonus, EndTurn, ToAct, ToOpen
from rules.florence.state import Acting, Finished, Opening, Sale, State
from tests.florence.positions import FLORENCE, decision, ended, opening, play, player, refused


def idle_turn(state: State) -> State:
    """A turn in which nobody buys or does anything."""
    seats = len(state.players)
    return play(state, *[Decline()] * seats, *[EndTurn()] * seats)


@pytest.mark.parametrize("seats", [3, 4, 5])
@pytest.mark.parametrize("start", [0, 2])
def test_play_follows_the_order_of_the_seats(seats: int, start: int) -> None:
    """F14, FR1: everything goes round from the start player, who moves on by one seat."""
    state = opening(*[player()] * seats, seat=start, start=start)
    ring = [(start + offset) % seats for offset in range(seats)]
    asked = []
    for _ in range(seats):
        asked.append(decision(state).seat)
        state = play(state, Decline())
    for _ in range(seats):
        asked.append(decision(state).seat)
        state = play(state, EndTurn())
    assert asked == ring * 2
    assert (state.turn, state.start) == (2, (start + 1) % seats)
    assert state.step == Opening((start + 1) % seats)


def test_auctions_come_before_actions() -> None:
    """F15: phase A, then phase B; no action in phase A, no auction in phase B."""
    state = opening()
    assert decision(state).prompt == ToOpen(1)
    assert refused(state, DrawBonus()).code == "not_now"
    assert refused(state, EndTurn()).code == "not_now"
    state = play(state, Decline(), Decline(), Decline())
    assert decision(state).prompt == ToAct(1)
    assert refused(state, Decline()).code == "not_now"


def test_seven_turns_are_played() -> None:
    """F1, F16: the game ends after turn 7."""
    state = opening()
    turns = []
    while not isinstance(state.step, Finished):
        turns.append(state.turn)
        state = idle_turn(state)
    assert turns == [1, 2, 3, 4, 5, 6, 7]
    assert ended(state).totals == (0, 0, 0)


def test_a_new_turn_begins_afresh() -> None:
    """F88: value markers go back, sales and declines are cleared, the turn number goes up."""
    first = player(value=9)
    last = Acting(2)
    sales = (Sale("lake", 1, 200),)
    state = opening(first, player(), player(), turn=3, sales=sales)
    state = play(state, Decline(), Decline(), EndTurn(), EndTurn())
    assert state.step == last
    assert (state.sales, state.declined) == (sales, (0, 2))
    state = play(state, EndTurn())
    assert (state.turn, state.start, state.sales, state.declined) == (4, 1, (), ())
    assert all(seat.value == 0 and seat.deeds == () for seat in state.players)


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_the_start_pawn_goes_round_the_table(seats: int) -> None:
    """F88, FR1: the start pawn passes on by one seat each turn."""
    state = opening(*[player()] * seats)
    starts = []
    for _ in range(7):
        starts.append(state.start)
        state = idle_turn(state)
    assert starts == [turn % seats for turn in range(7)]


def test_only_the_seat_whose_turn_it_is_decides() -> None:
    """F50: nobody acts out of turn."""
    state = play(opening(), Decline(), Decline(), Decline())
    for seat in (1, 2, 3, -1):
        assert refused(state, EndTurn(), seat).code == "not_your_decision"
    assert FLORENCE.why_not(state, 0, EndTurn()) is None
