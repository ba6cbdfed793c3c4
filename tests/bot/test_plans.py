"""Plans for one's next turn: left in private, followed if they hold, or dropped and told."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from bot.tables.core.refusals import NoSeatHere, NoSuchOrder
from bot.tables.core.table import Table
from bot.tables.orders import plans
from render.words import Words
from rules.contract import Moved, name
from tests.bot.driver import Pooled
from tests.bot.driver import table as table_of
from tests.bot.running_game import three
from tests.bot.services import EVE, Clock, Services, services


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "bot.db"


async def planning(here: Services) -> tuple[Table, int]:
    """A game in which nobody buys, and the seat that acts second."""
    table = await here.at_auction()
    for _ in range(3):
        table = await here.by(table, table.decisions[0].seat, "decline")
    acting = table.decisions[0].seat
    return table, (acting + 1) % 3


def user_of(table: Table, seat: int) -> int:
    user = table.seats[seat].user
    assert user is not None
    return user


async def to_next(here: Services, table: Table) -> Table:
    """The person whose turn it is ends it."""
    table = await here.by(table, table.decisions[0].seat, "end_turn")
    await here.games.wait_idle()
    return await here.games.table(table.game.id)


async def test_a_plan_is_followed_when_its_turn_begins(path: Path) -> None:
    async with services(path) as here:
        table, seat = await planning(here)
        user = user_of(table, seat)
        spelled = name(plans.offered(table, seat)[0][0])
        table = await here.orders.leave_plan(table.game.id, user, spelled)
        assert [name(each) for each in plans.own(table, seat)] == [spelled]
        table = await to_next(here, table)
        assert table.journal is not None
        moves = [e for e in table.journal.entries if isinstance(e, Moved)]
        assert (moves[-1].seat, name(moves[-1].action)) == (seat, spelled)
        assert table.plans == ()


async def test_a_plan_whose_price_differs_is_dropped_and_its_owner_told_why(
    path: Path,
) -> None:
    async with services(path) as here:
        table, seat = await planning(here)
        user = user_of(table, seat)
        spelled = name(plans.offered(table, seat)[0][0])
        table = await here.orders.leave_plan(table.game.id, user, spelled)
        (row,) = table.plans
        other = replace(row, deltas='{"reveals": ["x"]}')
        here.cache.put(replace(table, plans=(other,)))
        table = await to_next(here, table)
        assert table.plans == ()
        assert [(each.seat, each.text) for each in table.notes] == [(seat, "note.plan_price")]
        assert table.decisions[0].seat == seat
        rows = await here.store.outbox.pending(table.game.id)
        assert ("hand", seat) in {(each.kind, each.seat) for each in rows}
        table = await here.by(table, seat, "end_turn")
        assert table.notes == (), "who acts has read it"


async def test_a_plan_that_is_gone_is_dropped_with_the_reason(path: Path) -> None:
    """The item to be put up has been bought meanwhile."""
    async with services(path) as here:
        table = await here.at_auction()
        first = table.decisions[0]
        spelled = name(next(each for each in first.options if "open" in name(each)))
        seat = (first.seat + 1) % 3
        user = user_of(table, seat)
        table = await here.orders.leave_plan(table.game.id, user, spelled)
        table = await here.by(table, first.seat, spelled)
        for _ in range(2):
            assert table.plans, "a bid is not the moment"
            table = await here.by(table, table.decisions[0].seat, "pass")
        while table.plans:
            table = await here.step(table)
            await here.games.wait_idle()
            table = await here.games.table(table.game.id)
        (note,) = table.notes
        assert (note.seat, note.text) == (seat, "note.plan_gone")
        assert note.reason
        assert table.decisions[0].seat == seat


async def test_a_plan_can_be_revoked_and_there_is_one_a_seat(path: Path) -> None:
    async with services(path) as here:
        table, seat = await planning(here)
        user, game = user_of(table, seat), table.game.id
        first, second = (name(action) for action, _ in plans.offered(table, seat)[:2])
        await here.orders.leave_plan(game, user, first)
        table = await here.orders.leave_plan(game, user, second)
        assert [name(each) for each in plans.own(table, seat)] == [second]
        table = await here.orders.revoke_plan(game, user)
        assert table.plans == ()
        with pytest.raises(NoSuchOrder):
            await here.orders.revoke_plan(game, user)
        with pytest.raises(NoSuchOrder):
            await here.orders.leave_plan(game, user, "nothing")
        with pytest.raises(NoSeatHere):
            await here.orders.leave_plan(game, EVE, first)


async def test_plans_survive_a_restart(path: Path) -> None:
    async with services(path) as here:
        table, seat = await planning(here)
        spelled = name(plans.offered(table, seat)[0][0])
        await here.orders.leave_plan(table.game.id, user_of(table, seat), spelled)
    async with services(path) as here:
        table = await here.games.table(table.game.id)
        assert [name(each) for each in plans.own(table, seat)] == [spelled]
        table = await to_next(here, table)
        assert table.plans == ()


@pytest.mark.parametrize(("pace", "wait"), [("days", 20.0), ("live", 5.0)])
async def test_nothing_acts_before_an_action_can_no_longer_be_taken_back_in_peace(
    path: Path, monkeypatch: pytest.MonkeyPatch, pace: Any, wait: float
) -> None:
    """Twenty seconds, or five at a live table, whether or not something was prepared."""
    clock, slept = Clock(), []
    async with services(path, clock=clock, undo_pause=20.0) as here:
        table, seat = await planning(here)
        paced = replace(table.game, pace=pace)
        here.cache.put(replace(table, game=paced))
        spelled = name(plans.offered(table, seat)[0][0])
        await here.orders.leave_plan(table.game.id, user_of(table, seat), spelled)
        sleep = asyncio.sleep

        async def passing(seconds: float) -> None:
            slept.append(seconds)
            clock.now += seconds
            await sleep(0)

        monkeypatch.setattr(asyncio, "sleep", passing)
        ended = table.number
        table = await here.by(table, table.decisions[0].seat, "end_turn")
        undoable = table.journal is not None and any(
            table.journal.undo_entry(each) is not None for each in range(3)
        )
        await here.games.wait_idle()
        assert (await here.games.table(table.game.id)).number > ended + 1
        assert (wait in slept) == undoable
        assert max(slept) == wait
        assert undoable


async def test_a_person_leaves_a_plan_in_private(tmp_path: Path, workers: Pooled) -> None:
    async with three(tmp_path, workers) as world:
        first = next(p for p in world.players.values() if world.board.waits_for(p.name))
        other = next(world[n] for n in ("Ada", "Bruno", "Chiara") if n != first.name)
        await other.click("Your move")
        await other.click("Bid ahead", other.panel)
        assert "when your turn begins" in other.panel.text
        while "Plan saved" not in other.panel.text:
            await other.select(list(other.panel.choices)[-1])
        assert "Your plan" in other.panel.text
        everything = [m.text for m in world.public]
        assert not any("plan" in text.lower() for text in everything)
        await other.click("Cancel the plan", other.panel)
        assert "Plan cancelled" in other.panel.text


async def test_a_game_without_orders_speaks_of_plans_only(
    tmp_path: Path, workers: Pooled
) -> None:
    async with table_of(tmp_path, workers, "Ada", "Bruno") as world:
        await world["Ada"].slash("play", game="lacrimosa")
        await world["Bruno"].click("Join")
        await world["Ada"].click("Start")
        other = next(p for p in world.players.values() if not world.board.waits_for(p.name))
        await other.click("Your move")
        assert "Bid ahead" not in other.panel.buttons
        await other.click("Plan ahead", other.panel)
        assert "order" not in other.panel.text.lower()
        # The numbers are those of the hand, before and after.
        planned = other.panel.choices[1]
        assert planned.startswith("2 · ")
        await other.select(planned)
        laid = Words("en")("lacrimosa.label.experience")
        assert f"Your plan: {laid} › {planned}" in other.panel.text
        await world.bot.orders.revoke_plan(1, other.id)
        await other.click("Cancel the plan", other.panel)
        assert "Waiting for" in other.panel.text, "nothing is left to revoke"
        assert "order" not in other.panel.text.lower()


async def test_who_must_go_on_after_their_plan_is_called(
    tmp_path: Path, workers: Pooled
) -> None:
    """In Lacrimosa, a plan is only the first card of a turn: the rest waits for its person."""
    async with table_of(tmp_path, workers, "Ada", "Bruno") as world:
        await world["Ada"].slash("play", game="lacrimosa")
        await world["Bruno"].click("Join")
        await world["Ada"].click("Start")
        mover = next(p for p in world.players.values() if world.board.waits_for(p.name))
        other = next(p for p in world.players.values() if p is not mover)
        await other.click("Your move")
        await other.click("Plan ahead", other.panel)
        await other.select(other.panel.choices[0])
        await mover.click("Your move")
        for _ in range(2):
            await mover.select(mover.panel.choices[0], mover.panel)
        await mover.click("Take 1 ducat", mover.panel)
        await mover.click("End now", mover.panel)
        assert re.search(rf"{other.name} plays .+ in Experiences\.", world.board.text)
        assert "Your plan was played." in other.hand.text
        (call,) = (m for m in other.direct if m.text.startswith("Your move: "))
        assert "Play a card in Story" in call.text
        await other.click("Your move", call)
        panel = next(m for m in other.direct if "Which card goes to Story?" in m.text)
        await other.select(panel.choices[0], panel)
        assert "Your plan was played." not in other.hand.text
