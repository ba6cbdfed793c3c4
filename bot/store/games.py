"""The rows of games: read as values, written in one guarded transaction."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Any, Final, TypeVar

import msgspec
from msgspec.structs import replace

from bot.database.contract import (
    Conflict,
    ConnectionLostError,
    Database,
    IntegrityError,
    Row,
    statement,
)
from bot.database.formats import FORMAT, KNOWN
from bot.store import changes
from bot.store.changes import Change, Guard, call_values, insert, update
from bot.store.columns import (
    CALL,
    ENTRY,
    GAME,
    HAND,
    NOTE,
    ORDER,
    PLAN,
    PROPOSAL,
    SEAT,
    SEATING,
    Columns,
)
from bot.store.leases import GameLeases
from bot.store.out_before import followed_before
from bot.store.rows import (
    OPEN,
    STARTED,
    Ballot,
    DamagedRowError,
    EntryRow,
    GameId,
    GameRow,
    NewerRowError,
    Note,
    OrderRow,
    PlanRow,
    Proposal,
    Seating,
    SeatRow,
    UserId,
    in_status,
)
from rules.contract import Seat
from rules.registry import GAMES

_GAMES: Final = f"SELECT {GAME.selected}, format FROM games "
_ENTRIES: Final = f"SELECT {ENTRY.selected} FROM entries WHERE game = ?"
_SEAT: Final = len(SEAT.fields)
_HAND_OF: Final = SEAT.reader(HAND)
_OPEN = in_status(OPEN)
ALL: Final = 2**31
"""More rows than there can be."""

R = TypeVar("R", bound=msgspec.Struct)

_log = logging.getLogger(__name__)


class Games:
    """The games of the store. A damaged game does not keep the others from being read.

    Attributes:
        damaged: the games whose own rows could not be read, logged once each.
    """

    def __init__(self, database: Database, leases: GameLeases | None = None) -> None:
        """`leases`: those of this process; None: it is the only process."""
        self._database = database
        self._leases = leases
        self.damaged: set[GameId] = set()

    @property
    def shared(self) -> bool:
        """Whether other processes may write as well, so that what is in memory may be old."""
        return self._leases is not None

    # -- reading -------------------------------------------------------------

    async def game(self, game: GameId) -> GameRow | None:
        """One game's row.

        Raises:
            DamagedRowError: a row cannot be read.
        """
        row = await self._database.one(_GAMES + "WHERE id = ?", game)
        return self._game(row) if row else None

    async def in_channel(self, channel: int) -> GameRow | None:
        """The open game of a channel; failing that, one that rests; failing that, the latest.

        Raises:
            DamagedRowError: a row cannot be read.
        """
        row = await self._database.one(
            _GAMES + f"WHERE channel = ? ORDER BY {_OPEN} AND rested IS NULL DESC,"
            f" {_OPEN} DESC, id DESC LIMIT 1",
            channel,
        )
        return self._game(row) if row else None

    async def in_guild(self, guild: int, most: int = ALL) -> tuple[GameRow, ...]:
        """The open games and lobbies of a server, the longest untouched first."""
        rows = await self._database.all(
            _GAMES + f"WHERE guild = ? AND {_OPEN} ORDER BY updated LIMIT ?",
            *(guild, most),
        )
        return self._readable(rows)

    async def waiting(self, starter: UserId) -> tuple[GameRow, ...]:
        """The lobbies that a person has opened, on all servers, the oldest first."""
        rows = await self._database.all(
            _GAMES + "WHERE starter = ? AND status = 'lobby' ORDER BY id", starter
        )
        return self._readable(rows)

    async def started(self, starter: UserId, guild: int) -> tuple[GameRow, ...]:
        """The games on a server whose lobbies a person opened, the longest untouched first.

        Games that rest are left out.
        """
        rows = await self._database.all(
            _GAMES + f"WHERE starter = ? AND guild = ? AND {in_status(STARTED)}"
            " AND rested IS NULL ORDER BY updated",
            *(starter, guild),
        )
        return self._readable(rows)

    async def seated(self, user: UserId, most: int) -> tuple[GameRow, ...]:
        """The tables at which a person has a seat: the open ones first, then the latest."""
        rows = await self._database.all(
            _GAMES + 'WHERE id IN (SELECT game FROM seats WHERE "user" = ?)'
            f" AND status <> 'cancelled' ORDER BY {_OPEN} DESC, updated DESC, id DESC LIMIT ?",
            *(user, most),
        )
        return self._readable(rows)

    async def revision(self, game: GameId) -> int | None:
        """The revision of a game; None: there is none."""
        row = await self._database.one("SELECT revision FROM games WHERE id = ?", game)
        return None if row is None else int(row[0])

    async def seats(self, game: GameId) -> tuple[SeatRow, ...]:
        """Who sits where, in seat order.

        Raises:
            DamagedRowError: a row cannot be read.
        """
        rows = await self._database.all(
            f"SELECT {SEAT.selected}, {CALL.selected} FROM seats WHERE game = ? ORDER BY seat",
            game,
        )
        found = tuple(self._seat(row) for row in rows)
        if [row.seat for row in found] != list(range(len(found))):
            raise self._damage(game, "its seats are misnumbered")
        return found

    async def entries(self, game: GameId) -> tuple[EntryRow, ...]:
        """The journal's entries, in order."""
        rows = await self._database.all(_ENTRIES + " ORDER BY n", game)
        return tuple(EntryRow(*row) for row in rows)

    async def entries_from(self, game: GameId, n: int) -> tuple[EntryRow, ...]:
        """The journal's entries from a number on, in order."""
        rows = await self._database.all(_ENTRIES + " AND n >= ? ORDER BY n", game, n)
        return tuple(EntryRow(*row) for row in rows)

    async def orders(self, game: GameId) -> tuple[OrderRow, ...]:
        """The standing orders of a game, the newest first."""
        rows = await self._database.all(
            f"SELECT {ORDER.selected} FROM orders WHERE game = ?"
            " ORDER BY left_at DESC, subject",
            game,
        )
        found = []
        for row in rows:
            with suppress(DamagedRowError):  # logged; the person can give it again
                found.append(self._read(ORDER, row, game))
        return tuple(found)

    async def votes(self, game: GameId) -> tuple[tuple[Seat, Ballot], ...]:
        """How the seats of a game set aside have voted."""
        rows = await self._database.all(
            "SELECT seat, ballot FROM votes WHERE game = ? ORDER BY seat", game
        )
        return tuple((seat, ballot) for seat, ballot in rows)

    async def seatings(self, game: GameId) -> tuple[Seating, ...]:
        """The changes of who sits in a game, the oldest first."""
        rows = await self._database.all(
            f"SELECT {SEATING.selected} FROM seatings WHERE game = ? ORDER BY n", game
        )
        return tuple(Seating(*row) for row in rows)

    async def proposals(self, game: GameId) -> tuple[Proposal, ...]:
        """What was proposed in a game, the oldest first, with the answers."""
        answers = await self._database.all(
            "SELECT number, seat, answer FROM answers WHERE game = ? ORDER BY seat", game
        )
        rows = await self._database.all(
            f"SELECT {PROPOSAL.selected} FROM proposals WHERE game = ? ORDER BY number", game
        )
        found = []
        for row in rows:
            given = tuple(answer for number, *answer in answers if number == row[0])
            with suppress(DamagedRowError):  # logged; it can be proposed again
                found.append(self._read(PROPOSAL, row, game, answers=given))
        return tuple(found)

    async def notes(self, game: GameId) -> tuple[Note, ...]:
        """What people are told privately, the oldest first."""
        rows = await self._database.all(
            f"SELECT {NOTE.selected} FROM notes WHERE game = ? ORDER BY place", game
        )
        return tuple(
            Note(seat, text, action, reason, followed_before(text, followed))
            for seat, text, action, reason, followed in rows
        )

    async def plans(self, game: GameId) -> tuple[PlanRow, ...]:
        """What people will do when their next turns begin."""
        rows = await self._database.all(
            f"SELECT {PLAN.selected} FROM plans WHERE game = ? ORDER BY seat", game
        )
        return tuple(PlanRow(*row) for row in rows)

    async def followers(self, game: GameId) -> tuple[UserId, ...]:
        """The people who follow a game without a seat."""
        find = 'SELECT "user" FROM follows WHERE game = ? ORDER BY "user"'
        return tuple(row[0] for row in await self._database.all(find, game))

    async def followed(self, user: UserId) -> int:
        """How many games a person follows."""
        find = 'SELECT count(*) FROM follows WHERE "user" = ?'
        row = await self._database.one(find, user)
        return int(row[0]) if row else 0

    async def secret(self, game: GameId, new: bytes) -> bytes:
        """The secret that seeds a game's computer players; `new` if it has none yet."""
        find = "SELECT secret FROM secrets WHERE game = ?"
        row = await self._database.one(find, game)
        if row is None:
            insert = "INSERT INTO secrets (game, secret) VALUES (?, ?) ON CONFLICT DO NOTHING"
            await self._database.write(insert, *(game, new))
            row = await self._database.one(find, game)
        return bytes(row[0]) if row else new

    def _readable(self, rows: Iterable[Sequence[object]]) -> tuple[GameRow, ...]:
        """The rows of `_GAMES` that can be read, as values."""
        found = []
        for row in rows:
            with suppress(DamagedRowError):
                found.append(self._game(row))
        return tuple(found)

    def _game(self, row: Sequence[object]) -> GameRow:
        """A row of `_GAMES` as a value.

        Raises:
            DamagedRowError: a row cannot be read.
        """
        *values, format_ = row
        if isinstance(format_, int) and format_ > FORMAT:
            raise NewerRowError(f"game {values[0]}: a newer release wrote it")
        game = self._read(GAME, values, values[0])
        if game.game not in GAMES:
            raise self._damage(game.id, f"the game {game.game!r} is unknown")
        return game

    def _seat(self, row: Row) -> SeatRow:
        """A seat with its call.

        Raises:
            DamagedRowError: a row cannot be read.
        """
        seat, call = row[:_SEAT], row[_SEAT:]
        found = self._read(SEAT, seat, row[0])
        if call[1] is None:  # no entry: nobody was called
            return found
        return replace(found, call=self._read(CALL, call, row[0]))

    def _read(self, columns: Columns[R], row: Row, game: Any, **more: object) -> R:
        """A row as a value.

        Raises:
            DamagedRowError: a row cannot be read.
        """
        try:
            return columns.read(row, **more)
        except msgspec.DecodeError as error:
            raise self._damage(game, f"{columns.kind.__name__}: {error}") from error

    def _damage(self, game: GameId, why: str) -> DamagedRowError:
        if game not in self.damaged:
            self.damaged.add(game)
            _log.error("game %s cannot be read, and is set aside: %s", game, why)
        return DamagedRowError(f"game {game}: {why}")

    # -- writing -------------------------------------------------------------

    async def create(self, row: GameRow, change: Change) -> GameRow:
        """Store a new game and give it its number (`row.id` is ignored).

        Raises:
            Conflict: the channel has an open game.
        """
        try:
            async with self._database.transaction() as transaction:
                new = await insert(transaction, row, change)
                if self._leases is not None:
                    await self._leases.take_new(transaction, new.id)
                return new
        except IntegrityError as error:
            raise Conflict from error

    async def commit(self, row: GameRow, change: Change) -> GameRow:
        """Write a game's new row with what belongs to it, in one transaction.

        The row has the revision that it was made from. The place of the table message is
        written only if `change.message`.

        Raises:
            Conflict: someone else has changed the game since.
        """
        process = None if self._leases is None else self._leases.process
        lease, began = None, 0.0 if self._leases is None else self._leases.monotonic()
        try:
            lease = await self._database.change(update(row, change, process))
        except IntegrityError as error:
            raise Conflict from error
        except ConnectionLostError:
            if not await self._is_stored(row, change):
                raise
        if self._leases is not None:
            self._leases.note(row.id, lease, began)
        return replace(row, revision=row.revision + 1)

    async def _is_stored(self, row: GameRow, change: Change) -> bool:
        """Whether a change whose outcome is unknown was committed, judging by its rows."""
        stored = await self._database.one(
            "SELECT revision, updated FROM games WHERE id = ?", row.id
        )
        if stored is None or tuple(stored) != (row.revision + 1, row.updated):
            return False
        last = change.entries[-1:]
        entries = (await self.entries(row.id))[-1:] if last else ()
        return entries == last

    async def close_unreadable(self, game: GameId) -> None:
        """Close a game that cannot be read: its channel is freed, and nothing of it is sent.

        Its other rows stay as they are, for inspection.
        """
        await self._database.rebuild_indexes("games")  # an index may hold the row as it was
        cancel = "UPDATE games SET status = 'cancelled', revision = revision + 1 WHERE id = ?"
        tables = ("outbox", "former_holders")
        removals = (statement(f"DELETE FROM {each} WHERE game = ?", game) for each in tables)
        await self._database.change((statement(cancel, game), *removals))

    # Writes outside a commit. If other processes can have the game in memory, a guard is given:
    # the write raises Conflict if the guard does not hold.

    async def set_message(self, row: GameRow, guard: Guard | None = None) -> None:
        """Remember where the table message is."""
        await self._write(
            row.id,
            guard,
            changes.PLACE_MESSAGE,
            *(*changes.message_of(row), row.id),
        )

    async def set_verified(self, row: GameRow) -> None:
        """Remember that a release replayed the game without a difference."""
        await self._database.write(
            f"UPDATE games SET verified = ?, rules_version = ? WHERE id = ? AND {KNOWN}",
            *(row.verified, row.rules_version, row.id),
        )

    async def set_dm(self, row: SeatRow, guard: Guard | None = None) -> None:
        """Remember the DM that shows a seat's hand."""
        await self._write(
            row.game,
            guard,
            f"UPDATE seats SET {SEAT.assigned(HAND)}"
            ' WHERE game = ? AND seat = ? AND "user" IS NOT NULL',
            *(*_HAND_OF(row), row.game, row.seat),
        )

    async def set_call(self, row: SeatRow, guard: Guard | None = None) -> None:
        """Remember the latest call of a seat."""
        await self._write(
            row.game,
            guard,
            f"UPDATE seats SET {CALL.assigned(CALL.fields)}"
            ' WHERE game = ? AND seat = ? AND "user" IS NOT NULL',
            *(*call_values(row.call), row.game, row.seat),
        )

    async def set_advised(self, game: GameId, seat: Seat, guard: Guard | None = None) -> None:
        """Remember that a seat has used a suggestion."""
        await self._write(
            game,
            guard,
            "UPDATE seats SET advised = 1 WHERE game = ? AND seat = ?",
            *(game, seat),
        )

    async def close_dms(self, game: GameId, seat: Seat, guard: Guard | None = None) -> None:
        """Send a person nothing about a game by DM: hands by button, calls in the channel."""
        await self._write(
            game,
            guard,
            "UPDATE seats SET hands = 'button', calls = 'channel' WHERE game = ? AND seat = ?",
            *(game, seat),
        )

    async def _write(
        self, game: GameId, guard: Guard | None, sql: str, *values: object
    ) -> None:
        """Execute one statement outside a commit.

        Raises:
            Conflict: the guard does not hold.
        """
        if guard is None:
            await self._database.write(sql, *values)
        else:
            await self._database.change(changes.guarded(game, guard, statement(sql, *values)))
