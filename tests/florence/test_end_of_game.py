"""Chapter "End of the game": the final scoring and the winner."""

from __future__ import annotations

import pytest

from rules.contract import Line
from rules.florence.actions import EndTurn, SellPrestige
from rules.florence.events import BestWork, Ended, Revealed
from rules.florence.state import Acting, Finished, Player, State
from tests.florence.positions import (
    ANA,
    BRUNO,
    CHRISTIAN,
    FLORENCE,
    ended,
    events,
    play,
    player,
    position,
    refused,
)


def at_the_end(*owners: Player) -> State:
    """The last seat is about to end turn 7."""
    return position(*owners, step=Acting(len(owners) - 1), turn=7)


@pytest.mark.parametrize(
    ("scores", "winners", "tie_break"),
    [
        (((50, 0), (49, 9000), (48, 0)), (0,), None),
        (((50, 100), (50, 200), (48, 9000)), (1,), "florins"),
        (((50, 200), (50, 200), (48, 9000)), (0, 1), None),
        (((50, 200), (50, 200), (50, 100)), (0, 1), "florins"),
        (((0, 300), (0, 300), (0, 300)), (0, 1, 2), None),
        (((99, 0), (101, 0), (100, 0)), (1,), None),
    ],
)
def test_who_wins(
    scores: tuple[tuple[int, int], ...], winners: tuple[int, ...], tie_break: str | None
) -> None:
    """F1, F91, FR8: most prestige, then most florins, else shared; past 50 too."""
    owners = (player(prestige=prestige, florins=florins) for prestige, florins in scores)
    over = ended(play(at_the_end(*owners), EndTurn()))
    assert over.totals == tuple(prestige for prestige, _ in scores)
    assert (over.winners, over.tie_break) == (winners, tie_break)


def test_points_past_fifty_are_counted_in_full() -> None:
    """F8: each time round the track adds 50."""
    over = ended(play(at_the_end(player(prestige=107), player(), player()), EndTurn()))
    assert over.totals == (107, 0, 0)


def test_best_work_then_prestige_cards_then_the_winner() -> None:
    """FR8, F90: in this order, all of it before the winner is known."""
    ana = player(prestige=10, prestige_cards=("most_jesters",), jesters=1)
    bruno = player(prestige=12, value=17)
    state = at_the_end(ana, bruno, player())
    told = events(state, EndTurn())
    order = [type(event) for event in told if isinstance(event, BestWork | Revealed | Ended)]
    assert order == [BestWork, Revealed, Ended]
    over = ended(play(state, EndTurn()))
    assert over.totals == (16, 15, 0)
    assert over.winners == (ANA,)


def test_the_score_is_itemised() -> None:
    """F90: the total is the sum of its lines, prestige cards among them."""
    ana = player(prestige=10, prestige_cards=("most_jesters",), jesters=1, value=17)
    state = play(at_the_end(ana, player(), player(prestige=4)), EndTurn())
    assert ended(state).lines[ANA] == (
        Line("works", 10),
        Line("buildings", 0),
        Line("landscapes", 0),
        Line("builders", 0),
        Line("best_works", 3),
        Line("sold", 0),
        Line("prestige_cards", 6),
    )
    assert [owner.prestige for owner in state.players] == list(ended(state).totals)


def test_prestige_can_be_sold_until_the_last_turn_is_ended() -> None:
    """FR8, F89: but not afterwards, and not to win a tie on florins."""
    state = at_the_end(player(prestige=5), player(), player(prestige=5))
    state = play(state, SellPrestige(1), EndTurn())
    assert isinstance(state.step, Finished)
    for seat in (ANA, BRUNO, CHRISTIAN):
        assert refused(state, SellPrestige(1), seat).code == "game_over"
        assert refused(state, EndTurn(), seat).code == "game_over"


def test_everything_is_open_after_the_end() -> None:
    """FR9, F90: cards and money are shown to everyone."""
    ana = player(florins=123, hand=("poet",), bonus=("lakes",), prestige_cards=("two_large",))
    state = play(at_the_end(ana, player(), player()), EndTurn())
    for viewer in (None, BRUNO):
        seat = FLORENCE.observe(state, viewer).seats[ANA]
        assert (seat.florins, seat.hand, seat.bonus, seat.prestige_cards) == (
            123,
            ("poet",),
            ("lakes",),
            ("two_large",),
        )


def test_the_game_does_not_end_before_turn_seven() -> None:
    """F16: six turns are not enough, whatever the score."""
    state = position(player(prestige=99), player(), player(), step=Acting(2), turn=6)
    assert play(state, EndTurn()).turn == 7
