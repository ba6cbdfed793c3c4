"""simcord answers about files as Discord does: the bot is tested against it."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import discord
import pytest
from discord.http import Route

from bot.tables.upkeep import expiry, retention
from tests.bot.driver import PATIENCE, Pooled, World
from tests.bot.running_game import three


async def _edit(world: World, message: discord.Message, **body: Any) -> None:
    route = Route(
        "PATCH",
        "/channels/{channel_id}/messages/{message_id}",
        channel_id=message.channel.id,
        message_id=message.id,
    )
    await world.bot.http.request(route, json=body)


async def test_a_file_that_is_shown_is_no_attachment_and_keeps_its_id_and_name(
    tmp_path: Path, workers: Pooled
) -> None:
    async with three(tmp_path, workers, setup=False) as world:
        channel = world.bot.get_partial_messageable(world.channel.id)
        message = await channel.fetch_message(world.board.id)
        (file,) = world.board.files
        assert message.attachments == []
        container = message.components[0]
        assert isinstance(container, discord.Container)
        gallery = next(
            each
            for each in container.children
            if isinstance(each, discord.MediaGalleryComponent)
        )
        assert str(gallery.items[0].media.attachment_id) == file["id"]
        parts = [
            {"type": 12, "items": [{"media": {"url": f"attachment://{file['filename']}"}}]}
        ]
        kept = [{"id": file["id"], "filename": file["filename"]}]
        for attachments in ([], [{"id": file["id"]}]):
            with pytest.raises(discord.HTTPException) as refused:
                await _edit(world, message, components=parts, attachments=attachments)
            assert (refused.value.status, refused.value.code) == (400, 50035)
        await _edit(world, message, components=parts, attachments=kept)


async def test_nobody_who_clicks_waits_for_the_next_search_of_old_tables(
    tmp_path: Path, workers: Pooled, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The demo waits until the table has come to rest; a timer of some minutes froze it."""
    for module in (expiry, retention):
        monkeypatch.setattr(module, "INTERVAL", PATIENCE / 2)
    async with three(tmp_path, workers, setup=False) as world, asyncio.timeout(PATIENCE / 4):
        await world.env.settle()
