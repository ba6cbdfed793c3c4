"""A few processes for what would block the loop: drawing, thinking, replaying."""

from __future__ import annotations

import asyncio
import signal
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import Pipe, get_context, parent_process
from multiprocessing.connection import Connection, wait
from os import _exit
from typing import Final, ParamSpec, TypeVar

from bot.editions import Texts, recall

P = ParamSpec("P")
T = TypeVar("T")

PATIENCE: Final = 0.5
"""How many seconds a task may go on when the pool is closed."""


class Workers:
    """A small pool of processes, started with its first task.

    Attributes:
        texts: the editions that a process knows from its start on.
    """

    def __init__(self, count: int = 2) -> None:
        """A pool of at most `count` processes."""
        self.texts: Texts = ()
        self._count = count
        self._pool: ProcessPoolExecutor | None = None
        self._leash: Connection | None = None
        self._closed = False

    async def run(self, call: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run a picklable function in a worker; its exceptions are raised here.

        A pool that broke (a worker was killed) is rebuilt and the call repeated
        once.

        Raises:
            BrokenProcessPool: it broke twice.
            RuntimeError: the pool is closed.
        """
        pool = self._open()
        try:
            return await self._submit(pool, call, *args, **kwargs)
        except BrokenProcessPool:
            if self._pool is pool:
                self._pool = None
            return await self._submit(self._open(), call, *args, **kwargs)

    async def close(self) -> None:
        """Wait a moment for the running tasks, drop the waiting ones, end the processes."""
        self._closed = True
        pool, self._pool = self._pool, None
        leash, self._leash = self._leash, None
        if pool is None or leash is None:
            return
        ending = asyncio.create_task(
            asyncio.to_thread(pool.shutdown, wait=True, cancel_futures=True)
        )
        await asyncio.wait({ending}, timeout=PATIENCE)
        leash.close()  # a process that still works feels it, and ends
        await ending

    @staticmethod
    async def _submit(
        pool: ProcessPoolExecutor, call: Callable[P, T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        return await asyncio.wrap_future(pool.submit(call, *args, **kwargs))

    def _open(self) -> ProcessPoolExecutor:
        if self._closed:
            raise RuntimeError("the workers are closed")
        if self._pool is None:
            held, self._leash = Pipe(duplex=False)
            # Spawned, not forked: the parent has threads.
            self._pool = ProcessPoolExecutor(
                self._count,
                mp_context=get_context("spawn"),
                initializer=_begin,
                initargs=(self.texts, held),
            )
        return self._pool


def _begin(texts: Texts, leash: Connection) -> None:
    """Know the editions, leave Ctrl-C to the parent, and end when it is gone or lets go.

    SIGTERM stays what it is: a broken pool ends its other workers with it.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    recall(texts)
    threading.Thread(target=_follow_parent, args=(leash,), daemon=True).start()


def _follow_parent(leash: Connection) -> None:
    parent = parent_process()
    if parent is not None:
        wait([parent.sentinel, leash])
        _exit(0)
