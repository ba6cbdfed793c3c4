"""Lost answers: Discord has heard the bot, but the bot does not know it."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

from tests.wire.environment import Environment, Figures, environment
from tests.wire.live_panels import SETTLED
from tests.wire.server import Fault
from tests.wire.server.world import LOADING
from tests.wire.trials import STOPS_HERE


async def acknowledgements(folder: Path, seed: int = 0) -> Figures:
    """The connection breaks over an acknowledgement, received or not: the click counts once."""
    async with environment(folder, 3, seed=seed) as here:
        faults = here.discord.faults
        for kind in (Fault("lost", once=True), Fault("drop", once=True)):
            faults.on("callback", kind, 400)
            if not here.parties[0].board(here.parties[0].people[0]):
                await here.begin()
            await _answered(here)
            await here.play(moves=20, seconds=60.0)
            assert faults.waits("callback"), "too few connections were broken"
            faults.off()
            await here.settle()
        await here.play(moves=10, seconds=30.0)
        await here.settle()
        assert not waiting(here), "somebody waits for ever"
        log = here.bot.log.read_text("utf-8", "replace")
        assert "end=late" not in log, "a click did not count"
        assert not here.discord.record.late
        return await here.check()


async def cut_off(folder: Path, seed: int = 0) -> Figures:
    """The bot is stopped before its answers can be given: no one waits for ever."""
    async with environment(folder, 3, seed=seed) as here:
        party = here.parties[0]
        await here.begin()
        board = party.board(party.people[0])
        assert board is not None
        part = board.button("My hand")
        assert part is not None
        faults = here.discord.faults
        slow = Fault("slow", seconds=SETTLED + 2 * STOPS_HERE)
        faults.on("answer.edit", slow, 2 * len(party.people))
        asked = [
            await asking
            for person in party.people
            for asking in (
                person.press(board, part["custom_id"]),
                person.slash(party.channel, "hand"),
            )
        ]
        begun = time.monotonic()
        while faults.waits("answer.edit"):
            assert time.monotonic() - begun < SETTLED, "an answer is not even tried"
            await asyncio.sleep(0.05)
        begun = time.monotonic()
        assert await here.bot.stop() == 0, here.bot.tail()
        assert time.monotonic() - begun < STOPS_HERE, "the stop took too long"
        for question in asked:
            assert any("I’m restarting" in text for text in question.texts), question.texts
        assert not waiting(here), "somebody waits for ever"
        await here.bot.start()
        await here.play(moves=10, seconds=30.0)
        await here.settle()
        return await here.check()


async def _answered(here: Environment) -> None:
    """Check that a command and a refusal are answered as if nothing had happened."""
    party = here.parties[0]
    first, stranger = party.people[0], here.discord.person("Mallory")
    question = await first.slash(party.channel, "hand")
    assert await question.done()
    assert "Your hand in" in question.texts[-1]
    board = party.board(stranger)
    assert board is not None
    part = board.button("Undo")
    question = await stranger.press(board, "m1:undo:1" if part is None else part["custom_id"])
    assert await question.done()
    assert "You have no seat at this table" in question.texts[-1], question.texts


def waiting(here: Environment) -> int:
    """How many private answers still show that the bot is thinking."""
    posts = here.discord.world.posts.values()
    return sum(bool(post.flags & LOADING) and not post.deleted for post in posts)
