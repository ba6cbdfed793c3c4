"""The Discord client with the services that clicks, commands and messages work with.

Code that answers an interaction reaches the services through its client.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final, TypeAlias

import discord
import msgspec
import yarl
from cachetools import LRUCache
from discord import app_commands

from bot.background.health import HealthMonitor
from bot.background.metrics import Metrics
from bot.background.workers import Workers
from bot.interactions.deleted_channels import DeletedChannels
from bot.interactions.emojis import ApplicationEmojis
from bot.interactions.event_guard import EventGuard
from bot.interactions.late_edits import LateEdits
from bot.interactions.latest_clicks import LatestClicks
from bot.interactions.members import Members
from bot.interactions.open_lists import OpenLists
from bot.interactions.open_panels import OpenPanels
from bot.interactions.pictures import Pictures
from bot.interactions.public_posts import PublicPosts
from bot.interactions.rest_budget import LONGEST_WAIT, RestBudget
from bot.interactions.session_starts import enough_starts, waited_for_turn
from bot.interactions.shared_limits import SharedLimits
from bot.settings import Settings
from bot.store import DatabaseError, Store
from bot.store.rows import GameId, UserId
from bot.tables.core.position import Position
from bot.tables.core.ratings import Ratings
from bot.tables.core.table import Table
from bot.tables.core.uptime import Uptime
from bot.tables.lobby.lobbies import LobbyService
from bot.tables.persons.coach import CoachService
from bot.tables.persons.lessons import LessonService
from bot.tables.persons.people import PeopleService
from bot.tables.persons.privacy import PrivacyService
from bot.tables.persons.puzzles import PuzzleService
from bot.tables.play.advice import AdviceService
from bot.tables.play.answers import AnswerService
from bot.tables.play.channels import ChannelService
from bot.tables.play.games import GameService
from bot.tables.play.messages import MessageService
from bot.tables.play.ordering import OrderService
from bot.tables.play.reviews import ReviewService
from bot.tables.seating.proposing import ProposalService
from bot.tables.seating.seats import SeatService
from bot.tables.upkeep.reminders import Reminders
from render.presentation import Presentation
from render.presentations import PRESENTATIONS, shown
from render.words import Words, coverage

Interaction: TypeAlias = "discord.Interaction[Client]"
AnswerClick: TypeAlias = Callable[[Interaction, str, GameId, tuple[str, ...]], Awaitable[None]]
"""Answers a click on a button or select: its verb, game and arguments."""


READY_PAUSE: Final = 0.5
"""Seconds between checks of whether every shard is connected."""

MOST_CLICKING: Final = 10_000
"""The number of people whose Discord language is remembered."""


class Tree(app_commands.CommandTree["Client"]):
    """The slash commands; each use is answered once, by one process."""

    async def interaction_check(self, interaction: Interaction, /) -> bool:
        """Whether this process answers a command or an autocompletion."""
        try:
            return await interaction.client.claim(interaction)
        except DatabaseError as error:
            interaction.extras["unclaimed"] = error
            return True


class Services(msgspec.Struct, frozen=True):
    """What the bot works with, all of it open.

    Attributes:
        settings: what the host set.
        store: where everything is kept.
        games, orders, answers, channels, lobbies, seats, proposals, people, privacy, reminders,
            lessons, puzzles: what people do.
        messages: where the messages of tables are.
        coach: what people are told while they learn.
        advice, reviews: what the strongest computer player would tell them.
        uptime: the clock of decisions.
        workers: where pictures are drawn and games replayed.
        opponent_workers: where computer players think.
        clock: Unix seconds.
        monotonic: seconds of a clock that never jumps.
    """

    settings: Settings
    store: Store
    games: GameService
    messages: MessageService
    orders: OrderService
    answers: AnswerService
    channels: ChannelService
    lobbies: LobbyService
    seats: SeatService
    proposals: ProposalService
    people: PeopleService
    coach: CoachService
    privacy: PrivacyService
    reminders: Reminders
    lessons: LessonService
    puzzles: PuzzleService
    advice: AdviceService
    reviews: ReviewService
    uptime: Uptime
    workers: Workers
    opponent_workers: Workers
    clock: Callable[[], float] = time.time
    monotonic: Callable[[], float] = time.monotonic


class Client(discord.AutoShardedClient):
    """The client and its services.

    A bot on many servers has several connections, its shards. Unless the host says otherwise,
    there are as many as Discord recommends, and all of them end in this process.

    Attributes:
        settings, store, games, messages, orders, answers, channels, lobbies, seats, proposals,
            people, coach, privacy, reminders, advice, reviews, lessons, puzzles, uptime,
            workers, opponent_workers, clock, monotonic: as in `Services`.
        pictures: draws pictures, each view once.
        ratings: computes ratings, each series of results once.
        members: checks whether a person is on a server.
        public_posts: counts what people make the bot post for everyone.
        deleted_channels: tells tables that their channels were deleted.
        application_emojis: the symbols of buttons.
        health: reports how the bot is doing.
        metrics: counts clicks, answers and pictures.
        rest_budget: limits how many REST requests are sent.
        presentations: how each game looks and speaks, by its id.
        tree: the slash commands.
        answer_click: answers a click.
        open_lists: private lists that are kept up to date.
        latest_clicks: when people last clicked or used a command.
        late_edits: the messages that are edited once more after they are shown.
        open_panels: the private panels that can be edited.
        locales: the Discord language of each of the latest people.
        user_install: whether people could install the application for themselves when the
            commands were sent.
        closing: whether the bot is stopping, so that nothing new begins.
    """

    def __init__(self, services: Services, answer_click: AnswerClick) -> None:
        """A client that is not connected yet, and by default mentions nobody."""
        # Voice is never used, so a host need not know that its libraries are missing.
        discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
        self.rest_budget = RestBudget()
        super().__init__(
            http_trace=self.rest_budget.trace,
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
            max_ratelimit_timeout=LONGEST_WAIT,
        )
        EventGuard(self)
        self._use(services)
        self.metrics = Metrics()
        self._watch_figures(services)
        SharedLimits(self.rest_budget, services.store.process)
        self.pictures = Pictures(services.workers, self.metrics.drawn)
        self.ratings = Ratings(services.workers)
        self.members = Members(self, self.rest_budget.background_wait)
        self.public_posts = PublicPosts(services.monotonic)
        self.deleted_channels = DeletedChannels(
            self, self.channels, self.rest_budget.background_wait
        )
        self.application_emojis = ApplicationEmojis(self)
        self.health = HealthMonitor(
            services.store,
            self._connected_shards,
            self.metrics,
            services.clock,
            hosts=services.settings.health_hosts,
        )
        self.presentations = PRESENTATIONS
        self.tree: Tree = Tree(self)
        self.answer_click = answer_click
        self.latest_clicks = LatestClicks(services.people, self.clock, self.monotonic)
        self.late_edits = LateEdits()
        self.open_panels = OpenPanels(self.monotonic)
        self.open_lists = OpenLists(self.clock, self.open_panels.forget)
        self.locales: LRUCache[UserId, str] = LRUCache(MOST_CLICKING)
        self.user_install = False
        self.closing = False
        self._concurrency = 1  # how many sessions may begin at once
        self._answering: set[asyncio.Task[Any]] = set()
        self._unanswered: Counter[UserId] = Counter()

    def _use(self, services: Services) -> None:
        """Make each service an attribute of the client."""
        self.settings = services.settings
        self.store = services.store
        self.games = services.games
        self.messages = services.messages
        self.orders = services.orders
        self.answers = services.answers
        self.channels = services.channels
        self.lobbies = services.lobbies
        self.seats = services.seats
        self.proposals = services.proposals
        self.people = services.people
        self.coach = services.coach
        self.privacy = services.privacy
        self.reminders = services.reminders
        self.lessons = services.lessons
        self.puzzles = services.puzzles
        self.advice = services.advice
        self.reviews = services.reviews
        self.uptime = services.uptime
        self.workers = services.workers
        self.opponent_workers = services.opponent_workers
        self.clock = services.clock
        self.monotonic = services.monotonic

    def _watch_figures(self, services: Services) -> None:
        """Register the figures that are computed when the metrics are read."""
        self.metrics.watch(
            "maecenas_invalid_requests",
            "Requests that Discord refused with 401, 403 or 429 in the last ten minutes.",
            self.rest_budget.invalid.count,
        )
        self.metrics.watch(
            "maecenas_rest_wait_seconds",
            "How long the next REST request would wait for its turn.",
            self.rest_budget.next_wait,
        )
        self.metrics.watch(
            "maecenas_processes",
            "Processes that serve the bot.",
            lambda: services.store.process.number,
        )

    async def connect(self, *, reconnect: bool = True) -> None:
        """Connect this process's shards until the end: all shards unless the host says which.

        Raises:
            discord.GatewayNotFound: Discord recommends no number of shards.
        """
        own = self.settings.shards
        starts = await enough_starts(self, len(own.ids) if own else None)
        self._concurrency = starts.concurrency
        self.shard_count = own.count if own else starts.recommended
        self.shard_ids = list(own.ids) if own else None
        await super().connect(reconnect=reconnect)

    async def launch_shard(
        self, gateway: yarl.URL, shard_id: int, *, initial: bool = False
    ) -> None:
        """Begin a shard's session in its turn; no socket is open while it waits."""
        # A shard that has waited here does not wait again in the hook.
        initial |= await waited_for_turn(self.store.process, shard_id, self._concurrency)
        await super().launch_shard(gateway, shard_id, initial=initial)

    async def before_identify_hook(
        self, shard_id: int | None, *, initial: bool = False
    ) -> None:
        """Wait for the turn of a session that begins again while its socket is already open.

        Only one shard of a process waits at a time, so the wait is not long.
        """
        if initial or not await waited_for_turn(
            self.store.process, shard_id or 0, self._concurrency
        ):
            await super().before_identify_hook(shard_id, initial=initial)

    async def hear_everything(self) -> None:
        """Wait until the sessions of all shards of this process have begun."""
        await self.wait_until_ready()
        while True:
            connected = self._connected_shards()
            if connected and all(connected):
                return
            await asyncio.sleep(READY_PAUSE)

    async def words(self, interaction: Interaction) -> Words:
        """The language of a private answer: the person's choice, or that of their Discord."""
        person = await self.people.read(interaction.user.id)
        if person.locale:
            return Words.pick(person.locale)
        return coverage.of_discord(interaction.locale.value)

    async def words_of(self, user: UserId, table: Table) -> Words:
        """The language of a direct message about a table.

        The person's choice; otherwise, that of their Discord as last seen, or the table's.
        """
        person = await self.people.read(user)
        seen = self.locales.get(user) or person.discord_locale
        if person.locale or not seen:
            return Words.pick(person.locale or table.game.language)
        return coverage.of_discord(seen)

    async def said(self, words: Words, table: Table, user: UserId | None) -> Words:
        """Words for a message about a table, with symbols unless `user` has turned them off.

        Args:
            words: the reader's language.
            table: the table whose game's symbols are used.
            user: the private reader, or the person whose public message it is; None: nobody.
        """
        if user is not None and not (await self.people.read(user)).symbols:
            return words
        return self.application_emojis.within(words, self.presentation(table).amounts())

    def table_words(self, table: Table) -> Words:
        """The language of what everyone sees in the channel."""
        return Words.pick(table.game.language)

    def presentation(self, position: Position) -> Presentation[Any]:
        """The presentation of a table's or lesson's game, in the edition that is played."""
        return shown(position.title, position.edition)

    async def claim(self, interaction: discord.Interaction[Any]) -> bool:
        """Whether this process answers an interaction that another process may hear too.

        If not, the process does nothing at all: no acknowledgement, no log line.

        Raises:
            DatabaseError: the answer is unknown; then nothing may be done either.
        """
        process = self.store.process
        if not process.must_claim:
            return True
        if self.closing and process.shares_shards:
            return False  # the other process goes on
        self.track_answer()  # what is claimed here is answered here, even if the bot stops
        interaction.extras["claimed"] = True
        return await process.claim(interaction.id)

    def _connected_shards(self) -> tuple[bool, ...]:
        """Whether each shard is connected; none before the first events or after the end."""
        if not self.is_ready() or self.is_closed():
            return ()
        return tuple(not shard.is_closed() for _, shard in sorted(self.shards.items()))

    @contextmanager
    def unanswered(self, person: UserId) -> Iterator[int]:
        """Count a person's request until it is answered; yields how many they have now."""
        self._unanswered[person] += 1
        try:
            yield self._unanswered[person]
        finally:
            self._unanswered[person] -= 1
            if not self._unanswered[person]:
                del self._unanswered[person]

    def track_answer(self) -> None:
        """Note that the current task answers a person, so that a stopping bot waits for it."""
        task = asyncio.current_task()
        if task is not None:
            self._answering.add(task)
            task.add_done_callback(self._answering.discard)

    async def finish_answers(self, seconds: float) -> None:
        """Wait for the answers in progress; cancel them after `seconds`.

        By then, what a click did to a game is stored or not done at all: only its picture may
        be missing. The person is told of this within `replies.CUT_OFF_WITHIN`.
        """
        ends = asyncio.get_running_loop().time() + seconds
        while running := self._answering - {asyncio.current_task()}:
            left = ends - asyncio.get_running_loop().time()
            if left <= 0:
                for task in running:
                    task.cancel()
                await asyncio.wait(running)
                return
            await asyncio.wait(running, timeout=left)
