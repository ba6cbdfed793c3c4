"""What a moment of the coach gives: the figures of one text of the catalogue.

A moment is a pure function of what a seat may know and what it must decide. It gives the
figures of its text where that matters now, and None everywhere else. The text is named after
the moment. Each game lists its moments in order of urgency, and spells their figures. A moment
does not compare what things are worth. The advice does, and a fact that names an option gives
way to it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec
from msgspec.structs import replace

from rules.opponents.advice import Advice


class Amount(msgspec.Struct, frozen=True):
    """An amount of a unit of the game."""

    what: str
    n: int


class Counted(msgspec.Struct, frozen=True):
    """A thing of the game, by its id, and a figure that belongs to it."""

    what: str
    n: int


class Figures(msgspec.Struct, frozen=True):
    """What a text says in this position.

    Attributes:
        n: what chooses the plural form; None: there is none.
        named: the other figures by name, spelled by the game.
        stake: how much there is to gain or lose, in the moment's own unit; 0: this
            does not change. The moment is repeated once its stake has doubled.
        again: for a text worth repeating in a game as its figures change, what
            distinguishes this time from the others; it has no dot.
        names: how the path of the one option that the text names begins; empty: none.
        agreed: whether the text is used only where the advice is that option.
    """

    n: int | None
    named: dict[str, object]
    stake: int = 0
    again: str = ""
    names: tuple[object, ...] = ()
    agreed: bool = False


class Fact(msgspec.Struct, frozen=True):
    """What a moment says in a position.

    Attributes:
        moment: the moment as it is remembered, spelled by `told_as`.
        text: what a person reads.
        names, agreed: as in `Figures`.
    """

    moment: str
    text: str
    names: tuple[object, ...] = ()
    agreed: bool = False


def agreeing(facts: Iterable[Fact], advice: Advice | None) -> Iterator[Fact]:
    """The facts that do not speak for an option other than the advice, if there is one."""
    known = advice if advice is not None and advice.sure else None
    for fact in facts:
        if not fact.names:
            yield fact
        elif known is None:
            if not fact.agreed:
                yield fact
        elif known.favours(fact.names) if fact.agreed else not known.against(fact.names):
            yield fact


def figures(n: int | None = None, /, *, again: str = "", **named: object) -> Figures:
    """The figures of a text."""
    return Figures(n=n, named=named, again=again)


def at_stake(stake: int, found: Figures) -> Figures:
    """The figures of a text that is repeated once `stake` has doubled."""
    return replace(found, stake=stake)


def naming(found: Figures, *start: object, agreed: bool = False) -> Figures:
    """The figures of a text that names one option, by the start of its path.

    Args:
        found: the figures.
        start: the tag of the option, and its leading fields.
        agreed: whether the text is used only where the advice is that option.
    """
    return replace(found, names=start, agreed=agreed)


def told_as(name: str, found: Figures) -> str:
    """How a moment is remembered: its name, what distinguishes this time, and its stake.

    >>> told_as("last_card", figures()), told_as("expires", at_stake(3, figures()))
    ('last_card', 'expires.3')
    >>> told_as("few_professions", figures(again="2-1"))
    'few_professions:2-1'
    """
    once = f"{name}:{found.again}" if found.again else name
    return f"{once}.{found.stake}" if found.stake else once


def parted(told: str) -> tuple[str, int]:
    """A remembered moment without its stake, and the stake.

    >>> parted("last_card"), parted("expires.3"), parted("few_professions:2-1")
    (('last_card', 0), ('expires', 3), ('few_professions:2-1', 0))
    """
    name, _, stake = told.partition(".")
    return name, int(stake or 0)
