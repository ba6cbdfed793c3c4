"""A copy of all that one database holds, into an empty one that may be of the other kind."""

from __future__ import annotations

from typing import Final

from bot.database.contract import Database, Statement, StoreError, Transaction, statement

OF_GAMES: Final = (
    *("seats", "entries", "left_entries", "outbox", "orders", "votes", "due", "results"),
    *("result_seats", "seatings", "proposals", "answers", "secrets", "plans", "notes"),
    *("former_holders", "seat_offers", "coach_told", "reviews", "paces", "follows"),
)
"""The tables whose rows belong to a game, each after those that it refers to."""

OTHERS: Final = (
    *("people", "digests", "editions", "guilds", "uptime", "invitations", "bars", "privacy"),
    *("emojis", "emoji_waits"),
    *("absent_guilds", "coach_choices", "lessons", "lessons_done"),
    *("puzzle_answers", "puzzle_channels", "puzzle_day_answers"),
)
"""The tables whose rows belong to no game."""

_ONE_ROW: Final = ("uptime", "privacy")
"""Tables whose one row each new database already has."""

_LEASE: Final = ("owner", "owned_until")
"""The columns for the process that acts for a game: none acts for the copy."""

AT_A_TIME: Final = 20
"""How many games are in memory at once."""

ROWS: Final = 5000
"""How many rows are one statement: a server gives up on what takes too long."""


async def copy_all(source: Database, target: Database) -> int:
    """Copy every row, in one transaction; returns the number of games.

    Raises:
        StoreError: the target already holds a game or a person.
        DatabaseError: one of the two cannot be used.
    """
    async with source.snapshot() as rows, target.transaction() as copy:
        for table in ("games", "people"):
            if await copy.all(f"SELECT 1 FROM {table} LIMIT 1"):
                raise StoreError("there are games or people in it already")
        await copy.apply(statement(f"DELETE FROM {table}") for table in _ONE_ROW)
        for table in OTHERS:
            await _copy(rows, copy, table, await target.columns(table))
        columns = {each: await target.columns(each) for each in ("games", *OF_GAMES)}
        columns["games"] = tuple(each for each in columns["games"] if each not in _LEASE)
        numbers = [row[0] for row in await rows.all("SELECT id FROM games ORDER BY id")]
        for first in range(0, len(numbers), AT_A_TIME):
            part = numbers[first : first + AT_A_TIME]
            for table, names in columns.items():
                key = "id" if table == "games" else "game"
                where = f" WHERE {key} BETWEEN ? AND ?"
                await _copy(rows, copy, table, names, where, part[0], part[-1])
        await target.count_on(copy, "outbox", await source.counted(rows, "outbox"))
    return len(numbers)


async def _copy(
    rows: Transaction,
    copy: Transaction,
    table: str,
    columns: tuple[str, ...],
    where: str = "",
    *values: object,
) -> None:
    """Copy rows of a table."""
    names = ", ".join(f'"{each}"' for each in columns)
    found = await rows.all(f"SELECT {names} FROM {table}{where}", *values)
    if found:
        marks = ", ".join("?" * len(columns))
        insert = f"INSERT INTO {table} ({names}) VALUES ({marks})"
        for first in range(0, len(found), ROWS):
            await copy.apply((Statement(insert, found[first : first + ROWS]),))
