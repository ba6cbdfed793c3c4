"""A whole game, played slowly by people in different time zones, by a moved clock."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Final

from rules.florence.actions import ToAct, ToGiveBack
from rules.florence.catalogue import LOTS
from tests.auctions import PROMISED, WANTED
from tests.bot.client_message import MENU, Component, Message
from tests.wire import stored_games
from tests.wire.process import BotProcess
from tests.wire.promise import Promise
from tests.wire.queries import answered
from tests.wire.server import Loopback, Person, record, world
from tests.wire.server.world import DISCORD_EPOCH
from tests.wire.stored_games import StoredGame
from tests.wire.true_panels import EVERY, TruePanels
from tests.wire.two_weeks import HOUR, Habit, Moved, TwoWeeks

PROMPT: Final = 0.4
"""How likely someone is to look at a call within an hour: two hours later on average."""

ZONES: Final = {
    "Ada": "Europe/London",
    "Bruno": "Europe/Rome",
    "Chiara": "America/New_York",
    "Dmitri": "America/Los_Angeles",
    "Elena": "Asia/Tokyo",
}

SEATS: Final = {"florence": 5, "lacrimosa": 4}

LONGEST: Final = 60.0
"""Days after which a game that has not ended is stuck."""

TRUE_WITHIN: Final = 10.0
"""Real seconds within which a panel must be true, after an hour has passed at once."""

SELECTS: Final = 12
"""The most questions of one panel that a person answers."""

FEWEST_PHASES: Final = 5
"""The fewest auction phases whose means are judged.

The first phases of one game had means of 21, 22 and 37 hours in three nights;
`tests.wire.judged` measures 21 phases.
"""

_OPENS: Final = ("open_first", "open_second")


class SlowGame(TwoWeeks):
    """One game of people who look at a call two hours later, if awake, and go away.

    Attributes:
        stale: the panels that were false though nothing was left to do.
    """

    step = HOUR
    tells = False

    def __init__(
        self, discord: Loopback, bot: BotProcess, moved: Moved, seed: int, game: str
    ) -> None:
        """Prepare the people and their table; no one has a seat yet."""
        names = tuple(ZONES)[: SEATS[game]]
        habits = {
            name: Habit(zone=ZONES[name], hours=(8, 23), looks=0.0, prompt=PROMPT)
            for name in names
        }
        super().__init__(discord, bot, moved, seed, habits, {"table": (game, *names)})
        self.game = game
        self.party = self.parties["table"]
        self.panels = TruePanels(discord, bot.file, self.party.channel, self.party.words)
        self.stale: list[str] = []
        self._limits: dict[tuple[int, int], dict[str, int]] = {}

    async def _happen(self) -> None:
        """Let nothing but the game happen; look at every panel until it is true."""
        people, until = tuple(self.party.people), time.monotonic() + TRUE_WITHIN
        while false := await self.panels.look(people):
            if time.monotonic() > until:
                break
            await asyncio.sleep(EVERY)
        self.stale += false

    async def _act(self, name: str) -> None:
        """Say how far the person goes, if asked, and do what the table waits for."""
        person = self.people[name]
        for message in self._standing(person):
            part = message.button(self.party.move)
            if part is not None:
                panel = await answered(await person.press(message, part["custom_id"]))
                if panel is not None:
                    await self._say_limits(person, panel)
                break
        await super()._act(name)

    async def _say_limits(self, person: Person, panel: Message) -> None:
        """Answer a panel of limits, as the person wants the items of this round."""
        for _ in range(SELECTS):
            found = self._unanswered(person, panel)
            if found is None:
                return
            select, value = found
            asked = (
                await person.press(panel, select)
                if value is None
                else await person.choose(panel, select, [value])
            )
            panel = await answered(asked) or panel

    def _unanswered(self, person: Person, panel: Message) -> tuple[str, str | None] | None:
        """The next select without an answer, and the answer; or the No button, without one."""
        selects = [part for part in panel.parts if ":answer_early:" in str(part)]
        selects = [part for part in selects if part["type"] == MENU]
        if not selects:
            return None
        values = [str(each["value"]) for part in selects for each in part["options"]]
        turn = int(next(each.split(".")[1] for each in values))
        limits = self._wanted(person, turn)
        declines = [p for p in panel.parts if ":decline_early:" in str(p.get("custom_id"))]
        if declines and not any(limits.values()):
            return str(declines[0]["custom_id"]), None
        order = sorted((lot for lot in limits if limits[lot]), key=lambda lot: -limits[lot])
        for part in selects:
            if any(each.get("default") for each in part["options"]):
                continue
            value = self._answer(part, limits, order)
            if value is not None:
                return str(part["custom_id"]), value
        return None

    def _answer(self, part: Component, limits: dict[str, int], order: list[str]) -> str | None:
        values = [str(each["value"]) for each in part["options"]]
        kind, turn, *rest = values[0].split(".")
        if kind in _OPENS:
            place = _OPENS.index(kind)
            value = f"{kind}.{turn}.{order[place]}" if place < len(order) else ""
            return value if value in values else None
        best = f"place_best.{turn}"
        if best in values:
            return best
        lot = rest[0] if rest else ""
        bids = [each for each in values if each.startswith("bid_up_to.")]
        within = [each for each in bids if int(each.rpartition(".")[2]) <= limits.get(lot, 0)]
        value = within[-1] if within else f"pass_lot.{turn}.{lot}"
        return value if value in values else None

    def _wanted(self, person: Person, turn: int) -> dict[str, int]:
        """How far a person goes for each item in a round; decided once."""
        if (person.id, turn) not in self._limits:
            self._limits[person.id, turn] = {
                lot: self.rng.randrange(300, 1000, 100) if self.rng.random() < WANTED else 0
                for lot in LOTS
            }
        return self._limits[person.id, turn]


@dataclass(frozen=True)
class Played:
    """What a slow game took.

    Attributes:
        game: its title.
        people: how many played.
        days: from its first entry to its last.
        pushes, presses, posts: of all people together; posts are messages posted.
        phases: for each auction phase, the pushes per person and the hours.
        stale: the panels that stayed false.
        faults: what went wrong, one line each.
    """

    game: str
    people: int
    days: float
    pushes: int
    presses: int
    posts: int
    phases: tuple[tuple[float, float], ...]
    stale: tuple[str, ...]
    faults: tuple[str, ...]

    @property
    def phase(self) -> tuple[float, float]:
        """The mean pushes per person and hours of an auction phase."""
        calls, hours = zip(*self.phases, strict=True)
        return sum(calls) / len(calls), sum(hours) / len(hours)

    @property
    def promises(self) -> tuple[Promise, ...]:
        """The figures, together with those that are promised."""
        found = [
            Promise(f"{self.game} over days: panels that stay false", len(self.stale), 0, 0),
            Promise(f"{self.game} over days: faults", len(self.faults), 0, 0),
        ]
        if len(self.phases) >= FEWEST_PHASES:
            calls, hours = self.phase
            most_calls, most_hours = PROMISED["round"]
            found += [
                Promise("pushes a person and auction phase", calls, 0, most_calls),
                Promise("hours an auction phase", hours, 0, most_hours),
            ]
        return tuple(found)

    def __str__(self) -> str:
        each = self.people
        return (
            f"{self.game} over days, {each} people: {self.days:.1f} days, a person"
            f" {self.pushes / each:.0f} pushes and {self.presses / each:.0f} presses,"
            f" {self.posts} messages posted in all{self._phases_told()}"
        )

    def _phases_told(self) -> str:
        if not self.phases:
            return ""
        calls, hours = self.phase
        phases = f"{len(self.phases)} auction phases"
        return f"; {phases} of {calls:.1f} pushes a person and {hours:.0f} hours"


async def slow_game(folder: Path, game: str, seed: int = 1, days: float = LONGEST) -> Played:
    """Play one game to its end; return what it took."""
    moved = Moved(folder / "time")
    clock = SimpleNamespace(time=moved.now, monotonic=time.monotonic)
    vars(world)["time"] = vars(record)["time"] = clock
    try:
        async with Loopback() as discord:
            bot = BotProcess(
                *(discord, folder),
                module=("tests.wire.moved_time", str(folder / "time"), "run"),
            )
            slow = SlowGame(discord, bot, moved, seed, game)
            async with bot:
                await slow.begin()
                await slow.pass_by(days)
            stored = stored_games.read(bot.file)[slow.party.channel.id]
            return _taken(slow, stored)
    finally:
        vars(world)["time"] = vars(record)["time"] = time


def _taken(slow: SlowGame, stored: StoredGame) -> Played:
    discord, people = slow.discord, len(slow.people)
    days = slow.moved.moved / HOUR / 24
    ended = () if slow.over or days < LONGEST else (f"no end after {days:.0f} days",)
    faults = (*slow.faults, *sorted(set(discord.record.breaches)), *ended)
    posts = sum(each.kind == "posted" for each in discord.record.sights)
    presses = len(discord.rest.questions)
    return Played(
        game=slow.game,
        people=people,
        days=(stored.rows[-1].at - stored.rows[0].at) / HOUR / 24,
        pushes=len(discord.record.notifications),
        presses=presses,
        posts=posts,
        phases=tuple(_phases(slow, stored)),
        stale=tuple(slow.stale),
        faults=faults,
    )


def _phases(slow: SlowGame, stored: StoredGame) -> list[tuple[float, float]]:
    """The pushes per person and the hours of each auction phase."""
    rings = [
        ((each.post >> 22) + DISCORD_EPOCH) / 1000 for each in slow.discord.record.notifications
    ]
    found, began = [], None
    for number, position in enumerate(stored.positions[1:], 1):
        prompts = {type(each.prompt) for each in position.decisions}
        auctioned = position.question is not None and not {ToAct, ToGiveBack} & prompts
        at = stored.rows[number - 1].at
        if auctioned and began is None:
            began = at
        elif began is not None and not auctioned:
            pushes = sum(began <= ring < at for ring in rings)
            found.append((pushes / len(slow.people), (at - began) / HOUR))
            began = None
    return found
