"""Mishaps of a host and a server: closed doors, deleted messages, old age."""

from __future__ import annotations

from pathlib import Path

from tests.wire.hall import Figures, hall
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
