"""What is due at times of the bot's own clock, and that clock."""

from __future__ import annotations

import logging
from collections.abc import Collection, Iterable, Iterator
from typing import Final, get_args

from bot.database.contract import Database, Row, Statement
from bot.store.columns import DUE, marks
from bot.store.rows import Due, DueKind, GameId, SeatDue

_log = logging.getLogger(__name__)

_OF_SEATS: Final = get_args(SeatDue)

WHOLE: Final = f"(seat IS NOT NULL OR kind NOT IN ({', '.join(map(repr, _OF_SEATS))}))"
"""A condition in SQL: a due time that is about a seat names the seat."""


class Dues:
    """The due times of all games, and the bot's total uptime in seconds.

    Due times are mostly set and removed with the change of a game, by `Change`.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._damaged: set[tuple[GameId, object]] = set()

    async def uptime(self) -> float:
        """The bot's total uptime as last stored, in seconds."""
        row = await self._database.one("SELECT seconds FROM uptime")
        return float(row[0]) if row else 0.0

    async def agree_uptime(self, seconds: float) -> float:
        """Store the bot's total uptime; returns what is then stored.

        If another process has stored more, that stays.
        """
        await self._database.write("UPDATE uptime SET seconds = ?1 WHERE seconds < ?1", seconds)
        return await self.uptime()

    async def until(
        self, at: float, kinds: Collection[DueKind]
    ) -> tuple[tuple[GameId, Due], ...]:
        """What is due by a time, of some kinds, the earliest first.

        Among several at the same time, a proposal ends first, so that it can be made again.
        """
        rows = await self._database.all(
            f"SELECT game, {DUE.selected} FROM due WHERE at <= ?"
            f" AND kind IN ({marks(kinds)})"
            " ORDER BY at, game, CASE kind WHEN 'proposal' THEN 0 ELSE 1 END, kind, seat",
            *(at, *kinds),
        )
        found = ((game, self._due(game, due)) for game, *due in rows)
        return tuple((game, due) for game, due in found if due is not None)

    async def of_game(self, game: GameId) -> tuple[Due, ...]:
        """What will be due in a game, the earliest first."""
        rows = await self._database.all(
            f"SELECT {DUE.selected} FROM due WHERE game = ? ORDER BY at, kind", game
        )
        return tuple(due for row in rows if (due := self._due(game, row)) is not None)

    def _due(self, game: GameId, row: Row) -> Due | None:
        """A row as a value; None: it is about a seat but names none, which is logged once."""
        due = Due(*row)
        if due.seat is not None or due.kind not in _OF_SEATS:
            return due
        if (game, due.kind) not in self._damaged:
            self._damaged.add((game, due.kind))
            _log.error("%s of game %s names no seat, and is skipped", due.kind, game)
        return None

    async def earliest(self, kinds: Collection[DueKind]) -> float | None:
        """When something of some kinds is due next; None: never."""
        row = await self._database.one(
            f"SELECT min(at) FROM due WHERE kind IN ({marks(kinds)}) AND {WHOLE}",
            *kinds,
        )
        return None if row is None else row[0]

    async def put(self, game: GameId, due: Due) -> None:
        """Set a due time outside a commit, replacing the one of its kind and seat."""
        await self._database.change(set_dues(game, (due,)))

    async def put_off(self, game: GameId, due: Due, at: float) -> None:
        """Move something due to another time, if it is still there unchanged."""
        await self._database.write(
            "UPDATE due SET at = ? WHERE game = ? AND kind = ? AND seat IS NOT DISTINCT FROM ?"
            " AND at = ?",
            *(at, game, due.kind, due.seat, due.at),
        )

    async def remove(self, game: GameId, due: Due) -> None:
        """Remove something due, if it is still there unchanged."""
        await self._database.write(
            "DELETE FROM due WHERE game = ? AND kind = ? AND seat IS NOT DISTINCT FROM ?"
            " AND at = ?",
            *(game, due.kind, due.seat, due.at),
        )


def set_dues(game: GameId, dues: Iterable[Due]) -> Iterator[Statement]:
    """The statement that sets due times, each replacing the one of its kind and seat."""
    if rows := [(game, *DUE.values(each)) for each in dues]:
        yield Statement(
            f"INSERT INTO due (game, {DUE.selected}) VALUES (?, ?, ?, ?, ?)"
            " ON CONFLICT (game, kind, coalesce(seat, -1))"
            " DO UPDATE SET at = excluded.at, entry = excluded.entry",
            rows,
        )
