"""What people have chosen for themselves, on all servers."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from typing import Final

import msgspec

from bot.database.contract import Database
from bot.store.columns import PERSON
from bot.store.person_rows import PersonRow
from bot.store.rows import GameId, UserId

_SELECT: Final = f'SELECT {PERSON.selected} FROM people WHERE "user" = ?'
_REPLACE: Final = PERSON.upsert("user")
_UNKNOWN_LOCALE: Final = """
    SELECT 1 FROM (
        SELECT "user" FROM seats WHERE "user" = ?1 UNION
        SELECT "user" FROM follows WHERE "user" = ?1) AS known
    WHERE NOT EXISTS (
        SELECT 1 FROM people WHERE "user" = ?1 AND discord_locale = ?2) LIMIT 1
"""
_NOTE_LOCALE: Final = (
    'INSERT INTO people ("user", discord_locale) VALUES (?, ?)'
    ' ON CONFLICT ("user") DO UPDATE SET discord_locale = excluded.discord_locale'
)
_NOTE_CLICK: Final = 'UPDATE people SET clicked = ? WHERE "user" = ?'
_CLICKED: Final = 'SELECT clicked FROM people WHERE "user" = ?'

_OTHER_NAMES: Final = """
    SELECT seats.game FROM seats JOIN games ON games.id = seats.game
    WHERE "user" = ?1 AND guild = ?2 AND name <> ?3
    UNION SELECT seatings.game FROM seatings JOIN games ON games.id = seatings.game
    WHERE "user" = ?1 AND guild = ?2 AND name <> ?3
    UNION SELECT result_seats.game FROM result_seats JOIN results USING (game)
    WHERE "user" = ?1 AND guild = ?2 AND name <> ?3
    ORDER BY 1
"""

_log = logging.getLogger(__name__)


class People:
    """The settings of people; a person without a row has the defaults."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def read(self, user: UserId) -> PersonRow:
        """What a person has chosen; damaged settings count as none."""
        row = await self._database.one(_SELECT, user)
        if row is None:
            return PersonRow(user)
        try:
            return PERSON.read(row)
        except msgspec.DecodeError as error:
            _log.error("a person's settings cannot be read: %s", error)
            return PersonRow(user)

    async def note_discord_locale(self, user: UserId, locale: str) -> None:
        """Remember the language of a person's Discord, if they have a seat or follow a game."""
        if await self._database.one(_UNKNOWN_LOCALE, user, locale) is not None:
            await self._database.write(_NOTE_LOCALE, user, locale)

    async def note_click(self, user: UserId, at: float) -> None:
        """Remember when a person last clicked or used a command, if they have a row.

        People with a seat have a row, and nobody else is called.
        """
        await self._database.write(_NOTE_CLICK, at, user)

    async def clicked(self, user: UserId) -> float | None:
        """When a person last clicked, Unix seconds; None: not known."""
        row = await self._database.one(_CLICKED, user)
        return None if row is None else row[0]

    async def otherwise_named(self, user: UserId, guild: int, name: str) -> tuple[GameId, ...]:
        """The games of a server in which a person has a different name."""
        rows = await self._database.all(_OTHER_NAMES, *(user, guild, name))
        return tuple(row[0] for row in rows)

    async def rename(self, user: UserId, games: Iterable[GameId], name: str) -> None:
        """Put a person's name in place of the earlier one, wherever that appears in games."""
        rows = [(game, user, name) for game in games]
        changes = [
            f'UPDATE {each} SET name = ?3 WHERE game = ?1 AND "user" = ?2'
            for each in ("seats", "seatings", "result_seats")
        ]
        async with self._database.transaction() as transaction:
            # First of all, as in a commit, so that no two can block each other. What a
            # process holds in memory is then out of date.
            await transaction.execute_many(
                "UPDATE games SET revision = revision + 1 WHERE id = ?",
                [(game,) for game, *_ in rows],
            )
            for change in changes:
                await transaction.execute_many(change, rows)

    async def write(self, row: PersonRow) -> None:
        """Remember what a person has chosen."""
        await self._database.write(_REPLACE, *PERSON.values(row))
