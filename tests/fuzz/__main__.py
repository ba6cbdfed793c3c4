"""`python -m tests.fuzz --minutes N`: fresh examples for so long, findings kept as files.

Ends with 1 if something was found. A finding is written to `--keep` (tests/games, where a
test replays it from then on); mend what broke and commit both.
"""

# ruff: noqa: T201 - the report is its output

from __future__ import annotations

import argparse
import sys
import time
import traceback
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Final

from hypothesis import settings

from tests.contract.games import TABLES
from tests.fuzz import kept, running
from tests.fuzz.texts import BOUNDARIES

_PLAYS: Final = settings(running.FRESH, max_examples=15, stateful_step_count=60)
_TEXTS: Final = settings(running.FRESH, max_examples=150)

TURNS: Final[dict[str, Callable[[], None]]] = {
    **{
        f"{title}, {seats}": partial(running.play, title, seats, _PLAYS)
        for title, seats in TABLES
    },
    **{boundary: partial(running.give, boundary, _TEXTS) for boundary in BOUNDARIES},
}
"""What takes turns until the time is over; each turn takes seconds."""


def run(minutes: float, folder: Path) -> int:
    """Take turns until the time is over; gives the number of findings."""
    end = time.monotonic() + minutes * 60
    turns = dict.fromkeys(TURNS, 0)
    found = 0
    while time.monotonic() < end:
        for label, turn in TURNS.items():
            if time.monotonic() >= end and found + sum(turns.values()):
                break
            turns[label] += 1
            try:
                turn()
            except running.Broken as broken:
                found += 1
                _tell(label, broken, folder)
    for label, count in turns.items():
        print(f"{label:<24}{count:>6} turns")
    print(f"{found} findings")
    return found


def _tell(label: str, broken: running.Broken, folder: Path) -> None:
    print(f"{label}: {broken}", flush=True)
    if broken.found is not None:
        print(f"  kept as {kept.write(broken.found, folder)}", flush=True)
    else:
        traceback.print_exception(broken)


def main() -> None:
    """Read the arguments and run."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--keep", type=Path, default=kept.FOLDER)
    chosen = parser.parse_args()
    sys.exit(1 if run(chosen.minutes, chosen.keep) else 0)


if __name__ == "__main__":
    main()
