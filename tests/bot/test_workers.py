"""The workers: processes that answer, hang, die, are replaced, and always end."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from bot.background.workers import Limit, WorkerFailed, Workers, _Worker, unwanted

BRIEF = Limit(0.5)


@pytest.fixture
async def workers() -> AsyncIterator[Workers]:
    pool = Workers(2)
    yield pool
    await pool.close()


async def test_work_is_done_in_other_processes(workers: Workers) -> None:
    assert await workers.run(os.getpid) != os.getpid()
    assert await workers.run(divmod, 7, 2) == (3, 1)
    with pytest.raises(ZeroDivisionError) as raised:
        await workers.run(divmod, 7, 0)
    assert "Traceback" in raised.value.__notes__[0]


async def test_what_cannot_be_sent_is_an_error_and_the_process_goes_on(
    workers: Workers,
) -> None:
    child = await workers.run(os.getpid)
    with pytest.raises((AttributeError, TypeError)):
        await workers.run(lambda: None)
    for answer in ("lambda: None", "type('Odd', (), {})()", "iter(open('/dev/null'))"):
        with pytest.raises(RuntimeError, match="cannot be sent"):
            await workers.run(eval, answer)
    assert await workers.run(os.getpid) == child


async def test_the_loop_goes_on_meanwhile(workers: Workers) -> None:
    await workers.run(os.getpid)
    working = asyncio.ensure_future(workers.run(time.sleep, 0.3))
    turns = 0
    while not working.done():
        await asyncio.sleep(0.005)
        turns += 1
    assert turns > 2


async def test_a_job_whose_process_dies_is_begun_once_more(workers: Workers) -> None:
    victim = await workers.run(os.getpid)
    working = asyncio.ensure_future(workers.run(time.sleep, 0.2))
    await asyncio.sleep(0.05)
    os.kill(victim, signal.SIGKILL)
    await working
    assert await workers.run(os.getpid) != victim
    with pytest.raises(WorkerFailed):
        await workers.run(os._exit, 1)
    assert await workers.run(divmod, 9, 4) == (2, 1)


async def test_a_job_that_hangs_harms_only_itself(workers: Workers) -> None:
    both = await asyncio.gather(workers.run(_pid_slowly), workers.run(_pid_slowly))
    assert len(set(both)) == 2
    hanging = asyncio.ensure_future(workers.run_within(BRIEF, time.sleep, 60))
    other = await workers.run(_pid_slowly, 1.0)
    with pytest.raises(WorkerFailed):
        await hanging
    assert other in both
    after = set(await asyncio.gather(*(workers.run(_pid_slowly) for _ in range(4))))
    assert other in after
    assert len(after) == 2


async def test_a_job_whose_process_must_start_has_longer() -> None:
    """On a busy machine, the start alone takes as long as a picture may."""
    pool = Workers(1, prepare=_prepare_slowly)
    try:
        started = Limit(4.0)
        assert await pool.run_within(started, divmod, 7, 2) == (3, 1)
        with pytest.raises(WorkerFailed):
            await pool.run_within(Limit(0.5), time.sleep, 60)
    finally:
        await pool.close()


def _prepare_slowly() -> None:
    time.sleep(5.0)


async def test_a_stopped_process_is_killed_and_holds_up_no_stop() -> None:
    pool = Workers(1)
    child = await pool.run(os.getpid)
    os.kill(child, signal.SIGSTOP)
    with pytest.raises(WorkerFailed):
        await pool.run_within(BRIEF, divmod, 7, 2)
    child = await pool.run(os.getpid)
    os.kill(child, signal.SIGSTOP)
    working = asyncio.ensure_future(pool.run(divmod, 7, 2))
    await asyncio.sleep(0.05)
    began = time.perf_counter()
    await pool.close()
    assert time.perf_counter() - began < 20
    with pytest.raises(RuntimeError, match="closed"):
        await working
    assert await _ended(child)


async def test_a_process_is_replaced_after_so_many_jobs() -> None:
    pool = Workers(1, most_jobs=3)
    seen = [await pool.run(os.getpid) for _ in range(7)]
    assert [seen.count(each) for each in dict.fromkeys(seen)] == [3, 3, 1]
    last = await pool.run_within(Limit(20.0, last=True), os.getpid)
    assert await pool.run(os.getpid) != last
    await pool.close()


async def test_closing_waits_for_what_runs_and_nothing_starts_afterwards() -> None:
    pool = Workers(1)
    child = await pool.run(os.getpid)
    working = asyncio.ensure_future(pool.run(time.sleep, 0.2))
    await asyncio.sleep(0.05)
    waiting = asyncio.ensure_future(pool.run(os.getpid))
    await asyncio.sleep(0)
    await pool.close()
    await working
    for late in (waiting, pool.run(os.getpid)):
        with pytest.raises(RuntimeError, match="closed"):
            await late
    assert await _ended(child)


async def test_who_is_cancelled_leaves_the_job_to_its_end() -> None:
    pool = Workers(1)
    child = await pool.run(os.getpid)
    working = asyncio.ensure_future(pool.run(_pid_slowly, 0.3))
    await asyncio.sleep(0.1)
    working.cancel()
    assert await pool.run(divmod, 7, 2) == (3, 1)
    assert await pool.run(os.getpid) == child
    await pool.close()


async def test_a_job_that_asks_hears_that_nobody_waits_for_it() -> None:
    pool = Workers(1)
    child = 0
    for started in (False, True):  # its process must start first, or is there already
        working = asyncio.ensure_future(pool.run(_until_unwanted))
        await asyncio.sleep(0.3 if started else 0)
        working.cancel()
        with pytest.raises(asyncio.CancelledError):
            await working
        child = await asyncio.wait_for(pool.run(os.getpid), 30)
        assert not await pool.run(unwanted), "it is said of one job"
    working = asyncio.ensure_future(pool.run(_until_unwanted))
    await asyncio.sleep(0.1)
    working.cancel()
    assert await pool.run(os.getpid) == child, "the process goes on"
    await pool.close()
    assert not unwanted()


async def test_a_job_hears_it_that_was_dropped_before_its_process_started() -> None:
    worker = _Worker(None, 0)
    number = worker.take()
    worker.drop(number)
    job: tuple[Any, tuple[Any, ...], dict[str, Any]] = (_until_unwanted, (), {})
    assert await asyncio.to_thread(worker.run, number, job) == (True, None)
    worker.end()


async def test_workers_leave_ctrl_c_to_their_parent(workers: Workers) -> None:
    child = await workers.run(os.getpid)
    os.kill(child, signal.SIGINT)
    assert [await workers.run(os.getpid) for _ in range(4)] == [child] * 4


def _until_unwanted() -> None:
    until = time.monotonic() + 20
    while not unwanted():
        assert time.monotonic() < until
        time.sleep(0.01)


def _pid_slowly(seconds: float = 0.3) -> int:
    time.sleep(seconds)
    return os.getpid()


async def _ended(process: int) -> bool:
    """Whether a process is gone within a minute, or only waits for its parent to look."""
    for _ in range(600):
        if _state(process) in {None, "Z"}:
            return True
        await asyncio.sleep(0.1)
    return False


def _state(process: int) -> str | None:
    try:
        return Path(f"/proc/{process}/stat").read_text("ascii").split()[2]
    except (FileNotFoundError, ProcessLookupError):  # it may go while being read
        return None


_PARENT = """
import asyncio, os, time
from bot.background.workers import Workers

async def main():
    workers = Workers(1)
    print(await workers.run(os.getpid), flush=True)
    await workers.run(time.sleep, 60)

if __name__ == "__main__":
    asyncio.run(main())
"""


_IMPORTED = """
import asyncio
from bot.open_bot import JOBS
from bot.background.workers import Workers, import_ahead

async def main():
    import_ahead(JOBS)
    pool = Workers(1)
    asked = f"[each for each in {JOBS} if each not in __import__('sys').modules]"
    print(await pool.run(eval, asked))
    await pool.close()

asyncio.run(main())
"""


async def test_workers_start_with_the_modules_of_their_jobs() -> None:
    """A module that cannot be imported ahead would be passed over in silence."""
    asked = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", _IMPORTED), stdout=asyncio.subprocess.PIPE
    )
    said, _ = await asked.communicate()
    assert said.decode().strip() == "[]"


async def test_workers_end_with_a_killed_parent() -> None:
    parent = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", _PARENT), stdout=asyncio.subprocess.PIPE
    )
    assert parent.stdout is not None
    child = int(await parent.stdout.readline())
    parent.kill()
    await parent.wait()
    assert await _ended(child)
