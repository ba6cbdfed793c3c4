"""Auctions by limits as people see them: calls, panels, the board, and what is private."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from bot.tables.core.table import Table
from tests.bot.driver import Player, Pooled, World
from tests.bot.running_game import opener, three
from tests.bot.test_calls import Phones

pytestmark = pytest.mark.by_limits


async def _here(world: World) -> Table:
    here = await world.bot.games.in_channel(world.channel.id)
    assert here is not None
    return here


@asynccontextmanager
async def opened(
    folder: Path, workers: Pooled, limit: str = "Up to 500", **more: Any
) -> AsyncIterator[tuple[World, Player, Player, Player]]:
    """The Jester is put up with a limit; the other two are asked."""
    async with three(folder, workers, **more) as world:
        first = opener(world)
        await first.click("Jester", world.board)
        await first.select(limit, first.panel)
        table = await _here(world)
        assert table.sealed is not None
        one, two = (world[table.seats[seat].name] for seat in table.sealed.seats)
        yield world, first, one, two


async def test_everybody_is_called_once_to_one_panel_when_a_round_begins(
    tmp_path: Path, workers: Pooled
) -> None:
    async with three(tmp_path, workers) as world:
        first = opener(world)
        others = [p for p in world.players.values() if p not in {first, world["Dmitri"]}]
        for each in others:
            (call,) = [m for m in each.direct if m.button("Set my bids")]
            assert call.text.startswith("How high do you bid? The Princes of Florence with")
            assert call.text.endswith("The auctions of round 1.")
            await each.click("Your move", world.board)
            assert each.panel.text.count("### How high do you bid this round?") == 1
            assert each.panel.buttons[0] == "Nothing this round"
            assert "Jester: up to 700" in each.panel.choices
            assert "Jester: as high as I can" in each.panel.choices
            assert "Open first: Builder" in each.panel.choices
            assert "A Landscape goes to its best place" in each.panel.choices
        assert not any(m.button("Set my bids") for m in first.direct)
        await others[0].click("Nothing this round", others[0].panel)
        assert "Saved: you pass on everything this round." in others[0].panel.text
        assert not any(m.button("Set my bids") for m in others[0].direct)


async def test_a_lot_is_answered_in_one_select_and_told_in_one_line(
    tmp_path: Path, workers: Pooled
) -> None:
    async with opened(tmp_path, workers) as (world, first, one, two):
        assert first.panel.text.startswith(
            "You open the Jester at 200 florins and bid up to 500 florins."
        )
        assert f"{one.name}" in world.board.text
        assert "Still to answer" in world.board.text
        assert world.board.buttons[0] == "Set my bids"
        assert world.board.button("Nudge") is None
        await one.click("Set my bids", world.board)
        assert one.panel.text.startswith("### How high do you bid?")
        await one.select("Jester: up to 400", one.panel)
        assert "400" not in world.board.text
        asked = world.board.text.split("Still to answer")[1].split("Bidding")[0]
        assert (one.name in asked, two.name in asked) == (False, True)
        await two.click("Your move", world.board)
        await two.click("Don’t bid", two.panel)
        sold = f"- {_shape(await _here(world), first)} gets the Jester for 400 florins."
        assert sold in world.board.text
        await two.click("Refresh", two.panel)
        assert "Played for you:" in two.panel.text
        await one.click("My hand", world.board)
        assert "Played for you:" in one.panel.text


def _shape(table: Table, player: Player) -> str:
    seat = next(row.seat for row in table.seats if row.name == player.name)
    return f"{'●■▲◆✚'[seat]} {player.name}"


async def test_a_square_is_chosen_step_by_step(tmp_path: Path, workers: Pooled) -> None:
    async with three(tmp_path, workers) as world:
        first = opener(world)
        other = next(p for p in world.players.values() if p not in {first, world["Dmitri"]})
        await other.click("Your move", world.board)
        await other.select("The Lake goes to a square …", other.panel)
        for _ in range(3):
            if "You have set:" in other.panel.text:
                break
            await other.select(other.panel.choices[0], other.panel)
        assert "place the Lake at" in other.panel.text


async def test_who_decides_reaches_their_limits_too(tmp_path: Path, workers: Pooled) -> None:
    async with three(tmp_path, workers) as world:
        first = opener(world)
        await first.click("Your move", world.board)
        await first.more("Bid up to", first.panel)
        await first.select("Jester: up to 600", first.panel)
        assert "Saved · Jester: up to 600" in first.panel.text
        await first.click("Refresh", first.panel)
        assert first.panel.button("Jester") is not None or "Jester" in first.panel.choices


async def test_it_stands_in_turns_as_what_can_be_answered(
    tmp_path: Path, workers: Pooled
) -> None:
    async with opened(tmp_path, workers) as (_, first, one, _two):
        await one.slash("turns")
        assert "No table is waiting for you." in one.panel.text
        assert "You can answer these now; nobody is waiting yet" in one.panel.text
        assert "The auction for the Jester is open at 200 florins" in one.panel.text
        await one.click("Answer · 1", one.panel)
        assert one.panel.text.startswith("### How high do you bid?")
        assert one.panel.buttons[-1] == "All my turns", (
            "nobody waits, but it can be gone back to"
        )
        await first.slash("turns")
        assert "You can answer these" not in first.panel.text


async def test_a_person_is_called_for_a_lot_once_and_not_for_what_a_limit_does(
    tmp_path: Path, workers: Pooled
) -> None:
    async with three(tmp_path, workers) as world:
        first = opener(world)
        others = [p for p in world.players.values() if p not in {first, world["Dmitri"]}]
        for each in others:
            await each.click("Your move", world.board)
            await each.select("Lake: no", each.panel)
        phones = Phones(world)
        await first.click("Jester", world.board)
        await first.select("Ask me at each bid", first.panel)
        assert phones.calls == {each.name: 1 for each in others}
        for each in others:
            await each.click("Set my bids", world.board)
            await each.select("Jester: up to 300", each.panel)
        assert phones.calls[first.name] == 1, "the bidding has come back to them"


async def test_nobody_is_called_for_a_lot_while_the_opening_can_go_back(
    tmp_path: Path, workers: Pooled, no_timers: None
) -> None:
    async with three(tmp_path, workers) as world:
        world.bot.delivery._undo_pause = 600.0
        first = opener(world)
        others = [p for p in world.players.values() if p not in {first, world["Dmitri"]}]
        for each in others:
            await each.click("Your move", world.board)
            await each.select("Lake: no", each.panel)
        phones = Phones(world)
        await first.click("Jester", world.board)
        await first.select("Up to 900", first.panel)
        assert not phones.calls
        await others[0].click("Set my bids", world.board)
        await others[0].click("Don’t bid", others[0].panel)
        assert phones.calls == {others[1].name: 1}, "from the first answer on nothing goes back"
        assert world.board.button("Undo") is None
