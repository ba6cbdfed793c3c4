"""Health of the bot: for `/host status`, and over HTTP for the host's own machine.

Figures only: no name, no hand, no error text.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from collections.abc import Awaitable, Callable
from importlib.metadata import version
from math import nan
from typing import Final

import msgspec
from aiohttp import web

from bot.background.metrics import Metrics
from bot.store import DatabaseError, Store

VERSION: Final = version("maecenas")

LOOPBACK: Final = "127.0.0.1"
"""The only address that the bot listens on."""

LOCAL_NAMES: Final = frozenset({LOOPBACK, "localhost", "::1"})
"""The names by which a request may address this machine, unless the host sets more."""

INTERVAL: Final = 0.25
"""Seconds between two measurements of the loop's lag."""

KEPT: Final = 240
"""How many measurements are remembered: a minute of them."""

MOST_COUNTED: Final = 10_000
"""How far games and messages are counted, so that a larger store costs no more."""


class Failure(msgspec.Struct, frozen=True):
    """The latest error in the log: when (Unix seconds) and of which kind, nothing more."""

    at: float
    kind: str


class Health(msgspec.Struct, frozen=True):
    """The figures of a moment.

    Attributes:
        version: the release.
        uptime: whole seconds since the start.
        connected: whether Discord's events arrive on every shard.
        shards: the same for each shard, in order.
        games: open games and lobbies, up to `MOST_COUNTED`.
        queue: messages still to be sent, up to the same number.
        lag: the most milliseconds by which the event loop was late in the last minute.
        error: the latest one since the start.
    """

    version: str
    uptime: int
    connected: bool
    shards: tuple[bool, ...]
    games: int
    queue: int
    lag: float
    error: Failure | None


class HealthMonitor:
    """Measures one bot, from `start` until `close`.

    Attributes:
        since: when the bot was made, Unix seconds.
    """

    def __init__(
        self,
        store: Store,
        shards: Callable[[], tuple[bool, ...]],
        metrics: Metrics,
        clock: Callable[[], float] = time.time,
        hosts: frozenset[str] = frozenset(),
    ) -> None:
        """Not started yet.

        Args:
            store: what is counted.
            shards: says for each shard whether its events arrive; none before the start.
            metrics: the metrics, which get some of the figures.
            clock: Unix seconds.
            hosts: further names by which a request may address this machine.
        """
        self.since = clock()
        self._store = store
        self._shards = shards
        self._metrics = metrics
        self._hosts = hosts
        self._began = time.monotonic()
        self._lags: deque[float] = deque([0.0], maxlen=KEPT)
        self._next: asyncio.TimerHandle | None = None
        self._errors = _Errors(clock)
        self._runner: web.AppRunner | None = None

    async def start(self, port: int | None) -> None:
        """Measure the loop, follow the log, and answer on a port, if any, as `listen` does.

        Raises:
            OSError: the port is not available.
        """
        self._measure(asyncio.get_running_loop().time())
        logging.getLogger().addHandler(self._errors)
        await self.listen(port)

    async def listen(self, port: int | None) -> None:
        """Answer `/health` and `/metrics` on a port, if any.

        Raises:
            OSError: the port is not available.
        """
        if port is None:
            return
        application = web.Application(middlewares=[self._only_addressed])
        application.router.add_get("/health", self._answer)
        application.router.add_get("/metrics", self._answer_metrics)
        self._runner = web.AppRunner(application, access_log=None, shutdown_timeout=0.1)
        await self._runner.setup()
        await web.TCPSite(self._runner, LOOPBACK, port).start()

    async def close(self) -> None:
        """Stop measuring, and free the port."""
        logging.getLogger().removeHandler(self._errors)
        if self._next is not None:
            self._next.cancel()
        if self._runner is not None:
            await self._runner.cleanup()

    async def figures(self) -> Health:
        """The figures now.

        Raises:
            DatabaseError: the database cannot be used.
        """
        shards = self._shards()
        return Health(
            version=VERSION,
            uptime=int(time.monotonic() - self._began),
            connected=bool(shards) and all(shards),
            shards=shards,
            games=await self._store.game_index.count_all_open(MOST_COUNTED),
            queue=await self._store.outbox.count(MOST_COUNTED),
            lag=round(self._lag() * 1000, 1),
            error=self._errors.latest,
        )

    def _lag(self) -> float:
        """The longest delay of the last minute, in seconds."""
        return max(self._lags)

    def _measure(self, due: float) -> None:
        """Remember how late this call is, and schedule the next."""
        loop = asyncio.get_running_loop()
        now = loop.time()
        self._lags.append(max(now - due, 0.0))
        self._next = loop.call_at(now + INTERVAL, self._measure, now + INTERVAL)

    @web.middleware
    async def _only_addressed(
        self,
        request: web.Request,
        handler: Callable[[web.Request], Awaitable[web.StreamResponse]],
    ) -> web.StreamResponse:
        """Refuse requests addressed to another machine."""
        if not is_addressed(request, self._hosts):
            raise web.HTTPForbidden
        return await handler(request)

    async def _answer(self, _: web.Request) -> web.Response:
        try:
            body, status = msgspec.json.encode(await self.figures()), 200
        except DatabaseError:
            body, status = b'{"error":"the database cannot be read"}', 503
        return web.Response(body=body, status=status, content_type="application/json")

    async def _answer_metrics(self, request: web.Request) -> web.Response:
        """Answer with the metrics; while the database cannot be read, its figures are NaN."""
        metrics = self._metrics
        try:
            now = await self.figures()
        except DatabaseError:
            metrics.games.set(nan)
            metrics.queue.set(nan)
        else:
            metrics.games.set(now.games)
            metrics.queue.set(now.queue)
        shards = self._shards()
        metrics.connected.set(bool(shards) and all(shards))
        metrics.lag.set(self._lag())
        body, content_type = metrics.exposition(request.headers.get("Accept", ""))
        return web.Response(body=body, headers={"Content-Type": content_type})


def is_addressed(request: web.Request, hosts: frozenset[str] = frozenset()) -> bool:
    """Whether a request is for this machine, or for one of these names.

    A page of another site may point its own name at 127.0.0.1 (DNS rebinding) and read the
    answer; the browser still sends that name.
    """
    try:
        return request.url.host in LOCAL_NAMES | hosts
    except ValueError:
        return False


class _Errors(logging.Handler):
    """Remembers the latest error in the log, by its kind."""

    def __init__(self, clock: Callable[[], float]) -> None:
        super().__init__(logging.ERROR)
        self.latest: Failure | None = None
        self._clock = clock

    def emit(self, record: logging.LogRecord) -> None:
        """Keep the time of a record, and its exception's type or else its logger's name."""
        kind = record.exc_info[0] if record.exc_info else None
        self.latest = Failure(self._clock(), kind.__name__ if kind else record.name)
