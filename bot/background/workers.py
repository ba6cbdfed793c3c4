"""A few processes for what would block the loop: drawing, thinking, replaying.

Each process runs one job at a time and is separate: one that dies or hangs does not affect
the others.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import pickle
import signal
import threading
import traceback
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from heapq import heappop, heappush
from multiprocessing import Pipe, get_all_start_methods, get_context, parent_process
from multiprocessing.connection import Connection, wait
from typing import Any, Final, ParamSpec, TypeVar

import msgspec

P = ParamSpec("P")
T = TypeVar("T")

CLOSE_TIMEOUT: Final = 0.5
"""How many seconds a job may go on when the workers are closed."""

MOST_JOBS: Final = 500
"""After so many jobs a process ends and gives its memory back; another takes its place."""

NICENESS: Final = 10
"""By how much a worker gives way to the loop: clicks are answered before pictures are drawn."""

FRESH: Final = 3.0
"""How many times as long a job may take if its process must start first. On a busy machine the
process gives way to others while it imports, and could be killed before its first picture."""

ATTEMPTS: Final = 2
"""How often a job is begun if its process dies."""

STEP: Final = 2.0
"""By how many seconds a job yields to jobs of the rank before. Jobs that come later than that
are behind it, so a job of a high rank waits longer, but not for ever."""

_log = logging.getLogger(__name__)

# Not forked from this process, which has threads. A server imports everything once and forks a
# worker in a twentieth of the time that a new interpreter needs to import it all.
_context: Final[Any] = get_context(
    "forkserver" if "forkserver" in get_all_start_methods() else "spawn"
)


def import_ahead(modules: Sequence[str]) -> None:
    """Let workers start with these modules; call it before the first one starts."""
    _context.set_forkserver_preload(list(modules))


class Limit(msgspec.Struct, frozen=True):
    """What a job may take.

    Attributes:
        seconds: after which its process is killed; `FRESH` times as many if it must start.
        last: whether the process ends after the job and gives its memory back.
        rank: when all processes are busy, the job of the lowest rank is begun first; of equals,
            the one that has waited longer. After `STEP` seconds a job counts as one of the rank
            before.
    """

    seconds: float
    last: bool = False
    rank: int = 0


SHORT: Final = Limit(20.0)
"""A picture, or a computer player's action."""

BEHIND: Final = Limit(20.0, rank=1)
"""A picture that nobody has just asked for: those that someone waits for come first."""

LONG: Final = Limit(60.0)
"""Several pictures, or the replay of a game."""

IDLE: Final = Limit(60.0, rank=60)
"""A job that nobody waits for: for two minutes every other waiting job is begun before it."""

LONG_LAST: Final = Limit(120.0, last=True)
"""A job that also takes a lot of memory: a film."""


class WorkerFailed(Exception):  # noqa: N818 - it says what happened to the worker
    """A job hung, or its processes died; it may succeed another time."""


class Workers:
    """At most `count` processes, each started with its first job."""

    def __init__(
        self,
        count: int = 2,
        prepare: Callable[[], None] | None = None,
        *,
        niceness: int = NICENESS,
        most_jobs: int = MOST_JOBS,
    ) -> None:
        """No process runs yet.

        Args:
            count: the most processes there are.
            prepare: called in each process before its first job; picklable.
            niceness: by how much each process gives way to others; at most 19.
            most_jobs: after so many jobs a process is replaced.
        """
        self._most_jobs = most_jobs
        self._workers = [_Worker(prepare, niceness) for _ in range(count)]
        self._free = self._queue()
        self._threads = ThreadPoolExecutor(count, "worker")
        self._jobs: set[asyncio.Task[Any]] = set()
        self._closed = False

    async def run(self, call: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run a picklable function in a process, within `SHORT`; see `run_within`."""
        return await self.run_within(SHORT, call, *args, **kwargs)

    async def run_within(
        self, limit: Limit, call: Callable[P, T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Run a picklable function in a process; its exceptions are raised here.

        A job whose process dies is begun once more in another. A job that takes too long is
        not: its process is killed. If this call is cancelled, the job goes on to its end, which
        comes sooner if the job calls `unwanted` now and then.

        Raises:
            WorkerFailed: the job hung, or its process died each time.
            RuntimeError: the workers are closed.
        """
        for attempt in range(1, ATTEMPTS + 1):
            worker = await self._free.get(limit.rank)
            if self._closed:
                self._free.put(worker)
                raise RuntimeError("the workers are closed")
            number = worker.take()
            work = (call, args, kwargs)
            job = asyncio.create_task(self._finish(worker, limit, number, work))
            self._jobs.add(job)
            job.add_done_callback(self._forget)
            try:
                result: T = await asyncio.shield(job)
            except asyncio.CancelledError:
                worker.drop(number)
                raise
            except EOFError:
                if not self._closed:
                    _log.warning("a worker died in attempt %s at %s", attempt, _name(call))
            else:
                return result
        raise WorkerFailed(f"the workers died running {_name(call)}")

    async def close(self) -> None:
        """Wait a moment for the running jobs, then kill the processes."""
        self._closed = True
        await self.finish_jobs(CLOSE_TIMEOUT, worker_ends=True)
        self._threads.shutdown(wait=False)

    async def finish_jobs(self, seconds: float, *, worker_ends: bool) -> None:
        """Wait for the running jobs, then kill the processes that are still working.

        Args:
            seconds: how long to wait.
            worker_ends: whether the idle processes are killed as well, for good.
        """
        if self._jobs:
            await asyncio.wait(self._jobs, timeout=seconds)
        for worker in self._workers:
            if worker_ends:
                worker.end()
            elif self._jobs:
                worker.kill()
        if self._jobs:
            await asyncio.wait(self._jobs)

    def _queue(self) -> _Free:
        """All workers, free; the first one is used first."""
        return _Free(reversed(self._workers))

    async def _finish(self, worker: _Worker, limit: Limit, number: int, job: _Job) -> Any:
        """Run one job to its end, or kill it; then the process is free for another.

        Raises:
            EOFError: the process died.
            WorkerFailed: the job took too long, so the process was killed.
            Exception: what the job raises.
        """
        loop = asyncio.get_running_loop()
        seconds = limit.seconds * (FRESH if worker.must_start else 1.0)
        working = loop.run_in_executor(self._threads, worker.run, number, job)
        try:
            done, _ = await asyncio.wait({working}, timeout=seconds)
            if not done:
                worker.kill()
                await asyncio.wait({working})
                if not _answered(working):
                    raise WorkerFailed(f"{_name(job[0])} took more than {seconds:g} s")
            good, answer = await working
        except asyncio.CancelledError:  # the loop ends: nobody would see the end of the job
            worker.kill()
            raise
        finally:
            if limit.last or worker.jobs >= self._most_jobs:
                worker.kill()
            self._free.put(worker)
        if good:
            return answer
        raise answer

    def _forget(self, job: asyncio.Task[Any]) -> None:
        self._jobs.discard(job)
        if not job.cancelled():
            job.exception()  # its caller may have been cancelled


_Job = tuple[Callable[..., Any], tuple[Any, ...], dict[str, Any]]


def _name(call: Callable[..., Any]) -> str:
    return getattr(call, "__qualname__", repr(call))


def _answered(working: asyncio.Future[Any]) -> bool:
    """Whether a job ended at the very moment when its time was over."""
    return working.exception() is None


class _Free:
    """The free workers: the last one used is used next; others start when needed."""

    def __init__(self, workers: Iterable[_Worker]) -> None:
        self._workers = list(workers)
        self._waiting: list[tuple[float, int, asyncio.Future[_Worker]]] = []
        self._asked = 0

    async def get(self, rank: int) -> _Worker:
        """A free worker; waiting callers get one in order of arrival, delayed by their rank."""
        if self._workers:
            return self._workers.pop()
        loop = asyncio.get_running_loop()
        coming: asyncio.Future[_Worker] = loop.create_future()
        self._asked += 1
        heappush(self._waiting, (loop.time() + rank * STEP, self._asked, coming))
        try:
            return await coming
        except asyncio.CancelledError:
            if coming.done() and not coming.cancelled():  # it came at this very moment
                self.put(coming.result())
            raise

    def put(self, worker: _Worker) -> None:
        """Take back a worker that is free."""
        while self._waiting:
            _, _, coming = heappop(self._waiting)
            if not coming.done():  # otherwise its caller no longer waits
                coming.set_result(worker)
                return
        self._workers.append(worker)


class _Worker:
    """One process, started again with the next job after it has died.

    Attributes:
        jobs: how many the present process has begun.
    """

    def __init__(self, prepare: Callable[[], None] | None, niceness: int) -> None:
        self.jobs = 0
        self._prepare = prepare
        self._niceness = niceness
        # `kill` and `run` are called in different threads, even while a process starts.
        self._lock, self._running = threading.Lock(), threading.Lock()
        self._process: Any = None
        self._pipe: Connection | None = None
        self._drops: Connection | None = None
        self._number = self._dropped = 0
        self._killed = self._ended = False

    def take(self) -> int:
        """The number of the next job."""
        self._number += 1
        return self._number

    @property
    def must_start(self) -> bool:
        """Whether the next job starts a process first."""
        return self._pipe is None or self._killed or not self._process.is_alive()

    def drop(self, number: int) -> None:
        """Tell the process that nobody waits for this job any more; it must ask to hear it."""
        self._dropped = number
        self._send_drop()

    def _send_drop(self) -> None:
        """Send the number. This never blocks: it is a few bytes, a few times per process."""
        if self._drops is not None:
            with contextlib.suppress(OSError):  # the process has ended, or is replaced
                self._drops.send(self._dropped)

    def run(self, number: int, job: _Job) -> tuple[bool, Any]:
        """Run a job; blocks. Returns true with its result, or false with its exception.

        Raises:
            EOFError: the process died.
            Exception: what pickling raises.
        """
        with self._running:
            with self._lock:
                pipe = self._start()
                self.jobs += 1
            try:
                if number == self._dropped:  # before there was a process to tell
                    self._send_drop()
                pipe.send((number, job))
                answer: tuple[bool, Any] = pipe.recv()
            except (EOFError, OSError) as error:
                self.kill()  # dead or as good as dead: it is not used again
                raise EOFError from error
            return answer

    def kill(self) -> None:
        """Kill the process at once, whatever it is doing, even if it is suspended."""
        with self._lock:
            if self._process is not None:
                self._process.kill()
                self._killed = True

    def end(self) -> None:
        """Like `kill`, but let no process take its place."""
        with self._lock:
            self._ended = True
        self.kill()

    def _start(self) -> Connection:
        """The pipe to a living process.

        Raises:
            EOFError: called after `end`.
        """
        if self._ended:
            raise EOFError
        if self._pipe is not None:
            if self._process.is_alive() and not self._killed:
                return self._pipe
            self._process.join()
            self._pipe.close()  # `_drops` closes itself once nobody sends on it any more
        self._pipe, theirs = Pipe()
        drops, self._drops = Pipe(duplex=False)
        self._process = _context.Process(
            target=_work,
            args=(theirs, drops, self._prepare, self._niceness),
            name="worker",
            daemon=True,
        )
        self._process.start()
        theirs.close()  # so that its death is noticed
        drops.close()
        self.jobs, self._killed = 0, False
        return self._pipe


class _Wanted:
    """In a worker: whether someone waits for the present job.

    Attributes:
        number: that of the present job.
        drops: brings the numbers of jobs for which nobody waits any more.
    """

    def __init__(self) -> None:
        self.number = 0
        self.drops: Connection | None = None
        self._dropped = 0

    def over(self) -> bool:
        """Whether the present job has been dropped."""
        with contextlib.suppress(EOFError, OSError):
            while self.drops is not None and self.drops.poll():
                self._dropped = self.drops.recv()
        return 0 < self.number == self._dropped


_wanted = _Wanted()


def unwanted() -> bool:
    """Whether nobody waits any more for the job that calls this; False outside a worker."""
    return _wanted.over()


def _work(
    pipe: Connection, drops: Connection, prepare: Callable[[], None] | None, niceness: int
) -> None:
    """Do jobs in a process, one after another, until its parent has ended.

    Ctrl-C is left to the parent.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):  # not on Windows
        os.nice(niceness)
    if prepare is not None:
        prepare()
    threading.Thread(target=_end_with_parent, daemon=True).start()
    _wanted.drops = drops
    with contextlib.suppress(EOFError, OSError):
        while True:
            _wanted.number, (call, args, kwargs) = pipe.recv()
            _answer(pipe, call, args, kwargs)


def _answer(
    pipe: Connection, call: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]
) -> None:
    try:
        answer = True, call(*args, **kwargs)
    except Exception as error:  # noqa: BLE001 - raised again where the job was given
        error.add_note(traceback.format_exc())
        answer = False, error
    try:
        pipe.send(answer)
    except (pickle.PicklingError, TypeError, AttributeError, ValueError) as error:
        pipe.send((False, RuntimeError(f"the answer of {_name(call)} cannot be sent: {error}")))


def _end_with_parent() -> None:
    """End this process when its parent has ended, even in the middle of a job."""
    parent = parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(0)
