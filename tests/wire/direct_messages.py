"""Direct messages over the wire: the call for a turn comes, and comes only once."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from rules.contract import Moved, TakenBack
from tests.wire import stored_games
from tests.wire.environment import Environment, Figures, environment
from tests.wire.server import Person
from tests.wire.server.world import Post
from tests.wire.trials import crossed_out


async def killed_before_noting(folder: Path, seed: int = 0) -> Figures:
    """A kill after a call was sent, but before it was noted, or before it was crossed out.

    Its nonce, or the note, keeps it from being sent again.
    """
    async with environment(folder, 3, seed=seed) as here:
        await here.begin()
        for noted in (False, True):
            person = await _newly_called(here)
            stands = _newest(person)
            rung = len(here.discord.record.notifications)
            await here.bot.kill()
            _uncross(here, person, stands, noted=noted)
            await here.bot.start()
            await here.settle()
            await crossed_out(here)
            assert _newest(person) is stands
            assert len(here.discord.record.notifications) == rung, "the phone rang twice"
        await here.play(moves=10, seconds=30.0)
        await here.settle()
        return await here.check()


async def _newly_called(here: Environment) -> Person:
    """Play on until someone who was not the last to act is called: that is a new turn."""
    party = here.parties[0]
    while True:
        await here.play(moves=15, seconds=60.0)
        await here.settle()
        await crossed_out(here)
        game = (await asyncio.to_thread(stored_games.read, here.bot.database))[party.channel.id]
        acted = [
            each.seat for each in game.journal.entries if isinstance(each, Moved | TakenBack)
        ]
        for person in party.people:
            new = party.called(person) and game.users.index(person.id) not in acted[-1:]
            if new and "Your move" in _newest(person).content:
                return person


def _newest(person: Person) -> Post:
    return next(_sent(person))


def _sent(person: Person) -> Iterator[Post]:
    """The direct messages, newest first, without the answers to clicks on them."""
    return (post for post in person.posts(person.direct) if post.owner is None)


def _uncross(here: Environment, person: Person, stands: Post, *, noted: bool) -> None:
    """Put back the row of a call; unless `noted`, forget the call, too."""
    first, _, born = str(stands.nonce).split("-")
    now = round(time.time() * 1000)
    created = (now - (now - int(born)) % 10**8) / 1000
    with closing(sqlite3.connect(here.bot.database)) as database, database:
        seat, message = database.execute(
            "SELECT seat, call_message FROM seats WHERE game = 1 AND user = ?", (person.id,)
        ).fetchone()
        assert message == stands.id
        database.execute(
            "INSERT INTO outbox (id, game, kind, seat, n, created)"
            " VALUES (?, 1, 'hand', ?, 1, ?)",
            (int(first), seat, created),
        )
        if not noted:
            database.execute(
                "UPDATE seats SET call_entry = NULL, call_message = NULL WHERE user = ?",
                (person.id,),
            )


async def begun_anew(folder: Path, seed: int = 0) -> Figures:
    """The database is deleted and begun again; no earlier message is brought back."""
    async with environment(folder, 3, 3, seed=seed) as here:
        before, after = here.parties
        await before.gather()
        await here.bot.stop()
        await asyncio.to_thread(_delete, here.bot.file)
        await here.bot.start()
        await after.gather()
        here.parties = [after]
        await here.play(moves=20, seconds=60.0)
        await here.settle()
        assert not here.discord.record.merged, "a message of before was brought back"
        return await here.check()


def _delete(database: Path) -> None:
    for file in database.parent.glob(f"{database.name}*"):
        file.unlink()
