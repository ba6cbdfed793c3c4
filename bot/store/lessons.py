"""Lessons in progress, one a person, and those that they have done."""

from __future__ import annotations

import logging

import msgspec

from bot.store.database import Database, statement
from bot.store.rows import LessonRow, UserId

_log = logging.getLogger(__name__)
_ENTRIES = msgspec.json.Decoder(tuple[str, ...])


class Lessons:
    """The lessons of people."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def read(self, user: UserId) -> LessonRow | None:
        """The lesson that a person has in progress; one whose entries are damaged has none."""
        row = await self._database.one(
            'SELECT lesson, edition, entries FROM lessons WHERE "user" = ?', user
        )
        if row is None:
            return None
        try:
            entries = _ENTRIES.decode(row[2])
        except msgspec.DecodeError as error:
            _log.error("the lesson of a person cannot be read: %s", error)
            entries = ()
        return LessonRow(user, row[0], row[1], entries)

    async def write(self, row: LessonRow) -> None:
        """Remember a lesson in progress, in place of the one before."""
        await self._database.write(
            'INSERT INTO lessons ("user", lesson, edition, entries) VALUES (?, ?, ?, ?)'
            ' ON CONFLICT ("user") DO UPDATE SET lesson = excluded.lesson,'
            " edition = excluded.edition, entries = excluded.entries",
            *(row.user, row.lesson, row.edition, msgspec.json.encode(row.entries).decode()),
        )

    async def complete(self, row: LessonRow, at: float) -> None:
        """Remember that a lesson is done: it is in progress no more.

        Args:
            row: the lesson.
            at: when, in Unix seconds; the first time is kept.
        """
        await self._database.change(
            (
                statement('DELETE FROM lessons WHERE "user" = ?', row.user),
                statement(
                    'INSERT INTO lessons_done ("user", lesson, at) VALUES (?, ?, ?)'
                    " ON CONFLICT DO NOTHING",
                    *(row.user, row.lesson, at),
                ),
            )
        )

    async def done(self, user: UserId) -> frozenset[str]:
        """The lessons that a person has done."""
        find = 'SELECT lesson FROM lessons_done WHERE "user" = ?'
        rows = await self._database.all(find, user)
        return frozenset(str(row[0]) for row in rows)
