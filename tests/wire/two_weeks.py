"""`python -m tests.wire.two_weeks`: nine people live two weeks over the wire, by a moved clock.

The unmodified bot runs as its own process. Each step moves time on by half an hour, and people
act during their own hours of their own days. One is on holiday for five days, one works at
night, one accepts no direct messages, and one leaves the server. One never acts, at a table
where another never answers votes; one plays only at weekends, and a channel is deleted. Every
push is printed with its reader's local time; the report ends with what went wrong.
"""

from __future__ import annotations

import argparse
import asyncio
import sqlite3
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from contextlib import closing
from datetime import datetime
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Final
from zoneinfo import ZoneInfo

import msgspec

from tests.bot.client_message import Message
from tests.wire import moved_time
from tests.wire.clicker import Party
from tests.wire.process import BotProcess
from tests.wire.queries import answered
from tests.wire.server import Loopback, Person, record, world
from tests.wire.server.record import Notification

MINUTE, HOUR, DAY = 60.0, 3600.0, 86400.0
STEP: Final = 30 * MINUTE
BEGAN: Final = datetime(2026, 10, 19, 9, tzinfo=ZoneInfo("UTC")).timestamp()
"""A Monday; clocks in Europe change on the 25th."""

DELETED_AFTER: Final = 3 * DAY
"""When the channel of a table is deleted."""

LEAVES_AFTER: Final = 6 * DAY
"""When one person leaves the server."""

SETTLED: Final = 20.0
"""Real seconds within which everything due is done and every message is sent."""

STUCK_AFTER: Final = 5 * DAY
"""A table where nothing happens for so long, though people would act, is stuck."""

DECISIONS: Final = 6
"""The most decisions that a person makes at a table each time they look at it."""


class Habit(msgspec.Struct, frozen=True, kw_only=True):
    """How a person lives and plays.

    Attributes:
        zone: their time zone.
        hours: the hours of their day during which they look at their phone.
        days: the days of the week on which they look; 0 is Monday.
        quiet: their quiet hours, if they chose any.
        looks: how likely they are to look in a step without being called.
        away: the start and end of their holiday, in seconds from the beginning.
        votes: whether they answer what the table is asked.
        acts: whether they ever act.
        prompt: how likely they are to look in a step after being called.
        closed: whether they refuse direct messages.
        button: whether their hand is shown only by a button.
    """

    zone: str
    hours: tuple[int, int] = (8, 22)
    days: tuple[int, ...] = tuple(range(7))
    quiet: tuple[int, int] | None = None
    looks: float = 0.05
    away: tuple[float, float] = (0.0, 0.0)
    votes: bool = True
    acts: bool = True
    prompt: float = 1.0
    closed: bool = False
    button: bool = False


HABITS: Final = {
    "Ada": Habit(zone="Europe/Rome", quiet=(23, 7), looks=0.3),
    "Bruno": Habit(zone="Europe/Madrid", hours=(18, 23), quiet=(0, 9), votes=False),
    "Chiara": Habit(zone="America/New_York", hours=(20, 24), quiet=(8, 18)),
    "Dmitri": Habit(zone="Europe/Moscow", away=(4 * DAY, 9 * DAY), quiet=(22, 8)),
    "Elena": Habit(zone="Europe/Athens", closed=True, quiet=(23, 8)),
    "Fabio": Habit(zone="Europe/Rome", looks=0.1),
    "Gala": Habit(zone="Asia/Tokyo", button=True, quiet=(22, 6)),
    "Hugo": Habit(zone="Europe/Paris", days=(5, 6), looks=0.3),
    "Ines": Habit(zone="Europe/Lisbon", acts=False),
}

TABLES: Final = {
    "salon": ("florence", "Ada", "Bruno", "Chiara", "Dmitri", "Elena"),
    "chapel": ("lacrimosa", "Ada", "Fabio", "Hugo", "Gala"),
    "yard": ("lacrimosa", "Chiara", "Ines", "Bruno"),
    "cellar": ("florence", "Gala", "Elena", "Ada"),
}
"""The channels, what is played there, and by whom."""

LOST: Final = "cellar"
"""The channel that is deleted; its table continues in another one."""


class Stored(msgspec.Struct, frozen=True):
    """What the bot has stored about a table, as far as it is needed here."""

    number: int
    channel: int
    status: str
    entries: int


class Moved:
    """The moved time, shared by this Discord and the bot."""

    def __init__(self, file: Path) -> None:
        """Start at the beginning."""
        self._file = file
        self._wrong = BEGAN - time.time()
        self.moved = 0.0
        self._write()

    def on(self, seconds: float) -> None:
        """Move time on."""
        self.moved += seconds
        self._write()

    def now(self) -> float:
        """The moved time in Unix seconds."""
        return time.time() + self._wrong + self.moved

    def _write(self) -> None:
        moved_time.write(self._file, self._wrong + self.moved, self.moved)


class TwoWeeks:
    """The people, their tables, and what went wrong.

    Attributes:
        step: how many seconds pass at once.
        tells: whether each push is printed.
        faults: what went wrong, one line each.
        pushes: how often each person's phone rang.
    """

    step = STEP
    tells = True

    def __init__(
        self,
        discord: Loopback,
        bot: BotProcess,
        moved: Moved,
        seed: int,
        habits: Mapping[str, Habit] = HABITS,
        tables: Mapping[str, tuple[str, ...]] = TABLES,
    ) -> None:
        """Prepare the people and channels; no one has a seat yet.

        Args:
            discord: the Discord where it happens.
            bot: the bot, as its own process.
            moved: the moved time.
            seed: the random seed.
            habits: the people, by name.
            tables: the channels, what is played there, and by whom.
        """
        guild = discord.guild()
        self.discord = discord
        self.bot = bot
        self.moved = moved
        self.habits = habits
        self.rng = Random(seed)
        self.people = {
            name: discord.person(name, closed=each.closed) for name, each in habits.items()
        }
        self.parties = {
            place: Party(
                discord,
                discord.world.channel(guild, place),
                [self.people[name] for name in names],
                Random(f"{seed}-{place}"),
                game,
            )
            for place, (game, *names) in tables.items()
        }
        self.refuge = discord.world.channel(guild, "refuge")
        self.faults: list[str] = []
        self.pushes: Counter[str] = Counter()
        self._heard = 0
        self._called: set[str] = set()
        self._left: set[str] = set()
        self._deleted = False
        self._entries: dict[int, tuple[int, float]] = {}

    # -- before it begins --------------------------------------------------------------

    async def begin(self) -> None:
        """Let everyone choose their settings, and start the tables."""
        channel = next(iter(self.parties.values())).channel
        for name, habit in self.habits.items():
            person = self.people[name]
            page = await answered(await person.slash(channel, "settings", time_zone=habit.zone))
            chosen = (
                {}
                if habit.quiet is None
                else dict(zip(("quiet_start", "quiet_end"), map(str, habit.quiet), strict=True))
            )
            if habit.button:
                chosen["hands"] = "button"
            for key, value in chosen.items():
                assert page is not None, f"{name} finds no settings"
                menu = next(p for p in page.parts if f":{key}" in str(p.get("custom_id")))
                page = await answered(await person.choose(page, menu["custom_id"], [value]))
        await asyncio.gather(*(each.gather() for each in self.parties.values()))

    # -- step by step ------------------------------------------------------------------

    async def pass_by(self, days: float) -> None:
        """Let so many days pass, or fewer if every game ends before."""
        while self.moved.moved < days * DAY and not self.over:
            self.moved.on(self.step)
            await self._settle()
            self._hear()
            await self._happen()
            for name in self.people:
                if self._looks(name):
                    await self._act(name)
            await self._settle()
            self._hear()
            await self._watch()

    @property
    def over(self) -> bool:
        """Whether every game has ended."""
        return all(each.over for each in self.parties.values())

    async def _happen(self) -> None:
        """Let happen what no one asked for: a channel is deleted, someone leaves."""
        if not self._deleted and self.moved.moved >= DELETED_AFTER:
            self._deleted = True
            await self.discord.delete(self.parties[LOST].channel)
            await self._settle()
        if not self._left and self.moved.moved >= LEAVES_AFTER:
            self._leave("Fabio")

    def _local(self, name: str) -> datetime:
        return datetime.fromtimestamp(self.moved.now(), ZoneInfo(self.habits[name].zone))

    def _looks(self, name: str) -> bool:
        """Whether a person looks at their phone now."""
        habit, local = self.habits[name], self._local(name)
        if name in self._left or not habit.acts or local.weekday() not in habit.days:
            return False
        if habit.away[0] <= self.moved.moved < habit.away[1]:
            return False
        awake = habit.hours[0] <= local.hour < habit.hours[1]
        likely = habit.prompt if name in self._called else habit.looks
        return awake and self.rng.random() < likely

    async def _act(self, name: str) -> None:
        """Look at every table, and do what it waits for."""
        self._called.discard(name)
        person = self.people[name]
        for place, party in self.parties.items():
            if person not in party.people:
                continue
            if party.channel.id not in self.discord.world.channels:
                await self._rescue(place, person)
            if self.habits[name].votes:
                await self._vote(party, person)
            for _ in range(DECISIONS):
                if not party.called(person):
                    break
                await party._decide(person)
                await asyncio.sleep(0.05)

    async def _rescue(self, place: str, person: Person) -> None:
        """Move a table whose channel is gone to another channel."""
        gone = self.parties[place].channel.id
        number = next(each.number for each in await self._stored() if each.channel == gone)
        await answered(await person.slash(self.refuge, "table", table=str(number)))
        self.parties[place].channel = self.refuge

    async def _vote(self, party: Party, person: Person) -> None:
        """Answer the proposals in direct messages and on the table message."""
        board = party.board(person)
        found = [*self._standing(person), *([board] if board else [])]
        for message in found:
            for part in message.parts:
                custom_id = str(part.get("custom_id"))
                if ":answer:" in custom_id and custom_id.endswith(":yes"):
                    await answered(await person.press(message, custom_id))

    def _standing(self, person: Person) -> list[Message]:
        """The direct messages that still exist, newest first."""
        return [
            each.message
            for each in self.discord.world.direct(person.user).posts[::-1]
            if not each.deleted
        ]

    def _leave(self, name: str) -> None:
        """Let a person leave the server."""
        self._left.add(name)
        self.discord.world.strangers.add(self.people[name].id)

    async def _settle(self) -> None:
        """Wait until everything due is done and every message is sent."""
        until = time.monotonic() + SETTLED
        while time.monotonic() < until:
            before = self.discord.version()
            await asyncio.sleep(0.25)
            if before == self.discord.version():
                return
        self.faults.append(f"{self._at()}: messages come and come")

    # -- what is seen ------------------------------------------------------------------

    def _at(self) -> str:
        return f"{datetime.fromtimestamp(self.moved.now(), ZoneInfo('UTC')):%a %d %H:%M}"

    def _hear(self) -> None:
        """Print the new pushes; a push in quiet hours or to someone who has left is a fault."""
        rings = self.discord.record.notifications
        names = {person.id: name for name, person in self.people.items()}
        for ring in rings[self._heard :]:
            name = names[ring.user]
            self.pushes[name] += 1
            self._called.add(name)
            line = f"{self._local(name):%a %d %H:%M} {name:7} {_plain(ring, names)}"
            if self.tells:
                print(line)
            if self._is_quiet(name):
                self.faults.append(f"in quiet hours: {line}")
            if name in self._left:
                self.faults.append(f"left the server: {line}")
        self._heard = len(rings)

    def _is_quiet(self, name: str) -> bool:
        habit, hour = self.habits[name], self._local(name).hour
        if habit.quiet is None:
            return False
        start, end = habit.quiet
        return start <= hour < end if start < end else hour >= start or hour < end

    async def _watch(self) -> None:
        """Note when each table last moved on."""
        for game in await self._stored():
            known = self._entries.get(game.number)
            if known is None or known[0] != game.entries:
                self._entries[game.number] = game.entries, self.moved.moved

    async def _stored(self) -> list[Stored]:
        return await asyncio.to_thread(_read, self.bot.file)

    async def at_the_end(self) -> None:
        """Check that what phones show is true, and that no table is stuck."""
        for game in await self._stored():
            since = self.moved.moved - self._entries[game.number][1]
            if game.status == "playing" and since > STUCK_AFTER:
                days = since / DAY
                self.faults.append(
                    f"stuck: game {game.number} stands still for {days:.0f} days"
                )
        for name, person in self.people.items():
            if name not in self._left:
                await self._press_all(name, person)

    async def _press_all(self, name: str, person: Person) -> None:
        """Press each button that asks for an answer: none may be stale."""
        for message in self._standing(person):
            for part in message.parts:
                custom_id = str(part.get("custom_id"))
                if ":answer:" not in custom_id or not custom_id.endswith(":no"):
                    continue
                question = await person.press(message, custom_id)
                await answered(question)
                if any("no longer" in text for text in question.texts):
                    self.faults.append(f"{name} has a stale button: {message.content}")


def _read(file: Path) -> list[Stored]:
    with closing(sqlite3.connect(file)) as database:
        rows = database.execute(
            "SELECT id, channel, status, (SELECT count(*) FROM entries WHERE game = games.id)"
            " FROM games"
        ).fetchall()
    return [Stored(*row) for row in rows]


def _plain(ring: Notification, names: dict[int, str]) -> str:
    text = ring.text
    for number, name in names.items():
        text = text.replace(f"<@{number}>", f"@{name}")
    return " / ".join(text.splitlines())


def told(weeks: TwoWeeks) -> Iterator[str]:
    """The end of the report."""
    yield "pushes: " + ", ".join(f"{name} {weeks.pushes[name]}" for name in weeks.habits)
    yield f"faults: {len(weeks.faults)}"
    kinds: dict[str, list[str]] = defaultdict(list)
    for each in weeks.faults:
        kinds[each.partition(":")[0]].append(each)
    for kind, lines in kinds.items():
        yield f"  {len(lines)} x {kind}, such as {lines[0]}"


async def two_weeks(folder: Path, days: float = 14.0, seed: int = 1) -> TwoWeeks:
    """Let so many days pass; return what happened and what went wrong."""
    moved = Moved(folder / "time")
    clock = SimpleNamespace(time=moved.now, monotonic=time.monotonic)
    vars(world)["time"] = vars(record)["time"] = clock
    try:
        async with Loopback() as discord:
            bot = BotProcess(
                *(discord, folder),
                module=("tests.wire.moved_time", str(folder / "time"), "run"),
                settings={"MAECENAS_OPPONENT_PAUSE": "0", "MAECENAS_UNDO_PAUSE": "0"},
            )
            weeks = TwoWeeks(discord, bot, moved, seed)
            async with bot:
                await weeks.begin()
                await weeks.pass_by(days)
                await weeks.at_the_end()
            weeks.faults += sorted(set(discord.record.breaches))
            return weeks
    finally:
        vars(world)["time"] = vars(record)["time"] = time


def main() -> int:
    """Print what happened; return 1 if something went wrong."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--days", type=float, default=14.0)
    asked.add_argument("--seed", type=int, default=1)
    given = asked.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        weeks = asyncio.run(two_weeks(Path(folder), given.days, given.seed))
    print("\n".join(told(weeks)))
    return 1 if weeks.faults else 0


if __name__ == "__main__":
    sys.exit(main())
