"""What a moment of the coach gives: the figures of one text of the catalogue.

A moment is a pure function of what a seat may know and what it must decide. It gives the
figures of its text where it matters now, and None everywhere else; its text has its name.
Each game lists its moments in order of urgency, and spells their figures.
"""

from __future__ import annotations

import msgspec
from msgspec.structs import replace


class Amount(msgspec.Struct, frozen=True):
    """So much of a unit of the game."""

    what: str
    n: int


class Counted(msgspec.Struct, frozen=True):
    """A thing of the game, by its id, and a figure that belongs to it."""

    what: str
    n: int


class Figures(msgspec.Struct, frozen=True):
    """What a text says in this position.

    Attributes:
        n: what chooses its plural form; None: it has none.
        named: the other figures by their names, spelled by the game.
        stake: how much there is to gain or lose, in a unit of the moment's own; 0: that
            does not change. The moment is told again once its stake has doubled.
        again: of a text that is worth saying more than once in a game, as its figures
            change: what tells this time from the others, without a dot.
    """

    n: int | None
    named: dict[str, object]
    stake: int = 0
    again: str = ""


def figures(n: int | None = None, /, *, again: str = "", **named: object) -> Figures:
    """The figures of a text."""
    return Figures(n=n, named=named, again=again)


def at_stake(stake: int, found: Figures) -> Figures:
    """The figures of a text that is told again once so much has doubled."""
    return replace(found, stake=stake)


def told_as(name: str, found: Figures) -> str:
    """How a moment is remembered: by its name, what tells this time, and its stake.

    >>> told_as("last_card", figures()), told_as("expires", at_stake(3, figures()))
    ('last_card', 'expires.3')
    >>> told_as("work_pays", figures(again="2-1"))
    'work_pays:2-1'
    """
    once = f"{name}:{found.again}" if found.again else name
    return f"{once}.{found.stake}" if found.stake else once


def parted(told: str) -> tuple[str, int]:
    """What is remembered of a moment, without its stake, and the stake.

    >>> parted("last_card"), parted("expires.3"), parted("work_pays:2-1")
    (('last_card', 0), ('expires', 3), ('work_pays:2-1', 0))
    """
    name, _, stake = told.partition(".")
    return name, int(stake or 0)
