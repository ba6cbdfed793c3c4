"""`python -m tests.reviews --games N`: how far the losses in reviews can be trusted.

Games of computer players are reviewed for one seat, as people's games are. Each loss that a
review names is measured again in ten times as many worlds; 90 % of them must agree within two
points. For some of the decisions a suggestion is asked for and timed.

`--load SECONDS` does something else: at fifty tables hard computer players think without a
pause, and each second someone asks for a suggestion, which must arrive within three seconds.
"""

# ruff: noqa: T201 - the report is its output

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import Iterator, Sequence
from random import Random
from statistics import fmean, quantiles
from time import monotonic, process_time
from typing import Any, Final

import msgspec

from bot.background.workers import Workers
from bot.tables.opponents.thinking import NICENESS, Thinking, advise
from rules.journal import AnyJournal, Journal
from rules.opponents import ADVISERS, choose
from rules.opponents.advice import weigh
from rules.opponents.review import (
    EFFORT,
    Choice,
    Costly,
    Review,
    choices,
    measured,
    reviewing,
    run,
)
from rules.registry import GAMES

TABLES: Final = (("florence", 3), ("lacrimosa", 2), ("florence", 5), ("lacrimosa", 4))
"""The games that are played in turn, and their numbers of seats."""

LEVEL: Final = "novice"
"""The level that plays: it makes the mistakes that a review must find, and takes no time."""

TIMES: Final = 10
"""A loss is measured again in so many times as many worlds."""

WITHIN: Final = 2.0
"""Points by which the two measurements may differ."""

SHARE: Final = 0.9
"""The share of losses that must not differ by more."""

LONGEST: Final = 180.0
"""Processor seconds that a review may take."""

AT_TABLES: Final = 50
"""The number of tables whose computer players think at the same time."""

PROMPT: Final = 3.0
"""Seconds within which 95 % of the suggestions must be there."""

ASKED: Final = 8
"""A suggestion is asked for in one of so many decisions."""


class Loss(msgspec.Struct, frozen=True):
    """A loss as a review names it, and as it is measured in many more worlds."""

    game: str
    named: float
    error: float
    again: float

    @property
    def apart(self) -> float:
        """By how many points the two measurements differ."""
        return abs(self.named - self.again)


class Figures(msgspec.Struct, frozen=True):
    """Everything that was measured; times are in processor seconds, by game."""

    losses: tuple[Loss, ...]
    reviews: dict[str, list[float]]
    suggestions: dict[str, list[float]]

    def missed(self) -> list[str]:
        """The promises that were not kept."""
        near = [each.apart <= WITHIN for each in self.losses]
        longest = max((each for taken in self.reviews.values() for each in taken), default=0.0)
        found = [
            ("losses", bool(near) and fmean(near) < SHARE),
            ("errors", any(each.error > EFFORT.error for each in self.losses)),
            ("time", longest > LONGEST),
        ]
        return [what for what, bad in found if bad]


def play(title: str, seats: int, seed: str) -> AnyJournal:
    """Play a whole game."""
    game, rng = GAMES[title], Random(seed)
    journal: AnyJournal = Journal.start(game, game.options(seats, {}), rng)
    while not journal.over:
        decision = rng.choice(journal.decisions)
        view = journal.view(decision.seat)
        action = choose(title, LEVEL, view, decision, rng)
        journal = journal.move(decision.seat, action, rng)
    return journal


def again(title: str, found: Sequence[Choice], costly: Costly, seed: str) -> float:
    """A loss, measured in many more worlds."""
    choice = next(each for each in found if each.number == costly.number)
    better = choice.decision.find(costly.better)
    assert better is not None
    worlds = TIMES * costly.worlds
    return measured(title, choice, better, f"{seed}/again", worlds).mean


def suggested(title: str, found: Sequence[Choice]) -> Iterator[float]:
    """The processor seconds of suggestions for some of the decisions."""
    for choice in [each for each in found if len(each.decision.options) > 1][::ASKED]:
        began = process_time()
        weigh(ADVISERS[title], choice.view, choice.decision, Random(choice.number))
        yield process_time() - began


def report(games: int, seed: int, tables: Sequence[tuple[str, int]]) -> Figures:
    """Play and review so many games, and print the results."""
    losses: list[Loss] = []
    reviews: dict[str, list[float]] = {}
    suggestions: dict[str, list[float]] = {}
    for number in range(games):
        title, seats = tables[number % len(tables)]
        mark = f"{seed}/{number}"
        found = tuple(choices(play(title, seats, mark), number % seats, lambda _: True))
        suggestions.setdefault(title, []).extend(suggested(title, found))
        began = process_time()
        review: Review = run(reviewing(title, found, mark))
        reviews.setdefault(title, []).append(process_time() - began)
        new = [
            Loss(title, each.loss, each.error, again(title, found, each, mark))
            for each in review.costly
        ]
        losses += new
        told: Any = "; ".join(
            f"{each.named:.1f} ± {each.error:.1f}: {each.again:.1f}" for each in new
        )
        print(
            f"{number + 1:3} {title:<9} {seats} seats  {review.weighed:3} decisions "
            f"{reviews[title][-1]:5.1f} s  {told}",
            flush=True,
        )
    return Figures(tuple(losses), reviews, suggestions)


def spelled(found: Figures) -> Iterator[str]:
    """The lines of the summary."""
    for title, taken in found.reviews.items():
        own = [each for each in found.losses if each.game == title]
        if own:
            near = sum(each.apart <= WITHIN for each in own)
            apart = [each.apart for each in own]
            yield (
                f"{title}: {near} of {len(own)} losses within {WITHIN:g} points of {TIMES} "
                f"times as many worlds; {fmean(apart):.2f} apart on average, "
                f"{max(apart):.2f} at most; errors up to {max(each.error for each in own):.2f}"
            )
        yield f"{title}: reviews took {fmean(taken):.0f} s on average, {max(taken):.0f} at most"
        times = found.suggestions[title]
        if len(times) > 1:
            cuts = quantiles(times, n=20)
            yield (
                f"{title}: {len(times)} suggestions, {cuts[9]:.2f} s p50, {cuts[18]:.2f} s p95"
            )
    missed = found.missed()
    yield f"MISSED: {', '.join(missed)}" if missed else "all that was promised was reached"


# -- at load -----------------------------------------------------------------------


async def load(seconds: float, seed: int) -> tuple[list[float], int]:
    """How long suggestions took while computer players thought, and the number of thoughts."""
    asked = [
        (title, each.view, each.decision)
        for title, seats in TABLES[:2]
        for each in choices(play(title, seats, f"{seed}"), 0, lambda _: True)
        if len(each.decision.options) > 1
    ]
    workers = Workers(2, niceness=NICENESS)
    thinker, taken, thoughts = Thinking(workers, choose), list[float](), 0
    # The processes start, and import the games, before anything is timed.
    await asyncio.gather(
        *(workers.run(advise, *asked[0], Random(n), 0.0, 1.0) for n in range(2))
    )
    until = monotonic() + seconds

    async def sit(rng: Random) -> None:
        nonlocal thoughts
        while monotonic() < until:
            title, view, decision = rng.choice(asked)
            secret = rng.randbytes(16)  # as in another game: nothing is known yet
            await thinker.action(title, "master", view, decision, secret)
            thoughts += 1

    async def ask(rng: Random) -> None:
        began = monotonic()
        await thinker.advise(*rng.choice(asked), rng.randbytes(16))
        taken.append(monotonic() - began)

    try:
        sitting = [asyncio.create_task(sit(Random(f"{seed}/{n}"))) for n in range(AT_TABLES)]
        asking: list[asyncio.Task[None]] = []
        while monotonic() < until:
            asking.append(asyncio.create_task(ask(Random(f"{seed}/ask/{len(asking)}"))))
            await asyncio.sleep(1.0)
        await asyncio.gather(*sitting, *asking)
    finally:
        await workers.close()
    return taken, thoughts


def told_at_load(taken: list[float], thoughts: int) -> str:
    """A line on the results under load."""
    cuts = quantiles(taken, n=20)
    missed = "  MISSED" if cuts[18] > PROMPT else ""
    return (
        f"at {AT_TABLES} tables: {len(taken)} suggestions, {cuts[9]:.1f} s p50, "
        f"{cuts[18]:.1f} s p95; {thoughts} thoughts of opponents{missed}"
    )


def main() -> int:
    """Read the command line, play and review; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.reviews", description=__doc__)
    parser.add_argument("--games", type=int, default=30)
    parser.add_argument("--game", nargs="*", default=(), help="these games only")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--load", type=float, help="seconds with opponents that think")
    asked = parser.parse_args()
    if asked.load:
        line = told_at_load(*asyncio.run(load(asked.load, asked.seed)))
        print(line)
        return 1 if line.endswith("MISSED") else 0
    tables = [each for each in TABLES if each[0] in (asked.game or (each[0],))]
    found = report(asked.games, asked.seed, tables)
    for line in spelled(found):
        print(line)
    return 1 if found.missed() else 0


if __name__ == "__main__":
    sys.exit(main())
