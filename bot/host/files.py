"""Games out of the database and into it, as files: for the host, on the machine.

A file of a running game reveals every hand. That is why players get one only at the end
(`bot/screens/history.py`), and why this is a command line and not a button.
"""

from __future__ import annotations

import asyncio
import os
import time
from pathlib import Path
from typing import Final

from bot.host.database import HostCommandError, create_private, read_store, verdict_of
from bot.settings import StorageSettings
from bot.store import Address, DatabaseError, Store, StoreError, shown
from bot.store.rows import GameId, GameRow, SeatRow
from bot.tables.core import replay
from bot.tables.core.draft import Draft, difference
from bot.tables.core.editions import load_editions, read_own, recall, recall_stored, rules_of
from bot.tables.core.regular_files import read_file
from bot.tables.core.table import Table
from render.words import plain
from rules import record
from rules.journal import AnyJournal
from rules.opponents import LEVELS
from rules.record import NoRecord, Record, Sitter
from rules.registry import PRINTED

LARGEST: Final = 32 * 2**20
"""A file with more bytes is not a game."""

LONGEST_NAME: Final = 80
"""A name with more characters is not a display name."""

NOWHERE: Final = 0
"""The server and the channel of a game that came from a file: nobody can be there."""


# -- out ---------------------------------------------------------------------------


def export_game(database: Address, game: GameId, file: Path | None) -> str:
    """Write a game to a new file, for its owner alone; returns what was done, in one line.

    Of a game that does not replay as it was played, only the entries that do are written.

    Args:
        database: where it is; the bot may be running.
        game: its number.
        file: to be created; None: named after the game, in the current folder.

    Raises:
        HostCommandError: there is no such game, it has not begun, or the file exists.
        StoreError: the database cannot be read.
    """
    return asyncio.run(_export_game(database, game, file))


async def _export_game(database: Address, game: GameId, file: Path | None) -> str:
    async with read_store(database) as store:
        await recall_stored(store)
        if game not in await store.game_index.begun():
            raise HostCommandError(f"there is no game {game} that has begun")
        row, verdict = await verdict_of(store, game)
        if row is None or verdict.good < 0:
            raise HostCommandError(f"game {game} cannot be replayed: {verdict.fault}")
        seats = await store.games.seats(game)
        entries = (await store.games.entries(game))[: verdict.good]
    *_, journal = replay.folded(rules_of(row), row, len(seats), entries)
    people = tuple(Sitter(each.name, each.level is not None) for each in seats)
    data = record.written(journal, row.chosen, people, running=True)
    path = file or Path(f"{row.game}-{game}.json")
    await asyncio.to_thread(_write, path, data)
    rest = f"; what follows is left out: {verdict.fault}" if verdict.fault else ""
    return f"{path}: game {game} ({row.game}, {row.status}), {verdict.good} entries{rest}"


def _write(path: Path, data: bytes) -> None:
    with os.fdopen(create_private(path), "wb") as file:
        try:
            file.write(data)
            file.flush()
        except OSError as error:
            path.unlink()
            raise HostCommandError(f"{path} cannot be written: {error.strerror}") from None


# -- in ----------------------------------------------------------------------------


def import_game(settings: StorageSettings, file: Path) -> str:
    """Import a game from a file into the database for good; returns what was done, in one line.

    A file names no accounts, so nobody can play on: the game is over, or closed
    where it stood, and is in no channel. It can be checked and exported.

    Args:
        settings: the database, created if it is missing, and the host's own editions.
        file: as `export_game` and the players' button write it.

    Raises:
        HostCommandError: it is not such a file, or these rules do not play it that way.
        SettingsError: one of the host's editions cannot be played.
        StoreError: the database cannot be used.
    """
    return asyncio.run(_import_game(settings, file))


async def _import_game(settings: StorageSettings, file: Path) -> str:
    texts = await asyncio.to_thread(read_own, settings)
    recall(tuple((title, each.text) for title, each in PRINTED.items()))
    if isinstance(settings.database, str) or settings.database.exists():
        async with read_store(settings.database) as store:
            await recall_stored(store)
    imported, journal = await asyncio.to_thread(_read, file)
    store = await Store.open(settings.database)
    try:
        await load_editions(store, texts)
        row = await _stored(store, imported, journal)
    except DatabaseError as error:
        raise StoreError(
            f"the database {shown(settings.database)} cannot be used: {error}"
        ) from error
    finally:
        await store.close()
    return f"game {row.id} ({row.game}, {row.status}): {journal.number} entries from {file}"


def _read(file: Path) -> tuple[Record, AnyJournal]:
    """A game from a file.

    Raises:
        HostCommandError: it cannot be read, or is not a game that can be played here.
    """
    try:
        raw = read_file(file, LARGEST)
    except OSError as error:
        raise HostCommandError(f"{file} cannot be read: {error.strerror}") from None
    if len(raw) > LARGEST:
        raise HostCommandError(f"{file} is too large for a game")
    try:
        imported, journal = record.read(raw)
    except (NoRecord, ValueError, RecursionError):
        raise HostCommandError(
            f"{file} is not a game that can be played here: damaged, from other rules, "
            "or from an edition that is not known here"
        ) from None
    if any(not _valid_name(each.name) for each in imported.people):
        raise HostCommandError(f"{file} has a player with an invalid name")
    return imported, journal


def _valid_name(name: str) -> bool:
    return 0 < len(name) <= LONGEST_NAME and name.isprintable() and bool(plain(name).strip())


async def _stored(store: Store, imported: Record, journal: AnyJournal) -> GameRow:
    """The game as new rows, in one transaction."""
    now = time.time()
    row = GameRow(
        guild=NOWHERE,
        channel=NOWHERE,
        game=imported.game,
        rules_version=imported.rules,
        chosen=dict(imported.chosen),
        seat_order="joined",
        status="cancelled" if journal.over is None else "over",
        starter=NOWHERE,
        created=now,
        updated=now,
        edition=imported.edition,
    )
    seats = tuple(
        SeatRow(
            game=row.id,
            seat=seat,
            user=None,
            name=each.name,
            level=LEVELS[0] if each.computer else None,
        )
        for seat, each in enumerate(imported.people)
    )
    draft = Draft(Table(row, seats, journal))
    return await store.games.create(row, difference(Table(row, ()), draft))
