"""The clock of decisions: how long the bot was up in all, however many processes serve it."""

from __future__ import annotations

import time
from collections.abc import Callable

from bot.store import Store


class Uptime:
    """A clock of seconds that the bot was up; at most a minute of it is lost by a crash."""

    def __init__(self, store: Store, before: float, monotonic: Callable[[], float]) -> None:
        """It runs at once; use `read`."""
        self._store = store
        self._monotonic = monotonic
        self._origin = monotonic() - before

    @classmethod
    async def read(
        cls, store: Store, monotonic: Callable[[], float] = time.monotonic
    ) -> Uptime:
        """Go on from what is stored.

        Args:
            store: where it is kept.
            monotonic: seconds of a clock that never jumps.

        Raises:
            DatabaseError: it cannot be read.
        """
        return cls(store, await store.dues.uptime(), monotonic)

    def now(self) -> float:
        """Seconds that the bot was up, over all its starts."""
        return self._monotonic() - self._origin

    async def save(self) -> None:
        """Store it; all processes go on from the clock that is furthest ahead.

        Raises:
            DatabaseError: the database cannot be used.
        """
        agreed = await self._store.dues.agree_uptime(self.now())
        self._origin -= max(0.0, agreed - self.now())
