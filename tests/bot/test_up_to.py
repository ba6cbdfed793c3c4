"""Up to …: one press bids what the rules ask now, and an order goes on for its person."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import discord
import msgspec
import pytest
from msgspec.structs import replace

from bot.database.address import Address
from bot.screens import board
from bot.tables.core.refusals import UnknownChoice
from bot.tables.core.table import Table
from rules.contract import Moved, name
from rules.florence.orders import HIGHEST, UNLIMITED
from rules.florence.state import State, Tally
from tests.bot.driver import Player, Pooled, World, table
from tests.bot.services import services

PEOPLE = ("Ada", "Bruno", "Chiara")


async def _here(world: World) -> Table:
    here = await world.bot.games.in_channel(world.channel.id)
    assert here is not None
    return here


async def _decider(world: World) -> Player:
    return world[(await _here(world)).deciding[0].name]


@asynccontextmanager
async def auctioned(folder: Path, workers: Pooled) -> AsyncIterator[tuple[World, Player]]:
    """The Jester is put up; the next person must bid or pass."""
    async with table(folder, workers, *PEOPLE) as world:
        await world["Ada"].slash("play", game="florence")
        for each in PEOPLE[1:]:
            await world[each].click("Join")
        await world["Ada"].click("Start")
        for each in PEOPLE:
            await world[each].click("Your move", world.board)
            await world[each].click(world[each].panel.buttons[0], world[each].panel)
        await (await _decider(world)).click("Jester", world.board)
        yield world, await _decider(world)


async def _entries(world: World) -> list[tuple[str, str]]:
    """Who has acted and how, oldest first."""
    here = await _here(world)
    assert here.journal is not None
    return [
        (here.seats[each.seat].name, name(each.action))
        for each in here.journal.entries
        if isinstance(each, Moved)
    ]


async def test_it_stands_between_the_bid_and_the_pass(tmp_path: Path, workers: Pooled) -> None:
    async with auctioned(tmp_path, workers) as (world, bidder):
        assert world.board.buttons[:3] == ("Bid 300", "Up to …", "Pass")
        await bidder.click("Your move", world.board)
        assert bidder.panel.buttons[:3] == ("Bid 300", "Up to …", "Pass")


@pytest.mark.parametrize("place", ["board", "panel"])
async def test_one_choice_bids_now_and_goes_on(
    tmp_path: Path, workers: Pooled, place: str
) -> None:
    async with auctioned(tmp_path, workers) as (world, bidder):
        if place == "panel":
            await bidder.click("Your move", world.board)
        await bidder.click("Up to …", world.board if place == "board" else bidder.panel)
        assert len(bidder.panel.choices) == HIGHEST + 1
        assert bidder.panel.choices[0] == "Up to 400"
        assert bidder.panel.choices[-1] == "As high as I can"
        await bidder.select("Up to 500", bidder.panel)
        assert bidder.panel.text.startswith(
            "You bid 300 florins now, and up to 500 florins later."
        )
        assert (await _entries(world))[-1] == (bidder.name, "bid.300")
        assert "500" not in world.board.text
        await (await _decider(world)).click("Bid 400", world.board)
        await (await _decider(world)).click("Pass", world.board)
        assert (await _entries(world))[-1] == (bidder.name, "bid.500")


async def test_as_far_as_i_can_goes_on_while_the_money_lasts(
    tmp_path: Path, workers: Pooled
) -> None:
    async with auctioned(tmp_path, workers) as (world, bidder):
        await bidder.click("Up to …", world.board)
        await bidder.select("As high as I can", bidder.panel)
        said = "You bid 300 florins now, and later as high as you can."
        assert bidder.panel.text.startswith(said)
        for amount in (400, 600):
            await (await _decider(world)).click(f"Bid {amount}", world.board)
            rest = await _decider(world)
            if rest is not bidder and world.board.button("Pass") and amount == 400:
                await rest.click("Pass", world.board)
        assert (await _entries(world))[-1] == (bidder.name, "bid.700")


async def test_somebody_else_is_shown_their_orders(tmp_path: Path, workers: Pooled) -> None:
    async with auctioned(tmp_path, workers) as (world, bidder):
        seat = (await _here(world)).deciding[0].seat
        other = world[(await _here(world)).seats[(seat + 1) % 3].name]
        assert other is not bidder
        await other.click("Up to …", world.board)
        assert "You have not bid ahead." in other.panel.text


async def test_an_order_that_does_not_go_with_the_action_is_refused(address: Address) -> None:
    async with services(address) as here:
        now = await here.step(await here.at_auction())
        seat, arose = now.decisions[0].seat, now.arose(now.decisions[0].seat) or 0
        user, bid = now.seats[seat].user or 0, name(now.decisions[0].options[0])
        lot = msgspec.structs.asdict(now.decisions[0].prompt)["lot"]
        for going in (f"bid_up_to.1.{lot}.300", "bid_up_to.1.chess.900", "pass_rest.1"):
            with pytest.raises(UnknownChoice):
                await here.games.play(now.game.id, user, seat, arose, bid, going)
        assert (await here.games.table(now.game.id)).number == now.number
        most = f"bid_up_to.1.{lot}.{UNLIMITED}"
        played = await here.games.play(now.game.id, user, seat, arose, bid, most)
        assert played.table.number == now.number + 1
        assert [name(each) for each in await here.orders.left(now.game.id, user)] == [most]


async def test_the_table_shows_it_whatever_its_seat_can_pay(
    tmp_path: Path, workers: Pooled
) -> None:
    async with auctioned(tmp_path, workers) as (world, bidder):
        here = await _here(world)
        seat, journal = here.deciding[0].seat, here.journal
        assert journal is not None
        state: State = journal._state
        broke = replace(state.players[seat], florins=0, tally=Tally())
        players = (*state.players[:seat], broke, *state.players[seat + 1 :])
        journal._positions = (*journal._positions[:-1], replace(state, players=players))
        journal._arose = {}
        journal._note_decisions()
        shown = await board.message(world.bot, here)
        parts = shown.view.walk_children()
        labels = [each.label for each in parts if isinstance(each, discord.ui.Button)]
        assert labels[:3] == ["Bid 300", "Up to …", "Pass"]
        await bidder.click("Your move", world.board)
        assert bidder.panel.button("Up to …") is None
