"""Chapter "The best work"."""

from __future__ import annotations

import pytest

from rules.florence.actions import EndTurn
from rules.florence.events import BestWork
from rules.florence.state import Acting, Best, Opening, State
from tests.florence.positions import CHRISTIAN, events, play, player, position


def last_to_act(*values: int, turn: int = 2) -> State:
    """The last seat is about to end its turn; `values` are those of the seats' best works."""
    owners = (player(value=value, prestige=10) for value in values)
    return position(*owners, step=Acting(len(values) - 1), turn=turn)


@pytest.mark.parametrize(
    ("values", "seats"),
    [
        ((10, 12, 11), (1,)),
        ((14, 12, 14), (0, 2)),
        ((10, 10, 10), (0, 1, 2)),
        ((0, 0, 10), (2,)),
        ((0, 0, 0), ()),
        ((12, 15, 0, 15, 11), (1, 3)),
    ],
)
def test_the_highest_value_scores_three(
    values: tuple[int, ...], seats: tuple[int, ...]
) -> None:
    """F87, FR8: every tied seat scores 3; a lone work wins; without works nobody scores."""
    state = last_to_act(*values)
    told = events(state, EndTurn())
    state = play(state, EndTurn())
    assert [owner.tally.best_works for owner in state.players] == [
        3 if seat in seats else 0 for seat in range(len(values))
    ]
    assert [owner.prestige for owner in state.players] == [
        13 if seat in seats else 10 for seat in range(len(values))
    ]
    assert BestWork(2, max(values), seats) in told
    assert state.best == (Best(2, max(values), seats) if seats else None)


def test_it_is_scored_when_everybody_has_acted() -> None:
    """F87, F63: not before the last seat ends its turn."""
    state = position(*(player(value=value) for value in (10, 9, 0)), step=Acting(1), turn=2)
    state = play(state, EndTurn())
    assert state.step == Acting(CHRISTIAN)
    assert [owner.prestige for owner in state.players] == [0, 0, 0]
    assert [owner.value for owner in state.players] == [10, 9, 0]


def test_markers_are_removed_for_the_next_turn() -> None:
    """F88: nobody wins the next turn with an old value."""
    state = play(last_to_act(10, 12, 11), EndTurn())
    assert [owner.value for owner in state.players] == [0, 0, 0]
    assert state.step == Opening(1)


def test_the_best_work_of_the_last_turn_counts() -> None:
    """F87, FR8: even in turn 7, before prestige cards are revealed."""
    state = play(last_to_act(17, 20, 0, turn=7), EndTurn())
    assert [owner.tally.best_works for owner in state.players] == [0, 3, 0]
    assert state.best == Best(7, 20, (1,))
