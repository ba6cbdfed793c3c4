"""What a moment of the coach gives: the figures of one text of the catalogue.

A moment is a pure function of what a seat may know and what it must decide. It gives the
figures of its text where it matters now, and None everywhere else; its text has its name.
Each game lists its moments in order of urgency, and spells their figures.
"""

from __future__ import annotations

import msgspec


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
        again: of a text that is worth saying more than once in a game, as its figures
            change: what tells this time from the others.
    """

    n: int | None
    named: dict[str, object]
    again: str = ""


def figures(n: int | None = None, /, *, again: str = "", **named: object) -> Figures:
    """The figures of a text."""
    return Figures(n, named, again)
