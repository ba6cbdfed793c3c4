"""Lobbies: who may open, join, change and start one, and how many there may be."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from bot import lobbies
from bot.gathering import MOST_TABLES, MOST_WAITING
from bot.notices import (
    AlreadySeated,
    ChannelBusy,
    LobbyFull,
    LobbyOver,
    NoOpponent,
    NoSuchGame,
    NotBegun,
    NotSeated,
    NotStarter,
    TooFew,
    TooManyTables,
    TooManyWaiting,
    UnknownOption,
)
from bot.table import Table
from rules.games import GAMES
from tests.bot.tabling import ANN, BEN, CHANNEL, CLEO, EVE, GUILD, NAMES, Clock, house


async def test_a_lobby_survives_a_restart_and_starts(path: Path) -> None:
    async with house(path) as here:
        lobby = await here.tables.create_lobby("florence", GUILD, CHANNEL, ANN, "Ann")
        game = lobby.game.id
        await here.tables.join(game, BEN, "Ben")
        with pytest.raises(TooFew) as few:
            await here.tables.start(game, ANN)
        assert few.value.figures == {"needs": 3, "has": 2}
    async with house(path) as here:
        await here.tables.add_opponent(game, ANN, "novice", "Lorenzo")
        table = await here.tables.start(game, ANN)
        assert table.game.status == "playing"
        assert sorted(row.name for row in table.seats) == ["Ann", "Ben", "Lorenzo"]
        assert [person.computer for person in table.people].count(True) == 1
        kinds = {row.kind for row in await here.store.outbox.pending(game)}
        assert kinds == {"lobby", "table", "hand"}
        assert set(here.announced) == {game}


async def test_a_person_keeps_only_a_few_lobbies_waiting(path: Path) -> None:
    async with house(path) as here:
        tables = here.tables
        own = [
            (await tables.create_lobby("florence", GUILD + n, CHANNEL + n, ANN, "Ann")).game.id
            for n in range(MOST_WAITING)
        ]
        with pytest.raises(TooManyWaiting) as refused:
            await tables.create_lobby("florence", GUILD, CHANNEL + 9, ANN, "Ann")
        assert refused.value.figures == {"most": MOST_WAITING}
        assert list(refused.value.games) == own
        assert await tables.in_channel(CHANNEL + 9) is None
        await tables.create_lobby("florence", GUILD, CHANNEL + 9, BEN, "Ben")
        for user in (BEN, CLEO):
            await tables.join(own[0], user, NAMES[user])
        await tables.start(own[0], ANN)
        await tables.cancel(own[1], ANN)
        for n in range(2):
            await tables.create_lobby("florence", GUILD, CHANNEL + 20 + n, ANN, "Ann")
        with pytest.raises(TooManyWaiting):
            await tables.create_lobby("florence", GUILD, CHANNEL + 30, ANN, "Ann")


async def test_many_lobbies_at_the_same_moment_are_not_too_many(path: Path) -> None:
    async with house(path) as here:
        await here.store.set_most_tables(GUILD, 5)
        tries = await asyncio.gather(
            *(
                here.tables.create_lobby("florence", GUILD, CHANNEL + n, user, NAMES[user])
                for n, user in enumerate([ANN] * 10 + [BEN] * 10)
            ),
            return_exceptions=True,
        )
        opened = [each for each in tries if isinstance(each, Table)]
        assert [each.game.starter for each in opened] == [ANN] * MOST_WAITING + [BEN] * 2
        refused = [type(each) for each in tries if not isinstance(each, Table)]
        assert set(refused) == {TooManyWaiting, TooManyTables}
        assert len(await here.store.games.in_guild(GUILD)) == 5


async def test_a_server_has_only_so_many_open_tables(path: Path) -> None:
    async with house(path) as here:
        tables = here.tables
        assert await tables.most_tables(GUILD) == MOST_TABLES
        await here.store.set_most_tables(GUILD, 1)
        begun = await here.begun(BEN, CLEO)
        with pytest.raises(TooManyTables) as refused:
            await tables.create_lobby("florence", GUILD, CHANNEL + 1, EVE, "Eve")
        assert refused.value.figures == {"most": 1}
        assert refused.value.games == (begun.game.id,)
        await tables.create_lobby("florence", GUILD + 1, CHANNEL + 2, EVE, "Eve")
        await tables.end(begun.game.id)
        rematch = await tables.rematch(begun.game.id, ANN, "Ann")
        assert rematch.game.status == "lobby"
        with pytest.raises(TooManyTables):
            await tables.rematch(begun.game.id, BEN, "Ben")
    async with house(path) as here:
        assert await here.tables.most_tables(GUILD) == 1


async def test_a_lobby_refuses_what_does_not_fit(path: Path) -> None:
    async with house(path) as here:
        tables = here.tables
        game = (await tables.create_lobby("florence", GUILD, CHANNEL, ANN, "Ann")).game.id
        with pytest.raises(NoSuchGame):
            await tables.create_lobby("chess", GUILD, CHANNEL + 1, ANN, "Ann")
        with pytest.raises(ChannelBusy) as busy:
            await tables.create_lobby("florence", GUILD, CHANNEL, BEN, "Ben")
        assert busy.value.game == game
        with pytest.raises(AlreadySeated):
            await tables.join(game, ANN, "Ann")
        with pytest.raises(NotSeated):
            await tables.leave(game, BEN)
        with pytest.raises(NotStarter) as starter:
            await tables.start(game, BEN)
        assert starter.value.figures == {"name": "Ann"}
        with pytest.raises(NoOpponent):
            await tables.remove_opponent(game, ANN)
        with pytest.raises(NoOpponent):
            await tables.add_opponent(game, ANN, "genius", "X")
        for key, value in (("seat_order", "sideways"), ("colour", "red")):
            with pytest.raises(UnknownOption):
                await tables.set_option(game, ANN, key, value)
        for n in range(3):
            await tables.add_opponent(game, ANN, "novice", f"Bot {n}")
        with pytest.raises(NotBegun):
            await tables.play(game, ANN, 0, 0, "pass")
        with pytest.raises(NoSuchGame):
            await tables.table(12345)
        table = await tables.table(game)
        assert len(table.seats) == 4
        assert table.game.status == "lobby"


async def test_a_full_lobby_takes_nobody_else(path: Path) -> None:
    rules = GAMES["florence"]
    async with house(path) as here:
        game = (await here.tables.create_lobby("florence", GUILD, CHANNEL, ANN, "Ann")).game.id
        full = await here.tables.table(game)
        while len(full.seats) < 5:
            draft = lobbies.with_opponent(full, rules, ANN, "novice", "Bot", 0.0)
            full = Table(draft.row, draft.change.seats or ())
        with pytest.raises(LobbyFull) as refused:
            lobbies.joined(full, rules, BEN, "Ben", 0.0, False)
        assert refused.value.figures == {"most": 5}
        with pytest.raises(LobbyFull):
            lobbies.with_opponent(full, rules, ANN, "novice", "Bot", 0.0)


async def test_the_last_opponent_starts_the_game(path: Path) -> None:
    async with house(path) as here:
        game = (await here.tables.create_lobby("florence", GUILD, CHANNEL, ANN, "Ann")).game.id
        await here.tables.join(game, BEN, "Ben")
        seated = [
            await here.tables.add_opponent(game, ANN, "novice", f"Bot {n}") for n in range(3)
        ]
        assert [each.game.status for each in seated] == ["lobby", "lobby", "playing"]
        with pytest.raises(LobbyOver):
            await here.tables.add_opponent(game, ANN, "novice", "Bot 3")


async def test_the_last_chair_starts_the_game(path: Path) -> None:
    async with house(path) as here:
        game = (await here.tables.create_lobby("florence", GUILD, CHANNEL, ANN, "A")).game.id
        for user in (BEN, CLEO, 104):
            table = await here.tables.join(game, user, str(user))
            assert table.game.status == "lobby"
        table = await here.tables.join(game, 105, "E")
        assert table.game.status == "playing"
        with pytest.raises(LobbyOver):
            await here.tables.start(game, ANN)


async def test_who_leaves_hands_the_lobby_on(path: Path) -> None:
    async with house(path) as here:
        game = (await here.tables.create_lobby("florence", GUILD, CHANNEL, ANN, "Ann")).game.id
        await here.tables.add_opponent(game, ANN, "novice", "Bot")
        await here.tables.join(game, BEN, "Ben")
        table = await here.tables.leave(game, ANN)
        assert table.game.starter == BEN
        assert [(row.seat, row.name) for row in table.seats] == [(0, "Bot"), (1, "Ben")]
        table = await here.tables.leave(game, BEN)
        assert table.game.status == "cancelled"
        with pytest.raises(LobbyOver):
            await here.tables.join(game, CLEO, "Cleo")
        # The channel is free again.
        await here.tables.create_lobby("florence", GUILD, CHANNEL, CLEO, "Cleo")


async def test_a_forgotten_lobby_expires_with_a_notice(path: Path) -> None:
    clock = Clock()
    async with house(path, clock=clock) as here:
        game = (await here.tables.create_lobby("florence", GUILD, CHANNEL, ANN, "Ann")).game.id
        clock.now += 23 * 3600
        await here.tables.join(game, BEN, "Ben")
        clock.now += 23 * 3600
        assert await here.tables.expire_lobbies() == ()
    clock.now += 3601
    async with house(path, clock=clock) as here:
        (closed,) = await here.tables.expire_lobbies()
        assert closed.game.status == "cancelled"
        notices = [row.text for row in await here.store.outbox.pending(game) if row.text]
        assert notices == ["lobby.expired"]
        assert await here.tables.expire_lobbies() == ()
