"""`python -m tests.coached --games N`: what it is worth to obey the coach.

One seat at a table of easy players obeys; from game to game it moves up one seat. The same
games are played again without the coach. A learner reads a line as advice, so no line may
cost points. Obeying to the letter is a model, not what a person does.

- `verdicts`: what is said in auctions, at three, four and five seats of Florence.
- `moments`: each fact that names an option, obeyed at every decision at which it is said.
"""

# ruff: noqa: T201 - the report is its output

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from math import sqrt
from random import Random
from statistics import fmean, stdev
from time import monotonic
from typing import Any, Final, TypeAlias

import msgspec

from bot.host.simulate import intervals
from render.coach import Fact, agreeing, parted
from render.presentations import PRESENTATIONS
from render.words import Words
from rules.contract import Action, Decision, Draw, Over, path_of
from rules.opponents import ADVISERS, choose
from rules.opponents.advice import Advice, advice, weigh
from rules.registry import GAMES

PROMISED: Final = {3: 0.60, 4: 0.55, 5: 0.45}
"""By seats of Florence, the share of victories that obeying verdicts must reach."""

WORLDS: Final = 1.0
"""The worlds of a verdict, as a share of those that people get."""

EN: Final = Words("en")

Player: TypeAlias = Callable[[Any, Decision, Random], Action]


class Obeyed(msgspec.Struct, frozen=True):
    """What obeying brings, in the same games with and without the coach.

    Attributes:
        games: how many.
        wins: the share of victories; a shared one counts in part.
        points: the seat's points.
        more: how many points more it has than without; `error`: half the 95 % interval.
        said: how often it was told something per game.
    """

    games: int
    wins: float
    points: float
    more: float
    error: float
    said: float

    @property
    def harms(self) -> bool:
        """Whether obeying costs points, beyond chance."""
        return self.more + self.error < -0.5


def easy(title: str) -> Player:
    """The easy player of a game."""

    def choice(view: Any, decision: Decision, rng: Random) -> Action:
        return choose(title, "novice", view, decision, rng)

    return choice


def advised(title: str, view: Any, decision: Decision, rng: Random, share: float) -> Advice:
    """The advice on a decision, as people get it."""
    return advice(weigh(ADVISERS[title], view, decision, rng, share=share))


def by_verdict(title: str, share: float, said: list[str]) -> Player:
    """An easy player who does what the coach advises in auctions."""
    other, look = easy(title), PRESENTATIONS[title]

    def choice(view: Any, decision: Decision, rng: Random) -> Action:
        asked = isinstance(decision.prompt, ADVISERS[title].verdicts)
        if not asked or len(decision.options) < 2:
            return other(view, decision, rng)
        found = advised(title, view, decision, rng, share)
        line = look.verdict(found, view, EN)
        if line is None or (found.limit is not None and found.limit.even):
            return other(view, decision, rng)
        said.append(line)
        return found.first

    return choice


def by_moment(title: str, moment: str, share: float, said: list[str]) -> Player:
    """An easy player who takes the option that a fact names, whenever the fact is said."""
    other, look = easy(title), PRESENTATIONS[title]

    def choice(view: Any, decision: Decision, rng: Random) -> Action:
        facts = tuple(each for each in look.coached(view, decision, EN) if _is(each, moment))
        known = None
        if any(each.agreed for each in facts):
            known = advised(title, view, decision, rng, share)
        for fact in agreeing(facts, known):
            named = fact.names
            able = (e for e in decision.options if named and path_of(e)[: len(named)] == named)
            action = next(able, None)
            if action is not None:
                said.append(fact.text)
                return known.first if known is not None and known.favours(named) else action
        return other(view, decision, rng)

    return choice


def _is(fact: Fact, moment: str) -> bool:
    return parted(fact.moment)[0].partition(":")[0] == moment


def play(title: str, seats: int, number: int, seed: int, own: Player) -> tuple[float, int]:
    """Play one game; return the seat's share of the victory, and its points."""
    game, others = GAMES[title], easy(title)
    seat, chance = number % seats, Random(f"{title}/{seats}/{seed}/{number}")
    rngs = [Random(f"{title}/{seats}/{seed}/{number}/{each}") for each in range(seats)]
    state = game.start(game.options(seats, {}))
    while not isinstance(pending := game.pending(state), Over):
        if isinstance(pending, Draw):
            state = game.drawn(state, tuple(chance.sample(pending.items, pending.count)))
            continue
        decision = pending[0]
        view = game.observe(state, decision.seat)
        player = own if decision.seat == seat else others
        action = player(view, decision, rngs[decision.seat])
        state = game.act(state, decision.seat, action)
    won = 1 / len(pending.winners) if seat in pending.winners else 0.0
    return won, pending.totals[seat]


class Pair(msgspec.Struct, frozen=True):
    """One game with a seat that obeys, and the same game without.

    Attributes:
        won: the seat's share of the victory.
        points: its points; `plain`: its points without.
        said: how often it was told something.
    """

    won: float
    points: int
    plain: int
    said: int


def pair(
    title: str, seats: int, nth: int, seed: int, player: Callable[[list[str]], Player]
) -> Pair:
    """Play a game with a seat that obeys, and the same game without."""
    said: list[str] = []
    won, points = play(title, seats, nth, seed, player(said))
    _, plain = play(title, seats, nth, seed, easy(title))
    return Pair(won, points, plain, len(said))


def summed(pairs: Sequence[Pair]) -> Obeyed:
    """The means of some games."""
    more = [each.points - each.plain for each in pairs]
    return Obeyed(
        games=len(pairs),
        wins=fmean(each.won for each in pairs),
        points=fmean(each.points for each in pairs),
        more=fmean(more),
        error=1.96 * stdev(more) / sqrt(len(more)),
        said=fmean(each.said for each in pairs),
    )


def by_verdicts(title: str, share: float = WORLDS) -> Callable[[list[str]], Player]:
    """Makes a player who obeys verdicts and notes what was said."""
    return lambda said: by_verdict(title, share, said)


def verdicts(seats: int, games: int, seed: int = 0, share: float = WORLDS) -> Obeyed:
    """What obeying the verdicts of Florence brings."""
    player = by_verdicts("florence", share)
    return summed([pair("florence", seats, nth, seed, player) for nth in range(games)])


def moment(title: str, name: str, games: int, seed: int = 0) -> Obeyed:
    """What taking the option that a fact names brings, at three seats."""

    def player(said: list[str]) -> Player:
        return by_moment(title, name, WORLDS, said)

    return summed([pair(title, 3, nth, seed, player) for nth in range(games)])


def missed(seats: int, found: Obeyed, *, sure: bool = False) -> bool:
    """Whether less is won than promised, or points are lost, beyond chance.

    Args:
        seats: how many seats the table has.
        found: what the games brought.
        sure: whether the whole interval of the victories must reach what is promised.
    """
    span = intervals.of_share(found.wins * found.games, found.games)
    won = span.low if sure else span.high
    return won < PROMISED[seats] or found.more + found.error < 0


def spelled(what: str, found: Obeyed) -> str:
    """A line of the report."""
    span = intervals.of_share(found.wins * found.games, found.games)
    return (
        f"{what:<36} {found.wins:6.1%} [{span.low:.0%}-{span.high:.0%}] of {found.games}; "
        f"{found.points:5.1f} points, {found.more:+.1f} ±{found.error:.1f}; "
        f"{found.said:.1f} lines a game"
    )


def within(minutes: float, seed: int, most: int = 200) -> int:
    """Play games of each number of seats until time is up; return how many rows missed."""
    end, rows = monotonic() + 60 * minutes, {seats: list[Pair]() for seats in PROMISED}
    for nth in range(most):
        for seats, pairs in rows.items():
            pairs.append(pair("florence", seats, nth, seed, by_verdicts("florence")))
        if monotonic() > end and nth:
            break
    results = {seats: summed(pairs) for seats, pairs in rows.items()}
    for seats, found in results.items():
        print(spelled(f"verdicts, {seats} seats", found), flush=True)
    return sum(missed(seats, found) for seats, found in results.items())


def main() -> int:
    """Read the command line and play; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.coached", description=__doc__)
    parser.add_argument("--games", type=int, default=200, help="of each row")
    parser.add_argument("--seats", type=int, nargs="*", default=tuple(PROMISED))
    parser.add_argument("--moments", nargs="*", help="these facts, as title.moment")
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    if asked.moments is None:
        failed = 0
        for seats in asked.seats:
            found = verdicts(seats, asked.games, asked.seed)
            print(spelled(f"verdicts, {seats} seats", found), flush=True)
            failed += missed(seats, found, sure=True)
        return 1 if failed else 0
    harmful = 0
    for each in asked.moments:
        title, _, name = each.partition(".")
        found = moment(title, name, asked.games, asked.seed)
        print(spelled(each, found), flush=True)
        harmful += found.harms
    return 1 if harmful else 0


if __name__ == "__main__":
    sys.exit(main())
