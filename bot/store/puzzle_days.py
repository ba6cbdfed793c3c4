"""The channels with a daily puzzle, and what people have chosen there."""

from __future__ import annotations

from typing import Final

from bot.database.contract import Database, statement
from bot.store.columns import PUZZLE_CHANNEL
from bot.store.person_rows import PuzzleChannelRow
from bot.store.rows import UserId

MOST_TRIES: Final = 5
"""The most times that the puzzle of a day is sent."""

_SELECT: Final = f"SELECT {PUZZLE_CHANNEL.selected} FROM puzzle_channels"
_TURN_ON: Final = PUZZLE_CHANNEL.upsert(
    "channel", "guild", "language", "zone", "minute", "next_at"
)
_UNPOSTED: Final = (
    f"{_SELECT} WHERE day IS NOT NULL AND message IS NULL AND tried_at BETWEEN ? AND ?"
    f" AND tries < {MOST_TRIES} ORDER BY tried_at"
)
_TAKE: Final = (
    "UPDATE puzzle_channels SET day_before = CASE WHEN message > 0 THEN day END,"
    " puzzle_before = puzzle, day = ?, puzzle = ?,"
    " next_at = ?, message = NULL, tried_at = ?, tries = 1 WHERE channel = ? AND next_at = ?"
)
_RETRY: Final = (
    "UPDATE puzzle_channels SET tried_at = ?, tries = tries + 1"
    " WHERE channel = ? AND day = ? AND tries = ? AND message IS NULL"
)


class PuzzleDays:
    """The daily puzzles."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def turn_on(self, row: PuzzleChannelRow) -> None:
        """Post puzzles in a channel from now on; the days already posted there are kept."""
        await self._database.write(_TURN_ON, *PUZZLE_CHANNEL.values(row))

    async def turn_off(self, guild: int, channel: int) -> bool:
        """Stop posting puzzles in a channel; returns whether any were posted there."""
        of_channel = "FROM puzzle_channels WHERE guild = ? AND channel = ?"
        found = await self._database.one(f"SELECT channel {of_channel}", guild, channel)
        answers = (
            f"DELETE FROM puzzle_day_answers WHERE channel IN (SELECT channel {of_channel})"
        )
        await self._database.change(
            (
                statement(answers, guild, channel),
                statement(f"DELETE {of_channel}", guild, channel),
            )
        )
        return found is not None

    async def of_guild(self, guild: int) -> tuple[PuzzleChannelRow, ...]:
        """The channels of a server."""
        rows = await self._database.all(f"{_SELECT} WHERE guild = ? ORDER BY channel", guild)
        return tuple(map(PUZZLE_CHANNEL.read, rows))

    async def of_channel(self, channel: int) -> PuzzleChannelRow | None:
        """The puzzles of a channel; None: it has none."""
        row = await self._database.one(f"{_SELECT} WHERE channel = ?", channel)
        return None if row is None else PUZZLE_CHANNEL.read(row)

    async def due(self, at: float) -> tuple[PuzzleChannelRow, ...]:
        """The channels whose next puzzle is due at a time, the earliest first."""
        rows = await self._database.all(f"{_SELECT} WHERE next_at <= ? ORDER BY next_at", at)
        return tuple(map(PUZZLE_CHANNEL.read, rows))

    async def unposted(self, first: float, last: float) -> tuple[PuzzleChannelRow, ...]:
        """The channels whose puzzle is not known to be posted, last sent between two times.

        Args:
            first: Unix seconds; what was sent long before may have been posted all the same.
            last: Unix seconds; what was sent later may still be on its way.
        """
        rows = await self._database.all(_UNPOSTED, first, last)
        return tuple(map(PUZZLE_CHANNEL.read, rows))

    async def take(
        self, row: PuzzleChannelRow, day: str, puzzle: str, next_at: float, now: float
    ) -> PuzzleChannelRow | None:
        """Begin a day in a channel, which only one process can do, and only once.

        Answers from before the previous day are erased.

        Args:
            row: as it was read.
            day: the new day.
            puzzle: its puzzle.
            next_at: when the next one comes, Unix seconds.
            now: Unix seconds.

        Returns:
            The new row; None: another process was faster.
        """
        changed = await self._database.write(
            _TAKE, *(day, puzzle, next_at, now, row.channel, row.next_at)
        )
        if not changed:
            return None
        await self._database.write(
            "DELETE FROM puzzle_day_answers WHERE channel = ? AND day <> ?",
            *(row.channel, row.day or ""),
        )
        return await self.of_channel(row.channel)

    async def pass_over(self, row: PuzzleChannelRow, next_at: float) -> None:
        """Skip a puzzle that was due, and store when the next one is due."""
        await self._database.write(
            "UPDATE puzzle_channels SET next_at = ? WHERE channel = ? AND next_at = ?",
            *(next_at, row.channel, row.next_at),
        )

    async def retry(self, row: PuzzleChannelRow, now: float) -> bool:
        """Whether this process is the one that sends the puzzle of a day again."""
        values = (now, row.channel, row.day, row.tries)
        return await self._database.write(_RETRY, *values) > 0

    async def posted(self, row: PuzzleChannelRow, message: int) -> None:
        """Remember the message of a day; 0: there will be none."""
        await self._database.write(
            "UPDATE puzzle_channels SET message = ? WHERE channel = ? AND day = ?",
            *(message, row.channel, row.day),
        )

    async def choose(
        self, channel: int, day: str, user: UserId, choice: str, *, solved: bool
    ) -> str:
        """Remember what a person chooses on a day, once.

        Returns:
            Their first choice, which counts.
        """
        await self._database.write(
            'INSERT INTO puzzle_day_answers (channel, day, "user", choice, solved)'
            " VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
            *(channel, day, user, choice, int(solved)),
        )
        find = (
            'SELECT choice FROM puzzle_day_answers WHERE channel = ? AND day = ? AND "user" = ?'
        )
        row = await self._database.one(find, channel, day, user)
        return choice if row is None else str(row[0])

    async def found(self, channel: int, day: str) -> tuple[int, int]:
        """How many people have solved the puzzle of a day in a channel, and how many chose."""
        rows = await self._database.all(
            "SELECT coalesce(sum(solved), 0), count(*) FROM puzzle_day_answers"
            " WHERE channel = ? AND day = ?",
            *(channel, day),
        )
        ((solved, chosen),) = rows
        return int(solved), int(chosen)
