"""The services for tests: a real store and engine, three friends, repeatable chance."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from random import Random
from typing import Any, Final, ParamSpec, TypeVar

from msgspec.structs import replace

from bot.background.workers import Limit, Workers
from bot.database.address import Address
from bot.store import Store
from bot.store.rows import GameId, GameRow
from bot.tables.core import replay
from bot.tables.core.cache import TableCache
from bot.tables.core.levels import DEFAULT
from bot.tables.core.moment import Moment
from bot.tables.core.table import Table
from bot.tables.core.uptime import Uptime
from bot.tables.dues.due import DueLoop
from bot.tables.follow_ups import FOLLOW_UPS
from bot.tables.lobby.lobbies import LobbyService
from bot.tables.opponents.autoplay import Autoplay
from bot.tables.opponents.thinking import Chooser, Thinking
from bot.tables.persons.people import PeopleService
from bot.tables.persons.privacy import PrivacyService
from bot.tables.play.answers import AnswerService
from bot.tables.play.games import GameService
from bot.tables.play.messages import MessageService
from bot.tables.play.ordering import OrderService
from bot.tables.seating.proposing import ProposalService
from bot.tables.seating.seats import SeatService
from bot.tables.upkeep.expiry import TableExpiry
from bot.tables.upkeep.reminders import Reminders
from bot.tables.upkeep.retention import Retention
from rules import opponents
from rules.contract import AnyGame, Seat, name
from rules.opponents import LEVELS
from rules.registry import GAMES

P = ParamSpec("P")
T = TypeVar("T")

ANN, BEN, CLEO, EVE = 101, 102, 103, 999
NAMES = {ANN: "Ann", BEN: "Ben", CLEO: "Cleo", EVE: "Eve"}
GUILD, CHANNEL = 1, 11


def game_row(**fields: Any) -> GameRow:
    """The row of a lobby or game, with the given fields."""
    row = GameRow(
        id=1,
        guild=GUILD,
        channel=CHANNEL,
        game="florence",
        rules_version=1,
        starter=ANN,
        created=5.0,
        updated=5.0,
    )
    return replace(row, **fields)


class Inline(Workers):
    """Work done on the spot, for tests that are not about processes."""

    async def run_within(
        self, limit: Limit, call: Callable[P, T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        return call(*args, **kwargs)


MOMENT: Final = Moment(unix=1_000_000.0, uptime=1.0)
"""For changes made without services, at no time in particular."""


class Clock:
    """A clock that stands still until it is moved."""

    def __init__(self) -> None:
        self.now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


class Services:
    """One run of the services, and what was announced."""

    def __init__(
        self,
        store: Store,
        workers: Workers,
        uptime: Uptime,
        *,
        clock: Clock,
        rng: Random,
        rules: Mapping[str, AnyGame],
        choose: Chooser,
        kept: int,
        undo_pause: float,
        end_pause: float,
        is_present: Callable[[int], bool],
    ) -> None:
        self.store = store
        self.clock = clock
        self.announced: list[GameId] = []
        self.gone: set[int] = set()
        self.asked: list[int] = []
        self.cache = TableCache(
            *(store, workers, rules),
            announce=self.announced.append,
            plan_due=self._plan_due,
            uptime=uptime,
            release=replay.release(),
            clock=clock,
            follow_ups=FOLLOW_UPS,
            kept=kept,
        )
        autoplay = Autoplay(
            *(self.cache, Thinking(workers, choose)),
            rng=rng,
            pause=0.0,
            undo_pause=undo_pause,
            end_pause=end_pause,
            is_present=is_present,
        )
        self.autoplay = autoplay
        self.games = GameService(self.cache, autoplay, rng=rng)
        self.messages = MessageService(self.cache, autoplay)
        self.expiry = TableExpiry(self.cache)
        self.retention = Retention(self.cache, 20)
        self.dues = DueLoop(self.cache, autoplay)
        self.orders = OrderService(self.cache, autoplay)
        self.answers = AnswerService(self.cache, autoplay, self.dues)
        self.lobbies = LobbyService(self.cache, autoplay, self.dues, levels=LEVELS, rng=rng)
        self.seats = SeatService(
            *(self.cache, autoplay, self.dues), level=DEFAULT, is_gone=self.is_gone
        )
        self.people = PeopleService(self.cache, autoplay)
        self.proposals = ProposalService(self.cache, autoplay, self.dues)
        self.privacy = PrivacyService(self.cache, autoplay)

    def vote(self) -> None:
        """Do what people agree to about seats, as the bot does."""
        self.proposals.register("stand_in", self.seats.stand_in_agreed)
        self.proposals.register("open_seat", self.seats.open_agreed)
        self.proposals.register("end", self.seats.end_agreed)
        self.proposals.register("pause", self.seats.pause_agreed)

    def remind(self) -> Reminders:
        """Remind people, as the bot does."""
        return Reminders(*(self.cache, self.dues), is_gone=self.is_gone, rng=Random(1))

    async def is_gone(self, guild: int, user: int) -> bool:
        """Whether someone has left the server."""
        assert guild == GUILD
        self.asked.append(user)
        return user in self.gone

    def _plan_due(self, uptime: float) -> None:
        self.dues.plan(uptime)

    async def sent(self) -> None:
        """Treat everything in the outbox as delivered."""
        for game in await self.store.outbox.games():
            for row in await self.store.outbox.pending(game):
                await self.store.outbox.remove(row)

    async def begun(
        self, *others: int, level: str | None = None, auctions: str = "bids"
    ) -> Table:
        """A game of Ann's, seats as joined; with a `level`, computer players make it three."""
        lobby = await self.lobbies.create_lobby("florence", GUILD, CHANNEL, ANN, "Ann")
        game = lobby.game.id
        await self.lobbies.set_options(game, ANN, {"seat_order": "joined"})
        await self.lobbies.set_options(game, ANN, {"auctions": auctions})
        for user in others:
            await self.lobbies.join(game, user, NAMES[user])
        for n in range(2 - len(others) if level else 0):
            await self.lobbies.add_opponent(game, ANN, str(level), f"Bot {n}")
        return await self.lobbies.start(game, ANN)

    async def at_auction(self, auctions: str = "bids") -> Table:
        """A game of three people who have chosen their professions."""
        table = await self.begun(BEN, CLEO, auctions=auctions)
        while len(table.decisions) > 1 or type(table.decisions[0].prompt).__name__ != "ToOpen":
            table = await self.step(table)
        return table

    async def step(self, table: Table, spelled: str | None = None) -> Table:
        """The first deciding person takes the first option, or a named action."""
        decision = table.decisions[0]
        chosen = spelled or name(decision.options[0])
        return await self.by(table, decision.seat, chosen)

    async def by(self, table: Table, seat: Seat, spelled: str) -> Table:
        """The person of a seat takes an action."""
        user, arose = table.seats[seat].user, table.arose(seat)
        assert user is not None
        assert arose is not None
        return (await self.games.play(table.game.id, user, seat, arose, spelled)).table


@asynccontextmanager
async def services(
    address: Address,
    *,
    seed: int = 1,
    clock: Clock | None = None,
    workers: Workers | None = None,
    rules: Mapping[str, AnyGame] = GAMES,
    choose: Chooser = opponents.choose,
    kept: int = 32,
    undo_pause: float = 0.0,
    end_pause: float = 600.0,
    is_present: Callable[[int], bool] = lambda _: True,
) -> AsyncIterator[Services]:
    """The services of a bot, running on a database."""
    workers = workers or Inline()
    clock = Clock() if clock is None else clock
    store = await Store.open(address)
    try:
        here = Services(
            *(store, workers, await Uptime.read(store, clock)),
            clock=clock,
            rng=Random(seed),
            rules=rules,
            choose=choose,
            kept=kept,
            undo_pause=undo_pause,
            end_pause=end_pause,
            is_present=is_present,
        )
        try:
            here.games.resume()
            yield here
        finally:
            await here.dues.close()
            await here.games.close()
            await here.cache.leases.close()
    finally:
        await store.close()
        await workers.close()
