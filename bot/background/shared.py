"""Work that several callers want at once is done once, and ends when nobody waits for it."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Coroutine, Hashable
from typing import Any, Generic, TypeVar

K = TypeVar("K", bound=Hashable)
T = TypeVar("T")


class SharedTasks(Generic[K, T]):
    """One task for each key, for all callers that wait for it."""

    def __init__(self) -> None:
        """Nobody waits."""
        self._tasks: dict[K, asyncio.Task[T]] = {}
        self._waiting: Counter[K] = Counter()

    async def result(self, key: K, run: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """The result of the key's task, which is started if there is none.

        Args:
            key: what is wanted.
            run: does the work; it is cancelled when the last waiting caller is.

        Raises:
            Exception: what `run` raises.
        """
        task = self._tasks.get(key)
        if task is None:
            task = self._tasks[key] = asyncio.create_task(run(), name="shared work")
        self._waiting[key] += 1
        try:
            return await asyncio.shield(task)
        finally:
            self._waiting[key] -= 1
            if not self._waiting[key]:
                del self._waiting[key], self._tasks[key]
                await _ended(task)


async def _ended(task: asyncio.Task[Any]) -> None:
    """Cancel a task that nobody waits for, and wait until it has ended."""
    task.cancel()
    await asyncio.wait({task})
    if not task.cancelled():
        task.exception()  # its callers have it, or no longer want it
