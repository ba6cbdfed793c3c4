"""How long things are kept: closed lobbies, and the servers that the bot was removed from."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Final

import msgspec
from msgspec.structs import replace

from bot.background.periodic import Periodic
from bot.settings import Shards
from bot.store.rows import GameId
from bot.tables.core.cache import TableCache
from bot.tables.core.draft import Draft
from bot.tables.core.own_notes import forgotten
from bot.tables.core.refusals import Refusal
from bot.tables.core.table import Table
from bot.tables.seating.seats import AGAIN_AFTER

LOBBY_AGE: Final = 7 * 24 * 3600
"""How long a closed lobby is kept, in seconds."""

NOTE_AGE: Final = 30 * 24 * 3600
"""How long a note that a person has kept waits for a rematch, in seconds."""

GUILD_AGE: Final = 30 * 24 * 3600
"""How long the data of a server that the bot is not on is kept, in seconds."""

INTERVAL: Final = 15 * 60
"""Seconds between two searches."""

_APPLICATION: Final = "application"
"""The key under which the store keeps the application that it belongs to."""

_log = logging.getLogger(__name__)


class Present(msgspec.Struct, frozen=True):
    """The servers that Discord says the bot is on, once all shards of this process are ready.

    Attributes:
        application: its id.
        guilds: the servers, including those that are unavailable for a while.
        shards: the shards that these servers belong to; None: all shards.
    """

    application: int
    guilds: frozenset[int]
    shards: Shards | None = None

    def tells_of(self, guild: int) -> bool:
        """Whether this process would know of a server if the bot were on it."""
        return self.shards is None or self.shards.hear(guild)


class Retention:
    """Lets the games of lost servers rest and erases what is old, from `start` to `close`."""

    def __init__(self, cache: TableCache, percent: int) -> None:
        """Not started yet.

        Args:
            cache: where the tables are.
            percent: the percentage of servers that may be erased at once.
        """
        self._cache = cache
        self._store = cache.store
        self._percent = percent
        self._present: Callable[[], Present | None] = lambda: None
        self._search = Periodic("the search for what is old", INTERVAL, self._once)

    def start(self, present: Callable[[], Present | None]) -> None:
        """Search now and from time to time; `present` returns None until shards are ready."""
        self._present = present
        self._search.start()

    async def close(self) -> None:
        """Stop; a search under way is cancelled and waited for."""
        await self._search.close()

    async def erase_lobbies(self) -> None:
        """Erase the lobbies that were closed more than `LOBBY_AGE` seconds ago."""
        before = self._cache.moment().unix - LOBBY_AGE
        await self._erase(await self._store.retention.closed_lobbies(before))

    async def erase_invitations(self) -> None:
        """Erase the stored invitations whose guests may be invited again."""
        await self._store.retention.erase_invitations(self._cache.moment().unix - AGAIN_AFTER)

    async def erase_notes(self) -> None:
        """Erase the notes of games that ended more than `NOTE_AGE` seconds ago."""
        before = self._cache.moment().unix - NOTE_AGE
        for game in await self._store.retention.noted(before):
            await self._change(game, forgotten, "the notes of game %s cannot be erased")

    async def compare(self, present: Present) -> None:
        """Compare the servers of the store with Discord's; rest and erase what is lost.

        Other processes compare the servers of their own shards. If the application is not the
        stored one, nothing is done: it is on other servers.
        """
        stored = await self._store.digest(_APPLICATION)
        if stored is None:
            await self._store.set_digest(_APPLICATION, str(present.application))
        elif stored != str(present.application):
            _log.warning("the database belongs to another application: no server is erased")
            return
        guilds, now = await self._store.retention.guilds(), self._cache.moment().unix
        known = frozenset(filter(present.tells_of, guilds))
        lost = known - present.guilds
        absent_before = filter(present.tells_of, await self._store.retention.absent())
        await self._store.retention.set_absent(lost, frozenset(absent_before) - lost, now)
        for guild in lost:
            await self._rest(guild)
        absent = await self._store.retention.absent()
        due = sorted(guild for guild in lost if absent[guild] <= now - GUILD_AGE)
        if len(due) * 100 > len(known) * self._percent:
            _log.warning(
                "%s of %s servers are due to be erased, more than %s%%: none are, unless you"
                " raise MAECENAS_ERASED_PERCENT",
                *(len(due), len(known), self._percent),
            )
            return
        for guild in due:
            await self._erase(await self._store.retention.games(guild), guild)
            _log.info("a server that the bot left %s days ago was erased", GUILD_AGE // 86400)

    async def _rest(self, guild: int) -> None:
        """Let the open games of a server rest; nobody can be told."""
        for game in await self._store.retention.open_games(guild):
            await self._change(game, self._resting, "game %s cannot rest")

    async def _change(self, game: GameId, draft: Callable[[Table], Draft], failed: str) -> None:
        """Change one game; if that fails, the log says so, and the search goes on."""
        try:
            await self._cache.change(game, draft)
        except Refusal as refusal:  # it cannot be read
            _log.info(f"{failed}: %s", game, refusal)
        except Exception:  # noqa: BLE001 - logged; one that is damaged keeps no other from it
            _log.exception(failed, game)

    def _resting(self, table: Table) -> Draft:
        row = replace(table.game, rested=self._cache.moment().unix)
        return Draft(replace(table, game=row))

    async def _erase(self, games: tuple[GameId, ...], guild: int | None = None) -> None:
        if not games and guild is None:
            return
        await self._store.retention.erase(games, guild)
        for game in games:
            await self._cache.forget(game)

    async def _once(self) -> None:
        await self.erase_lobbies()
        await self.erase_invitations()
        await self.erase_notes()
        if there := self._present():
            await self.compare(there)
