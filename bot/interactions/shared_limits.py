"""What several processes of a bot tell each other about Discord's limits at each heartbeat."""

from __future__ import annotations

import asyncio
import logging
from typing import Final

from bot.interactions.rest_budget import RestBudget
from bot.store import DatabaseError
from bot.store.alone import AnyProcess

ALIKE: Final = 0.5
"""Seconds by which a stop of all requests must exceed the known one to count as new."""

_log = logging.getLogger(__name__)


class SharedLimits:
    """Connects the budget of this process with those of the other processes."""

    def __init__(self, budget: RestBudget, process: AnyProcess) -> None:
        """The processes share the rate; what Discord tells one is passed on to all."""
        self._budget = budget
        self._process = process
        self._told = 0
        self._writing: set[asyncio.Task[None]] = set()
        budget.processes = lambda: process.number
        budget.limited = self._limited
        process.exchange = self.exchange

    async def exchange(self) -> None:
        """Report what was refused here, and learn what was refused elsewhere.

        Raises:
            DatabaseError: the database cannot be used.
        """
        invalid = self._budget.invalid
        refused = invalid.noted - self._told
        self._told += refused
        try:
            stopped, everywhere = await self._process.limits.exchange(refused)
        except DatabaseError:
            self._told -= refused
            raise
        invalid.elsewhere = max(everywhere - invalid.own(), 0)
        if stopped > self._budget.stopped_for() + ALIKE:
            self._budget.stop(stopped)

    def _limited(self, seconds: float) -> None:
        """Tell other processes at once that Discord refuses this bot's requests for a while."""
        task = asyncio.get_running_loop().create_task(self._write(seconds))
        self._writing.add(task)  # otherwise it might be garbage-collected
        task.add_done_callback(self._writing.discard)

    async def _write(self, seconds: float) -> None:
        try:
            await self._process.limits.stop_requests(seconds)
        except DatabaseError as error:
            _log.warning("other processes were not told about Discord's limit: %s", error)
