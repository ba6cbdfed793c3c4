"""Absent people learn that a computer player plays for them, and what it did meanwhile."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.screens.call_table import table_text
from bot.tables.core.draft import Draft
from bot.tables.core.levels import DEFAULT
from bot.tables.core.table import Table
from bot.tables.seating import seat_changes
from render.words import Words
from tests.bot.driver import Player, Pooled, World
from tests.bot.running_game import opener, three
from tests.bot.services import MOMENT
from tests.bot.test_told import closes_dms, reads

CALL = "a computer player is playing for you"


async def stands_in(world: World, player: Player) -> None:
    """The others have decided: a computer player plays for someone who did not act."""
    here = await world.bot.games.table(1)
    seat = here.seat_of(player.id)
    assert seat is not None

    def draft(now: Table) -> Draft:
        return seat_changes.stood_in(now, seat, DEFAULT, MOMENT)

    await world.bot.seats._change(1, draft)
    await settled(world)


async def settled(world: World) -> None:
    await world.bot.games.wait_idle()
    await world.bot.delivery.join()
    await world.env.settle()
    await world.look()


def told(player: Player) -> list[str]:
    return [call.content for call in player.calls if CALL in call.content]


@pytest.mark.parametrize("closed", [False, True], ids=["direct", "channel"])
async def test_one_call_says_so_and_its_button_brings_them_back(
    tmp_path: Path, workers: Pooled, closed: bool
) -> None:
    async with three(tmp_path, workers) as world:
        first = opener(world)
        if closed:
            closes_dms(first)
        await stands_in(world, first)
        (call,) = first.calls
        assert told(first) == [call.content]
        assert call.direct is not closed
        assert call.buttons == ("I’m back", "What happened")
        assert not call.silent
        for player in world.players.values():
            assert player is first or not told(player)
        await settled(world)
        assert [each.id for each in first.calls] == [call.id], "one call"
        await first.click("I’m back", call)
        await settled(world)
        assert not told(first), "it says so no longer"


async def test_who_goes_away_by_themselves_is_not_called(
    tmp_path: Path, workers: Pooled
) -> None:
    async with three(tmp_path, workers) as world:
        first = opener(world)
        await first.slash("seat")
        await first.click("Take a break: a computer plays for me", first.panel)
        await settled(world)
        assert not told(first)


async def test_what_the_opponent_did_is_news_to_who_was_away(
    tmp_path: Path, workers: Pooled
) -> None:
    async with three(tmp_path, workers) as world:
        first = opener(world)
        before = await world.bot.games.table(1)
        seat = before.seat_of(first.id)
        assert seat is not None
        own = before.own_move(seat)
        assert own == before.last_move(seat) > 0
        await stands_in(world, first)
        here = await world.bot.games.table(1)
        assert here.last_move(seat) > before.number, "the opponent has acted"
        assert here.own_move(seat) == own
        await first.slash("journal")
        assert first.panel.text.startswith("### Since your last turn")
        assert f"{first.name} (computer) opens the auction" in first.panel.text
        assert f"{first.name} gives back" not in first.panel.text
        back = seat_changes.back(here, first.id, MOMENT).table
        assert back.turn_before(seat) <= own or back.seats[seat].wants_back


async def test_the_journal_names_who_played_then(tmp_path: Path, workers: Pooled) -> None:
    async with three(tmp_path, workers) as world:
        first = opener(world)
        await stands_in(world, first)
        here = await world.bot.games.table(1)
        seat = here.seat_of(first.id) or 0
        since = here.seats[seat].since
        assert since
        assert [here.people_at(n)[seat].computer for n in (1, since, since + 1)] == [
            *(False, False, True)
        ]
        assert not here.at(since).people[seat].computer
        assert here.at(here.number).people[seat].computer


@pytest.mark.parametrize("language", ["es", "fr", "ru"])
async def test_it_is_told_in_their_language(
    tmp_path: Path, workers: Pooled, language: str
) -> None:
    async with three(tmp_path, workers) as world:
        first = opener(world)
        reads(first, language)
        await first.slash("turns")
        await stands_in(world, first)
        words = Words.pick(language)
        (call,) = first.calls
        here = await world.bot.games.table(1)
        said = table_text(here, here.seat_of(first.id), words)
        assert call.content == words("call.stand_in", table=said)
        assert call.buttons[0] == words("seat.button.back")
