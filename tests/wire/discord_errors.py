"""What Discord refuses: closed doors, deleted messages, old age."""

from __future__ import annotations

from pathlib import Path

from tests.wire.clicker import MOVE
from tests.wire.environment import Figures, environment
from tests.wire.server import Fault
from tests.wire.server.world import ALLOWED, SEND


async def closed_doors(folder: Path, seed: int = 0) -> Figures:
    """Someone accepts no direct messages: tried once, never again, and nothing blocks."""
    async with environment(folder, 3, seed=seed) as here:
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
    async with environment(folder, 3, seed=seed) as here:
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
            # Those who must decide find no table message: /table brings it back.
            await party.people[0].slash(party.channel, "table")
            await here.settle()
            await here.play(moves=20, seconds=30.0)
        return await here.check(asked_anew=True)


async def refused_edits(folder: Path, seed: int = 0) -> Figures:
    """Discord accepts no more edits of an old message (30046); they are made later."""
    async with environment(folder, 3, seed=seed) as here:
        await here.begin()
        await here.settle()
        here.discord.faults.on("message.edit", Fault("error", 429, 30046), 3)
        await here.play(moves=20, seconds=20.0)
        here.discord.faults.off()
        await here.settle()
        figures = await here.check()
        counted = here.counted[here.parties[0].channel.id]
        assert counted.boards <= 1 + counted.rounds, "posted anew for an edit that was refused"
        return figures


async def older_messages(folder: Path, seed: int = 0) -> Figures:
    """Other people write between turns: the table is posted again, and is there only once."""
    async with environment(folder, 3, seed=seed) as here:
        party = here.parties[0]
        talker = here.discord.person("Wanda")
        await here.begin()
        for _ in range(4):
            await here.settle()
            for number in range(5):
                here.discord.say(talker, party.channel, f"line {number}")
            await here.play(moves=15, seconds=30.0)
        await here.settle()
        boards = here.discord.world.boards(party.channel)
        offering = [each for each in boards if each.button(MOVE) is not None]
        assert len(offering) == 1, f"{len(offering)} tables stand"
        for person in party.people:
            posts = (each for each in person.posts(person.direct) if each.owner is None)
            hands = [each for each in posts if each.files]
            assert len(hands) == 1, f"{len(hands)} hands stand"
        figures = await here.check()
        assert figures.boards > 3, "the table was buried"
        return figures


async def lost_permission(folder: Path, seed: int = 0) -> Figures:
    """The bot may not write in the channel for a while; afterwards, `/table` continues."""
    async with environment(folder, 3, seed=seed) as here:
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
