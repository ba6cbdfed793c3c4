"""How loads are judged: the least disturbed counts, and the reference does the same work."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.wire.load import ATTEMPTS, STORED, Load, measured, promises, steady
from tests.wire.slow_games import FEWEST_PHASES, Played

REFERENCE = (
    Load("In words", clicks=400.0, work=1.0),
    Load(STORED, clicks=500.0, work=0.5),
    Load("reference, drawn", clicks=50.0, work=1.0),  # 20 ms a picture
)


def _ratio(load: Load) -> float:
    """The reference's processor time for the clicks of a load, to the load's."""
    (found,) = (each for each in promises((load, *REFERENCE)) if "processor" in each.what)
    return found.measured


def test_the_reference_finishes_a_picture_at_each_click() -> None:
    each = Load("50 tables", clicks=20.0, moves=8.0, pictures=20.0, work=1.0, advised=False)
    shared = Load("50 tables", clicks=80.0, moves=30.0, pictures=20.0, work=1.0, advised=False)
    assert _ratio(each) == pytest.approx(0.4)
    assert _ratio(shared) == pytest.approx(1.6)


def test_a_hiccup_of_the_machine_does_not_count_and_a_slow_bot_does() -> None:
    quick, slow = [0.1] * 100, [0.4] * 100
    assert steady(quick * 4 + slow * 2) == 100
    assert steady(quick * 2 + slow * 4) == 400
    assert steady([*([0.1] * 95), *([0.4] * 5)] * 6) == 400, "one of twenty is slow"


@pytest.mark.parametrize(
    ("late", "least", "times"),
    [
        ((250.0,), 250.0, 1),
        ((450.0, 290.0), 290.0, 2),
        ((500.0, 400.0, 450.0), 400.0, ATTEMPTS),
    ],
)
async def test_the_least_disturbed_of_several_loads_counts(
    late: tuple[float, ...], least: float, times: int
) -> None:
    asked: list[Path] = []

    async def load(folder: Path) -> Load:
        asked.append(folder)
        return Load(
            "50 tables", clicks=1.0, steady=[*late, *[600.0] * ATTEMPTS][len(asked) - 1]
        )

    assert (await measured(load)).steady == least
    assert len(asked) == times


@pytest.mark.parametrize(("count", "judged"), [(FEWEST_PHASES - 1, 0), (FEWEST_PHASES, 2)])
def test_few_auction_phases_are_told_and_not_judged(count: int, judged: int) -> None:
    phases = ((1.0, 30.0),) * count
    game = Played("florence", 5, 3.0, 20, 300, 30, phases, stale=(), faults=())
    assert sum("phase" in each.what for each in game.promises) == judged
    assert f"{count} auction phases of 1.0 pushes a person and 30 hours" in str(game)
