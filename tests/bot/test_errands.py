"""Owned background work: it drains, ends, and is never lost or left behind."""

from __future__ import annotations

import asyncio
import sqlite3

import pytest

from bot import errands as room
from bot.errands import Errands


async def test_work_is_drained_and_the_task_ends() -> None:
    left = {"a": 3, "b": 1}
    done: list[str] = []

    async def run(key: str) -> bool:
        await asyncio.sleep(0)
        done.append(key)
        left[key] -= 1
        return left[key] > 0

    errands = Errands("work", run)
    errands.wake("a")
    errands.wake("b")
    await errands.settled()
    assert sorted(done) == ["a", "a", "a", "b"]
    assert not [task for task in asyncio.all_tasks() if task.get_name().startswith("work")]


async def test_a_wake_during_the_last_look_makes_it_look_again() -> None:
    looking, go_on = asyncio.Event(), asyncio.Event()
    looks = 0

    async def run(_: int) -> bool:
        nonlocal looks
        looks += 1
        looking.set()
        await go_on.wait()
        return False

    errands = Errands("work", run)
    errands.wake(1)
    await looking.wait()
    for _ in range(3):
        errands.wake(1)
    go_on.set()
    await errands.settled()
    assert looks == 2


async def test_a_fault_is_logged_and_the_next_wake_tries_again(
    caplog: pytest.LogCaptureFixture,
) -> None:
    faults = [ZeroDivisionError()]

    async def run(_: int) -> bool:
        if faults:
            raise faults.pop()
        return False

    errands = Errands("work", run)
    errands.wake(7)
    await errands.settled()
    assert "work 7 failed" in caplog.text
    caplog.clear()
    errands.wake(7)
    await errands.settled()
    assert caplog.text == ""


async def test_what_the_database_did_not_let_happen_is_tried_again_unasked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(room, "SOONEST", 0.01)
    faults, done = [sqlite3.OperationalError() for _ in range(3)], asyncio.Event()

    async def run(_: int) -> bool:
        if faults:
            raise faults.pop()
        done.set()
        return False

    errands = Errands("work", run)
    errands.wake(7)
    await asyncio.wait_for(done.wait(), 5)
    await errands.close()
    assert not faults


async def test_nothing_is_tried_again_after_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room, "SOONEST", 0.01)
    tries = 0

    async def run(_: int) -> bool:
        nonlocal tries
        tries += 1
        raise sqlite3.OperationalError

    errands = Errands("work", run)
    errands.wake(7)
    await errands.settled()
    await errands.close()
    await asyncio.sleep(0.05)
    assert tries == 1


async def test_closing_stops_what_runs_and_takes_nothing_new() -> None:
    running, ended = asyncio.Event(), asyncio.Event()

    async def run(_: int) -> bool:
        running.set()
        try:
            await asyncio.Event().wait()
        finally:
            ended.set()
        return True

    errands = Errands("work", run)
    errands.wake(1)
    await running.wait()
    await errands.close()
    assert ended.is_set()
    running.clear()
    errands.wake(1)
    await errands.settled()
    assert not running.is_set()
