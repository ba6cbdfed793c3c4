"""Work that waits for a process: searched for regularly, and when another announces some.

So the work of a process that has ended goes on elsewhere, and a lost wake-up loses nothing.
With SQLite there is one process, which is woken by what it does itself.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Final, assert_never

import msgspec

from bot.background.periodic import Periodic
from bot.background.tasks import KeyedTasks
from bot.store.leases import WhatWaits, Work
from bot.store.outbox import RETRIED_EVERY
from bot.store.rows import GameId
from bot.tables.core.cache import TableCache
from bot.tables.core.refusals import Refusal
from bot.tables.dues.due import DueLoop
from bot.tables.opponents.autoplay import Autoplay
from bot.tables.play.reviews import ReviewService

INTERVAL: Final = 3.0
"""Seconds between two searches."""

AGAIN: Final = 60.0
"""Seconds after which unchanged work is woken again."""


class _Seen(msgspec.Struct, frozen=True):
    """Work that was woken: its mark, and when, by the clock of the event loop."""

    mark: int
    at: float


class WorkSearch:
    """Wakes what waits for this process, or for any process, from `start` until `close`."""

    def __init__(
        self,
        cache: TableCache,
        autoplay: Autoplay,
        dues: DueLoop,
        reviews: ReviewService,
        deliver: Callable[[GameId], None],
        changed: Callable[[GameId | None], None] = lambda _: None,
    ) -> None:
        """Not started yet.

        Args:
            cache: where the tables are.
            autoplay: is woken for computer players, orders and plans.
            dues: is woken for what is due.
            reviews: is woken for reviews.
            deliver: wakes the messages of a game.
            changed: called with each game that another process has changed; None: some may
                have changed.
        """
        self._cache = cache
        self._store = cache.store
        self._autoplay = autoplay
        self._dues = dues
        self._reviews = reviews
        self._deliver = deliver
        self._changed = changed
        self._seen: dict[tuple[WhatWaits, GameId], _Seen] = {}
        self._told: KeyedTasks[GameId] = KeyedTasks("wake-ups of game", self._look)
        self._search = Periodic("the search for work", INTERVAL, self.search)

    async def listen(self) -> None:
        """Listen to other processes; nothing is woken before `start`.

        Raises:
            StoreError: nothing would be heard; one line for the host.
        """
        await self._store.listen(self._heard, self._connected, self._heard_change)

    def _connected(self) -> None:
        """Search at once: what other processes announced meanwhile was lost."""
        self._search.hurry()
        self._heard_change(None)

    def _heard_change(self, game: GameId | None) -> None:
        """Another process has changed a table; None: some may have changed."""
        if self._search.started:
            self._changed(game)

    def start(self) -> None:
        """Search at once, and again from time to time."""
        if self._store.leases is not None:
            self._search.start()

    async def close(self) -> None:
        """Stop; a search under way is cancelled and waited for."""
        await self._search.close()
        await self._told.close()

    async def search(self) -> None:
        """Wake everything that waits, once.

        Raises:
            DatabaseError: the database cannot be used.
        """
        if self._store.leases is None:
            return
        await self._cache.uptime.save()
        found = await self._store.leases.work(self._cache.uptime.now())
        now = asyncio.get_running_loop().time()
        seen, self._seen = self._seen, {}
        for work in found:
            key = work.what, work.game
            before = seen.get(key)
            again = RETRIED_EVERY if work.what == "failed" else AGAIN
            if before is None or before.mark != work.mark or before.at + again <= now:
                self._seen[key] = _Seen(work.mark, now)
                self._wake(work)
            else:
                self._seen[key] = before

    def _wake(self, work: Work) -> None:
        match work.what:
            case "messages" | "failed":
                self._deliver(work.game)
            case "steps":
                self._autoplay.look(work.game)
            case "due":
                self._dues.wake()
            case "review":
                self._reviews.resume()
            case other:
                assert_never(other)

    def _heard(self, text: str) -> None:
        """Another process says that a game of this process has work."""
        if self._search.started and text.isdecimal():
            self._told.wake(int(text))

    async def _look(self, game: GameId) -> bool:
        """Go on with a game that another process has changed."""
        self._deliver(game)
        self._dues.wake()
        with suppress(Refusal):  # it is gone, or cannot be read
            self._autoplay.wake(await self._cache.table(game))
        return False
