"""`python -m tests.nightly --minutes N`: everything that is tried for hours.

Five sixths of the time go to the wire (tests/wire), the rest to the fuzzers (tests/fuzz).
It prints their figures, and ends with 1 if a promise was broken or something was found.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from typing import Final

from tests.fuzz import kept
from tests.fuzz.__main__ import TURNS, run
from tests.wire.__main__ import everything

FUZZED: Final = 1 / 6
"""The part of the time that the fuzzers take."""


def main() -> int:
    """Read the command line and run; the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.nightly", description=__doc__)
    parser.add_argument("--minutes", type=float, default=480.0)
    parser.add_argument("--tables", type=int, nargs="+", default=[10, 50])
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    wire = everything(asked.minutes * (1 - FUZZED), asked.tables, asked.seed)
    broken = asyncio.run(wire)
    found = run(asked.minutes * FUZZED, kept.FOLDER, TURNS)
    return 1 if broken or found else 0


if __name__ == "__main__":
    sys.exit(main())
