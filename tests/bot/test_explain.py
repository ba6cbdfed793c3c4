"""Why someone was not called: what a host reads in the log and from `maecenas explain`."""

from __future__ import annotations

import asyncio
import logging
import re
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, get_args

import pytest
from msgspec.structs import replace

from bot.__main__ import main
from bot.commands.explained_table import WHY
from bot.database.address import Address
from bot.delivery.reasons import Reason
from bot.host import explain
from bot.host.explain import DUES, REASONS
from bot.settings import BAD_USE
from bot.store import Store
from bot.store.out import Hand, Notice, Out
from bot.store.person_rows import PersonRow
from bot.store.rows import CallRow, Due, SeatDue, TableDue
from bot.tables.core.draft import Draft
from bot.tables.core.table import Table
from bot.tables.orders import plans
from render.words import Words
from rules.contract import name
from tests.bot.driver import Pooled
from tests.bot.running_game import opener, three
from tests.bot.services import ANN, NAMES, Services, services
from tests.bot.test_calls import GAME
from tests.bot.test_plans import planning
from tests.bot.test_reminders_shown import NOON, Hands
from tests.bot.two_processes import lapse


async def _lines(address: Address) -> list[str]:
    """What the command prints, which names nobody."""
    told = await asyncio.to_thread(explain.explain, address, GAME)
    words = set(re.findall(r"\w+", told))
    assert not words & {str(each) for each in (*NAMES, *NAMES.values())}, told
    return told.splitlines()


async def _changed(
    here: Services, game: dict[str, Any], seat: dict[str, Any], *outs: Out
) -> Table:
    """The table with other values in its row and in its first seat."""

    def draft(table: Table) -> Draft:
        row = replace(table.game, **game)
        table = table.with_seat(replace(table.seats[0], **seat))
        return Draft(replace(table, game=row), outs)

    return await here.cache.change(GAME, draft)


async def _quiet_now(here: Services) -> None:
    """The first person's quiet hours have begun."""
    hour = datetime.now(UTC).hour
    hours = PersonRow(ANN, quiet_start=hour, quiet_end=(hour + 8) % 24)
    await here.store.people.write(hours)


def test_every_reason_has_its_words() -> None:
    reasons = {each for kind in get_args(Reason) for each in get_args(kind) or (kind,)}
    assert reasons == REASONS.keys() == WHY.keys()
    assert all(f"host.why.{WHY[each]}" in Words("en") for each in reasons)


def test_all_that_can_be_due_has_its_words() -> None:
    assert {*get_args(SeatDue), *get_args(TableDue)} == DUES.keys()


def test_the_page_for_hosts_shows_what_is_printed() -> None:
    page = Path("docs/hosting.md").read_text("utf-8")
    shown = re.search(r"explain --game 17\n(.+?)\n```", page, re.DOTALL)
    assert shown
    state, waits, *dues, sent = shown[1].splitlines()
    assert state.startswith("game 17 (florence): playing")
    assert waits == f"waits for seat 2: put off for 7 h 12 min: {REASONS['quiet_hours']}"
    assert [each.partition(" for seat 2: ")[2] for each in dues] == [
        DUES["ring"],
        DUES["absent"],
    ]
    assert sent == "to be sent: nothing"


async def test_a_game_is_explained_from_the_database_alone(address: Address) -> None:
    async with services(address) as here:
        table = await here.at_auction()
        assert [row.seat for row in table.deciding] == [0]
        await here.sent()
        here.clock.now += 5000
        await here.cache.uptime.save()
        await here.store.dues.put(GAME, Due("absent", here.cache.uptime.now() + 7300, 1))
        lines = await _lines(address)
        assert lines[0] == f"game 1 (florence): playing, entry {table.number}"
        assert [each for each in lines if each.startswith("waits for")] == [
            "waits for seat 1: a message is posted"  # the hand comes first
        ]
        assert f"due in 2 h 1 min for seat 2: {DUES['absent']}" in lines
        assert lines[-1] == "to be sent: nothing"
        await _changed(here, {}, {}, Hand(0), Notice("call.over", calls="only"))
        pending = [each for each in await _lines(address) if each.startswith("to be sent")]
        hand, notice = pending
        assert hand.startswith("to be sent: hand of seat 1, for ")
        assert hand.endswith(": a message is posted")
        assert notice.startswith("to be sent: notice, for ")
        assert notice.endswith(
            ": nothing is sent: nobody at the table is called in the channel"
        )
        for row in await here.store.outbox.pending(GAME):
            for _ in range(9):
                await here.store.outbox.count_failure(row)
        (failed, _) = [each for each in await _lines(address) if each.startswith("to be sent")]
        assert ", failed 9 times, tried again once an hour: " in failed


BUTTON = {"hands": "button", "calls": "channel"}


@pytest.mark.parametrize(
    ("game", "seat", "told"),
    [
        ({}, BUTTON, "its person is called in the channel: move"),
        ({}, {**BUTTON, "calls": "dm"}, "its person is called by direct message: move"),
        (
            {"channel_gone": 1.0},
            BUTTON,
            "nothing is sent: the game's channel is deleted",
        ),
        (
            {"paused_until": 2.0**40},
            BUTTON,
            "nothing is sent: the game is paused",
        ),
        (
            {},
            {**BUTTON, "stand_in": "novice"},
            "nothing is sent: a computer player plays for its person",
        ),
        (
            {},
            {"user": None, "level": "novice"},
            "nothing is sent: a computer player has the seat",
        ),
    ],
)
async def test_who_is_waited_for_is_told_with_what_calls_them(
    path: Path, game: dict[str, Any], seat: dict[str, Any], told: str
) -> None:
    async with services(path) as here:
        await here.at_auction()
        await _changed(here, game, seat)
        lines = await _lines(path)
        assert f"waits for seat 1: {told}" in lines
        assert ("paused" in lines[0]) == ("paused_until" in game)
        assert ("its channel is deleted" in lines[0]) == ("channel_gone" in game)


async def test_who_was_called_already_is_told_so(path: Path) -> None:
    async with services(path) as here:
        table = await here.at_auction()
        await _changed(here, {}, BUTTON)
        called = CallRow(entry=table.arose(0) or 0, channel=5, message=6)
        await here.messages.set_call(GAME, 0, called, None)
        why = "nothing is sent: its person was already called for that"
        assert f"waits for seat 1: {why}" in await _lines(path)


async def test_whose_plan_is_about_to_act_is_not_called(path: Path) -> None:
    async with services(path, undo_pause=3600.0) as here:
        table, seat = await planning(here)
        left = name(plans.offered(table, seat)[0][0])
        await here.orders.leave_plan(GAME, table.seats[seat].user or 0, left)
        table = await here.by(table, table.decisions[0].seat, "end_turn")
        assert table.plans
        button = replace(table.seats[seat], hands="button", calls="channel")
        await here.cache.change(GAME, lambda now: Draft(now.with_seat(button)))
        why = "its person's plan or bid ahead acts for them"
        told = f"waits for seat {seat + 1}: nothing is sent: {why}"
        assert told in await _lines(path)


async def test_quiet_hours_are_explained_to_the_host(address: Address) -> None:
    async with services(address) as here:
        await here.at_auction()
        await _quiet_now(here)
        await _changed(here, {}, BUTTON)
        (waits,) = [each for each in await _lines(address) if each.startswith("waits")]
        assert waits.startswith("waits for seat 1: put off for 7 h ")
        assert waits.endswith(": its person has quiet hours")
        await _changed(here, {"pace": "live"}, {})
        called = "waits for seat 1: its person is called in the channel: move"
        assert called in await _lines(address), "live tables ring"


async def test_it_is_told_which_process_acts(url: str) -> None:
    async with services(url) as here:
        await here.at_auction()
        assert here.store.leases is not None
        process = here.store.leases.process
        gone = f"acts for it: a process that is gone ({process})"
        assert gone in await _lines(url)
        await here.store.serve(lambda: None)
        (acts,) = [each for each in await _lines(url) if each.startswith("acts")]
        assert acts.startswith("acts for it: process ")
        assert acts.endswith(f" ({process})")
        await lapse(here.store, GAME)
        assert "acts for it: no process now" in await _lines(url)


async def test_lobbies_and_finished_games_wait_for_nobody(path: Path) -> None:
    async with services(path) as here:
        await here.lobbies.create_lobby("florence", 1, 11, ANN, "Ann")
        lines = await _lines(path)
        assert lines[:2] == ["game 1 (florence): lobby, entry 0", "waits for nobody"]
        assert lines[-1].endswith(": a message is posted")
        assert not any(each.startswith("acts for") for each in lines), "one process has a file"
        await here.games.end(GAME)
        assert (await _lines(path))[0] == "game 1 (florence): cancelled, entry 0"


def test_a_game_that_is_not_there_is_one_line(
    path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async def opened() -> None:
        await (await Store.open(path)).close()

    asyncio.run(opened())
    monkeypatch.setenv("MAECENAS_DATABASE", str(path))
    before = path.read_bytes()
    assert main(["explain", "--game", "17"]) == BAD_USE
    assert capsys.readouterr().err == "maecenas: there is no game 17 that can be read\n"
    assert path.read_bytes() == before


@pytest.mark.usefixtures("no_timers")
async def test_the_log_says_why_nobody_was_called_and_names_no_account(
    tmp_path: Path, workers: Pooled, caplog: pytest.LogCaptureFixture
) -> None:
    clock = Hands()
    async with three(tmp_path, workers, **clock.both) as world:
        second = world["Bruno"]
        assert world.bot.clock() == NOON
        hours = {"quiet_start": 11, "quiet_end": 20}
        await world.bot.people.change(second.id, calls="channel", **hours)
        with caplog.at_level(logging.DEBUG, logger="bot.delivery.outbox"):
            await opener(world).click("Lake", world.board)
            await clock.moves(world, 5)
        told = [each.getMessage() for each in caplog.records if each.name.startswith("bot.del")]
        assert "hand of game 1, seat 2: nothing to send: quiet_hours" in told
        assert not [each for each in told if str(second.id) in each or "Bruno" in each]
