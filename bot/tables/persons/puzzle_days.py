"""A puzzle a day in a channel: when it comes, which one it is, and who has solved it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from bot.store import Store
from bot.store.rows import PuzzleChannelRow, UserId
from bot.tables.core.admission import check_allowed
from bot.tables.core.quiet_hours import zone_named
from bot.tables.core.refusals import TooManyPuzzleChannels
from rules.puzzles import Puzzle

MOST: Final = 5
"""The most channels of a server that can have a puzzle a day."""

LATE: Final = 6 * 3600.0
"""Seconds after which a puzzle that was not posted in time is left out."""


class PuzzleDayService:
    """The puzzles of days, for the admins of a server and for people who answer."""

    def __init__(self, store: Store) -> None:
        """Over a store."""
        self._store = store

    async def turn_on(
        self, guild: int, channel: int, language: str, zone: str, minute: int, now: float
    ) -> PuzzleChannelRow:
        """Post a puzzle a day in a channel from now on.

        Args:
            guild: the server of the channel.
            channel: where.
            language: of the messages.
            zone: the time zone of `minute`.
            minute: of the day.
            now: Unix seconds.

        Raises:
            TooManyPuzzleChannels: the server has enough of them.
        """
        rows = {each.channel: each for each in await self._store.puzzle_days.of_guild(guild)}
        if channel not in rows and len(rows) >= MOST:
            raise TooManyPuzzleChannels
        before = rows.get(channel)
        row = PuzzleChannelRow(
            channel=channel,
            guild=guild,
            language=language,
            zone=zone,
            minute=minute,
            next_at=next_time(zone, minute, now, None if before is None else before.day),
        )
        await self._store.puzzle_days.turn_on(row)
        return row

    async def turn_off(self, guild: int, channel: int) -> bool:
        """Post no puzzles in a channel any more; false: none were posted there."""
        return await self._store.puzzle_days.turn_off(guild, channel)

    async def of_guild(self, guild: int) -> tuple[PuzzleChannelRow, ...]:
        """The channels of a server that have a puzzle a day."""
        return await self._store.puzzle_days.of_guild(guild)

    async def choose(
        self, channel: int, day: str, user: UserId, puzzle: Puzzle, choice: str
    ) -> str:
        """Store what a person chooses in the puzzle of a day; it counts once, and on that day.

        Returns:
            Their first choice that day; when the day is over, this one.

        Raises:
            DeletedBefore: nothing may be stored about the person since a deletion.
        """
        await check_allowed(self._store, user)
        row = await self._store.puzzle_days.of_channel(channel)
        if row is None or (row.day, row.puzzle) != (day, puzzle.id):
            return choice
        solved = choice == puzzle.answer
        return await self._store.puzzle_days.choose(channel, day, user, choice, solved=solved)


def next_time(zone: str, minute: int, now: float, last: str | None = None) -> float:
    """When the next puzzle comes, in Unix seconds: after now, and not twice on a day.

    Args:
        zone: a time zone.
        minute: of the day there; on a day that lacks this minute, an hour later.
        now: Unix seconds.
        last: the day of the latest puzzle, as 2026-11-27; None: there was none.
    """
    there = zone_named(zone)
    day = datetime.fromtimestamp(now, there).date()
    if last is not None:
        day = max(day, date.fromisoformat(last) + timedelta(days=1))
    while (at := _at(day, minute, there)) <= now:
        day += timedelta(days=1)
    return at


def _at(day: date, minute: int, zone: ZoneInfo) -> float:
    local = datetime(day.year, day.month, day.day, minute // 60, minute % 60, tzinfo=zone)
    return local.astimezone(UTC).timestamp()


def day_of(row: PuzzleChannelRow) -> str:
    """The day in the channel's time zone on which its next puzzle is due."""
    return datetime.fromtimestamp(row.next_at, zone_named(row.zone)).date().isoformat()


def of_day(offered: Sequence[Puzzle], day: str) -> Puzzle | None:
    """The puzzle of a day, the same everywhere: games take turns, and so do their puzzles.

    None: there are no puzzles.
    """
    games = sorted({each.game for each in offered})
    if not games:
        return None
    turn, place = divmod(date.fromisoformat(day).toordinal(), len(games))[::-1]
    puzzles = sorted((each for each in offered if each.game == games[turn]), key=_id)
    return puzzles[place % len(puzzles)]


def _id(puzzle: Puzzle) -> str:
    return puzzle.id
