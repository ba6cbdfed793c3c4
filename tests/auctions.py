"""`python -m tests.auctions --games N`: what an auction phase over days costs its people.

Five people in five time zones play Florence with the real rules and services. Each looks at a
call two hours later on average, if awake, does all that can be done then, and goes away. Three
ways are compared: each bid as it comes; by limits, item by item; by limits for the whole round.
The rows of the outbox are planned as the delivery plans them; nothing is sent.
"""

# ruff: noqa: T201 - the report is its output

from __future__ import annotations

import argparse
import asyncio
import heapq
import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from random import Random
from statistics import fmean
from tempfile import TemporaryDirectory
from typing import Final, Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from bot.delivery.plan import plan
from bot.delivery.steps import Call, EditCall, EndCall, Post, Sent, Skip, Step, Timing
from bot.delivery.steps import Edit as EditStep
from bot.store.out import OutRow
from bot.store.rows import CallRow, GameId
from bot.tables.core.table import Table
from rules.contract import Decision, Order, Seat, name
from rules.florence.actions import ToAct, ToBid, ToGiveBack, ToOpen, ToTake
from rules.florence.catalogue import LOTS
from rules.opponents import choose
from tests.bot.services import CHANNEL, GUILD, Clock, Services, services

Way: TypeAlias = Literal["bids", "lots", "round"]

WAYS: Final[dict[Way, str]] = {
    "bids": "each bid as it comes",
    "lots": "by limits, lot by lot",
    "round": "by limits, for the whole round",
}

PROMISED: Final[dict[Way, tuple[float, float]]] = {"lots": (3.5, 1e9), "round": (2.2, 35.0)}
"""The most calls per person and phase, and hours per phase."""

HOURS: Final = (0, 1, -5, -8, 9)
"""How far each person's clock is ahead of the bot's, in hours."""

AWAKE: Final = range(8, 23)
LOOKS_AFTER: Final = 2 * 3600.0
HOUR: Final = 3600.0
PEOPLE: Final = (101, 102, 103, 104, 105)
WANTED: Final = 0.4
"""How often a person wants an item at all."""

NOBODY_WAITS: Final = Timing(now=0.0, burst=0.0, away=0.0)
ROUTINE: Final = "novice"
"""The level that decides everything outside auctions, at once; that is not measured."""


class Figures(msgspec.Struct, frozen=True):
    """What phases cost.

    Attributes:
        calls: calls per person, one figure for each phase.
        hours: how long each phase took.
    """

    calls: tuple[float, ...]
    hours: tuple[float, ...]

    def __add__(self, other: Figures) -> Figures:
        """The figures of both."""
        return Figures(self.calls + other.calls, self.hours + other.hours)


class Phases:
    """A game of five people that is played slowly during auctions."""

    def __init__(self, here: Services, clock: Clock, way: Way, rng: Random) -> None:
        self._here, self._clock, self._way, self._rng = here, clock, way, rng
        self._looks: list[tuple[float, Seat]] = []
        self._calls: Counter[Seat] = Counter()
        self._limits: dict[tuple[int, Seat], dict[str, int]] = {}
        self._game: GameId = 0

    async def play(self, rounds: int) -> Figures:
        """Play so many rounds of a game; return what their auctions cost."""
        first, *others = PEOPLE
        lobbies = self._here.lobbies
        lobby = await lobbies.create_lobby("florence", GUILD, CHANNEL, first, "1")
        self._game = lobby.game.id
        if self._way == "bids":
            await lobbies.set_options(self._game, first, {"auctions": "bids"})
        for number, user in enumerate(others, 2):
            await lobbies.join(self._game, user, str(number))
        await lobbies.start(self._game, first)
        found = Figures((), ())
        for _ in range(rounds):
            await self._to_auctions()
            found += await self._auctions()
        return found

    async def _to_auctions(self) -> None:
        """Play everything outside auctions at once; the auctions then begin at any hour."""
        while not (table := await self._delivered()).journal or not _auctioned(table):
            decision = table.decisions[0]
            action = choose("florence", ROUTINE, table.view(decision.seat), decision, self._rng)
            await self._here.by(table, decision.seat, name(action))
        self._clock.now += self._rng.uniform(0.0, 24 * HOUR)

    async def _auctions(self) -> Figures:
        """Play one auction phase; return what it cost."""
        began, table = self._clock.now, await self._delivered()
        turn, asked = table.view(None).turn, _asked(table)
        self._calls = Counter(asked)  # they were called when the round began
        self._looks = [(self._look(seat), seat) for seat in asked]
        heapq.heapify(self._looks)
        while _auctioned(table := await self._delivered()) and table.view(None).turn == turn:
            due = await self._here.store.dues.earliest({"answer"})
            at = self._looks[0][0] if self._looks else self._clock.now + LOOKS_AFTER
            if due is not None:
                left = due - self._here.cache.uptime.now()
                if self._clock.now + left < at:
                    self._clock.now += max(left, 0.0)
                    self._here.dues.wake()
                    await self._here.dues.join()
                    continue
            self._clock.now = max(at, self._clock.now)
            seats = [heapq.heappop(self._looks)[1]] if self._looks else _asked(table)
            for seat in seats:
                await self._visit(seat)
        spent = (self._clock.now - began) / HOUR
        return Figures((fmean(self._calls[seat] for seat in range(len(PEOPLE))),), (spent,))

    def _look(self, seat: Seat) -> float:
        """When a person who is called now looks at the call."""
        at = self._clock.now + self._rng.expovariate(1 / LOOKS_AFTER)
        while int(at / HOUR + HOURS[seat]) % 24 not in AWAKE:
            at += self._rng.uniform(0.2, 1.0) * HOUR
        return at

    async def _visit(self, seat: Seat) -> None:
        """Let a person do all that can be done, and go away."""
        while True:
            table = await self._delivered()
            if not _auctioned(table):
                return
            if await self._answer(table, seat):
                continue
            decision = table.decision(seat)
            if decision is None:
                return
            await self._decide(table, decision)

    async def _answer(self, table: Table, seat: Seat) -> bool:
        """Answer what a person is asked early; return whether anything was asked."""
        early, user = table.early, table.seats[seat].user or 0
        lot = None if early is None else early.question.item
        if early is None or seat not in early.seats or (self._way == "lots" and lot is None):
            return False
        limits = self._limit(table, seat)
        turn = table.view(None).turn
        kinds: Iterable[str] = LOTS if self._way == "round" else (lot or "",)
        wanted = [self._order(turn, each, limits) for each in kinds]
        if self._way == "round":
            order = sorted((each for each in limits if limits[each]), key=lambda x: -limits[x])
            wanted += [f"{tag}.{turn}.{each}" for tag, each in zip(_OPENS, order, strict=False)]
            wanted += [f"place_best.{turn}"]
        offered = {
            name(each): each for each in await self._here.orders.offers(self._game, user)
        }
        if not any(limits.values()) and self._way == "round":
            await self._here.answers.decline(self._game, user, whole=True)
            return True
        left: list[Order] = [offered[each] for each in wanted if each in offered]
        if not left:
            await self._here.answers.decline(self._game, user, whole=lot is None)
        for each in left:
            # Earlier orders count for nothing once the person has bought, or the item is sold.
            now = await self._here.orders.offers(self._game, user)
            if each in now:
                await self._here.orders.leave(self._game, user, name(each))
        return True

    def _order(self, turn: int, lot: str, limits: dict[str, int]) -> str:
        """The order for an item: bid up to the limit, or pass if there is none."""
        amount = limits.get(lot, 0)
        return f"bid_up_to.{turn}.{lot}.{amount}" if amount else f"pass_lot.{turn}.{lot}"

    def _limit(self, table: Table, seat: Seat) -> dict[str, int]:
        """How far a person goes for each item in this round; decided once."""
        view = table.view(seat)
        key = (view.turn, seat)
        if key not in self._limits:
            most = (view.seats[seat].florins or 0) // 100 * 100
            self._limits[key] = {
                lot: min(self._rng.randrange(300, 1000, 100), most)
                if self._rng.random() < WANTED and most >= 300
                else 0
                for lot in LOTS
            }
        return self._limits[key]

    async def _decide(self, table: Table, decision: Decision) -> None:
        """Make a decision in auctions by the same limits, whichever way auctions go."""
        limits, names = (
            self._limit(table, decision.seat),
            [name(each) for each in decision.options],
        )
        order = sorted((each for each in limits if limits[each]), key=lambda lot: -limits[lot])
        going = None
        match decision.prompt:
            case ToOpen():
                chosen = next((f"open.{x}" for x in order if f"open.{x}" in names), "decline")
                lot = chosen.partition(".")[2]
                if lot and self._way != "bids":
                    going = self._order(table.view(None).turn, lot, limits)
            case ToTake():
                chosen = next((f"take.{x}" for x in order if f"take.{x}" in names), "decline")
            case ToBid(lot, amount):
                bid = f"bid.{amount + 100}"
                chosen = bid if limits[lot] >= amount + 100 and bid in names else "pass"
            case _:
                view = table.view(decision.seat)
                chosen = name(choose("florence", ROUTINE, view, decision, self._rng))
        arose, row = table.arose(decision.seat) or 0, table.seats[decision.seat]
        await self._here.games.play(
            *(self._game, row.user or 0, row.seat, arose, chosen), going
        )

    async def _delivered(self) -> Table:
        """The table once orders have acted and everyone who should be called has been."""
        while True:
            await self._here.games.wait_idle()
            rows = await self._here.store.outbox.pending(self._game)
            for row in rows:
                if row.kind == "hand":
                    await self._deliver(row)
                await self._here.store.outbox.remove(row)
            if not rows:
                return await self._here.games.table(self._game)

    async def _deliver(self, row: OutRow) -> None:
        sent, step = Sent(), None
        while not isinstance(step, Skip):
            table = await self._here.games.table(row.game)
            step = plan(row, table, sent, NOBODY_WAITS)
            if isinstance(step, EditStep | Post):
                sent = replace(sent, edited=row.id)
            await self._do(step, row.seat or 0, table)

    async def _do(self, step: Step, seat: Seat, table: Table) -> None:
        messages, known = self._here.messages, table.seats[seat].call
        match step:
            case Post():
                await messages.set_dm(self._game, seat, 1, 1)
            case Call(kind, entry):
                self._calls[seat] += 1
                heapq.heappush(self._looks, (self._look(seat), seat))
                await messages.set_call(
                    self._game, seat, CallRow(kind=kind, entry=entry, message=1)
                )
            case EditCall(entry, kind, _, silent) if known is not None:
                edited = replace(known, entry=entry, kind=kind, silent=silent)
                await messages.set_call(self._game, seat, edited)
            case EndCall() if known is not None:
                ended = replace(known, answered=True)
                await messages.set_call(self._game, seat, ended)
            case _:
                pass


_OPENS: Final = ("open_first", "open_second")


def _auctioned(table: Table) -> bool:
    """Whether the auctions of a round go on."""
    if table.over is not None or table.journal is None:
        return False
    prompts = [type(each.prompt) for each in table.decisions]
    return table.journal.question is not None and not {ToAct, ToGiveBack} & set(prompts)


def _asked(table: Table) -> list[Seat]:
    """The seats that must decide, or can answer before it is their move."""
    early = () if table.early is None else table.early.seats
    return [row.seat for row in table.seats if table.decision(row.seat) or row.seat in early]


async def figures(way: Way, games: int, rounds: int, seed: int) -> Figures:
    """What the auction phases of some games cost in one way.

    Args:
        way: how auctions are answered.
        games: how many games.
        rounds: how many rounds of each game.
        seed: the random seed.
    """
    found = Figures((), ())
    for number in range(games):
        with TemporaryDirectory() as folder:
            clock, rng = Clock(), Random(f"{seed}/{number}")
            path = Path(folder) / "maecenas.db"
            async with services(path, seed=seed + number, clock=clock) as here:
                here.dues.start()
                found += await Phases(here, clock, way, rng).play(rounds)
    return found


def main() -> int:
    """Print the figures of each way; return 1 if one breaks its promise."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=5)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    broken = False
    for way, text in WAYS.items():
        found = asyncio.run(figures(way, asked.games, asked.rounds, asked.seed))
        calls, hours = fmean(found.calls), fmean(found.hours)
        print(f"{text}: {calls:.1f} calls a person and phase, {hours:.0f} hours a phase")
        most = PROMISED.get(way, (1e9, 1e9))
        broken |= calls > most[0] or hours > most[1]
    return int(broken)


if __name__ == "__main__":
    sys.exit(main())
