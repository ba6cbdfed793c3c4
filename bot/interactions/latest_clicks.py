"""When people last clicked or used a command: a person who is already there is not called.

The store knows of clicks heard by another process, or by this one before its restart.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Final

from cachetools import LRUCache

from bot.store import DatabaseError
from bot.store.rows import UserId
from bot.tables.persons.people import PeopleService

MOST: Final = 10_000
"""How many people are remembered here: the latest ones."""

STORED_EVERY: Final = 30.0
"""Seconds after which a click of the same person is stored again."""

_log = logging.getLogger(__name__)


class LatestClicks:
    """The latest click of each person."""

    def __init__(
        self,
        people: PeopleService,
        clock: Callable[[], float],
        monotonic: Callable[[], float],
    ) -> None:
        """Nobody has clicked yet.

        Args:
            people: stores clicks.
            clock: Unix seconds.
            monotonic: seconds of a clock that never jumps.
        """
        self._people = people
        self._clock = clock
        self._monotonic = monotonic
        self._here: LRUCache[UserId, float] = LRUCache(MOST)
        self._stored: LRUCache[UserId, float] = LRUCache(MOST)

    def note(self, user: UserId) -> None:
        """Remember here that a person has just clicked."""
        self._here[user] = self._monotonic()

    async def store(self, user: UserId) -> None:
        """Store the noted click for other processes; this may fail."""
        now = self._here.get(user, self._monotonic())
        before = self._stored.get(user)
        if before is not None and now - before < STORED_EVERY:
            return
        self._stored[user] = now  # even for people without a seat, who would cost the most
        try:
            await self._people.note_click(user, self._clock())
        except DatabaseError as error:
            _log.info("a click was not stored: %s", error)

    def here(self, user: UserId) -> float | None:
        """When a person last clicked, as far as this process has heard, by `monotonic`."""
        return self._here.get(user)

    async def anywhere(self, user: UserId) -> float | None:
        """The same across all processes; may be up to `STORED_EVERY` seconds too early.

        Raises:
            DatabaseError: the database cannot be used.
        """
        stored, here = await self._people.clicked(user), self.here(user)
        if stored is None:
            return here
        elsewhere = self._monotonic() - max(0.0, self._clock() - stored)
        return elsewhere if here is None else max(here, elsewhere)
