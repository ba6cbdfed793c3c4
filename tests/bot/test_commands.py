"""The slash commands: their tree within Discord's limits, and what each answers."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path
from typing import Any, cast

import discord
import pytest
import simcord
from discord import app_commands

from bot import commands
from bot.commands import sync
from bot.delivery.outbox import OutboxDelivery
from bot.interactions.clicks import ClickRouter
from bot.interactions.membership import INVITED
from tests.bot.command_steps import EVERYBODYS, PERSONAL, begun, gives_back
from tests.bot.driver import Pooled, World, table
from tests.bot.running_game import choices, opener, three

MENUS = {"Record", "Invite to a table"}
"""The commands in the menu of a person."""


# -- the tree ----------------------------------------------------------------


@pytest.fixture(scope="module")
def payload() -> list[dict[str, Any]]:
    """The commands as they are sent to Discord."""
    tree: Any = app_commands.CommandTree(discord.Client(intents=discord.Intents.none()))
    commands.register(tree, ClickRouter(), cast(OutboxDelivery, None))
    return [command.to_dict(tree) for command in tree.get_commands()]


def test_these_are_the_commands(payload: list[dict[str, Any]]) -> None:
    assert {each["name"] for each in payload if each["type"] == 1} == {*EVERYBODYS, "host"}
    assert {each["name"] for each in payload if each["type"] == 2} == MENUS


def test_commands_of_one_person_are_for_direct_messages_as_well(
    payload: list[dict[str, Any]],
) -> None:
    for command in payload:
        alone = command["name"] in {*PERSONAL, "privacy", "record"}
        assert command["contexts"] == ([0, 1] if alone else [0])
        assert command["integration_types"] == [0]
        manages = str(discord.Permissions(manage_guild=True).value)
        wanted = manages if command["name"] == "host" else None
        permissions = command.get("default_member_permissions")
        assert (str(permissions) if permissions is not None else None) == wanted


def _times_sent(world: World) -> int:
    return sum(r.method == "PUT" and "commands" in r.path for r in world.env.http_requests)


async def test_the_tree_is_sent_once(tmp_path: Path, workers: Pooled) -> None:
    async with table(tmp_path, workers, "Ada") as world:
        assert _times_sent(world) == 1
        await world.restart()
        assert _times_sent(world) == 1


async def test_the_commands_that_discord_has_work_while_it_refuses_others(
    tmp_path: Path,
    workers: Pooled,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sync, "FIRST_PAUSE", 600.0)  # a shorter pause is waited for
    async with table(tmp_path, workers, "Ada", faults=True) as world:
        await world.bot.store.set_digest("commands", "those of another release")
        world.env.inject_error("PUT", "/applications/*/commands", status=400, code=50035)
        await world.restart()
        assert "Discord did not accept the commands" in caplog.text
        await world["Ada"].slash("play", game="florence")
        assert "Start" in world.board.buttons


# -- what they answer --------------------------------------------------------


@pytest.mark.parametrize("command", ["table", "hand", "journal", "score", "history", "undo"])
async def test_where_there_was_never_a_game_it_says_so(
    tmp_path: Path, workers: Pooled, command: str
) -> None:
    async with table(tmp_path, workers, "Ada") as world:
        await world["Ada"].slash(command)
        assert (
            world["Ada"].panel.text
            == "There is no game in this channel. Open a table with /play."
        )


async def test_a_closed_table_is_none(tmp_path: Path, workers: Pooled) -> None:
    async with table(tmp_path, workers, "Ada") as world:
        await world["Ada"].slash("play", game="florence")
        await world["Ada"].click_more("Close table")
        await world["Ada"].slash("table")
        assert (
            world["Ada"].panel.text
            == "There is no game in this channel. Open a table with /play."
        )
        await world["Ada"].slash("rules")
        assert world["Ada"].panel.text == "Choose a game, or use this in a channel with a game."


async def test_a_command_that_comes_too_late_does_nothing(
    tmp_path: Path, workers: Pooled
) -> None:
    async with table(tmp_path, workers, "Ada") as world:
        world.env.inject_error("POST", "/interactions/*", status=404, code=10062)
        await world["Ada"].slash("play", game="florence")
        assert await world.bot.games.in_channel(world.channel.id) is None
        assert world.messages == ()


@pytest.mark.parametrize(
    ("code", "told"),
    [
        (50001, "I’m not allowed to write here. In a private thread,"),
        (160005, "This thread is locked."),
        (50035, "Discord won’t let me post here."),
    ],
)
async def test_a_lobby_that_cannot_be_posted_is_closed_and_says_what_to_do(
    tmp_path: Path, workers: Pooled, code: int, told: str
) -> None:
    async with table(tmp_path, workers, "Ada") as world:
        where = f"/channels/{world.channel.id}/messages"
        world.env.inject_error("POST", where, status=403, code=code)
        await world["Ada"].slash("play", game="florence")
        assert world["Ada"].panel.text.startswith(told)
        closed = await world.bot.games.in_channel(world.channel.id)
        assert closed is not None
        assert closed.game.status == "cancelled"
        await world["Ada"].slash("play", game="florence")
        assert world["Ada"].panel.text.startswith("Your table is open: ")
        assert world["Ada"].panel.text.split()[4].rstrip(".").endswith(f"/{world.board.id}")


def test_the_pages_ask_for_what_the_bot_needs() -> None:
    for page in ("README.md", "docs/hosting.md"):
        assert f"permissions={INVITED.value}" in Path(page).read_text("utf-8")


async def test_where_the_bot_was_left_out_play_says_so(
    tmp_path: Path, workers: Pooled, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A server that added the app without the scope `bot` has only its commands."""
    async with table(tmp_path, workers, "Ada") as world:
        monkeypatch.setattr(type(world.bot), "get_guild", lambda *_: None)
        await world["Ada"].slash("play", game="florence")
        told = world["Ada"].panel.text
        assert told.startswith("I am not on this server, so I can’t post anything here.")
        assert f"client_id={world.bot.application_id}&scope=bot+applications.commands" in told
        assert f"permissions={INVITED.value}" in told
        assert await world.bot.games.in_channel(world.channel.id) is None


async def test_a_move_counts_though_its_panel_was_dismissed(
    tmp_path: Path, workers: Pooled
) -> None:
    async with table(tmp_path, workers, "Ada", "Bruno", "Chiara") as world:
        await begun(world)
        ada = world["Ada"]
        await ada.click("Your move")
        choice = choices(ada.panel)[0]
        await ada.click(choice, ada.panel)
        before = (await world.bot.games.table(1)).number, len(ada.private)
        path = f"/webhooks/{world.bot.application_id}/*/messages/@original"
        world.env.inject_error("PATCH", path, status=404, code=10008)
        sure = next(each for each in ada.panel.buttons if each.startswith("Yes: "))
        await ada.click(sure, ada.panel)
        after = (await world.bot.games.table(1)).number, len(ada.private)
        assert after == (before[0] + 1, before[1]), "it counts, and no fault is told"


async def test_a_lobby_waits_for_a_discord_that_is_down(
    tmp_path: Path, workers: Pooled
) -> None:
    async with table(tmp_path, workers, "Ada") as world:
        where = f"/channels/{world.channel.id}/messages"
        world.env.inject_error("POST", where, status=503, code=0, times=1)
        await world["Ada"].slash("play", game="florence")
        assert world["Ada"].panel.text.startswith(
            "Discord is not accepting messages right now."
        )
        await world.passes(10)
        assert "Join" in world.board.buttons


@pytest.mark.parametrize("command", ["hand", "journal", "score", "undo"])
async def test_in_a_lobby_nothing_has_happened_yet(
    tmp_path: Path, workers: Pooled, command: str
) -> None:
    async with table(tmp_path, workers, "Ada") as world:
        await world["Ada"].slash("play", game="florence")
        await world["Ada"].slash(command)
        assert world["Ada"].panel.text == (
            "This game has not begun: the table is still waiting for players."
        )


async def test_table_brings_a_lobby_to_the_bottom(tmp_path: Path, workers: Pooled) -> None:
    async with table(tmp_path, workers, "Ada", "Bruno") as world:
        await world["Ada"].slash("play", game="florence")
        before = world.board
        await world["Ada"].slash("table")
        assert world.board.id > before.id
        assert next(m for m in world.public if m.id == before.id).buttons == ()
        await world["Bruno"].click("Join", world.board)
        assert "at the table: Ada, Bruno." in world.board.words


async def test_an_unknown_game_is_refused(tmp_path: Path, workers: Pooled) -> None:
    async with table(tmp_path, workers, "Ada", "Bruno") as world:
        await world["Ada"].slash("play", game="florence")
        await world["Bruno"].forge("Join", "m1:thread:1:chess:en")
        assert "I don’t know that game." in world["Bruno"].panel.text


async def test_table_posts_the_table_at_the_bottom(tmp_path: Path, workers: Pooled) -> None:
    async with table(tmp_path, workers) as world:
        await begun(world)
        before = world.board
        await world["Dmitri"].slash("table")
        assert world.board.id == before.id, "who has no seat is shown it privately"
        assert "Your move" in world["Dmitri"].panel.buttons
        await world["Ada"].slash("table")
        assert world["Ada"].panel.text == "The table is at the bottom of the channel again."
        assert world.board.id > before.id
        assert world.board.silent, "nobody is called for it"
        assert next(m for m in world.public if m.id == before.id).buttons == ()
        public = world.public
        await world["Bruno"].slash("table")
        assert world["Bruno"].panel.text.startswith("This table was posted a moment ago")
        assert world.public == public


@pytest.mark.parametrize("direct", [False, True])
async def test_a_choice_on_a_private_copy_of_the_table_shows_what_it_did_in_its_place(
    tmp_path: Path, workers: Pooled, *, direct: bool
) -> None:
    async with three(tmp_path, workers) as world:
        first, before = opener(world), (await world.bot.games.table(1)).number
        world.channel = world.guild.create_text_channel("elsewhere")
        (copy,) = await (first.slash_directly if direct else first.slash)("table")
        assert "opens the auction" not in copy.text
        await first.click("Lake", copy)
        shown = next(each for each in first.messages if each.id == copy.id)
        assert "opens the auction" in shown.text
        assert "Waiting for " in shown.text
        assert (await world.bot.games.table(1)).number > before
        panel = world.bot.open_panels.newest(first.id, 1)
        assert panel is not None, "it follows the table from now on"
        assert panel.message == copy.id


async def test_a_choice_on_a_private_copy_gives_the_place_of_an_older_panel_to_its_list(
    tmp_path: Path, workers: Pooled
) -> None:
    async with three(tmp_path, workers) as world:
        first = opener(world)
        await first.slash("turns")
        listed = first.panel
        await first.click("Play · 1", listed)
        (copy,) = await first.slash_directly("table")
        await first.click("Lake", copy)
        again = next(each for each in first.private if each.id == listed.id)
        assert again.text == "### No table is waiting for you."


async def test_a_private_copy_of_a_lobby_shows_what_a_press_did(
    tmp_path: Path, workers: Pooled
) -> None:
    async with table(tmp_path, workers, "Ada", "Bruno") as world:
        ada, bruno = world["Ada"], world["Bruno"]
        await ada.slash("play", game="florence")
        await bruno.slash("table")
        seen = len(bruno.private)
        await bruno.click("Join", bruno.panel)
        assert "at the table: Ada, Bruno." in bruno.panel.words
        world.channel = world.guild.create_text_channel("elsewhere")
        await ada.slash("table")
        await ada.click("Add computer player", ada.panel)
        assert "at the table: Ada, Bruno, Lucrezia" in ada.panel.words
        await ada.click("Start", ada.panel)
        assert "The game has begun: " in ada.panel.text
        assert not ada.panel.buttons
        assert len(bruno.private) == seen


async def test_hand_shows_the_hand_to_its_owner_only(tmp_path: Path, workers: Pooled) -> None:
    async with table(tmp_path, workers) as world:
        await begun(world)
        await world["Ada"].slash("hand")
        assert world["Ada"].panel.files
        assert world["Ada"].panel.button("Your move") is not None
        await world["Dmitri"].slash("hand")
        assert "so you have no hand" in world["Dmitri"].panel.text


async def test_undo_takes_the_own_last_action_back(tmp_path: Path, workers: Pooled) -> None:
    async with table(tmp_path, workers) as world:
        await begun(world)
        await world["Bruno"].slash("undo")
        assert world["Bruno"].panel.text.startswith("There is nothing to undo")
        await gives_back(world, "Ada")
        here = await world.bot.games.in_channel(world.channel.id)
        assert here is not None
        assert here.decision(0) is None
        await world["Ada"].slash("undo")
        shown = world["Ada"].panel
        assert shown.text.startswith("This will be undone:\n- ● Ada gives back the ")
        now = await world.bot.games.in_channel(world.channel.id)
        assert now is not None
        assert now.number == here.number, "it only shows what would go back"
        await world["Ada"].click("Undo", shown)
        assert world["Ada"].panel.text.startswith("You can choose again. This was undone:")
        here = await world.bot.games.in_channel(world.channel.id)
        assert here is not None
        assert here.decision(0) is not None
        await world["Dmitri"].slash("undo")
        assert "You have no seat at this table" in world["Dmitri"].panel.text


async def test_journal_tells_what_happened_page_by_page(
    tmp_path: Path, workers: Pooled, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.screens.journal.MOST", 3)
    async with table(tmp_path, workers) as world:
        await begun(world)
        for name in ("Ada", "Bruno", "Chiara"):
            await gives_back(world, name)
        dmitri = world["Dmitri"]
        await dmitri.slash("journal")
        assert dmitri.panel.text.startswith("### What happened last")
        assert dmitri.panel.button("Newer") is None
        pages = [dmitri.panel.text]
        while dmitri.panel.button("Older"):
            await dmitri.click("Older", dmitri.panel)
            pages.append(dmitri.panel.text)
        assert len(pages) > 1
        here = await world.bot.games.in_channel(world.channel.id)
        assert here is not None
        spans = [re.search(r"Steps? (\d+)(?: to (\d+))? of (\d+)", page) for page in pages]
        told = [(int(s[1]), int(s[2] or s[1]), int(s[3])) for s in spans if s]
        assert len(told) == len(pages)
        assert told[0][1] == here.number
        assert told[-1][0] == 1
        assert all(new[0] == old[1] + 1 for new, old in pairwise(told))
        await dmitri.click("Newer", dmitri.panel)
        assert re.search(r"Steps \d+ to", dmitri.panel.text)


async def test_journal_tells_whoever_acted_last_what_that_did(
    tmp_path: Path, workers: Pooled
) -> None:
    async with table(tmp_path, workers) as world:
        await begun(world)
        for name in ("Ada", "Bruno"):
            await gives_back(world, name)
        await world["Bruno"].slash("journal")
        told = world["Bruno"].panel.text
        assert told.startswith("### What happened last\n- ")
        assert "- ■ Bruno gives back the " in told
        await world["Ada"].slash("journal")
        assert world["Ada"].panel.text.startswith("### Since your last turn\n- ")


async def test_journal_tells_a_player_the_own_secrets_only(
    tmp_path: Path, workers: Pooled
) -> None:
    async with table(tmp_path, workers) as world:
        await begun(world)
        await gives_back(world, "Ada")
        for name in ("Ada", "Bruno"):
            await world[name].slash("journal")
            while world[name].panel.button("Older"):
                await world[name].click("Older", world[name].panel)
        mine, theirs = world["Ada"].panel.text, world["Bruno"].panel.text
        assert "Ada looks at these cards: " in mine
        assert "Ada looks at these cards: " not in theirs
        assert "Ada looks at 4 Profession cards." in theirs


@pytest.mark.parametrize("forged", ["before:x", "sideways:3", "before", "after:-1"])
async def test_a_forged_page_is_refused(tmp_path: Path, workers: Pooled, forged: str) -> None:
    async with table(tmp_path, workers) as world:
        await begun(world)
        here = await world.bot.games.in_channel(world.channel.id)
        assert here is not None
        await world["Ada"].forge("Your move", f"m1:journal:{here.game.id}:{forged}")
        assert world["Ada"].panel.text.startswith("This button no longer works")


async def test_what_is_about_a_person_alone_works_in_direct_messages(
    tmp_path: Path, workers: Pooled
) -> None:
    async with three(tmp_path, workers) as world:
        ada = world["Ada"]
        (answer,) = await ada.slash_directly("turns")
        assert answer.direct
        assert answer.text.startswith("### 1 table is waiting for you")
        (answer,) = await ada.slash_directly("settings", time_zone="Asia/Kolkata")
        assert "Kolkata" in answer.text
        (answer,) = await ada.slash_directly("privacy")
        assert "1 seat with the name" in answer.text
        (file,) = await ada.click("My data", answer)
        assert file.files
        (question,) = await ada.slash_directly("privacy")
        shown = question.id
        for label in ("Delete", "Delete all of it", "Delete for good"):
            news = await ada.click(label, question)
            question = next(m for m in news if m.id == shown)
        assert question.text.startswith("It is deleted.")
        with pytest.raises(simcord.SetupError):
            await ada.slash_directly("seat")
