"""The points with which a seat may expect to finish, as a round begins."""

from __future__ import annotations

from typing import Final

from rules.lacrimosa.grammar import ACTIONS, KINDS
from rules.lacrimosa.state import State
from rules.opponents.lacrimosa.features import NAMES, Features
from rules.opponents.lacrimosa.fitted import WEIGHTS

_WEIGHTS: Final = {
    number: tuple(by_name.get(name, 0.0) for name in NAMES)
    for number, by_name in WEIGHTS.items()
}
"""In the order of the features; one that is new counts nothing until the table is made anew."""

PARTS: Final = {
    "one": "points",
    **dict.fromkeys(("ducats", "more_ducats", "hoard"), "ducats"),
    **{f"{kind}{step}": "story_points" for kind in KINDS for step in ("", "_more")},
    "counters": "story_points",
    **dict.fromkeys(("income", "wildcards", "fund_points"), "finances"),
    **{f"{action}_actions": "memories" for action in ACTIONS},
    "rewards": "memories",
    **{f"story_{kind}": "stories" for kind in KINDS},
    "story_points": "stories",
    "shows": "opus",
    "opus": "opus",
    **dict.fromkeys(("track_tiles", "offers", "offered", "again"), "composer_tiles"),
    "requiem": "requiem",
    "courts": "courts",
    "markers": "requiem",
}
"""What people read of each feature: several of them are one part."""


def worth(features: Features, state: State) -> float:
    """A seat's points and what its things promise; its points alone at the end."""
    points = state.players[features.seat].vp
    if state.over:
        return float(points)
    pairs = zip(_WEIGHTS[state.round], features.of(state), strict=True)
    return points + sum(weight * amount for weight, amount in pairs)


def parts(features: Features, state: State) -> dict[str, float]:
    """The same by what it comes from, as people read it; together it is `worth`."""
    found = {"points": float(state.players[features.seat].vp)}
    if state.over:
        return found
    weighed = zip(NAMES, _WEIGHTS[state.round], features.of(state), strict=True)
    for name, weight, amount in weighed:
        found[PARTS[name]] = found.get(PARTS[name], 0.0) + weight * amount
    return found
