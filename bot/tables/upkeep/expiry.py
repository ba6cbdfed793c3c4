"""Games that nobody plays rest in time: they count in no limit and leave their channels."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Final

from bot.background.periodic import Periodic
from bot.store.rows import STARTED, GameId, Status
from bot.tables.core.cache import TableCache
from bot.tables.core.draft import Draft
from bot.tables.core.game_changes import resting
from bot.tables.core.refusals import Refusal
from bot.tables.core.table import Table

REST_AGE: Final = 30 * 24 * 3600
"""How long a game counts as open after the last move of a person, in seconds."""

INTERVAL: Final = 15 * 60
"""Seconds between two searches for untouched tables."""

_log = logging.getLogger(__name__)


class Touched(Exception):  # noqa: N818 - not a fault: somebody was faster
    """A table has changed since it was found untouched."""


class TableExpiry:
    """Lets games rest, from `start` until `close`; each with a notice."""

    def __init__(self, cache: TableCache) -> None:
        """Not started yet."""
        self._cache = cache
        self._search = Periodic("the search for untouched tables", INTERVAL, self.rest)

    def start(self) -> None:
        """Search at once, and again from time to time."""
        self._search.start()

    async def close(self) -> None:
        """Stop; a search under way is cancelled and waited for."""
        await self._search.close()

    async def rest(self) -> tuple[Table, ...]:
        """Let the games rest that nobody has touched for `REST_AGE` seconds."""
        found = [
            await self._each(status, REST_AGE, lambda now: resting(now, self._cache.moment()))
            for status in STARTED
        ]
        return (*found[0], *found[1])

    async def _each(
        self, status: Status, age: float, draft: Callable[[Table], Draft]
    ) -> tuple[Table, ...]:
        """Change each table of a status that has been untouched for so many seconds."""
        before = self._cache.moment().unix - age

        def still(now: Table) -> Draft:
            if now.game.updated >= before or now.game.status != status:
                raise Touched
            return draft(now)

        found = []
        for game in await self._cache.store.game_index.untouched(status, before):
            table = await self._change(game, still)
            if table is not None:
                found.append(table)
        return tuple(found)

    async def _change(self, game: GameId, draft: Callable[[Table], Draft]) -> Table | None:
        """Change one table; None if it was touched meanwhile, or cannot be read."""
        try:
            return await self._cache.change(game, draft)
        except (Touched, Refusal):
            return None
        except Exception:  # noqa: BLE001 - logged; one that is damaged keeps no other from it
            _log.exception("table %s could not be rested", game)
            return None
