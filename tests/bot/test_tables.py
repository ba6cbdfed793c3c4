"""The open games: who may do what, and nothing acknowledged is ever lost."""

from __future__ import annotations

import asyncio
import signal
import sys
from pathlib import Path
from random import Random
from unittest.mock import AsyncMock

import pytest

from bot.database.address import Address
from bot.store import DatabaseError
from bot.store.changes import Guard
from bot.store.rows import CallRow, GameRow
from bot.tables.core.refusals import (
    GameEnded,
    NoSeatHere,
    NothingToTakeBack,
    NotYourMove,
    Refused,
    Stale,
    UnknownChoice,
)
from bot.tables.core.table import Table
from rules.contract import name
from tests.bot.notices import notices
from tests.bot.services import ANN, BEN, CHANNEL, CLEO, EVE, GUILD, NAMES, services

# -- playing -----------------------------------------------------------------------


async def test_only_the_right_person_plays_and_only_now(address: Address) -> None:
    async with services(address) as here:
        table = await here.at_auction()
        (decision,) = table.decisions
        seat, arose = decision.seat, table.arose(decision.seat)
        assert arose is not None
        user = table.seats[seat].user
        other = table.seats[(seat + 1) % 3]
        assert user is not None
        assert other.user is not None
        game, option = table.game.id, name(decision.options[0])

        with pytest.raises(NoSeatHere) as foreign:
            await here.games.play(game, EVE, seat, arose, option)
        assert foreign.value.who == ((0, "Ann"), (1, "Ben"), (2, "Cleo"))
        with pytest.raises(NotYourMove) as early:
            await here.games.play(game, other.user, seat, arose, option)
        assert early.value.who == ((seat, table.seats[seat].name),)
        for wrong in (arose - 1, arose + 1):
            with pytest.raises(Stale):
                await here.games.play(game, user, seat, wrong, option)
        with pytest.raises(Stale):
            await here.games.play(game, other.user, other.seat, arose, option)
        with pytest.raises(UnknownChoice):
            await here.games.play(game, user, seat, arose, "open.everything")
        assert (await here.games.table(game)).number == table.number

        played = await here.games.play(game, user, seat, arose, option)
        assert played.since == table.number
        assert played.table.events(played.since, None)
        with pytest.raises(Stale):
            await here.games.play(game, user, seat, arose, option)


async def test_a_public_bid_that_cannot_be_paid_is_refused_with_figures(
    address: Address,
) -> None:
    async with services(address) as here:
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
        assert (await here.games.table(table.game.id)).number == table.number


async def test_of_two_clicks_at_once_one_counts(address: Address) -> None:
    async with services(address) as here:
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


async def test_choices_made_together_do_not_collide(address: Address) -> None:
    async with services(address) as here:
        table = await here.begun(BEN, CLEO)
        assert len(table.decisions) == 3
        clicks = [here.by(table, each.seat, name(each.options[0])) for each in table.decisions]
        assert all(isinstance(each, Table) for each in await asyncio.gather(*clicks))


async def test_of_two_processes_one_is_told_that_it_is_late(address: Address) -> None:
    async with services(address) as here:
        table = await here.at_auction()
        async with services(address) as there:
            same = await there.games.table(table.game.id)
            outcomes = await asyncio.gather(
                here.step(table), there.step(same), return_exceptions=True
            )
            assert sorted(type(each).__name__ for each in outcomes) == ["Stale", "Table"]
            # Both processes now know the true state.
            for each in (here, there):
                with pytest.raises(Stale):
                    await each.step(table)
                fresh = await each.games.table(table.game.id)
                assert fresh.number > table.number
            entries = await here.store.games.entries(table.game.id)
            assert [row.n for row in entries] == list(range(1, len(entries) + 1))


async def test_take_back_and_what_it_cannot(address: Address) -> None:
    async with services(address) as here:
        table = await here.at_auction()
        game, seat = table.game.id, table.decisions[0].seat
        user, other = table.seats[seat].user, table.seats[(seat + 1) % 3].user
        assert user is not None
        assert other is not None
        await here.step(table)
        with pytest.raises(NothingToTakeBack):
            await here.games.take_back(game, other)
        with pytest.raises(NoSeatHere):
            await here.games.take_back(game, EVE)
        back = await here.games.take_back(game, user)
        assert back.table.decisions == table.decisions
        assert back.table.view(seat) == table.view(seat)
        # The decision has arisen again: a click on the old one is stale.
        assert back.table.arose(seat) == back.table.number
        with pytest.raises(Stale):
            await here.by(table, seat, name(table.decisions[0].options[0]))
        with pytest.raises(NothingToTakeBack):
            await here.games.take_back(game, user)
    async with services(address) as here:
        again = await here.games.table(game)
        assert again.view(None) == back.table.view(None)


async def test_only_hands_that_changed_are_sent(address: Address) -> None:
    async with services(address) as here:
        table = await here.at_auction()
        await here.sent()
        await here.step(table)
        rows = await here.store.outbox.pending(table.game.id)
        acted = table.decisions[0].seat
        after = await here.games.table(table.game.id)
        deciding = {row.seat for row in after.deciding}
        assert {row.seat for row in rows if row.kind == "hand"} == {acted, *deciding}
        assert [row.kind for row in rows].count("table") == 1


async def test_a_turn_is_announced_once(address: Address) -> None:
    async with services(address) as here:
        table = await here.at_auction()
        opener = table.decisions[0].seat
        table = await here.step(table)
        bidder = table.decisions[0].seat
        assert bidder != opener
        assert table.turn_of(opener) is None
        assert table.turn_of(bidder) == table.number
        rng, goes_on = Random(1), 0
        for _ in range(80):
            acted = table.decisions[0].seat
            table = await here.step(table, name(rng.choice(table.decisions[0].options)))
            (decision,) = table.decisions
            goes_on += decision.seat == acted
            turn = None if decision.seat == acted else table.number
            assert table.turn_of(decision.seat) == turn
        assert goes_on > 5


# -- restarts ----------------------------------------------------------------------


async def test_a_game_goes_on_after_any_restart(address: Address) -> None:
    async with services(address) as here:
        table = await here.at_auction()
        for _ in range(20):
            table = await here.step(table)
        undelivered = await here.store.outbox.pending(table.game.id)
    async with services(address, seed=2) as here:
        again = await here.games.table(table.game.id)
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
from tests.bot.services import services

async def main():
    async with services(Path(sys.argv[1])) as here:
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
    async with services(path) as here:
        table = await here.games.table(game)
        assert table.game.status == "playing"
        assert table.number >= number
        rows = await here.store.outbox.pending(game)
        assert max(row.n for row in rows) == table.number
        await here.step(table)


async def test_memory_holds_a_bounded_number_of_games(address: Address) -> None:
    async with services(address, kept=3) as here:
        tables = []
        for n in range(8):
            lobby = await here.lobbies.create_lobby("florence", GUILD, CHANNEL + n, ANN, "Ann")
            for user in (BEN, CLEO):
                await here.lobbies.join(lobby.game.id, user, NAMES[user])
            tables.append(await here.lobbies.start(lobby.game.id, ANN))
        assert len(here.cache) == 3
        for table in tables:
            assert (await here.step(table)).number > table.number
        assert len(here.cache) == 3


# -- hosts and messages ------------------------------------------------------------


async def test_a_host_ends_a_game_and_it_stays_readable(address: Address) -> None:
    async with services(address) as here:
        table = await here.at_auction()
        ended = await here.games.end(table.game.id)
        assert ended is not None
        assert ended.game.status == "cancelled"
        assert ended.decisions == ()
        with pytest.raises(GameEnded):
            await here.games.end(table.game.id)
        with pytest.raises(GameEnded):
            await here.step(table)
    async with services(address) as here:
        again = await here.games.in_channel(CHANNEL)
        assert again is not None
        assert again.view(None) == table.view(None)
        told = [(each.text, each.calls) for each in await notices(here, again.game.id)]
        assert ("table.ended_by_host", "also") in told
        await here.lobbies.create_lobby("florence", GUILD, CHANNEL, ANN, "Ann")


async def test_where_messages_stand_is_remembered(address: Address) -> None:
    async with services(address) as here:
        table = await here.begun(BEN, CLEO)
        game = table.game.id
        await here.messages.set_message(game, CHANNEL, 77, 3)
        await here.messages.set_dm(game, 1, 55, 67)
        await here.messages.set_call(game, 1, CallRow(entry=3, channel=55, message=68))
        await here.messages.close_dms(game, 2)
        await here.step(table)
    async with services(address) as here:
        table = await here.games.table(game)
        row, seat = table.game, table.seats[1]
        assert (row.message_channel, row.message, row.message_entry) == (CHANNEL, 77, 3)
        assert (seat.dm_channel, seat.dm_message) == (55, 67)
        assert seat.call == CallRow(entry=3, channel=55, message=68)
        assert [each.hands for each in table.seats] == ["dm", "dm", "button"]
        await here.sent()
        table = await here.messages.show(game, anew=True)
        assert table.game.message is None
        assert [each.kind for each in await here.store.outbox.pending(game)] == ["table"]
        # The next game tries direct messages again.
        await here.games.end(game)
        lobby = await here.lobbies.create_lobby("florence", GUILD, CHANNEL, CLEO, "Cleo")
        assert lobby.seats[0].hands == "dm"


async def test_a_message_is_forgotten_with_the_change_that_posts_a_new_one(
    address: Address, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise a crash would leave a table that nobody can see."""
    async with services(address) as here:
        table = await here.begun(BEN, CLEO)
        game = table.game.id
        await here.messages.set_message(game, CHANNEL, 77, 3)
        with monkeypatch.context() as patch:
            patch.setattr(here.store.games, "commit", AsyncMock(side_effect=DatabaseError))
            with pytest.raises(DatabaseError):
                await here.messages.show(game, anew=True)
        assert (await here.games.table(game)).game.message == 77
        await here.messages.show(game, anew=True)
    async with services(address) as here:
        row = (await here.games.table(game)).game
        assert (row.message, row.message_entry, row.outdated) == (None, 3, 77)


async def test_where_a_message_stands_is_known_though_its_writer_was_cut_off(
    address: Address, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with services(address) as here:
        table = await here.begun(BEN, CLEO)
        game, write = table.game.id, here.store.games.set_message

        async def cut_off(row: GameRow, guard: Guard | None = None) -> None:
            await write(row, guard)
            raise asyncio.CancelledError

        with monkeypatch.context() as patch:
            patch.setattr(here.store.games, "set_message", cut_off)
            with pytest.raises(asyncio.CancelledError):
                await here.messages.set_message(game, CHANNEL, 77, table.number)
        assert (await here.games.table(game)).game.message == 77


async def test_take_back_takes_the_action_back_that_it_names(address: Address) -> None:
    async with services(address) as here:
        lobby = await here.lobbies.create_lobby("lacrimosa", GUILD, CHANNEL, ANN, "Ann")
        game = lobby.game.id
        table = await here.lobbies.start(game, ANN)
        entry: int | None = None
        while True:
            before, table = entry, await here.step(table)
            assert table.journal is not None
            entry = table.journal.undo_entry(0)
            if None not in {before, entry}:
                break
        back = await here.games.take_back(game, ANN, entry)
        assert back.table.journal is not None
        assert back.table.journal.undo_entry(0) == before, "one more could be taken back"
        for wrong in (entry, 0, 10**9):
            with pytest.raises(Stale):
                await here.games.take_back(game, ANN, wrong)
        assert (await here.games.table(game)).number == back.table.number
