"""What hangs is a finding, too: an alarm in the main thread, set again for each example.

If the alarm does not get through, as in a loop in C, the process is ended a minute later
and prints all its stacks; the report then ends with the seed of the turn.
"""

from __future__ import annotations

import faulthandler
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final, NoReturn

LONGEST: Final = 60.0
"""Seconds that one example may take; the slowest sound examples take five."""

_DEAF: Final = 60.0

_set: list[float] = []


class Stuck(KeyboardInterrupt):
    """An example took too long; no `Exception`, so Hypothesis and asyncio let it through."""


@contextmanager
def watched(seconds: float = LONGEST) -> Iterator[None]:
    """Raise `Stuck` in the main thread if nothing calls `again` for so long."""
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
    """Set the alarm again for another example; without an alarm this does nothing."""
    if _set:
        signal.setitimer(signal.ITIMER_REAL, _set[-1])
        faulthandler.dump_traceback_later(_set[-1] + _DEAF, exit=True)


def _ring(number: int, frame: object) -> NoReturn:
    del number, frame
    raise Stuck("an example took too long")
