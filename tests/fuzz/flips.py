"""Databases with flipped bytes: the bot starts or exits with one line; sound games go on.

The same games are damaged again and again, a few bytes each time. If SQLite finds the file
itself unharmed, only values have changed. Then every game whose rows are unchanged must be
playable, and searches over several games must find it. Otherwise the bot may refuse, but in
one line.
"""

from __future__ import annotations

import asyncio
import logging
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from random import Random
from typing import Any, Final

from pydantic import SecretStr

from bot import app
from bot.open_bot import open_bot
from bot.settings import Settings, SettingsError
from bot.store import DatabaseError, StoreError
from bot.tables.core.editions import load_editions
from bot.tables.core.refusals import Refusal
from rules.contract import name
from tests.bot.services import ANN, BEN, CHANNEL, CLEO, EVE, GUILD, NAMES, Inline, services

MOST: Final = 4
"""The most bytes that are flipped."""

TABLES: Final = {
    "games": "id",
    "seats": "game",
    "entries": "game",
    "orders": "game",
}
"""The tables that make up a game, apart from its edition, and the column that names it."""


SMALL: Final = ("games", "seats", "outbox")
"""Tables of a page or so; a place in the whole file is seldom in one of their values."""


class Spoilt(Exception):  # noqa: N818 - what it carries is a finding
    """A promise was broken; the message names the flipped bytes."""


def run(count: int, seed: int) -> int:
    """Damage so many databases; return how many games were played on.

    Raises:
        Spoilt: a promise was broken.
    """
    with tempfile.TemporaryDirectory() as folder, _silence():
        return asyncio.run(_run(Path(folder), count, Random(seed)))


@contextmanager
def _silence() -> Iterator[None]:
    """Hide what the bot logs about the damage."""
    logging.disable(logging.CRITICAL)
    try:
        yield
    finally:
        logging.disable(logging.NOTSET)


async def _run(folder: Path, count: int, rng: Random) -> int:
    sound = folder / "sound.db"
    await _games(sound)
    played = 0
    for n in range(count):
        damaged = folder / f"{n}.db"
        shutil.copy(sound, damaged)
        flips = _flip(damaged, rng)
        try:
            played += await _borne(sound, damaged)
        except Exception as error:
            raise Spoilt(f"database {n}, bytes {flips}: {error!r}") from error
        _remove(damaged)
    return played


def _remove(path: Path) -> None:
    for end in ("", "-wal", "-shm"):
        Path(f"{path}{end}").unlink(missing_ok=True)


async def _games(path: Path) -> None:
    """Make two running games of each kind, each in its own channel, and a lobby."""
    async with services(path) as here:
        await load_editions(here.store, {})
        for n, title in enumerate(("florence", "lacrimosa") * 2):
            at = (GUILD, CHANNEL + n, (ANN, BEN)[n // 2], "Ann")
            lobby = await here.lobbies.create_lobby(title, *at)
            for user in (CLEO, 104):
                await here.lobbies.join(lobby.game.id, user, NAMES.get(user, "Dan"))
            if title == "florence":
                await here.lobbies.set_options(lobby.game.id, at[2], {"auctions": "bids"})
            table = await here.lobbies.start(lobby.game.id, at[2])
            for _ in range(12):
                table = await here.step(table)
        await here.lobbies.create_lobby("florence", GUILD, CHANNEL + 9, CLEO, "Cleo")
        await here.games.wait_idle()
        # As if from another release, so that every game is replayed at the start.
        await here.store._database.write("UPDATE games SET verified = 'another'")
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def _flip(path: Path, rng: Random) -> list[object]:
    """Flip bits of some bytes in the file or in stored texts; return where, and which bits."""
    count = rng.randint(1, MOST)
    if rng.randrange(2):
        return [_flip_value(path, rng) for _ in range(count)]
    data = bytearray(path.read_bytes())
    flips = [(rng.randrange(len(data)), rng.randrange(1, 256)) for _ in range(count)]
    for at, bits in flips:
        data[at] ^= bits
    path.write_bytes(data)
    return list(flips)


def _flip_value(path: Path, rng: Random) -> object:
    """Flip bits of one byte of a text in a small table; return where, and the new text."""
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.text_factory = bytes
        connection.execute("PRAGMA ignore_check_constraints = ON")
        table = rng.choice(SMALL)
        rows = connection.execute(f"SELECT * FROM {table}")  # noqa: S608 - a name of our own
        columns, row = [each[0] for each in rows.description], rng.choice(rows.fetchall())
        column = rng.choice([n for n, value in enumerate(row) if isinstance(value, bytes)])
        text = bytearray(row[column])
        if text:
            text[rng.randrange(len(text))] ^= rng.randrange(1, 256)
        keys = ["id"] if "id" in columns else ["game", "seat"]
        where = " AND ".join(f"{name} IS ?" for name in keys)
        values = [row[columns.index(name)] for name in keys]
        connection.execute(
            f"UPDATE {table} SET {columns[column]} = CAST(? AS TEXT) WHERE {where}",  # noqa: S608 - see above
            (bytes(text), *values),
        )
    return table, columns[column], values, bytes(text)


async def _borne(sound: Path, damaged: Path) -> int:
    """Start the bot on a damaged database; return how many games were played on.

    Raises:
        AssertionError: a promise was broken.
        Exception: the bot failed in any other way than by a refusal.
    """
    same = _same(sound, damaged)
    whole = _whole(damaged) and _definitions(damaged) == _definitions(sound)
    settings = Settings(_env_file=None, token=SecretStr("t"), database=damaged)
    try:
        bot = await open_bot(
            settings, rng=Random(1), pause=0, undo_pause=0, end_pause=600, workers=Inline()
        )
    except (StoreError, SettingsError) as error:
        if (whole and same) or "\n" in str(error):
            raise
        return 0
    try:
        bot.games.resume()
        async with asyncio.timeout(30):
            if whole:
                await bot.games.wait_idle()
                await _found(bot, same)
            return sum([await _plays(bot, game, whole) for game in sorted(same)])
    finally:
        await bot.close()


async def _found(bot: app.Maecenas, same: set[int]) -> None:
    """Check that searches over several games find the undamaged ones, whatever the rest is."""
    found = {row.id for row in await bot.store.games.in_guild(GUILD)}
    assert same <= found, f"{same - found} are missing"
    for user in NAMES:
        await bot.store.games.waiting(user)
        await bot.store.games.started(user, GUILD)
    await bot.lobbies.create_lobby("florence", GUILD, CHANNEL + 50, EVE, "Eve")
    for game in await bot.store.outbox.games():
        await bot.store.outbox.pending(game)


async def _plays(bot: app.Maecenas, game: int, whole: bool) -> bool:
    """Whether an undamaged game can be played on; it must be playable if the file is whole."""
    try:
        table = await bot.games.table(game)
        decision = table.decisions[0]
        user, arose = table.seats[decision.seat].user, table.arose(decision.seat)
        assert user is not None
        assert arose is not None
        spelled = name(decision.options[0])
        played = await bot.games.play(game, user, decision.seat, arose, spelled)
    except (Refusal, DatabaseError, IndexError):
        assert not whole, f"game {game} cannot be played"
        return False
    return played.table.number > table.number


def _whole(path: Path) -> bool:
    """Whether SQLite finds the structure of the file unharmed."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA ignore_check_constraints = ON")
        try:
            return connection.execute("PRAGMA integrity_check(1)").fetchall() == [("ok",)]
        except (sqlite3.Error, UnicodeDecodeError):
            return False


def _definitions(path: Path) -> list[Any]:
    """How tables and indexes are defined, and which application and layout the file names.

    SQLite accepts a renamed column, and any number in its header.
    """
    with closing(sqlite3.connect(path)) as connection:
        connection.text_factory = bytes
        rows = "SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY name"
        marks = (f"PRAGMA {each}" for each in ("application_id", "user_version"))
        return [sql for each in (rows, *marks) for sql in connection.execute(each)]


def _same(sound: Path, damaged: Path) -> set[int]:
    """The running games whose rows are unchanged."""
    before, after = _rows(sound), _rows(damaged)
    return {game for game, rows in before.items() if after.get(game) == rows}


def _rows(path: Path) -> dict[int, Any]:
    """All rows of each running game that can be read, with its edition."""
    found = {}
    with closing(sqlite3.connect(path)) as connection:
        connection.text_factory = bytes
        for game in range(1, 5):
            try:
                parts = [
                    connection.execute(f"SELECT * FROM {table} WHERE {column} = ?", (game,))  # noqa: S608 - names of our own
                    for table, column in TABLES.items()
                ]
                rows = [each.fetchall() for each in parts]
                edition = "SELECT text FROM editions WHERE hash = (SELECT edition FROM games"
                rows.append(connection.execute(f"{edition} WHERE id = ?)", (game,)).fetchall())
            except (sqlite3.Error, UnicodeDecodeError):
                continue
            found[game] = rows
    return found
