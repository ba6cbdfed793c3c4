"""Players for seats without a person: they see a View and a Decision, nothing more.

A level is one function for each game that has it; `random` plays every game. All
chance comes from the generator given, so the same position, decision and generator
give the same action, in any process.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, Final, TypeAlias

from rules.contract import Action, Decision
from rules.opponents import florence, lacrimosa

__all__ = ["LEVELS", "RANDOM", "choose"]

Opponent: TypeAlias = Callable[[Any, Decision, Random], Action]

LEVELS: Final = ("novice", "adept", "master")
"""The levels that people can seat at a table, the first as the default."""

RANDOM: Final = "random"
"""Any option, and now and then an aside: for simulations and tests."""

ASIDE: Final = 0.05
"""How often the random player takes an aside."""

_OPPONENTS: Final[dict[tuple[str, str], Opponent]] = {
    ("florence", "novice"): florence.novice,
    ("lacrimosa", "novice"): lacrimosa.novice,
    ("florence", "adept"): florence.novice,
    ("lacrimosa", "adept"): lacrimosa.novice,
    ("florence", "master"): florence.novice,
    ("lacrimosa", "master"): lacrimosa.novice,
}


def choose(
    game_name: str,
    level: str,
    view: Any,
    decision: Decision,
    rng: Random,
    *,
    guard: Callable[[], bool] = lambda: False,
) -> Action:
    """What an opponent of that level does: an option or an aside of the decision.

    Args:
        game_name: the game, as in `rules.registry.GAMES`.
        level: one of `LEVELS`, or `RANDOM`.
        view: the game as the deciding seat may know it.
        decision: what it must decide, with at least one option.
        rng: the source of all chance.

    Raises:
        KeyError: nobody plays that game at that level.
    """
    if level == RANDOM:
        return _any(decision, rng)
    return _OPPONENTS[game_name, level](view, decision, rng)


def _any(decision: Decision, rng: Random) -> Action:
    if decision.asides and rng.random() < ASIDE:
        return rng.choice(decision.asides)
    return rng.choice(decision.options)
