"""What is promised for loads: the reference does the same work as the bot."""

from __future__ import annotations

import pytest

from tests.wire.load import STORED, Load, promises

REFERENCE = (
    Load("In words", clicks=400.0, work=1.0),
    Load(STORED, clicks=500.0, work=0.5),  # 1 ms a click
    Load("reference, drawn", clicks=50.0, work=1.0),  # 20 ms a picture
)


def _share(load: Load) -> float:
    """The reference's share of the processor time of a load."""
    (found,) = (each for each in promises((load, *REFERENCE)) if "processor" in each.what)
    return found.measured


def test_clicks_that_share_a_picture_count_for_the_reference_too() -> None:
    each = Load("50 tables", clicks=20.0, moves=8.0, pictures=20.0, work=1.0, advised=False)
    shared = Load("50 tables", clicks=120.0, moves=30.0, pictures=20.0, work=1.0, advised=False)
    assert _share(each) == pytest.approx(0.4)
    assert _share(shared) == pytest.approx(0.5)
