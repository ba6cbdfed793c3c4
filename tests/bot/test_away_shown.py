"""What people read while they are away from their seat, and what leads them back."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from bot.screens import hand, panel
from bot.store.rows import Status
from bot.tables.core.table import Table
from render.words import Words
from tests.bot.client_message import PEOPLE, Message
from tests.bot.driver import Player, Pooled, World
from tests.bot.running_game import opener, three

GOES_AWAY = "Take a break: a computer plays for me"
PAUSED = "You are away, and the game is paused. Press “I’m back” to play again."


async def here_of(world: World) -> Table:
    here = await world.bot.games.in_channel(world.channel.id)
    assert here is not None
    return here


def not_acting(world: World) -> Player:
    """Someone whose turn it is not."""
    first = opener(world)
    return next(p for p in map(world.__getitem__, ("Ada", "Bruno")) if p is not first)


async def test_a_game_that_nobody_plays_says_so(tmp_path: Path, workers: Pooled) -> None:
    async with three(tmp_path, workers) as world:
        for name in ("Ada", "Bruno"):
            await world[name].slash("seat")
            await world[name].click(GOES_AWAY, world[name].panel)
        last = world["Chiara"]
        await last.slash("seat")
        assert "You are playing. If you take a break, the game waits." in last.panel.text
        await last.click("Take a break", last.panel)
        assert "The game is paused" in world.board.text
        shown = [last.panel]
        for command in ("seat", "hand"):
            await last.slash(command)
            shown.append(last.panel)
        await last.click("Your move", world.board)
        for panel in (*shown, last.panel):
            assert PAUSED in panel.text
            assert "computer player" not in panel.text
        assert last.hand.text.startswith("A computer player is standing in for you in")
        await last.click("I’m back", last.panel)
        assert "The game is paused" not in world.board.text


@pytest.mark.parametrize("where", ["My hand", "Your move"])
async def test_who_comes_back_in_a_private_hand_or_panel_is_led_to_the_move(
    tmp_path: Path, workers: Pooled, where: str
) -> None:
    async with three(tmp_path, workers) as world:
        back = not_acting(world)
        await back.slash("seat")
        await back.click(GOES_AWAY, back.panel)
        await back.click(where, world.board)
        shown = back.panel
        await back.click("I’m back", shown)
        assert back.panel.id == shown.id
        assert back.panel.text.startswith("Welcome back. You are playing again.")
        while opener(world) is not back:
            await opener(world).click("No item this round", world.board)
        assert "No item this round" in back.panel.buttons


async def test_who_comes_back_elsewhere_gives_the_place_of_the_older_panel_to_its_list(
    tmp_path: Path, workers: Pooled
) -> None:
    async with three(tmp_path, workers) as world:
        back = not_acting(world)
        await back.slash("games")
        listed = back.panel
        await back.select(listed.choices[0], listed)
        await back.click("My hand", world.board)
        hand_ = back.panel
        await world.bot.seats.away(1, back.id)
        await world.bot.live_panels.join()
        await world.look()
        await back.click("I’m back", next(m for m in back.private if m.id == hand_.id))
        again = next(m for m in back.private if m.id == listed.id)
        assert again.text.startswith("### Your games")


async def test_where_nobody_can_be_chosen_no_menu_offers_to_invite(
    tmp_path: Path, workers: Pooled
) -> None:
    async with three(tmp_path, workers) as world:
        back = not_acting(world)
        await back.slash("seat")
        assert _menus_of_people(back.panel)
        await back.click(GOES_AWAY, back.panel)
        assert _menus_of_people(back.panel)
        await back.click("I’m back", back.hand)
        panel = back.direct[-1]
        assert "Leave for good" in panel.buttons
        assert not _menus_of_people(panel), "Discord would name no member of the server"
        await back.click("Leave for good", panel)
        await back.click("Back", back.direct[-1])
        assert "Leave for good" in back.direct[-1].buttons
        assert not _menus_of_people(back.direct[-1])


def _menus_of_people(message: Message) -> list[Any]:
    return [part for part in message.parts if part["type"] == PEOPLE]


async def test_who_goes_away_in_a_pause_is_not_told_that_a_computer_plays(
    tmp_path: Path, workers: Pooled
) -> None:
    async with three(tmp_path, workers) as world:
        ada = world["Ada"]
        here = await here_of(world)
        paused = replace(here.game, paused_until=world.bot.clock() + 86400.0)
        world.bot.games._cache.put(replace(here, game=paused))
        await ada.slash("seat")
        await ada.click(GOES_AWAY, ada.panel)
        assert "**Paused until " in ada.panel.text
        assert PAUSED in ada.panel.text
        assert "A computer player is playing" not in ada.panel.text


@pytest.mark.parametrize(
    ("status", "wants_back", "told"),
    [
        (
            "playing",
            True,
            "A computer player finishes this round for you. If there is another,",
        ),
        ("aside", False, "This game is set aside"),
        ("over", False, "The game is over."),
    ],
)
async def test_hand_and_panel_of_who_is_away_say_what_becomes_of_the_game(
    tmp_path: Path, workers: Pooled, status: Status, wants_back: bool, told: str
) -> None:
    async with three(tmp_path, workers) as world:
        here = await here_of(world)
        player = world[next(r.name for r in here.seats if r not in here.deciding)]
        await player.slash("seat")
        await player.click(GOES_AWAY, player.panel)
        now = await here_of(world)
        row = replace(now.seats[now.seat_of(player.id) or 0], wants_back=wants_back)
        table = replace(now.with_seat(row), game=replace(now.game, status=status))
        for message in (hand.message, panel.message):
            shown = await message(world.bot, table, row.seat, Words("en"))
            text = str(shown.view.to_components())
            assert told in text
            assert "is playing for you" not in text
