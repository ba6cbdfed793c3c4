"""The bot: opens the store and the services, answers on Discord, and stops cleanly."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from contextlib import AsyncExitStack
from functools import partial
from random import Random, SystemRandom
from typing import Any, Final, Self

import discord
from discord import app_commands

from bot import commands, screens
from bot.background.periodic import Periodic
from bot.background.workers import Workers, import_ahead
from bot.commands.sync import CommandSync
from bot.delivery.live_panels import LivePanels
from bot.delivery.outbox import OutboxDelivery
from bot.delivery.panel_plan import Pauses
from bot.delivery.puzzle_days import PuzzleDays
from bot.interactions import clicks, handling
from bot.interactions.clicks import ClickItem, ClickRouter
from bot.interactions.client import Client, Interaction, Services
from bot.settings import Settings
from bot.store import DatabaseError, Store, StoreError, shown
from bot.store.rows import GameId, UserId
from bot.tables.core import editions, replay
from bot.tables.core.cache import TableCache
from bot.tables.core.leases import GameLocks
from bot.tables.core.levels import DEFAULT
from bot.tables.core.refusals import BeingUpdated
from bot.tables.core.uptime import Uptime
from bot.tables.dues.due import DueLoop
from bot.tables.follow_ups import FOLLOW_UPS
from bot.tables.lobby.lobbies import LobbyService
from bot.tables.opponents import thinking
from bot.tables.opponents.autoplay import Autoplay
from bot.tables.opponents.thinking import Thinking
from bot.tables.persons.coach import CoachService
from bot.tables.persons.lessons import LessonService
from bot.tables.persons.people import PeopleService
from bot.tables.persons.privacy import PrivacyService
from bot.tables.persons.puzzles import PuzzleService
from bot.tables.play.advice import AHEAD, AdviceService
from bot.tables.play.answers import AnswerService
from bot.tables.play.channels import ChannelService
from bot.tables.play.games import GameService
from bot.tables.play.messages import MessageService
from bot.tables.play.ordering import OrderService
from bot.tables.play.reviews import ReviewService
from bot.tables.seating.proposing import ProposalService
from bot.tables.seating.seats import SeatService
from bot.tables.upkeep.expiry import TableExpiry
from bot.tables.upkeep.reminders import Reminders
from bot.tables.upkeep.retention import Present, Retention
from bot.tables.upkeep.work_search import WorkSearch
from rules.opponents import LEVELS, choose

BURST: Final = 10.0
"""Seconds within which several decisions for one person are merged into one call."""

AWAY: Final = 120.0
"""Seconds after a click during which a person is not called."""

PRESENT: Final = 120.0
"""Seconds after a click during which computer players at the person's tables think first."""

PANEL_PAUSES: Final = Pauses()
"""How long private panels are left alone."""

ANSWER_TIMEOUT: Final = 1.25
"""Seconds that a click or command in progress may still take when the bot stops.

Together with the timeouts of the messages, the workers and the connection, a stop takes less
than five seconds, whatever is in progress.
"""

JOBS: Final = (
    "bot.interactions.pictures",
    "bot.tables.core.replay",
    "bot.tables.opponents.thinking",
)
"""Modules whose functions run in workers; imported once for all workers."""

DISCONNECT_TIMEOUT: Final = 0.75
"""Seconds that Discord may take to close the connection."""

CHECKPOINT_INTERVAL: Final = 5 * 60.0
"""Seconds between two SQLite checkpoints if no game begins."""

_log = logging.getLogger(__name__)


def checkpoints_of(store: Store) -> Periodic:
    """The job that writes SQLite's log into the database, so that a lost log loses no game."""
    return Periodic("the checkpoint", CHECKPOINT_INTERVAL, store.checkpoint)


class Maecenas(Client):
    """The client with the buttons and commands that it answers; made by `open`.

    Attributes:
        clicks: the verbs of buttons and selects, and their handlers.
        delivery: sends what is in the outbox.
        live_panels: keeps private panels up to date.
        day_posts: posts the puzzle of the day.
        expiry: puts games to rest.
        retention: erases what is no longer kept.
        command_sync: sends the slash commands to Discord.
        checkpoints: writes the database's log into the database.
        dues: does what is due at a certain uptime of the bot.
        work: finds the work that other processes have left.
        leases: the games for which this process acts.
    """

    def __init__(
        self,
        services: Services,
        expiry: TableExpiry,
        retention: Retention,
        dues: DueLoop,
        work: WorkSearch,
        leases: GameLocks,
        *,
        burst: float,
        away: float,
        undo_pause: float,
        symbols: bool,
        panel_pauses: Pauses,
    ) -> None:
        """A bot that is not connected yet; closing it closes the services."""
        router = ClickRouter()
        super().__init__(services, router.answer)
        self.clicks = router
        self.delivery = OutboxDelivery(
            self, leases, burst=burst, away=away, undo_pause=undo_pause
        )
        self.live_panels = LivePanels(self, panel_pauses)
        self.day_posts = PuzzleDays(self)
        self.expiry = expiry
        self.retention = retention
        self.command_sync = CommandSync(self)
        self._puts_symbols = symbols
        self._close: asyncio.Task[None] | None = None
        self.checkpoints = checkpoints_of(services.store)
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
        end_pause: float | None = None,
        workers: Workers | None = None,
        opponent_workers: Workers | None = None,
        burst: float = BURST,
        away: float = AWAY,
        ahead: float = AHEAD,
        symbols: bool = False,
        panel_pauses: Pauses = PANEL_PAUSES,
        clock: Callable[[], float] = time.time,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> Self:
        """A bot with its store and services open; nothing is sent yet.

        Args:
            settings: what the host set.
            rng: the source of chance; the machine's own unless a test gives one.
            pause: seconds before a computer player's action; None: as in the settings.
            undo_pause: seconds in which people can undo first; None: as in the settings.
            end_pause: seconds until a turn ends by itself; None: as in the settings.
            workers: where pictures are drawn and games replayed.
            opponent_workers: where computer players think; `workers` if only those are given.
            burst: seconds within which several decisions for one person are one call.
            away: seconds after a click during which a person is not called.
            ahead: seconds without a change at a table before verdicts are worked out.
            symbols: whether the symbols of buttons are uploaded to Discord.
            panel_pauses: how long private panels are left alone.
            clock: Unix seconds.
            monotonic: seconds of a clock that never jumps.

        Raises:
            SettingsError: one of the host's editions cannot be played; one line.
            StoreError: the database cannot be used; one line for the host.
        """
        own = await asyncio.to_thread(editions.read_own, settings)
        release = await asyncio.to_thread(replay.release)
        # An open database would keep the process alive.
        async with AsyncExitStack() as opened:
            store = await Store.open(settings.database, settings.pool)
            opened.push_async_callback(store.close)
            try:
                await store.check_deletions()
                known = await editions.load_editions(store, own)
                uptime = await Uptime.read(store, monotonic)
            except DatabaseError as error:
                raise StoreError(damaged(settings, error)) from error

            def announce(game: GameId) -> None:
                bot.delivery.wake(game)
                bot.advice.look_ahead(game)

            def changed(game: GameId | None, *, here: bool = False) -> None:
                bot.live_panels.look(game, here=here)

            async def is_gone(guild: int, user: int) -> bool:
                return await bot.members.gone(guild, user)

            def began() -> None:
                bot.checkpoints.hurry()

            def plan_due(uptime: float) -> None:
                bot.dues.plan(uptime)

            def is_present(user: UserId) -> bool:
                clicked = bot.latest_clicks.here(user)
                return clicked is not None and monotonic() - clicked < PRESENT

            rng = rng or SystemRandom()
            opponent_workers = opponent_workers or workers
            prepare = partial(editions.recall, known.texts)
            import_ahead(JOBS)
            if opponent_workers is None:
                opponent_workers = Workers(
                    settings.opponent_workers, prepare, niceness=thinking.NICENESS
                )
            workers = workers or Workers(prepare=prepare)
            cache = TableCache(
                store=store,
                workers=workers,
                rules=known.games,
                announce=announce,
                plan_due=plan_due,
                uptime=uptime,
                release=release,
                clock=clock,
                follow_ups=FOLLOW_UPS,
                kept=settings.cache_games,
                changed=partial(changed, here=True),
            )
            pause = settings.opponent_pause if pause is None else pause
            end_pause = settings.undo_pause if end_pause is None else end_pause
            undo_pause = settings.undo_pause if undo_pause is None else undo_pause
            thinker = Thinking(opponent_workers, choose)
            autoplay = Autoplay(
                cache=cache,
                thinking=thinker,
                rng=rng,
                pause=pause,
                undo_pause=undo_pause,
                end_pause=end_pause,
                is_present=is_present,
            )
            dues = DueLoop(cache, autoplay)
            coach = CoachService(store)
            reviews = ReviewService(cache, thinker)
            work = WorkSearch(cache, autoplay, dues, reviews, announce, changed)
            await work.listen()
            games = GameService(cache, autoplay, rng=rng)
            proposals = ProposalService(cache, autoplay, dues)
            seats = SeatService(cache, autoplay, dues, level=DEFAULT, is_gone=is_gone)
            _register_agreements(proposals, games, seats)
            services = Services(
                settings=settings,
                store=store,
                games=games,
                messages=MessageService(cache, autoplay),
                orders=OrderService(cache, autoplay),
                answers=AnswerService(cache, autoplay, dues),
                channels=ChannelService(cache, autoplay),
                lobbies=LobbyService(
                    cache, autoplay, dues, levels=LEVELS, rng=rng, began=began
                ),
                seats=seats,
                proposals=proposals,
                workers=workers,
                opponent_workers=opponent_workers,
                clock=clock,
                monotonic=monotonic,
                uptime=uptime,
                people=PeopleService(cache, autoplay),
                coach=coach,
                privacy=PrivacyService(cache, autoplay),
                advice=AdviceService(
                    cache,
                    thinker,
                    coached=coach.is_on,
                    rng=rng,
                    monotonic=monotonic,
                    ahead=ahead,
                ),
                reviews=reviews,
                reminders=Reminders(cache, dues, is_gone=is_gone, rng=rng),
                lessons=LessonService(store, thinker, clock),
                puzzles=PuzzleService(store, clock),
            )
            bot = cls(
                services=services,
                expiry=TableExpiry(cache),
                retention=Retention(cache, settings.erased_percent),
                dues=dues,
                work=work,
                leases=cache.leases,
                burst=burst,
                away=away,
                undo_pause=undo_pause,
                symbols=symbols,
                panel_pauses=panel_pauses,
            )
            await bot.__aenter__()  # shards that never started could not be closed
            opened.pop_all()  # from now on the bot closes them
            return bot

    async def setup_hook(self) -> None:
        """Once logged in: answer clicks, sync the commands, resume the games."""
        self.add_dynamic_items(ClickItem)
        await self.tree.set_translator(commands.CatalogueTranslator())
        await self.command_sync.start()
        await self.privacy.repeat()
        self.games.resume()
        self.reviews.resume()
        for game in await self.store.outbox.games():
            self.delivery.wake(game)
        if not self.store.games.shared:  # a PostgreSQL server has its own
            self.checkpoints.start()
        self.expiry.start()
        self.retention.start(self.present)
        self.dues.start()
        self.work.start()
        self.open_lists.start()
        self.day_posts.start()
        if self._puts_symbols:
            self.application_emojis.start()

    def present(self) -> Present | None:
        """This application and the servers of its shards; None: not every shard is ready."""
        if not self.is_ready() or self.application_id is None:
            return None
        guilds = frozenset(each.id for each in self.guilds)
        return Present(self.application_id, guilds, self.settings.shards)

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Answer forms, and buttons whose custom_id no longer fits our grammar."""
        await clicks.answer_other(interaction)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """A channel was deleted; what Discord says about its threads depends on their age."""
        await self.deleted_channels.deleted(channel.guild.id, channel.id)

    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """A thread was deleted, whether it was archived or not."""
        await self.deleted_channels.deleted(payload.guild_id, payload.thread_id)

    async def on_thread_update(self, before: discord.Thread, after: discord.Thread) -> None:
        """A thread was unlocked: show its table as it is now."""
        if before.locked and not after.locked:
            await self.delivery.show_again(after.id)

    async def on_thread_join(self, thread: discord.Thread) -> None:
        """The same for a thread that was archived too: nothing about it was in memory."""
        if not thread.locked:
            await self.delivery.show_again(thread.id)

    async def on_guild_channel_update(
        self, _: discord.abc.GuildChannel, channel: discord.abc.GuildChannel
    ) -> None:
        """A channel has changed: perhaps the bot now has the permissions that it lacked."""
        await self.delivery.show_again(channel.id, if_missing=True)

    async def on_shard_ready(self, shard_id: int) -> None:
        """The servers of a shard are there: look for what was deleted in the meantime."""
        for guild in self.guilds:
            if guild.shard_id == shard_id:
                self.deleted_channels.look_for(guild.id)

    async def on_guild_available(self, guild: discord.Guild) -> None:
        """A server is back after an outage; at the start, servers come with their shard."""
        if self.is_ready():
            self.deleted_channels.look_for(guild.id)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """The bot joined a server, perhaps again."""
        await self.on_guild_available(guild)

    async def close(self) -> None:
        """Accept nothing new, let work in progress finish, and close everything, once.

        A second call waits for the same close. Cancelling a caller does not stop it: an open
        database would keep the process alive.
        """
        self.closing = True
        if self._close is None:
            self._close = asyncio.create_task(self._close_all(), name="close")
        await asyncio.shield(self._close)

    async def _close_all(self) -> None:
        """Close everything, each part even if another one raises."""
        closes = (
            *(self.health.close, self.command_sync.close, self.work.close, self.expiry.close),
            *(self.dues.close, self.retention.close, self.checkpoints.close),
            *(self.deleted_channels.close, self.application_emojis.close),
            *(self.late_edits.close, self.advice.close, self.open_lists.close),
            *(self.reviews.close, self.games.close, self.live_panels.close),
            self.day_posts.close,
            *(self.delivery.close, self.coach.close),
            self.leases.close,
            *(self.opponent_workers.close, self.workers.close),
            *(self._disconnect, self.store.close),
        )
        async with AsyncExitStack() as stack:
            for close in reversed(closes):
                stack.push_async_callback(close)
            await self.finish_answers(ANSWER_TIMEOUT)

    async def _disconnect(self) -> None:
        """Close the connection to Discord, which may take a moment."""
        try:
            async with asyncio.timeout(DISCONNECT_TIMEOUT):
                await super().close()
        except TimeoutError:
            await self.http.close()


def damaged(settings: Settings, error: Exception) -> str:
    """One line for the host about a database that cannot be used."""
    return f"the database {shown(settings.database)} cannot be used: {error}"


async def _on_command_error(
    interaction: Interaction, error: app_commands.AppCommandError, /
) -> None:
    """Report a refusal, or log a fault and report its mark, as for a click."""
    unknown = app_commands.CommandNotFound, app_commands.CommandSignatureMismatch
    cause: Exception
    cause = error.original if isinstance(error, app_commands.CommandInvokeError) else error
    if interaction.type is discord.InteractionType.autocomplete:
        _log.error("no autocomplete", exc_info=cause)
    elif isinstance(cause, unknown) and interaction.client.store.process.newer_lives:
        await handling.report(interaction, BeingUpdated())
    else:
        await handling.report(interaction, cause)


def _register_agreements(
    proposals: ProposalService, games: GameService, seats: SeatService
) -> None:
    """Register what each kind of proposal does once its people agree."""
    proposals.register("undo", games.went_back)
    proposals.register("stand_in", seats.stand_in_agreed)
    proposals.register("open_seat", seats.open_agreed)
    proposals.register("end", seats.end_agreed)
    proposals.register("pause", seats.pause_agreed)
