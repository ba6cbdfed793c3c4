"""How long things are kept: closed lobbies and lost servers, with a clock moved by hand."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

from bot.background.workers import WorkerFailed
from bot.settings import Shards
from bot.store.rows import GameId
from bot.tables.core.draft import Draft
from bot.tables.core.refusals import NoSuchGame
from bot.tables.core.table import Table
from bot.tables.seating.seats import AGAIN_AFTER
from bot.tables.upkeep.retention import Present
from tests.bot.driver import Pooled, table
from tests.bot.services import ANN, BEN, CLEO, EVE, GUILD, Services, services
from tests.bot.stored_results import put, result

DAY = 24 * 3600
APPLICATION = 7
LOST, OTHERS = 90, (1, 2, 3, 4)
"""One lost server of five."""

HERE = Present(APPLICATION, frozenset(OTHERS))
ALL = Present(APPLICATION, frozenset({LOST, *OTHERS}))


@pytest.fixture
async def here(tmp_path: Path) -> AsyncIterator[Services]:
    """Five servers with limits; the lost one also has a result."""
    async with services(tmp_path / "bot.db") as running:
        await put(running.store, result(50, (ANN, 1), (BEN, 2), guild=LOST))
        for guild in (LOST, *OTHERS):
            await running.store.set_most_tables(guild, 5)
        await running.retention.compare(ALL)
        yield running


async def game_there(here: Services, channel: int = 31) -> int:
    """A running game on the lost server."""
    lobby = await here.lobbies.create_lobby("florence", LOST, channel, ANN, "Ann")
    for user in (BEN, CLEO):
        await here.lobbies.join(lobby.game.id, user, "x")
    return (await here.lobbies.start(lobby.game.id, ANN)).game.id


async def stored(here: Services) -> int:
    """How many rows there are for the lost server."""
    rows = await here.store._database.all(
        "SELECT guild FROM games WHERE guild = ?1 UNION ALL"
        " SELECT guild FROM results WHERE guild = ?1 UNION ALL"
        " SELECT guild FROM guilds WHERE guild = ?1",
        LOST,
    )
    return len(rows)


async def test_games_of_a_server_that_is_lost_rest_at_once(here: Services) -> None:
    game = await game_there(here)
    await here.sent()
    await here.retention.compare(HERE)
    assert (await here.games.table(game)).game.rested == here.clock.now
    assert await here.store.outbox.games() == (), "nobody there can be told"
    await here.retention.compare(ALL)
    await here.games.revive(game, ANN)
    assert (await here.games.table(game)).game.rested is None


async def test_a_game_that_cannot_rest_keeps_no_other_from_it(
    here: Services, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    games = [await game_there(here, channel) for channel in (31, 32)]
    change = here.cache.change

    async def failing(game: GameId, draft: Callable[[Table], Draft]) -> Table:
        if game == games[0]:
            raise WorkerFailed
        return await change(game, draft)

    monkeypatch.setattr(here.cache, "change", failing)
    await here.retention.compare(HERE)
    rested = [(await here.games.table(game)).game.rested for game in games]
    assert rested == [None, here.clock.now]
    assert f"game {games[0]} cannot rest" in caplog.text
    here.clock.now += 30 * DAY
    await here.retention.compare(HERE)
    assert await stored(here) == 0


async def test_a_lost_server_is_erased_after_thirty_days(here: Services) -> None:
    game = await game_there(here)
    await here.retention.compare(HERE)
    here.clock.now += 30 * DAY - 1
    await here.retention.compare(HERE)
    assert await stored(here) == 4
    here.clock.now += 1
    await here.retention.compare(HERE)
    assert await stored(here) == 0
    with pytest.raises(NoSuchGame):
        await here.games.table(game)
    for left in ("entries", "seats", "result_seats", "outbox", "due"):
        rows = await here.store._database.all(f"SELECT * FROM {left}")  # noqa: S608 - of a list
        assert rows == [], left
    assert await here.store.most_tables(OTHERS[0]) == 5, "the others stay"
    lobby = await here.lobbies.create_lobby("florence", GUILD, 32, ANN, "Ann")
    assert lobby.game.id > game, "an old button never means another game"


async def test_a_server_that_comes_back_is_kept(here: Services) -> None:
    await here.retention.compare(HERE)
    here.clock.now += 29 * DAY
    await here.retention.compare(ALL)
    here.clock.now += 29 * DAY
    await here.retention.compare(HERE)
    here.clock.now += 29 * DAY
    await here.retention.compare(HERE)
    assert await stored(here) == 3
    here.clock.now += DAY
    await here.retention.compare(HERE)
    assert await stored(here) == 0


async def test_servers_of_other_shards_are_not_absent_here(here: Services) -> None:
    """By Discord's formula, the bits of a server's id above the lowest 22 give its shard."""
    ours, lost, others = ((number << 22) + 5 for number in (1, 3, 2))
    for guild in (ours, lost, others):
        await here.store.set_most_tables(guild, 5)
    odd, even = (Shards(first=n, last=n, count=2) for n in (1, 0))
    started = here.clock.now
    await here.retention.compare(Present(APPLICATION, frozenset({LOST, *OTHERS}), even))
    assert await here.store.retention.absent() == {others: started}
    here.clock.now += DAY
    await here.retention.compare(Present(APPLICATION, frozenset({ours}), odd))
    absent = {others: started, lost: started + DAY}
    assert await here.store.retention.absent() == absent, "what the other process found stays"
    await here.retention.compare(Present(APPLICATION, frozenset({ours, lost}), odd))
    assert await here.store.retention.absent() == {others: started}


async def test_what_may_be_erased_at_once_is_a_part_of_the_own_servers(
    here: Services, caplog: pytest.LogCaptureFixture
) -> None:
    """Each process has its own part; otherwise several could together erase all of them."""
    mine = [(number << 22) + 5 for number in (1, 3)]
    for guild in mine:
        await here.store.set_most_tables(guild, 5)
    there = Present(APPLICATION, frozenset(mine[:1]), Shards(first=1, last=1, count=2))
    await here.retention.compare(there)
    here.clock.now += 30 * DAY
    await here.retention.compare(there)
    assert "1 of 2 servers are due to be erased" in caplog.text


async def test_another_application_erases_nothing(here: Services) -> None:
    game = await game_there(here)
    other = Present(APPLICATION + 1, frozenset(OTHERS))
    await here.retention.compare(other)
    here.clock.now += 31 * DAY
    await here.retention.compare(other)
    assert await stored(here) == 4
    assert (await here.games.table(game)).game.rested is None


async def test_more_than_a_fifth_is_erased_by_the_hosts_word_only(
    here: Services, caplog: pytest.LogCaptureFixture
) -> None:
    few = Present(APPLICATION, frozenset(OTHERS[1:]))
    await here.retention.compare(few)
    here.clock.now += 31 * DAY
    with caplog.at_level(logging.WARNING):
        await here.retention.compare(few)
    assert "2 of 5 servers are due to be erased, more than 20%" in caplog.text
    assert await stored(here) == 3
    here.retention._percent = 100
    await here.retention.compare(few)
    assert await stored(here) == 0


async def test_games_from_files_belong_to_no_server_and_stay(here: Services) -> None:
    await put(here.store, result(60, (None, 1), guild=0))
    await here.retention.compare(HERE)
    here.clock.now += 31 * DAY
    await here.retention.compare(HERE)
    assert await here.store.results.in_guild(0)


async def test_a_closed_lobby_is_erased_after_seven_days(here: Services) -> None:
    lobby = await here.lobbies.create_lobby("florence", GUILD, 32, ANN, "Ann")
    ended = await game_there(here)
    waiting = await here.lobbies.create_lobby("florence", GUILD, 33, BEN, "Ben")
    await here.lobbies.cancel(lobby.game.id, ANN)
    await here.games.end(ended)
    here.clock.now += 7 * DAY
    await here.retention.erase_lobbies()
    assert await here.store.games.game(lobby.game.id)
    here.clock.now += 1
    await here.retention.erase_lobbies()
    with pytest.raises(NoSuchGame):
        await here.games.table(lobby.game.id)
    assert (await here.games.table(ended)).game.status == "cancelled", "it can be looked at"
    assert (await here.games.table(waiting.game.id)).game.status == "lobby"


async def test_it_is_asked_once_all_shards_are_ready(
    tmp_path: Path, workers: Pooled, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with table(tmp_path, workers, "Ada") as world:
        bot = world.bot
        there = bot.present()
        assert there == Present(bot.application_id or 0, frozenset({world.guild.id}))
        with monkeypatch.context() as patch:
            patch.setattr(bot, "is_ready", lambda: False)
            assert bot.present() is None


async def test_invitations_are_erased_when_they_count_no_more(here: Services) -> None:
    game = (await here.at_auction()).game.id
    await here.seats.invite(game, ANN, EVE, 0)
    sent = here.clock.now
    here.clock.now += AGAIN_AFTER - 1
    await here.retention.erase_invitations()
    assert await here.store.game_index.invitations(ANN, sent - 1) == ((EVE, sent),)
    here.clock.now += 1
    await here.retention.erase_invitations()
    assert await here.store.game_index.invitations(ANN, sent - 1) == ()
