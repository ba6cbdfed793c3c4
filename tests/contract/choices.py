"""`python -m tests.contract.choices`: what each level chooses in positions of each game."""

# ruff: noqa: T201 - its output is compared

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, Final

from rules.contract import Draw, Over, name
from rules.opponents import LEVELS, choose
from rules.registry import GAMES
from tests.contract.games import briefly, set_up

STEPS: Final = 90
EVERY: Final = 15


def choices() -> Iterator[str]:
    """A line for each game, level and sampled position."""
    for title, game in GAMES.items():
        rng = Random(5)
        state: Any = game.start(set_up(game, 3))
        for number in range(STEPS):
            pending = game.pending(state)
            if isinstance(pending, Draw):
                drawn = rng.sample(pending.items, pending.count)
                state = game.drawn(state, tuple(drawn))
                continue
            if isinstance(pending, Over):
                break  # a short game
            decision = pending[0]
            view = game.observe(state, decision.seat)
            for level in LEVELS if number % EVERY == 0 else ():
                chosen = choose(title, level, view, decision, Random(1), briefly())
                yield f"{title} {level} {number} {name(chosen)}"
            action = choose(title, LEVELS[0], view, decision, rng)
            state = game.act(state, decision.seat, action)


if __name__ == "__main__":
    print("\n".join(choices()))
