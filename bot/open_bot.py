"""Opens a bot: its store, its workers, its services, and the client that uses them."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from contextlib import AsyncExitStack
from functools import partial
from random import Random, SystemRandom
from typing import Final

import msgspec

from bot.app import Maecenas
from bot.background.workers import Workers, import_ahead
from bot.delivery.panel_plan import Pauses
from bot.interactions.client import Services
from bot.settings import Settings
from bot.store import DatabaseError, Store, StoreError, shown
from bot.store.rows import GameId, UserId
from bot.tables.core import editions, replay
from bot.tables.core.cache import TableCache
from bot.tables.core.editions import Editions
from bot.tables.core.levels import DEFAULT
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
from bot.tables.upkeep.retention import Retention
from bot.tables.upkeep.work_search import WorkSearch
from rules.opponents import LEVELS, choose

BURST: Final = 10.0
"""Seconds within which several decisions for one person are merged into one call."""

AWAY: Final = 120.0
"""Seconds after a click during which a person is not called."""

PANEL_PAUSES: Final = Pauses()
"""How long private panels are left alone."""

PRESENT: Final = 120.0
"""Seconds after a click during which computer players at the person's tables think first."""

JOBS: Final = (
    "bot.interactions.pictures",
    "bot.tables.core.replay",
    "bot.tables.opponents.thinking",
)
"""Modules whose functions run in workers; imported once for all workers."""


class _Callbacks:
    """What the services tell the bot and ask it. The bot is made after them.

    Attributes:
        bot: set once it is made; until then nothing here may be called.
    """

    bot: Maecenas

    def announce(self, game: GameId) -> None:
        """The outbox has something to send for a game."""
        self.bot.delivery.wake(game)
        self.bot.advice.look_ahead(game)

    def changed(self, game: GameId | None, *, here: bool = False) -> None:
        """A game has changed, here or in another process; None: any may have."""
        self.bot.live_panels.look(game, here=here)

    async def is_gone(self, guild: int, user: UserId) -> bool:
        """Whether a person has left a server."""
        return await self.bot.members.gone(guild, user)

    def began(self) -> None:
        """A game has begun, which a lost log must not lose."""
        self.bot.checkpoints.hurry()

    def plan_due(self, uptime: float) -> None:
        """Something is due at an uptime."""
        self.bot.dues.plan(uptime)

    def is_present(self, user: UserId) -> bool:
        """Whether a person has clicked a short while ago."""
        clicked = self.bot.latest_clicks.here(user)
        return clicked is not None and self.bot.monotonic() - clicked < PRESENT


class _Shared(msgspec.Struct, frozen=True, kw_only=True):
    """What the services of tables share.

    Attributes:
        cache: the tables.
        autoplay: acts for computer players and orders, and ends turns.
        dues: what is due at a certain uptime.
        thinking: where computer players think.
        rng: the source of chance.
        workers, opponent_workers: as in `Services`.
        clock, monotonic: as in `Services`.
    """

    cache: TableCache
    autoplay: Autoplay
    dues: DueLoop
    thinking: Thinking
    rng: Random
    workers: Workers
    opponent_workers: Workers
    clock: Callable[[], float]
    monotonic: Callable[[], float]


async def open_bot(
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
) -> Maecenas:
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
        callbacks, rng = _Callbacks(), rng or SystemRandom()
        workers, opponent_workers = _workers(settings, known, workers, opponent_workers)
        cache = TableCache(
            store=store,
            workers=workers,
            rules=known.games,
            announce=callbacks.announce,
            plan_due=callbacks.plan_due,
            uptime=uptime,
            release=release,
            clock=clock,
            follow_ups=FOLLOW_UPS,
            kept=settings.cache_games,
            changed=partial(callbacks.changed, here=True),
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
            is_present=callbacks.is_present,
        )
        shared = _Shared(
            cache=cache,
            autoplay=autoplay,
            dues=DueLoop(cache, autoplay),
            thinking=thinker,
            rng=rng,
            workers=workers,
            opponent_workers=opponent_workers,
            clock=clock,
            monotonic=monotonic,
        )
        services = _services(settings, shared, callbacks, ahead)
        work = WorkSearch(
            cache=cache,
            autoplay=autoplay,
            dues=shared.dues,
            reviews=services.reviews,
            deliver=callbacks.announce,
            changed=callbacks.changed,
        )
        await work.listen()
        bot = callbacks.bot = Maecenas(
            services=services,
            expiry=TableExpiry(cache),
            retention=Retention(cache, settings.erased_percent),
            dues=shared.dues,
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


def damaged(settings: Settings, error: Exception) -> str:
    """One line for the host about a database that cannot be used."""
    return f"the database {shown(settings.database)} cannot be used: {error}"


def _workers(
    settings: Settings, known: Editions, drawing: Workers | None, opponents: Workers | None
) -> tuple[Workers, Workers]:
    """Where pictures are drawn, and where computer players think.

    Args:
        settings: what the host set.
        known: the editions that new workers must know.
        drawing: where pictures are drawn, if that is given.
        opponents: where computer players think, if that is given.
    """
    prepare = partial(editions.recall, known.texts)
    import_ahead(JOBS)
    opponents = opponents or drawing
    if opponents is None:
        opponents = Workers(settings.opponent_workers, prepare, niceness=thinking.NICENESS)
    return drawing or Workers(prepare=prepare), opponents


def _services(
    settings: Settings, shared: _Shared, callbacks: _Callbacks, ahead: float
) -> Services:
    """The services of a bot.

    Args:
        settings: what the host set.
        shared: what they share.
        callbacks: what they tell the bot and ask it.
        ahead: seconds without a change at a table before verdicts are worked out.
    """
    cache, autoplay, dues = shared.cache, shared.autoplay, shared.dues
    store, rng, is_gone = cache.store, shared.rng, callbacks.is_gone
    coach = CoachService(store)
    games = GameService(cache, autoplay, rng=rng)
    proposals = ProposalService(cache, autoplay, dues)
    seats = SeatService(cache, autoplay, dues, level=DEFAULT, is_gone=is_gone)
    _register_agreements(proposals, games, seats)
    return Services(
        settings=settings,
        store=store,
        games=games,
        messages=MessageService(cache, autoplay),
        orders=OrderService(cache, autoplay),
        answers=AnswerService(cache, autoplay, dues),
        channels=ChannelService(cache, autoplay),
        lobbies=LobbyService(
            cache, autoplay, dues, levels=LEVELS, rng=rng, began=callbacks.began
        ),
        seats=seats,
        proposals=proposals,
        people=PeopleService(cache, autoplay),
        coach=coach,
        privacy=PrivacyService(cache, autoplay),
        reminders=Reminders(cache, dues, is_gone=is_gone, rng=rng),
        lessons=LessonService(store, shared.thinking, shared.clock),
        puzzles=PuzzleService(store, shared.clock),
        advice=AdviceService(
            cache,
            shared.thinking,
            coached=coach.is_on,
            rng=rng,
            monotonic=shared.monotonic,
            ahead=ahead,
        ),
        reviews=ReviewService(cache, shared.thinking),
        uptime=cache.uptime,
        workers=shared.workers,
        opponent_workers=shared.opponent_workers,
        clock=shared.clock,
        monotonic=shared.monotonic,
    )


def _register_agreements(
    proposals: ProposalService, games: GameService, seats: SeatService
) -> None:
    """Register what each kind of proposal does once its people agree."""
    proposals.register("undo", games.went_back)
    proposals.register("stand_in", seats.stand_in_agreed)
    proposals.register("open_seat", seats.open_agreed)
    proposals.register("end", seats.end_agreed)
    proposals.register("pause", seats.pause_agreed)
