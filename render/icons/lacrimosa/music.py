"""The icons of music: types of opus, instruments, and notes. One colour each."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from render.icons.pen import CLEAR, Pen
from render.theme import INK


def head(pen: Pen, x: float, y: float, r: float, colour: str) -> None:
    """The head of a note, a little wider than high."""
    pen.oval(x - r, y - r * 0.78, x + r, y + r * 0.78, colour)


def opera(pen: Pen, colour: str) -> None:
    """A laughing mask."""
    pen.poly(
        [(10, 14), (50, 24), (90, 14), (88, 56), (72, 82), (50, 94), (28, 82), (12, 56)], colour
    )
    pen.poly([(22, 38), (44, 44), (38, 54), (26, 50)], CLEAR)
    pen.poly([(78, 38), (56, 44), (62, 54), (74, 50)], CLEAR)
    pen.poly([(26, 62), (50, 70), (74, 62), (62, 78), (50, 82), (38, 78)], CLEAR)


def religious(pen: Pen, colour: str) -> None:
    """A church."""
    pen.rect(46, 0, 54, 26, colour)
    pen.rect(38, 7, 62, 14, colour)
    pen.poly([(50, 20), (74, 46), (26, 46)], colour)
    pen.rect(30, 44, 70, 96, colour)
    pen.poly([(30, 56), (30, 64), (4, 66)], colour)
    pen.rect(4, 64, 32, 96, colour)
    pen.rect(68, 64, 96, 96, colour)
    pen.rect(43, 70, 57, 96, CLEAR)
    pen.disc(50, 70, 7, CLEAR)
    pen.rect(12, 74, 22, 84, CLEAR)
    pen.rect(78, 74, 88, 84, CLEAR)
    pen.disc(50, 52, 5, CLEAR)


def symphony(pen: Pen, colour: str) -> None:
    """The seats of an orchestra round the conductor."""
    for start in (188, 234, 280, 326):
        pen.arc((2, 8, 98, 104), start, start + 32, colour, 20)
    for start in (195, 255, 315):
        pen.arc((26, 34, 74, 82), start, start + 42, colour, 13)
    pen.disc(50, 66, 10, colour)
    pen.rect(34, 80, 66, 96, colour, 4)


def chamber(pen: Pen, colour: str) -> None:
    """Four seats round a table with music."""
    for x, y in ((50, 16), (50, 84), (16, 50), (84, 50)):
        pen.disc(x, y, 15, colour)
    pen.rect(34, 34, 66, 66, colour, 3)
    head(pen, 47, 58, 6, "#FFFFFF")
    pen.line([(52, 57), (52, 42), (59, 46)], "#FFFFFF", 4)


def start(pen: Pen, colour: str) -> None:
    """A keyboard: everyone's first opus."""
    pen.rect(6, 12, 94, 88, colour, 5)
    for i in range(5):
        pen.rect(12 + i * 15.4, 18, 25.4 + i * 15.4, 82, "#FFFFFF", 2)
    for i in (0, 1, 3):
        pen.rect(22 + i * 15.4, 18, 31 + i * 15.4, 56, colour)


def horns(pen: Pen, colour: str) -> None:
    """Two coils with a bell."""
    pen.line([(4, 8), (28, 28)], colour, 10)
    pen.disc(42, 44, 28, colour)
    pen.disc(42, 44, 17, CLEAR)
    pen.disc(42, 44, 9, colour)
    pen.poly([(60, 60), (98, 50), (96, 98), (48, 96)], colour)
    pen.disc(76, 76, 24, colour)
    pen.disc(76, 76, 15, CLEAR)
    pen.disc(76, 76, 7, colour)


def percussion(pen: Pen, colour: str) -> None:
    """A kettledrum with two sticks."""
    pen.line([(22, 6), (52, 36)], colour, 8)
    pen.line([(86, 2), (56, 36)], colour, 8)
    pen.oval(8, 34, 92, 56, colour)
    pen.poly([(8, 46), (92, 46), (78, 76), (22, 76)], colour)
    pen.oval(20, 60, 80, 86, colour)
    pen.oval(18, 40, 82, 51, CLEAR)
    pen.line([(30, 80), (18, 96)], colour, 9)
    pen.line([(70, 80), (82, 96)], colour, 9)


def strings(pen: Pen, colour: str) -> None:
    """A violin."""
    pen.line([(50, 50), (84, 16)], colour, 9)
    pen.line([(78, 8), (92, 22)], colour, 9)
    pen.disc(30, 72, 24, colour)
    pen.disc(50, 50, 18, colour)
    pen.disc(24, 46, 9, CLEAR)
    pen.disc(55, 78, 9, CLEAR)
    pen.line([(24, 78), (56, 46)], CLEAR, 4)


def voice(pen: Pen, colour: str) -> None:
    """A singing head with waves."""
    pen.disc(40, 38, 32, colour)
    pen.poly([(20, 60), (60, 60), (72, 98), (6, 98)], colour)
    pen.oval(42, 42, 62, 62, CLEAR)
    pen.disc(32, 32, 5, CLEAR)
    pen.disc(52, 32, 5, CLEAR)
    pen.arc((50, 20, 86, 80), -50, 50, colour, 8)
    pen.arc((58, 6, 100, 94), -46, 46, colour, 8)


def organ(pen: Pen, colour: str) -> None:
    """Five pipes on their chest."""
    for i, top in enumerate((30, 16, 4, 16, 30)):
        x = 8 + i * 17.5
        pen.rect(x, top, x + 13.5, 70, colour, 5)
        pen.poly([(x + 4, 62), (x + 6.7, 50), (x + 9.5, 62)], CLEAR)
    pen.rect(2, 74, 98, 96, colour, 3)


def eighth(pen: Pen, colour: str) -> None:
    """A note with one head and a flag."""
    head(pen, 38, 80, 22, colour)
    pen.line([(56, 78), (56, 8)], colour, 9)
    pen.line([(56, 8), (82, 32), (78, 54)], colour, 10)


def sixteenth(pen: Pen, colour: str) -> None:
    """Two heads under a double beam."""
    head(pen, 21, 82, 19, colour)
    head(pen, 77, 76, 19, colour)
    pen.line([(36, 80), (36, 16)], colour, 8)
    pen.line([(92, 74), (92, 10)], colour, 8)
    pen.line([(36, 14), (92, 8)], colour, 13)
    pen.line([(36, 36), (92, 30)], colour, 10)


MUSIC: Final[dict[str, tuple[Callable[[Pen, str], None], str]]] = {
    "opera": (opera, INK),
    "religious": (religious, INK),
    "symphony": (symphony, INK),
    "chamber": (chamber, INK),
    "start": (start, INK),
    "horns": (horns, INK),
    "percussion": (percussion, INK),
    "strings": (strings, INK),
    "voice": (voice, INK),
    "organ": (organ, INK),
    "eighth": (eighth, INK),
    "sixteenth": (sixteenth, INK),
}
"""How each icon of music is drawn."""
