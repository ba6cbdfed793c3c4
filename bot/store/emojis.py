"""The emojis that the bot has uploaded to Discord, for each application it has run as."""

from __future__ import annotations

import msgspec

from bot.database.contract import Database, Statement, statement


class EmojiRow(msgspec.Struct, frozen=True):
    """One of our emojis.

    Attributes:
        name: its name at Discord, which also identifies the drawing.
        id: its number there.
        replaced_at: since when no new message uses it, Unix seconds; None: it is in use.
    """

    name: str
    id: int
    replaced_at: float | None = None


class Emojis:
    """The emojis uploaded to Discord, and until when Discord accepts no more."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, application: int) -> tuple[EmojiRow, ...]:
        """All emojis of an application, in the order in which they were uploaded."""
        rows = await self._database.all(
            "SELECT name, id, replaced_at FROM emojis WHERE application = ? ORDER BY id",
            application,
        )
        return tuple(EmojiRow(str(name), int(id_), at) for name, id_, at in rows)

    async def add(self, application: int, row: EmojiRow) -> None:
        """Remember that an emoji was uploaded."""
        await self._database.write(
            "INSERT INTO emojis (application, name, id, replaced_at) VALUES (?, ?, ?, ?)",
            *(application, row.name, row.id, row.replaced_at),
        )

    async def replace(self, application: int, ids: tuple[int, ...], at: float | None) -> None:
        """Remember since when some emojis are no longer needed; None: they are needed."""
        await self._database.change(
            (
                Statement(
                    "UPDATE emojis SET replaced_at = ? WHERE application = ? AND id = ?",
                    [(at, application, each) for each in ids],
                ),
            )
        )

    async def forget(self, application: int, ids: tuple[int, ...]) -> None:
        """Forget some emojis that are no longer there."""
        await self._database.change(
            (
                Statement(
                    "DELETE FROM emojis WHERE application = ? AND id = ?",
                    [(application, each) for each in ids],
                ),
            )
        )

    async def waits_until(self, application: int) -> float:
        """Until when Discord accepts no emojis, Unix seconds; 0: it accepts them."""
        row = await self._database.one(
            "SELECT until FROM emoji_waits WHERE application = ?", application
        )
        return 0.0 if row is None else float(row[0])

    async def wait(self, application: int, until: float) -> None:
        """Remember until when Discord accepts no emojis."""
        await self._database.change(
            (
                statement("DELETE FROM emoji_waits WHERE application = ?", application),
                statement(
                    "INSERT INTO emoji_waits (application, until) VALUES (?, ?)",
                    *(application, until),
                ),
            )
        )
