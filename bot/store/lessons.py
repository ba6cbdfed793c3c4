"""Lessons in progress, one for each person, and lessons that people have done."""

from __future__ import annotations

import logging
from typing import Final

import msgspec

from bot.database.contract import Database, statement
from bot.store.columns import LESSON
from bot.store.person_rows import LessonRow
from bot.store.rows import UserId

_log = logging.getLogger(__name__)
_REPLACE: Final = LESSON.upsert("user")


class Lessons:
    """People's lessons."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def read(self, user: UserId) -> LessonRow | None:
        """The lesson that a person has in progress; a damaged one has no entries."""
        row = await self._database.one(
            f'SELECT {LESSON.selected} FROM lessons WHERE "user" = ?', user
        )
        if row is None:
            return None
        try:
            return LESSON.read(row)
        except msgspec.DecodeError as error:
            _log.error("a person's lesson cannot be read: %s", error)
            return LessonRow(user, row[1], row[2], ())

    async def write(self, row: LessonRow) -> None:
        """Remember a lesson in progress, replacing the previous one."""
        await self._database.write(_REPLACE, *LESSON.values(row))

    async def complete(self, row: LessonRow, at: float) -> None:
        """Remember that a lesson is done and no longer in progress.

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
