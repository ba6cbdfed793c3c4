"""Standing orders: left, used and revoked in private, step by step."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.screens.labels import MORE
from bot.screens.orders import narrowed
from bot.tables.core.table import Table
from rules.contract import name
from tests.bot.driver import Player, Pooled, World, table
from tests.bot.running_game import three

PEOPLE = ("Ada", "Bruno", "Chiara")


async def _here(world: World) -> Table:
    here = await world.bot.games.in_channel(world.channel.id)
    assert here is not None
    return here


async def _auctions(world: World) -> tuple[Player, Player]:
    """A game at its first auction: a person who must decide, and one who need not."""
    await world["Ada"].slash("play", game="florence")
    for each in PEOPLE[1:]:
        await world[each].click("Join")
    await world["Ada"].click("Start")
    for each in PEOPLE:
        await world[each].click("Your move", world.board)
        await world[each].click(world[each].panel.buttons[0], world[each].panel)
    here = await _here(world)
    mover = world[here.deciding[0].name]
    other = world[here.seats[(here.deciding[0].seat + 1) % 3].name]
    return mover, other


async def _panel(player: Player) -> None:
    await player.click("Your move", player.world.board)
    press = player.more if MORE in player.panel.buttons else player.click
    await press("Bid ahead", player.panel)


def _asked(player: Player) -> str:
    """What the menu of orders shows before a choice."""
    return str(next(part for part in player.panel.parts if part["type"] == 3)["placeholder"])


async def test_an_order_is_left_step_by_step_and_seen_by_nobody_else(
    tmp_path: Path, workers: Pooled
) -> None:
    async with table(tmp_path, workers, *PEOPLE) as world:
        mover, other = await _auctions(world)
        await _panel(other)
        assert "You have not bid ahead." in other.panel.text
        assert _asked(other) == "Add one"
        assert other.panel.choices[:7] == (
            "Bid up to …",
            "Pass on an item",
            "Open first",
            "Open as second choice",
            "Landscape, best place › Round 1",
            "Place a Landscape",
            "Pass on the rest › Round 1",
        )
        await other.select("Bid up to …", other.panel)
        assert "Jester" in other.panel.choices
        await other.click("Back", other.panel)
        await other.select("Bid up to …", other.panel)
        assert _asked(other) == "Bid up to …"
        await other.select("Jester", other.panel)
        assert _asked(other) == "Bid up to … › Round 1 › Jester"
        assert "Up to 600" in other.panel.choices
        assert len(other.panel.choices) <= 25
        before = {m.id: m.words for m in world.messages if m.owner != other.name}
        await other.select("Up to 600", other.panel)
        assert other.panel.text.startswith("Saved.")
        assert "You have set:" in other.panel.text
        assert "bid up to 600 florins for the Jester" in other.panel.text
        after = {m.id: m.words for m in world.messages if m.owner != other.name}
        assert before == after
        await _panel(mover)
        assert "You have not bid ahead." in mover.panel.text


async def test_an_order_is_followed_when_its_decision_arises(
    tmp_path: Path, workers: Pooled
) -> None:
    async with table(tmp_path, workers, *PEOPLE) as world:
        mover, other = await _auctions(world)
        await _panel(other)
        for choice in ("Bid up to …", "Jester", "Up to 300"):
            await other.select(choice, other.panel)
        await mover.click("Your move", world.board)
        await _choose(mover, "Jester")
        here = await _here(world)
        assert f"{other.name} 300 florins" in world.board.text
        assert here.deciding[0].name != other.name


async def test_what_an_order_did_is_told_until_its_person_acts(
    tmp_path: Path, workers: Pooled
) -> None:
    """It bids, is outbid and passes: who bought the item, and for how much, is in words."""
    async with table(tmp_path, workers, *PEOPLE) as world:
        mover, other = await _auctions(world)
        (third,) = (world[name] for name in PEOPLE if name not in {mover.name, other.name})
        await _panel(other)
        for choice in ("Bid up to …", "Jester", "Up to 300"):
            await other.select(choice, other.panel)
        await mover.click("Jester", world.board)
        await third.click("Bid 400", world.board)
        await mover.click("Pass", world.board)
        bids, buys = f"{other.name} bids 300 florins", f"{third.name} gets the Jester"
        sold = f"{third.name} gets the Jester for 400 florins."
        assert sold in world.board.text
        await other.slash("journal")
        assert bids in other.panel.text
        assert buys in other.panel.text
        await mover.slash("journal")
        assert buys in mover.panel.text
        while (await _here(world)).deciding[0].name != other.name:
            await world[(await _here(world)).deciding[0].name].click("Forest", world.board)
        assert sold in world.board.text
        await other.click("Pass", world.board)
        await other.slash("journal")
        assert bids not in other.panel.text


async def test_what_a_pass_on_the_table_message_ended_is_told_to_who_passed(
    tmp_path: Path, workers: Pooled
) -> None:
    async with table(tmp_path, workers, *PEOPLE) as world:
        mover, other = await _auctions(world)
        (third,) = (world[name] for name in PEOPLE if name not in {mover.name, other.name})
        await mover.click("Jester", world.board)
        await other.click("Pass", world.board)
        await third.click("Pass", world.board)
        await third.slash("journal")
        assert f"{mover.name} gets the Jester" in third.panel.text
        await other.click("Forest", world.board)
        assert (await _here(world)).deciding[0].name == third.name
        assert f"{mover.name} gets the Jester for 200 florins" in world.board.text


async def _choose(player: Player, label: str) -> None:
    """Make a choice on a panel, by button or in a menu."""
    if player.panel.button(label):
        await player.click(label, player.panel)
    else:
        await player.select(label, player.panel)


async def test_an_order_is_revoked(tmp_path: Path, workers: Pooled) -> None:
    async with table(tmp_path, workers, *PEOPLE) as world:
        mover, other = await _auctions(world)
        await _panel(other)
        await other.select("Pass on the rest › Round 1", other.panel)
        assert "You have set:" in other.panel.text
        told = next(c for c in other.panel.choices if "pass on everything else" in c)
        await other.select(told, other.panel)
        assert other.panel.text.startswith("Cancelled.")
        assert "You have not bid ahead." in other.panel.text
        await mover.click("Your move", world.board)
        await _choose(mover, "Jester")
        assert (await _here(world)).deciding[0].name == other.name


async def test_the_panel_leads_back_to_the_move(tmp_path: Path, workers: Pooled) -> None:
    async with table(tmp_path, workers, *PEOPLE) as world:
        mover, _ = await _auctions(world)
        await _panel(mover)
        await mover.click("Your move", mover.panel)
        assert MORE in mover.panel.buttons


async def test_orders_work_after_a_restart_and_from_a_direct_message(
    tmp_path: Path, workers: Pooled
) -> None:
    async with table(tmp_path, workers, *PEOPLE) as world:
        _, other = await _auctions(world)
        await _panel(other)
        await world.restart()
        await other.select("Pass on the rest › Round 1", other.panel)
        assert "You have set:" in other.panel.text
        here = await _here(world)
        note = other.hand
        await other.click("Your move", note)
        panel = max((m for m in other.messages if m.flags & 64), key=lambda m: m.id)
        assert panel.direct
        await other.click("Bid ahead", panel)
        panel = next(m for m in other.messages if m.id == panel.id)
        assert "You have set:" in panel.text
        assert here.game.status == "playing"


@pytest.mark.parametrize("verb", ["order", "orders", "revoke"])
async def test_strangers_are_refused(tmp_path: Path, workers: Pooled, verb: str) -> None:
    async with table(tmp_path, workers, *PEOPLE, "Zoe") as world:
        await _auctions(world)
        here = await _here(world)
        await world["Zoe"].forge("Your move", f"m1:{verb}:{here.game.id}:0")
        assert "no seat at this table" in world["Zoe"].panel.text
        assert not await world.bot.store.games.orders(here.game.id)


async def test_what_is_not_offered_is_refused(tmp_path: Path, workers: Pooled) -> None:
    async with table(tmp_path, workers, *PEOPLE) as world:
        _, other = await _auctions(world)
        here = await _here(world)
        offers = await world.bot.orders.offers(here.game.id, other.id)
        assert narrowed(offers, "chess") == ()
        await other.forge("Your move", f"m1:revoke:{here.game.id}")
        assert other.panel.text.startswith("The game has moved on")
        assert other.panel.button("Your move") is not None


async def test_an_order_whose_moment_has_passed_gets_a_fresh_panel(
    tmp_path: Path, workers: Pooled
) -> None:
    async with table(tmp_path, workers, *PEOPLE) as world:
        mover, other = await _auctions(world)
        await _panel(other)
        for choice in ("Bid up to …", "Jester"):
            await other.select(choice, other.panel)
        await mover.click("Your move", world.board)
        await _choose(mover, "Jester")
        await world[(await _here(world)).deciding[0].name].click("Pass", world.board)
        await world[(await _here(world)).deciding[0].name].click("Pass", world.board)
        await other.select("Up to 600", other.panel)
        assert other.panel.text.startswith("The game has moved on")
        assert "Jester" not in other.panel.choices


async def test_every_offer_can_be_reached_in_four_menus_of_25(
    tmp_path: Path, workers: Pooled
) -> None:
    async with table(tmp_path, workers, *PEOPLE) as world:
        _, other = await _auctions(world)
        here = await _here(world)
        offers = await world.bot.orders.offers(here.game.id, other.id)
        reached: set[str] = set()
        steps = [""]
        while steps:
            branches = narrowed(offers, steps.pop())
            assert len(branches) <= 4 * 25
            for branch in branches:
                if len(branch.actions) > 1:
                    steps.append(branch.spelled)
                else:
                    reached.add(name(branch.actions[0]))
        assert reached == {name(each) for each in offers}


async def test_whose_move_it_is_is_told_why_there_are_no_orders(
    tmp_path: Path, workers: Pooled
) -> None:
    async with three(tmp_path, workers, setup=False) as world:
        await world["Ada"].forge("Your move", "m1:orders:1")
        assert "It is your move, so there is nothing to bid ahead." in world["Ada"].panel.text
