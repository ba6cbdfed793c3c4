"""The signals that ask the process to stop, on every operating system."""

from __future__ import annotations

import asyncio
import signal
import sys
from contextlib import suppress
from types import FrameType
from typing import Final

_SIGNALS: Final = (signal.SIGTERM, signal.SIGINT)


def stop_event() -> asyncio.Event:
    """An event that SIGTERM and SIGINT (Ctrl+C) set, however often they come.

    The loop's own handlers do not exist on Windows, and end before the process does: a signal
    would then end the process in the middle of its stop. Call this in the loop's thread.
    """
    stop, loop = asyncio.Event(), asyncio.get_running_loop()

    def ask(_number: int, _frame: FrameType | None) -> None:
        with suppress(RuntimeError):  # the loop is closed: it has stopped
            loop.call_soon_threadsafe(stop.set)

    for number in _SIGNALS:
        signal.signal(number, ask)
    return stop


def ignore_signals() -> None:
    """Ignore signals from now on: the process has stopped and is about to end.

    They are blocked first: if one came while its handler was being replaced, Python would
    complain on stderr.
    """
    if sys.platform != "win32":
        signal.pthread_sigmask(signal.SIG_BLOCK, _SIGNALS)
    for number in _SIGNALS:
        signal.signal(number, signal.SIG_IGN)
