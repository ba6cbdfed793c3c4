"""What hangs is a finding too: an alarm in the main thread, set anew for each example.

Where the alarm does not get through, in a loop of C, the process is ended a minute later
with all its stacks; the report then ends with the seed of the turn.
"""

from __future__ import annotations

import faulthandler
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final, NoReturn

LONGEST: Final = 60.0
"""Seconds that one example may take; the slowest that are well take five."""

_DEAF: Final = 60.0

_set: list[float] = []


class Stuck(KeyboardInterrupt):
    """An example took too long. No `Exception`: neither Hypothesis nor asyncio keeps it."""


@contextmanager
def watched(seconds: float = LONGEST) -> Iterator[None]:
    """Raise `Stuck` in the main thread when so long nothing calls `again`."""
    before = signal.signal(signal.SIGALRM, _ring)
    _set.append(seconds)
    again()
    try:
        yield
    finally:
        _set.pop()
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
        faulthandler.cancel_dump_traceback_later()


def again() -> None:
    """Another example begins; without an alarm this does nothing."""
    if _set:
        signal.setitimer(signal.ITIMER_REAL, _set[-1])
        faulthandler.dump_traceback_later(_set[-1] + _DEAF, exit=True)


def _ring(number: int, frame: object) -> NoReturn:
    del number, frame
    raise Stuck("an example took too long")
