"""The clock of decisions: how long the bot has been up in total, in however many processes."""

from __future__ import annotations

import time
from collections.abc import Callable

from bot.store import Store


class Uptime:
    """A clock of the seconds that the bot has been up; a crash loses at most a minute."""

    def __init__(self, store: Store, before: float, monotonic: Callable[[], float]) -> None:
        """The clock runs at once; use `read` to create one."""
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
        """Seconds that the bot has been up, over all its starts."""
        return self._monotonic() - self._origin

    async def save(self) -> None:
        """Store the uptime; all processes go on from the clock that is furthest ahead.

        Raises:
            DatabaseError: the database cannot be used.
        """
        agreed = await self._store.dues.agree_uptime(self.now())
        self._origin -= max(0.0, agreed - self.now())
