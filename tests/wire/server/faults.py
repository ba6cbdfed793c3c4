"""What can go wrong on the way, switched on for an endpoint and so many requests."""

from __future__ import annotations

import asyncio
from collections import Counter, defaultdict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Literal, assert_never

import msgspec
from aiohttp import web

Kind = Literal["error", "limit", "drop", "lost", "slow"]
Scope = Literal["user", "global", "shared"]
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


@dataclass(frozen=True)
class Fault:
    """One way in which a request fails.

    Attributes:
        kind: error: answered with `status` and `code`, nothing done; limit: 429; drop:
            the connection breaks, nothing done; lost: done, but the answer is lost;
            slow: done and answered after `seconds`.
        status, code: those of an error; the code is Discord's own.
        seconds: how long until the answer, or how long a 429 asks to wait.
        scope: of a 429: this bot and endpoint, everything the bot does, or many bots.
        once: whether a second try at the same URL goes through.
    """

    kind: Kind
    status: int = 500
    code: int = 0
    seconds: float = 0.0
    scope: Scope = "user"
    once: bool = False


class Faults:
    """The faults that are switched on, by the name of the endpoint."""

    def __init__(self) -> None:
        self._on: dict[str, list[Fault]] = defaultdict(list)
        self._met: set[str] = set()
        self.struck: Counter[str] = Counter()

    def on(self, endpoint: str, fault: Fault, times: int = 1) -> None:
        """Let the next requests of an endpoint fail."""
        self._on[endpoint] += [fault] * times

    def waits(self, endpoint: str) -> bool:
        """Whether a fault of an endpoint has not struck yet."""
        return bool(self._on.get(endpoint))

    def off(self) -> None:
        """Let everything work again."""
        self._on.clear()

    async def around(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Answer a request, with the next fault that is switched on for its endpoint."""
        name = request.match_info.route.name or ""
        waiting = self._on.get(name)
        if not waiting or (waiting[0].once and request.path in self._met):
            return await handler(request)
        fault = waiting.pop(0)
        self._met.add(request.path)
        self.struck[name] += 1
        match fault.kind:
            case "error":
                await asyncio.sleep(fault.seconds)
                return refused(fault.status, fault.code, "switched on by a test")
            case "limit":
                return limited(fault.seconds, fault.scope)
            case "drop":
                await asyncio.sleep(fault.seconds)
                return _broken(request)
            case "lost":
                await handler(request)
                return _broken(request)
            case "slow":
                await asyncio.sleep(fault.seconds)
                return await handler(request)
            case _:
                assert_never(fault.kind)


def answered(value: object, status: int = 200) -> web.Response:
    """A JSON answer; the type is exactly Discord's, without a charset."""
    raw = msgspec.json.encode(value)
    return web.Response(status=status, body=raw, headers={"Content-Type": "application/json"})


def refused(status: int, code: int, message: str) -> web.Response:
    """One of Discord's errors."""
    return answered({"code": code, "message": message}, status)


def limited(seconds: float, scope: Scope = "user") -> web.Response:
    """Too many requests, as Discord itself says it (the header Via shows that it is no ban)."""
    everywhere = scope == "global"
    said = answered(
        {
            "message": "You are being rate limited.",
            "retry_after": seconds,
            "global": everywhere,
        },
        429,
    )
    said.headers.update(
        {
            "Via": "1.1 google",
            "Retry-After": str(seconds),
            "X-RateLimit-Limit": "5",
            "X-RateLimit-Remaining": "0",
            "X-RateLimit-Reset-After": str(seconds),
            "X-RateLimit-Scope": scope,
            **({"X-RateLimit-Global": "true"} if everywhere else {}),
        }
    )
    return said


def _broken(request: web.Request) -> web.Response:
    """Close the connection instead of answering."""
    if request.transport is not None:
        request.transport.abort()
    return web.Response(status=500)
