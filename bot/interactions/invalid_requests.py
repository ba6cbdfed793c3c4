"""Requests that Discord calls invalid: answered with 401, 403 or 429.

After 10,000 of them in ten minutes, Discord bans an address for a while. See "Invalid Request
Limit" on Discord's page about rate limits.
"""

from __future__ import annotations

import logging
import time
from collections import deque
from collections.abc import Callable
from typing import Final

STATUSES: Final = frozenset({401, 403, 429})

WINDOW: Final = 600.0
"""For how many seconds Discord counts a request."""

MOST: Final = 5_000
"""This many in a window stop requests nobody is waiting for: half of what Discord allows."""

ASKED_AGAIN: Final = 5.0
"""Seconds until the count of other processes is updated."""

_log = logging.getLogger(__name__)


class InvalidRequests:
    """Counts the invalid requests of the last ten minutes.

    Attributes:
        noted: how many this process has had since it began.
        elsewhere: how many other processes have had in the last ten minutes.
    """

    def __init__(self, monotonic: Callable[[], float] = time.monotonic) -> None:
        """No invalid request yet."""
        self.noted = 0
        self.elsewhere = 0
        self._monotonic = monotonic
        self._times: deque[float] = deque(maxlen=2 * MOST)
        self._told = False

    def count(self) -> int:
        """How many there were in the last ten minutes, in all processes."""
        return self.own() + self.elsewhere

    def own(self) -> int:
        """How many there were in the last ten minutes in this process."""
        while self._times and self._times[0] <= self._monotonic() - WINDOW:
            self._times.popleft()
        return len(self._times)

    def note(self, status: int, scope: str | None) -> None:
        """Count an answer from Discord if it calls a request invalid.

        Args:
            status: the HTTP status.
            scope: Discord's scope of a 429; a limit shared with other bots does not count.
        """
        if status not in STATUSES or scope == "shared":
            return
        self.noted += 1
        self._times.append(self._monotonic())
        stopped = self.seconds_until_fewer() > 0
        if stopped and not self._told:
            _log.error(
                "Discord has refused %s requests in 10 minutes, and may soon ban this address:"
                " messages, reminders and commands wait",
                self.count(),
            )
        self._told = stopped

    def seconds_until_fewer(self) -> float:
        """Seconds until there are few enough again, if no more come; 0: there are already."""
        too_many = self.count() - MOST
        if too_many < 0:
            return 0.0
        if self.elsewhere:
            return ASKED_AGAIN
        return self._times[too_many] + WINDOW - self._monotonic()
