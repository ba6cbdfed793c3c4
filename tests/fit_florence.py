"""`python -m tests.fit_florence --games N`: remake the table of what positions are worth.

Varied players of The Princes of Florence play against each other: rules of thumb with
different figures, which sometimes take any action. In some games most seats look ahead with
the previous table. What the seats had as each turn began is fitted to the points with which
they finished, and what they showed now and then to the money that they had. The weights are
written to `rules/opponents/florence/fitted.py`. Two runs with the same arguments and previous
tables write the same.
"""

# ruff: noqa: T201 - the report is its output

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from math import sqrt
from pathlib import Path
from random import Random
from statistics import fmean, pstdev
from typing import Final

import msgspec
from msgspec.structs import replace

from rules.contract import Action, Decision, Draw, Over, tag_of
from rules.florence import game
from rules.florence.actions import EndTurn
from rules.florence.catalogue import SALE, TURNS
from rules.florence.state import FlorenceOptions, Opening, State
from rules.opponents.florence import fitted as before
from rules.opponents.florence import weighed
from rules.opponents.florence.figures import EASY, Figures, Turns
from rules.opponents.florence.looking import Depth
from rules.opponents.florence.money import SHOWN, shown
from rules.opponents.florence.thumb import decide
from rules.opponents.florence.worth import THINGS, things

TABLE: Final = Path(__file__).parents[1] / "rules/opponents/florence/fitted.py"

WILD: Final = (0.0, 0.05, 0.1, 0.2)
"""How often a seat takes any action; one of these for each seat in a game."""

SPREAD: Final = 0.35
"""How far a seat's figures are from those of the easy player, as a logarithm."""

SHARE: Final = 4
"""In one of so many games some seats look ahead, which takes far longer."""

AHEAD: Final = 0.75
"""The share of the seats that look ahead in such a game."""

ARMS: Final = 5
"""How many arms those seats weigh."""

RIDGE: Final = 3.0
"""Keeps weights small where the games say little."""

SHOWN_EACH: Final = 0.05
"""The share of the decisions at which it is noted what the seats show."""

Rows = list[tuple[tuple[float, ...], float]]
Tables = tuple[tuple[float, ...], ...]


class Noted(msgspec.Struct, frozen=True):
    """What games say, by turn: what seats had or showed, and what it came to."""

    worth: dict[int, Rows]
    money: dict[int, Rows]


def varied(rng: Random) -> Figures:
    """The figures of a seat: those of the easy player, each table multiplied by a factor."""

    def moved(table: Turns) -> Turns:
        factor = rng.lognormvariate(0, SPREAD)
        first, second, third, fourth, fifth, sixth, seventh = (factor * each for each in table)
        return (first, second, third, fourth, fifth, sixth, seventh)

    return replace(
        EASY,
        price=moved(EASY.price),
        growth=moved(EASY.growth),
        fresh=moved(EASY.fresh),
        houses=moved(EASY.houses),
        reserve=moved(EASY.reserve),
        purse=moved(EASY.purse),
        floor=moved(EASY.floor),
        card=moved(EASY.card),
    )


def anything(decision: Decision, rng: Random) -> Action:
    """A random kind of action except the end of the turn, then a random action of that kind."""
    kinds: dict[str, list[Action]] = {}
    for action in decision.options:
        kind = tag_of(action) + str(getattr(action, "building", ""))
        kinds.setdefault(kind, []).append(action)
    if len(kinds) > 1:
        kinds.pop(tag_of(EndTurn()), None)
    return rng.choice(kinds[rng.choice(sorted(kinds))])


def play(noted: Noted, seats: int, rollouts: int, rng: Random) -> None:
    """Play one game and note it down."""
    florence = game()
    figures = [varied(rng) for _ in range(seats)]
    ahead = [rollouts and rng.random() < AHEAD for _ in range(seats)]
    wild = [rng.choice(WILD) for _ in range(seats)]
    had: list[tuple[int, int, tuple[float, ...]]] = []
    state: State = florence.start(FlorenceOptions(seats))
    turn = 1
    while not isinstance(pending := florence.pending(state), Over):
        if isinstance(pending, Draw):
            state = florence.drawn(state, tuple(rng.sample(pending.items, pending.count)))
            continue
        if state.turn > turn and isinstance(state.step, Opening):
            turn = state.turn
            had += [(turn, seat, things(state, seat)) for seat in range(seats)]
        if state.turn and rng.random() < SHOWN_EACH:
            for seat, player in enumerate(state.players):
                money = player.florins / SALE
                noted.money.setdefault(state.turn, []).append((shown(state, seat), money))
        decision = pending[0]
        seat = decision.seat
        if rng.random() < wild[seat]:
            action = anything(decision, rng)
        elif ahead[seat]:
            view = florence.observe(state, seat)
            depth = Depth(rollouts, ARMS, figures=figures[seat])
            action = weighed(depth, view, decision, rng).choice
        else:
            action = decide(figures[seat], state, seat, rng)
        state = florence.act(state, seat, action)
    for begun, seat, what in had:
        noted.worth.setdefault(begun, []).append((what, float(pending.totals[seat])))


def fitted(rows: Rows) -> tuple[float, ...]:
    """The weights of least squares, kept small by a ridge."""
    size = len(rows[0][0])
    matrix = [[0.0] * (size + 1) for _ in range(size)]
    for had, points in rows:
        row = (*had, points)
        for i, value in enumerate(had):
            if value:
                line = matrix[i]
                for j in range(size + 1):
                    line[j] += value * row[j]
    for i in range(1, size):
        matrix[i][i] += RIDGE
    return solved(matrix)


def solved(matrix: list[list[float]]) -> tuple[float, ...]:
    """The solution of a system of linear equations (Gauss–Jordan)."""
    size = len(matrix)
    for i in range(size):
        pivot = max(range(i, size), key=lambda row: abs(matrix[row][i]))
        matrix[i], matrix[pivot] = matrix[pivot], matrix[i]
        matrix[i] = [value / matrix[i][i] for value in matrix[i]]
        for row in range(size):
            if row != i and matrix[row][i]:
                factor = matrix[row][i]
                pairs = zip(matrix[row], matrix[i], strict=True)
                matrix[row] = [a - factor * b for a, b in pairs]
    return tuple(row[-1] for row in matrix)


def missed(rows: Rows, weights: Sequence[float]) -> float:
    """By how much the weights miss, as the root mean square."""
    off = (points - sum(map(float.__mul__, weights, had)) for had, points in rows)
    return sqrt(fmean(each * each for each in off))


def written(worth: Tables, money: Tables, spread: Sequence[float]) -> str:
    """The module with the tables."""
    head = TABLE.read_text("utf-8").split("WEIGHTS")[0]
    widths = ", ".join(repr(round(each, 1)) for each in spread)
    return "\n".join(
        [
            f"{head}WEIGHTS: Final[tuple[tuple[float, ...], ...]] = (",
            *lines(worth, THINGS),
            ")",
            '"""Points, as turns 2 to 7 begin."""',
            "",
            "MONEY: Final[tuple[tuple[float, ...], ...]] = (",
            *lines(money, SHOWN),
            ")",
            '"""Hundreds of florins, in turns 1 to 7."""',
            "",
            f"MISSED: Final = ({widths})",
            '"""By how many hundreds the money is missed, in turns 1 to 7."""',
            "",
        ]
    )


def lines(tables: Tables, names: Sequence[str]) -> Iterator[str]:
    """A table's lines, each weight with its name."""
    for weights in tables:
        yield "    ("
        for weight, name in zip(weights, names, strict=True):
            yield f"        {round(weight, 3)!r},  # {name}"
        yield "    ),"


def main() -> int:
    """Read the command line, play, fit and write; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.fit_florence", description=__doc__)
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--rollouts", type=int, default=0, help="of those who look ahead; 0: nobody does"
    )
    parser.add_argument("--only", choices=("worth", "money"), help="leave the other as it is")
    asked = parser.parse_args()
    noted = Noted({}, {})
    for number in range(asked.games):
        rollouts = 0 if number % SHARE else asked.rollouts
        play(noted, 3 + number % 3, rollouts, Random(f"{asked.seed}/{number}"))
    worth, money = before.WEIGHTS, before.MONEY
    spread: Sequence[float] = before.MISSED
    if asked.only != "money":
        worth = tuple(told("worth", turn, rows) for turn, rows in sorted(noted.worth.items()))
    if asked.only != "worth":
        by_turn = [noted.money[turn] for turn in range(1, TURNS + 1)]
        money = tuple(told("money", turn, rows) for turn, rows in enumerate(by_turn, 1))
        spread = tuple(map(missed, by_turn, money))
    TABLE.write_text(written(worth, money, spread), "utf-8")
    return 0


def told(what: str, turn: int, rows: Rows) -> tuple[float, ...]:
    """The weights of a turn; prints how well they fit."""
    weights = fitted(rows)
    spread = pstdev(points for _, points in rows)
    off = missed(rows, weights)
    print(f"{what}, turn {turn}: {len(rows)} seats, spread {spread:.1f}, missed by {off:.1f}")
    return weights


if __name__ == "__main__":
    sys.exit(main())
