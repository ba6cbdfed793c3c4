"""How the bot is: for `/host status`, and for the host's own machine over HTTP.

What it tells is figures: no name, no hand, no text of an error.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import time
from collections import deque
from collections.abc import Callable
from functools import partial
from importlib.metadata import version
from typing import Final

import msgspec
from aiohttp import web

from bot.store import Store

VERSION: Final = version("maecenas")

HERE: Final = "127.0.0.1"
"""The only address that is listened on."""

EVERY: Final = 0.25
"""Seconds between two looks at the loop."""

KEPT: Final = 240
"""How many looks are remembered: a minute of them."""


class Failure(msgspec.Struct, frozen=True):
    """The latest error of the log: when (Unix seconds) and of which kind, nothing more."""

    at: float
    kind: str


class Health(msgspec.Struct, frozen=True):
    """The figures of a moment.

    Attributes:
        version: the release.
        uptime: whole seconds since the start.
        connected: whether Discord's events arrive.
        games: open games and lobbies.
        queue: messages that are still to be sent.
        lag: the most milliseconds that the loop was late in the last minute.
        error: the latest one since the start.
    """

    version: str
    uptime: int
    connected: bool
    games: int
    queue: int
    lag: float
    error: Failure | None


class Watch:
    """Looks after one bot, from `start` until `close`."""

    def __init__(
        self, connected: Callable[[], bool], clock: Callable[[], float] = time.time
    ) -> None:
        """A watch that has not begun; it can tell its figures all the same.

        Args:
            connected: whether Discord's events arrive.
            clock: Unix seconds.
        """
        self.since = clock()
        self._connected = connected
        self._began = time.monotonic()
        self._late: deque[float] = deque([0.0], maxlen=KEPT)
        self._next: asyncio.TimerHandle | None = None
        self._errors = _Errors(clock)
        self._runner: web.AppRunner | None = None

    async def start(self, port: int | None, store: Store) -> None:
        """Watch the loop and the log, and answer `GET /health` on a port, if one is given.

        Raises:
            OSError: the port cannot be had.
        """
        self._look(asyncio.get_running_loop().time())
        logging.getLogger().addHandler(self._errors)
        if port is None:
            return
        page = web.Application()
        page.router.add_get("/health", partial(self._answer, store))
        self._runner = web.AppRunner(page, access_log=None, shutdown_timeout=0.1)
        await self._runner.setup()
        await web.TCPSite(self._runner, HERE, port).start()

    async def close(self) -> None:
        """Watch no more, and free the port."""
        logging.getLogger().removeHandler(self._errors)
        if self._next is not None:
            self._next.cancel()
        if self._runner is not None:
            await self._runner.cleanup()

    async def health(self, store: Store) -> Health:
        """The figures now. Raises: sqlite3.Error."""
        return Health(
            version=VERSION,
            uptime=int(time.monotonic() - self._began),
            connected=self._connected(),
            games=await store.games.open(),
            queue=await store.outbox.waiting(),
            lag=round(max(self._late) * 1000, 1),
            error=self._errors.latest,
        )

    def _look(self, due: float) -> None:
        """Remember how late this look is, and plan the next."""
        loop = asyncio.get_running_loop()
        now = loop.time()
        self._late.append(max(now - due, 0.0))
        self._next = loop.call_at(now + EVERY, self._look, now + EVERY)

    async def _answer(self, store: Store, _: web.Request) -> web.Response:
        try:
            told, status = msgspec.json.encode(await self.health(store)), 200
        except sqlite3.Error:
            told, status = b'{"error":"the database cannot be read"}', 503
        return web.Response(body=told, status=status, content_type="application/json")


class _Errors(logging.Handler):
    """Remembers the latest error of the log, by its kind."""

    def __init__(self, clock: Callable[[], float]) -> None:
        super().__init__(logging.ERROR)
        self.latest: Failure | None = None
        self._clock = clock

    def emit(self, record: logging.LogRecord) -> None:
        """Keep when it was, and the type of its exception, else the room that wrote it."""
        kind = record.exc_info[0] if record.exc_info else None
        self.latest = Failure(self._clock(), kind.__name__ if kind else record.name)
