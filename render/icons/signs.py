"""Signs that every game shares: first player, check, no, lock, deck, hour, seats, computer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from render.icons.pen import CLEAR, Pen
from render.theme import GOOD, INK


def first(pen: Pen, colour: str) -> None:
    """A pole with a pennant and the figure 1."""
    pen.rect(14, 4, 24, 96, INK, 3)
    pen.poly([(24, 8), (94, 8), (78, 31), (94, 54), (24, 54)], colour)
    pen.line([(47, 24), (54, 19), (54, 44)], "#FFFFFF", 7)


def check(pen: Pen, colour: str) -> None:
    """Yes, done, reached."""
    pen.line([(12, 54), (38, 80), (88, 20)], colour, 15)


def no(pen: Pen, colour: str) -> None:
    """No, out, missing."""
    pen.line([(18, 18), (82, 82)], colour, 14)
    pen.line([(82, 18), (18, 82)], colour, 14)


def lock(pen: Pen, colour: str) -> None:
    """Closed."""
    pen.arc((26, 4, 74, 70), 180, 360, colour, 12)
    pen.rect(26, 36, 38, 50, colour)
    pen.rect(62, 36, 74, 50, colour)
    pen.rect(14, 44, 86, 96, colour, 8)


def deck(pen: Pen, colour: str) -> None:
    """Cards."""
    pen.rect(34, 4, 92, 76, colour, 10)
    pen.rect(6, 20, 70, 96, CLEAR, 10)
    pen.rect(10, 24, 66, 96, colour, 10)
    pen.rect(18, 32, 58, 88, "#FFFFFF", 4)


def hour(pen: Pen, colour: str) -> None:
    """An hourglass."""
    pen.rect(12, 2, 88, 14, colour, 2)
    pen.rect(12, 86, 88, 98, colour, 2)
    pen.poly([(18, 12), (82, 12), (56, 50), (82, 88), (18, 88), (44, 50)], colour)


def seats(pen: Pen, colour: str) -> None:
    """People at a table."""
    for x, y in ((30, 26), (70, 26), (50, 34)):
        pen.disc(x, y, 21, CLEAR)
        pen.disc(x, y, 16, colour)
        pen.oval(x - 31, y + 15, x + 31, y + 88, CLEAR)
        pen.oval(x - 26, y + 20, x + 26, y + 88, colour)
    pen.rect(0, 90, 100, 100, CLEAR)


def computer(pen: Pen, colour: str) -> None:
    """The head of an automaton: a computer plays instead of a person."""
    pen.rect(46, 6, 54, 28, colour)
    pen.disc(50, 9, 8, colour)
    pen.rect(2, 44, 14, 70, colour, 4)
    pen.rect(86, 44, 98, 70, colour, 4)
    pen.rect(12, 24, 88, 92, colour, 14)
    pen.disc(35, 50, 10, CLEAR)
    pen.disc(65, 50, 10, CLEAR)
    pen.rect(32, 70, 68, 79, CLEAR, 2)


SIGNS: Final[dict[str, tuple[Callable[[Pen, str], None], str]]] = {
    "first": (first, "#7C1E2E"),
    "check": (check, GOOD),
    "no": (no, "#8C8674"),
    "lock": (lock, "#8C8674"),
    "deck": (deck, INK),
    "hour": (hour, INK),
    "seats": (seats, INK),
    "computer": (computer, INK),
}
"""How each sign is drawn, and its own colour."""
