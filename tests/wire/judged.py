"""`python -m tests.wire.judged`: how light a turn is, measured over the wire.

Whole games of both titles are played twice: live, by people who keep their panels open, and
over days, by people in five time zones with a moved clock. Every figure is taken from what
they are sent and what they press, and is printed beside its promise. The exit code is 1 if one
is broken. Both games, live and over days, take the better part of an hour.
"""

# ruff: noqa: T201 - the report is its output

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Final

from tests.auctions import PROMISED, figures
from tests.bot.client_message import Message
from tests.wire import first_words, stored_games
from tests.wire.clicker import Party
from tests.wire.environment import NAMES
from tests.wire.five_tables import five_tables
from tests.wire.process import BotProcess
from tests.wire.promise import Promise
from tests.wire.server import Loopback
from tests.wire.slow_games import LONGEST, slow_game
from tests.wire.true_panels import SOON, TruePanels
from tests.wire.ways import Ways

GAMES: Final = ("florence", "lacrimosa")
SEATS: Final = 3
THINKS: Final = 2.0
"""Average seconds before a decision of someone who plays live."""

WHOLE: Final = 3600.0
"""Seconds within which a whole live game must end."""

QUICK: Final = 60.0
DAYS: Final = 3.0
"""How long games are played if time is short: seconds live, and days over days."""

GAMES_A_NIGHT: Final = 3
WHOLE_FROM: Final = 240.0
"""Minutes of a night from which on there is time for whole games."""

PAUSES: Final = {"MAECENAS_OPPONENT_PAUSE": "1.0", "MAECENAS_UNDO_PAUSE": "20.0"}
"""The pauses that hosts have by default."""


@dataclass
class Evening:
    """A game that was played live.

    Attributes:
        lobby: the lobby as it was before anyone joined.
        read: everything shown before the first decision of someone who joined.
    """

    game: str
    panels: TruePanels
    lobby: Message
    read: list[Message]
    ways: Ways = field(default_factory=Ways)
    pushes: int = 0
    presses: int = 0
    posts: int = 0
    over: bool = False
    breaches: tuple[str, ...] = ()

    @property
    def words(self) -> int:
        """How many words were shown before the first decision."""
        return first_words.words_of(self.read)

    @property
    def promises(self) -> tuple[Promise, ...]:
        """The figures, with what is promised."""
        panels = (
            Promise(f"{self.game}, live: {each.what}", each.measured, each.least, each.most)
            for each in self.panels.promises
        )
        breaches = f"{self.game}, live: requests that Discord would refuse"
        return (
            first_words.promised(self.game, self.lobby),
            *panels,
            *self.ways.promises,
            Promise(breaches, len(self.breaches), 0, 0),
        )

    def __str__(self) -> str:
        changes = sorted(seconds for seconds, _ in self.panels.false)
        late = f", the latest {changes[-1]:.1f} s after it" if changes else ""
        return (
            f"{self.game}, live, {SEATS} people: a person {self.pushes / SEATS:.0f} pushes and"
            f" {self.presses / SEATS:.0f} presses, {self.posts} messages posted in all;"
            f" {len(changes)} panels followed a change{late}; {self.words} words before the"
            f" first decision, where {first_words.GOAL} are the goal\n{self.ways}"
        )


async def evening(
    folder: Path, game: str, seed: int = 1, *, seconds: float = WHOLE, thinks: float = THINKS
) -> Evening:
    """Play a game live, to its end or for so long; return what it took."""
    async with Loopback() as discord:
        channel = discord.world.channel(discord.guild(), "table")
        people = [discord.person(name) for name in NAMES[:SEATS]]
        async with BotProcess(discord, folder, settings=PAUSES) as bot:
            party = Party(
                *(discord, channel, people, Random(seed), game), wanders=0.0, thinks=thinks
            )
            await party.gather(pace="live")
            lobby = next(each for each in _posted(discord) if first_words.is_lobby(each))
            read = await first_words.before_first_decision(party)
            panels = TruePanels(discord, bot.file, channel, party.words)
            looking = asyncio.create_task(panels.watch(tuple(people)))
            try:
                over = await party.play(seconds=seconds)
            finally:
                looking.cancel()
                await asyncio.gather(looking, return_exceptions=True)
            panels.close()
            stored = (await asyncio.to_thread(stored_games.read, bot.file))[channel.id]
        played = Evening(game, panels, lobby, read, over=over)
        played.ways.count(stored, party.clicks)
        played.pushes = len(discord.record.notifications)
        played.presses = len(party.clicks)
        played.posts = sum(each.kind == "posted" for each in discord.record.sights)
        played.breaches = tuple(sorted(set(discord.record.breaches)))
        return played


def _posted(discord: Loopback) -> list[Message]:
    return [each.message for each in discord.record.sights]


async def measured(games: int, seed: int, *, whole: bool = True) -> list[Promise]:
    """Measure everything in turn, and print the figures without bounds.

    Args:
        games: the number of games whose auctions are measured.
        seed: the random seed.
        whole: whether games are played to their ends, which takes the better part of an hour.
    """
    promises: list[Promise] = []
    for game in GAMES:
        with tempfile.TemporaryDirectory() as folder:
            seconds = WHOLE if whole else QUICK
            live = await evening(Path(folder), game, seed, seconds=seconds)
        late = [each for each in sorted(live.panels.false) if each[0] > SOON]
        print(live, *late, *live.breaches, sep="\n", flush=True)
        promises += live.promises
        if whole:
            promises.append(Promise(f"{game}, live: ended", live.over, 1, 1))
        with tempfile.TemporaryDirectory() as folder:
            slow = await slow_game(Path(folder), game, seed, LONGEST if whole else DAYS)
        print(slow, *slow.faults, *slow.stale, sep="\n", flush=True)
        promises += slow.promises
    promises += await _auctions(games, seed)
    for direct in (False, True):
        with tempfile.TemporaryDirectory() as folder:
            promises += (await five_tables(Path(folder), direct=direct)).promises
    return promises


async def _auctions(games: int, seed: int) -> list[Promise]:
    """Auctions by limits, over more phases than one game has."""
    found = []
    for way, (calls, hours) in PROMISED.items():
        taken = await figures(way, games, 7, seed)
        count = len(taken.calls)
        what = f"{count} auction phases by limits, {way}"
        found.append(Promise(f"{what}: pushes a person", sum(taken.calls) / count, 0, calls))
        found.append(Promise(f"{what}: hours", sum(taken.hours) / count, 0, hours))
    return found


def within(minutes: float, seed: int) -> bool:
    """Whether a figure breaks its promise; whole games are played if there is time for them."""
    promises = asyncio.run(measured(GAMES_A_NIGHT, seed or 1, whole=minutes >= WHOLE_FROM))
    print(*promises, sep="\n")
    return not all(each.kept for each in promises)


def main(argv: Sequence[str] | None = None) -> int:
    """Read the command line, measure and print; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.wire.judged", description=__doc__)
    parser.add_argument("--games", type=int, default=5, help="of which auctions are measured")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--quick", action="store_true", help="parts of games, in minutes")
    asked = parser.parse_args(argv)
    promises = asyncio.run(measured(asked.games, asked.seed, whole=not asked.quick))
    print(*promises, sep="\n")
    return 0 if all(each.kept for each in promises) else 1


if __name__ == "__main__":
    sys.exit(main())
