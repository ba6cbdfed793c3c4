"""Standings: after each round everyone's points are told, for the chart."""

from __future__ import annotations

from rules.contract import Standings
from tests.contract.games import CONTRACTS, played, tables


@tables
def test_the_points_after_each_round_are_those_that_the_table_showed(
    title: str, seats: int
) -> None:
    journal = played(title, seats)
    rounds = 0
    for number in range(1, journal.number + 1):
        for event in journal.told(number, None):
            if isinstance(event, Standings):
                rounds += 1
                assert len(event.points) == seats
                if number < journal.number:
                    points = CONTRACTS[title].points(journal.view(None, number))
                    assert event.points == points
    assert (rounds > 1) == CONTRACTS[title].rounds


@tables
def test_standings_are_the_same_for_everybody(title: str, seats: int) -> None:
    journal = played(title, seats)
    for listener in (None, *range(seats)):
        told = [
            event
            for number in range(1, journal.number + 1)
            for event in journal.told(number, listener)
            if isinstance(event, Standings)
        ]
        assert told == [
            event
            for number in range(1, journal.number + 1)
            for event in journal.told(number, None)
            if isinstance(event, Standings)
        ]
