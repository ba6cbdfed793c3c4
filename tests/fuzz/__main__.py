"""`python -m tests.fuzz --minutes N`: fresh examples for so long; findings kept as files.

Plays of both games, texts from outside, editions that a host could print, forged clicks and
damaged databases take turns. Each turn prints its seed first, with which `--turn` repeats it.
The exit code is 1 if something was found, or if a turn hung. A finding is written to `--keep`
(tests/games, where a test replays it from then on); fix what broke and commit both.
"""

# ruff: noqa: T201 - the report is its output

from __future__ import annotations

import argparse
import sys
import time
import traceback
from collections.abc import Callable, Iterable
from functools import partial
from itertools import cycle
from pathlib import Path
from random import SystemRandom
from typing import Final

from hypothesis import settings

from tests.contract.games import TABLES
from tests.fuzz import alarm, findings, runner
from tests.fuzz.texts import BOUNDARIES

_PLAYS: Final = settings(runner.FRESH, max_examples=15, stateful_step_count=60)
_DATABASES: Final = 40
_CLICKS: Final = settings(runner.FRESH, max_examples=15)


def _texts(boundary: str) -> settings:
    """Somewhat more examples than in a short run."""
    return settings(runner.FRESH, max_examples=BOUNDARIES[boundary].examples * 5 // 4)


TURNS: Final[dict[str, Callable[[int], None]]] = {
    **{
        f"{title}, {seats}": partial(runner.play, title, seats, _PLAYS)
        for title, seats in TABLES
    },
    **{boundary: partial(runner.give, boundary, _texts(boundary)) for boundary in BOUNDARIES},
    "clicks": partial(runner.send, _CLICKS),
    "databases": partial(runner.damage, _DATABASES),
}
"""What takes turns until time is up, each with a seed; each turn takes seconds."""


def run(minutes: float, folder: Path, chosen: Iterable[str], seed: int | None = None) -> int:
    """Take turns until time is up; return the number of findings.

    Args:
        minutes: for how long; at least one turn is taken.
        folder: where findings are kept.
        chosen: which turns.
        seed: the seed of every turn; None: each has its own, printed before it begins.
    """
    end = time.monotonic() + minutes * 60
    turns = dict.fromkeys(chosen, 0)
    found = 0
    for label in cycle(tuple(turns)):
        if time.monotonic() >= end and any(turns.values()):
            break
        turns[label] += 1
        number = SystemRandom().getrandbits(32) if seed is None else seed
        print(f"{label}, seed {number}", flush=True)
        try:
            with alarm.watched():
                TURNS[label](number)
        except runner.Broken as broken:
            found += 1
            _tell(label, broken, folder)
    for label, count in turns.items():
        print(f"{label:<24}{count:>6} turns")
    print(f"{found} findings")
    return found


def _tell(label: str, broken: runner.Broken, folder: Path) -> None:
    print(f"{label}: {broken}", flush=True)
    if broken.found is not None:
        print(f"  kept as {findings.write(broken.found, folder)}", flush=True)
    else:
        traceback.print_exception(broken)


def main() -> None:
    """Read the arguments and run."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--keep", type=Path, default=findings.FOLDER)
    parser.add_argument("--turn", choices=TURNS, action="append", help="only this; may repeat")
    parser.add_argument("--seed", type=int, help="of a turn that is taken once more")
    chosen = parser.parse_args()
    found = run(chosen.minutes, chosen.keep, chosen.turn or TURNS, chosen.seed)
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
