"""The open games: who may do what, and nothing acknowledged is ever lost."""

from __future__ import annotations

import asyncio
import signal
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot import lobbies
from bot.gathering import MOST_TABLES, MOST_WAITING
from bot.notices import (
    AlreadySeated,
    ChannelBusy,
    Foreign,
    GameEnded,
    LobbyFull,
    LobbyOver,
    NoOpponent,
    NoSuchGame,
    NotBegun,
    NothingToTakeBack,
    NotOver,
    NotSeated,
    NotStarter,
    NotYourMove,
    Refused,
    Stale,
    TooFew,
    TooManyTables,
    TooManyWaiting,
    UnknownChoice,
    UnknownOption,
)
from bot.table import Table
from bot.workers import Workers
from rules.games import GAMES
from rules.opponents import choose
from rules.table import Action, Decision, name
from tests.bot.tabling import ANN, BEN, CHANNEL, CLEO, EVE, GUILD, NAMES, Clock, house


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "maecenas.db"


def _names(table: Table) -> list[str]:
    return [row.name for row in table.seats]


# -- lobbies ----------------------------------------------------------------


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
        assert sorted(_names(table)) == ["Ann", "Ben", "Lorenzo"]
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


# -- playing ------------------------------------------------------------------


async def test_only_the_right_person_plays_and_only_now(path: Path) -> None:
    async with house(path) as here:
        table = await here.at_auction()
        (decision,) = table.decisions
        seat, arose = decision.seat, table.arose(decision.seat)
        assert arose is not None
        user = table.seats[seat].user
        other = table.seats[(seat + 1) % 3]
        assert user is not None
        assert other.user is not None
        game, option = table.game.id, name(decision.options[0])

        with pytest.raises(Foreign) as foreign:
            await here.tables.play(game, EVE, seat, arose, option)
        assert foreign.value.who == ("Ann", "Ben", "Cleo")
        with pytest.raises(NotYourMove) as early:
            await here.tables.play(game, other.user, seat, arose, option)
        assert early.value.who == (table.seats[seat].name,)
        for wrong in (arose - 1, arose + 1):
            with pytest.raises(Stale):
                await here.tables.play(game, user, seat, wrong, option)
        with pytest.raises(Stale):
            await here.tables.play(game, other.user, other.seat, arose, option)
        with pytest.raises(UnknownChoice):
            await here.tables.play(game, user, seat, arose, "open.everything")
        assert (await here.tables.table(game)).number == table.number

        played = await here.tables.play(game, user, seat, arose, option)
        assert played.since == table.number
        assert played.table.events(played.since, None)
        with pytest.raises(Stale):
            await here.tables.play(game, user, seat, arose, option)


async def test_a_public_bid_that_cannot_be_paid_is_refused_with_figures(path: Path) -> None:
    async with house(path) as here:
        table = await here.step(await here.at_auction())
        for _ in range(200):
            (decision,) = table.decisions
            raises = [each for each in decision.public if name(each).startswith("bid.")]
            if raises and raises[0] not in decision.options:
                break
            table = await here.step(table, name(raises[0]))
        else:
            pytest.fail("nobody ever ran out of florins")
        with pytest.raises(Refused) as refused:
            await here.step(table, name(raises[0]))
        assert refused.value.reason.missing
        assert (await here.tables.table(table.game.id)).number == table.number


async def test_of_two_clicks_at_once_one_counts(path: Path) -> None:
    async with house(path) as here:
        table = await here.at_auction()
        (decision,) = table.decisions
        first, second = decision.options[:2]
        outcomes = await asyncio.gather(
            here.step(table, name(first)),
            here.step(table, name(second)),
            return_exceptions=True,
        )
        assert isinstance(outcomes[0], Table)
        assert isinstance(outcomes[1], Stale)
        entries = await here.store.games.entries(table.game.id)
        assert len(entries) == outcomes[0].number


async def test_choices_made_together_do_not_collide(path: Path) -> None:
    async with house(path) as here:
        table = await here.begun(BEN, CLEO)
        assert len(table.decisions) == 3
        clicks = [here.by(table, each.seat, name(each.options[0])) for each in table.decisions]
        assert all(isinstance(each, Table) for each in await asyncio.gather(*clicks))


async def test_of_two_processes_one_is_told_that_it_is_late(path: Path) -> None:
    async with house(path) as here:
        table = await here.at_auction()
        async with house(path) as there:
            same = await there.tables.table(table.game.id)
            outcomes = await asyncio.gather(
                here.step(table), there.step(same), return_exceptions=True
            )
            assert sorted(type(each).__name__ for each in outcomes) == ["Stale", "Table"]
            # Both know the one truth now.
            for each in (here, there):
                with pytest.raises(Stale):
                    await each.step(table)
                fresh = await each.tables.table(table.game.id)
                assert fresh.number > table.number
            entries = await here.store.games.entries(table.game.id)
            assert [row.n for row in entries] == list(range(1, len(entries) + 1))


async def test_take_back_and_what_it_cannot(path: Path) -> None:
    async with house(path) as here:
        table = await here.at_auction()
        game, seat = table.game.id, table.decisions[0].seat
        user, other = table.seats[seat].user, table.seats[(seat + 1) % 3].user
        assert user is not None
        assert other is not None
        await here.step(table)
        with pytest.raises(NothingToTakeBack):
            await here.tables.take_back(game, other)
        with pytest.raises(Foreign):
            await here.tables.take_back(game, EVE)
        back = await here.tables.take_back(game, user)
        assert back.table.decisions == table.decisions
        assert back.table.view(seat) == table.view(seat)
        # The decision has arisen anew: a click on the old one is stale.
        assert back.table.arose(seat) == back.table.number
        with pytest.raises(Stale):
            await here.by(table, seat, name(table.decisions[0].options[0]))
        with pytest.raises(NothingToTakeBack):
            await here.tables.take_back(game, user)
    async with house(path) as here:
        again = await here.tables.table(game)
        assert again.view(None) == back.table.view(None)


async def test_only_hands_that_changed_are_sent(path: Path) -> None:
    async with house(path) as here:
        table = await here.at_auction()
        await here.sent()
        await here.step(table)
        rows = await here.store.outbox.pending(table.game.id)
        acted = table.decisions[0].seat
        after = await here.tables.table(table.game.id)
        deciding = {row.seat for row in after.deciding}
        assert {row.seat for row in rows if row.kind == "hand"} == {acted, *deciding}
        assert [row.kind for row in rows].count("table") == 1


async def test_a_turn_is_announced_once(path: Path) -> None:
    async with house(path) as here:
        table = await here.at_auction()
        opener = table.decisions[0].seat
        table = await here.step(table)
        bidder = table.decisions[0].seat
        assert bidder != opener
        assert table.turn_of(opener) is None
        assert table.turn_of(bidder) == table.number
        # Everybody passes; the opener has bought, and goes on or somebody else opens.
        last = bidder
        while any(name(each) == "pass" for each in table.decisions[0].options):
            last = table.decisions[0].seat
            table = await here.step(table, "pass")
        after = table.decisions[0].seat
        assert (table.turn_of(after) is None) == (after == last)


# -- restarts -------------------------------------------------------------------


async def test_a_game_goes_on_after_any_restart(path: Path) -> None:
    async with house(path) as here:
        table = await here.at_auction()
        for _ in range(20):
            table = await here.step(table)
        undelivered = await here.store.outbox.pending(table.game.id)
    async with house(path, seed=2) as here:
        again = await here.tables.table(table.game.id)
        for seat in (None, 0, 1, 2):
            assert again.view(seat) == table.view(seat)
        assert again.decisions == table.decisions
        assert [again.arose(n) for n in range(3)] == [table.arose(n) for n in range(3)]
        assert await here.store.outbox.games() == (table.game.id,)
        assert await here.store.outbox.pending(table.game.id) == undelivered
        await here.step(again)


_VICTIM = """
import asyncio, sys
from pathlib import Path
from tests.bot.tabling import house

async def main():
    async with house(Path(sys.argv[1])) as here:
        table = await here.at_auction()
        while True:
            table = await here.step(table)
            print(table.game.id, table.number, flush=True)

asyncio.run(main())
"""


async def test_what_was_acknowledged_survives_a_kill(path: Path) -> None:
    victim = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", _VICTIM, str(path)), stdout=asyncio.subprocess.PIPE
    )
    assert victim.stdout is not None
    lines = [await victim.stdout.readline() for _ in range(25)]
    victim.kill()
    lines += (await victim.stdout.read()).splitlines()
    assert await victim.wait() == -signal.SIGKILL
    game, number = map(int, lines[-1].split())
    async with house(path) as here:
        table = await here.tables.table(game)
        assert table.game.status == "playing"
        assert table.number >= number
        rows = await here.store.outbox.pending(game)
        assert max(row.n for row in rows) == table.number
        await here.step(table)


async def test_memory_holds_a_bounded_number_of_games(path: Path) -> None:
    async with house(path, kept=3) as here:
        tables = []
        for n in range(8):
            lobby = await here.tables.create_lobby("florence", GUILD, CHANNEL + n, ANN, "Ann")
            for user in (BEN, CLEO):
                await here.tables.join(lobby.game.id, user, NAMES[user])
            tables.append(await here.tables.start(lobby.game.id, ANN))
        assert len(here.tables._shelf) == 3
        for table in tables:
            assert (await here.step(table)).number > table.number
        assert len(here.tables._shelf) == 3


# -- opponents ------------------------------------------------------------------


async def test_a_game_against_opponents_is_played_to_its_end(path: Path) -> None:
    async with house(path) as here:
        table = await here.begun(level="novice")
        rng = Random(3)
        for _ in range(2000):
            await here.tables.settled()
            table = await here.tables.table(table.game.id)
            if table.over:
                break
            (decision,) = table.decisions
            assert table.seats[decision.seat].user == ANN
            action = choose("florence", "novice", table.view(decision.seat), decision, rng)
            await here.by(table, decision.seat, name(action))
        assert table.over is not None
        assert table.game.status == "over"
        with pytest.raises(GameEnded):
            await here.tables.play(table.game.id, ANN, 0, table.number, "pass")
        again = await here.tables.rematch(table.game.id, ANN, "Ann")
        assert _names(again) == ["Ann", "Bot 0", "Bot 1"]
        assert again.game.seat_order == "joined"
        with pytest.raises(NotOver):
            await here.tables.rematch(again.game.id, ANN, "Ann")
    async with house(path) as here:
        assert (await here.tables.table(table.game.id)).over == table.over


async def test_a_restart_resumes_opponents(path: Path) -> None:
    stuck = asyncio.Event()

    class Stuck(Workers):
        async def run(self, *args: Any, **kwargs: Any) -> Any:
            stuck.set()
            await asyncio.Event().wait()

    async with house(path, workers=Stuck()) as here:
        table = await here.begun(level="novice")
        await asyncio.wait_for(stuck.wait(), 5)
    async with house(path) as here:
        await here.tables.settled()
        after = await here.tables.table(table.game.id)
        assert {row.user for row in after.deciding} == {ANN}
        assert after.number > table.number


def _broken(game: str, level: str, view: Any, decision: Decision, rng: Random) -> Action:
    raise ZeroDivisionError


async def test_an_opponent_that_fails_never_stalls_a_game(
    path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with house(path, choose=_broken) as here:
        table = await here.begun(level="novice")
        await here.tables.settled()
        after = await here.tables.table(table.game.id)
        assert {row.user for row in after.deciding} == {ANN}
        assert "gave no answer: ZeroDivisionError" in caplog.text


# -- hosts and messages -----------------------------------------------------------


async def test_a_host_ends_a_game_and_it_stays_readable(path: Path) -> None:
    async with house(path) as here:
        table = await here.at_auction()
        ended = await here.tables.end(table.game.id)
        assert ended.game.status == "cancelled"
        assert ended.decisions == ()
        with pytest.raises(GameEnded):
            await here.tables.end(table.game.id)
        with pytest.raises(GameEnded):
            await here.step(table)
    async with house(path) as here:
        again = await here.tables.in_channel(CHANNEL)
        assert again is not None
        assert again.view(None) == table.view(None)
        texts = [row.text for row in await here.store.outbox.pending(again.game.id)]
        assert "table.ended_by_host" in texts
        await here.tables.create_lobby("florence", GUILD, CHANNEL, ANN, "Ann")


async def test_where_messages_stand_is_remembered(path: Path) -> None:
    async with house(path) as here:
        table = await here.begun(BEN, CLEO)
        game = table.game.id
        await here.tables.posted(game, CHANNEL, 77, 3)
        await here.tables.dm_sent(game, 1, 55, 66, 3)
        await here.tables.dm_sent(game, 1, 55, 67, None)
        await here.tables.dm_closed(game, 2)
        await here.step(table)
    async with house(path) as here:
        table = await here.tables.table(game)
        row, seat = table.game, table.seats[1]
        assert (row.message_channel, row.message, row.message_entry) == (CHANNEL, 77, 3)
        assert (seat.dm_channel, seat.dm_message, seat.dm_entry) == (55, 67, 3)
        assert [each.hands for each in table.seats] == ["dm", "dm", "button"]
        await here.sent()
        table = await here.tables.show(game, anew=True)
        assert table.game.message is None
        assert [each.kind for each in await here.store.outbox.pending(game)] == ["table"]
        # Closed DMs are remembered beyond the game.
        await here.tables.end(game)
        lobby = await here.tables.create_lobby("florence", GUILD, CHANNEL, CLEO, "Cleo")
        assert lobby.seats[0].hands == "button"
