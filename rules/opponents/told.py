"""What is told of positions that were played on, and what a reason says from it.

A game tells it of one position (`Told`); `rules.opponents.why` compares two options by it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec

OTHERS: Final = "others"
"""The line of the other seats: half the best and half the mean of them."""


class Got(msgspec.Struct, frozen=True):
    """Something that a seat has come by.

    Attributes:
        kind: how one comes by it, in the words of the game.
        what: the id of the thing; empty: any of its kind.
        nth: the how many of its kind it is, from 1.
    """

    kind: str
    what: str
    nth: int = 1


class Told(msgspec.Struct, frozen=True):
    """What a seat has in a position.

    Attributes:
        lines: its points, by the lines of the score.
        things: how many it has of what is counted.
        got: what it has come by so far.
    """

    lines: Mapping[str, float]
    things: Mapping[str, float] = {}
    got: frozenset[Got] = frozenset()


class Telling(msgspec.Struct, frozen=True):
    """How far a game is played on for reasons.

    Attributes:
        worlds: how many are imagined.
        until: where it ends, in the game's own count; None: where its search ends.
        things: what is told of things by themselves, with what one of each counts in points:
            only their order follows from it.
        first: the kind of what is got that is told before all others; empty: none.
        alike: kinds of which one does as well as another: they are told where more come.
        some: kinds that are told by themselves where something of them comes more often, now
            this and now that.
        given: what giving something up is called, by the kind of what was got.
    """

    worlds: int
    until: int | None = None
    things: Mapping[str, float] = {}
    first: str = ""
    alike: frozenset[str] = frozenset()
    some: frozenset[str] = frozenset()
    given: Mapping[str, str] = {}


class Line(msgspec.Struct, frozen=True):
    """What one option has more of than the other, on average.

    Attributes:
        what: a line of the score, `OTHERS`, or a thing.
        more: the points or things; negative: fewer. Of `OTHERS` the points of theirs.
        thing: whether it is a thing.
        things: how many more there are of the thing of the same name, where that is sure.
    """

    what: str
    more: float
    thing: bool = False
    things: float = 0.0


class Plan(msgspec.Struct, frozen=True):
    """What comes of one option within the round, and much less often of the other.

    Attributes:
        got: it.
        share: in which share of the worlds it came, and `other`, the same of the other option.
    """

    got: Got
    share: float
    other: float


class Why(msgspec.Struct, frozen=True):
    """Why one option is better than another, from positions played on.

    Attributes:
        than: the name of the other.
        points: those of the seat where it ended, and `before`, those after the other.
        lines: what made the difference, what speaks for the option first; empty: nothing sure.
        plan: what comes of it within the round; None: nothing of note.
        worlds: in how many worlds both were played on.
    """

    than: str
    before: float
    points: float
    lines: tuple[Line, ...]
    plan: Plan | None
    worlds: int
