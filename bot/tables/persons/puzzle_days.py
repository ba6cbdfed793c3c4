"""A puzzle a day in a channel: when it comes, which one it is, and who has solved it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from bot.store import Store
from bot.store.person_rows import PuzzleChannelRow
from bot.store.rows import UserId
from bot.tables.core.admission import check_allowed
from bot.tables.core.quiet_hours import zone_named
from bot.tables.core.refusals import TooManyPuzzleChannels
from rules.puzzles import Puzzle

MOST: Final = 5
"""How many channels of a server can have a puzzle a day."""

LATE: Final = 6 * 3600.0
"""Seconds after which a puzzle that was not posted in time is skipped."""


class PuzzleDayService:
    """The puzzles of the day, for the admins of a server and for people who answer."""

    def __init__(self, store: Store) -> None:
        """Use a store."""
        self._store = store

    async def turn_on(
        self, guild: int, channel: int, language: str, zone: str, minute: int, now: float
    ) -> PuzzleChannelRow:
        """Post a puzzle a day in a channel from now on.

        Args:
            guild: the server of the channel.
            channel: where to post.
            language: of the messages.
            zone: the time zone of `minute`.
            minute: of the day.
            now: Unix seconds.

        Raises:
            TooManyPuzzleChannels: the server has `MOST` such channels.
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
        """Stop posting puzzles in a channel; false: none were posted there."""
        return await self._store.puzzle_days.turn_off(guild, channel)

    async def of_guild(self, guild: int) -> tuple[PuzzleChannelRow, ...]:
        """The channels of a server that have a puzzle a day."""
        return await self._store.puzzle_days.of_guild(guild)

    async def choose(
        self, channel: int, day: str, user: UserId, puzzle: Puzzle, choice: str
    ) -> str:
        """Store a person's choice in the puzzle of the day; it counts once, on that day only.

        Returns:
            Their first choice that day, or this one if the day is over.

        Raises:
            DeletedBefore: the person had their data deleted, so nothing may be stored.
        """
        await check_allowed(self._store, user)
        row = await self._store.puzzle_days.of_channel(channel)
        if row is None or (row.day, row.puzzle) != (day, puzzle.id):
            return choice
        solved = choice == puzzle.answer
        return await self._store.puzzle_days.choose(channel, day, user, choice, solved=solved)


def next_time(zone: str, minute: int, now: float, last: str | None = None) -> float:
    """When the next puzzle comes, in Unix seconds: after now, and not twice in a day.

    Args:
        zone: a time zone.
        minute: of the day there; on a day that lacks this minute, an hour later.
        now: Unix seconds.
        last: the day of the latest puzzle, such as 2026-11-27; None: there was none.
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
