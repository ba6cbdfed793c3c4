"""What is told of Lacrimosa: facts with the figures that belong to them."""

from __future__ import annotations

import pytest

from rules.lacrimosa.events import Chose, Counted
from rules.table import Standings
from tests.contract.games import played


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_last_wildcards_do_not_tell_the_final_count_as_theirs(seats: int) -> None:
    """R40: what wildcards bring are story points, and ducats for steps past the end."""
    journal = played("lacrimosa", seats, "novice")
    chosen = 0
    for number in range(1, journal.number + 1):
        told = journal.told(number, None)
        for event in told:
            if isinstance(event, Chose):
                chosen += 1
                assert {each.what for each in event.changes} <= {
                    *("talent", "journey", "composition", "ducats"),
                }
        if any(isinstance(event, Counted) for event in told):
            assert any(isinstance(event, Standings) for event in told)
    assert chosen
