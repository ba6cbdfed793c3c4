"""Lobbies: who may open, join, change and start one, and how many there may be."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from itertools import permutations
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import AsyncMock

import pytest
from msgspec.structs import replace

from bot.database.address import Address
from bot.store.rows import SeatRow
from bot.tables.core.levels import LEVEL
from bot.tables.core.refusals import (
    AlreadySeated,
    ChannelBusy,
    LobbyFull,
    LobbyOver,
    NobodyThere,
    NoOpponent,
    NoSuchGame,
    NotBegun,
    NotSeated,
    NotStarter,
    Resting,
    TooFew,
    TooManyStarted,
    TooManyTables,
    TooManyWaiting,
    UnknownOption,
)
from bot.tables.core.table import Table
from bot.tables.lobby import lobby_again, lobby_changes
from bot.tables.lobby.lobbies import MOST_TABLES, MOST_WAITING
from bot.tables.persons.privacy import PrivacyService
from bot.tables.upkeep.expiry import REST_AGE
from rules.registry import GAMES
from tests.bot.notices import told_texts
from tests.bot.services import (
    ANN,
    BEN,
    CHANNEL,
    CLEO,
    EVE,
    GUILD,
    MOMENT,
    NAMES,
    Clock,
    Inline,
    Services,
    game_row,
    services,
)
from tests.bot.stored_results import put, result


async def test_a_lobby_survives_a_restart_and_starts(address: Address) -> None:
    async with services(address) as here:
        lobby = await here.lobbies.create_lobby("florence", GUILD, CHANNEL, ANN, "Ann")
        game = lobby.game.id
        await here.lobbies.join(game, BEN, "Ben")
        with pytest.raises(TooFew) as few:
            await here.lobbies.start(game, ANN)
        assert few.value.figures == {"needs": 3, "has": 2}
    async with services(address) as here:
        await here.lobbies.add_opponent(game, ANN, "novice", "Lorenzo")
        table = await here.lobbies.start(game, ANN)
        assert table.game.status == "playing"
        assert sorted(row.name for row in table.seats) == ["Ann", "Ben", "Lorenzo"]
        assert [person.computer for person in table.people].count(True) == 1
        kinds = {row.kind for row in await here.store.outbox.pending(game)}
        assert kinds == {"lobby", "table", "hand"}
        assert set(here.announced) == {game}


async def test_a_first_game_proposes_what_the_rulebook_advises_for_it(path: Path) -> None:
    """Eybler and Stadler in a first game of this kind, later chosen by lot."""
    async with services(path) as here:
        lobby = await here.lobbies.create_lobby("lacrimosa", GUILD, CHANNEL, ANN, "Ann")
        assert lobby.game.chosen == {
            "composers": "first",
            "composer": "first",
            "opponents": "novice",
        }
        game = lobby.game.id
        await here.lobbies.join(game, BEN, "Ben")
        table = await here.lobbies.start(game, ANN)
        # A table names all the options it is played with: another default changes no game.
        assert table.game.chosen == {
            "composers": "first",
            "starts": "rulebook",
            "payment": "tracks_first",
        }
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("UPDATE games SET status = 'over'")
    async with services(path) as here:
        again = await here.lobbies.rematch(game, ANN, "Ann")
        assert again.game.chosen == {"starts": "rulebook", "payment": "tracks_first"}
        await here.lobbies.cancel(again.game.id, ANN)
        await put(here.store, result(9, (ANN, 1), (BEN, 2), title="lacrimosa"))
        lobby = await here.lobbies.create_lobby("lacrimosa", GUILD, CHANNEL, BEN, "Ben")
        assert lobby.game.chosen == {}
        table = await here.lobbies.start(lobby.game.id, BEN)
        assert table.game.chosen["composer"] == "random"
        new = await here.lobbies.create_lobby("lacrimosa", GUILD, CHANNEL + 1, EVE, "Eve")
        assert new.game.chosen["composers"] == "first"


async def test_a_person_keeps_only_a_few_lobbies_waiting(address: Address) -> None:
    async with services(address) as here:
        games, lobbies = here.games, here.lobbies
        own = [
            (await lobbies.create_lobby("florence", GUILD + n, CHANNEL + n, ANN, "Ann")).game.id
            for n in range(MOST_WAITING)
        ]
        with pytest.raises(TooManyWaiting) as refused:
            await lobbies.create_lobby("florence", GUILD, CHANNEL + 9, ANN, "Ann")
        assert refused.value.figures == {"most": MOST_WAITING}
        assert list(refused.value.games) == own
        assert await games.in_channel(CHANNEL + 9) is None
        await lobbies.create_lobby("florence", GUILD, CHANNEL + 9, BEN, "Ben")
        for user in (BEN, CLEO):
            await lobbies.join(own[0], user, NAMES[user])
        await lobbies.start(own[0], ANN)
        await lobbies.cancel(own[1], ANN)
        for n in range(2):
            await lobbies.create_lobby("florence", GUILD, CHANNEL + 20 + n, ANN, "Ann")
        with pytest.raises(TooManyWaiting):
            await lobbies.create_lobby("florence", GUILD, CHANNEL + 30, ANN, "Ann")


async def test_many_lobbies_at_the_same_moment_are_not_too_many(path: Path) -> None:
    # On SQLite, which answers in the order in which it is asked.
    async with services(path) as here:
        await here.store.set_most_tables(GUILD, 5)
        tries = await asyncio.gather(
            *(
                here.lobbies.create_lobby("florence", GUILD, CHANNEL + n, user, NAMES[user])
                for n, user in enumerate([ANN] * 10 + [BEN] * 10)
            ),
            return_exceptions=True,
        )
        opened = [each for each in tries if isinstance(each, Table)]
        assert [each.game.starter for each in opened] == [ANN] * MOST_WAITING + [BEN] * 2
        refused = [type(each) for each in tries if not isinstance(each, Table)]
        assert set(refused) == {TooManyWaiting, TooManyTables}
        assert len(await here.store.games.in_guild(GUILD)) == 5


async def test_a_server_has_only_so_many_open_tables(address: Address) -> None:
    async with services(address) as here:
        games, lobbies = here.games, here.lobbies
        assert await lobbies.most_tables(GUILD) == MOST_TABLES
        await here.store.set_most_tables(GUILD, 1)
        begun = await here.begun(BEN, CLEO)
        with pytest.raises(TooManyTables) as refused:
            await lobbies.create_lobby("florence", GUILD, CHANNEL + 1, EVE, "Eve")
        assert refused.value.figures == {"most": 1}
        assert refused.value.games == (begun.game.id,)
        await lobbies.create_lobby("florence", GUILD + 1, CHANNEL + 2, EVE, "Eve")
        await games.end(begun.game.id)
        rematch = await lobbies.rematch(begun.game.id, ANN, "Ann")
        assert rematch.game.status == "lobby"
        with pytest.raises(TooManyTables):
            await lobbies.rematch(begun.game.id, BEN, "Ben")
    async with services(address) as here:
        assert await here.lobbies.most_tables(GUILD) == 1


async def test_a_lobby_refuses_what_does_not_fit(address: Address) -> None:
    async with services(address) as here:
        games, lobbies = here.games, here.lobbies
        game = (await lobbies.create_lobby("florence", GUILD, CHANNEL, ANN, "Ann")).game.id
        with pytest.raises(NoSuchGame):
            await lobbies.create_lobby("chess", GUILD, CHANNEL + 1, ANN, "Ann")
        with pytest.raises(ChannelBusy) as busy:
            await lobbies.create_lobby("florence", GUILD, CHANNEL, BEN, "Ben")
        assert busy.value.game == game
        with pytest.raises(AlreadySeated):
            await lobbies.join(game, ANN, "Ann")
        with pytest.raises(NotSeated):
            await lobbies.leave(game, BEN)
        with pytest.raises(NotStarter) as starter:
            await lobbies.start(game, BEN)
        assert starter.value.figures == {"name": "Ann"}
        for whom in ("Bot", BEN, ANN):
            with pytest.raises(NobodyThere):
                await lobbies.remove(game, ANN, whom)
        with pytest.raises(NoOpponent):
            await lobbies.add_opponent(game, ANN, "genius", "X")
        for key, value in (("seat_order", "sideways"), ("colour", "red")):
            with pytest.raises(UnknownOption):
                await lobbies.set_options(game, ANN, {key: value})
        for n in range(3):
            await lobbies.add_opponent(game, ANN, "novice", f"Bot {n}")
        with pytest.raises(NotBegun):
            await games.play(game, ANN, 0, 0, "pass")
        with pytest.raises(NoSuchGame):
            await games.table(12345)
        table = await games.table(game)
        assert len(table.seats) == 4
        assert table.game.status == "lobby"


async def test_a_full_lobby_takes_nobody_else(address: Address) -> None:
    rules = GAMES["florence"]
    async with services(address) as here:
        game = (await here.lobbies.create_lobby("florence", GUILD, CHANNEL, ANN, "Ann")).game.id
        full = await here.games.table(game)
        while len(full.seats) < 5:
            draft = lobby_changes.with_opponent(full, rules, ANN, "novice", ("Bot",), MOMENT)
            full = draft.table
        with pytest.raises(LobbyFull) as refused:
            lobby_changes.joined(full, rules, BEN, "Ben", MOMENT)
        assert refused.value.figures == {"most": 5}
        with pytest.raises(LobbyFull):
            lobby_changes.with_opponent(full, rules, ANN, "novice", ("Bot",), MOMENT)


async def test_who_leaves_hands_the_lobby_on(address: Address) -> None:
    async with services(address) as here:
        game = (await here.lobbies.create_lobby("florence", GUILD, CHANNEL, ANN, "Ann")).game.id
        await here.lobbies.add_opponent(game, ANN, "novice", "Bot")
        await here.lobbies.join(game, BEN, "Ben")
        table = await here.lobbies.leave(game, ANN)
        await here.lobbies.set_options(game, BEN, {"seat_order": "joined"})
        assert table.game.starter == ANN, "it counts for who opened it"
        assert [(row.seat, row.name) for row in table.seats] == [(0, "Bot"), (1, "Ben")]
        table = await here.lobbies.leave(game, BEN)
        assert table.game.status == "cancelled"
        with pytest.raises(LobbyOver):
            await here.lobbies.join(game, CLEO, "Cleo")
        # The channel is free again.
        await here.lobbies.create_lobby("florence", GUILD, CHANNEL, CLEO, "Cleo")


def _lobby(game: str, *people: str, **fields: Any) -> Table:
    """A lobby with people in it, whose starter is Ann."""
    row = game_row(game=game, **fields)
    seats = tuple(SeatRow(1, n, ANN + n, name) for n, name in enumerate(people))
    return Table(row, seats)


def test_seats_are_in_random_order_unless_it_shall_be_that_of_joining() -> None:
    orders = {
        way: {
            tuple(
                row.name
                for row in lobby_changes.started(
                    _lobby("florence", "Ann", "Ben", "Cleo", seat_order=way),
                    *(GAMES["florence"], ANN, Random(seed), MOMENT),
                    release="r",
                ).table.seats
            )
            for seed in range(50)
        }
        for way in ("random", "joined")
    }
    assert orders["joined"] == {("Ann", "Ben", "Cleo")}
    assert orders["random"] == set(permutations(("Ann", "Ben", "Cleo")))


def test_options_for_other_numbers_of_seats_mean_nothing() -> None:
    rules = GAMES["lacrimosa"]
    chosen = {
        choice.key: choice.values[-1]
        for choice in rules.choices
        if choice.key in {"level", "payment"}
    }
    lobby = _lobby("lacrimosa", "Ann", "Ben", chosen=chosen)
    begun = lobby_changes.started(lobby, rules, ANN, Random(1), MOMENT, release="r").table
    assert set(begun.game.chosen) == {"composers", "starts", "payment"}
    assert begun.game.chosen["payment"] == chosen["payment"]


def test_a_rematch_is_like_the_game_before() -> None:
    rules, chosen = GAMES["lacrimosa"], {"payment": "ask"}
    ended = _lobby(
        *("lacrimosa", "Ann", "Ben"),
        status="over",
        chosen=chosen,
        seat_order="joined",
        language="es",
        edition="of the game before",
    )
    seats = (
        SeatRow(1, 0, None, "Bot", "master"),
        *(replace(row, seat=row.seat + 1) for row in ended.seats[:1]),
        SeatRow(1, 2, BEN, "Ben", hands="button"),
    )
    ended = replace(ended, seats=seats)
    again = lobby_again.rematch(ended, rules, BEN, "Ben", MOMENT).table
    row = again.game
    assert (row.status, row.starter, row.edition) == ("lobby", BEN, None)
    assert (row.guild, row.channel, row.game) == (GUILD, CHANNEL, "lacrimosa")
    assert row.chosen == {**chosen, "opponents": "master"}
    assert (row.seat_order, row.language) == ("joined", "es")
    assert [(each.seat, each.user, each.level, each.hands) for each in again.seats] == [
        (0, BEN, None, "dm"),
        (1, None, "master", "dm"),
    ]


@pytest.mark.parametrize("how", ["leaves", "is deleted", "is deleted unread"])
async def test_a_seat_left_to_a_computer_player_is_free_in_a_rematch(
    address: Address, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    async with services(address) as here:
        game = (await here.begun(BEN, level="novice")).game.id
        if how == "leaves":
            await here.seats.leave(game, BEN)
        else:
            if how == "is deleted unread":
                monkeypatch.setattr(PrivacyService, "_leave", AsyncMock(side_effect=ValueError))
            await here.privacy.delete(BEN)
        await here.games.end(game)
        again = await here.lobbies.rematch(game, ANN, "Ann")
        assert [(row.name, row.level) for row in again.seats] == [
            ("Ann", None),
            ("Bot 0", "novice"),
        ]
        assert again.game.chosen[LEVEL] == "novice"


async def test_a_helper_opens_no_way_past_the_limit_and_is_not_caught_by_it(
    address: Address,
) -> None:
    async with services(address) as here:
        for n in range(MOST_WAITING):
            at = (GUILD, CHANNEL + n, ANN, "Ann")
            lobby = await here.lobbies.create_lobby("florence", *at)
            await here.lobbies.join(lobby.game.id, BEN, "Ben")
            await here.lobbies.leave(lobby.game.id, ANN)
        with pytest.raises(TooManyWaiting):
            await here.lobbies.create_lobby("florence", GUILD, CHANNEL + 9, ANN, "Ann")
        await here.lobbies.create_lobby("florence", GUILD, CHANNEL + 9, BEN, "Ben")


async def _alone(here: Services, channel: int) -> Table:
    lobby = await here.lobbies.create_lobby("lacrimosa", GUILD, channel, ANN, "Ann")
    return await here.lobbies.start(lobby.game.id, ANN)


async def test_one_person_cannot_fill_a_server_with_running_games(
    address: Address, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.tables.lobby.lobbies.MOST_STARTED", 2)
    async with services(address) as here:
        own = [(await _alone(here, CHANNEL + n)).game.id for n in range(2)]
        with pytest.raises(TooManyStarted) as refused:
            await _alone(here, CHANNEL + 2)
        assert refused.value.games == tuple(own)
        await here.lobbies.create_lobby("florence", GUILD + 1, CHANNEL + 3, ANN, "Ann")
        await here.lobbies.create_lobby("florence", GUILD, CHANNEL + 4, BEN, "Ben")
        await here.games.end(own[0])
        await _alone(here, CHANNEL + 5)


async def test_twenty_games_of_a_person_may_run_on_a_server(path: Path) -> None:
    async with services(path) as here:
        for n in range(20):
            await _alone(here, CHANNEL + n)
        with pytest.raises(TooManyStarted) as refused:
            await here.lobbies.check_limits(GUILD, ANN)
        assert refused.value.figures == {"most": 20}
        await here.lobbies.check_limits(GUILD, BEN)


async def test_a_game_that_nobody_plays_rests_and_any_click_of_a_player_wakes_it(
    address: Address, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.tables.lobby.lobbies.MOST_STARTED", 1)
    clock = Clock()
    async with services(address, clock=clock) as here:
        table = await _alone(here, CHANNEL)
        game = table.game.id
        await here.sent()
        clock.now += 30 * 24 * 3600
        assert await here.expiry.rest() == ()
        clock.now += 1
        (rests,) = await here.expiry.rest()
        assert rests.number == table.number
        assert await here.expiry.rest() == (), "it is told once"
        found_at_once = await here.expiry._rested(game, clock.now - REST_AGE)
        assert found_at_once is None, "by another process"
        assert await told_texts(here, game) == ["table.rests"]
        assert await here.store.game_index.count_open(GUILD) == 0
        another = await _alone(here, CHANNEL + 1)
        await here.games.end(another.game.id)
        await here.games.revive(game, EVE)
        assert await here.store.game_index.count_open(GUILD) == 0
        await here.games.revive(game, ANN)
        assert await here.store.game_index.count_open(GUILD) == 1
        assert await here.expiry.rest() == ()
    clock.now += REST_AGE + 1
    async with services(address, clock=clock) as here:
        assert len(await here.expiry.rest()) == 1
        assert (await here.step(await here.games.table(game))).game.rested is None


async def test_who_plays_at_the_last_moment_keeps_the_game_from_resting(path: Path) -> None:
    clock = Clock()
    async with services(path, clock=clock) as here:
        table = await _alone(here, CHANNEL)
        clock.now += REST_AGE + 1
        _, rests = await asyncio.gather(here.step(table), here.expiry.rest())
        assert rests == ()
        assert (await here.games.table(table.game.id)).game.rested is None


async def test_a_game_that_rests_leaves_its_channel_to_another_and_waits_for_its_end(
    address: Address,
) -> None:
    clock = Clock()
    async with services(address, clock=clock) as here:
        table = await _alone(here, CHANNEL)
        game = table.game.id
        clock.now += REST_AGE + 1
        await here.expiry.rest()
        found = await here.games.in_channel(CHANNEL)
        assert found is not None
        assert found.game.id == game, "there is no other"
        another = await here.lobbies.create_lobby("florence", GUILD, CHANNEL, BEN, "Ben")
        found = await here.games.in_channel(CHANNEL)
        assert found is not None
        assert found.game.id == another.game.id
        with pytest.raises(Resting) as refused:
            await here.games.revive(game, ANN)
        assert refused.value.game == another.game.id
        with pytest.raises(Resting):
            await here.step(await here.games.table(game))
        assert (await here.games.table(game)).number == table.number
        await here.games.end(another.game.id)
        await here.games.revive(game, ANN)
        assert (await here.step(await here.games.table(game))).number > table.number
        with pytest.raises(ChannelBusy):
            await here.lobbies.create_lobby("florence", GUILD, CHANNEL, BEN, "Ben")


async def test_no_opponent_plays_on_where_a_game_rests(address: Address) -> None:
    class Stuck(Inline):
        async def run_within(self, *args: Any, **kwargs: Any) -> Any:
            await asyncio.Event().wait()

    async with services(address, workers=Stuck()) as here:
        table = await here.begun(level="novice")
        await here.store._database.write("UPDATE games SET rested = 1.0")
        await here.lobbies.create_lobby("florence", GUILD, CHANNEL, BEN, "Ben")
    async with services(address) as here:
        async with asyncio.timeout(60):
            await here.games.wait_idle()
        assert (await here.games.table(table.game.id)).number == table.number


async def test_untouched_tables_are_searched_for_from_the_start(address: Address) -> None:
    clock = Clock()
    async with services(address, clock=clock) as here:
        game = (await _alone(here, CHANNEL)).game.id
    clock.now += REST_AGE + 1
    async with services(address, clock=clock) as here:
        here.expiry.start()
        try:
            for _ in range(6000):
                await asyncio.sleep(0.01)
                if (await here.games.table(game)).game.rested is not None:
                    break
        finally:
            await here.expiry.close()
        assert (await here.games.table(game)).game.rested is not None
