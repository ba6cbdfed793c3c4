"""What is reported about positions that were played on, and the reasons made from it.

A game reports on one position (`Told`); `rules.opponents.why` compares two options by that.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec

OTHERS: Final = "others"
"""The line of the other seats: half the best and half the mean of their points."""


class Got(msgspec.Struct, frozen=True):
    """Something that a seat has acquired.

    Attributes:
        kind: how it was acquired, in the words of the game.
        what: the id of the thing; empty: any of its kind.
        nth: its number among things of the same kind and id, from 1.
    """

    kind: str
    what: str
    nth: int = 1


class Told(msgspec.Struct, frozen=True):
    """What a seat has in a position.

    Attributes:
        lines: its points, by the lines of the score.
        things: how many it has of each thing that is counted.
        got: what it has acquired so far.
    """

    lines: Mapping[str, float]
    things: Mapping[str, float] = {}
    got: frozenset[Got] = frozenset()


class Telling(msgspec.Struct, frozen=True):
    """How a game is played on, and what is reported, for reasons.

    Attributes:
        worlds: how many are imagined.
        until: where playing on ends, in the game's own count; None: where its search ends.
        things: the things reported by themselves, with the points that one of each counts when
            they are weighed: those points are not reported.
        first: the kind of `Got` that is reported before all others; empty: none.
        alike: kinds of which one is as good as another: reported only where more of them come.
        some: kinds reported as such where something of them comes more often, though not always
            the same thing.
        given: what giving something up is called, by its kind of `Got`.
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
        more: the points or things; negative: fewer. For `OTHERS`, their points.
        thing: whether it is a thing.
        things: how many more of the thing of the same name there are, where that is sure.
    """

    what: str
    more: float
    thing: bool = False
    things: float = 0.0


class Plan(msgspec.Struct, frozen=True):
    """What one option leads to within the round, much more often than the other.

    Attributes:
        got: what it leads to.
        share: the share of worlds in which it came, and `other`, the same for the other option.
    """

    got: Got
    share: float
    other: float


class Why(msgspec.Struct, frozen=True):
    """Why one option is better than another, from positions played on.

    Attributes:
        than: the name of the other option.
        points: the seat's points at the end of the option; `before`: at the end of the other.
        lines: what made the difference, first what speaks for the option; empty: nothing sure.
        plan: what the option leads to within the round; None: nothing of note.
        worlds: how many both were played on in.
    """

    than: str
    before: float
    points: float
    lines: tuple[Line, ...]
    plan: Plan | None
    worlds: int
