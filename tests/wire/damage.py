"""Damaged games: each is set aside and says so, and its people choose how it goes on."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Final

from rules.codec import Codec
from rules.contract import Illegal, Moved
from rules.registry import GAMES
from tests.bot.client_message import Message
from tests.wire import stored_games
from tests.wire.clicker import Party
from tests.wire.environment import Environment, Figures, environment
from tests.wire.server import Person
from tests.wire.stored_games import StoredGame

ASIDE: Final = "This game can’t go on"

Statement = tuple[str, tuple[object, ...]]
"""SQL that damages a game, with its values after the game's number."""


def _unreadable(game: StoredGame, n: int) -> Statement:
    del game
    return "UPDATE entries SET entry = ?2 WHERE game = ?1 AND n = ?3", (b'{"type":"mov', n)


def _checksum(game: StoredGame, n: int) -> Statement:
    del game
    return "UPDATE entries SET checksum = ?2 WHERE game = ?1 AND n = ?3", ("0" * 16, n)


def _missing(game: StoredGame, n: int) -> Statement:
    del game
    return "DELETE FROM entries WHERE game = ?1 AND n = ?2", (n,)


def _illegal(game: StoredGame, n: int) -> Statement:
    """An earlier action in place of another, which can be read but is not legal there."""
    journal, codec = game.positions[n - 1], Codec(GAMES[game.game])
    for row in game.rows:
        entry = codec.decode(row.entry)
        if not isinstance(entry, Moved):
            continue
        try:
            journal.add(entry)
        except Illegal:
            return "UPDATE entries SET entry = ?2 WHERE game = ?1 AND n = ?3", (row.entry, n)
    raise AssertionError("every action was legal twice")


def _fewer_seats(game: StoredGame, n: int) -> Statement:
    del n
    return "DELETE FROM seats WHERE game = ?1 AND seat = ?2", (len(game.users) - 1,)


def _other_options(game: StoredGame, n: int) -> Statement:
    del game, n
    return "UPDATE games SET chosen = ?2 WHERE id = ?1", ('{"variant":"no such"}',)


def _no_options(game: StoredGame, n: int) -> Statement:
    del game, n
    return "UPDATE games SET chosen = ?2 WHERE id = ?1", ('{"variant":',)


MENDED: Final[dict[str, Callable[[StoredGame, int], Statement]]] = {
    "an entry that cannot be read": _unreadable,
    "a wrong checksum": _checksum,
    "a missing entry": _missing,
    "an illegal entry": _illegal,
}
"""After these a game can go on from the entry before the damage."""

BROKEN: Final[dict[str, Callable[[StoredGame, int], Statement]]] = {
    "a missing seat": _fewer_seats,
    "other options": _other_options,
    "options that cannot be read": _no_options,
}
"""After these nothing can be replayed, and a game can only be ended."""


async def damaged_games(folder: Path, seed: int = 0) -> Figures:
    """Every kind of damage, each at its own table, and one table with none."""
    damages = {**MENDED, **BROKEN}
    async with environment(folder, *[3] * (len(damages) + 1), seed=seed) as here:
        sound, *hurt = here.parties
        tables = dict(zip(damages, hurt, strict=True))
        await here.begin()
        await here.play(moves=15, seconds=60.0)
        await here.settle()
        await here.check()
        await here.bot.kill()
        good = _damage(here, tables)
        await here.bot.start()
        await _until(
            lambda: all(ASIDE in _said(here, each) for each in hurt), lambda: "it is not told"
        )
        for name in MENDED:
            await _vote(tables[name], "continue")
        for name in BROKEN:
            await _vote(tables[name], "end")
        voted = dict.fromkeys(MENDED, "playing") | dict.fromkeys(BROKEN, "cancelled")
        await _until(
            lambda: _statuses(here, tables) == voted,
            lambda: f"a vote does not count: {_statuses(here, tables)}",
        )
        here.parties = [sound, *(tables[name] for name in MENDED)]
        await here.settle()
        stored = stored_games.read(here.bot.database)
        for name in MENDED:
            rows = stored[tables[name].channel.id].rows
            assert rows[: good[name]] == here.stored[tables[name].channel.id].rows[: good[name]]
        await here.play(moves=10, seconds=30.0)
        await here.settle()
        here.parties = [sound]
        return await here.check()


def _damage(here: Environment, tables: dict[str, Party]) -> dict[str, int]:
    """Damage each game in its middle; return how many entries come before that, by damage."""
    stored, good = stored_games.read(here.bot.database), {}
    with closing(sqlite3.connect(here.bot.database)) as database, database:
        for name, party in tables.items():
            game = stored[party.channel.id]
            n = len(game.rows) // 2
            statement, values = {**MENDED, **BROKEN}[name](game, n)
            game = database.execute(
                "SELECT id FROM games WHERE channel = ?", (party.channel.id,)
            ).fetchone()[0]
            changed = database.execute(statement, (game, *values)).rowcount
            assert changed == 1, f"{name}: {changed} rows"
            good[name] = n - 1
        # As if from another release, so that every open game is replayed at the start.
        database.execute("UPDATE games SET verified = 'another'")
    return good


async def _vote(party: Party, ballot: str) -> None:
    """Let everyone vote the same, until the vote is decided."""
    first = party.people[0]
    await _until(lambda: _ballot(party, first) is not None, lambda: "nobody can vote")
    for person in party.people:
        message = _ballot(party, person)
        if message is None:
            break  # more than half have decided
        parts = (str(p.get("custom_id")) for p in message.parts)
        custom_id = next(each for each in parts if each.endswith(f":{ballot}"))
        question = await person.press(message, custom_id)
        assert not question.failed
    if ballot == "continue":
        await _until(
            lambda: bool((b := party.board(first)) and "<t:" in b.text), lambda: "it stands"
        )


def _ballot(party: Party, person: Person) -> Message | None:
    """The message with the vote, which follows the one that says the game cannot go on."""
    return person.newest(
        party.channel, lambda m: any(":vote:" in str(p.get("custom_id")) for p in m.parts)
    )


def _statuses(here: Environment, tables: dict[str, Party]) -> dict[str, str]:
    with closing(sqlite3.connect(here.bot.database)) as database:
        by_channel = dict(database.execute("SELECT channel, status FROM games"))
    return {name: by_channel[party.channel.id] for name, party in tables.items()}


def _said(here: Environment, party: Party) -> str:
    posts = here.discord.world.channels[party.channel.id].posts
    return "\n".join(post.message.text for post in posts if post.reader is None)


async def _until(
    true: Callable[[], bool], otherwise: Callable[[], str], patience: float = 20.0
) -> None:
    until = time.monotonic() + patience
    while not true():
        assert time.monotonic() < until, otherwise()
        await asyncio.sleep(0.1)
