"""`python -m tests.wire.clock_shift FILE run`: the bot on a machine whose clock is wrong.

The file says by how many seconds; it may change at any time, and then the clock jumps.
"""

from __future__ import annotations

import datetime as dt
import importlib
import sys
import time
from collections.abc import Callable
from pathlib import Path


class _Datetime(dt.datetime):
    """Reads the clock that jumps; the real class does not use `time`."""

    @classmethod
    def now(cls, tz: dt.tzinfo | None = None) -> _Datetime:
        return cls.fromtimestamp(time.time(), tz)

    @classmethod
    def utcnow(cls) -> _Datetime:
        return cls.now(dt.UTC).replace(tzinfo=None)


def use(wall: Callable[[], float]) -> None:
    """Let everything that reads the time of day read this clock, in Unix seconds."""
    vars(time)["time"] = wall
    vars(dt)["datetime"] = _Datetime


def main() -> int:
    """Set the clock wrong, and become the bot."""
    # msgspec reads the lesson files, and accepts only the real class of dates.
    importlib.import_module("rules.registry")
    file, arguments, real = Path(sys.argv[1]), sys.argv[2:], time.time
    use(lambda: real() + float(file.read_text("ascii")))
    # Imported only now, because it takes the clock as it finds it.
    from bot.__main__ import main as bot

    return bot(arguments)


if __name__ == "__main__":
    sys.exit(main())
