"""Which people want the coach in which games, and what it has told them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bot.database.contract import Database, Statement
from bot.store.rows import STARTED, GameId, UserId, in_status

_INTRODUCED: Final = "first_game"
"""The moment of the first message in a person's first game of a kind."""


class Coach:
    """The coach of the store."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def wanted(self, user: UserId, title: str) -> bool | None:
        """What a person has chosen for a kind of game; None: nothing."""
        row = await self._database.one(
            'SELECT wanted FROM coach_choices WHERE "user" = ? AND title = ?', *(user, title)
        )
        return None if row is None else bool(row[0])

    async def choose(self, user: UserId, title: str, *, wanted: bool) -> None:
        """Remember what a person chooses for a kind of game."""
        await self._database.write(
            'INSERT INTO coach_choices ("user", title, wanted) VALUES (?, ?, ?)'
            ' ON CONFLICT ("user", title) DO UPDATE SET wanted = excluded.wanted',
            *(user, title, int(wanted)),
        )

    async def told(self, game: GameId, user: UserId) -> dict[str, int]:
        """The moments explained to a person in a game, each with the entry of its decision."""
        rows = await self._database.all(
            "SELECT moment, entry FROM coach_told"
            ' WHERE game = ? AND "user" = ? AND moment <> ?',
            *(game, user, _INTRODUCED),
        )
        return {str(moment): int(entry) for moment, entry in rows}

    async def add_told(self, game: GameId, user: UserId, told: Mapping[str, int]) -> None:
        """Remember more moments, unless the game is over by now."""
        await self._database.change(
            (
                Statement(
                    'INSERT INTO coach_told (game, "user", moment, entry)'
                    " SELECT id, CAST(? AS BIGINT), CAST(? AS TEXT), CAST(? AS BIGINT)"
                    f" FROM games WHERE id = ? AND {in_status(STARTED)} ON CONFLICT DO NOTHING",
                    [(user, moment, entry, game) for moment, entry in told.items()],
                ),
            )
        )

    async def introduces(self, game: GameId, user: UserId, title: str) -> bool:
        """Whether this game tells a person what its kind is about: the first to ask does."""
        await self._database.write(
            'INSERT INTO coach_told (game, "user", moment, entry)'
            " SELECT CAST(? AS BIGINT), CAST(? AS BIGINT), CAST(? AS TEXT), -1"
            " WHERE NOT EXISTS"
            " (SELECT 1 FROM coach_told JOIN games ON games.id = coach_told.game"
            ' WHERE coach_told."user" = ? AND coach_told.moment = ? AND games.game = ?)'
            " ON CONFLICT DO NOTHING",
            *(game, user, _INTRODUCED, user, _INTRODUCED, title),
        )
        row = await self._database.one(
            'SELECT 1 FROM coach_told WHERE game = ? AND "user" = ? AND moment = ?',
            *(game, user, _INTRODUCED),
        )
        return row is not None
