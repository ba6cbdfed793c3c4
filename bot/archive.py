"""Games out of the database and into it, as files: for the host, on the machine.

A file of a running game tells every hand. That is why players get one only at the end
(`bot/history.py`), and why this is a command line and no button.
"""

from __future__ import annotations

import asyncio
import os
import sqlite3
import time
from pathlib import Path
from typing import Any, Final

from bot.editions import gathered, known, own, recall, rules_of
from bot.settings import Kept
from bot.store import Store, StoreError
from bot.store.games import Change
from bot.store.rows import EntryRow, GameId, GameRow, SeatRow
from bot.upkeep import CannotDo, fresh, reading, verdict_of
from render.words import plain
from rules import record
from rules.games import PRINTED
from rules.journal import Codec, Journal
from rules.opponents import LEVELS
from rules.record import Record, Sitter, Unreadable

LARGEST: Final = 32 * 2**20
"""A file of more bytes is no game."""

LONGEST_NAME: Final = 80
"""A display name of more characters is none."""

NOWHERE: Final = 0
"""The server and the channel of a game that came from a file: nobody can be there."""


# -- out ---------------------------------------------------------------------------


def export(database: Path, game: GameId, file: Path | None) -> str:
    """Write a game into a new file, for its owner alone; what was done, in one line.

    Of a game that does not replay as it was played, the entries that do are written.

    Args:
        database: its file; the bot may be running.
        game: its number.
        file: to be made; None: named after the game, here.

    Raises:
        CannotDo: there is no such game, it has not begun, or the file exists.
        StoreError: the database cannot be read.
    """
    return asyncio.run(_export(database, game, file))


async def _export(database: Path, game: GameId, file: Path | None) -> str:
    async with reading(database) as store:
        await known(store)
        if game not in await store.games.begun():
            raise CannotDo(f"there is no game {game} that has begun")
        row, verdict = await verdict_of(store, game)
        if row is None or verdict.good < 0:
            raise CannotDo(f"game {game} cannot be folded: {verdict.fault}")
        seats = await store.games.seats(game)
        entries = (await store.games.entries(game))[: verdict.good]
    people = tuple(Sitter(each.name, each.level is not None) for each in seats)
    data = record.written(_folded(row, len(seats), entries), row.chosen, people, running=True)
    path = file or Path(f"{row.game}-{game}.json")
    await asyncio.to_thread(_write, path, data)
    rest = f"; what follows is left out: {verdict.fault}" if verdict.fault else ""
    return f"{path}: game {game} ({row.game}, {row.status}), {verdict.good} entries{rest}"


def _folded(row: GameRow, seats: int, entries: tuple[EntryRow, ...]) -> Journal[Any, Any]:
    rules = rules_of(row)
    codec = Codec(rules)
    options = rules.options(seats, row.chosen)
    return Journal.fold(rules, options, (codec.decode(each.entry) for each in entries))


def _write(path: Path, data: bytes) -> None:
    with os.fdopen(fresh(path), "wb") as file:
        try:
            file.write(data)
            file.flush()
        except OSError as error:
            path.unlink()
            raise CannotDo(f"{path} cannot be written: {error.strerror}") from None


# -- in ----------------------------------------------------------------------------


def bring(settings: Kept, file: Path) -> str:
    """Take a game from a file into the database, for good; what was done, in one line.

    A file names no accounts, so nobody can play on: the game is finished, or closed
    where it stood, and stands in no channel. It can be checked and exported.

    Args:
        settings: the database, made if it is missing, and the host's own editions.
        file: as `export` and the players' button write it.

    Raises:
        CannotDo: it is no such file, or these rules do not play it so.
        SettingsError: an edition of the host's cannot be played.
        StoreError: the database cannot be used.
    """
    return asyncio.run(_bring(settings, file))


async def _bring(settings: Kept, file: Path) -> str:
    texts = await asyncio.to_thread(own, settings)
    recall(tuple((title, each.text) for title, each in PRINTED.items()))
    if settings.database.exists():
        async with reading(settings.database) as store:
            await known(store)
    brought, journal = await asyncio.to_thread(_read, file)
    store = await Store.open(settings.database)
    try:
        await gathered(store, texts)
        row = await _stored(store, brought, journal)
    except sqlite3.Error as error:
        raise StoreError(f"the database {settings.database} cannot be used: {error}") from error
    finally:
        await store.close()
    return f"game {row.id} ({row.game}, {row.status}): {journal.number} entries from {file}"


def _read(file: Path) -> tuple[Record, Journal[Any, Any]]:
    """Raises: CannotDo."""
    try:
        with file.open("rb") as opened:
            raw = opened.read(LARGEST + 1)
    except OSError as error:
        raise CannotDo(f"{file} cannot be read: {error.strerror}") from None
    if len(raw) > LARGEST:
        raise CannotDo(f"{file} is too large for a game")
    try:
        brought, journal = record.read(raw)
    except (Unreadable, ValueError, RecursionError):
        raise CannotDo(
            f"{file} is no game that can be played here: damaged, of other rules, "
            "or of an edition that is not known here"
        ) from None
    if any(not _proper(each.name) for each in brought.people):
        raise CannotDo(f"{file} has a player whose name cannot be one")
    return brought, journal


def _proper(name: str) -> bool:
    return 0 < len(name) <= LONGEST_NAME and name.isprintable() and bool(plain(name).strip())


async def _stored(store: Store, brought: Record, journal: Journal[Any, Any]) -> GameRow:
    """The game as new rows, in one transaction."""
    now, codec = time.time(), Codec(journal.game)
    row = GameRow(
        id=0,
        guild=NOWHERE,
        channel=NOWHERE,
        parent=None,
        game=brought.game,
        rules_version=brought.rules,
        chosen=dict(brought.chosen),
        seat_order="joined",
        language="en",
        status="cancelled" if journal.over is None else "over",
        starter=NOWHERE,
        created=now,
        updated=now,
        edition=brought.edition,
    )
    seats = tuple(
        SeatRow(0, seat, None, each.name, LEVELS[0] if each.computer else None)
        for seat, each in enumerate(brought.people)
    )
    entries = tuple(
        EntryRow(n, None, now, codec.encode(entry), journal.checksum(n))
        for n, entry in enumerate(journal.entries, 1)
    )
    change = Change(journal.number, seats=seats, entries=entries)
    return await store.games.create(row, change)
