"""Two weeks of five people with different habits: how often each is called and reminded.

The clock is moved by hand; `pytest -s` prints the table.
"""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import Final

import msgspec
from msgspec.structs import replace

from bot.delivery.plan import plan
from bot.delivery.steps import Call, EditCall, EndCall, PutOff, Sent, Skip, Timing, Wait
from bot.store.rows import CallKind, CallRow, GameId, UserId
from bot.tables.core.quiet_hours import quiet_until
from bot.tables.upkeep.reminders import MOST_IN_A_ROW, Reminders
from rules.contract import name
from tests.bot.services import CHANNEL, GUILD, Clock, Services, services

MINUTE, HOUR, DAY = 60.0, 3600.0, 86400.0
BEGAN: Final = datetime(2026, 10, 19, 12, tzinfo=UTC).timestamp()  # clocks change on the 25th


class Habit(msgspec.Struct, frozen=True, kw_only=True):
    """How a person plays.

    Attributes:
        settings: what they chose.
        delay: hours from being told until they act; None: never.
        hours: the hours of the day, in UTC, in which they look at their phone.
        leaves: after how many days they stop acting.
    """

    settings: dict[str, str | int]
    delay: float | None
    hours: tuple[int, int] = (0, 24)
    leaves: float = 99.0


HABITS: Final = {
    "prompt": Habit(settings={"reminders": 12}, delay=0.5, hours=(7, 22)),
    "evenings": Habit(
        settings={
            "reminders": 3,
            "quiet_start": 22,
            "quiet_end": 7,
            "time_zone": "Europe/Madrid",
        },
        delay=0.1,
        hours=(18, 21),
    ),
    "sleeps by day": Habit(
        settings={
            "reminders": 3,
            "quiet_start": 8,
            "quiet_end": 20,
            "time_zone": "Asia/Tokyo",
        },
        delay=5.0,
        hours=(11, 23),
    ),
    "leaves": Habit(settings={}, delay=1.0, leaves=6.0),
    "never answers": Habit(settings={"reminders": 48}, delay=None),
}


class Counts(msgspec.Struct):
    """What one person received and did."""

    decisions: int = 0
    calls: int = 0
    silent: int = 0
    answers: int = 0
    reminders: int = 0
    in_quiet: int = 0
    in_a_row: int = 0


class Fortnight:
    """The people, the table they play at, and a delivery that counts instead of sending."""

    def __init__(
        self,
        here: Services,
        reminders: Reminders,
        game: GameId,
        people: dict[UserId, str],
    ) -> None:
        self.here = here
        self.reminders = reminders
        self.game = game
        self.people = people
        self.counts = {shown: Counts() for shown in people.values()}
        self.told: dict[UserId, float] = {}
        self._sent: dict[int, Sent] = {}
        self._rng = Random(1)

    async def deliver(self) -> None:
        """Do what is planned for each seat, as the bot does."""
        games, outbox = self.here.games, self.here.store.outbox
        for row in await outbox.pending(self.game):
            while row.kind == "hand":
                table = await games.table(self.game)
                seat = table.seats[row.seat or 0]
                sent = self._sent.get(seat.seat, Sent(edited=row.id))
                sent = replace(sent, edited=row.id)
                quiet = await self.reminders.quiet(table, seat)
                timing = Timing(now=self.here.clock.now, burst=10.0, away=120.0, quiet=quiet)
                match plan(row, table, sent, timing):
                    case Skip():
                        break
                    case Wait():
                        return
                    case PutOff(seconds):
                        await self.reminders.ring_later(table, seat.seat, seconds)
                        break
                    case Call(kind, entry, _, reminded, number, silent):
                        call = CallRow(
                            kind=kind,
                            entry=entry,
                            message=1,
                            reminded=reminded,
                            silent=silent,
                            number=number,
                        )
                        await self._called(
                            seat.user or 0, kind, reminder=reminded is not None, silent=silent
                        )
                        self._sent[seat.seat] = Sent(called=self.here.clock.now)
                    case EditCall(entry, kind, number, silent):
                        assert seat.call is not None
                        call = replace(
                            seat.call, kind=kind, entry=entry, silent=silent, number=number
                        )
                    case EndCall():
                        assert seat.call is not None
                        call = replace(seat.call, answered=True)
                    case other:
                        raise AssertionError(other)
                await self.here.messages.set_call(self.game, seat.seat, call)
            await outbox.remove(row)

    async def _called(
        self, user: UserId, kind: CallKind, *, reminder: bool, silent: bool
    ) -> None:
        counts, person = self.counts[self.people[user]], await self.here.people.read(user)
        if silent:  # they see it if they look
            self.told[user] = self.here.clock.now
            counts.silent += 1
            return
        counts.in_quiet += quiet_until(person, self.here.clock.now) is not None
        if kind == "proposal":  # nobody here answers: a vote is asked again in three days
            counts.answers += 1
            return
        if not reminder:
            self.told[user] = self.here.clock.now
            counts.calls += 1
            return
        counts.reminders += 1

    async def act(self) -> None:
        """Everyone who wants to act by now does so; each acts once in a step of the clock."""
        table = await self.here.games.table(self.game)
        for decision in table.decisions:
            row = table.seats[decision.seat]
            user = row.user or 0
            counts = self.counts[self.people[user]]
            counts.in_a_row = max(counts.in_a_row, row.reminders)
            if self._acts(user) and table.game.status == "playing":
                counts.decisions += 1
                fresh = await self.here.games.table(self.game)
                found = fresh.decision(decision.seat)
                if found is not None:
                    option = self._rng.choice(found.options)
                    await self.here.by(fresh, decision.seat, name(option))

    def _acts(self, user: UserId) -> bool:
        habit, now = HABITS[self.people[user]], self.here.clock.now
        hour = datetime.fromtimestamp(now, UTC).hour
        told = self.told.get(user)
        return (
            habit.delay is not None
            and told is not None
            and now >= told + habit.delay * HOUR
            and habit.hours[0] <= hour < habit.hours[1]
            and now < BEGAN + habit.leaves * DAY
        )


async def fortnight(path: Path, away: frozenset[str], seed: int = 1) -> Fortnight:
    """Two weeks of a game, without those who are away: computer players take their seats."""
    clock = Clock()
    clock.now = BEGAN
    async with services(path, seed=seed, clock=clock) as here:
        reminders = Reminders(*(here.cache, here.dues), is_gone=here.is_gone, rng=Random(seed))
        here.dues.start()
        people = {n: shown for n, shown in enumerate(HABITS, 101) if shown not in away}
        for user, shown in people.items():
            await here.people.change(user, **HABITS[shown].settings)
        first, *others = people
        lobby = await here.lobbies.create_lobby(
            "florence", GUILD, CHANNEL, first, people[first]
        )
        game = lobby.game.id
        for user in others:
            await here.lobbies.join(game, user, people[user])
        if len(people) < max(here.cache.rules_of(lobby).seats):
            await here.lobbies.start(game, first)
        week = Fortnight(here, reminders, game, people)
        # The hands have been posted.
        for row in (await here.games.table(game)).seats:
            await here.messages.set_dm(game, row.seat, 1, 1)
        while clock.now < BEGAN + 14 * DAY:
            here.dues.wake()
            await here.dues.join()
            await week.deliver()
            await week.act()
            await week.deliver()
            clock.now += 15 * MINUTE
        return week


def shown(week: Fortnight) -> str:
    """The counts as a table."""
    heads = ("person", *Counts.__struct_fields__)
    rows = [
        (person, *map(str, msgspec.structs.astuple(counts)))
        for person, counts in week.counts.items()
    ]
    widths = [max(map(len, column)) for column in zip(heads, *rows, strict=True)]
    return "\n".join(
        "  ".join(text.ljust(width) for text, width in zip(row, widths, strict=True))
        for row in (heads, *rows)
    )


async def test_two_weeks_of_five_people(path: Path) -> None:
    week = await fortnight(path, frozenset())
    print(f"\n{shown(week)}")  # noqa: T201 - to be read with -s
    total = Counter[str]()
    for person, counts in week.counts.items():
        assert counts.in_quiet == 0, f"{person} is left alone in quiet hours"
        assert counts.in_a_row <= MOST_IN_A_ROW
        assert counts.calls <= counts.decisions + 1, "one call a decision at most"
        total["calls"] += counts.calls
    never = week.counts["never answers"]
    assert (never.decisions, never.calls, never.reminders) == (0, 1, 3), "then no more"
    # The game waits for one person: the others are not reminded of anything meanwhile.
    others = [counts for person, counts in week.counts.items() if person != "never answers"]
    assert sum(counts.reminders for counts in others) <= 3 * len(others)


async def test_two_weeks_without_the_one_who_never_answers(path: Path) -> None:
    week = await fortnight(path, frozenset({"never answers"}))
    print(f"\n{shown(week)}")  # noqa: T201 - to be read with -s
    for person, counts in week.counts.items():
        assert counts.in_quiet == 0, f"{person} is left alone in quiet hours"
        assert counts.in_a_row <= MOST_IN_A_ROW
        assert counts.calls <= counts.decisions + 1, "one call a decision at most"
        assert counts.reminders <= MOST_IN_A_ROW * (counts.decisions + 1)
        assert counts.decisions > 2, "the game goes on until somebody leaves"
    assert week.counts["prompt"].reminders <= 2 * 3
    assert week.counts["leaves"].reminders == MOST_IN_A_ROW, "after the last decision"
    assert week.counts["sleeps by day"].reminders > 0
