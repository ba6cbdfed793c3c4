"""`python -m tests.reasons --positions N`: how far the reasons for suggestions can be trusted.

Decisions from games between normal computer players are asked about, as people ask. Where the
first option is better than the second by half a point, both are played on to find the reason.
Two generators do so: what the first one says must hold with the second. Each reason is timed.
"""

# ruff: noqa: T201 - the report is its output

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from random import Random
from statistics import quantiles
from time import monotonic, process_time
from typing import Any, Final

import msgspec

from bot.host.simulate import intervals
from rules.contract import Decision, Draw, Over
from rules.opponents import ADVISERS, choose
from rules.opponents.advice import Advice, advice, weigh
from rules.opponents.told import OTHERS, Why
from rules.opponents.why import more, played_on, why
from rules.registry import GAMES

TABLES: Final = {"florence": (3, 4, 5), "lacrimosa": (2, 3, 4)}
"""The numbers of seats, in turn."""

LEVEL: Final = "adept"
"""The level that plays."""

EVERY: Final = 17
"""One in so many decisions is asked about."""

HOLD: Final = 0.97
"""The share of lines whose sign must hold."""

SAID: Final = {"florence": 0.60, "lacrimosa": 0.40}
"""The share of decisions that must have a reason beyond the fact now."""


class Reason(msgspec.Struct, frozen=True):
    """What is said about one decision.

    Attributes:
        view, decision: the position.
        advice: what is suggested.
        why: the reason.
        held: for each line, whether its sign holds with another generator.
        seconds: the processor seconds that it took.
    """

    view: Any
    decision: Decision
    advice: Advice
    why: Why
    held: tuple[bool, ...]
    seconds: float

    @property
    def said(self) -> bool:
        """Whether there is more to say than the fact now."""
        return bool(self.why.lines) or self.why.plan is not None

    @property
    def fair(self) -> bool:
        """Whether the first line speaks for the option."""
        lines = self.why.lines
        return not lines or (lines[0].more > 0) is not (lines[0].what == OTHERS)


def positions(title: str, seed: int) -> Iterator[tuple[Any, Decision]]:
    """Decisions from games between normal computer players, without end."""
    game, met, number = GAMES[title], 0, 0
    while True:
        seats = TABLES[title][number % len(TABLES[title])]
        rng = Random(f"{title}/{seed}/{number}")
        state, number = game.start(game.options(seats, {})), number + 1
        while not isinstance(pending := game.pending(state), Over):
            if isinstance(pending, Draw):
                state = game.drawn(state, tuple(rng.sample(pending.items, pending.count)))
                continue
            decision = pending[0]
            view = game.observe(state, decision.seat)
            if len(decision.options) > 1:
                met += 1
                if met % EVERY == 0:
                    yield view, decision
            action = choose(title, LEVEL, view, decision, rng)
            state = game.act(state, decision.seat, action)


def reasons(title: str, count: int, seed: int = 0) -> Iterator[Reason]:
    """The reasons of so many decisions in which one option is better."""
    adviser, given = ADVISERS[title], 0
    assert adviser.telling is not None
    for nth, (view, decision) in enumerate(positions(title, seed)):
        found = advice(weigh(adviser, view, decision, Random(f"{seed}/{nth}")))
        than = found.second
        if than is None:
            continue
        began = process_time()
        said = why(adviser, view, decision, Random(1), better=found.first, than=than)
        seconds = process_time() - began
        assert said is not None
        ahead = adviser.ahead(view, decision)
        asked = (adviser.telling, ahead, view, decision, Random(2))
        again = played_on(*asked, actions=(found.first, than))
        held = tuple(
            sum(more(again, line.what, thing=line.thing)) * line.more > 0 for line in said.lines
        )
        yield Reason(view, decision, found, said, held, seconds)
        given += 1
        if given == count:
            return


class Figures(msgspec.Struct, frozen=True):
    """What was found about a game's reasons."""

    title: str
    decisions: int
    said: float
    plans: float
    lines: int
    held: int
    fair: bool
    p50: float
    p95: float

    @property
    def missed(self) -> bool:
        """Whether less is said, or holds, than promised, beyond chance."""
        said = intervals.of_share(self.said * self.decisions, self.decisions)
        held = intervals.of_share(self.held, self.lines)
        return said.high < SAID[self.title] or held.high < HOLD or not self.fair


def figures(title: str, found: list[Reason]) -> Figures:
    """The figures of some reasons."""
    held = [each for reason in found for each in reason.held]
    times = quantiles([each.seconds for each in found], n=20)
    return Figures(
        title=title,
        decisions=len(found),
        said=sum(each.said for each in found) / len(found),
        plans=sum(each.why.plan is not None for each in found) / len(found),
        lines=len(held),
        held=sum(held),
        fair=all(each.fair for each in found),
        p50=times[9],
        p95=times[18],
    )


def spelled(found: Figures) -> str:
    """A line of the report."""
    return (
        f"{found.title:<10} {found.decisions} decisions: more than the fact now in "
        f"{found.said:.0%}, a plan in {found.plans:.0%}; the sign of {found.held} of "
        f"{found.lines} lines holds; the first one speaks "
        f"{'always' if found.fair else 'NOT ALWAYS'} for the option; "
        f"{1000 * found.p50:.0f}/{1000 * found.p95:.0f} ms"
    )


def within(minutes: float, seed: int, least: int = 20, most: int = 200) -> int:
    """Ask about decisions of each game until time is up; return how many games missed."""
    missed = 0
    for title in TABLES:
        end, found = monotonic() + 60 * minutes / len(TABLES), list[Reason]()
        for each in reasons(title, most, seed):
            found.append(each)
            if monotonic() > end and len(found) >= least:
                break
        told = figures(title, found)
        print(spelled(told), flush=True)
        missed += told.missed
    return missed


def main() -> int:
    """Print the figures of each game; return 1 if one is less than promised, beyond chance."""
    parser = argparse.ArgumentParser(prog="python -m tests.reasons", description=__doc__)
    parser.add_argument("--positions", type=int, default=100, help="of each game")
    parser.add_argument("--game", choices=tuple(TABLES), nargs="*", default=tuple(TABLES))
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    missed = 0
    for title in asked.game:
        found = figures(title, list(reasons(title, asked.positions, asked.seed)))
        print(spelled(found), flush=True)
        missed += found.missed
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
