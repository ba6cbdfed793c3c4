"""The slash commands: their tree within Discord's limits, and what each answers."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import discord
import pytest
from discord import app_commands
from pydantic import SecretStr

from bot import app
from bot.commands.naming import CatalogueTranslator, text
from bot.gathering import MOST_WAITING
from bot.settings import Settings
from render.words import Words
from tests.bot.driver import Lasting, World, table

NAME = re.compile(r"^[-_'\w]{1,32}$")
EVERYBODYS = {"play", "table", "hand", "journal", "history", "undo", "rules"}


# -- the tree ----------------------------------------------------------------


@pytest.fixture(scope="module")
def payload() -> list[dict[str, Any]]:
    """The commands as they are sent to Discord."""
    bot = app.create(Settings(_env_file=None, token=SecretStr("t")))
    return [command.to_dict(bot.tree) for command in bot.tree.get_commands()]


def _nodes(payload: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for each in payload:
        yield each
        yield from _nodes(each.get("options") or [])


def test_these_are_the_commands(payload: list[dict[str, Any]]) -> None:
    assert {each["name"] for each in payload} == {*EVERYBODYS, "host"}


def test_the_tree_is_within_the_limits(payload: list[dict[str, Any]]) -> None:
    assert len(payload) <= 100
    for node in _nodes(payload):
        assert NAME.match(node["name"])
        assert node["name"] == node["name"].lower()
        assert 1 <= len(node["description"]) <= 100
        assert len(node.get("options") or []) <= 25
        choices = node.get("choices") or []
        assert len(choices) <= 25
        for choice in choices:
            assert 1 <= len(choice["name"]) <= 100
            assert 1 <= len(choice["value"]) <= 100
    for command in payload:
        assert _characters(command) <= 8000


def _characters(command: dict[str, Any]) -> int:
    """Names, descriptions and choices, as Discord counts them."""
    own = len(command["name"]) + len(command["description"])
    choices = sum(len(c["name"]) + len(c["value"]) for c in command.get("choices") or [])
    return own + choices + sum(map(_characters, command.get("options") or []))


def test_commands_are_for_the_channels_of_servers(payload: list[dict[str, Any]]) -> None:
    for command in payload:
        assert command["contexts"] == [0]
        assert command["integration_types"] == [0]
        manages = str(discord.Permissions(manage_guild=True).value)
        wanted = manages if command["name"] == "host" else None
        permissions = command.get("default_member_permissions")
        assert (str(permissions) if permissions is not None else None) == wanted


async def test_names_are_translated_from_the_catalogue(monkeypatch: pytest.MonkeyPatch) -> None:
    context: app_commands.TranslationContext[Any, Any] = app_commands.TranslationContext(
        location=app_commands.TranslationContextLocation.other, data=None
    )
    translator = CatalogueTranslator()
    play = text("command.play.name")
    assert play.message == "play"
    assert await translator.translate(play, discord.Locale.german, context) is None
    assert await translator.translate(play, discord.Locale.british_english, context) is None

    class Spanish:
        language = "es"

        def __contains__(self, id_: str) -> bool:
            return id_ == "command.play.name"

        def __call__(self, id_: str) -> str:
            return "jugar"

    monkeypatch.setattr(Words, "pick", staticmethod(lambda locale: Spanish()))
    assert await translator.translate(play, discord.Locale.spain_spanish, context) == "jugar"
    other = text("command.table.name")
    assert await translator.translate(other, discord.Locale.spain_spanish, context) is None


async def test_the_tree_is_sent_once(tmp_path: Path, workers: Lasting) -> None:
    def sent(world: World) -> int:
        puts = [
            r for r in world.env.http_requests if r.method == "PUT" and "commands" in r.path
        ]
        return len(puts)

    async with table(tmp_path, workers, "Ada") as world:
        assert sent(world) == 1
        await world.restart()
        assert sent(world) == 1


# -- what they answer --------------------------------------------------------


async def _begun(world: World) -> None:
    await world["Ada"].slash("play", game="florence")
    for name in ("Bruno", "Chiara"):
        await world[name].click("Join")
    await world["Ada"].select("Seats in the order of joining")
    await world["Ada"].click("Start")


@pytest.mark.parametrize("command", ["table", "hand", "journal", "history", "undo"])
async def test_where_there_was_never_a_game_it_says_so(
    tmp_path: Path, workers: Lasting, command: str
) -> None:
    async with table(tmp_path, workers, "Ada") as world:
        await world["Ada"].slash(command)
        assert world["Ada"].panel.text == "No game runs in this channel. /play opens a table."


async def test_a_command_that_comes_too_late_does_nothing(
    tmp_path: Path, workers: Lasting
) -> None:
    async with table(tmp_path, workers, "Ada") as world:
        world.env.inject_error("POST", "/interactions/*", status=404, code=10062)
        await world["Ada"].slash("play", game="florence")
        assert await world.bot.tables.in_channel(world.channel.id) is None
        assert world.messages == ()


async def test_a_table_stands_in_a_thread(tmp_path: Path, workers: Lasting) -> None:
    async with table(tmp_path, workers) as world:
        await _begun(world)
        await world["Dmitri"].slash("play", game="florence")
        await world["Dmitri"].click("Open a thread")
        (world.channel,) = world.channel.threads
        await world["Elena"].slash("play", game="florence")
        assert world["Elena"].panel.text.startswith(
            "A table waits for players in this channel already: https://discord.com/channels/"
        )
        assert world["Elena"].panel.buttons == ("Open a thread",)
        await world["Dmitri"].click("Cancel")
        await world["Elena"].slash("play", game="florence")
        assert world["Elena"].panel.text.startswith("The table is open: ")
        here = await world.bot.tables.in_channel(world.channel.id)
        assert here is not None
        assert here.game.parent is not None


@pytest.mark.parametrize("command", ["hand", "journal", "undo"])
async def test_in_a_lobby_nothing_has_happened_yet(
    tmp_path: Path, workers: Lasting, command: str
) -> None:
    async with table(tmp_path, workers, "Ada") as world:
        await world["Ada"].slash("play", game="florence")
        await world["Ada"].slash(command)
        assert world["Ada"].panel.text == (
            "The game of this channel has not begun: its table still waits for players."
        )


async def test_table_brings_a_lobby_to_the_bottom(tmp_path: Path, workers: Lasting) -> None:
    async with table(tmp_path, workers, "Ada", "Bruno") as world:
        await world["Ada"].slash("play", game="florence")
        before = world.board
        await world["Bruno"].slash("table")
        assert world.board.id > before.id
        assert next(m for m in world.public if m.id == before.id).buttons == ()
        await world["Bruno"].click("Join", world.board)
        assert "2. Bruno" in world.board.text


async def test_an_unknown_game_is_refused(tmp_path: Path, workers: Lasting) -> None:
    async with table(tmp_path, workers, "Ada", "Bruno") as world:
        await world["Ada"].slash("play", game="florence")
        await world["Bruno"].forge("Join", "m1:thread:1:chess:en")
        assert "There is no game of that name here." in world["Bruno"].panel.text


async def test_a_busy_channel_offers_a_thread(tmp_path: Path, workers: Lasting) -> None:
    async with table(tmp_path, workers) as world:
        await _begun(world)
        await world["Dmitri"].slash("play", game="florence")
        told = world["Dmitri"].panel
        assert "A game is running in this channel: https://discord.com/channels/" in told.text
        assert told.buttons == ("Open a thread",)
        await world["Dmitri"].click("Open a thread")
        assert world["Dmitri"].panel.text.startswith("The new table is in https://")
        assert world["Dmitri"].panel.buttons == ()
        (thread,) = world.channel.threads
        assert thread.name == "The Princes of Florence: table of Dmitri"
        opened = await world.bot.tables.in_channel(thread.id)
        assert opened is not None
        assert (opened.game.status, opened.game.parent) == ("lobby", world.channel.id)
        await world["Elena"].click("Join")
        assert "2. Elena" in world.board.text


async def test_a_thread_opens_once_for_two_clicks(tmp_path: Path, workers: Lasting) -> None:
    async with table(tmp_path, workers) as world:
        await _begun(world)
        dmitri = world["Dmitri"]
        await dmitri.slash("play", game="florence")
        offer = dmitri.panel
        await world.together(
            dmitri.click("Open a thread", offer), dmitri.click("Open a thread", offer)
        )
        assert len(world.channel.threads) == 1


async def test_who_keeps_too_many_tables_waiting_gets_no_thread(
    tmp_path: Path, workers: Lasting
) -> None:
    async with table(tmp_path, workers) as world:
        await _begun(world)
        dmitri, busy = world["Dmitri"], world.channel
        await dmitri.slash("play", game="florence")
        offer = dmitri.panel
        rooms = [world.guild.create_text_channel(f"room-{n}") for n in range(MOST_WAITING)]
        for world.channel in rooms:
            await dmitri.slash("play", game="florence")
        world.channel = busy
        await dmitri.click("Open a thread", offer)
        told = dmitri.panel.text
        assert told.startswith("You may keep 3 tables waiting for players at a time")
        assert all(f"/{world.guild.id}/{room.id}/" in told for room in rooms)
        assert busy.threads == []
        await dmitri.slash("play", game="florence")
        assert dmitri.panel.text == told
        assert dmitri.panel.buttons == ()
        lobby = await world.bot.tables.in_channel(rooms[0].id)
        assert lobby is not None
        await world.bot.tables.cancel(lobby.game.id, dmitri.id)
        await dmitri.click("Open a thread", offer)
        assert len(busy.threads) == 1


async def test_table_posts_the_table_at_the_bottom(tmp_path: Path, workers: Lasting) -> None:
    async with table(tmp_path, workers) as world:
        await _begun(world)
        before = world.board
        await world["Dmitri"].slash("table")
        assert world["Dmitri"].panel.text == "The table is at the bottom of this channel again."
        assert world.board.id > before.id
        assert before.pinged
        assert not world.board.pinged, "nobody is called twice for one turn"
        assert next(m for m in world.public if m.id == before.id).buttons == ()


async def test_hand_shows_the_hand_to_its_owner_only(tmp_path: Path, workers: Lasting) -> None:
    async with table(tmp_path, workers) as world:
        await _begun(world)
        await world["Ada"].slash("hand")
        assert world["Ada"].panel.files
        assert world["Ada"].panel.button("Your move") is not None
        await world["Dmitri"].slash("hand")
        assert "Spectators have no hand" in world["Dmitri"].panel.text


async def _gives_back(world: World, name: str) -> None:
    """The hidden choice with which a game begins: any card."""
    player = world[name]
    await player.click("Your move", world.board)
    await player.click(player.panel.buttons[0], player.panel)


async def test_undo_takes_the_own_last_action_back(tmp_path: Path, workers: Lasting) -> None:
    async with table(tmp_path, workers) as world:
        await _begun(world)
        await world["Bruno"].slash("undo")
        assert world["Bruno"].panel.text.startswith("There is nothing you can take back now")
        await _gives_back(world, "Ada")
        here = await world.bot.tables.in_channel(world.channel.id)
        assert here is not None
        assert here.decision(0) is None
        await world["Ada"].slash("undo")
        assert world["Ada"].panel.text.startswith("Taken back.")
        here = await world.bot.tables.in_channel(world.channel.id)
        assert here is not None
        assert here.decision(0) is not None
        await world["Dmitri"].slash("undo")
        assert "You have no seat in this game" in world["Dmitri"].panel.text


async def test_journal_tells_what_happened_page_by_page(
    tmp_path: Path, workers: Lasting, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.chronicle.MOST", 3)
    async with table(tmp_path, workers) as world:
        await _begun(world)
        for name in ("Ada", "Bruno", "Chiara"):
            await _gives_back(world, name)
        dmitri = world["Dmitri"]
        await dmitri.slash("journal")
        assert dmitri.panel.text.startswith("### The latest events")
        assert dmitri.panel.button("Newer") is None
        pages = [dmitri.panel.text]
        while dmitri.panel.button("Older"):
            await dmitri.click("Older", dmitri.panel)
            pages.append(dmitri.panel.text)
        assert len(pages) > 1
        here = await world.bot.tables.in_channel(world.channel.id)
        assert here is not None
        spans = [re.search(r"Steps (\d+) to (\d+) of (\d+)", page) for page in pages]
        told = [tuple(map(int, span.groups())) for span in spans if span]
        assert len(told) == len(pages)
        assert told[0][1] == here.number
        assert told[-1][0] == 1
        assert all(new[0] == old[1] + 1 for new, old in pairwise(told))
        await dmitri.click("Newer", dmitri.panel)
        assert re.search(r"Steps \d+ to", dmitri.panel.text)


async def test_journal_tells_a_player_the_own_secrets_only(
    tmp_path: Path, workers: Lasting
) -> None:
    async with table(tmp_path, workers) as world:
        await _begun(world)
        await _gives_back(world, "Ada")
        for name in ("Ada", "Bruno"):
            await world[name].slash("journal")
            while world[name].panel.button("Older"):
                await world[name].click("Older", world[name].panel)
        mine, theirs = world["Ada"].panel.text, world["Bruno"].panel.text
        assert "Ada looks at Profession cards: " in mine
        assert "Ada looks at Profession cards: " not in theirs
        assert "Ada looks at 4 Profession cards." in theirs


@pytest.mark.parametrize("forged", ["before:x", "sideways:3", "before", "after:-1"])
async def test_a_forged_page_is_refused(tmp_path: Path, workers: Lasting, forged: str) -> None:
    async with table(tmp_path, workers) as world:
        await _begun(world)
        here = await world.bot.tables.in_channel(world.channel.id)
        assert here is not None
        await world["Ada"].forge("Your move", f"m1:journal:{here.game.id}:{forged}")
        assert world["Ada"].panel.text.startswith("This button is not known here")


async def test_rules_opens_each_chapter(tmp_path: Path, workers: Lasting) -> None:
    async with table(tmp_path, workers, "Ada") as world:
        ada = world["Ada"]
        await ada.slash("rules")
        assert ada.panel.text == "Choose a game, or use this where a game runs."
        await ada.slash("rules", game="florence")
        assert "Rules of The Princes of Florence" in ada.panel.text
        look = world.bot.presentations["florence"]
        chapters = look.topics(Words("en"))
        assert ada.panel.choices == tuple(title for _, title in chapters)
        for id_, title in chapters:
            await ada.select(title, ada.panel)
            assert (look.chapter(id_, Words("en")) or "-")[:200] in ada.panel.text
        await ada.slash("rules", topic=chapters[1][1].upper(), game="florence")
        assert (look.chapter(chapters[1][0], Words("en")) or "-")[:200] in ada.panel.text
        await ada.slash("rules", topic="castling", game="florence")
        assert ada.panel.text.startswith("There is no chapter of that name. The chapters: ")
        assert chapters[0][1] in ada.panel.text


async def test_rules_suggests_topics(tmp_path: Path, workers: Lasting) -> None:
    async with table(tmp_path, workers) as world:
        ada = world["Ada"].member
        assert await ada.autocomplete(world.channel, "rules", "topic", "") == []
        chosen = {"game": "florence"}
        every = await ada.autocomplete(world.channel, "rules", "topic", "", **chosen)
        assert 1 <= len(every) <= 25
        assert "Why can’t I …?" not in {each["name"] for each in every}
        await _begun(world)
        every = await ada.autocomplete(world.channel, "rules", "topic", "")
        assert every[0] == {"name": "Why can’t I …?", "value": "why"}
        some = await ada.autocomplete(world.channel, "rules", "topic", "WORK")
        assert some
        assert all("work" in each["name"].lower() for each in some)


async def test_rules_says_why_something_is_impossible(tmp_path: Path, workers: Lasting) -> None:
    async with table(tmp_path, workers) as world:
        await _begun(world)
        for name in ("Ada", "Bruno", "Chiara"):
            await _gives_back(world, name)
        here = await world.bot.tables.in_channel(world.channel.id)
        assert here is not None
        mover = world[here.deciding[0].name]
        other = world[next(row.name for row in here.seats if row.name != mover.name)]
        await mover.slash("rules", topic="why")
        assert mover.panel.text.split("\n")[1] == "### Why can’t I …?"
        await other.slash("rules")
        await other.click("Why can’t I …?", other.panel)
        assert "It is not your move" in other.panel.text
        await world["Dmitri"].slash("rules", topic="why")
        assert "There is no chapter of that name" in world["Dmitri"].panel.text
        await world["Dmitri"].forge("Your move", f"m1:rules_why:{here.game.id}")
        assert world["Dmitri"].panel.text == "You have no seat here."


async def test_a_forged_chapter_is_refused(tmp_path: Path, workers: Lasting) -> None:
    async with table(tmp_path, workers, "Ada") as world:
        await world["Ada"].slash("play", game="florence")
        await world["Ada"].forge("Join", "m1:rules:0:chess")
        assert "Choose a game" in world["Ada"].panel.text


async def test_the_table_speaks_the_chosen_language(tmp_path: Path, workers: Lasting) -> None:
    async with table(tmp_path, workers, "Ada") as world:
        await world["Ada"].slash("play", game="florence", language="en")
        here = await world.bot.tables.in_channel(world.channel.id)
        assert here is not None
        assert here.game.language == "en"


def test_the_payload_is_json(payload: list[dict[str, Any]]) -> None:
    assert json.loads(json.dumps(payload, default=str))
