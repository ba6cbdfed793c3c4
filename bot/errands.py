"""Owned background work: one task for each key that drains what is to do and ends.

No task waits for work: a wake starts one, or lets the running one look again.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import Awaitable, Callable, Hashable
from typing import Final, Generic, TypeVar

K = TypeVar("K", bound=Hashable)

SOONEST: Final = 2.0
"""Seconds until an errand is tried again that the database did not let happen; then doubled."""

SLOWEST: Final = 60.0
"""Seconds between two tries at most."""

log = logging.getLogger(__name__)


class Errands(Generic[K]):
    """Tasks by key, each owned here until it has ended."""

    def __init__(self, what: str, run: Callable[[K], Awaitable[bool]]) -> None:
        """Errands that are not running yet.

        Args:
            what: for the log and the tasks' names.
            run: does one piece of work for a key; false if there was nothing left.
        """
        self._what = what
        self._run = run
        self._tasks: dict[K, asyncio.Task[None]] = {}
        self._again: set[K] = set()
        self._pauses: dict[K, float] = {}
        self._timers: dict[K, asyncio.TimerHandle] = {}
        self._closed = False

    def wake(self, key: K) -> None:
        """There may be something to do for a key. Call it in the loop's thread."""
        if self._closed:
            return
        if key in self._tasks:
            self._again.add(key)
        else:
            name = f"{self._what} {key}"
            self._tasks[key] = asyncio.get_running_loop().create_task(
                self._drain(key), name=name
            )

    async def settled(self) -> None:
        """Wait until nothing is running any more."""
        while self._tasks:
            await asyncio.wait(self._tasks.values())

    async def close(self) -> None:
        """Stop all tasks and wait for their end; later wakes do nothing."""
        self._closed = True
        for timer in self._timers.values():
            timer.cancel()
        tasks = tuple(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _drain(self, key: K) -> None:
        try:
            more = True
            while more:
                self._again.discard(key)
                more = await self._run(key) or key in self._again
            self._pauses.pop(key, None)
        except sqlite3.Error as error:
            # A disk is full, or the database held, for a while; nobody may come meanwhile.
            log.error("%s %s must wait: %s", self._what, key, error)  # noqa: TRY400 - no fault
            self._wake_later(key)
        except Exception:
            # An errand has no caller to tell: the next wake tries again.
            log.exception("%s %s failed", self._what, key)
        finally:
            self._again.discard(key)
            del self._tasks[key]

    def _wake_later(self, key: K) -> None:
        pause = self._pauses.get(key, SOONEST)
        self._pauses[key] = min(pause * 2, SLOWEST)
        if key in self._timers:
            self._timers[key].cancel()
        if not self._closed:
            loop = asyncio.get_running_loop()
            self._timers[key] = loop.call_later(pause, self._due, key)

    def _due(self, key: K) -> None:
        del self._timers[key]
        self.wake(key)
