"""`python -m tests.strength --games N`: how well each level plays, compared with its promise.

One seat of a level plays against others in all other seats; from game to game it moves up
one seat. The yardstick is the rule-of-thumb player of 0.1.0. The rows are data: a new game
or level adds its own.
"""

# ruff: noqa: T201 - the report is its output

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from itertools import count
from math import sqrt
from random import Random
from statistics import fmean, pstdev, quantiles
from time import monotonic, process_time
from typing import Final

import msgspec
from msgspec.structs import replace

from bot.host.simulate import intervals
from rules.contract import AnyGame, Draw, Over
from rules.registry import GAMES, PRINTED
from tests.opponents.players import YARDSTICK, choose
from tests.printings import FIRST_PRINTING
from tests.speed.yardstick import yardsticks


class Row(msgspec.Struct, frozen=True):
    """One seat of `level` against `others` in the other seats, and what it must reach.

    Attributes:
        wins: least share of the games that the seat wins; a shared victory counts in part.
        points: least mean of its points.
        median: most processor seconds for half its decisions.
        slow: most processor seconds for 95 % of its decisions, on the machine that the
            targets are for.
        left: most florins that it keeps on average.
        margin: least mean of its points minus the mean of the others'.
        options: table options that differ from the defaults.
        first: whether it is played with the first printing of the house edition, for
            comparison with the figures of 0.1.0.
    """

    game: str
    seats: int
    level: str
    others: str = YARDSTICK
    wins: float = 0.0
    points: float = 0.0
    median: float = 1.0
    slow: float = 5.0
    left: float | None = None
    margin: float | None = None
    options: tuple[tuple[str, str], ...] = ()
    first: bool = False


def _florence(
    level: str,
    wins: tuple[float, float, float],
    median: float,
    slow: float,
    points: tuple[float, float, float] = (0, 0, 0),
    left: float | None = None,
) -> tuple[Row, ...]:
    """A level against the yardstick at three, four and five seats."""
    each = zip((3, 4, 5), wins, points, strict=True)
    return tuple(
        Row(
            game="florence",
            seats=seats,
            level=level,
            wins=share,
            points=mean,
            median=median,
            slow=slow,
            left=left,
        )
        for seats, share, mean in each
    )


def _lacrimosa(
    level: str,
    wins: tuple[float, float, float],
    *,
    median: float,
    slow: float,
    margin: float | None = None,
    alone: tuple[float, ...] = (),
) -> tuple[Row, ...]:
    """A level against the yardstick at two to four seats, and against the Soloist's levels."""
    row = Row("lacrimosa", 1, level, median=median, slow=slow, margin=margin)
    return (
        *(
            replace(row, seats=seats, wins=share, first=True)
            for seats, share in enumerate(wins, 2)
        ),
        *(
            replace(row, others="soloist", wins=share, margin=None, options=(("level", rival),))
            for rival, share in zip(("easy", "middle", "difficult"), alone, strict=False)
        ),
    )


ROWS: Final = (
    *_florence("novice", (0.50, 0.42, 0.33), median=0.001, slow=0.003),
    *_florence("adept", (0.65, 0.52, 0.45), median=0.05, slow=0.15),
    Row("florence", 3, "adept", "novice", wins=0.45, median=0.05, slow=0.15),
    *_florence(
        "master", (0.92, 0.88, 0.82), median=0.1, slow=0.2, points=(70, 65, 60), left=1_000
    ),
    Row("florence", 3, "master", "adept", wins=0.80, median=0.1, slow=0.2, left=1_000),
    *_lacrimosa("novice", (0.50, 0.33, 0.25), median=0.001, slow=0.005),
    *_lacrimosa("adept", (0.65, 0.48, 0.36), median=0.05, slow=0.15, alone=(0.62, 0.42, 0.22)),
    *_lacrimosa(
        "master",
        (0.77, 0.66, 0.52),
        median=0.35,
        slow=1.0,
        margin=11,
        alone=(0.80, 0.55, 0.35),
    ),
)
"""What `docs/opponents.md` promises."""


ENOUGH: Final = 20
"""The fewest games for which the normal interval of a mean holds, so that it is judged."""


class Played(msgspec.Struct, frozen=True):
    """One game of a row: what the seat achieved, and how.

    Attributes:
        share: 1 for a victory, a fraction for a shared one.
        others: the mean of the other seats' points.
        left: the florins that it kept, if the game has any.
        taken: the processor seconds of each of its decisions.
    """

    share: float
    points: int
    others: float
    left: int | None
    taken: tuple[float, ...]


class Measured(msgspec.Struct, frozen=True):
    """A row that was played: means over its games.

    Attributes:
        error: half the 95 % interval of the points.
        median, slow: processor seconds for half its decisions, and for 95 % of them.
        least: the lower ends of the 95 % intervals of `median` and `slow`.
        lead: the lead over the mean points of the other seats, and half its 95 % interval.
    """

    row: Row
    games: int
    wins: float
    points: float
    error: float
    others: float
    median: float
    slow: float
    least: tuple[float, float]
    left: float | None
    lead: tuple[float, float]

    @property
    def spread(self) -> tuple[float, float]:
        """The 95 % interval of the share of victories (Wilson)."""
        found = intervals.of_share(self.wins * self.games, self.games)
        return found.low, found.high

    def missed(self) -> list[str]:
        """The figures that miss what was promised with their whole interval."""
        row, enough = self.row, self.games >= ENOUGH
        found = [
            ("wins", self.spread[1] < row.wins),
            ("points", enough and self.points + self.error < row.points),
            ("median", self.least[0] > row.median),
            ("slow", self.least[1] > row.slow),
            ("left", enough and row.left is not None and (self.left or 0.0) > row.left),
            ("margin", enough and row.margin is not None and sum(self.lead) < row.margin),
        ]
        return [what for what, bad in found if bad]


def played_in(row: Row) -> AnyGame:
    """The game of a row with the printing that it is measured with."""
    return PRINTED[row.game].recall(FIRST_PRINTING) if row.first else GAMES[row.game]


def play(row: Row, number: int, seed: int) -> Played:
    """Play one game; from game to game the seat of the level moves up."""
    game, rng = played_in(row), Random(f"{row}/{seed}/{number}")
    own = number % row.seats
    taken: list[float] = []
    here = yardsticks(1.0)  # a busy or different machine is not a slow player
    state = game.start(game.options(row.seats, dict(row.options)))
    while not isinstance(pending := game.pending(state), Over):
        if isinstance(pending, Draw):
            state = game.drawn(state, tuple(rng.sample(pending.items, pending.count)))
            continue
        decision = rng.choice(pending)
        view = game.observe(state, decision.seat)
        level = row.level if decision.seat == own else row.others
        began = process_time()
        action = choose(row.game, level, view, decision, rng)
        if decision.seat == own:
            taken.append((process_time() - began) / here)
        state = game.act(state, decision.seat, action)
    totals = pending.totals
    return Played(
        share=1 / len(pending.winners) if own in pending.winners else 0.0,
        points=totals[own],
        others=(sum(totals) - totals[own]) / max(1, len(totals) - 1),
        left=getattr(state.players[own], "florins", None),
        taken=tuple(taken),
    )


def measured(row: Row, games: int, seed: int) -> Measured:
    """Play so many games of a row; return their means."""
    return summed(row, [play(row, number, seed) for number in range(games)])


def summed(row: Row, played: Sequence[Played]) -> Measured:
    """The means of a row's games."""
    times = sorted(each for game in played for each in game.taken)
    taken = quantiles(times, n=20)
    left = [game.left for game in played if game.left is not None]
    leads = [game.points - game.others for game in played]
    return Measured(
        row=row,
        games=len(played),
        wins=fmean(game.share for game in played),
        points=fmean(game.points for game in played),
        error=1.96 * pstdev(game.points for game in played) / sqrt(len(played)),
        others=fmean(game.others for game in played),
        median=taken[9],
        slow=taken[18],
        least=(least_quantile(times, 0.5), least_quantile(times, 0.95)),
        left=fmean(left) if left else None,
        lead=(fmean(leads), 1.96 * pstdev(leads) / sqrt(len(leads))),
    )


def least_quantile(ordered: Sequence[float], share: float) -> float:
    """The lower end of the 95 % interval of a quantile, which is wide for few games."""
    count = len(ordered)
    below = count * share - 1.96 * sqrt(count * share * (1 - share))
    return ordered[max(0, int(below))]


def within(minutes: float, rows: Sequence[Row], seed: int) -> int:
    """Play a game of each row in turn until time is up; return how many rows missed."""
    end = monotonic() + 60 * minutes
    played: list[list[Played]] = [[] for _ in rows]
    for number in count():
        for row, found in zip(rows, played, strict=True):
            found.append(play(row, number, seed))
        if monotonic() > end:
            break
    results = [summed(row, found) for row, found in zip(rows, played, strict=True)]
    for result in results:
        print(spelled(result))
    return sum(bool(result.missed()) for result in results)


def spelled(found: Measured) -> str:
    """A line of the report."""
    row, (low, high) = found.row, found.spread
    left = f", {found.left:5.0f} florins left" if found.left is not None else ""
    missed = found.missed()
    return (
        f"{row.game:<9} {row.seats} seats  {row.level:<7} against "
        f"{' '.join((row.others, *(value for _, value in row.options))):<17} "
        f"{found.wins:6.1%} [{low:.0%}-{high:.0%}] of {found.games}, promised {row.wins:.0%}; "
        f"{found.points:5.1f} to {found.others:5.1f} points; "
        f"{1000 * found.median:.1f} / {1000 * found.slow:.1f} ms{left}"
        + (f"  MISSED: {', '.join(missed)}" if missed else "")
    )


def chosen(games: tuple[str, ...] = (), levels: tuple[str, ...] = ()) -> Iterator[Row]:
    """The rows of some games and levels; of all if none is named."""
    for row in ROWS:
        if row.game in (games or (row.game,)) and row.level in (levels or (row.level,)):
            yield row


def main() -> int:
    """Read the command line and play; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.strength", description=__doc__)
    parser.add_argument("--games", type=int, default=200, help="of each row")
    parser.add_argument("--game", nargs="*", default=(), help="of these games only")
    parser.add_argument("--level", nargs="*", default=(), help="of these levels only")
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    missed = 0
    for row in chosen(tuple(asked.game), tuple(asked.level)):
        found = measured(row, asked.games, asked.seed)
        print(spelled(found), flush=True)
        missed += bool(found.missed())
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
