"""What speed is measured against: processor time of a fixed piece of plain Python.

A floor as a ratio to it holds on fast and slow machines, and on a busy one.
"""

from __future__ import annotations

from collections.abc import Callable
from time import process_time
from typing import Final, TypeVar

from pytest_benchmark.fixture import BenchmarkFixture

T = TypeVar("T")

ROUNDS: Final = 5
SLACK: Final = 1.5
"""By how much what is measured once or waits for a server may be over in the test command,
where other tests run beside it."""

HERE: Final = 0.0016
"""Seconds of a yardstick on the machine that the targets speak of."""


def least(work: Callable[[], object], rounds: int = ROUNDS) -> float:
    """The least processor seconds of a few rounds."""
    taken = []
    for _ in range(rounds):
        began = process_time()
        work()
        taken.append(process_time() - began)
    return min(taken)


def yardsticks(seconds: float) -> float:
    """What a time on the machine of the targets is on this one."""
    return seconds * least(_piece, rounds=9) / HERE


def _piece() -> int:
    total = 0
    for number in range(60_000):
        total += number % 7
    return total


SLOW: Final = max(1.0, yardsticks(1.0))
"""How much longer than on the machine of the targets a thing may take on this one."""


def measured(benchmark: BenchmarkFixture, work: Callable[[], T]) -> T:
    """A few rounds in the table of pytest-benchmark; one round where it is disabled."""
    result: T = benchmark.pedantic(work, rounds=ROUNDS, warmup_rounds=1)  # type: ignore[no-untyped-call] # not annotated there
    return result


def figure(text: str) -> None:
    """A line of the result, for `pytest -n0 -s tests/speed`."""
    print(text)  # noqa: T201 - a figure is what these tests are for
