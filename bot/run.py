"""`maecenas run`: the process that serves Discord until it is told to stop."""

from __future__ import annotations

import asyncio
import logging
import sys
from typing import Final

import aiohttp
import discord
import yarl

from bot.app import Maecenas
from bot.background.health import LOOPBACK
from bot.background.signals import ignore_signals, stop_event
from bot.background.token_filter import hide_tokens
from bot.database import lock
from bot.open_bot import AWAY, BURST, damaged, open_bot
from bot.settings import BAD_USE, Settings, SettingsError
from bot.store import DatabaseError, StoreError

FAILED: Final = 1
"""The exit code when the bot cannot start, or had to stop; starting again may help."""

TELL_PAUSE: Final = 1.0
"""Seconds until the predecessor is told again to stop, if the database was unavailable."""

_log = logging.getLogger(__name__)


def run(settings: Settings, *, take_over: bool = False) -> int:
    """Serve Discord until told to stop; the exit code of the process.

    Args:
        settings: what the host set.
        take_over: whether this process replaces one with the same shards, which stops once
            this one hears everything.

    SIGTERM and SIGINT end it with 0. If it cannot start, one line on stderr says why, and the
    code says whether starting again may help. The process should end afterwards, since it
    ignores signals from then on.

    Raises:
        SettingsError: nothing can be taken over on this database.
    """
    if take_over and not isinstance(settings.database, str):
        raise SettingsError("--take-over needs PostgreSQL: on SQLite, stop the bot first")
    _log_to_stderr(settings.log_level)
    _use_server(settings)
    try:
        asyncio.run(_serve(settings, take_over=take_over))
    except _StartError as error:
        sys.stderr.write(f"maecenas: {error}\n")
        return error.code
    finally:
        ignore_signals()
    return 0


class _StartError(Exception):
    """Why the bot cannot serve; one line.

    Attributes:
        code: the exit code.
    """

    def __init__(self, reason: str, code: int = FAILED) -> None:
        super().__init__(reason)
        self.code = code


async def _serve(settings: Settings, *, take_over: bool) -> None:
    stop = stop_event()
    try:
        with lock.locked(settings.database):
            bot = await open_bot(settings, burst=BURST, away=AWAY, symbols=True)
            try:
                await _enter(stop, bot, take_over=take_over)
            except StoreError:
                await bot.close()
                raise
            await _serve_until(stop, bot)
    except StoreError as error:
        raise _StartError(str(error)) from error


async def _enter(stop: asyncio.Event, bot: Maecenas, *, take_over: bool) -> None:
    """Become the process of the bot's shards, unless it is told to stop while it waits.

    Raises:
        StoreError: another process has its shards.
    """
    shards = bot.settings.shards
    entering = asyncio.create_task(bot.store.serve(stop.set, shards, take_over=take_over))
    stopping = asyncio.create_task(stop.wait())
    await asyncio.wait({entering, stopping}, return_when=asyncio.FIRST_COMPLETED)
    stopping.cancel()
    if stop.is_set():
        entering.cancel()
    await asyncio.gather(entering, stopping, return_exceptions=True)
    if not entering.cancelled():
        await entering  # raises its error


async def _serve_until(stop: asyncio.Event, bot: Maecenas) -> None:
    port, process = bot.settings.health_port, bot.store.process
    takes_over = process.predecessor is not None
    try:
        await bot.health.start(None if takes_over else port)  # the predecessor still has it
    except OSError as error:
        await bot.close()
        raise _StartError(f"cannot listen on {LOOPBACK}:{port}") from error
    stopping = asyncio.create_task(stop.wait(), name="stop")
    serving = asyncio.create_task(_start(bot), name="serve")
    taking_over = asyncio.create_task(_take_over(bot), name="take over") if takes_over else None
    try:
        await asyncio.wait({serving, stopping}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        stopping.cancel()
        if taking_over is not None:
            taking_over.cancel()
            await asyncio.gather(taking_over, return_exceptions=True)
        await bot.close()
        # A closed client ends by itself; one that is still logging in does not.
        serving.cancel()
        results = await asyncio.gather(serving, return_exceptions=True)
    # A bot that was told to stop has nothing to report.
    if isinstance(results[0], Exception) and not stop.is_set():
        raise results[0]


async def _take_over(bot: Maecenas) -> None:
    """Take the place of the process with the same shards, once this one hears everything."""
    process, port = bot.store.process, bot.settings.health_port
    await bot.hear_everything()
    while process.predecessor is not None:
        _log.info("every shard is connected: %s is told to stop", process.predecessor.name)
        try:
            await process.stop_predecessor()
            await process.wait_until_alone()
        except DatabaseError as error:
            _log.warning("the previous process was not told to stop: %s", error)
            await asyncio.sleep(TELL_PAUSE)
    try:
        await bot.health.listen(port)
    except OSError:
        _log.error("cannot listen on %s:%s", LOOPBACK, port)
    _log.info("this process has taken over")


async def _start(bot: Maecenas) -> None:
    try:
        await bot.start(bot.settings.token.get_secret_value())
    except discord.LoginFailure as error:
        reason = "Discord does not accept the token in DISCORD_TOKEN"
        raise _StartError(reason, BAD_USE) from error
    except (discord.GatewayNotFound, aiohttp.ClientConnectionError) as error:
        raise _StartError("Discord cannot be reached") from error
    except DatabaseError as error:
        raise _StartError(damaged(bot.settings, error)) from error


def _use_server(settings: Settings) -> None:
    """Point discord.py at another server, if the host asks for it."""
    if settings.api_url and settings.gateway_url:
        discord.http.Route.BASE = settings.api_url
        discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(settings.gateway_url)


def _log_to_stderr(level: str) -> None:
    logging.basicConfig(
        format="%(asctime)s %(levelname)s %(name)s: %(message)s", stream=sys.stderr
    )
    hide_tokens()
    # At DEBUG, libraries log what they transport: discord.py whole messages, aiosqlite the
    # values of statements, so players' hands. Therefore only the bot itself goes below INFO.
    logging.getLogger().setLevel(max(logging.INFO, logging.getLevelName(level)))
    logging.getLogger("bot").setLevel(level)
