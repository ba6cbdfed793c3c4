"""What an auction phase over days costs its people, in calls and hours, by limits."""

from __future__ import annotations

from statistics import fmean

import pytest

from tests.auctions import PROMISED, Way, figures

pytestmark = pytest.mark.by_limits


@pytest.mark.parametrize("way", list(PROMISED))
async def test_a_phase_costs_no_more_calls_and_hours_than_promised(way: Way) -> None:
    """For one game, as `python -m tests.auctions` counts them."""
    found = await figures(way, 1, 4, seed=3)
    most_calls, most_hours = PROMISED[way]
    assert len(found.calls) == 4
    assert 0 < fmean(found.calls) <= most_calls
    assert 0 < fmean(found.hours) <= most_hours
