"""`python -m tests.wire.clock_shift FILE run`: the bot on a machine whose clock is wrong.

The file says by how many seconds; it may change at any time, and the clock jumps.
"""

from __future__ import annotations

import datetime as dt
import importlib
import sys
import time
from collections.abc import Callable
from pathlib import Path


class _Datetime(dt.datetime):
    """Reads the clock that jumps; the real one does not ask `time`."""

    @classmethod
    def now(cls, tz: dt.tzinfo | None = None) -> _Datetime:
        return cls.fromtimestamp(time.time(), tz)

    @classmethod
    def utcnow(cls) -> _Datetime:
        return cls.now(dt.UTC).replace(tzinfo=None)


def use(wall: Callable[[], float]) -> None:
    """Let everything that asks for the time of day ask this clock, Unix seconds."""
    vars(time)["time"] = wall
    vars(dt)["datetime"] = _Datetime


def main() -> int:
    """Put the clock out of order, and become the bot."""
    # msgspec reads the files of lessons, and knows no other class of dates.
    importlib.import_module("rules.registry")
    file, arguments, real = Path(sys.argv[1]), sys.argv[2:], time.time
    use(lambda: real() + float(file.read_text("ascii")))
    # It takes the clock as it finds it.
    from bot.__main__ import main as bot

    return bot(arguments)


if __name__ == "__main__":
    sys.exit(main())
