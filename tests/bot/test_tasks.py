"""Owned background work: it drains, ends, and is never lost or left behind."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from bot.background import tasks
from bot.background.tasks import KeyedTasks
from bot.background.workers import WorkerFailed
from bot.store import DatabaseError


async def test_work_is_drained_and_the_task_ends() -> None:
    left = {"a": 3, "b": 1}
    done: list[str] = []

    async def run(key: str) -> bool:
        await asyncio.sleep(0)
        done.append(key)
        left[key] -= 1
        return left[key] > 0

    keyed = KeyedTasks("work", run)
    keyed.wake("a")
    keyed.wake("b")
    await keyed.join()
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

    keyed = KeyedTasks("work", run)
    keyed.wake(1)
    await looking.wait()
    for _ in range(3):
        keyed.wake(1)
    go_on.set()
    await keyed.join()
    assert looks == 2


async def test_a_fault_is_logged_and_the_next_wake_tries_again(
    caplog: pytest.LogCaptureFixture,
) -> None:
    faults = [ZeroDivisionError()]

    async def run(_: int) -> bool:
        if faults:
            raise faults.pop()
        return False

    keyed = KeyedTasks("work", run)
    keyed.wake(7)
    await keyed.join()
    assert "work 7 failed" in caplog.text
    caplog.clear()
    keyed.wake(7)
    await keyed.join()
    assert caplog.text == ""


async def test_what_the_database_did_not_let_happen_is_tried_again_unasked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(tasks, "FIRST_PAUSE", 0.01)
    faults, done = [DatabaseError() for _ in range(3)], asyncio.Event()

    async def run(_: int) -> bool:
        if faults:
            raise faults.pop()
        done.set()
        return False

    keyed = KeyedTasks("work", run)
    keyed.wake(7)
    await asyncio.wait_for(done.wait(), 60)
    await keyed.close()
    assert not faults


async def test_nothing_is_tried_again_after_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tasks, "FIRST_PAUSE", 0.01)
    tries = 0

    async def run(_: int) -> bool:
        nonlocal tries
        tries += 1
        raise DatabaseError

    keyed = KeyedTasks("work", run)
    keyed.wake(7)
    await keyed.join()
    await keyed.close()
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

    keyed = KeyedTasks("work", run)
    keyed.wake(1)
    await running.wait()
    await keyed.close()
    assert ended.is_set()
    running.clear()
    keyed.wake(1)
    await keyed.join()
    assert not running.is_set()


@pytest.mark.parametrize("woken", [False, True])
async def test_what_is_stopped_before_it_begins_begins_with_the_next_wake(woken: bool) -> None:
    done: list[str] = []

    async def run(key: str) -> bool:
        done.append(key)
        return False

    keyed = KeyedTasks("work", run)
    keyed.wake("a")
    keyed.stop("a")
    if woken:
        keyed.wake("a")
    await asyncio.wait_for(keyed.join(), 5)
    assert not keyed.busy("a")
    assert done == ["a"] * woken
    keyed.wake("a")
    await asyncio.wait_for(keyed.join(), 5)
    assert done == ["a"] * (1 + woken)


async def test_what_is_stopped_ends_and_the_next_wake_begins_anew() -> None:
    begun, ended = list[int](), list[int]()
    go_on = asyncio.Event()

    async def run(key: int) -> bool:
        begun.append(key)
        try:
            await go_on.wait()
        except asyncio.CancelledError:
            ended.append(key)
            raise
        return False

    keyed = KeyedTasks("work", run)
    keyed.stop(1)  # there is nothing to stop
    keyed.wake(1)
    keyed.wake_after(2, 3600.0)
    await asyncio.sleep(0)
    keyed.wake(1)  # the stop forgets this
    keyed.stop(1)
    keyed.stop(2)
    assert not keyed.busy(2)
    await keyed.join()
    assert (begun, ended) == ([1], [1])
    keyed.wake(1)
    await asyncio.sleep(0)
    keyed.stop(1)
    keyed.wake(1)  # before the stopped one has ended: this counts
    go_on.set()
    await asyncio.sleep(0.01)
    assert (begun, ended) == ([1, 1, 1], [1, 1])
    keyed.wake_after(2, 3600.0)
    keyed.hurry()
    await keyed.join()
    assert begun == [1, 1, 1, 2]
    await keyed.close()


async def test_a_wake_during_work_that_fails_is_not_lost(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(tasks, "FIRST_PAUSE", 0.01)
    looks, again = 0, asyncio.Event()

    async def run(_: int) -> bool:
        nonlocal looks
        looks += 1
        if looks == 1:
            keyed.wake(1)  # as someone else does meanwhile
            raise ZeroDivisionError
        again.set()
        return False

    keyed = KeyedTasks("work", run)
    keyed.wake(1)
    await asyncio.wait_for(again.wait(), 60)
    await keyed.join()
    assert looks == 2


@pytest.mark.parametrize(
    ("error", "longest"),
    [
        (DatabaseError("locked"), tasks.LONGEST_PAUSE),
        (WorkerFailed("it hung"), tasks.LONGEST_WORKER_PAUSE),
    ],
    ids=["database", "worker"],
)
async def test_the_pauses_grow_up_to_a_limit(
    monkeypatch: pytest.MonkeyPatch, error: Exception, longest: float
) -> None:
    loop, pauses, done = asyncio.get_running_loop(), list[float](), asyncio.Event()
    later = loop.call_later

    def soon(delay: float, call: Any, *args: Any, **options: Any) -> asyncio.TimerHandle:
        if call != keyed._due:
            return later(delay, call, *args, **options)
        pauses.append(delay)
        return later(0, call, *args)

    async def run(_: int) -> bool:
        if len(pauses) == 15:
            done.set()
            return False
        raise error

    keyed = KeyedTasks("work", run)
    monkeypatch.setattr(loop, "call_later", soon)
    keyed.wake(7)
    await asyncio.wait_for(done.wait(), 60)
    monkeypatch.undo()
    await keyed.close()
    grown = [tasks.FIRST_PAUSE * 2**n for n in range(15)]
    assert pauses == [min(each, longest) for each in grown]
