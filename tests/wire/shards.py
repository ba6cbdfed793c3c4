"""A bot on so many servers that Discord sends their events over several connections."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random

from tests.wire.clicker import Party
from tests.wire.hall import NAMES, Figures, Hall
from tests.wire.process import BotProcess
from tests.wire.server import Loopback
from tests.wire.server.world import DIRECT

SHARDS = 2

SEATS = 3


async def two_shards(folder: Path, seed: int = 0) -> Figures:
    """A table on each shard; each line breaks in turn while the other goes on.

    Clicks in direct messages come over the first shard, whatever their table's is.
    """
    async with Loopback(shards=SHARDS) as discord:
        parties = [_party(discord, shard, seed) for shard in range(SHARDS)]
        async with BotProcess(discord, folder) as bot:
            here = Hall(discord, bot, parties)
            await here.begin()
            for shard in range(SHARDS):
                playing = asyncio.create_task(here.play(moves=25))
                await asyncio.sleep(0.5)
                await discord.gateway.drop(shard)
                await playing
                await asyncio.wait_for(discord.gateway.ready.wait(), 30.0)
                await here.settle()
            assert discord.gateway.identified == SHARDS, "a session was not resumed"
            assert discord.gateway.resumed == SHARDS
            for party in parties:
                kinds = {each.question.channel.type for each in party.clicks}
                assert len(kinds) > 1, "nobody clicked in channel and direct messages"
                assert DIRECT in kinds
            return await here.check()


def _party(discord: Loopback, shard: int, seed: int) -> Party:
    """A table on a server of its own, which a shard hears."""
    guild = discord.guild(f"Server {shard}", shard)
    people = [discord.person(f"{name} {shard}") for name in NAMES[:SEATS]]
    channel = discord.world.channel(guild, "table")
    return Party(discord, channel, people, Random(f"{seed}-{shard}"))
