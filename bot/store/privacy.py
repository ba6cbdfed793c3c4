"""What the store holds about a person, and how it is cleared."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

import msgspec

from bot.database.contract import Database, Statement, Transaction, statement
from bot.store import mentions
from bot.store.clearing import Someone, clear_seats
from bot.store.rows import CLOSED, OPEN, STARTED, GameId, UserId, in_status

HOLDING: Final[dict[str, tuple[str, ...]]] = {
    "games": ("starter",),
    "seats": (
        *("user", "name", "dm_channel", "dm_message", "call_channel", "call_message"),
        *("invited", "own_note"),
    ),
    "seatings": ("name", "user"),
    "invitations": ("by_user", "user"),
    "bars": ("by_user", "user"),
    "answers": ("seat", "answer"),
    "plans": ("seat", "action", "deltas", "kinds"),
    "notes": ("seat", "text", "action", "reason"),
    "entries": ("by_user",),
    "left_entries": ("by_user",),
    "outbox": ("figures", "what"),
    "orders": ("seat", "subject", "order"),
    "votes": ("seat", "ballot"),
    "due": ("seat",),
    "people": ("user",),
    "lessons": ("user", "lesson", "entries"),
    "lessons_done": ("user", "lesson"),
    "puzzle_answers": ("user", "puzzle"),
    "puzzle_day_answers": ("user", "choice"),
    "coach_choices": ("user",),
    "coach_told": ("user",),
    "paces": ("user",),
    "follows": ("user",),
    "reviews": ("seat", "user", "review"),
    "result_seats": ("user", "name"),
}
"""The columns that hold accounts, names, or what belongs to a person's seat, by table."""

_ACCOUNTS: Final = """
    SELECT starter FROM games UNION SELECT "user" FROM seats
    UNION SELECT by_user FROM entries UNION SELECT by_user FROM left_entries
    UNION SELECT "user" FROM people UNION SELECT "user" FROM result_seats
    UNION SELECT "user" FROM lessons UNION SELECT "user" FROM lessons_done
    UNION SELECT invited FROM seats UNION SELECT "user" FROM seatings
    UNION SELECT by_user FROM invitations UNION SELECT "user" FROM invitations
    UNION SELECT by_user FROM bars UNION SELECT "user" FROM bars
    UNION SELECT "user" FROM coach_choices UNION SELECT "user" FROM coach_told
    UNION SELECT "user" FROM reviews UNION SELECT "user" FROM paces
    UNION SELECT "user" FROM follows UNION SELECT "user" FROM puzzle_answers
    UNION SELECT "user" FROM puzzle_day_answers
"""

_CLEARING: Final = (
    "UPDATE games SET starter = 0 WHERE starter = ?",
    "UPDATE entries SET by_user = NULL WHERE by_user = ?",
    "UPDATE left_entries SET by_user = NULL WHERE by_user = ?",
    'UPDATE result_seats SET "user" = NULL, name = \'\' WHERE "user" = ?',
    'DELETE FROM people WHERE "user" = ?',
    'DELETE FROM lessons WHERE "user" = ?',
    'DELETE FROM lessons_done WHERE "user" = ?',
    'DELETE FROM puzzle_answers WHERE "user" = ?',
    'DELETE FROM puzzle_day_answers WHERE "user" = ?',
    'DELETE FROM coach_choices WHERE "user" = ?',
    'DELETE FROM coach_told WHERE "user" = ?',
    'DELETE FROM reviews WHERE "user" = ?',
    'DELETE FROM paces WHERE "user" = ?',
    'DELETE FROM follows WHERE "user" = ?',
    "UPDATE seats SET invited = NULL WHERE invited = ?",
    'DELETE FROM invitations WHERE by_user = ?1 OR "user" = ?1',
    'DELETE FROM bars WHERE by_user = ?1 OR "user" = ?1',
)

_GAMES: Final = """
    SELECT id FROM games WHERE starter = ?1
    UNION SELECT game FROM seats WHERE "user" = ?1
    UNION SELECT game FROM entries WHERE by_user = ?1
    UNION SELECT game FROM left_entries WHERE by_user = ?1
    UNION SELECT game FROM result_seats WHERE "user" = ?1
    UNION SELECT game FROM seats WHERE invited = ?1
    UNION SELECT game FROM seatings WHERE "user" = ?1
    UNION SELECT game FROM reviews WHERE "user" = ?1
    UNION SELECT game FROM follows WHERE "user" = ?1
"""

_OWN_SEATS: Final = '(game, seat) IN (SELECT game, seat FROM seats WHERE "user" = ?1)'

_COUNTS: Final = {
    "settings": 'SELECT (SELECT count(*) FROM people WHERE "user" = ?1)'
    ' + (SELECT count(*) FROM coach_choices WHERE "user" = ?1)',
    "seats": 'SELECT count(*) FROM seats WHERE "user" = ?',
    "entries": "SELECT (SELECT count(*) FROM entries WHERE by_user = ?1)"
    " + (SELECT count(*) FROM left_entries WHERE by_user = ?1)",
    "orders": " + ".join(
        f"(SELECT count(*) FROM {table} WHERE {_OWN_SEATS})"
        for table in ("orders", "plans", "votes", "answers")
    ).join(("SELECT ", "")),
    "invitations": 'SELECT (SELECT count(*) FROM invitations WHERE by_user = ?1 OR "user" = ?1)'
    " + (SELECT count(*) FROM bars WHERE by_user = ?1)",
    "messages": 'SELECT count(dm_message) + count(call_message) FROM seats WHERE "user" = ?',
    "opened": "SELECT count(*) FROM games WHERE starter = ?",
    "results": 'SELECT count(*) FROM result_seats WHERE "user" = ?',
    "lessons": 'SELECT (SELECT count(*) FROM lessons WHERE "user" = ?1)'
    ' + (SELECT count(*) FROM lessons_done WHERE "user" = ?1)',
    "puzzles": 'SELECT count(*) FROM puzzle_answers WHERE "user" = ?',
    "coach": 'SELECT count(*) FROM coach_told WHERE "user" = ?',
    "reviews": 'SELECT count(*) FROM reviews WHERE "user" = ?',
    "follows": 'SELECT count(*) FROM follows WHERE "user" = ?',
    "paces": 'SELECT count(*) FROM paces WHERE "user" = ?',
    "own_notes": "SELECT count(*) FROM seats WHERE \"user\" = ? AND own_note <> ''",
}

_DATA: Final = {
    "settings": 'SELECT * FROM people WHERE "user" = ?',
    "coach": 'SELECT title, wanted FROM coach_choices WHERE "user" = ? ORDER BY title',
    "coach_told": 'SELECT game, moment, entry FROM coach_told WHERE "user" = ?'
    " ORDER BY game, entry, moment",
    "opened": "SELECT id AS game, game AS title, guild, channel, status, created FROM games"
    " WHERE starter = ? ORDER BY id",
    "seats": "SELECT seats.game, games.game AS title, guild, channel, status, seat, name,"
    " seats.hands, seats.calls, dm_channel, dm_message, call_kind, call_entry, call_channel,"
    " call_message, waits_since, reminders, reminded, advised FROM seats"
    ' JOIN games ON games.id = seats.game WHERE "user" = ? ORDER BY seats.game',
    "seatings": "SELECT game, at, entry, seat, what, name, level FROM seatings"
    ' WHERE "user" = ? ORDER BY at, game',
    "follows": 'SELECT game FROM follows WHERE "user" = ? ORDER BY game',
    "paces": 'SELECT game, guild, turn, began, acted FROM paces WHERE "user" = ?'
    " ORDER BY acted, game",
    "own_notes": "SELECT game, own_note, keeps_note FROM seats"
    " WHERE \"user\" = ? AND own_note <> '' ORDER BY game",
    "orders": f'SELECT game, seat, subject, left_at, "order" FROM orders WHERE {_OWN_SEATS}'
    " ORDER BY game, left_at",
    "plans": f"SELECT game, seat, action FROM plans WHERE {_OWN_SEATS} ORDER BY game",
    "answers": f"SELECT game, number, seat, answer FROM answers WHERE {_OWN_SEATS}"
    " ORDER BY game, number",
    "invitations": 'SELECT at, by_user, "user" FROM invitations'
    ' WHERE by_user = ?1 OR "user" = ?1'
    " ORDER BY at",
    "bars": 'SELECT "user" FROM bars WHERE by_user = ? ORDER BY "user"',
    "votes": f"SELECT game, seat, ballot FROM votes WHERE {_OWN_SEATS} ORDER BY game",
    "results": "SELECT game, guild, title, ended, ending, taken_back, seat, holder, name,"
    ' points, place, counted FROM result_seats JOIN results USING (game) WHERE "user" = ?'
    " ORDER BY ended, game",
    "lessons": 'SELECT lesson, edition, entries FROM lessons WHERE "user" = ?',
    "lessons_done": 'SELECT lesson, at FROM lessons_done WHERE "user" = ? ORDER BY at, lesson',
    "puzzles": 'SELECT puzzle, solved, at, disagrees FROM puzzle_answers WHERE "user" = ?'
    " ORDER BY at, puzzle",
    "puzzle_days": "SELECT channel, day, choice, solved FROM puzzle_day_answers"
    ' WHERE "user" = ? ORDER BY day, channel',
    "reviews": 'SELECT game, seat, asked, review FROM reviews WHERE "user" = ? ORDER BY game',
}

# Checksums are not handed out: they are of whole positions, with everyone's hands.
_ENTRIES: Final = f"""
    SELECT own.game, n, at, entry, no_longer_counts, seats.seat, {in_status(CLOSED)}
    FROM (
        SELECT game, n, at, entry, 0 AS no_longer_counts FROM entries WHERE by_user = ?1
        UNION ALL
        SELECT game, n, at, entry, 1 FROM left_entries WHERE by_user = ?1
    ) AS own JOIN games ON games.id = own.game
    LEFT JOIN seats ON seats.game = own.game AND seats."user" = ?1
    ORDER BY own.game, no_longer_counts, n
"""
_OWN_KINDS: Final = {"moved": "seat", "taken_back": "seat", "agreed": "asked_by"}


class SentMessage(msgspec.Struct, frozen=True):
    """A message that was sent for a seat of a person.

    Attributes:
        kind: the hand, or a call; a call in the channel mentions the person.
        guild: of the game.
        by_dm: whether it is a direct message.
    """

    kind: str
    guild: int
    channel: int
    message: int
    by_dm: bool


class Privacy:
    """What is stored about a person, in all tables."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def counts(self, user: UserId) -> dict[str, int]:
        """How much of each kind is stored about a person."""
        return {
            kind: (await self._database.all(sql, user))[0][0] for kind, sql in _COUNTS.items()
        }

    async def data(self, user: UserId) -> dict[str, Any]:
        """All that is stored about a person and that they may see, ready for JSON.

        Draws are left out. For a seat that they left in a game that goes on, only the number
        of their entries is given.
        """
        found: dict[str, Any] = {"account": str(user)}
        for kind, sql in _DATA.items():
            found[kind] = [_named(row) for row in await self._database.named(sql, user)]
        own, left = [], dict[GameId, int]()
        for game, n, at, raw, past, seat, ended in await self._database.all(_ENTRIES, user):
            entry = _decoded(raw)
            acted = entry.get(_OWN_KINDS.get(entry.get("type", ""), ""))
            if ended or (seat is not None and acted == seat):
                if entry.get("type") in _OWN_KINDS:
                    counts = not past
                    own.append(
                        {"game": game, "n": n, "at": at, "counts": counts, "entry": entry}
                    )
            else:
                left[game] = left.get(game, 0) + 1
        found["entries"] = own
        found["entries_of_left_seats"] = [{"game": g, "entries": n} for g, n in left.items()]
        return found

    async def accounts(self) -> tuple[UserId, ...]:
        """Every account that is stored anywhere, without 0, which is nobody's."""
        rows = await self._database.all(_ACCOUNTS)
        outs = await self._database.all("SELECT what, figures FROM outbox")
        values = (each for columns in outs for each in mentions.mentioned(*columns) or ())
        told = {each for each in values if isinstance(each, int)}
        return tuple(sorted({*told, *(row[0] for row in rows)} - {0, None}))

    async def games(self, user: UserId) -> tuple[GameId, ...]:
        """Every game in which a person appears."""
        return tuple(row[0] for row in await self._database.all(_GAMES, user))

    async def shown(self, user: UserId) -> tuple[GameId, ...]:
        """The games of a person that people still look at: open, or the latest in a channel."""
        rows = await self._database.all(
            f"SELECT id FROM games WHERE id IN ({_GAMES}) AND ("
            f"{in_status(OPEN)}"
            " OR (status = 'over' AND message IS NOT NULL"
            " AND id = (SELECT max(id) FROM games AS there"
            " WHERE there.channel = games.channel))) ORDER BY id",
            user,
        )
        return tuple(row[0] for row in rows)

    async def held(self, user: UserId) -> tuple[GameId, ...]:
        """The unfinished games in which a person holds a seat or has held one."""
        rows = await self._database.all(
            'SELECT id FROM (SELECT game FROM seats WHERE "user" = ?1'
            ' UNION SELECT game FROM seatings WHERE "user" = ?1) AS own'
            f" CROSS JOIN games WHERE id = own.game AND {in_status(STARTED)}",  # as in `Lists`
            user,
        )
        return tuple(row[0] for row in rows)

    async def add_former_holders(self, found: Iterable[tuple[GameId, str]]) -> None:
        """Keep the hashes of accounts that held a seat in a game, until the game is over."""
        insert = "INSERT INTO former_holders VALUES (?, ?) ON CONFLICT DO NOTHING"
        await self._database.change((Statement(insert, tuple(found)),))

    async def is_former_holder(self, game: GameId, account: str) -> bool:
        """Whether someone with that hash held a seat in a game and had their data deleted."""
        row = await self._database.one(
            "SELECT 1 FROM former_holders WHERE game = ? AND account = ?", *(game, account)
        )
        return row is not None

    async def names(self, user: UserId) -> tuple[str, ...]:
        """The names under which a person has played."""
        rows = await self._database.all(
            'SELECT name FROM seats WHERE "user" = ?1'
            ' UNION SELECT name FROM seatings WHERE "user" = ?1'
            ' UNION SELECT name FROM result_seats WHERE "user" = ?1',
            user,
        )
        return tuple(row[0] for row in rows)

    async def messages(self, user: UserId) -> tuple[SentMessage, ...]:
        """The latest messages that were sent for a person's seats, the newest first."""
        rows = await self._database.all(
            "SELECT 'hand', guild, dm_channel, dm_message, 1 = 1 FROM seats"
            ' JOIN games ON games.id = seats.game WHERE "user" = ?1 AND dm_message IS NOT NULL'
            " UNION ALL SELECT 'call', guild, coalesce(call_channel, channel), call_message,"
            " call_channel IS NOT DISTINCT FROM dm_channel FROM seats"
            " JOIN games ON games.id = seats.game"
            ' WHERE "user" = ?1 AND call_message IS NOT NULL ORDER BY 4 DESC',
            user,
        )
        return tuple(
            SentMessage(kind, guild, channel, message, bool(by_dm))
            for kind, guild, channel, message, by_dm in rows
        )

    async def seen(self) -> int:
        """How many lines of the list of deletions this database has seen."""
        row = await self._database.one("SELECT deletions FROM privacy")
        return int(row[0]) if row else 0

    async def set_seen(self, number: int) -> None:
        """Remember how many lines this database has seen."""
        await self._database.write("UPDATE privacy SET deletions = ?", number)

    async def clear(
        self, user: UserId, names: Iterable[str], someone: Someone, level: str
    ) -> None:
        """Clear a person from every table, in one transaction.

        Args:
            user: the account.
            names: those under which they have played.
            someone: gives the text in place of their name.
            level: of the computer players that play on for them.
        """
        games = sorted(await self.games(user))
        async with self._database.transaction() as transaction:
            # First of all, as in a commit, so that no two can block each other. What a
            # process holds in memory is then out of date.
            await transaction.execute_many(
                "UPDATE games SET revision = revision + 1 WHERE id = ?",
                [(game,) for game in games],
            )
            await _clear_outbox(transaction, user, tuple(names))
            tables = ("orders", "votes", "due", "plans", "notes", "answers")
            await transaction.apply(
                statement(f"DELETE FROM {each} WHERE {_OWN_SEATS}", user) for each in tables
            )
            await clear_seats(transaction, user, someone, level)
            await transaction.apply(statement(each, user) for each in _CLEARING)
        await self._database.empty_log()


async def _clear_outbox(transaction: Transaction, user: UserId, names: tuple[str, ...]) -> None:
    """Remove what is still to be sent and contains a person's account or one of their names.

    Damaged rows go as well: they are never sent, and nobody knows whom they mention.
    """
    wanted = {user, *names}
    found = [
        (number,)
        for number, *columns in await transaction.all("SELECT id, what, figures FROM outbox")
        if (told := mentions.mentioned(*columns)) is None or not wanted.isdisjoint(told)
    ]
    await transaction.execute_many("DELETE FROM outbox WHERE id = ?", found)


def _named(row: dict[str, Any]) -> dict[str, Any]:
    """A row for JSON, with Discord's ids as text: many readers cannot hold such numbers."""
    ids = {"user", "by_user", "guild", "channel", "dm_channel", "dm_message", "call_channel"}
    ids.add("call_message")
    return {
        key: str(value)
        if key in ids and value is not None
        else _decoded(value)
        if isinstance(value, bytes)
        else value
        for key, value in row.items()
    }


def _decoded(raw: bytes) -> dict[str, Any]:
    """A stored entry or order; empty if it is damaged."""
    try:
        return msgspec.json.decode(raw, type=dict[str, Any])
    except msgspec.DecodeError:
        return {}
