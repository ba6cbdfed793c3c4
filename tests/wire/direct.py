"""Direct messages over the wire: the notification of a turn comes once, and does come."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from rules.table import Drawn
from tests.wire import ledger
from tests.wire.clicker import MOVE
from tests.wire.hall import Figures, Hall, hall
from tests.wire.server import Person
from tests.wire.server.world import Post
from tests.wire.trials import crossed_out


async def killed_before_noting(folder: Path, seed: int = 0) -> Figures:
    """A kill after a direct message was sent and stored, before it was crossed out.

    Its nonce then brings back the message that stands; a turn that began since must have
    a message of its own.
    """
    async with hall(folder, 3, seed=seed) as here:
        await here.begin()
        for later in (0, 1):
            person = await _newly_called(here)
            stands = _newest(person)
            await here.bot.kill()
            _uncross(here, person, stands, later)
            await here.bot.start()
            await here.settle()
            await crossed_out(here)
            now = _newest(person)
            assert (now.id > stands.id) == bool(later), "another message was wanted, or none"
            ways = [post for post in _sent(person) if post.message.button(MOVE)]
            assert ways == [now], "one way to the move was wanted"
        await here.play(moves=10, seconds=30.0)
        await here.settle()
        return await here.check()


async def _newly_called(here: Hall) -> Person:
    """Play on until somebody is called who was not the last to act: that is a new turn."""
    party = here.parties[0]
    while True:
        await here.play(moves=15, seconds=60.0)
        await here.settle()
        await crossed_out(here)
        book = (await asyncio.to_thread(ledger.read, here.bot.database))[party.channel.id]
        acted = [each.seat for each in book.journal.entries if not isinstance(each, Drawn)]
        for person in party.people:
            if party.called(person) and book.users.index(person.id) not in acted[-1:]:
                return person


def _newest(person: Person) -> Post:
    return next(_sent(person))


def _sent(person: Person) -> Iterator[Post]:
    """The direct messages, the newest first, without the answers to clicks on them."""
    return (post for post in person.posts(person.direct) if post.owner is None)


def _uncross(here: Hall, person: Person, stands: Post, later: int) -> None:
    """Put the row of a sent message back; if wanted with one of a turn begun since."""
    sent, born = map(int, str(stands.nonce).split("-"))
    with closing(sqlite3.connect(here.bot.database)) as database, database:
        seat, message = database.execute(
            "SELECT seat, dm_message FROM seats WHERE game = 1 AND user = ?", (person.id,)
        ).fetchone()
        assert message == stands.id
        for number in (sent, sent + 1_000_000)[: 1 + later]:
            database.execute(
                "INSERT INTO outbox (id, game, kind, seat, n, created)"
                " VALUES (?, 1, 'hand', ?, 1, ?)",
                (number, seat, born / 1000),
            )
        if later:
            database.execute("UPDATE seats SET dm_entry = 0 WHERE user = ?", (person.id,))


async def begun_anew(folder: Path, seed: int = 0) -> Figures:
    """The database is deleted and begun anew: no message of before is brought back."""
    async with hall(folder, 3, 3, seed=seed) as here:
        before, after = here.parties
        await before.gather()
        await here.bot.stop()
        await asyncio.to_thread(_delete, here.bot.database)
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
