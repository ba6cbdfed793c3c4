"""`python -m tests.nightly --minutes N`: all trials that take hours.

The largest part of the time goes to the wire (tests/wire). The rest is shared by the fuzzers
(tests/fuzz), which begin with `DAMAGED` databases with flipped bytes; the mutations
(tests/mutations.py); games of the computer players, compared with their promises
(tests/strength.py); games of someone who obeys the coach (tests/coached.py); reasons
(tests/reasons.py); puzzles, which are judged again (tests/puzzles); and a store with a million
games (tests/scale). tests/wire/judged.py measures once how light a turn is, from whole games in
a night of four hours. Every panel of `READ` games is read in every language. The tests that are
marked `nightly` are run, except those that are a part of the above.
It prints their figures. The exit code is 1 if a promise was broken, something was found or a
mutation survived. Wire trials that are made once take half an hour. If that is more than their
part, the others share what is left, but never less than `LEAST`.
"""

# ruff: noqa: T201 - the report is its output

from __future__ import annotations

import argparse
import asyncio
import os
import subprocess
import sys
import time
import traceback
from typing import Final

from tests import coached, mutations, reasons, strength
from tests.bot.walked_steps import faults_of_labels
from tests.fuzz import findings, flips
from tests.fuzz.__main__ import TURNS, run
from tests.puzzles import again
from tests.scale.__main__ import within
from tests.wire import judged
from tests.wire.__main__ import everything

FUZZED: Final = 1 / 6
"""The part of the time that the fuzzers take."""

MUTATED: Final = 3 / 16
"""The part of the time that the mutations take: 90 minutes of a night."""

MATCHES: Final = 1 / 8
"""The part of the time that games of computer players take: an hour of a night."""

OBEYED: Final = 1 / 16
"""The part of the time that games under the coach take: half an hour of a night."""

REASONED: Final = 1 / 32
"""The part of the time that reasons for suggestions take: a quarter of an hour of a night."""

JUDGED: Final = 1 / 16
"""The part of the time in which puzzles are judged again: half an hour of a night."""

STORED: Final = 1 / 32
"""The part of the time that a store with many games takes: a million in a night."""

LEAST: Final = 1 / 4
"""The least part of the time for the wire, and for everything after it together."""

PARTS: Final = ("tests/wire/test_wire.py", "tests/wire/test_judged.py")
"""Tests that are a part of the night anyway, with more people and kills."""

DAMAGED: Final = 500
"""How many databases are damaged, whatever the time."""


READ: Final = 100
"""In how many games the labels of all panels are read, whatever the time."""


def main() -> int:
    """Read the command line and run; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.nightly", description=__doc__)
    parser.add_argument("--minutes", type=float, default=480.0)
    parser.add_argument("--tables", type=int, nargs="+", default=[10, 50])
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    began = time.monotonic()
    others = FUZZED + MUTATED + MATCHES + OBEYED + REASONED + JUDGED
    wired = asked.minutes * (1 - others - STORED)
    slow = asyncio.run(within(asked.minutes * STORED))
    measured = time.monotonic()
    heavy = judged.within(asked.minutes, asked.seed)
    marked = marked_fail()
    wired = max(wired - (time.monotonic() - measured) / 60, asked.minutes * LEAST)
    broken = asyncio.run(everything(wired, asked.tables, asked.seed))
    left = asked.minutes - (time.monotonic() - began) / 60
    whole = min(asked.minutes, max(left, asked.minutes * LEAST) / others)
    began = time.monotonic()
    played = damaged(asked.seed)
    alike = labels_at_fault()
    found = run(whole * FUZZED - (time.monotonic() - began) / 60, findings.FOLDER, TURNS)
    survived = mutations.tried_within(
        whole * MUTATED,
        mutations.listed(),
        jobs=os.cpu_count() or 1,
        seed=asked.seed or mutations.seed_of_the_code(),
    )
    weak = strength.within(whole * MATCHES, strength.ROWS, asked.seed)
    misled = coached.within(whole * OBEYED, asked.seed)
    unfounded = reasons.within(whole * REASONED, asked.seed)
    fallen = again.within(whole * JUDGED, asked.seed or mutations.seed_of_the_code())
    faults = (
        *(slow, heavy, marked, broken, played is None, alike),
        *(found, survived, weak, misled, unfounded, fallen),
    )
    return 1 if any(faults) else 0


def marked_fail() -> bool:
    """Whether one of the tests that are left to the night fails."""
    parts = [f"--ignore={each}" for each in PARTS]
    command = [sys.executable, "-m", "pytest", "-q", "-m", "nightly", *parts]
    return bool(subprocess.run(command, check=False).returncode)


def damaged(seed: int, count: int = DAMAGED) -> int | None:
    """How many games were played on in damaged databases; None: a promise was broken."""
    try:
        played = flips.run(count, seed)
    except flips.Spoilt:
        traceback.print_exc()
        return None
    print(f"{count} damaged databases, {played} undamaged games in them were played on")
    return played


def labels_at_fault(games: int = READ) -> int:
    """How many labels of buttons and options are cut wrongly, or read the same as another."""
    faults = [each for seed in range(games) for each in faults_of_labels(seed, every=True)]
    print(f"labels of {games} games in every language, {len(faults)} at fault")
    print(*faults[:20], sep="\n")
    return len(faults)


if __name__ == "__main__":
    sys.exit(main())
