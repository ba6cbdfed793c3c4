"""What happens to a lobby by itself, by the wall clock, on both databases."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from msgspec.structs import replace

from bot.database.address import Address
from bot.store.out import LobbyCall, LobbyEnd, Out
from bot.tables.core.options import OPTIONS
from bot.tables.core.refusals import LobbyOver, NotSeated
from bot.tables.core.table import Table
from bot.tables.lobby import lobby_again, lobby_changes, lobby_times
from bot.tables.lobby.lobby_times import AGE, FULL, GATHERING, KEY, LOOKS, WARNING, times_of
from render.words import Words
from rules.contract import Illegal, Reason
from rules.journal import Journal
from rules.registry import GAMES
from tests.bot.services import (
    ANN,
    BEN,
    CHANNEL,
    CLEO,
    EVE,
    GUILD,
    MOMENT,
    Clock,
    Services,
    game_row,
    services,
)

GAME = 1
SAID = ("lobby.expired", "lobby.refused.hour_far")


async def _opened(here: Services, *users: int, game: str = "florence") -> Table:
    """A lobby of Ann's that others have joined; nothing is left to be sent."""
    table = await here.lobbies.create_lobby(game, GUILD, CHANNEL, ANN, "Ann")
    for user in users:
        table = await here.lobbies.join(table.game.id, user, str(user))
    here.dues.start()
    await here.sent()
    return table


async def _passes(here: Services, seconds: float) -> str:
    """Time passes, and what is due is done; the status of the table then."""
    here.clock.now += seconds
    here.dues.wake()
    await here.dues.join()
    return (await here.games.table(GAME)).game.status


async def _told(here: Services) -> list[Out]:
    """What the people of the lobby are to be told."""
    rows = await here.store.outbox.pending(GAME)
    return [row.what for row in rows if isinstance(row.what, LobbyCall | LobbyEnd)]


async def _times(here: Services) -> lobby_times.LobbyTimes:
    return times_of((await here.games.table(GAME)).game)


# -- a full lobby ------------------------------------------------------------------------


async def test_a_full_lobby_starts_a_minute_after_a_person_took_the_last_seat(
    address: Address,
) -> None:
    async with services(address) as here:
        table = await _opened(here, BEN, CLEO, 104, 105)
        assert table.game.status == "lobby"
        assert await _passes(here, FULL - 1) == "lobby"
        assert await _passes(here, 1) == "playing"
        begun = await here.games.table(GAME)
        assert KEY not in begun.game.options
        assert {each.kind for each in await here.store.dues.of_game(GAME)} == {
            "remind",
            "absent",
        }
        with pytest.raises(LobbyOver):
            await here.lobbies.start(GAME, ANN)


async def test_a_last_seat_that_an_opponent_takes_starts_nothing(path: Path) -> None:
    async with services(path) as here:
        await _opened(here, BEN, CLEO, 104)
        await here.lobbies.add_opponent(GAME, ANN, "novice", "Bot")
        assert (await _times(here)).full is None
        assert await _passes(here, FULL) == "lobby"


async def _left(here: Services) -> None:
    await here.lobbies.leave(GAME, BEN)


async def _option(here: Services) -> None:
    await here.lobbies.set_options(GAME, ANN, {"pace": "live"})


async def _level(here: Services) -> None:
    await here.lobbies.set_levels(GAME, ANN, {0: "master"})


async def _removed(here: Services) -> None:
    await here.lobbies.remove(GAME, ANN, "Bot")


@pytest.mark.parametrize("change", [_left, _option, _level, _removed])
async def test_leave_or_a_change_stops_the_start(path: Path, change: object) -> None:
    assert callable(change)
    async with services(path) as here:
        await _opened(here, BEN, CLEO)
        await here.lobbies.add_opponent(GAME, ANN, "novice", "Bot")
        await here.lobbies.join(GAME, 105, "E")
        assert (await _times(here)).full == here.clock.now + FULL
        await change(here)
        assert (await _times(here)).full is None
        assert await _passes(here, FULL) == "lobby"


async def test_what_the_rules_refuse_is_left_to_the_opener(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: object) -> None:
        raise Illegal(Reason("unknown_option", what="starts"))

    async with services(path) as here:
        await _opened(here, BEN, CLEO, 104, 105)
        monkeypatch.setattr(Journal, "start", refused)
        assert await _passes(here, FULL) == "lobby"
        assert (await _times(here)).full is None


# -- the opener hears ---------------------------------------------------------------------


async def test_the_opener_hears_of_a_second_person_and_of_enough(path: Path) -> None:
    async with services(path) as here:
        await _opened(here)
        await here.lobbies.join(GAME, BEN, "Ben")
        await _passes(here, GATHERING - 1)
        assert await _told(here) == []
        await _passes(here, 1)
        assert await _told(here) == [LobbyCall(ANN, "gathered")]
        await here.sent()
        await here.lobbies.join(GAME, CLEO, "Cleo")
        await _passes(here, GATHERING)
        assert await _told(here) == [LobbyCall(ANN, "gathered")], "three are enough"
        await here.sent()
        await here.lobbies.join(GAME, 104, "D")
        await _passes(here, GATHERING)
        assert await _told(here) == []


async def test_several_within_ten_seconds_are_one(path: Path) -> None:
    async with services(path) as here:
        await _opened(here)
        await here.lobbies.join(GAME, BEN, "Ben")
        await _passes(here, GATHERING - 1)
        await here.lobbies.join(GAME, CLEO, "Cleo")
        await _passes(here, 1)
        assert await _told(here) == [LobbyCall(ANN, "gathered")]
        await here.sent()
        await _passes(here, GATHERING)
        assert await _told(here) == []


async def test_who_has_left_again_is_no_news(path: Path) -> None:
    async with services(path) as here:
        await _opened(here, BEN)
        await here.lobbies.leave(GAME, BEN)
        await _passes(here, GATHERING)
        assert await _told(here) == []


# -- seven days -----------------------------------------------------------------------------


async def test_a_lobby_stands_seven_days_after_the_last_joining(address: Address) -> None:
    clock = Clock()
    async with services(address, clock=clock) as here:
        await _opened(here)
        assert await _passes(here, AGE - WARNING - 1) == "lobby"
        await here.lobbies.join(GAME, BEN, "Ben")
        await here.lobbies.set_options(GAME, ANN, {"pace": "live"})
        await _passes(here, GATHERING)
        await here.sent()
        await _passes(here, AGE - WARNING - GATHERING - 1)
        assert await _told(here) == []
        await _passes(here, 1)
        assert await _told(here) == [LobbyEnd(closed=False)]
        await _passes(here, WARNING - 1)
        assert await _told(here) == [LobbyEnd(closed=False)], "told once"
    async with services(address, clock=clock) as here:
        here.dues.start()
        assert await _passes(here, 1) == "cancelled"
        assert await _told(here) == [LobbyEnd(closed=False), LobbyEnd(closed=True)]
        assert await here.store.dues.of_game(GAME) == ()


async def test_a_lobby_whose_end_came_while_the_bot_was_down_is_closed_within_an_hour(
    address: Address,
) -> None:
    clock = Clock()
    async with services(address, clock=clock) as here:
        await _opened(here, BEN)
    clock.now += AGE
    async with services(address, clock=clock) as here:
        here.dues.start()
        assert await _passes(here, LOOKS["none"]) == "cancelled"
        assert await _told(here) == [LobbyEnd(closed=True)], "not that it will be"


async def test_who_joins_at_the_last_moment_keeps_the_lobby_open(path: Path) -> None:
    async with services(path) as here:
        await _opened(here)
        here.clock.now += AGE
        here.dues.wake()
        await asyncio.gather(here.lobbies.join(GAME, BEN, "Ben"), here.dues.join())
        assert (await here.games.table(GAME)).game.status == "lobby"


async def test_open_again_lets_it_stand_seven_days_more(path: Path) -> None:
    async with services(path) as here:
        await _opened(here)
        await _passes(here, AGE - WARNING)
        with pytest.raises(NotSeated):
            await here.lobbies.renew(GAME, EVE)
        table = await here.lobbies.renew(GAME, ANN)
        assert times_of(table.game).ends == here.clock.now + AGE
        await here.sent()
        assert await _passes(here, AGE - 1) == "lobby"
        assert await _told(here) == [LobbyEnd(closed=False)], "a day before the new end"
        assert await _passes(here, 1) == "cancelled"
        with pytest.raises(LobbyOver):
            await here.lobbies.renew(GAME, ANN)


async def test_a_closed_lobby_is_opened_again_as_it_was_and_the_others_hear(
    path: Path,
) -> None:
    async with services(path) as here:
        await _opened(here, BEN, game="lacrimosa")
        await here.lobbies.set_options(GAME, ANN, {"payment": "ask"})
        await here.lobbies.add_opponent(GAME, ANN, "master", "Bot")
        await here.lobbies.cancel(GAME, ANN)
        again = await here.lobbies.rematch(GAME, BEN, "Ben")
        chosen = {"composers": "first", "composer": "first", "payment": "ask"}
        assert again.game.chosen == {**chosen, "opponents": "master"}, "a first game still"
        await here.lobbies.announce_rematch(GAME, again, BEN, "Ben")
        assert await _told(here) == [LobbyCall(ANN, "again", "Ben", again.game.id)]


def test_a_lobby_of_an_earlier_release_stands_from_its_last_change() -> None:
    row = game_row(updated=77.0)
    assert times_of(row).since == 77.0
    odd = replace(row, options={KEY: "odd"})
    assert times_of(odd).since == 77.0
    lobby = lobby_changes.opened(row, ANN, "Ann").table
    later = lobby_changes.with_options(lobby, GAMES["florence"], ANN, {"pace": "live"}, MOMENT)
    assert times_of(later.table.game).since == row.created
    assert lobby_again.renewed(lobby, ANN, MOMENT).table.game.updated == MOMENT.unix


def test_a_lobby_promises_seven_days() -> None:
    assert AGE == 7 * 24 * 3600
    texts = {each: Words("en")(each, game="x", most=3, links="x") for each in SAID}
    assert all("seven days" in each for each in texts.values())


def test_no_option_has_the_key_of_these_times() -> None:
    assert KEY not in {each.key for each in OPTIONS}
