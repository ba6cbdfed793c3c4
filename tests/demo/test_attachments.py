"""The demo shows a picture that is in no component, as Discord does."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import discord

from bot.demo.world import World as Demo
from tests.bot.driver import Pooled, table

DRAWN = b"\x89PNG\r\n\x1a\n"


async def test_a_picture_of_a_plain_message_is_shown(tmp_path: Path) -> None:
    async with table(tmp_path, Pooled(1)) as world:
        demo = Demo(world.env, world.bot.tree, ("one",), _nobody)
        there = world.bot.get_partial_messageable(demo.channels[0].id)
        file = discord.File(BytesIO(DRAWN), "end.png", description="The scores")
        sent = await there.send("It is over.", file=file)
        seen = await demo.seen_by("Ada")
        (message,) = seen["channels"][0]["messages"]
        assert message["content"] == "It is over."
        (gallery,) = message["components"]
        assert gallery["type"] == discord.ComponentType.media_gallery.value
        assert [each["description"] for each in gallery["items"]] == ["The scores"]
        assert await demo.file("Ada", sent.id, "end.png") == DRAWN


async def _nobody(_: int) -> frozenset[int]:
    return frozenset()
