"""How many threads were recently opened for a person on a server."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

from cachetools import TTLCache

from bot.store.rows import UserId
from bot.tables.core.refusals import Refusal

MOST: Final = 5
"""How many threads may be opened for a person on a server in `WITHIN` seconds."""

WITHIN: Final = 3600.0
"""Seconds."""

_REMEMBERED: Final = 10_000
"""How many threads are remembered, across all servers."""


class TooManyThreads(Refusal):
    """Too many threads were opened for the person a short while ago."""

    id = "play.refused.too_many_threads"


class OpenedThreads:
    """For whom, and on which server, threads were recently opened."""

    def __init__(self, monotonic: Callable[[], float] = time.monotonic) -> None:
        """No thread has been opened yet.

        Args:
            monotonic: seconds of a clock that never jumps.
        """
        self._by_thread: TTLCache[int, tuple[int | None, UserId]] = TTLCache(
            _REMEMBERED, WITHIN, monotonic
        )

    def check(self, guild: int | None, user: UserId) -> None:
        """Check that one more may be opened for a person.

        Raises:
            TooManyThreads: no more may be opened now.
        """
        if list(self._by_thread.values()).count((guild, user)) >= MOST:
            raise TooManyThreads(most=MOST)

    def note(self, thread: int, guild: int | None, user: UserId) -> None:
        """Note that a thread was opened."""
        self._by_thread[thread] = (guild, user)
