"""What need not be asked: the ends of turns, the order under a pile, the only option."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

import pytest
from msgspec.structs import replace

from bot.store import DatabaseError
from bot.tables.core.table import Table
from rules import unasked
from rules.contract import Decision, Moved, TakenBack, name
from rules.florence.actions import Keep, PutUnder, ToEnd, ToKeep
from rules.journal import AnyJournal
from tests.bot.driver import Pooled
from tests.bot.put_position import SEATED, begun, found, put
from tests.bot.running_game import MOVE
from tests.bot.services import Clock, Services, services


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "bot.db"


def ending(table: Table) -> int | None:
    """The seat whose turn ends by itself."""
    return next(
        (row.seat for row in table.deciding if table.end_of_turn(row.seat) is not None), None
    )


async def played_to(here: Services, fits: Callable[[Table], bool]) -> Table:
    """A game of three people, played until it fits; nobody bids."""
    table = await here.at_auction()
    while not fits(table):
        names = [name(each) for each in table.decisions[0].options]
        draws = [each for each in names if each.startswith("draw_bonus")]
        table = await here.step(table, (*draws, *names)[0])
    return table


async def at_end(here: Services) -> Table:
    """A game where a turn has nothing left and its last action can be undone."""

    def fits(table: Table) -> bool:
        seat = ending(table)
        return seat is not None and table.undo_entry(seat) is not None

    return await played_to(here, fits)


async def test_a_turn_ends_by_itself_after_its_pause_also_over_a_restart(path: Path) -> None:
    clock = Clock()
    async with services(path, clock=clock, end_pause=20.0) as here:
        table = await at_end(here)
        seat, number = ending(table), table.number
        assert table.game.steps, "it is looked for after a restart"
        assert here.games.ends_at(table) == table.game.updated + 20.0
        here.autoplay.look(table.game.id)
        await here.games.wait_idle()
        assert (await here.games.table(table.game.id)).number == number
    clock.now += 20.0
    async with services(path, clock=clock, end_pause=20.0) as here:
        await here.games.wait_idle()
        after = await here.games.table(table.game.id)
        assert _moved(after, number + 1).seat == seat
        rows = await here.store.games.entries(table.game.id)
        assert seat is not None
        assert rows[number].by_user == table.seats[seat].user, "it is the person's own"
        assert after.seats[seat].unread is None, "nobody has to be told of it"


async def test_alone_with_opponents_and_live_the_pause_is_short(path: Path) -> None:
    async with services(path, end_pause=20.0) as here:
        table = await at_end(here)
        assert here.games.ends_at(table) == table.game.updated + 20.0
        live = replace(table, game=replace(table.game, pace="live"))
        assert here.games.ends_at(live) == live.game.updated + 5.0


async def test_an_end_goes_back_with_the_action_before_it_and_then_nothing_is_automatic(
    path: Path,
) -> None:
    clock = Clock()
    async with services(path, clock=clock, end_pause=20.0) as here:
        table = await at_end(here)
        seat, number = ending(table), table.number
        assert seat is not None
        kept = _moved(table, number - 1).action
        assert isinstance(kept, Keep)
        clock.now += 21.0
        here.autoplay.look(table.game.id)
        await here.games.wait_idle()
        user = table.seats[seat].user or 0
        after = await here.games.table(table.game.id)
        assert after.number > number
        back = (await here.games.take_back(table.game.id, user)).table
        assert back.journal is not None
        undone = back.journal.entries[-3:]
        assert [type(each) for each in undone] == [TakenBack] * 3, "end, order, and card"
        decision = back.decision(seat)
        assert decision is not None
        assert kept in decision.options, "what was done can be chosen again"
        again = await here.by(back, seat, name(kept))
        assert ending(again) is None, "nothing ends by itself in this turn any more"
        clock.now += 21.0
        here.autoplay.look(table.game.id)
        await here.games.wait_idle()
        assert (await here.games.table(table.game.id)).number == again.number


async def test_who_wants_to_end_their_turns_themselves_is_asked(path: Path) -> None:
    clock = Clock()
    async with services(path, clock=clock, end_pause=20.0) as here:
        table = await at_end(here)
        seat = ending(table)
        assert seat is not None
        await here.people.change(table.seats[seat].user or 0, ends_turns=False)
        table = await here.games.table(table.game.id)
        assert ending(table) is None
        assert not table.game.steps
        clock.now += 60.0
        here.autoplay.look(table.game.id)
        await here.games.wait_idle()
        assert (await here.games.table(table.game.id)).number == table.number


async def test_an_end_of_a_turn_counts_once_it_is_stored(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Clock()
    async with services(path, clock=clock, end_pause=20.0) as here:
        table = await at_end(here)

        async def fail(*_: object) -> NoReturn:
            raise DatabaseError("the disk is full")

        clock.now += 21.0
        with monkeypatch.context() as full:
            full.setattr(here.store.games, "commit", fail)
            here.autoplay.look(table.game.id)
            await here.games.wait_idle()
        assert table.game.id not in here.autoplay._ended
        here.autoplay._tasks.hurry()
        await here.games.wait_idle()
        assert table.game.id in here.autoplay._ended


async def test_who_lets_their_turns_end_by_themselves_again_waits_for_no_click(
    path: Path,
) -> None:
    clock = Clock()
    async with services(path, clock=clock, end_pause=20.0) as here:
        table = await at_end(here)
        seat = ending(table)
        assert seat is not None
        user = table.seats[seat].user or 0
        await here.people.change(user, ends_turns=False)
        await here.games.wait_idle()
        clock.now += 60.0
        await here.people.change(user, ends_turns=True)
        await here.games.wait_idle()
        after = await here.games.table(table.game.id)
        assert _moved(after, table.number + 1).seat == seat


async def test_keeping_a_card_puts_the_others_under_as_they_lie(path: Path) -> None:
    async with services(path) as here:
        table = await played_to(here, lambda each: _keeps(each) is not None)
        seat = _keeps(table)
        assert seat is not None
        assert table.journal is not None
        decision = table.decision(seat)
        assert decision is not None
        arose, user = table.arose(seat) or 0, table.seats[seat].user or 0
        kept = name(decision.options[-1])
        after = (await here.games.play(table.game.id, user, seat, arose, kept)).table
        assert after.journal is not None
        assert isinstance(_moved(after, table.number + 1).action, Keep)
        under = _moved(after, table.number + 2).action
        assert isinstance(under, PutUnder)
        past = after.journal.at(table.number + 1).decision(seat)
        assert past is not None
        assert under == past.options[0]
        back = (await here.games.take_back(table.game.id, user)).table
        assert back.decision(seat) == decision, "one press takes both back"


async def test_another_order_is_asked_for_when_it_is_wanted(path: Path) -> None:
    async with services(path) as here:
        table = await played_to(here, lambda each: _keeps(each) is not None)
        seat = _keeps(table)
        assert seat is not None
        assert table.journal is not None
        decision = table.decision(seat)
        assert decision is not None
        assert unasked.is_choice_along(table.journal, seat, decision)
        arose, user = table.arose(seat) or 0, table.seats[seat].user or 0
        kept = name(decision.options[0])
        played = await here.games.play(table.game.id, user, seat, arose, kept, apart=True)
        orders = played.table.decision(seat)
        assert orders is not None
        assert isinstance(orders.options[0], PutUnder)
        other = await here.by(played.table, seat, name(orders.options[-1]))
        back = (await here.games.take_back(table.game.id, user)).table
        assert back.decision(seat) == orders, "a chosen order goes back alone"
        assert other.number > played.table.number


def _moved(table: Table, number: int) -> Moved:
    assert table.journal is not None
    entry = table.journal.entries[number - 1]
    assert isinstance(entry, Moved)
    return entry


def _keeps(table: Table) -> int | None:
    for decision in table.decisions:
        if isinstance(decision.prompt, ToKeep) and len(decision.options) > 2:
            return decision.seat
    return None


async def test_the_panel_names_the_end_and_the_other_order(
    tmp_path: Path, workers: Pooled
) -> None:
    def keeps(journal: AnyJournal, decision: Decision) -> bool:
        del journal
        return isinstance(decision.prompt, ToKeep) and len(decision.options) > 2

    def ends(journal: AnyJournal, decision: Decision) -> bool:
        del journal
        return isinstance(decision.prompt, ToEnd)

    async with begun("florence", tmp_path, workers) as world:
        journal, decision = found("florence", keeps)
        await put(world, journal)
        player = world[SEATED[decision.seat]]
        await player.click(MOVE)
        shown = player.panel.buttons
        await player.more("Put back in another order", player.panel)
        assert "Then choose the order of the others." in player.panel.text
        assert "Put back in another order" not in player.panel.buttons
        await player.click(shown[0], player.panel)
        assert "order" in player.panel.text.lower()

        journal, decision = found("florence", ends)
        await put(world, journal)
        player = world[SEATED[decision.seat]]
        await player.click(MOVE)
        assert "Your turn ends <t:" in player.panel.text
        assert "End now" in player.panel.buttons
        await world.bot.people.change(player.id, ends_turns=False)
        await player.click(MOVE)
        assert "End now" not in player.panel.buttons
        assert "End turn" in player.panel.buttons


async def test_a_work_names_the_bonus_card_that_it_needs(
    tmp_path: Path, workers: Pooled
) -> None:
    def forced(journal: AnyJournal, decision: Decision) -> bool:
        return any(unasked.forced(journal, decision.seat, each) for each in decision.options)

    async with begun("florence", tmp_path, workers) as world:
        journal, decision = found("florence", forced)
        await put(world, journal)
        player = world[SEATED[decision.seat]]
        await player.click(MOVE)
        offered = (*player.panel.buttons, *player.panel.choices)
        works = [each for each in offered if " + " in each]
        assert works, offered
        before = journal.number
        press = player.click if works[0] in player.panel.buttons else player.select
        await press(works[0], player.panel)
        after = await world.bot.games.in_channel(world.channel.id)
        assert after is not None
        assert after.number >= before + 2, "the work, and its card"
