"""The bot in the process of a test, connected by discord.py to a loopback server."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import discord
import pytest
import yarl
from pydantic import SecretStr

from bot import app
from bot.open_bot import open_bot
from bot.settings import Settings
from tests.bot.services import Inline
from tests.wire.server import Loopback


@asynccontextmanager
async def addressed(server: Loopback) -> AsyncIterator[None]:
    """Let every discord.py client use this server in the meantime."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(discord.http.Route, "BASE", server.api_url)
        gateway = yarl.URL(server.gateway_url)
        patch.setattr(discord.gateway.DiscordWebSocket, "DEFAULT_GATEWAY", gateway)
        yield


@asynccontextmanager
async def client(server: Loopback, **options: Any) -> AsyncIterator[discord.Client]:
    """A bare client that is logged in, and uses only REST."""
    async with (
        addressed(server),
        discord.Client(intents=discord.Intents.none(), **options) as bare,
    ):
        await bare.login(server.token)
        yield bare


@asynccontextmanager
async def running(
    server: Loopback, folder: Path, *, serves: bool = False, **more: Any
) -> AsyncIterator[app.Maecenas]:
    """The bot, which connects.

    Args:
        server: where it connects.
        folder: the folder of its database.
        serves: whether it is a process among others, on PostgreSQL.
        more: further settings.
    """
    more.setdefault("database", folder / "bot.db")
    settings = Settings(_env_file=None, token=SecretStr(server.token), **more)
    async with addressed(server):
        bot = await open_bot(
            settings, workers=Inline(), pause=0, undo_pause=0, end_pause=600, burst=0
        )
        if serves:
            await bot.store.serve(lambda: None, settings.shards)
        serving = asyncio.create_task(bot.start(server.token))
        try:
            yield bot
        finally:
            await bot.close()
            serving.cancel()  # it may still wait for its first session
            await asyncio.gather(serving, return_exceptions=True)
