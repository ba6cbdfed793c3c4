"""Processes of one bot within the process of a test, which hear of each other quickly."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from itertools import count
from typing import TypeAlias

import pytest

from bot.settings import Shards
from bot.store import Store, processes
from bot.store.processes import Process

Begin: TypeAlias = Callable[..., Awaitable[Process]]

FIRST, SECOND = Shards(first=0, last=1, count=4), Shards(first=2, last=3, count=4)


@contextmanager
def hasty() -> Iterator[None]:
    """Let heartbeats come quickly, and new processes count as on different machines."""
    spaces = map(str, count())
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(processes, "_pid_space", lambda: next(spaces))
        patch.setattr(processes, "LASTS", 3.0)
        patch.setattr(processes, "RENEWED", 0.1)
        yield


@asynccontextmanager
async def beginning(url: str) -> AsyncIterator[Begin]:
    """Begins processes on a database, each of which counts as one until the end."""
    stores: list[Store] = []

    async def begun(
        shards: Shards | None = None,
        *,
        release: str = "1.0",
        take_over: bool = False,
        stop: Callable[[], None] = lambda: None,
    ) -> Process:
        store = await Store.open(url)
        stores.append(store)
        process = store.process
        assert isinstance(process, Process)
        process.release = release
        await store.serve(stop, shards, take_over=take_over)
        return process

    with hasty():
        yield begun
        for each in stores:
            await each.close()


async def until(holds: Callable[[], object]) -> None:
    """Wait until something holds because of the processes' heartbeats."""
    async with asyncio.timeout(10):
        while not holds():  # noqa: ASYNC110 - the heartbeat tells nobody
            await asyncio.sleep(0.02)
