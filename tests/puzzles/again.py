"""`python -m tests.puzzles.again --minutes N` has puzzles judged again, by every judge.

All of them take hours on one core, so it judges as many as there is time for, in random order.
It prints each puzzle whose answer no longer leads, with the judge that says so: take it out.
It exits with 1 if there are any.
"""

# ruff: noqa: T201 - the report is its output

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from random import Random
from time import monotonic

from rules.puzzles import Puzzle
from rules.registry import PUZZLES
from tests.puzzles.finding import led_again
from tests.puzzles.judges import JUDGES


def fallen(puzzle: Puzzle) -> str | None:
    """The quickest judge for which the answer no longer leads; None: it leads for all."""
    return next(
        (each.name for each in JUDGES[puzzle.game] if led_again(puzzle, each) <= 0), None
    )


def drawn(seed: int) -> Iterator[Puzzle]:
    """All puzzles in random order, one from each game in turn while there are any."""
    order = [Random(f"{seed}/{game}").sample(each, len(each)) for game, each in PUZZLES.items()]
    while any(order):
        yield from (each.pop() for each in order if each)


def within(minutes: float, seed: int, puzzles: Sequence[Puzzle] | None = None) -> int:
    """Judge puzzles until the time is up, but at least one; return how many have fallen."""
    end, judged, lost = monotonic() + 60 * minutes, 0, 0
    for puzzle in drawn(seed) if puzzles is None else puzzles:
        judged += 1
        judge = fallen(puzzle)
        if judge is not None:
            lost += 1
            print(f"{puzzle.id}: {judge}: take it out", flush=True)
        if monotonic() > end:
            break
    print(f"{judged} puzzles judged anew, {lost} have fallen", flush=True)
    return lost


def main() -> int:
    """Judge as many as there is time for; 1 if any have fallen."""
    parser = argparse.ArgumentParser(prog="python -m tests.puzzles.again", description=__doc__)
    parser.add_argument("--minutes", type=float, default=480.0)
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    return 1 if within(asked.minutes, asked.seed) else 0


if __name__ == "__main__":
    sys.exit(main())
