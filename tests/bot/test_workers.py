"""The workers: processes that answer, break, and always end."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import time
from collections.abc import AsyncIterator
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path

import pytest

from bot.workers import Workers


@pytest.fixture
async def workers() -> AsyncIterator[Workers]:
    pool = Workers(2)
    yield pool
    await pool.close()


async def test_work_is_done_in_other_processes(workers: Workers) -> None:
    assert await workers.run(os.getpid) != os.getpid()
    assert await workers.run(divmod, 7, 2) == (3, 1)
    with pytest.raises(ZeroDivisionError):
        await workers.run(divmod, 7, 0)


async def test_the_loop_goes_on_meanwhile(workers: Workers) -> None:
    await workers.run(os.getpid)
    working = asyncio.ensure_future(workers.run(time.sleep, 0.3))
    longest, last = 0.0, time.perf_counter()
    while not working.done():
        await asyncio.sleep(0.005)
        longest, last = max(longest, time.perf_counter() - last), time.perf_counter()
    assert longest < 0.2


async def test_a_pool_that_broke_is_rebuilt_once(workers: Workers, tmp_path: Path) -> None:
    victim = await workers.run(os.getpid)
    working = asyncio.ensure_future(workers.run(time.sleep, 0.2))
    os.kill(victim, signal.SIGKILL)
    await working
    assert await workers.run(os.getpid) != victim
    with pytest.raises(BrokenProcessPool):
        await workers.run(os._exit, 1)
    assert await workers.run(divmod, 9, 4) == (2, 1)


async def test_closing_waits_for_what_runs_and_nothing_starts_afterwards() -> None:
    pool = Workers(1)
    child = await pool.run(os.getpid)
    working = asyncio.ensure_future(pool.run(time.sleep, 0.2))
    await asyncio.sleep(0.05)
    await pool.close()
    await working
    with pytest.raises(ProcessLookupError):
        os.kill(child, 0)
    with pytest.raises(RuntimeError, match="closed"):
        await pool.run(os.getpid)


async def test_workers_leave_ctrl_c_to_their_parent(workers: Workers) -> None:
    child, pool = await workers.run(os.getpid), workers._pool
    os.kill(child, signal.SIGINT)
    for _ in range(4):
        assert await workers.run(divmod, 9, 4) == (2, 1)
    assert workers._pool is pool


async def _ended(process: int) -> bool:
    """Whether a process is gone, or only waits for its parent to look, within 10 s."""
    for _ in range(100):
        if _state(process) in {None, "Z"}:
            return True
        await asyncio.sleep(0.1)
    return False


def _state(process: int) -> str | None:
    try:
        return Path(f"/proc/{process}/stat").read_text("ascii").split()[2]
    except FileNotFoundError:
        return None


async def test_the_other_workers_of_a_broken_pool_end(workers: Workers) -> None:
    await asyncio.gather(workers.run(time.sleep, 0.3), workers.run(time.sleep, 0.3))
    pool = workers._pool
    assert pool is not None
    first, second = pool._processes
    os.kill(first, signal.SIGKILL)
    assert await _ended(second)
    assert await workers.run(os.getpid) not in {first, second}


_PARENT = """
import asyncio, os
from bot.workers import Workers

async def main():
    print(await Workers(1).run(os.getpid), flush=True)
    await asyncio.sleep(60)

if __name__ == "__main__":
    asyncio.run(main())
"""


async def test_workers_end_with_a_killed_parent() -> None:
    parent = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", _PARENT), stdout=asyncio.subprocess.PIPE
    )
    assert parent.stdout is not None
    child = int(await parent.stdout.readline())
    parent.kill()
    await parent.wait()
    assert await _ended(child)
