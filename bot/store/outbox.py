"""What is still to be sent: written with the entries, handed out until delivered."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Final

import msgspec

from bot.database.contract import Database
from bot.store.out import Out, OutRow, encoded, kind_of, seat_of
from bot.store.out_before import columns_before, read_before
from bot.store.rows import GameId

_log = logging.getLogger(__name__)

_PENDING = """
    SELECT outbox.id, first, game, n, created,
        (SELECT oldest.created FROM outbox AS oldest WHERE oldest.id = first),
        most, (SELECT revision FROM games WHERE games.id = outbox.game),
        kind, seat, text, figures, what
    FROM outbox JOIN (
        SELECT max(id) AS last, min(id) AS first, max(tries) AS most
        FROM outbox WHERE game = ? GROUP BY kind, seat, CASE kind WHEN 'notice' THEN id END
    ) AS latest ON id = last
    ORDER BY first
"""


MOST_TRIES: Final = 8
"""A row that has failed more often than this is tried only now and then."""

RETRIED_EVERY: Final = 3600.0
"""Seconds between two tries of such a row."""

_STORED: Final = ("id", "first", "game", "n", "created", "born", "tries", "revision")

_REMOVE: Final = (
    "DELETE FROM outbox WHERE game = ? AND kind = ? AND seat IS NOT DISTINCT FROM ?"
    " AND id BETWEEN ? AND ? AND (kind <> 'notice' OR id = ?)"
)
_UNDER_EPOCH: Final = " AND EXISTS (SELECT 1 FROM games WHERE id = outbox.game AND epoch = ?)"


_decoder: Final[msgspec.json.Decoder[Out]] = msgspec.json.Decoder(Out)


class Outbox:
    """The undelivered rows of the outbox."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._damaged: set[object] = set()

    async def games(self) -> tuple[GameId, ...]:
        """The games with something undelivered, oldest first; to be woken after a start."""
        rows = await self._database.all(
            "SELECT game FROM outbox GROUP BY game ORDER BY min(id)"
        )
        return tuple(row[0] for row in rows)

    async def count(self, most: int) -> int:
        """How many rows are undelivered, counted up to `most`."""
        row = await self._database.one(
            "SELECT count(*) FROM (SELECT 1 FROM outbox LIMIT ?) AS found", most
        )
        return int(row[0]) if row else 0

    async def pending(self, game: GameId) -> tuple[OutRow, ...]:
        """What is to be sent for a game, oldest first, merged as `OutRow` says.

        A row that cannot be read is logged once and left out.
        """
        rows = await self._database.all(_PENDING, game)
        return tuple(row for row in map(self._row, rows) if row is not None)

    def _row(self, row: Sequence[object]) -> OutRow | None:
        try:
            what = _what(*row[len(_STORED) :])
            values = zip(_STORED, row[: len(_STORED)], strict=True)
            return msgspec.convert({**dict(values), "what": what}, OutRow)
        except msgspec.MsgspecError as error:
            if row[0] not in self._damaged:
                self._damaged.add(row[0])
                damage = "message %s of game %s cannot be read, and is not sent: %s"
                _log.error(damage, row[0], row[2], error)
            return None

    async def remove(self, row: OutRow) -> bool:
        """Remove a row that was sent (or given up) and the earlier ones merged into it.

        Only under the lease under which it was sent: a later owner shows the game again.

        Returns:
            Whether there was one.
        """
        values = (row.game, row.kind, row.seat, row.first, row.id, row.id)
        if row.epoch is None:
            return await self._database.write(_REMOVE, *values) > 0
        sql = _REMOVE + _UNDER_EPOCH
        return await self._database.write(sql, *values, row.epoch) > 0

    async def repeat(self, row: OutRow) -> None:
        """Have a message shown again as the game stands, if the game still exists."""
        await self._database.write(
            "INSERT INTO outbox (game, kind, seat, n, created, text, figures, what)"
            " SELECT id, ?, CAST(? AS BIGINT), CAST(? AS BIGINT), CAST(? AS DOUBLE PRECISION),"
            " ?, ?, ?"
            " FROM games WHERE id = ?",
            *(row.kind, row.seat, row.n, row.created, *columns_before(row.what)),
            *(encoded(row.what), row.game),
        )

    async def count_failure(self, row: OutRow) -> None:
        """Count a failed try; the row stays undelivered."""
        await self._database.write("UPDATE outbox SET tries = tries + 1 WHERE id = ?", row.id)


def _what(kind: object, seat: object, text: object, figures: object, what: object) -> Out:
    """What is to be sent, from the columns of these names.

    Raises:
        msgspec.MsgspecError: it is damaged.
    """
    if what is None:
        return read_before(kind, seat, text, figures)
    out = _decoder.decode(str(what))
    if (kind_of(out), seat_of(out)) != (kind, seat):
        raise msgspec.ValidationError("its kind or seat differs from that of its row")
    return out
