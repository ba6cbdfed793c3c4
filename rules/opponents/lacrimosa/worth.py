"""The points with which a seat may expect to finish, as a round begins."""

from __future__ import annotations

from typing import Final

from rules.lacrimosa.state import State
from rules.opponents.lacrimosa.features import NAMES, Features
from rules.opponents.lacrimosa.fitted import WEIGHTS

_WEIGHTS: Final = {
    number: tuple(by_name.get(name, 0.0) for name in NAMES)
    for number, by_name in WEIGHTS.items()
}
"""In the order of the features; a new feature counts nothing until the table is remade."""


def worth(features: Features, state: State) -> float:
    """A seat's points and what its things promise; at the end, only its points."""
    points = state.players[features.seat].vp
    if state.over:
        return float(points)
    pairs = zip(_WEIGHTS[state.round], features.of(state), strict=True)
    return points + sum(weight * amount for weight, amount in pairs)
