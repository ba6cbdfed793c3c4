"""Over the wire: the bot hears that a channel is deleted, or finds it gone at its start."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

from bot import app
from tests.wire.in_process import running
from tests.wire.server import Loopback, Person
from tests.wire.server.world import PUBLIC_THREAD, Channel

PATIENCE = 20.0


async def test_a_channel_takes_no_table_with_it(tmp_path: Path) -> None:
    async with Loopback() as server:
        guild = server.guild()
        above, garden = (server.world.channel(guild, name) for name in ("salon", "garden"))
        threads = [
            server.world.channel(guild, name, PUBLIC_THREAD, above.id)
            for name in ("open", "old")
        ]
        threads[1].archived = True  # Discord lists only threads that are not
        ada, bruno = (server.person(name) for name in ("Ada", "Bruno"))
        async with running(server, tmp_path) as bot:
            await bot.hear_everything()
            await asyncio.sleep(0.1)
            await bot.deleted_channels.join()  # from now on, deletions are heard, not found
            for place in (above, *threads):
                await begun(bot, guild.id, place, ada, bruno)
            await server.delete(above)
            await until(server, lambda: [len(told(each)) for each in (ada, bruno)] == [3, 3])
            lost = await bot.store.game_index.lost(ada.id, guild.id)
            assert sorted(lost) == [1, 2, 3]
            await ada.slash(garden, "table", table="2")
            await until(server, lambda: len(server.world.boards(garden)) == 1)
            moved = (await bot.games.table(2)).game
            assert (moved.channel, moved.channel_gone) == (garden.id, None)
        assert server.record.breaches == []


async def test_what_was_deleted_while_nobody_listened_is_found_at_the_start(
    tmp_path: Path,
) -> None:
    async with Loopback() as server:
        guild = server.guild()
        salon = server.world.channel(guild, "salon")
        other = server.world.channel(guild, "garden")
        thread = server.world.channel(guild, "old", PUBLIC_THREAD, other.id)
        ada, bruno = (server.person(name) for name in ("Ada", "Bruno"))
        async with running(server, tmp_path) as bot:
            for place in (salon, thread):
                await begun(bot, guild.id, place, ada, bruno)
            await bot.delivery.join()
        thread.archived = True
        server.world.delete(salon)
        async with running(server, tmp_path) as bot:
            await until(server, lambda: len(told(ada)) == 1)
            await bot.deleted_channels.join()
            assert await bot.store.game_index.lost(ada.id, guild.id) == (1,)


async def begun(bot: app.Maecenas, guild: int, place: Channel, *people: Person) -> None:
    """Begin a game of these people in a channel or thread."""
    first, *others = people
    lobby = await bot.lobbies.create_lobby(
        "lacrimosa", guild, place.id, first.id, first.name, parent=place.parent
    )
    for person in others:
        await bot.lobbies.join(lobby.game.id, person.id, person.name)
    await bot.lobbies.start(lobby.game.id, first.id)
    await bot.delivery.join()


async def until(server: Loopback, holds: Callable[[], bool]) -> None:
    """Wait until something that follows from a message holds."""
    async with asyncio.timeout(PATIENCE):
        while not holds():
            await server.news(server.version(), 0.1)


def told(person: Person) -> list[str]:
    """What this person was told about channels that are gone."""
    texts = (post.content for post in person.posts(person.direct))
    return [each for each in texts if each.startswith("Your table’s channel was deleted")]
