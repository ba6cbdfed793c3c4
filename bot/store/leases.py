"""The process that acts for a game: three columns of the game's row, on PostgreSQL only.

On SQLite there is one process, and nothing to ask. All times are those of the database server,
and the same throughout a statement.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection
from typing import Final, Literal, NamedTuple, TypeAlias

from bot.database.contract import Database, Row, Transaction
from bot.database.formats import KNOWN
from bot.database.server_clock import STATEMENT as NOW
from bot.store.dues import WHOLE
from bot.store.outbox import MOST_TRIES
from bot.store.rows import GameId

LASTS: Final = 15.0
"""Seconds after which any process can take a lease that was not renewed."""

CHANGED: Final = "maecenas_tables"
"""The name under which every process hears of changed tables, each as `GAME PROCESS`."""

_UNTIL: Final = f"{NOW} + CAST({LASTS} AS DOUBLE PRECISION)"
_FREE: Final = f"(owner IS NULL OR owned_until <= {NOW})"


def taken(process: str, or_if: str = "1 = 0") -> str:
    """The part of an UPDATE by which a process takes a game's lease, unless another one has it.

    If the process has the lease already, this renews it. SET sees the row as it was before.

    Args:
        process: its mark in the statement, such as `?1`.
        or_if: a condition in SQL; if it is true of the row, the lease is taken from any owner.
    """
    free = f"({_FREE} OR {or_if})"
    return (
        f"epoch = CASE WHEN owner = {process} OR NOT {free} THEN epoch ELSE epoch + 1 END,"
        f" owner = CASE WHEN {free} THEN {process} ELSE owner END, owned_until ="
        f" CASE WHEN owner = {process} OR {free} THEN {_UNTIL} ELSE owned_until END"
    )


def returning(process: str) -> str:
    """What an UPDATE of a game returns: owner and epoch; its commit notifies every process.

    Args:
        process: its mark in the statement, such as `?1`.
    """
    return f"owner, epoch, pg_notify('{CHANGED}', id || ' ' || {process})"


_TAKE: Final = (
    f"UPDATE games SET {taken('?1')} WHERE id = ?2 AND {KNOWN} AND (owner = ?1 OR {_FREE})"
)
_HELD: Final = "SELECT owner, epoch FROM games WHERE id = ?"
_OWNER: Final = f"""
    SELECT owner, coalesce(processes.name, '') FROM games
        LEFT JOIN processes ON processes.id = games.owner
        WHERE games.id = ? AND owner <> '' AND owned_until > {NOW}
"""
_RENEW: Final = (
    f"UPDATE games SET owned_until = {_UNTIL} WHERE id = ANY(CAST(? AS BIGINT[]))"
    f" AND owner = ? AND {KNOWN} RETURNING id, epoch"
)
_RELEASE: Final = (
    "UPDATE games SET owner = NULL, owned_until = NULL"
    " WHERE id = ANY(CAST(? AS BIGINT[])) AND owner = ?"
)
_DROP_GONE: Final = (
    f"UPDATE games SET owner = NULL, owned_until = NULL WHERE owned_until > {NOW}"
    " AND NOT EXISTS (SELECT 1 FROM processes WHERE processes.id = games.owner)"
)
_MINE: Final = f"(owner = ?1 OR {_FREE}) AND {KNOWN}"
_WORK: Final = f"""
    SELECT 'messages', outbox.game, max(outbox.id) FROM outbox
        JOIN games ON games.id = outbox.game
        WHERE tries < {MOST_TRIES} AND {_MINE} GROUP BY outbox.game
    UNION ALL
    SELECT 'failed', outbox.game, max(outbox.id) FROM outbox
        JOIN games ON games.id = outbox.game
        WHERE tries >= {MOST_TRIES} AND {_MINE} GROUP BY outbox.game
    UNION ALL
    SELECT 'steps', id, revision FROM games
        WHERE steps = 1 AND status = 'playing' AND rested IS NULL AND {_MINE}
    UNION ALL
    SELECT 'due', due.game, CAST(min(at) * 1000 AS BIGINT) FROM due
        JOIN games ON games.id = due.game
        WHERE at <= ?2 AND {WHOLE} AND {_MINE} GROUP BY due.game
    UNION ALL
    SELECT 'review', reviews.game, 0 FROM reviews JOIN games ON games.id = reviews.game
        WHERE review IS NULL AND {_MINE} GROUP BY reviews.game
"""


class Lease(NamedTuple):
    """The lease of a game.

    Attributes:
        owner: the process that acts for it; empty: only one of a newer release may, and none
            does yet.
        epoch: raised whenever another process becomes the owner.
    """

    owner: str
    epoch: int


class Owner(NamedTuple):
    """The process that acts for a game now.

    Attributes:
        process: its id.
        name: its number and its machine, for the host; empty: it is gone.
    """

    process: str
    name: str


WhatWaits: TypeAlias = Literal["messages", "failed", "steps", "due", "review"]


class Work(NamedTuple):
    """Something that waits for a process.

    Attributes:
        what: what it is.
        game: the game that it is for.
        mark: a number that changes when there is something new.
    """

    what: WhatWaits
    game: GameId
    mark: int


class GameLeases:
    """The leases of one process.

    Attributes:
        process: the id of this process.
        noted: called after the commit of a change, with the game, its lease, and when the
            commit began: a commit takes the lease if no living process has it.
        monotonic: the seconds of a clock that never jumps, to say when a commit begins.
    """

    def __init__(self, database: Database, process: str) -> None:
        self._database = database
        self.process = process
        self.noted: Callable[[GameId, Lease, float], None] = _ignored
        self.monotonic: Callable[[], float] = time.monotonic

    async def take(self, game: GameId) -> Lease | None:
        """Take or renew a lease, unless another process has it; returns whose it then is.

        A game that this release cannot read is left to a newer one. None: no such game exists.
        """
        rows = await self._database.returned(
            f"{_TAKE} RETURNING owner, epoch", self.process, game
        ) or await self._database.all(_HELD, game)
        return _lease(rows[0]) if rows else None

    async def owner(self, game: GameId) -> Owner | None:
        """The process that acts for a game, without taking its lease; None: none does now."""
        rows = await self._database.all(_OWNER, game)
        return Owner(*rows[0]) if rows else None

    async def take_new(self, transaction: Transaction, game: GameId) -> None:
        """Take the lease of a game that is being created."""
        await transaction.execute(_TAKE, self.process, game)

    async def renew(self, games: Collection[GameId]) -> dict[GameId, int]:
        """Renew leases; returns the epochs of those that this process still has."""
        rows = await self._database.returned(_RENEW, list(games), self.process)
        return {int(game): int(epoch) for game, epoch in rows}

    async def release(self, games: Collection[GameId]) -> None:
        """Give leases back: another process may act at once."""
        await self._database.write(_RELEASE, list(games), self.process)

    async def drop_gone(self) -> None:
        """Free the leases of processes that are known to be gone."""
        await self._database.write(_DROP_GONE)

    async def work(self, uptime: float) -> tuple[Work, ...]:
        """The work that waits for this process or for any process.

        Args:
            uptime: what is due by then is work.
        """
        rows = await self._database.all(_WORK, self.process, uptime)
        return tuple(Work(*row) for row in rows)

    def note(self, game: GameId, row: Row | None, began: float) -> None:
        """Note whose the lease is, as returned by a commit.

        Args:
            game: whose lease it is.
            row: begins with the owner and the epoch; None: they are not known.
            began: the monotonic clock before the commit.
        """
        if row is not None:
            self.noted(game, _lease(row), began)


def _lease(row: Row) -> Lease:
    owner, epoch, *_ = row
    return Lease(str(owner or ""), int(epoch))


def _ignored(game: GameId, lease: Lease, began: float) -> None:
    """By default nothing is noted: this process acts for no games."""
