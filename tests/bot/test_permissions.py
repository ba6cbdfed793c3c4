"""What the bot must be allowed to do is checked before a table opens, and named."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import discord
import pytest

from bot.commands import permissions
from render.words import Words
from tests.bot.driver import Pooled, World, table

NEEDED = (
    "view_channel",
    "send_messages",
    "attach_files",
    "read_message_history",
)
TEXT, THREAD = discord.ChannelType.text, discord.ChannelType.public_thread


def _granted(*names: str) -> discord.Permissions:
    return discord.Permissions(**dict.fromkeys(names, True))


def test_nothing_is_missing_where_all_is_granted() -> None:
    assert permissions.missing(_granted(*NEEDED), TEXT) == ()
    assert permissions.missing(_granted("administrator"), TEXT) == ()


@pytest.mark.parametrize("name", NEEDED)
def test_each_permission_is_missed_by_its_name(name: str) -> None:
    others = _granted(*(set(NEEDED) - {name}))
    assert permissions.missing(others, TEXT) == (name,)
    told = permissions.complaint((name,), Words("en"))
    assert name.replace("_", " ").title() in told


def test_a_thread_wants_its_own_permission_to_send() -> None:
    assert permissions.missing(_granted(*NEEDED), THREAD) == ("send_messages_in_threads",)
    assert set(permissions.missing_for_thread(_granted(*NEEDED))) == {
        "create_public_threads",
        "send_messages_in_threads",
    }


@pytest.mark.parametrize("kind", list(discord.ChannelType))
def test_tables_stand_where_text_can_be_written(kind: discord.ChannelType) -> None:
    channels = {"text", "news", "voice", "stage_voice"}
    fits = channels | {"public_thread", "private_thread", "news_thread"}
    assert permissions.playable(kind) is (kind.name in fits)


def _denied(world: World, **denied: bool) -> None:
    """Go to a channel where the bot lacks some permission."""
    bot = world.bot.user
    assert bot is not None
    overwrites: dict[Any, discord.PermissionOverwrite] = {
        bot: discord.PermissionOverwrite(**denied)
    }
    world.channel = world.guild.create_text_channel("closed", overwrites=overwrites)


async def test_every_missing_permission_is_named_and_no_lobby_opens(
    tmp_path: Path, workers: Pooled
) -> None:
    async with table(tmp_path, workers, "Ada") as world:
        _denied(world, attach_files=False, send_messages=False)
        await world["Ada"].slash("play", game="florence")
        told = world["Ada"].panel.text
        for name in ("Attach Files", "Send Messages"):
            assert name in told
        assert "View Channel" not in told
        assert await world.bot.games.in_channel(world.channel.id) is None
        assert world.public == ()


async def test_links_need_not_be_embedded(tmp_path: Path, workers: Pooled) -> None:
    async with table(tmp_path, workers, "Ada") as world:
        _denied(world, embed_links=False)
        await world["Ada"].slash("play", game="florence")
        assert "Join" in world.board.buttons


async def test_table_names_what_is_missing_instead_of_posting(
    tmp_path: Path, workers: Pooled
) -> None:
    async with table(tmp_path, workers, "Ada") as world:
        _denied(world, attach_files=False)
        await world.bot.lobbies.create_lobby(
            "florence", world.guild.id, world.channel.id, world["Ada"].id, "Ada"
        )
        await world["Ada"].slash("table")
        assert "Attach Files" in world["Ada"].panel.text


@pytest.mark.parametrize("kind", ["voice", "stage"])
async def test_a_table_stands_in_the_text_chat_of_a_voice_or_stage_channel(
    tmp_path: Path, workers: Pooled, kind: str
) -> None:
    async with table(tmp_path, workers, "Ada") as world:
        world.channel = getattr(world.guild, f"create_{kind}_channel")("voices")
        await world["Ada"].slash("play", game="lacrimosa")
        assert "Ada opens a table" in world.board.text
        await world["Ada"].slash("play", game="lacrimosa")
        told = world["Ada"].panel
        assert told.text.startswith("A table here is already waiting for players")
        assert told.buttons == (), "Discord has no threads there"
        await world["Ada"].click("Start alone")
        assert "Your move" in world.board.buttons


def test_a_voice_channel_wants_its_own_permission() -> None:
    assert permissions.missing(_granted(*NEEDED), discord.ChannelType.voice) == ("connect",)
    told = permissions.complaint(("connect",), Words("en"))
    assert "Connect" in told


async def test_the_thread_of_another_table_wants_its_permissions_too(
    tmp_path: Path, workers: Pooled
) -> None:
    async with table(tmp_path, workers, "Ada", "Bruno") as world:
        _denied(world, create_public_threads=False)
        await world["Ada"].slash("play", game="florence")
        await world["Bruno"].slash("play", game="florence")
        await world["Bruno"].click("Open a thread")
        assert "Create Public Threads" in world["Bruno"].panel.text
        assert world.channel.threads == []
