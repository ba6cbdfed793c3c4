"""Background tasks by key: one per key, which works until nothing is left and then ends.

No task waits for work: a wake starts one, or lets the running one look again.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Hashable
from functools import partial
from typing import Final, Generic, TypeVar

from bot.background.workers import WorkerFailed
from bot.store import DatabaseError

K = TypeVar("K", bound=Hashable)

FIRST_PAUSE: Final = 2.0
"""Seconds until work that failed is first tried again; doubled each time."""

LONGEST_PAUSE: Final = 60.0
"""The most seconds between two tries while the database cannot be used."""

LONGEST_WORKER_PAUSE: Final = 3600.0
"""The same for work on which workers hang or die: each try may occupy a worker for long."""

_log = logging.getLogger(__name__)


class KeyedTasks(Generic[K]):
    """Tasks by key, each owned here until it has ended."""

    def __init__(self, what: str, run: Callable[[K], Awaitable[bool]]) -> None:
        """No task is running.

        Args:
            what: for the log and the tasks' names.
            run: does one piece of work for a key; returns False if nothing is left.
        """
        self._what = what
        self._run = run
        self._tasks: dict[K, asyncio.Task[None]] = {}
        self._again: set[K] = set()
        self._pauses: dict[K, float] = {}
        self._timers: dict[K, asyncio.TimerHandle] = {}
        self._closed = False

    def wake(self, key: K) -> None:
        """Do what there is to do for a key, if anything. Call it in the loop's thread."""
        if self._closed:
            return
        if key in self._tasks:
            self._again.add(key)
        else:
            name = f"{self._what} {key}"
            loop = asyncio.get_running_loop()
            task = self._tasks[key] = loop.create_task(self._drain(key), name=name)
            task.add_done_callback(partial(self._remove_unbegun, key))

    def wake_after(self, key: K, seconds: float) -> None:
        """Wake a key in so many seconds, in place of an earlier such call."""
        if key in self._timers:
            self._timers[key].cancel()
        if not self._closed:
            loop = asyncio.get_running_loop()
            self._timers[key] = loop.call_later(seconds, self._due, key)

    def stop(self, key: K) -> None:
        """Do nothing more for a key until its next wake: its task is cancelled."""
        if key in self._timers:
            self._timers.pop(key).cancel()
        if key in self._tasks:
            self._again.discard(key)
            self._tasks[key].cancel()

    def hurry(self) -> None:
        """Wake every waiting key at once (for tests)."""
        for key in tuple(self._timers):
            self._timers[key].cancel()
            self._due(key)

    def busy(self, key: K) -> bool:
        """Whether a task works for a key, or will do so later."""
        return key in self._tasks or key in self._timers

    async def join(self, *keys: K) -> None:
        """Wait until no task is running: none at all, or none for the given keys."""
        while running := [task for key, task in self._tasks.items() if key in (keys or (key,))]:
            await asyncio.wait(running)

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
        except (DatabaseError, WorkerFailed) as error:
            # The disk is full or the database locked for a while, or a worker was killed.
            # Perhaps nobody will wake the key then.
            _log.error("%s %s must wait: %s", self._what, key, error)
            worker = isinstance(error, WorkerFailed)
            self._wake_later(key, LONGEST_WORKER_PAUSE if worker else LONGEST_PAUSE)
        except Exception:  # noqa: BLE001 - logged; nobody awaits it, the next wake tries again
            _log.exception("%s %s failed", self._what, key)
            if key in self._again:  # the next wake has already come: try later, not at once
                self._wake_later(key, LONGEST_PAUSE)
        except asyncio.CancelledError:
            if key in self._again and not self._closed:  # a wake since `stop`
                self.wake_after(key, 0.0)
            raise
        finally:
            self._again.discard(key)
            del self._tasks[key]

    def _remove_unbegun(self, key: K, task: asyncio.Task[None]) -> None:
        """Remove a task that was stopped before its first step: it cannot do so itself."""
        if self._tasks.get(key) is task:
            del self._tasks[key]
            if key in self._again:  # a wake since `stop`
                self._again.discard(key)
                self.wake(key)

    def _wake_later(self, key: K, longest: float) -> None:
        pause = min(self._pauses.get(key, FIRST_PAUSE), longest)
        self._pauses[key] = pause * 2
        self.wake_after(key, pause)

    def _due(self, key: K) -> None:
        del self._timers[key]
        self.wake(key)
