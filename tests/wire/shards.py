"""A bot on so many servers that Discord sends their events over several connections."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random

import aiohttp

from tests.wire.clicker import Party
from tests.wire.environment import NAMES, Environment, Figures
from tests.wire.load import free_port
from tests.wire.process import BotProcess
from tests.wire.server import Loopback
from tests.wire.server.world import DIRECT

SHARDS = 2

SEATS = 3


async def two_shards(folder: Path, seed: int = 0) -> Figures:
    """A table on each shard; each line breaks in turn while the other goes on.

    Clicks in direct messages come over the first shard, whatever shard their table has.
    """
    async with Loopback(shards=SHARDS) as discord:
        parties = [_party(discord, shard, seed) for shard in range(SHARDS)]
        port = free_port()
        settings = {"MAECENAS_HEALTH_PORT": str(port)}
        async with BotProcess(discord, folder, settings=settings) as bot:
            here = Environment(discord, bot, parties)
            await here.begin()
            await _told(port, [True, True])
            for shard in range(SHARDS):
                playing = asyncio.create_task(here.play(moves=25))
                await asyncio.sleep(0.5)
                await discord.gateway.drop(shard)
                await playing
                await asyncio.wait_for(discord.gateway.ready.wait(), 30.0)
                await here.settle()
            assert discord.gateway.identified == SHARDS, "a session was not resumed"
            assert discord.gateway.resumed == SHARDS
            async with asyncio.timeout(120.0):
                while not all(map(_clicked_in_both, parties)):
                    await here.play(moves=10)
            outage = asyncio.create_task(discord.gateway.outage(1.0))
            await _told(port, [False, False])
            await outage
            await _told(port, [True, True])
            return await here.check()


def _clicked_in_both(party: Party) -> bool:
    """Whether there were clicks in the channel and in direct messages."""
    kinds = {each.question.channel.type for each in party.clicks}
    return len(kinds) > 1 and DIRECT in kinds


async def _told(port: int, connected: list[bool]) -> None:
    """Wait up to 30 s until the bot reports these connections."""
    url = f"http://127.0.0.1:{port}/health"
    async with asyncio.timeout(30.0), aiohttp.ClientSession() as session:
        while True:
            async with session.get(url) as answer:
                told = await answer.json()
            if told["shards"] == connected and told["connected"] is all(connected):
                return
            await asyncio.sleep(0.1)


def _party(discord: Loopback, shard: int, seed: int) -> Party:
    """A table on its own server, which a shard hears."""
    guild = discord.guild(f"Server {shard}", shard)
    people = [discord.person(f"{name} {shard}") for name in NAMES[:SEATS]]
    channel = discord.world.channel(guild, "table")
    return Party(discord, channel, people, Random(f"{seed}-{shard}"))
