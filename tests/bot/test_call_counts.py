"""How often a person is called in a whole game that is played slowly.

This is counted with and without what acts by itself: standing orders, and plans for the
next turn.

Slowly means that everyone is away whenever something is asked, so no call is put off or saved.
The rows of the outbox are planned as by the delivery; nothing is sent.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random
from statistics import mean
from typing import Final

import pytest
from msgspec.structs import replace

from bot.delivery.plan import plan
from bot.delivery.steps import Call, Edit, EditCall, EndCall, Post, Sent, Skip, Step, Timing
from bot.store.out import OutRow
from bot.store.rows import CallRow, GameId
from bot.tables.core.table import Table
from bot.tables.orders import plans
from rules.contract import Order, Seat, name
from rules.florence.orders import BidUpTo, PassRest
from rules.opponents import RANDOM, choose
from tests.bot.services import CHANNEL, GUILD, Services, services
from tests.bot.test_calls import arisen

PEOPLE: Final = (101, 102, 103, 104)
SLOWLY: Final = Timing(now=0.0, burst=0.0, away=0.0)
BIDDERS: Final = "novice"
SEED: Final = 2
SEEDS: Final = (2, 3)


@pytest.mark.parametrize(
    ("game", "level", "orders", "most"),
    [
        # A person who bids to the end without leaving an order is asked at every raise.
        ("florence", BIDDERS, False, 60),
        ("florence", BIDDERS, True, 24),
        ("florence", RANDOM, False, 50),
        ("florence", RANDOM, True, 24),
        ("lacrimosa", BIDDERS, False, 24),
        ("lacrimosa", RANDOM, False, 24),
    ],
)
async def test_a_person_is_called_so_often_in_a_whole_game(
    path: Path, game: str, level: str, orders: bool, most: int
) -> None:
    table, calls = await _played(path, game, level, orders=orders, seed=SEED)
    print(f"{game} of 4, {level}, {'with' if orders else 'no'} orders: {dict(calls)}")  # noqa: T201 - figures, with -s
    turns = arisen(table)
    for who in turns:
        assert calls[who] <= turns[who] + 1, "one a turn, and one for the end"
        assert most / 2 < calls[who] <= most


async def test_who_leaves_orders_and_plans_is_called_at_most_half_as_often(
    tmp_path: Path,
) -> None:
    """This is for people who bid to the end: those who pass at once are asked little extra."""
    means = {}
    for orders in (False, True):
        calls: list[int] = []
        for seed in SEEDS:
            path = tmp_path / f"{seed}-{orders}.db"
            _, counted = await _played(path, "florence", BIDDERS, orders=orders, seed=seed)
            calls += counted.values()
        means[orders] = mean(calls)
    print(f"calls a person, Florence of 4, without and with: {means}")  # noqa: T201 - figures, with -s
    assert means[True] <= means[False] / 2


_PLAYED: Final[dict[tuple[str, str, bool, int], tuple[Table, Counter[str]]]] = {}


async def _played(
    path: Path, game: str, level: str, *, orders: bool, seed: int
) -> tuple[Table, Counter[str]]:
    """A whole game, played once for all tests: its end, and how often each was called."""
    key = (game, level, orders, seed)
    if key not in _PLAYED:
        async with services(path, seed=seed) as here:
            playing = _Game(here, level, orders=orders, seed=seed)
            _PLAYED[key] = await playing.play(game), playing.calls
    return _PLAYED[key]


class _Game:
    """Four people who come when they are called, decide, and go away.

    Attributes:
        calls: how often each person was called.
    """

    def __init__(self, here: Services, level: str, *, orders: bool, seed: int) -> None:
        self._here = here
        self._level = level
        self._orders = orders
        self._rng = Random(seed)
        self.calls: Counter[str] = Counter()

    async def play(self, title: str) -> Table:
        """Play a whole game, to its end."""
        first, *others = PEOPLE
        lobbies = self._here.lobbies
        table = await lobbies.create_lobby(title, GUILD, CHANNEL, first, str(first))
        game = table.game.id
        for user in others:
            table = await lobbies.join(game, user, str(user))
        if table.game.status == "lobby":
            await lobbies.start(game, first)
        while (table := await self._delivered(game)).over is None:
            await self._decide(table)
        return table

    async def _decide(self, table: Table) -> None:
        decision = table.decisions[0]
        user, view = table.seats[decision.seat].user, table.view(decision.seat)
        assert user is not None
        if self._orders:
            await self._leave_orders(table.game.id, user)
            table = await self._delivered(table.game.id)
            if table.decision(decision.seat) != decision:
                return  # the order has decided
        action = choose(table.game.game, self._level, view, decision, self._rng)
        table = await self._here.by(table, decision.seat, name(action))
        if self._orders and table.over is None and table.decision(decision.seat) is None:
            await self._leave_plan(table, decision.seat, user)

    async def _leave_orders(self, game: GameId, user: int) -> None:
        """Leave a bid for one item and a pass for the rest, once in each round's auctions."""
        orders = self._here.orders
        offers = await orders.offers(game, user)
        if not offers or await orders.left(game, user):
            return
        bids = [each for each in offers if isinstance(each, BidUpTo)]
        wanted: list[Order] = [self._rng.choice(bids)] if bids else []
        wanted += [each for each in offers if isinstance(each, PassRest)]
        for order in wanted:
            await orders.leave(game, user, name(order))

    async def _leave_plan(self, table: Table, seat: Seat, user: int) -> None:
        """Leave what could be done if the next turn began now, where a game offers it."""
        offered = plans.offered(table, seat)
        if offered and not plans.own(table, seat):
            wanted = name(self._rng.choice(offered)[0])
            await self._here.orders.leave_plan(table.game.id, user, wanted)

    async def _delivered(self, game: GameId) -> Table:
        """The table once orders have acted and everything has been planned."""
        while True:
            await self._here.games.wait_idle()
            rows = await self._here.store.outbox.pending(game)
            for row in rows:
                if row.kind == "hand":
                    await self._deliver(row)
                await self._here.store.outbox.remove(row)
            if not rows:
                return await self._here.games.table(game)

    async def _deliver(self, row: OutRow) -> None:
        sent, step = Sent(), None
        while not isinstance(step, Skip):
            table = await self._here.games.table(row.game)
            step = plan(row, table, sent, SLOWLY)
            sent = replace(sent, edited=row.id) if isinstance(step, Edit | Post) else sent
            await self._do(step, row.seat or 0, table)

    async def _do(self, step: Step, seat: Seat, table: Table) -> None:
        messages, game, known = self._here.messages, table.game.id, table.seats[seat].call
        match step:
            case Post():
                await messages.set_dm(game, seat, 1, 1)
            case Call(kind, entry, number=number):
                self.calls[table.seats[seat].name] += 1
                told = kind in {"over", "rematch"}
                call = CallRow(kind=kind, entry=entry, message=1, answered=told)
                before = None if known is None else known.number
                call = replace(call, number=before if number is None else number)
                await messages.set_call(game, seat, call)
            case EditCall(entry, kind, number, silent) if known is not None:
                edited = replace(known, entry=entry, kind=kind, silent=silent)
                edited = replace(edited, number=known.number if number is None else number)
                await messages.set_call(game, seat, edited)
            case EndCall() if known is not None:
                await messages.set_call(game, seat, replace(known, answered=True))
            case _:
                pass
