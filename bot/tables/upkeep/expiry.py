"""Games that nobody plays rest in time: they count towards no limit and free their channels."""

from __future__ import annotations

import logging
from typing import Final

from bot.background.periodic import Periodic
from bot.store.rows import STARTED, GameId
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


class Touched(Exception):  # noqa: N818 - not a fault: someone was faster
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
        """Let games rest that nobody has touched for `REST_AGE` seconds."""
        before = self._cache.moment().unix - REST_AGE
        untouched = self._cache.store.game_index.untouched
        games = [game for status in STARTED for game in await untouched(status, before)]
        tables = [await self._rested(game, before) for game in games]
        return tuple(table for table in tables if table is not None)

    async def _rested(self, game: GameId, before: float) -> Table | None:
        """Let one game rest; None if it was touched meanwhile, or cannot be read."""

        def draft(now: Table) -> Draft:
            rests = now.game.rested is not None  # another process was faster
            if rests or now.game.updated >= before or now.game.status not in STARTED:
                raise Touched
            return resting(now, self._cache.moment())

        try:
            return await self._cache.change(game, draft)
        except (Touched, Refusal):
            return None
        except Exception:  # noqa: BLE001 - logged; one that is damaged keeps no other from it
            _log.exception("table %s cannot rest", game)
            return None
