"""How long people take to move: what is counted, and who is told about it."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from bot.screens.pace import of_other, within
from bot.store.person_rows import PersonRow
from bot.store.result_rows import PaceRow
from bot.tables.core.paces import AT_LEAST, AT_LEAST_IN_A_GAME, together, usual, waited
from bot.tables.core.table import Table
from render.words import Words
from rules.contract import Seat, name
from tests.bot.driver import Pooled, World, table
from tests.bot.late_game import advance
from tests.bot.running_game import begin
from tests.bot.services import ANN, BEN, CLEO, GUILD, Services, services
from tests.bot.test_reminders import at

HOUR, DAY = 3600.0, 86_400.0


def _row(took: float, *, user: int = ANN, turn: int = 1, acted: float = 1e9) -> PaceRow:
    return PaceRow(game=1, guild=GUILD, user=user, turn=turn, began=acted - took, acted=acted)


# -- what is counted ---------------------------------------------------------------------


async def _act(here: Services, table: Table, seat: Seat, spelled: str = "") -> Table:
    decision = table.decision(seat)
    assert decision is not None
    return await here.by(table, seat, spelled or name(decision.options[0]))


async def test_counted_is_the_time_from_the_turn_to_its_first_action(path: Path) -> None:
    async with services(path) as here:
        table = await here.at_auction()
        before = await here.store.paces.of_game(1)
        (row,) = table.deciding
        here.clock.now += 5 * HOUR
        table = await _act(here, table, row.seat)
        turns = await here.store.paces.of_game(1)
        (new,) = [each for each in turns if each not in before]
        assert (new.user, new.guild) == (row.user, GUILD)
        assert (new.acted - new.began, new.acted) == (5 * HOUR, here.clock.now)


async def test_an_action_that_was_taken_back_does_not_count_twice(path: Path) -> None:
    async with services(path) as here:
        table = await here.begun(BEN, CLEO)
        here.clock.now += HOUR
        table = await _act(here, table, 0)
        table = (await here.games.take_back(1, ANN)).table
        here.clock.now += 9 * HOUR
        await _act(here, table, 0)
        took = [each.acted - each.began for each in await here.store.paces.of_game(1)]
        assert took == [HOUR]


@pytest.mark.parametrize("pace", ["live", "days"])
async def test_at_a_live_table_and_alone_nothing_is_counted(path: Path, pace: str) -> None:
    async with services(path) as here:
        others = (BEN, CLEO) if pace == "live" else ()
        table = await here.begun(*others, level="novice")
        if pace == "live":
            here.cache.put(replace(table, game=replace(table.game, pace="live")))
        await _act(here, await here.games.table(1), table.seat_of(ANN) or 0)
        assert await here.store.paces.of_game(1) == ()


async def test_what_an_order_did_is_no_move_of_its_person(path: Path) -> None:
    async with services(path) as here:
        table = await here.at_auction()
        opener = table.deciding[0].seat
        bidder = (opener + 1) % 3
        user = table.seats[bidder].user or 0
        offered = await here.orders.offers(1, user)
        await here.orders.leave(1, user, name(offered[0]))
        table = await _act(here, await here.games.table(1), opener)
        await here.games.wait_idle()
        turns = await here.store.paces.of_game(1)
        after = await here.games.table(1)
        assert after.last_move(bidder) > table.begun + 3, "the order has acted"
        assert not [each for each in turns if each.user == user and each.turn >= table.number]


def test_hours_in_which_nothing_may_ring_are_left_out() -> None:
    person = PersonRow(ANN, quiet_start=22, quiet_end=7, time_zone="Europe/Berlin")
    row = replace(_row(0), began=at("2026-06-01 18:00"), acted=at("2026-06-02 06:00"))
    # There, from 20:00 to 08:00; quiet from 22:00 to 07:00.
    assert waited(row, person) == 3 * HOUR
    assert waited(row, replace(person, quiet_start=None)) == 12 * HOUR
    assert waited(replace(row, acted=row.began + 3 * DAY), person) == 3 * 15 * HOUR
    inside = replace(row, began=at("2026-06-01 22:30"), acted=at("2026-06-02 01:00"))
    assert waited(inside, person) == 0


def test_quiet_hours_by_day_and_the_change_of_the_clocks() -> None:
    by_day = PersonRow(ANN, quiet_start=9, quiet_end=17)
    row = replace(_row(0), began=at("2026-06-01 08:00"), acted=at("2026-06-01 18:00"))
    assert waited(row, by_day) == 2 * HOUR
    # The night of 25 October is an hour longer.
    night = PersonRow(ANN, quiet_start=22, quiet_end=7, time_zone="Europe/Berlin")
    row = replace(_row(0), began=at("2026-10-24 20:00"), acted=at("2026-10-25 06:00"))
    assert waited(row, night) == 0


def test_the_usual_time_is_the_median() -> None:
    person = PersonRow(ANN)
    assert usual([_row(HOUR), _row(2 * HOUR), _row(90 * HOUR)], person) == 2 * HOUR
    assert usual([], person) is None


def test_people_together_are_at_least_two_with_enough_turns_who_share_them() -> None:
    many = (_row(HOUR),) * AT_LEAST
    few = (_row(HOUR),) * (AT_LEAST - 1)
    slow = (_row(9 * HOUR),) * 5 * AT_LEAST
    ann, ben = PersonRow(ANN), PersonRow(BEN)
    assert together([(ann, many)]) is None
    assert together([(ann, many), (ben, few)]) is None
    assert together([(ann, many), (replace(ben, listed=False), many)]) is None
    assert together([(ann, many), (ben, slow)]) == 5 * HOUR, "as many turns of each"


def test_a_time_is_told_in_the_unit_that_says_enough() -> None:
    words = Words.pick("en")
    told = [within(each, words) for each in (0, 61, HOUR, HOUR + 1, 2 * DAY, 2 * DAY + 1)]
    assert told == ["1 minute", "2 minutes", "60 minutes", "2 hours", "48 hours", "3 days"]


async def test_it_is_told_handed_out_and_deleted(path: Path) -> None:
    async with services(path) as here:
        table = await here.begun(BEN, CLEO)
        await _act(here, table, 0)
        assert (await here.privacy.counts(ANN))["paces"] == 1
        assert (await here.privacy.counts(BEN))["paces"] == 0
        (found,) = msgspec.json.decode(await here.privacy.data(ANN))["paces"]
        assert (found["game"], found["guild"]) == (1, str(GUILD))
        await here.privacy.delete(ANN)
        assert await here.store.paces.of_game(1) == ()


# -- what is told about it -------------------------------------------------------------------


async def _took(world: World, name: str, hours: float, count: int = AT_LEAST) -> None:
    """Someone has taken `count` turns of `hours` each in the channel's game."""
    write = world.bot.store._database.write
    for turn in range(count):
        acted = 1_700_000_000.0 + turn * DAY
        await write(
            "INSERT INTO paces VALUES (1, ?, ?, ?, ?, ?)",
            *(world.guild.id, world[name].id, 1000 + turn, acted - hours * HOUR, acted),
        )


async def test_the_end_says_how_long_it_took_and_who_shares_it_how_fast_they_were(
    tmp_path: Path, workers: Pooled
) -> None:
    async with table(tmp_path, workers, "Ada", "Bruno", "Chiara") as world:
        await begin(world)
        await world["Bruno"].slash("settings")
        await world["Bruno"].click(
            "Show my results on the leaderboard: yes", world["Bruno"].panel
        )
        await _took(world, "Ada", 5)
        await _took(world, "Bruno", 6)
        await _took(world, "Chiara", 7, count=AT_LEAST_IN_A_GAME - 2)
        await advance(world, 1)
        here = await world.bot.games.table(1)
        while here.over is None:
            (decision,) = here.decisions
            user, arose = here.seats[decision.seat].user, here.arose(decision.seat)
            spelled = name(decision.options[-1])
            played = await world.bot.games.play(
                1, user or 0, decision.seat, arose or 0, spelled
            )
            here = played.table
        await world.bot.delivery.join()
        await world.look()
        assert "-# Usual time to move: ● Ada: 5 hours" in world.board.text
        assert "Played over" in world.board.text
        for name_ in ("Bruno", "Chiara"):
            assert f"{name_}: " not in world.board.text.partition("Usual time")[2]


async def test_the_lobby_says_how_fast_its_people_are_together(
    tmp_path: Path, workers: Pooled
) -> None:
    async with table(tmp_path, workers, "Ada", "Bruno", "Chiara") as world:
        await world["Ada"].slash("play", game="florence")
        await _took(world, "Ada", 5)
        await world["Bruno"].click("Join")
        assert "usually a move within" not in world.board.text, "someone alone"
        await _took(world, "Bruno", 5)
        await world["Chiara"].click("Join")
        assert "usually a move within 5 hours" in world.board.text
        await world["Ada"].choose("Pace", "Live, everyone is here now")
        assert "usually a move within" not in world.board.text


async def test_record_tells_ones_own_and_that_of_who_shares_it(
    tmp_path: Path, workers: Pooled
) -> None:
    async with table(tmp_path, workers, "Ada", "Bruno") as world:
        ada = world["Ada"]
        await ada.slash("play", game="florence")
        await _took(world, "Ada", 5, count=AT_LEAST - 1)
        await ada.slash("record")
        assert "You usually move" not in ada.panel.text
        await _took_one_more(world)
        await ada.slash("record")
        assert "You usually move within 5 hours, quiet hours not counted" in ada.panel.text


async def test_record_tells_of_others_what_they_share(path: Path, workers: Pooled) -> None:
    async with table(path.parent, workers, "Ada", "Bruno") as world:
        await world["Ada"].slash("play", game="florence")
        await _took(world, "Ada", 5)
        bot, words, ada = world.bot, world.words, world["Ada"].id
        told = await of_other(bot, world.guild.id, ada, words)
        assert told == "Usual time to move: 5 hours"
        assert await of_other(bot, world.guild.id + 1, ada, words) == "", "of another server"
        await bot.people.change(ada, listed=False)
        assert await of_other(bot, world.guild.id, ada, words) == ""


async def _took_one_more(world: World) -> None:
    await world.bot.store._database.write(
        "INSERT INTO paces VALUES (1, ?, ?, 1, 0, 18000)", world.guild.id, world["Ada"].id
    )
