"""Limits how many REST requests are sent, whichever part of discord.py sends them.

It uses aiohttp's tracing, so it sees every request that really leaves, including retries.
Discord counts by the bot's token. Answers to interactions are sent without it, so they never
wait here. The limits of an endpoint or a channel are left to discord.py.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, Final
from weakref import WeakKeyDictionary

import aiohttp
import discord

from bot.interactions.invalid_requests import InvalidRequests

RATE: Final = 45.0
"""Requests per second of all processes together; Discord accepts 50."""

BURST: Final = 5
"""How many may go at once: with the others of the same second, that makes 50."""

LONGEST_WAIT: Final = 30.0
"""The most seconds that a request waits for a limit of Discord; then it fails."""


class RestBudget:
    """A token bucket, and what Discord's answers demand beyond it.

    Attributes:
        trace: is told of each request by aiohttp; for `discord.Client(http_trace=...)`.
        processes: how many processes share the bot's limit; called before each request.
        limited: called with the seconds for which Discord accepts nothing from this bot, so
            that other processes can `stop` too.
        invalid: counts what Discord has refused.
    """

    def __init__(self, monotonic: Callable[[], float] = time.monotonic) -> None:
        """A full bucket, for a single process."""
        self.processes: Callable[[], int] = lambda: 1
        self.limited: Callable[[float], None] = lambda _: None
        self.invalid = InvalidRequests(monotonic)
        self.trace = aiohttp.TraceConfig()
        self.trace.on_request_start.append(self._before)
        self.trace.on_request_end.append(self._after)
        self._monotonic = monotonic
        self._due = 0.0  # when the next request could go if there were no burst
        self._stopped_until = 0.0
        self._stops = 0
        self._turns = asyncio.Lock()
        self._queued = 0  # waiting for the lock, so `_due` does not count them yet
        # Tasks that hold the turn of their next request, with the number of stops before it.
        self._reserved: WeakKeyDictionary[asyncio.Task[Any], int] = WeakKeyDictionary()

    def stop(self, seconds: float) -> None:
        """Send nothing for a while, as Discord has told this process or another one."""
        self._stopped_until = max(self._stopped_until, self._monotonic() + seconds)
        self._due = self._stopped_until
        self._stops += 1  # requests that are already waiting take another turn

    def stopped_for(self) -> float:
        """Seconds for which Discord accepts nothing from this bot; 0: it accepts requests."""
        return max(self._stopped_until - self._monotonic(), 0.0)

    def background_wait(self) -> float:
        """Seconds that requests nobody is waiting for must wait; mostly 0."""
        return self.invalid.seconds_until_fewer()

    def next_wait(self) -> float:
        """Seconds that the next request would wait: long if more is requested than allowed."""
        seconds = max(self._due - self._monotonic(), 0.0)
        return seconds + self._queued * self._sharing() / RATE

    async def wait(self) -> None:
        """Wait until a request may go, each in its turn.

        Raises:
            discord.RateLimited: Discord accepts none for too long.
        """
        self._queued += 1
        try:
            # One at a time: after a pause of the event loop, all requests whose time had come
            # would go at once.
            await self._turns.acquire()
        finally:
            self._queued -= 1
        try:
            await self._wait_for_turn()
        finally:
            self._turns.release()

    async def _wait_for_turn(self) -> None:
        while True:
            stopped = self.stopped_for()
            if stopped > LONGEST_WAIT:
                raise discord.RateLimited(stopped)
            stops = self._stops
            await asyncio.sleep(self._turn())
            if stops == self._stops:
                return

    async def reserve(self) -> bool:
        """Wait until this task's next request may go, before its content is made.

        Returns:
            Whether it waited; if so, what is to be sent may have changed.

        Raises:
            discord.RateLimited: Discord accepts none for too long.
        """
        task = asyncio.current_task()
        if task is None or self._reserved.get(task) == self._stops:
            return False
        waits = self.next_wait() > 0
        await self.wait()
        self._reserved[task] = self._stops
        return waits

    def _has_reserved(self) -> bool:
        """Whether this task holds a turn; that turn is used up now."""
        task = asyncio.current_task()
        # If Discord has stopped everything since, an earlier turn is worth nothing.
        return task is not None and self._reserved.pop(task, None) == self._stops

    def _turn(self) -> float:
        """Take the next turn for a request; returns the seconds until it comes."""
        processes = self._sharing()
        interval = processes / RATE
        now = self._monotonic()
        burst = max(BURST // processes, 1)
        self._due = max(self._due, now - (burst - 1) * interval)
        seconds = max(self._due - now, 0.0)
        self._due += interval
        return seconds

    def _sharing(self) -> int:
        return max(self.processes(), 1)

    async def _before(
        self,
        session: aiohttp.ClientSession,
        context: SimpleNamespace,
        params: aiohttp.TraceRequestStartParams,
    ) -> None:
        del session, context
        if "Authorization" in params.headers and not self._has_reserved():
            await self.wait()

    async def _after(
        self,
        session: aiohttp.ClientSession,
        context: SimpleNamespace,
        params: aiohttp.TraceRequestEndParams,
    ) -> None:
        del session, context
        status, headers = params.response.status, params.response.headers
        scope = headers.get("X-RateLimit-Scope")
        self.invalid.note(status, scope)
        # Without Via, the answer comes from Cloudflare, which has banned this address.
        everywhere = scope == "global" or "X-RateLimit-Global" in headers
        if status == 429 and (everywhere or "Via" not in headers):
            seconds = _seconds(headers.get("Retry-After"))
            self.stop(seconds)
            self.limited(seconds)


def _seconds(retry_after: str | None) -> float:
    """The seconds that a header asks to wait; one if it does not say."""
    try:
        return float(retry_after or 1.0)
    except ValueError:
        return 1.0
