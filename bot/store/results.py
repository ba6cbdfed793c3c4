"""The results of games that are over: written when a game ends, read by server."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

import msgspec

from bot.database.contract import Database, Statement, statement
from bot.database.formats import KNOWN
from bot.store.result_rows import ResultRow, ResultSeatRow
from bot.store.rows import GameId, UserId
from rules.registry import GAMES

_RESULT = "game, guild, title, ended, ending, taken_back"
_OWN = 6  # columns of a result itself
_SEAT = 'seat, holder, "user", name, level, points, place, counted, left_out'


class Results:
    """The results of the store."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def in_guild(self, guild: int, title: str | None = None) -> tuple[ResultRow, ...]:
        """The results of a server, of one kind of game or of all, the oldest first."""
        rows = await self._database.all(
            f"SELECT {_RESULT}, {_SEAT} FROM results JOIN result_seats USING (game)"
            " WHERE guild = ?1 AND title = coalesce(?2, title)"
            " ORDER BY ended, game, seat, holder",
            *(guild, title),
        )
        return tuple(
            ResultRow(
                game=game,
                guild=guild,
                title=kind,
                ended=ended,
                ending=ending,
                taken_back=bool(taken_back),
                seats=tuple(ResultSeatRow(*row[_OWN:]) for row in seats),
            )
            for (game, _, kind, ended, ending, taken_back), seats in groupby(
                rows, key=lambda row: tuple(row[:_OWN])
            )
            if kind in GAMES
        )

    async def unlisted(self, guild: int) -> frozenset[UserId]:
        """The people with results on a server who do not want others to see them."""
        rows = await self._database.all(
            'SELECT DISTINCT people."user" FROM people JOIN result_seats USING ("user")'
            " JOIN results USING (game) WHERE guild = ? AND listed = 0",
            guild,
        )
        return frozenset(row[0] for row in rows)

    async def servers(self, user: UserId, most: int) -> tuple[int, ...]:
        """The servers on which an account has results, the one with the latest result first."""
        rows = await self._database.all(
            "SELECT guild FROM result_seats JOIN results USING (game)"
            ' WHERE "user" = ? GROUP BY guild ORDER BY max(ended) DESC, guild LIMIT ?',
            *(user, most),
        )
        return tuple(row[0] for row in rows)

    async def finished(self, user: UserId, title: str) -> int:
        """How many games of a kind an account has stored results of, on all servers.

        Games that all agreed to end early, and results that do not count, are left out.
        """
        row = await self._database.one(
            "SELECT count(DISTINCT game) FROM result_seats JOIN results USING (game)"
            " WHERE \"user\" = ? AND title = ? AND ending <> 'agreed' AND counted <> 'not'",
            *(user, title),
        )
        return row[0] if row else 0

    async def missing(self, after: GameId) -> GameId | None:
        """The next finished game without a result: one from 0.1.0, or an imported one."""
        row = await self._database.one(
            # By number: an index on the status would find all of them each time.
            f"SELECT id FROM games WHERE id > ? AND status || '' = 'over' AND {KNOWN}"
            " AND NOT EXISTS (SELECT 1 FROM results WHERE game = games.id) ORDER BY id LIMIT 1",
            after,
        )
        return row[0] if row else None

    async def add(self, result: ResultRow) -> None:
        """Store the result of a game, replacing an earlier one."""
        await self._database.change(result_statements(result))


def result_statements(result: ResultRow) -> Iterator[Statement]:
    """The statements that write a result, replacing an earlier one of the game."""
    yield statement("DELETE FROM results WHERE game = ?", result.game)
    yield statement(
        f"INSERT INTO results ({_RESULT}) VALUES (?, ?, ?, ?, ?, ?)",
        *msgspec.structs.astuple(result)[:-1],
    )
    yield Statement(
        f"INSERT INTO result_seats (game, {_SEAT}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [(result.game, *msgspec.structs.astuple(each)) for each in result.seats],
    )
