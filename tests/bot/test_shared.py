"""Work that several want at once is done once, and only while someone wants it."""

from __future__ import annotations

import asyncio

import pytest

from bot.background.shared import SharedTasks


class Work:
    """Something that lasts until it is told to end."""

    def __init__(self) -> None:
        self.begun = self.stopped = 0
        self.done = asyncio.Event()
        self.error: Exception | None = None

    async def run(self) -> int:
        self.begun += 1
        try:
            await self.done.wait()
        except asyncio.CancelledError:
            self.stopped += 1
            raise
        if self.error is not None:
            raise self.error
        return self.begun


async def _waiting(shared: SharedTasks[str, int], work: Work) -> list[asyncio.Task[int]]:
    """Two who want the same, and one who wants something else."""
    found = [asyncio.create_task(shared.result(key, work.run)) for key in ("a", "a", "b")]
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    return found


async def test_two_who_want_the_same_wait_for_one_task() -> None:
    shared, work = SharedTasks[str, int](), Work()
    waiting = await _waiting(shared, work)
    assert work.begun == 2
    work.done.set()
    assert await asyncio.gather(*waiting) == [2, 2, 2]
    assert await shared.result("a", work.run) == 3, "nothing is kept"


async def test_it_ends_when_the_last_one_has_gone() -> None:
    shared, work = SharedTasks[str, int](), Work()
    first, second, _ = await _waiting(shared, work)
    first.cancel()
    await asyncio.wait({first})
    assert work.stopped == 0
    second.cancel()
    await asyncio.wait({second})
    assert work.stopped == 1
    work.done.set()
    assert await shared.result("a", work.run) == 3, "the next one begins anew"


async def test_all_are_told_how_it_failed() -> None:
    shared, work = SharedTasks[str, int](), Work()
    work.error = ValueError("no")
    waiting = await _waiting(shared, work)
    work.done.set()
    for each in waiting:
        with pytest.raises(ValueError, match="no"):
            await each
