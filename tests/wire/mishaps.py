"""Mishaps of a host and a server: closed doors, deleted messages, a bad disk, old age."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Callable
from pathlib import Path

from tests.wire.clicker import Party
from tests.wire.hall import Figures, Hall, hall
from tests.wire.server import Fault
from tests.wire.server.world import ALLOWED, SEND


async def closed_doors(folder: Path, seed: int = 0) -> Figures:
    """Somebody takes no direct messages: told once, never tried again, nothing blocks."""
    async with hall(folder, 3, seed=seed) as here:
        party = here.parties[0]
        shy = party.people[1]
        shy.user.closed = True
        await here.begin()
        await here.play(moves=80, seconds=60.0)
        await here.settle()
        tried = here.discord.rest.refused[50007]
        assert tried == 1, f"a closed door was tried {tried} times"
        assert not list(shy.posts(shy.direct))
        return await here.check()


async def deleted_messages(folder: Path, seed: int = 0) -> Figures:
    """The table message, and the direct ones, are deleted while people play."""
    async with hall(folder, 3, seed=seed) as here:
        party = here.parties[0]
        await here.begin()
        for _ in range(3):
            await here.settle()
            board = party.board(party.people[0])
            assert board is not None
            here.discord.take_away(board.id)
            for person in party.people:
                for post in list(person.posts(person.direct))[:1]:
                    here.discord.take_away(post.id)
            # Whoever decides finds no table message: /table brings it back.
            await party.people[0].slash(party.channel, "table")
            await here.settle()
            await here.play(moves=20, seconds=30.0)
        return await here.check(asked_anew=True)


async def refused_edits(folder: Path, seed: int = 0) -> Figures:
    """Discord takes no more edits of an old message (30046): the table is posted anew."""
    async with hall(folder, 3, seed=seed) as here:
        await here.begin()
        here.discord.faults.on("message.edit", Fault("error", 400, 30046), 6)
        await here.play(moves=30, seconds=60.0)
        here.discord.faults.off()
        await here.settle()
        return await here.check()


async def lost_permission(folder: Path, seed: int = 0) -> Figures:
    """The bot may not write in the channel for a while; `/table` goes on afterwards."""
    async with hall(folder, 3, seed=seed) as here:
        party = here.parties[0]
        await here.begin()
        party.channel.permissions = ALLOWED & ~SEND
        await here.play(moves=20, seconds=15.0)
        party.channel.permissions = ALLOWED
        await party.people[0].slash(party.channel, "table")
        await here.settle()
        await here.play(moves=20, seconds=30.0)
        await here.settle()
        refused = here.discord.rest.refused[50013]
        assert refused < 25, f"{refused} tries without permission"
        return await here.check(asked_anew=True)


async def corrupt_entry(folder: Path, seed: int = 0) -> Figures:
    """An entry is damaged: that game is set aside and says so, the other goes on."""
    async with hall(folder, 3, 3, seed=seed) as here:
        broken, sound = here.parties
        await here.begin()
        await here.play(moves=30, seconds=60.0)
        await here.bot.kill()
        with sqlite3.connect(here.bot.database) as database:
            game = database.execute(
                "SELECT id FROM games WHERE channel = ?", (broken.channel.id,)
            ).fetchone()[0]
            kept = database.execute(
                "SELECT n, entry FROM entries WHERE game = ? ORDER BY n DESC LIMIT 1", (game,)
            ).fetchone()
            database.execute(
                "UPDATE entries SET entry = ? WHERE game = ? AND n = ?",
                (b'{"type":"moved","seat":', game, kept[0]),
            )
            # Another release: every open game is replayed at the start.
            database.execute("UPDATE games SET verified = 'another'")
        database.close()
        await here.bot.start()
        await _until(lambda: "cannot go on as it stands" in _said(here, broken.channel.id))
        here.parties = [sound]
        await here.play(moves=20, seconds=30.0)
        await here.settle()
        await _voted(broken)
        return await here.check()


async def _voted(party: Party) -> None:
    """The players of a game set aside vote to go on from its last checked entry."""
    where = party.channel
    for person in party.people[:2]:
        message = person.newest(
            where, lambda m: any(":vote:" in str(p.get("custom_id")) for p in m.parts)
        )
        assert message is not None, "no vote is offered"
        part = next(p for p in message.parts if ":continue" in str(p.get("custom_id")))
        await (await person.press(message, part["custom_id"])).done()
    first = party.people[0]
    await _until(lambda: bool((board := party.board(first)) and "<@" in board.text))


def _said(here: Hall, channel: int) -> str:
    posts = here.discord.world.channels[channel].posts
    return "\n".join(post.message.text for post in posts if post.reader is None)


async def _until(true: Callable[[], bool], patience: float = 20.0) -> None:
    until = time.monotonic() + patience
    while not true():
        assert time.monotonic() < until, "it does not happen"
        await asyncio.sleep(0.1)


async def full_disk(folder: Path, seed: int = 0) -> Figures:
    """The database cannot be written for a while: each click says that it did not count."""
    async with hall(folder, 3, seed=seed) as here:
        await here.begin()
        await here.play(moves=20, seconds=30.0)
        await here.settle()
        lock = sqlite3.connect(here.bot.database, isolation_level=None)
        try:
            # Another program holds the file: to the bot it is as if the disk were full.
            lock.execute("BEGIN IMMEDIATE")
            await here.play(moves=4, seconds=12.0)
        finally:
            lock.execute("ROLLBACK")
            lock.close()
        told = [text for each in here.parties[0].clicks for text in each.question.texts]
        assert any("could not be saved" in text for text in told), "nobody was told"
        await here.play(moves=20, seconds=30.0)
        await here.settle()
        return await here.check()
