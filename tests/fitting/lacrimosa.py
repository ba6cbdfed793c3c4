"""`python -m tests.fitting.lacrimosa`: what features of a position are worth in Lacrimosa.

Whole games of varied players: their figures differ, now and then they do anything, and at
the start of a round chance gives or takes money and points, so that what somebody owns
does not only follow from how well they play. For the start of each round the points that
come after it are fitted to the features by least squares with a small penalty. Prints the
table of `rules.opponents.lacrimosa.worths`.
"""

# ruff: noqa: T201 - the table is its output

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import msgspec

from rules.contract import Draw, Over
from rules.lacrimosa import editions, sequence, treasury
from rules.lacrimosa.state import Player, State
from rules.opponents.lacrimosa.features import NAMES, Features
from rules.opponents.lacrimosa.figures import FIGURES, Figures
from rules.opponents.lacrimosa.thumb import Thumb
from rules.registry import GAMES

EDITION = editions.HOUSE
WHIM = 0.03
"""How often anything is done."""

Row = tuple[int, int, tuple[float, ...], float]
"""Seats, round, features, the points that came later."""


def varied(rng: Random) -> Figures:
    """Figures around those of the rule-of-thumb player."""

    def scaled(value: Any) -> Any:
        if isinstance(value, tuple):
            factor = rng.lognormvariate(0, 0.25)
            return tuple(
                scaled(each) if isinstance(each, tuple) else each * factor for each in value
            )
        return value * rng.lognormvariate(0, 0.25) if isinstance(value, float) else value

    found = {name: scaled(value) for name, value in msgspec.structs.asdict(FIGURES).items()}
    return Figures(**found)


def given(player: Player, rng: Random) -> Player:
    """A seat with more or less of everything."""
    ducats = max(player.ducats + rng.randint(-6, 10), 0)
    tracks = [min(max(each + rng.choice((-1, 0, 0, 1, 2)), 0), 8) for each in player.tracks]
    counters = [max(each + rng.choice((-2, -1, 0, 0, 0, 1, 2)), 0) for each in player.counters]
    last = len(EDITION.player.finance) - 1
    finance = min(max(player.finance + rng.choice((-2, -1, 0, 0, 1, 2)), 0), last)
    return msgspec.structs.replace(
        player,
        ducats=ducats,
        tracks=tuple(tracks),
        counters=tuple(counters),
        finance=finance,
    )


def game(seats: int, rng: Random) -> Iterator[Row]:
    """The starts of rounds 2 to 5 of one game."""
    lacrimosa = GAMES["lacrimosa"]
    key = "composers" if seats > 1 else "composer"
    chosen = {key: "random", **({"level": rng.choice(LEVELS)} if seats == 1 else {})}
    state: State = lacrimosa.start(lacrimosa.options(seats, chosen))
    thumbs = [Thumb(EDITION, seat, varied(rng)) for seat in range(seats)]
    plain = [Thumb(EDITION, seat) for seat in range(seats)]
    rows = []
    known, gifts = 1, rng.randint(2, 7)
    while True:
        pending = lacrimosa.pending(state)
        if isinstance(pending, Over):
            break
        if state.round > known:
            known = state.round
            if known == gifts:
                players = tuple(given(player, rng) for player in state.players)
                state = msgspec.structs.replace(state, players=players)
            for seat, thumb in enumerate(plain):
                features = Features(EDITION, seat, thumb.me).of(state)
                rows.append((seat, known, features, state.players[seat].vp))
        if isinstance(pending, Draw):
            drawn = tuple(rng.sample(pending.items, pending.count))
            state = sequence.drawn(EDITION, state, drawn)
            continue
        decision = pending[0]
        if rng.random() < WHIM:
            action = rng.choice(decision.options)
            state = sequence.taken(EDITION, state, decision.seat, action)
        elif state.upkeep:
            state = thumbs[decision.seat].best_of(state, decision.options)
        else:
            state = thumbs[decision.seat].move(state)
    for seat, number, features, points in rows:
        yield seats, number, features, pending.totals[seat] - points


LEVELS = tuple(EDITION.tables.soloist_levels)


def fitted(rows: Sequence[tuple[tuple[float, ...], float]], penalty: float) -> list[float]:
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
        matrix[i][i] += penalty
    for i in range(width):
        pivot = matrix[i][i] or 1.0
        for k in range(width):
            if k != i and (factor := matrix[k][i] / pivot):
                matrix[k] = [a - factor * b for a, b in zip(matrix[k], matrix[i], strict=True)]
    return [matrix[i][width] / (matrix[i][i] or 1.0) for i in range(width)]


def main() -> int:
    """Play the games and print the table."""
    parser = argparse.ArgumentParser(prog="python -m tests.fitting.lacrimosa")
    parser.add_argument("--games", type=int, default=1000, help="at each number of seats")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--dump")
    asked = parser.parse_args()
    rows: list[Row] = []
    out = open(asked.dump, "a") if asked.dump else None
    for number in range(asked.games):
        for seats in (2, 3, 4, 1):
            for r in game(seats, Random(f"{asked.seed}/{seats}/{number}")):
                rows.append(r)
                if out:
                    out.write(msgspec.json.encode(r).decode() + "\n")
        if out:
            out.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
