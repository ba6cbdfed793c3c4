"""Work that is done at once, and again from time to time, until it is closed."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from contextvars import Context

from bot.store import DatabaseError

_log = logging.getLogger(__name__)


class Periodic:
    """One piece of such work, in a task that is owned here. A run that fails is logged."""

    def __init__(
        self, what: str, interval: float, work: Callable[[], Awaitable[object]]
    ) -> None:
        """Not started yet.

        Args:
            what: for the log and the task's name.
            interval: seconds between the end of one run and the next.
            work: done each time.
        """
        self._what = what
        self._interval = interval
        self._work = work
        self._hurried = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    @property
    def started(self) -> bool:
        """Whether it is running."""
        return self._task is not None

    def start(self) -> None:
        """Work at once, and again from time to time."""
        # In a new context: it is not part of the task that starts it.
        self._task = Context().run(asyncio.create_task, self._run(), name=self._what)

    def hurry(self) -> None:
        """Work once more as soon as possible."""
        self._hurried.set()

    async def close(self) -> None:
        """Stop; work under way is cancelled and waited for."""
        task, self._task = self._task, None
        if task is not None:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    async def _run(self) -> None:
        while True:
            self._hurried.clear()
            try:
                await self._work()
            except DatabaseError as error:
                _log.warning("%s failed: %s", self._what, error)
            except Exception:  # noqa: BLE001 - logged; the next time may succeed
                _log.exception("%s failed", self._what)
            with suppress(TimeoutError):
                await asyncio.wait_for(self._hurried.wait(), self._interval)
