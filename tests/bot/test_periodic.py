"""Work that is done from time to time: at once, again, hurried, and after a fault."""

from __future__ import annotations

import asyncio

import pytest

from bot.background.periodic import Periodic
from bot.store import DatabaseError


async def test_it_works_at_once_and_again(caplog: pytest.LogCaptureFixture) -> None:
    done: list[int] = []
    three = asyncio.Event()

    async def work() -> None:
        done.append(len(done))
        if len(done) == 1:
            raise DatabaseError("the disk is full")
        if len(done) == 2:
            raise ValueError("a fault")
        three.set()

    periodic = Periodic("the search", 0.01, work)
    assert not periodic.started
    periodic.start()
    await asyncio.wait_for(three.wait(), 5)
    await periodic.close()
    assert "the search failed: the disk is full" in caplog.text
    assert "ValueError: a fault" in caplog.text
    number = len(done)
    await asyncio.sleep(0.05)
    assert len(done) == number, "it is closed"
    assert not periodic.started


async def test_it_can_be_hurried() -> None:
    done = asyncio.Queue[int]()

    async def work() -> None:
        done.put_nowait(1)

    periodic = Periodic("the search", 3600.0, work)
    periodic.start()
    await asyncio.wait_for(done.get(), 5)
    periodic.hurry()
    await asyncio.wait_for(done.get(), 5)
    await periodic.close()


async def test_what_is_under_way_is_cancelled_and_waited_for() -> None:
    began, ended = asyncio.Event(), asyncio.Event()

    async def work() -> None:
        began.set()
        try:
            await asyncio.sleep(3600)
        finally:
            ended.set()

    periodic = Periodic("the search", 1.0, work)
    periodic.start()
    await began.wait()
    await periodic.close()
    assert ended.is_set()
    await periodic.close()
