"""`python -m tests.fit_lacrimosa --games N`: remake the table of what positions are worth.

Varied players of Lacrimosa play against each other: rules of thumb with different figures,
which sometimes take any action. As one of the rounds begins, chance gives or takes money,
points and funds, so that what a seat owns does not follow only from how well it plays. What
the seats had as each round began is fitted to the points that they made after that, by least
squares with a small penalty. The weights are written to `rules/opponents/lacrimosa/fitted.py`.
Two runs with the same arguments write the same table.
"""

# ruff: noqa: T201 - the report is its output

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random
from statistics import fmean
from typing import Any, Final, NamedTuple

import msgspec
from msgspec.structs import replace

from rules.contract import Decision, Draw, Over, Seat
from rules.lacrimosa import editions, sequence
from rules.lacrimosa.catalogue import ROUNDS, SEATS, Edition
from rules.lacrimosa.state import Player, State
from rules.opponents.lacrimosa.features import NAMES, Features
from rules.opponents.lacrimosa.figures import FIGURES, Figures
from rules.opponents.lacrimosa.remembering import Remembering
from rules.opponents.lacrimosa.thumb import Thumb
from rules.registry import GAMES

TABLE: Final = Path(__file__).parents[1] / "rules/opponents/lacrimosa/fitted.py"

WHIM: Final = 0.03
"""How often a seat takes any action."""

SPREAD: Final = 0.25
"""How far a seat's figures are from those of the easy player, as a logarithm."""

PENALTY: Final = 20.0
"""Keeps weights small where the games say little."""


class Row(NamedTuple):
    """A seat as a round begins, and the points that it makes after that."""

    round: int
    features: tuple[float, ...]
    points: float


def varied(rng: Random) -> Figures:
    """Figures around those of the rule-of-thumb player."""

    def scaled(value: Any) -> Any:
        if isinstance(value, tuple):
            factor = rng.lognormvariate(0, SPREAD)
            return tuple(
                scaled(each) if isinstance(each, tuple) else each * factor for each in value
            )
        return value * rng.lognormvariate(0, SPREAD) if isinstance(value, float) else value

    found = {name: scaled(value) for name, value in msgspec.structs.asdict(FIGURES).items()}
    return Figures(**found)


def given(player: Player, rng: Random) -> Player:
    """A seat with more or less of everything."""
    ducats = max(player.ducats + rng.randint(-6, 10), 0)
    tracks = [min(max(each + rng.choice((-1, 0, 0, 1, 2)), 0), 8) for each in player.tracks]
    counters = [max(each + rng.choice((-2, -1, 0, 0, 0, 1, 2)), 0) for each in player.counters]
    last = len(editions.HOUSE.player.finance) - 1
    finance = min(max(player.finance + rng.choice((-2, -1, 0, 0, 1, 2)), 0), last)
    return replace(
        player,
        ducats=ducats,
        tracks=tuple(tracks),
        counters=tuple(counters),
        finance=finance,
    )


def played(seats: int, rng: Random) -> list[Row]:
    """Play one game; return its seats as rounds 2 to 5 begin."""
    game = GAMES["lacrimosa"]
    chosen = {"composers" if seats > 1 else "composer": "random"}
    state: State = game.start(game.options(seats, chosen))
    thumbs = [Thumb(editions.HOUSE, seat, varied(rng)) for seat in range(seats)]
    found: list[tuple[int, int, tuple[float, ...], int]] = []
    known, gifts = 1, rng.randint(2, 7)
    while not isinstance(pending := game.pending(state), Over):
        if state.round > known:
            known = state.round
            if known == gifts:
                players = tuple(given(player, rng) for player in state.players)
                state = replace(state, players=players)
            found += [
                (seat, known, features_of(editions.HOUSE, state, seat), player.vp)
                for seat, player in enumerate(state.players)
            ]
        state = stepped(state, pending, thumbs, rng)
    return [
        Row(number, features, pending.totals[seat] - points)
        for seat, number, features, points in found
    ]


def stepped(
    state: State, pending: Draw | tuple[Decision, ...], thumbs: Sequence[Thumb], rng: Random
) -> State:
    """The position after what is owed, or after the next decision."""
    if isinstance(pending, Draw):
        items = tuple(rng.sample(pending.items, pending.count))
        return sequence.drawn(editions.HOUSE, state, items)
    decision = pending[0]
    if rng.random() < WHIM:
        action = rng.choice(decision.options)
        return sequence.taken(editions.HOUSE, state, decision.seat, action)
    thumb = thumbs[decision.seat]
    return thumb.best_of(state, decision.options) if state.upkeep else thumb.move(state)


def features_of(edition: Edition, state: State, seat: Seat) -> tuple[float, ...]:
    """What a seat has, by the figures of the easy player."""
    return Features(edition, seat, Remembering(edition, seat, FIGURES)).of(state)


def fitted(rows: Sequence[tuple[tuple[float, ...], float]]) -> list[float]:
    """Least squares with a penalty on everything but the constant."""
    width = len(rows[0][0])
    matrix = [[0.0] * (width + 1) for _ in range(width)]
    for features, points in rows:
        line = (*features, points)
        for i, left in enumerate(features):
            if left:
                row = matrix[i]
                for j, right in enumerate(line):
                    row[j] += left * right
    for i in range(1, width):
        matrix[i][i] += PENALTY
    for i in range(width):
        pivot = matrix[i][i] or 1.0
        for k in range(width):
            if k != i and (factor := matrix[k][i] / pivot):
                matrix[k] = [a - factor * b for a, b in zip(matrix[k], matrix[i], strict=True)]
    return [matrix[i][width] / (matrix[i][i] or 1.0) for i in range(width)]


def table(rows: Sequence[Row]) -> dict[int, list[float]]:
    """The weights of the features as each round begins; prints how well they fit."""
    found = {}
    for number in range(2, ROUNDS + 1):
        here = [(row.features, row.points) for row in rows if row.round == number]
        tested = len(here) // 10
        fit, test = fitted(here[tested:]), here[:tested]
        mean = fmean(points for _, points in test)
        spread = fmean((points - mean) ** 2 for _, points in test)
        errors = fmean((points - product(fit, features)) ** 2 for features, points in test)
        print(
            f"round {number}: {len(here)} positions, "
            f"{1 - errors / spread:.0%} of the spread explained, "
            f"error {errors**0.5:.1f} points"
        )
        found[number] = fitted(here)
    return found


def product(weights: Sequence[float], features: Sequence[float]) -> float:
    """The weighted sum of the features."""
    return sum(weight * each for weight, each in zip(weights, features, strict=True))


def spelled(weights: dict[int, list[float]]) -> str:
    """The text of the module with the weights."""
    lines = [
        '"""What features of a position are worth; made by `python -m tests.fit_lacrimosa`."""',
        "",
        "from __future__ import annotations",
        "",
        "from typing import Final",
        "",
        "WEIGHTS: Final[dict[int, dict[str, float]]] = {",
    ]
    for number, each in weights.items():
        lines.append(f"    {number}: {{")
        pairs = zip(NAMES, each, strict=True)
        lines += [f'        "{name}": {round(weight, 3)},' for name, weight in pairs]
        lines.append("    },")
    return "\n".join([*lines, "}", '"""By the round that begins and the feature."""', ""])


def main() -> int:
    """Read the command line, play and write the table."""
    parser = argparse.ArgumentParser(prog="python -m tests.fit_lacrimosa", description=__doc__)
    parser.add_argument("--games", type=int, default=500, help="at each number of seats")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--table", type=Path, default=TABLE, help="where it is written")
    asked = parser.parse_args()
    rows = [
        row
        for number in range(asked.games)
        for seats in SEATS
        for row in played(seats, Random(f"{asked.seed}/{seats}/{number}"))
    ]
    asked.table.write_text(spelled(table(rows)), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
