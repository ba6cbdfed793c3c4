"""The rows of games: read as values, written in one guarded transaction."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence

import aiosqlite
import msgspec

from bot.store.database import Conflict, Database
from bot.store.rows import (
    Ballot,
    EntryRow,
    GameId,
    GameRow,
    Hands,
    OrderRow,
    Out,
    SeatRow,
    Status,
    UserId,
)
from rules.table import Seat

_GAMES = """
    SELECT id, guild, channel, parent, game, rules_version, chosen, seat_order, language,
        status, starter, created, updated, revision, message_channel, message,
        message_entry, message_at, verified, checked, steps, edition
    FROM games
"""


class Change(msgspec.Struct, frozen=True):
    """What one transaction writes beside the game's row.

    Attributes:
        number: the journal's number afterwards, for the outbox.
        seats: the new seats, all of them; None: as they are.
        cut: entries after this one are kept aside first; None: none are.
        entries: entries to add.
        outs: outbox rows to add.
        orders: standing orders to leave, each in place of its subject's.
        dropped: standing orders to remove.
        votes: all votes afterwards; None: as they are.
    """

    number: int = 0
    seats: tuple[SeatRow, ...] | None = None
    cut: int | None = None
    entries: tuple[EntryRow, ...] = ()
    outs: tuple[Out, ...] = ()
    orders: tuple[OrderRow, ...] = ()
    dropped: tuple[OrderRow, ...] = ()
    votes: tuple[tuple[Seat, Ballot], ...] | None = None


class Games:
    """The games of the store."""

    def __init__(self, database: Database) -> None:
        self._database = database

    # -- reading -------------------------------------------------------------

    async def game(self, game: GameId) -> GameRow | None:
        """One game's row."""
        row = await self._database.one(_GAMES + "WHERE id = ?", game)
        return _game(row) if row else None

    async def in_channel(self, channel: int) -> GameRow | None:
        """The open game of a channel, else its latest one."""
        row = await self._database.one(
            _GAMES + "WHERE channel = ? ORDER BY status IN ('lobby', 'playing', 'aside') DESC,"
            " id DESC LIMIT 1",
            channel,
        )
        return _game(row) if row else None

    async def in_guild(self, guild: int, most: int = -1) -> tuple[GameRow, ...]:
        """The open games and lobbies of a server, the longest untouched first."""
        rows = await self._database.all(
            _GAMES + "WHERE guild = ? AND status IN ('lobby', 'playing', 'aside')"
            " ORDER BY updated LIMIT ?",
            *(guild, most),
        )
        return tuple(map(_game, rows))

    async def waiting(self, starter: UserId) -> tuple[GameRow, ...]:
        """The lobbies that a person has opened, on all servers, the oldest first."""
        rows = await self._database.all(
            _GAMES + "WHERE starter = ? AND status = 'lobby' ORDER BY id", starter
        )
        return tuple(map(_game, rows))

    async def seats(self, game: GameId) -> tuple[SeatRow, ...]:
        """Who sits where, in seat order."""
        rows = await self._database.all(
            "SELECT game, seat, user, name, level, hands, dm_channel, dm_message, dm_entry"
            " FROM seats WHERE game = ? ORDER BY seat",
            game,
        )
        return tuple(SeatRow(*row) for row in rows)

    async def entries(self, game: GameId) -> tuple[EntryRow, ...]:
        """The journal's entries, in order."""
        rows = await self._database.all(
            "SELECT n, by_user, at, entry, checksum FROM entries WHERE game = ? ORDER BY n",
            game,
        )
        return tuple(EntryRow(*row) for row in rows)

    async def orders(self, game: GameId) -> tuple[OrderRow, ...]:
        """The standing orders of a game, the newest first."""
        rows = await self._database.all(
            'SELECT game, seat, subject, left_at, "order" FROM orders WHERE game = ?'
            " ORDER BY left_at DESC, subject",
            game,
        )
        return tuple(OrderRow(*row) for row in rows)

    async def votes(self, game: GameId) -> tuple[tuple[Seat, Ballot], ...]:
        """How the seats of a game set aside have voted."""
        rows = await self._database.all(
            "SELECT seat, ballot FROM votes WHERE game = ? ORDER BY seat", game
        )
        return tuple((seat, ballot) for seat, ballot in rows)

    async def stepping(self) -> tuple[GameId, ...]:
        """The games in which an opponent or a standing order may act now."""
        rows = await self._database.all(
            "SELECT id FROM games WHERE steps = 1 AND status = 'playing'"
        )
        return tuple(row[0] for row in rows)

    async def unverified(self, release: str, after: GameId) -> GameId | None:
        """The next running game that this release has not replayed yet."""
        row = await self._database.one(
            "SELECT id FROM games WHERE status = 'playing' AND id > ? AND verified IS NOT ?"
            " ORDER BY id LIMIT 1",
            *(after, release),
        )
        return row[0] if row else None

    async def untouched(self, status: Status, before: float) -> tuple[GameId, ...]:
        """The games of a status whose last change is older than a time."""
        rows = await self._database.all(
            "SELECT id FROM games WHERE status = ? AND updated < ?", *(status, before)
        )
        return tuple(row[0] for row in rows)

    async def begun(self) -> tuple[GameId, ...]:
        """All games that ever began, the oldest first."""
        rows = await self._database.all(
            "SELECT DISTINCT game FROM entries UNION"
            " SELECT id FROM games WHERE status IN ('playing', 'over', 'aside') ORDER BY 1"
        )
        return tuple(row[0] for row in rows)

    async def open(self) -> int:
        """How many lobbies and games are open."""
        row = await self._database.one(
            "SELECT count(*) FROM games WHERE status IN ('lobby', 'playing', 'aside')"
        )
        return int(row[0]) if row else 0

    async def open_in(self, guild: int) -> int:
        """How many lobbies and games are open on a server."""
        row = await self._database.one(
            "SELECT count(*) FROM games WHERE guild = ?"
            " AND status IN ('lobby', 'playing', 'aside')",
            guild,
        )
        return int(row[0]) if row else 0

    # -- writing -------------------------------------------------------------

    async def create(self, row: GameRow, change: Change) -> GameRow:
        """Store a new game and give it its number (`row.id` does not count).

        Raises:
            Conflict: the channel has an open game.
        """
        try:
            async with self._database.transaction() as writer:
                cursor = await writer.execute(
                    "INSERT INTO games (guild, channel, parent, game, rules_version, chosen,"
                    " seat_order, language, status, starter, created, updated, edition)"
                    " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                    (
                        *(row.guild, row.channel, row.parent, row.game, row.rules_version),
                        *(_json(row.chosen), row.seat_order, row.language, row.status),
                        *(row.starter, row.created, row.updated, row.edition),
                    ),
                )
                new = msgspec.structs.replace(row, id=cursor.lastrowid or 0)
                await _apply(writer, new, change)
        except sqlite3.IntegrityError as error:
            raise Conflict from error
        return new

    async def commit(self, row: GameRow, change: Change) -> GameRow:
        """Write a game's new row with what belongs to it, in one transaction.

        The row carries the revision that it was made from. Where messages stand
        is not written here.

        Raises:
            Conflict: somebody else has changed the game since.
        """
        try:
            async with self._database.transaction() as writer:
                cursor = await writer.execute(
                    "UPDATE games SET rules_version = ?, chosen = ?, seat_order = ?,"
                    " status = ?, starter = ?, updated = ?, verified = ?, checked = ?,"
                    " steps = ?, edition = ?, revision = revision + 1"
                    " WHERE id = ? AND revision = ?",
                    (
                        *(row.rules_version, _json(row.chosen), row.seat_order, row.status),
                        *(row.starter, row.updated, row.verified, row.checked, row.steps),
                        *(row.edition, row.id, row.revision),
                    ),
                )
                if cursor.rowcount != 1:
                    raise Conflict
                await _apply(writer, row, change)
        except sqlite3.IntegrityError as error:
            raise Conflict from error
        return msgspec.structs.replace(row, revision=row.revision + 1)

    async def set_message(self, row: GameRow) -> None:
        """Remember where the table message stands."""
        await self._database.write(
            "UPDATE games SET message_channel = ?, message = ?, message_entry = ?,"
            " message_at = ? WHERE id = ?",
            *(row.message_channel, row.message, row.message_entry, row.message_at, row.id),
        )

    async def set_verified(self, row: GameRow) -> None:
        """Remember that a release replayed the game without a difference."""
        await self._database.write(
            "UPDATE games SET verified = ?, rules_version = ? WHERE id = ?",
            *(row.verified, row.rules_version, row.id),
        )

    async def set_dm(self, row: SeatRow) -> None:
        """Remember the DM that shows a seat's hand."""
        await self._database.write(
            "UPDATE seats SET dm_channel = ?, dm_message = ?, dm_entry = ?"
            " WHERE game = ? AND seat = ?",
            *(row.dm_channel, row.dm_message, row.dm_entry, row.game, row.seat),
        )

    async def set_hands(self, game: GameId, seat: Seat, hands: Hands) -> None:
        """Choose how a seat's hand is shown."""
        await self._database.write(
            "UPDATE seats SET hands = ? WHERE game = ? AND seat = ?", *(hands, game, seat)
        )


def _game(row: Sequence[object]) -> GameRow:
    """A row of `_GAMES` as a value."""
    values = dict(zip(GameRow.__struct_fields__, row, strict=True))
    values["chosen"] = _chosen(str(values["chosen"]))
    return msgspec.convert(values, GameRow, strict=False)


def _chosen(stored: str) -> dict[str, str]:
    """The options of a game; damaged ones as an option that no game has, so that it is told."""
    try:
        return msgspec.json.decode(stored, type=dict[str, str])
    except msgspec.DecodeError:
        return {"damaged": stored}


def _json(value: object) -> str:
    return msgspec.json.encode(value, order="deterministic").decode()


async def _apply(writer: aiosqlite.Connection, row: GameRow, change: Change) -> None:
    """Write what belongs to a game's new row."""
    game = row.id
    if change.cut is not None:
        await writer.execute(
            "INSERT INTO left_entries SELECT game, ?, n, by_user, at, entry, checksum"
            " FROM entries WHERE game = ? AND n > ?",
            (row.updated, game, change.cut),
        )
        await writer.execute("DELETE FROM entries WHERE game = ? AND n > ?", (game, change.cut))
    if change.seats is not None:
        await writer.execute("DELETE FROM seats WHERE game = ?", (game,))
        await writer.executemany(
            "INSERT INTO seats (game, seat, user, name, level, hands, dm_channel, dm_message,"
            " dm_entry) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            [(game, *msgspec.structs.astuple(each)[1:]) for each in change.seats],
        )
    if change.entries:
        await writer.executemany(
            "INSERT INTO entries (game, n, by_user, at, entry, checksum)"
            " VALUES (?, ?, ?, ?, ?, ?)",
            [(game, *msgspec.structs.astuple(each)) for each in change.entries],
        )
    if change.outs:
        await writer.executemany(
            "INSERT INTO outbox (game, kind, seat, n, created, text, figures)"
            " VALUES (?, ?, ?, ?, ?, ?, ?)",
            [
                (
                    *(game, each.kind, each.seat, change.number, row.updated),
                    *(each.text, _json(each.figures)),
                )
                for each in change.outs
            ],
        )
    await _apply_choices(writer, game, change)


async def _apply_choices(writer: aiosqlite.Connection, game: GameId, change: Change) -> None:
    """Write standing orders and votes."""
    if change.dropped:
        await writer.executemany(
            "DELETE FROM orders WHERE game = ? AND seat = ? AND subject = ? AND left_at = ?",
            [(game, each.seat, each.subject, each.left) for each in change.dropped],
        )
    if change.orders:
        await writer.executemany(
            # The newest is left last, also where the clock was put back meanwhile.
            'INSERT OR REPLACE INTO orders (game, seat, subject, left_at, "order")'
            " SELECT ?1, ?2, ?3, max(?4, coalesce(max(left_at) + 0.001, ?4)), ?5"
            " FROM orders WHERE game = ?1",
            [(game, each.seat, each.subject, each.left, each.order) for each in change.orders],
        )
    if change.votes is not None:
        await writer.execute("DELETE FROM votes WHERE game = ?", (game,))
        await writer.executemany(
            "INSERT INTO votes (game, seat, ballot) VALUES (?, ?, ?)",
            [(game, seat, ballot) for seat, ballot in change.votes],
        )
