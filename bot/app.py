"""The bot: it opens the store and the tables, connects to Discord, and stops cleanly."""

from __future__ import annotations

import asyncio
import logging
import signal
import sys
import time
from collections.abc import Callable, Mapping
from random import Random
from typing import Any, Final

import aiohttp
import discord
import yarl
from discord import app_commands

from bot import answers, board, clicks, commands, editions, hands, lobby, panel
from bot.clicks import Clicks
from bot.delivery import Delivery
from bot.health import HERE, Watch
from bot.house import House, Interaction, Tree
from bot.notices import Notice
from bot.pictures import Pictures
from bot.settings import Settings
from bot.store import Store, StoreError
from bot.sync import sync
from bot.tables import Tables
from bot.workers import Workers
from render.presentation import Presentation
from render.presentations import PRESENTATIONS
from rules.opponents import LEVELS, choose

FAILED: Final = 1
"""The exit code when the bot cannot start, or had to stop."""

BURST: Final = 10.0
"""Seconds in which several turns become one new message."""

ANSWERING: Final = 1.25
"""Seconds that a click or command under way may take when the bot stops.

With those of the messages, the workers and the connection the whole stop takes less
than five seconds, whatever is being done.
"""

PARTING: Final = 0.75
"""Seconds that Discord may take to let the bot go."""

_log = logging.getLogger(__name__)


class _Commands(Tree):
    """The slash commands; what goes wrong in one is told like that of a click."""

    async def on_error(
        self, interaction: Interaction, error: app_commands.AppCommandError, /
    ) -> None:
        """Tell a notice, or log a fault and tell its mark."""
        house = interaction.client
        words = await house.words(interaction)
        cause = error.original if isinstance(error, app_commands.CommandInvokeError) else error
        if isinstance(cause, Notice):
            table = await house.tables.in_channel(interaction.channel_id or 0)
            await answers.tell(interaction, cause, words, table)
        elif interaction.type is discord.InteractionType.autocomplete:
            _log.error("no autocomplete", exc_info=cause)
        else:
            await answers.fault(interaction, cause, words)


class Maecenas(House):
    """The house opened, its rooms joined: the buttons and commands each of them hears.

    Attributes:
        clicks: the verbs of buttons and selects, and the rooms that hear them.
        delivery: sends what the outbox holds; `tables.announce` wakes it.
        expiry: closes the lobbies that nobody starts.
    """

    def __init__(
        self,
        settings: Settings,
        *,
        rng: Random | None = None,
        pause: float | None = None,
        workers: Workers | None = None,
        burst: float = BURST,
        clock: Callable[[], float] = time.time,
        presentations: Mapping[str, Presentation[Any]] = PRESENTATIONS,
    ) -> None:
        """A bot that is not connected yet; see `create`."""
        super().__init__()
        self.settings = settings
        self.presentations = presentations
        self.workers = workers or Workers()
        self.pictures = Pictures(self.workers)
        self.watch = Watch(lambda: self.is_ready() and not self.is_closed(), clock)
        self.tree = _Commands(self)
        self.clicks = Clicks()
        self.hear = self.clicks.hear
        self.delivery = Delivery(self, burst=burst)
        self.expiry = lobby.Expiry(self)
        self._rng = rng
        self._pause = settings.opponent_pause if pause is None else pause
        self._clock = clock
        for room in (board, hands, panel):
            room.register(self.clicks)
        commands.register(self.tree, self.clicks)

    async def open(self) -> None:
        """Open the store and the tables; nothing is sent yet. Once.

        Raises:
            SettingsError: an edition of the host's cannot be played; one line.
            StoreError: the database cannot be used; one line for the host.
        """
        if hasattr(self, "store"):
            return
        await self.__aenter__()  # shards that were never begun could not be closed
        own = await asyncio.to_thread(editions.own, self.settings)
        store = await Store.open(self.settings.database)
        try:
            known = await editions.gathered(store, own)
        except BaseException:
            await store.close()
            raise
        self.workers.texts = known.texts
        self.tables = Tables(
            store,
            self.workers,
            known.games,
            choose,
            levels=LEVELS,
            rng=self._rng,
            clock=self._clock,
            pause=self._pause,
            kept=self.settings.cache_games,
        )
        self.tables.announce = self.delivery.wake
        self.store = store

    async def setup_hook(self) -> None:
        """Once logged in: hear clicks, sync the commands, go on where games stand."""
        await self.open()
        self.add_dynamic_items(*clicks.DYNAMIC)
        await self.tree.set_translator(commands.CatalogueTranslator())
        await sync(self)
        await self.tables.resume()
        for game in await self.store.outbox.games():
            self.delivery.wake(game)
        self.expiry.start()

    async def connect(self, *, reconnect: bool = True) -> None:
        """Connect as many shards as Discord recommends, and hear them until the end.

        Raises:
            discord.GatewayNotFound: Discord does not recommend anything.
        """
        # Asked for here, its answer is only a number: the address stays the host's.
        self.shard_count, _, _ = await self.http.get_bot_gateway()
        await super().connect(reconnect=reconnect)

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Answer the buttons that no grammar of ours knows any more."""
        await clicks.answer_strays(interaction)

    async def close(self) -> None:
        """Stop accepting, let what is under way finish, and close everything. Once."""
        if self.closing:
            return
        self.closing = True
        await self.answered(ANSWERING)
        await self.watch.close()
        if hasattr(self, "store"):
            await self.expiry.close()
            await self.tables.close()
            await self.delivery.close()
        await self.workers.close()
        try:
            async with asyncio.timeout(PARTING):
                await super().close()
        except TimeoutError:
            await self.http.close()
        if hasattr(self, "store"):
            await self.store.close()


def create(
    settings: Settings,
    *,
    rng: Random | None = None,
    pause: float | None = None,
    workers: Workers | None = None,
    burst: float = BURST,
    clock: Callable[[], float] = time.time,
) -> Maecenas:
    """A bot that is not connected yet.

    Args:
        settings: what the host set.
        rng: chance; the machine's own unless a test gives one.
        pause: seconds before an opponent's step, if not the settings'.
        workers: where pictures are drawn and opponents think.
        burst: seconds in which several turns become one new message.
        clock: Unix seconds.
    """
    return Maecenas(settings, rng=rng, pause=pause, workers=workers, burst=burst, clock=clock)


def run(settings: Settings) -> int:
    """Serve Discord until told to stop; the exit code of the process.

    SIGTERM and SIGINT end it with 0. What keeps it from starting is one line on
    stderr and the code 1.
    """
    _log_to_stderr(settings.log_level)
    _aim(settings)
    try:
        asyncio.run(_serve(settings))
    except _Refused as refused:
        sys.stderr.write(f"maecenas: {refused}\n")
        return FAILED
    return 0


class _Refused(Exception):  # noqa: N818 - the end of a process, told in one line
    """Why the bot cannot serve."""


async def _serve(settings: Settings) -> None:
    bot = create(settings)
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop.set)
    try:
        await bot.open()
    except StoreError as error:
        raise _Refused(str(error)) from error
    try:
        await bot.watch.start(settings.health_port, bot.store)
    except OSError as error:
        await bot.close()
        raise _Refused(f"{HERE}:{settings.health_port} cannot be listened on") from error
    stopping = asyncio.create_task(stop.wait(), name="stop")
    serving = asyncio.create_task(_start(bot), name="serve")
    try:
        await asyncio.wait({serving, stopping}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        stopping.cancel()
        await bot.close()
        # A closed client ends by itself; one that is still logging in does not.
        serving.cancel()
        results = await asyncio.gather(serving, return_exceptions=True)
    # Who is told to stop has nothing to complain of.
    if isinstance(results[0], Exception) and not stop.is_set():
        raise results[0]


async def _start(bot: Maecenas) -> None:
    try:
        await bot.start(bot.settings.token.get_secret_value())
    except discord.LoginFailure as error:
        raise _Refused("Discord does not accept the token in DISCORD_TOKEN") from error
    except (discord.GatewayNotFound, aiohttp.ClientConnectionError) as error:
        raise _Refused("Discord cannot be reached") from error


def _aim(settings: Settings) -> None:
    """Point discord.py at another server, if the host asks for it."""
    if settings.api_url and settings.gateway_url:
        discord.http.Route.BASE = settings.api_url
        discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(settings.gateway_url)


def _log_to_stderr(level: str) -> None:
    logging.basicConfig(
        level=level, format="%(asctime)s %(levelname)s %(name)s: %(message)s", stream=sys.stderr
    )
    # At DEBUG discord.py logs whole messages, and with them the hands of players.
    discord_log = logging.getLogger("discord")
    discord_log.setLevel(max(logging.INFO, logging.getLevelName(level)))
