"""The bot: it opens the store and the services, connects to Discord, and stops cleanly."""

from __future__ import annotations

import asyncio
import logging
import sys
import time
from collections.abc import Callable
from contextlib import AsyncExitStack
from functools import partial
from random import Random, SystemRandom
from typing import Any, Final, Self

import aiohttp
import discord
import yarl
from discord import app_commands

from bot import commands, screens
from bot.background.health import LOOPBACK
from bot.background.signals import ignore_signals, stop_event
from bot.background.workers import Workers
from bot.commands.sync import CommandSync
from bot.delivery.outbox import OutboxDelivery
from bot.interactions import clicks, handling
from bot.interactions.clicks import ClickItem, ClickRouter
from bot.interactions.client import Client, Interaction, Services
from bot.settings import BAD_USE, Settings, SettingsError
from bot.store import DatabaseError, Store, StoreError, shown
from bot.store.lock import locked
from bot.store.rows import GameId, UserId
from bot.tables import editions, replay, thinking
from bot.tables.advice import AdviceService
from bot.tables.autoplay import Autoplay
from bot.tables.cache import TableCache
from bot.tables.coach import CoachService
from bot.tables.due import DueLoop
from bot.tables.expiry import TableExpiry
from bot.tables.games import GameService
from bot.tables.leases import Leases
from bot.tables.lessons import LessonService
from bot.tables.levels import DEFAULT
from bot.tables.lobbies import LobbyService
from bot.tables.people import PeopleService
from bot.tables.privacy import PrivacyService
from bot.tables.proposing import ProposalService
from bot.tables.refusals import BeingUpdated
from bot.tables.reminders import Reminders
from bot.tables.retention import Present, Retention
from bot.tables.reviews import ReviewService
from bot.tables.seats import SeatService
from bot.tables.thinking import Thinking
from bot.tables.uptime import Uptime
from bot.tables.work_search import WorkSearch
from rules.opponents import LEVELS, choose

FAILED: Final = 1
"""The exit code when the bot cannot start, or had to stop; starting again may help."""

BURST: Final = 10.0
"""Seconds in which several decisions of a person are one call."""

AWAY: Final = 120.0
"""Seconds after a click in which a person is not called."""

PRESENT: Final = 120.0
"""Seconds after a click in which the opponents of a person's tables think before others."""

ANSWER_TIMEOUT: Final = 1.25
"""Seconds that a click or command under way may take when the bot stops.

With those of the messages, the workers and the connection the whole stop takes less
than five seconds, whatever is being done.
"""

TELL_PAUSE: Final = 1.0
"""Seconds until who is taken over is told again to stop, if the database was away."""

DISCONNECT_TIMEOUT: Final = 0.75
"""Seconds that Discord may take to end the connection."""

_log = logging.getLogger(__name__)


class Maecenas(Client):
    """The client with the buttons and commands that it answers; made by `open`.

    Attributes:
        clicks: the verbs of buttons and selects, and who answers them.
        delivery: sends what the outbox holds.
        expiry: closes the lobbies that nobody starts, and lets games rest.
        retention: erases what is not kept any longer.
        command_sync: brings the slash commands to Discord.
        dues: does what is due at a time of the bot's uptime.
        work: finds what other processes have left.
        leases: for which games this process acts.
    """

    def __init__(
        self,
        services: Services,
        expiry: TableExpiry,
        retention: Retention,
        dues: DueLoop,
        work: WorkSearch,
        leases: Leases,
        *,
        burst: float,
        away: float,
    ) -> None:
        """A bot that is not connected yet; it closes the services with itself."""
        router = ClickRouter()
        super().__init__(services, router.answer)
        self.clicks = router
        self.delivery = OutboxDelivery(self, leases, burst=burst, away=away)
        self.expiry = expiry
        self.retention = retention
        self.command_sync = CommandSync(self)
        self._close: asyncio.Task[None] | None = None
        self.dues = dues
        self.work = work
        self.leases = leases
        self.metrics.watch_leases(leases.count)
        screens.register(router)
        commands.register(self.tree, router, self.delivery)
        self.tree.error(_on_command_error)

    @classmethod
    async def open(
        cls,
        settings: Settings,
        *,
        rng: Random | None = None,
        pause: float | None = None,
        undo_pause: float | None = None,
        workers: Workers | None = None,
        opponent_workers: Workers | None = None,
        burst: float = BURST,
        away: float = AWAY,
        clock: Callable[[], float] = time.time,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> Self:
        """A bot with its store and services open; nothing is sent yet.

        Args:
            settings: what the host set.
            rng: chance; the machine's own unless a test gives one.
            pause, undo_pause: as the settings', if not theirs.
            workers: where pictures are drawn and games replayed.
            opponent_workers: where opponents think; in `workers`, if only those are given.
            burst: seconds in which several decisions of a person are one call.
            away: seconds after a click in which a person is not called.
            clock: Unix seconds.
            monotonic: seconds of a clock that never jumps.

        Raises:
            SettingsError: an edition of the host's cannot be played; one line.
            StoreError: the database cannot be used; one line for the host.
        """
        own = await asyncio.to_thread(editions.read_own, settings)
        release = await asyncio.to_thread(replay.release)
        # An open database would keep the process alive.
        async with AsyncExitStack() as opened:
            store = await Store.open(settings.database, settings.pool)
            opened.push_async_callback(store.close)
            try:
                known = await editions.load_editions(store, own)
                uptime = await Uptime.read(store, monotonic)
            except DatabaseError as error:
                raise StoreError(_damaged(settings, error)) from error

            def announce(game: GameId) -> None:
                bot.delivery.wake(game)

            async def is_gone(guild: int, user: int) -> bool:
                return await bot.members.gone(guild, user)

            def plan_due(at: float) -> None:
                bot.dues.plan(at)

            def is_present(user: UserId) -> bool:
                clicked = bot.latest_clicks.here(user)
                return clicked is not None and monotonic() - clicked < PRESENT

            rng = rng or SystemRandom()
            opponent_workers = opponent_workers or workers
            prepare = partial(editions.recall, known.texts)
            if opponent_workers is None:
                opponent_workers = Workers(
                    settings.opponent_workers, prepare, niceness=thinking.NICENESS
                )
            workers = workers or Workers(prepare=prepare)
            cache = TableCache(
                *(store, workers, known.games),
                announce=announce,
                plan_due=plan_due,
                uptime=uptime,
                release=release,
                clock=clock,
                kept=settings.cache_games,
            )
            pause = settings.opponent_pause if pause is None else pause
            undo_pause = settings.undo_pause if undo_pause is None else undo_pause
            thinker = Thinking(opponent_workers, choose)
            autoplay = Autoplay(
                *(cache, thinker),
                rng=rng,
                clock=clock,
                pause=pause,
                undo_pause=undo_pause,
                is_present=is_present,
            )
            dues = DueLoop(cache, autoplay)
            reviews = ReviewService(cache, thinker, clock=clock)
            work = WorkSearch(cache, autoplay, dues, reviews, announce)
            await work.listen()
            games = GameService(cache, autoplay, rng=rng, clock=clock)
            proposals = ProposalService(cache, autoplay, dues)
            proposals.register("undo", games.went_back)
            seats = SeatService(
                *(cache, autoplay, dues), level=DEFAULT, is_gone=is_gone, clock=clock
            )
            proposals.register("stand_in", seats.stand_in_agreed)
            proposals.register("open_seat", seats.open_agreed)
            proposals.register("end", seats.end_agreed)
            proposals.register("pause", seats.pause_agreed)
            services = Services(
                settings=settings,
                store=store,
                games=games,
                lobbies=LobbyService(cache, autoplay, levels=LEVELS, rng=rng, clock=clock),
                seats=seats,
                proposals=proposals,
                workers=workers,
                opponent_workers=opponent_workers,
                clock=clock,
                monotonic=monotonic,
                uptime=uptime,
                people=PeopleService(cache),
                coach=CoachService(store),
                privacy=PrivacyService(cache, autoplay, clock),
                advice=AdviceService(cache, thinker, rng=rng, monotonic=monotonic),
                reviews=reviews,
                reminders=Reminders(cache, dues, is_gone=is_gone, rng=rng, clock=clock),
                lessons=LessonService(store, thinker, clock),
            )
            expiry = TableExpiry(cache, clock)
            retention = Retention(cache, clock, settings.erased_percent)
            bot = cls(
                *(services, expiry, retention, dues, work, cache.leases),
                burst=burst,
                away=away,
            )
            await bot.__aenter__()  # shards that were never begun could not be closed
            opened.pop_all()  # from now on the bot closes them
            return bot

    async def setup_hook(self) -> None:
        """Once logged in: answer clicks, sync the commands, go on where games stand."""
        self.add_dynamic_items(ClickItem)
        await self.tree.set_translator(commands.CatalogueTranslator())
        await self.command_sync.start()
        await self.privacy.repeat()
        self.games.resume()
        self.reviews.resume()
        for game in await self.store.outbox.games():
            self.delivery.wake(game)
        self.expiry.start()
        self.retention.start(self.present)
        self.dues.start()
        self.work.start()

    def present(self) -> Present | None:
        """Which application this is on which servers of its shards; None: one is not ready."""
        if not self.is_ready() or self.application_id is None:
            return None
        guilds = frozenset(each.id for each in self.guilds)
        return Present(self.application_id, guilds, self.settings.shards)

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Answer the buttons that no grammar of ours knows any more."""
        await clicks.answer_unknown(interaction)

    async def close(self) -> None:
        """Stop accepting, let what is under way finish, and close everything. Once.

        Who calls it again waits for the same end. Who is cancelled meanwhile does not
        stop it: an open database would keep the process alive.
        """
        self.closing = True
        if self._close is None:
            self._close = asyncio.create_task(self._close_all(), name="close")
        await asyncio.shield(self._close)

    async def _close_all(self) -> None:
        """Close everything, each thing whatever another one raises."""
        closes = (
            *(self.health.close, self.command_sync.close, self.work.close, self.expiry.close),
            *(self.dues.close, self.retention.close),
            *(self.reviews.close, self.games.close, self.delivery.close, self.coach.close),
            self.leases.close,
            *(self.opponent_workers.close, self.workers.close),
            *(self._disconnect, self.store.close),
        )
        async with AsyncExitStack() as stack:
            for close in reversed(closes):
                stack.push_async_callback(close)
            await self.finish_answers(ANSWER_TIMEOUT)

    async def _disconnect(self) -> None:
        """End the connection to Discord, which may take a moment."""
        try:
            async with asyncio.timeout(DISCONNECT_TIMEOUT):
                await super().close()
        except TimeoutError:
            await self.http.close()


async def _on_command_error(
    interaction: Interaction, error: app_commands.AppCommandError, /
) -> None:
    """Tell a refusal, or log a fault and tell its mark: as for a click."""
    unknown = app_commands.CommandNotFound, app_commands.CommandSignatureMismatch
    cause: Exception
    cause = error.original if isinstance(error, app_commands.CommandInvokeError) else error
    if interaction.type is discord.InteractionType.autocomplete:
        _log.error("no autocomplete", exc_info=cause)
    elif isinstance(cause, unknown) and interaction.client.store.newer_lives:
        await handling.report(interaction, BeingUpdated())
    else:
        await handling.report(interaction, cause)


def run(settings: Settings, *, take_over: bool = False) -> int:
    """Serve Discord until told to stop; the exit code of the process.

    Args:
        settings: what the host set.
        take_over: whether it takes the place of a process with the same shards, which stops
            once this one hears everything.

    Raises: SettingsError, if nothing can be taken over on this database.

    SIGTERM and SIGINT end it with 0. What keeps it from starting is one line on
    stderr, and the code says whether starting again may help. The process should end then:
    it takes no signals any more.
    """
    if take_over and not isinstance(settings.database, str):
        raise SettingsError("--take-over needs PostgreSQL: on SQLite stop the bot first")
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
        with locked(settings.database):
            bot = await Maecenas.open(settings, burst=BURST, away=AWAY)
            try:
                await _enter(stop, bot, take_over=take_over)
            except StoreError:
                await bot.close()
                raise
            await _serve_until(stop, bot)
    except StoreError as error:
        raise _StartError(str(error)) from error


async def _enter(stop: asyncio.Event, bot: Maecenas, *, take_over: bool) -> None:
    """Be the process of its shards, which may have to wait, or be told to stop meanwhile.

    Raises: StoreError.
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
        await entering  # what it raises


async def _serve_until(stop: asyncio.Event, bot: Maecenas) -> None:
    port, process = bot.settings.health_port, bot.store.process
    takes_over = process is not None and process.predecessor is not None
    try:
        await bot.health.start(None if takes_over else port)  # who stops still has it
    except OSError as error:
        await bot.close()
        raise _StartError(f"{LOOPBACK}:{port} cannot be listened on") from error
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
    # Who is told to stop has nothing to complain of.
    if isinstance(results[0], Exception) and not stop.is_set():
        raise results[0]


async def _take_over(bot: Maecenas) -> None:
    """Take the place of the process with the same shards, once this one hears everything."""
    process, port = bot.store.process, bot.settings.health_port
    if process is None:
        return
    await bot.hear_everything()
    while process.predecessor is not None:
        _log.info("every shard is connected: %s is told to stop", process.predecessor.name)
        try:
            await process.stop_predecessor()
            await process.wait_until_alone()
        except DatabaseError as error:
            _log.warning("who is taken over was not told: %s", error)
            await asyncio.sleep(TELL_PAUSE)
    try:
        await bot.health.listen(port)
    except OSError:
        _log.error("%s:%s cannot be listened on", LOOPBACK, port)
    _log.info("this process has taken over")


def _damaged(settings: Settings, error: Exception) -> str:
    return f"the database {shown(settings.database)} cannot be used: {error}"


async def _start(bot: Maecenas) -> None:
    try:
        await bot.start(bot.settings.token.get_secret_value())
    except discord.LoginFailure as error:
        reason = "Discord does not accept the token in DISCORD_TOKEN"
        raise _StartError(reason, BAD_USE) from error
    except (discord.GatewayNotFound, aiohttp.ClientConnectionError) as error:
        raise _StartError("Discord cannot be reached") from error
    except DatabaseError as error:
        raise _StartError(_damaged(bot.settings, error)) from error


def _use_server(settings: Settings) -> None:
    """Point discord.py at another server, if the host asks for it."""
    if settings.api_url and settings.gateway_url:
        discord.http.Route.BASE = settings.api_url
        discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(settings.gateway_url)


def _log_to_stderr(level: str) -> None:
    logging.basicConfig(
        format="%(asctime)s %(levelname)s %(name)s: %(message)s", stream=sys.stderr
    )
    # At DEBUG libraries log what they carry, discord.py whole messages and aiosqlite the
    # values of statements: the hands of players. So only the bot itself goes below INFO.
    logging.getLogger().setLevel(max(logging.INFO, logging.getLevelName(level)))
    logging.getLogger("bot").setLevel(level)
