"""What speed is measured against: processor time of a fixed piece of plain Python.

A floor that is a ratio to it holds on fast, slow and busy machines.
"""

from __future__ import annotations

from collections.abc import Callable
from time import process_time
from typing import Final, TypeVar

from pytest_benchmark.fixture import BenchmarkFixture

T = TypeVar("T")

ROUNDS: Final = 5
SLACK: Final = 1.5
"""The factor allowed for what is measured once or waits for a server, as other tests run
beside it in the test command."""

HERE: Final = 0.0016
"""The seconds of a yardstick on the machine that the targets are meant for."""


def least(work: Callable[[], object], rounds: int = ROUNDS) -> float:
    """The least processor seconds of a few rounds."""
    taken = []
    for _ in range(rounds):
        began = process_time()
        work()
        taken.append(process_time() - began)
    return min(taken)


def yardsticks(seconds: float) -> float:
    """A time on the machine of the targets, converted to this one."""
    return seconds * least(_piece, rounds=9) / HERE


def _piece() -> int:
    total = 0
    for number in range(60_000):
        total += number % 7
    return total


SLOW: Final = max(1.0, yardsticks(1.0))
"""How many times longer things may take on this machine than on that of the targets."""


def measured(benchmark: BenchmarkFixture, work: Callable[[], T]) -> T:
    """The result of a few rounds in pytest-benchmark's table; one round if that is disabled."""
    result: T = benchmark.pedantic(work, rounds=ROUNDS, warmup_rounds=1)  # type: ignore[no-untyped-call] # not annotated there
    return result


def figure(text: str) -> None:
    """Print a line of the result, for `pytest -n0 -s tests/speed`."""
    print(text)  # noqa: T201 - a figure is what these tests are for
