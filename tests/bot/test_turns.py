"""`/turns`: a person plays all their tables from one private message, which stays true."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NoReturn
from unittest.mock import Mock

import discord
import pytest
from msgspec.structs import replace

from bot.delivery.panel_plan import Pauses
from bot.interactions import open_lists, token_life
from bot.interactions.clicks import Click
from bot.screens import turns
from bot.tables.core.game_changes import resting
from render.words import Words
from tests.bot.client_message import Message
from tests.bot.driver import PATIENCE, Player, Pooled, World, table
from tests.bot.running_game import begin, choices, give_back, opener, three

TABLES = 5


@asynccontextmanager
async def tables(
    folder: Path, workers: Pooled, number: int = TABLES, **more: Any
) -> AsyncIterator[tuple[World, Player]]:
    """Bruno at several tables, each in its own channel, that all wait for him."""
    names = ("Ada", "Bruno", "Chiara", "Dmitri")
    async with table(folder, workers, *names, **more) as world:
        for n in range(number):
            if n:
                world.channel = world.guild.create_text_channel(f"salon-{n}")
            await begin(world)
        yield world, world["Bruno"]


async def plays(player: Player, message: Message) -> int:
    """Make the choice that the message asks for; the number of presses it took."""
    await player.click(choices(message)[0], message)
    for label in newest(player).buttons:
        if label.startswith("Yes: "):
            await player.click(label, newest(player))
            return 2
    return 1


def newest(player: Player) -> Message:
    """The private message with the list, in the channel or by direct message."""
    return max((m for m in player.messages if m.passing), key=lambda m: m.id)


@pytest.mark.parametrize("direct", [False, True])
async def test_five_tables_take_one_message_and_a_press_each_beside_the_moves(
    tmp_path: Path, workers: Pooled, *, direct: bool
) -> None:
    async with tables(tmp_path, workers) as (world, bruno):
        seen = {m.id for m in bruno.messages if m.passing}
        await (bruno.slash_directly if direct else bruno.slash)("turns")
        listed = newest(bruno)
        assert listed.text.startswith("### 5 tables are waiting for you")
        presses = moves = 0
        for left in range(TABLES, 0, -1):
            label = "Play · 1" if left == TABLES else f"Next table ({left})"
            await bruno.click(label, newest(bruno))
            assert f"All my turns ({left})" in newest(bruno).buttons
            assert not any(each.startswith("Next table") for each in newest(bruno).buttons)
            made = await plays(bruno, newest(bruno))
            presses, moves = presses + 1 + made, moves + made
        assert presses == moves + TABLES
        assert {m.id for m in bruno.messages if m.passing} - seen == {listed.id}
        assert newest(bruno).buttons[-1] == "All my turns"
        await bruno.click("All my turns", newest(bruno))
        assert newest(bruno).text == "### No table is waiting for you."
        for game in range(1, TABLES + 1):
            here = await world.bot.games.table(game)
            assert here.decision(here.seat_of(bruno.id) or 0) is None


async def test_it_goes_back_to_the_list_and_on_after_a_restart(
    tmp_path: Path, workers: Pooled
) -> None:
    async with tables(tmp_path, workers, 2) as (world, bruno):
        await bruno.slash("turns")
        await bruno.click("Play · 2", bruno.panel)
        await world.restart()
        await plays(bruno, bruno.panel)
        assert bruno.panel.buttons[-2:] == ("All my turns (1)", "Next table (1)")
        await bruno.more("Why can’t I …?", await _on(bruno, "Next table (1)"))
        assert bruno.panel.buttons[-1] == "All my turns (1)", "what helps leads back as well"
        await bruno.click("All my turns (1)", bruno.panel)
        assert bruno.panel.text.startswith("### 1 table is waiting for you")
        assert len(bruno.private) == 1


async def _on(player: Player, label: str) -> Message:
    await player.click(label, player.panel)
    return player.panel


async def test_who_opens_a_panel_elsewhere_is_led_to_no_list(
    tmp_path: Path, workers: Pooled
) -> None:
    async with tables(tmp_path, workers, 1) as (world, bruno):
        await bruno.click("Your move", world.board)
        await plays(bruno, bruno.panel)
        assert not any("turns" in label for label in bruno.panel.buttons)


async def test_an_open_list_follows_its_tables_and_stops_where_it_gave_way(
    tmp_path: Path, workers: Pooled
) -> None:
    async with tables(tmp_path, workers, 2) as (world, bruno):
        lists = world.bot.open_lists
        await bruno.slash("turns")
        before = bruno.panel
        await lists.refresh()
        await world.look()
        assert bruno.panel == before, "nothing is sent where nothing has changed"
        await bruno.click("Your move", world.board)
        await plays(bruno, bruno.panel)
        await lists.refresh()
        await world.look()
        (listed, _) = bruno.private
        assert listed.id == before.id
        assert listed.text.startswith("### 1 table is waiting for you")
        await bruno.click("Play · 1", listed)
        assert len(lists) == 0, "a panel stands there"
        await bruno.click("All my turns (1)", await _newly(world, bruno, listed))
        assert len(lists) == 1


async def _newly(world: World, player: Player, message: Message) -> Message:
    await world.look()
    return next(m for m in player.private if m.id == message.id)


async def test_what_is_opened_elsewhere_gives_its_place_back_to_the_list(
    tmp_path: Path, workers: Pooled
) -> None:
    async with tables(tmp_path, workers, 2) as (world, bruno):
        await bruno.slash("turns")
        listed = bruno.panel
        await bruno.click("Play · 1", listed)
        await bruno.click("Your move", world.board)
        (first, _) = bruno.private
        assert "Profession cards goes back?" in first.text, "that is another table"
        await bruno.click("All my turns (2)", first)
        await bruno.click("Play · 2", await _newly(world, bruno, listed))
        await bruno.click("Your move", world.board)
        await world.look()
        (first, *_) = bruno.private
        assert first.id == listed.id
        assert first.text.startswith("### 2 tables are waiting for you")
        assert len(world.bot.open_lists) == 1
        await bruno.slash("games")
        games = bruno.panel
        await bruno.select(games.choices[0], games)
        await bruno.forge("My games", "m1:move:2")
        await world.look()
        again = next(m for m in bruno.private if m.id == games.id)
        assert again.text.startswith("### Your games")


async def test_what_take_back_on_the_table_answers_gives_its_place_back_to_the_list(
    tmp_path: Path, workers: Pooled
) -> None:
    async with three(tmp_path, workers) as world:
        first = opener(world)
        await first.slash("turns")
        listed = first.panel
        await first.click("Play · 1", listed)
        await first.click("Lake", await _newly(world, first, listed))
        assert "Lake" in (await _newly(world, first, listed)).text
        await first.click("Undo", world.board)
        again = await _newly(world, first, listed)
        assert again.text.startswith("### 1 table is waiting for you")
        assert first.panel.id != listed.id
        assert "Lake" in first.panel.text, "what went back is told"


async def test_what_up_to_on_the_table_answers_gives_its_place_back_to_the_list(
    tmp_path: Path, workers: Pooled
) -> None:
    async with three(tmp_path, workers) as world:
        await opener(world).click("Lake", world.board)
        bids = opener(world)
        await bids.slash("turns")
        listed = bids.panel
        await bids.click("Play · 1", listed)
        await bids.click("Up to …", world.board)
        again = await _newly(world, bids, listed)
        assert again.text.startswith("### 1 table is waiting for you")


async def test_an_open_list_tells_what_happened_last(tmp_path: Path, workers: Pooled) -> None:
    async with tables(tmp_path, workers, 1) as (world, bruno):
        await bruno.slash("turns")
        assert "gives back" not in bruno.panel.text
        await give_back(world["Chiara"])
        await world.bot.open_lists.refresh()
        await world.look()
        assert bruno.panel.text.endswith("\n-# ▲ Chiara gives back a Profession card.")


async def test_an_open_list_is_followed_by_itself(
    tmp_path: Path, workers: Pooled, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(open_lists, "EVERY", 0.05)
    async with tables(tmp_path, workers, 1) as (world, bruno):
        await bruno.slash("turns")
        await give_back(world["Chiara"])
        async with asyncio.timeout(PATIENCE):
            while "Chiara gives back" not in bruno.panel.text:
                await asyncio.sleep(0.05)
                await world.look()


async def test_a_list_is_followed_for_fourteen_minutes_and_then_says_when_it_was_true(
    tmp_path: Path, workers: Pooled, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with tables(tmp_path, workers, 1) as (world, bruno):
        monkeypatch.setattr(token_life, "LIFE", -1.0)
        await bruno.slash("turns")
        assert "As of <t:" not in bruno.panel.text
        await world.bot.open_lists.refresh()
        await world.look()
        assert bruno.panel.text.splitlines()[-1].startswith("-# As of <t:")
        assert len(world.bot.open_lists) == 0


@pytest.mark.parametrize("code", [10008, 50027])
async def test_a_list_that_cannot_be_edited_is_forgotten_without_a_word(
    tmp_path: Path, workers: Pooled, caplog: pytest.LogCaptureFixture, code: int
) -> None:
    async with tables(tmp_path, workers, 1) as (world, bruno):
        await bruno.slash("turns")
        await give_back(world["Chiara"])
        caplog.set_level(logging.INFO)
        caplog.clear()
        world.env.inject_error("PATCH", "/webhooks/*", status=404, code=code)
        await world.bot.open_lists.refresh()
        assert len(world.bot.open_lists) == 0
        assert not [each for each in caplog.records if each.name.startswith("bot")]


@pytest.mark.parametrize("ends", [False, True])
@pytest.mark.parametrize(
    "fault",
    [
        OSError("the line is cut"),
        TimeoutError(),
        discord.RateLimited(600.0),
        discord.HTTPException(Mock(status=503, reason="busy"), ""),
    ],
    ids=["line", "slow", "limit", "busy"],
)
async def test_a_list_that_cannot_be_edited_now_is_edited_at_the_next_look(
    tmp_path: Path,
    workers: Pooled,
    monkeypatch: pytest.MonkeyPatch,
    fault: Exception,
    ends: bool,
) -> None:
    async def fail(*_: object, **__: object) -> NoReturn:
        raise fault

    async with tables(tmp_path, workers, 1) as (world, bruno):
        if ends:
            monkeypatch.setattr(token_life, "LIFE", -1.0)
        await bruno.slash("turns")
        await give_back(world["Chiara"])
        with monkeypatch.context() as down:
            down.setattr(discord.Interaction, "edit_original_response", fail)
            await world.bot.open_lists.refresh()
        assert len(world.bot.open_lists) == 1
        await world.bot.open_lists.refresh()
        await world.look()
        assert "Chiara gives back" in bruno.panel.text
        assert ("As of <t:" in bruno.panel.text, len(world.bot.open_lists)) == (ends, not ends)


async def test_what_is_asked_beside_moves_is_answered_in_the_message(
    tmp_path: Path, workers: Pooled
) -> None:
    async with three(tmp_path, workers) as world:
        first = opener(world)
        one, two = (p for p in map(world.__getitem__, ("Ada", "Bruno", "Chiara")) if p != first)
        dmitri = world["Dmitri"]
        await one.slash("seat")
        await one.select("Pause for a day", one.panel)
        seen = len(two.private)
        await two.slash("turns")
        assert "\nAgree to a pause, or not · <t:" in two.panel.text
        await two.click("Answer · 1", two.panel)
        assert f"{one.name} proposes a pause" in two.panel.text
        await two.click("No", two.panel)
        assert two.panel.buttons == ("All my turns",)
        assert len(two.private) == seen + 1
        await two.slash("seat")
        await two.pick(f"Invite a substitute: {two.name}", dmitri)
        await dmitri.slash("turns")
        assert "\nYou’re invited to take a seat · <t:" in dmitri.panel.text
        await dmitri.click("Answer · 1", dmitri.panel)
        assert f"invited to take the seat of {_shape(dmitri.panel.text)}{two.name}" in (
            dmitri.panel.text
        )
        await dmitri.click(dmitri.panel.buttons[0], dmitri.panel)
        assert len(dmitri.private) == 1
        assert "All my turns" in dmitri.panel.buttons
        here = await world.bot.games.table(1)
        assert here.seat_of(dmitri.id) is not None


def _shape(text: str) -> str:
    return text.split("seat of ")[1][:2]


async def test_the_question_of_the_next_table_stays_whatever_happens_at_the_one_before(
    tmp_path: Path, workers: Pooled
) -> None:
    at_once = Pauses(between=0, untouched=0)
    async with tables(tmp_path, workers, 2, panel_pauses=at_once) as (world, bruno):
        await give_back(bruno)
        await world["Ada"].slash("seat")
        await world["Ada"].select("Pause for a day", world["Ada"].panel)
        await bruno.slash("turns")
        listed = newest(bruno)
        await bruno.click("Play · 1", listed)
        await plays(bruno, newest(bruno))
        await bruno.click("Next table (1)", newest(bruno))
        asked = newest(bruno)
        assert asked.id == listed.id
        assert "Ada proposes a pause" in asked.text
        await world.bot.seats.away(1, bruno.id)
        await world.bot.live_panels.join()
        assert await _newly(world, bruno, listed) == asked


async def _sleeps(world: World, game: int) -> None:
    """A table rests, and somebody opens another one in its channel."""
    games = world.bot.games
    row = (await games._change(game, lambda now: resting(now, games._cache.moment()))).game
    await world.bot.lobbies.create_lobby("florence", row.guild, row.channel, 99, "Zoe")


async def test_the_next_table_is_none_that_cannot_be_woken(
    tmp_path: Path, workers: Pooled
) -> None:
    async with tables(tmp_path, workers, 3) as (world, bruno):
        await bruno.slash("turns")
        await bruno.click("Play · 2", newest(bruno))
        await _sleeps(world, 1)
        await plays(bruno, newest(bruno))
        await bruno.click("Next table (2)", newest(bruno))
        opened = world.bot.open_panels.get(newest(bruno).id)
        assert opened is not None
        assert opened.shown.game == 3
        await plays(bruno, newest(bruno))
        await bruno.click("Next table (1)", newest(bruno))
        assert newest(bruno).text.startswith("### 1 table is waiting for you")
        await bruno.click("Play · 1", newest(bruno))
        assert newest(bruno).text.startswith("This table is asleep, and another one is using")


async def test_a_table_that_rests_is_woken_as_the_next_one(
    tmp_path: Path, workers: Pooled
) -> None:
    async with tables(tmp_path, workers, 2) as (world, bruno):
        games = world.bot.games
        await bruno.slash("turns")
        await bruno.click("Play · 2", newest(bruno))
        await games._change(1, lambda now: resting(now, games._cache.moment()))
        await plays(bruno, newest(bruno))
        assert (await games.table(1)).game.rested is not None
        await bruno.click("Next table (1)", newest(bruno))
        assert (await games.table(1)).game.rested is None


@pytest.mark.parametrize("label", ["All my turns (2)", "Next table (1)"])
async def test_a_table_that_cannot_be_woken_leads_back_to_the_list_and_on(
    tmp_path: Path, workers: Pooled, label: str
) -> None:
    async with tables(tmp_path, workers, 2) as (world, bruno):
        await bruno.slash("turns")
        await bruno.click("Play · 1", newest(bruno))
        if label.startswith("Next"):
            await plays(bruno, newest(bruno))
        shown = newest(bruno)
        await _sleeps(world, 1)
        await bruno.click(label, shown)
        assert newest(bruno).id == shown.id, "a refusal is a message of its own"
        assert newest(bruno).text != shown.text


async def test_no_table_is_loaded_for_a_list(
    tmp_path: Path, workers: Pooled, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with tables(tmp_path, workers, 2) as (world, bruno):
        loaded: list[int] = []
        load = world.bot.games.table

        async def watched(game: int, revision: int = 0) -> object:
            loaded.append(game)
            return await load(game, revision)

        monkeypatch.setattr(world.bot.games, "table", watched)
        await bruno.slash("turns")
        await world.bot.open_lists.refresh()
        assert loaded == []


async def test_a_game_that_only_an_earlier_release_has_written_is_listed_too(
    tmp_path: Path, workers: Pooled
) -> None:
    async with tables(tmp_path, workers, 1) as (world, bruno):
        await bruno.slash("turns")
        before = bruno.panel.text
        database = world.bot.store._database
        await database.write("UPDATE games SET latest = NULL")
        await database.write("UPDATE seats SET asks = '[]'")
        await bruno.slash("turns")
        assert bruno.panel.text == before


async def test_what_a_click_has_brought_is_kept_at_the_next_table(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    opened: list[Click] = []

    async def _open(click: Click, *_: object) -> None:
        opened.append(click)

    monkeypatch.setattr(turns, "_open", _open)
    monkeypatch.setattr(turns, "_return_to", lambda *_: None)
    nothing: Any = None
    click = Click(
        bot=nothing,
        interaction=nothing,
        verb="next_turn",
        game=1,
        args=("a",),
        values=("b",),
        words=Words("en"),
        filled_in={"c": "d"},
    )
    other: Any = SimpleNamespace(game=2, address=("move", 0))
    await turns._open_next(click, other)
    assert opened == [replace(click, game=2)]
