"""Who plays a seat: away and back, leaving, substitutes, conceding; clocks moved by hand."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from bot.store.out import Forget, Hand
from bot.tables.core.levels import DEFAULT
from bot.tables.core.refusals import (
    AlreadySeated,
    GameEnded,
    NoSeatHere,
    NothingToTakeBack,
    NotTwoPeople,
    SawAnotherHand,
    SeatTaken,
    Stale,
    StandInPlays,
)
from bot.tables.core.waits import DAY
from bot.tables.seating import seat_changes
from bot.tables.seating.proposals import waiting_for
from bot.tables.seating.seat_changes import OPEN_FOR
from bot.tables.seating.seat_votes import ending, opening
from rules.contract import Moved, Standings, name
from rules.opponents import LEVELS
from tests.bot.seat_steps import acted, people_play, settled, until
from tests.bot.services import ANN, BEN, CHANNEL, CLEO, EVE, GUILD, MOMENT, services


async def test_an_opponent_plays_for_who_is_away(path: Path) -> None:
    async with services(path) as here:
        table = await here.at_auction()
        before = table.number
        await here.seats.away(1, ANN)
        table = await acted(here, await settled(here), 0)
        row = table.seats[0]
        assert (row.user, row.sits, row.stand_in, row.since) == (ANN, None, DEFAULT, before)
        assert row.waits_since is None, "nobody waits for who is away"
        assert table.people[0].computer
        assert table.seats_changed == before, "no agreed undo goes below it"
        rows = await here.store.games.entries(1)
        assert table.journal is not None
        moves = [
            rows[n].by_user
            for n, each in enumerate(table.journal.entries)
            if n >= before and isinstance(each, Moved) and each.seat == 0
        ]
        assert moves
        assert set(moves) == {None}


async def test_the_stand_in_has_the_level_of_the_table(path: Path) -> None:
    async with services(path) as here:
        table = await here.begun(BEN, CLEO)
        opponent = replace(table.seats[1], user=None, level="master")
        table = replace(table, seats=(table.seats[0], opponent, table.seats[2]))
        new = seat_changes.away(table, ANN, DEFAULT, MOMENT).table
        assert new.seats[0].stand_in == new.seatings[-1].level == "master"


async def test_who_is_away_does_not_act(path: Path) -> None:
    async with services(path) as here:
        table = await here.at_auction()
        row = table.deciding[0]
        assert row.user is not None
        await here.seats.away(1, row.user)
        arose, decision = table.arose(row.seat), table.decisions[0]
        with pytest.raises(StandInPlays):
            await here.games.play(1, row.user, row.seat, arose or 0, name(decision.options[0]))
        with pytest.raises(StandInPlays):
            await here.games.take_back(1, row.user)
        with pytest.raises(StandInPlays):
            await here.orders.offers(1, row.user)


async def test_who_is_back_before_the_stand_in_acts_decides_at_once(path: Path) -> None:
    async with services(path) as here:
        table = await here.at_auction()
        waiting = next(row for row in table.seats if row not in table.deciding)
        assert waiting.user is not None
        await here.seats.away(1, waiting.user)
        table = await here.seats.back(1, waiting.user)
        assert table.seats[waiting.seat].sits == waiting.user
        assert [each.what for each in table.seatings] == ["stand_in", "back"]


async def test_a_stand_in_that_has_acted_plays_to_the_end_of_the_round(path: Path) -> None:
    async with services(path) as here:
        await here.at_auction()
        away = await here.seats.away(1, ANN)
        table = await acted(here, await settled(here), 0)
        await here.seats.back(1, ANN)
        table = await settled(here)
        row = table.seats[0]
        assert (row.stand_in is None, row.wants_back) == (False, True)
        while table.seats[0].stand_in is not None:
            assert not any(isinstance(e, Standings) for e in table.events(away.number, None))
            table = await people_play(here, table)
        assert any(isinstance(e, Standings) for e in table.events(away.number, None))
        assert not table.seats[0].wants_back
        assert table.seatings[-1].what == "back"


async def test_who_wanted_back_can_stay_away(path: Path) -> None:
    async with services(path) as here:
        await here.at_auction()
        await here.seats.away(1, ANN)
        await acted(here, await settled(here), 0)
        await here.seats.back(1, ANN)
        table = await here.seats.away(1, ANN)
        assert not table.seats[0].wants_back
        assert [each.what for each in table.seatings] == ["stand_in"]


async def test_orders_are_dropped_with_every_change_of_a_seat(path: Path) -> None:
    async with services(path) as here:
        table = await here.step(await here.at_auction())
        seat = (table.decisions[0].seat + 1) % 3
        user = table.seats[seat].user
        assert user is not None
        for other in (row.user for row in table.seats):
            assert other is not None
            offers = await here.orders.offers(1, other)
            await here.orders.leave(1, other, name(offers[-1]))
        table = await settled(here)
        kept = {row.seat for row in await here.store.games.orders(1)} - {seat}
        await here.seats.away(1, user)
        await settled(here)
        left = {row.seat for row in await here.store.games.orders(1)}
        assert seat not in left
        assert left <= kept | left


@pytest.mark.timeout(60)  # it would go on forever
async def test_a_game_that_nobody_plays_is_paused(path: Path) -> None:
    async with services(path) as here:
        table = await here.at_auction()
        for user in (ANN, BEN, CLEO):
            await here.seats.away(1, user)
        table = await settled(here)
        stood = table.number
        assert table.paused
        assert not table.game.steps
        await here.messages.show(1)
        assert (await settled(here)).number == stood
        table = await here.seats.back(1, BEN)
        assert table.seats[1].sits == BEN, "there is no round whose end could come"
        assert not table.paused


async def test_an_open_seat_is_an_opponents_after_a_day(path: Path) -> None:
    async with services(path) as here:
        here.dues.start()
        await here.at_auction()
        table = await here.seats.leave(1, ANN)
        row = table.seats[0]
        assert (row.user, row.level, row.dm_message) == (None, DEFAULT, None)
        assert row.open_until == here.cache.uptime.now() + OPEN_FOR
        assert table.seat_of(ANN) is None, "there is no way to the hand"
        with pytest.raises(NoSeatHere):
            await here.seats.away(1, ANN)
        table = await until(here, OPEN_FOR - 1)
        assert table.seats[0].open_until is not None
        table = await until(here, 2)
        assert table.seats[0].open_until is None
        with pytest.raises(SeatTaken):
            await here.seats.take(1, ANN, "Ann", 0)


async def test_who_left_takes_their_own_seat_back_and_no_other(path: Path) -> None:
    async with services(path) as here:
        await here.at_auction()
        await here.seats.leave(1, ANN)
        await here.seats.leave(1, BEN)
        with pytest.raises(SawAnotherHand):
            await here.seats.take(1, ANN, "Ann", 1)
        with pytest.raises(AlreadySeated):
            await here.seats.take(1, CLEO, "Cleo", 1)
        table = await here.seats.take(1, ANN, "Ann", 0)
        assert table.seats[0].sits == ANN
        assert table.seatings[-1].what == "back"
        dues = await here.store.dues.of_game(1)
        assert [each.seat for each in dues if each.kind == "leave"] == [1]


async def test_a_substitute_becomes_the_holder(path: Path) -> None:
    async with services(path) as here:
        await here.at_auction()
        await here.seats.leave(1, ANN)
        table = await here.seats.take(1, EVE, "Eve", 0)
        row = table.seats[0]
        assert (row.user, row.name, row.level, row.stand_in) == (EVE, "Eve", None, None)
        assert row.since == table.number
        assert [(s.what, s.name, s.user) for s in table.seatings] == [
            ("left", "Ann", ANN),
            ("substitute", "Eve", EVE),
        ]
        await here.seats.leave(1, BEN)
        with pytest.raises(SawAnotherHand):
            await here.seats.take(1, ANN, "Ann", 1)


async def test_of_two_people_one_concedes_and_the_other_wins(path: Path) -> None:
    async with services(path) as here:
        await here.lobbies.create_lobby("lacrimosa", GUILD, CHANNEL, ANN, "Ann")
        await here.lobbies.join(1, BEN, "Ben")
        await here.lobbies.start(1, ANN)
        table = await here.seats.concede(1, ANN)
        assert (table.game.status, table.game.ended) == ("over", "conceded")
        assert (table.seatings[-1].what, table.seatings[-1].user) == ("conceded", ANN)
        assert not await here.store.dues.of_game(1)
        with pytest.raises(GameEnded):
            await here.seats.concede(1, BEN)


async def test_nobody_concedes_to_several_or_to_an_opponent(path: Path) -> None:
    async with services(path) as here:
        await here.at_auction()
        with pytest.raises(NotTwoPeople):
            await here.seats.concede(1, ANN)


async def test_who_sits_where_survives_a_restart(path: Path) -> None:
    async with services(path) as here:
        await here.at_auction()
        await here.seats.away(1, ANN)
        table = await settled(here)
    async with services(path) as here:
        again = await here.games.table(1)
        assert again.seatings == table.seatings
        assert again.seats[0].stand_in == table.seats[0].stand_in
        assert again.seats[0].since == table.seats[0].since


async def test_what_who_left_was_sent_is_to_be_edited(path: Path) -> None:
    async with services(path) as here:
        await here.at_auction()
        await here.messages.set_dm(1, 0, 5, 6)
        await here.sent()
        await here.seats.leave(1, ANN)
        rows = await here.store.outbox.pending(1)
        whats = [row.what for row in rows]
        assert Forget(ANN, 5, 6, plain=False) in whats
        assert Hand(0) in whats
        assert (
            msgspec.structs.asdict((await here.games.table(1)).seats[0])["dm_message"] is None
        )


async def test_who_conceded_has_lost(path: Path) -> None:
    async with services(path) as here:
        await here.lobbies.create_lobby("lacrimosa", GUILD, CHANNEL, ANN, "Ann")
        await here.lobbies.join(1, BEN, "Ben")
        await here.lobbies.start(1, ANN)
        await here.seats.concede(1, ANN)
        (result,) = await here.store.results.in_guild(GUILD)
        assert result.ending == "conceded"
        places = {each.user: (each.place, each.points) for each in result.seats}
        assert places == {ANN: (2, None), BEN: (1, None)}


async def test_nobody_takes_back_what_a_stand_in_did(path: Path) -> None:
    async with services(path) as here:
        table = await here.begun(BEN, CLEO)
        await here.seats.away(1, ANN)
        table = await settled(here)
        assert table.last_move(0) > (table.seats[0].since or 0)
        assert table.journal is not None
        entry = table.journal.undo_entry(0)
        assert entry is not None
        row = replace(table.seats[0], stand_in=None, since=table.number)
        here.cache.put(replace(table, seats=(row, *table.seats[1:])))
        with pytest.raises(Stale):
            await here.games.take_back(1, ANN, entry)
        with pytest.raises(NothingToTakeBack):
            await here.games.take_back(1, ANN)


async def test_a_seat_is_opened_after_a_week_if_all_agree(path: Path) -> None:
    async with services(path) as here:
        here.vote()
        await here.at_auction()
        await here.seats.away(1, ANN)
        with pytest.raises(SeatTaken):
            await here.proposals.ask(1, opening(BEN, 0))
        await settled(here)
        here.clock.now += 7 * DAY
        await people_play(here, await here.games.table(1))  # nobody is overdue
        table = await here.proposals.ask(1, opening(BEN, 0))
        proposal = table.proposals[-1]
        assert waiting_for(table, proposal) == (0, 2), "not who proposes it"
        number = proposal.number
        table = await here.proposals.answer(1, CLEO, number, "yes")
        assert table.seats[0].user == ANN, "it is theirs, and they have 48 hours to say no"
        table = await here.proposals.answer(1, ANN, number, "yes")
        assert table.seats[0].user is None
        assert table.seats[0].open_until is not None


async def test_who_alone_has_a_say_opens_a_seat_at_once(path: Path) -> None:
    async with services(path) as here:
        here.vote()
        await here.begun(BEN, level=LEVELS[0])
        await here.seats.away(1, BEN)
        here.clock.now += 7 * DAY
        await here.cache.change(1, lambda now: seat_changes.gone(now, 1, here.cache.moment()))
        table = await here.proposals.ask(1, opening(ANN, 1))
        assert table.proposals[-1].ended == "agreed"
        assert table.seats[1].open_until is not None


async def test_a_game_ends_without_a_winner_if_all_agree(path: Path) -> None:
    async with services(path) as here:
        here.vote()
        await here.at_auction()
        table = await here.proposals.ask(1, ending(ANN))
        number = table.proposals[-1].number
        await here.proposals.answer(1, BEN, number, "yes")
        table = await here.proposals.answer(1, CLEO, number, "yes")
        assert table.game.status == "cancelled"
        assert not await here.store.results.in_guild(GUILD), "unrated"
        assert await here.store.games.entries(1), "kept"
