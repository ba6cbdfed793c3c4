"""Discord's usual rate limits: by channel or token, and for everything that the bot sends."""

from __future__ import annotations

import time
from collections import defaultdict, deque
from typing import Final

from aiohttp import web

from tests.wire.server.faults import limited

PACES: Final = {
    "message.post": (5, 5.0),
    "message.edit": (5, 5.0),
    "answer.edit": (5, 2.0),
    "answer.post": (5, 2.0),
}
"""How many requests an endpoint accepts per channel or token, in how many seconds."""

EVERYWHERE: Final = 50
"""How many requests Discord accepts from the bot in a second, except for answers."""


class Limits:
    """The requests that have come recently.

    Attributes:
        exceeded: how many requests were too many.
    """

    def __init__(self, *, paced: bool) -> None:
        """Nothing has come yet.

        Args:
            paced: whether the limits are enforced.
        """
        self.exceeded = 0
        self._paced = paced
        self._latest: deque[float] = deque()
        self._windows: dict[tuple[str, str], tuple[float, int]] = defaultdict(lambda: (0.0, 0))

    def count(self, request: web.Request) -> dict[str, str] | web.Response:
        """The headers about limits, or 429 for one request too many."""
        if self._paced and "Authorization" in request.headers and self._too_many():
            self.exceeded += 1
            return limited(1.0, "global")
        name = request.match_info.route.name or ""
        most, seconds = PACES.get(name, (1000, 1.0)) if self._paced else (100_000, 1.0)
        major = request.match_info.get("channel_id") or request.match_info.get(
            "webhook_token", ""
        )
        now = time.monotonic()
        begun, count = self._windows[name, major]
        if now - begun > seconds:
            begun, count = now, 0
        if count >= most:
            self.exceeded += 1
            return limited(round(begun + seconds - now, 3))
        self._windows[name, major] = (begun, count + 1)
        left = begun + seconds - now
        return {
            "X-RateLimit-Limit": str(most),
            "X-RateLimit-Remaining": str(most - count - 1),
            "X-RateLimit-Reset": f"{time.time() + left:.3f}",
            "X-RateLimit-Reset-After": f"{left:.3f}",
            "X-RateLimit-Bucket": f"bucket-{name}",
        }

    def _too_many(self) -> bool:
        """Whether this request is one too many in its second."""
        now = time.monotonic()
        while self._latest and self._latest[0] < now - 1.0:
            self._latest.popleft()
        self._latest.append(now)
        return len(self._latest) > EVERYWHERE
