"""The ten buildings of The Princes of Florence as signs in one colour.

They are in ivory on their tiles and in ink elsewhere; what is inside a sign is
cut out, so that the ground shows through.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from render.icons.pen import CLEAR, Pen
from render.theme import INK


def university(pen: Pen, colour: str) -> None:
    """A temple."""
    pen.poly([(50, 2), (98, 28), (2, 28)], colour)
    pen.rect(8, 32, 92, 38, colour)
    for x in (13, 34, 55, 76):
        pen.rect(x, 42, x + 11, 80, colour)
    pen.rect(2, 84, 98, 96, colour)


def laboratory(pen: Pen, colour: str) -> None:
    """A flask."""
    pen.rect(34, 2, 66, 12, colour, 2)
    pen.poly(
        [(40, 8), (60, 8), (60, 38), (92, 90), (84, 98), (16, 98), (8, 90), (40, 38)], colour
    )
    pen.poly([(36, 60), (64, 60), (78, 86), (22, 86)], CLEAR)
    pen.poly([(31, 70), (69, 70), (78, 86), (22, 86)], colour)
    pen.disc(42, 78, 6, CLEAR)
    pen.disc(58, 76, 4, CLEAR)


def workshop(pen: Pen, colour: str) -> None:
    """A hammer over an anvil."""
    pen.poly([(8, 8), (22, 2), (62, 2), (62, 26), (22, 26), (8, 22)], colour)
    pen.rect(38, 24, 50, 56, colour)
    pen.poly(
        [
            (24, 56),
            (98, 56),
            (98, 62),
            (72, 74),
            (72, 84),
            (88, 96),
            (30, 96),
            (46, 84),
            (46, 76),
            (10, 66),
            (6, 58),
        ],
        colour,
    )


def library(pen: Pen, colour: str) -> None:
    """Four books."""
    for x, top in ((4, 8), (26, 2), (48, 10)):
        pen.rect(x, top, x + 18, 90, colour, 2)
        pen.rect(x + 4, top + 14, x + 14, top + 20, CLEAR)
    pen.poly([(68, 22), (82, 16), (98, 86), (84, 91)], colour)
    pen.rect(0, 90, 100, 98, colour, 2)


def opera(pen: Pen, colour: str) -> None:
    """A lyre."""
    pen.arc((12, -6, 88, 88), -20, 200, colour, 12)
    pen.arc((2, 2, 34, 44), 100, 300, colour, 10)
    pen.arc((66, 2, 98, 44), 240, 440, colour, 10)
    pen.rect(24, 18, 76, 26, colour, 3)
    for x in (36, 47.5, 59):
        pen.rect(x, 22, x + 5, 84, colour)
    pen.rect(42, 82, 58, 92, colour)
    pen.rect(30, 90, 70, 98, colour, 3)


def studio(pen: Pen, colour: str) -> None:
    """A palette and a brush."""
    pen.oval(1, 16, 88, 90, colour)
    for x, y, r in ((24, 42, 7), (42, 32, 7), (62, 36, 7), (22, 62, 7), (36, 76, 6)):
        pen.disc(x, y, r, CLEAR)
    pen.disc(62, 68, 12, CLEAR)
    pen.line([(66, 52), (95, 6)], CLEAR, 15)
    pen.line([(68, 48), (94, 8)], colour, 8)


def hospital(pen: Pen, colour: str) -> None:
    """A house with a cross."""
    pen.poly([(50, 1), (96, 36), (96, 98), (4, 98), (4, 36)], colour)
    pen.rect(42, 42, 58, 84, CLEAR)
    pen.rect(29, 55, 71, 71, CLEAR)


def theatre(pen: Pen, colour: str) -> None:
    """Two masks, merry and sad."""
    pen.poly([(0, 6), (52, 6), (52, 40), (44, 56), (26, 66), (8, 56), (0, 40)], colour)
    pen.oval(10, 22, 20, 31, CLEAR)
    pen.oval(32, 22, 42, 31, CLEAR)
    pen.arc((11, 24, 41, 54), 20, 160, CLEAR, 6)
    pen.poly([(42, 28), (100, 28), (100, 68), (90, 86), (71, 98), (52, 86), (42, 68)], CLEAR)
    pen.poly([(47, 33), (99, 33), (99, 66), (90, 84), (73, 94), (56, 84), (47, 66)], colour)
    pen.oval(55, 48, 66, 57, CLEAR)
    pen.oval(80, 48, 91, 57, CLEAR)
    pen.arc((58, 66, 88, 92), 200, 340, CLEAR, 6)


def tower(pen: Pen, colour: str) -> None:
    """A tower with battlements."""
    for x in (18, 42, 66):
        pen.rect(x, 2, x + 16, 18, colour)
    pen.rect(18, 14, 82, 32, colour)
    pen.poly([(28, 32), (72, 32), (82, 98), (18, 98)], colour)
    pen.rect(44, 40, 56, 56, CLEAR)
    pen.rect(42, 72, 58, 98, CLEAR)


def chapel(pen: Pen, colour: str) -> None:
    """A little church."""
    pen.rect(46, 0, 54, 32, colour)
    pen.rect(38, 8, 62, 16, colour)
    pen.poly([(50, 26), (94, 66), (6, 66)], colour)
    pen.rect(16, 62, 84, 98, colour)
    pen.rect(42, 74, 58, 98, CLEAR)
    pen.disc(50, 74, 8, CLEAR)


BUILDINGS: Final[dict[str, tuple[Callable[[Pen, str], None], str]]] = {
    "university": (university, INK),
    "laboratory": (laboratory, INK),
    "workshop": (workshop, INK),
    "library": (library, INK),
    "opera": (opera, INK),
    "studio": (studio, INK),
    "hospital": (hospital, INK),
    "theatre": (theatre, INK),
    "tower": (tower, INK),
    "chapel": (chapel, INK),
}
"""How each building is drawn, and its own colour."""
