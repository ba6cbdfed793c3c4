"""The icons of The Princes of Florence except the buildings: goods, cards, coins."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from render.icons.florence.buildings import BUILDINGS
from render.icons.pen import Pen, round_about, star
from render.theme import INK

GOLD, DARK_GOLD, PALE_GOLD = "#DDA13A", "#8F6212", "#F5D982"
TERRACOTTA, LAPIS, DEEP_LAPIS = "#B4532F", "#24477F", "#1B2F55"
UMBER, OLIVE, EMPTY = "#5A4636", "#5F6B2D", "#E9E4D3"
LARGE, MEDIUM, SMALL = "#A9492B", "#C98A2B", "#8C6A5A"
CREAM = "#FFFAEC"


def florin(pen: Pen, colour: str) -> None:
    """A gold coin with a lily."""
    pen.disc(50, 50, 48, colour, DARK_GOLD, 5)
    pen.disc(50, 50, 37, PALE_GOLD, DARK_GOLD, 3)
    pen.oval(43, 18, 57, 62, DARK_GOLD)
    pen.poly([(50, 12), (59, 30), (41, 30)], DARK_GOLD)
    pen.arc((22, 28, 46, 60), 150, 370, DARK_GOLD, 8)
    pen.arc((54, 28, 78, 60), 170, 390, DARK_GOLD, 8)
    pen.rect(32, 56, 68, 64, DARK_GOLD, 2)
    pen.poly([(46, 62), (54, 62), (60, 82), (50, 76), (40, 82)], DARK_GOLD)


def points(pen: Pen, colour: str) -> None:
    """A lapis disc with a crown: prestige points."""
    pen.disc(50, 50, 48, LAPIS, DEEP_LAPIS, 4)
    pen.disc(50, 50, 42, "#DCE6F5")
    pen.disc(50, 50, 39, LAPIS)
    pen.poly([(26, 68), (22, 36), (38, 50), (50, 26), (62, 50), (78, 36), (74, 68)], colour)
    pen.rect(26, 70, 74, 77, colour, 2)


def work(pen: Pen, colour: str) -> None:
    """A sun with a star: a work and its value."""
    pen.poly(star(50, 50, 49, 37, 14), GOLD)
    pen.disc(50, 50, 30, colour)
    pen.poly(star(50, 50, 21, 9, 5), CREAM)


def _fir(pen: Pen, x: float, y: float, w: float, colour: str) -> None:
    pen.rect(x - w * 0.1, y + w * 1.25, x + w * 0.1, y + w * 1.6, "#6B4A2B")
    for step in range(3):
        top, half = y + step * w * 0.38, w * (0.32 + 0.13 * step)
        pen.poly([(x, top), (x + half, top + w * 0.58), (x - half, top + w * 0.58)], colour)


def forest(pen: Pen, colour: str) -> None:
    """Three firs."""
    _fir(pen, 25, 30, 40, "#4B6F2E")
    _fir(pen, 77, 26, 42, "#4B6F2E")
    _fir(pen, 51, 4, 58, colour)


def lake(pen: Pen, colour: str) -> None:
    """A blue ellipse with three waves."""
    pen.oval(1, 17, 99, 85, colour)
    for y, x0, x1 in ((37, 28, 72), (52, 16, 84), (67, 28, 72)):
        step = (x1 - x0) / 6
        wave = [(x0 + step * i, y + (4 if i % 2 else -4)) for i in range(7)]
        pen.line(wave, "#FFFFFF", 6)


def park(pen: Pen, colour: str) -> None:
    """Two trees and a fountain."""
    for x in (24, 76):
        pen.rect(x - 4, 52, x + 4, 84, "#6B4A2B")
        pen.disc(x, 38, 23, colour)
    pen.rect(6, 82, 94, 91, colour, 3)
    pen.arc((33, 26, 51, 62), 180, 350, "#2E6FA8", 6)
    pen.arc((49, 26, 67, 62), 190, 360, "#2E6FA8", 6)
    pen.poly([(44, 56), (56, 56), (64, 82), (36, 82)], "#8C8674")


def travel(pen: Pen, colour: str) -> None:
    """A ship."""
    pen.rect(47, 4, 52, 66, colour)
    pen.poly([(43, 10), (43, 60), (12, 60)], colour)
    pen.poly([(57, 16), (57, 60), (88, 60)], colour)
    pen.poly([(4, 67), (96, 67), (80, 94), (20, 94)], colour)


def religion(pen: Pen, colour: str) -> None:
    """A radiant cross."""
    pen.rect(42, 6, 58, 98, colour, 2)
    pen.rect(18, 32, 82, 47, colour, 2)
    for a, b in (
        ((8, 6), (26, 20)),
        ((92, 6), (74, 20)),
        ((6, 72), (26, 58)),
        ((94, 72), (74, 58)),
    ):
        pen.line([a, b], colour, 6)


def opinion(pen: Pen, colour: str) -> None:
    """A speech bubble with three lines."""
    pen.rect(2, 10, 98, 72, colour, 12)
    pen.poly([(18, 70), (48, 70), (18, 97)], colour)
    for y, x in ((26, 82), (40, 82), (54, 62)):
        pen.line([(20, y), (x, y)], "#FFFFFF", 6)


def jester(pen: Pen, colour: str) -> None:
    """A cap in two colours with three bells."""
    pen.poly([(8, 26), (32, 40), (50, 8), (50, 80), (22, 80)], TERRACOTTA, "#6E2E17", 3)
    pen.poly([(92, 26), (68, 40), (50, 8), (50, 80), (78, 80)], LAPIS, DEEP_LAPIS, 3)
    pen.rect(18, 78, 82, 95, colour, 4)
    for x, y in ((9, 26), (91, 26), (50, 9)):
        pen.disc(x, y, 9, colour, DARK_GOLD, 3)


def builder(pen: Pen, colour: str) -> None:
    """A pair of compasses."""
    pen.line([(47, 20), (18, 94)], colour, 9)
    pen.line([(53, 20), (82, 94)], colour, 9)
    pen.arc((22, 36, 78, 80), 10, 170, colour, 8)
    pen.disc(50, 12, 12, colour)
    pen.disc(50, 12, 5, CREAM)


def prestige(pen: Pen, colour: str) -> None:
    """A crown with red tips."""
    pen.poly(
        [(14, 76), (6, 26), (30, 48), (50, 14), (70, 48), (94, 26), (86, 76)],
        colour,
        DARK_GOLD,
        3,
    )
    pen.rect(13, 78, 87, 93, DARK_GOLD, 3)
    for x, y in ((7, 24), (93, 24), (50, 11)):
        pen.disc(x, y, 8, TERRACOTTA)


def recruiting(pen: Pen, colour: str) -> None:
    """A bust and an arrow."""
    pen.disc(32, 28, 19, colour)
    pen.oval(0, 50, 64, 122, colour)
    pen.poly([(0, 88), (64, 88), (64, 100), (0, 100)], (0, 0, 0, 0))
    pen.poly([(50, 32), (72, 32), (72, 16), (99, 41), (72, 66), (72, 50), (50, 50)], TERRACOTTA)


def profession(pen: Pen, colour: str) -> None:
    """A bust with a cap."""
    pen.disc(50, 38, 20, colour)
    pen.poly([(24, 2), (76, 2), (72, 22), (28, 22)], TERRACOTTA)
    pen.rect(26, 16, 74, 26, TERRACOTTA, 3)
    pen.oval(12, 60, 88, 134, colour)
    pen.poly([(12, 95), (88, 95), (88, 100), (12, 100)], (0, 0, 0, 0))


def bonus(pen: Pen, colour: str) -> None:
    """A star and a plus."""
    pen.poly(star(44, 56, 43, 18, 5), colour, DARK_GOLD, 4)
    pen.disc(77, 22, 21, TERRACOTTA)
    pen.line([(77, 11), (77, 33)], "#FFFFFF", 7)
    pen.line([(66, 22), (88, 22)], "#FFFFFF", 7)


def _house(pen: Pen, colour: str, half: float, top: float, doors: int) -> None:
    pen.poly([(50, top), (50 + half, top + half * 0.6), (50 - half, top + half * 0.6)], INK)
    pen.rect(50 - half * 0.86, top + half * 0.6, 50 + half * 0.86, 94, colour)
    step = half * 1.72 / doors
    for i in range(doors):
        x = 50 - half * 0.86 + step * (i + 0.5)
        pen.rect(x - 6, 70, x + 6, 94, CREAM)


def large(pen: Pen, colour: str) -> None:
    """A large building: three doors."""
    _house(pen, colour, 48, 4, 3)


def medium(pen: Pen, colour: str) -> None:
    """A medium building: two doors."""
    _house(pen, colour, 38, 22, 2)


def small(pen: Pen, colour: str) -> None:
    """A small building: one door."""
    _house(pen, colour, 27, 42, 1)


def sold(pen: Pen, colour: str) -> None:
    """Prestige turned into money."""
    pen.disc(34, 36, 33, LAPIS, DEEP_LAPIS, 4)
    pen.poly([(16, 50), (14, 26), (26, 36), (34, 18), (42, 36), (54, 26), (52, 50)], PALE_GOLD)
    pen.disc(68, 68, 30, colour, DARK_GOLD, 5)
    pen.poly(round_about(68, 68, 14, 4), DARK_GOLD)


def grid(pen: Pen, colour: str) -> None:
    """Empty squares."""
    for y in (8, 38, 68):
        for x in (8, 38, 68):
            pen.rect(x, y, x + 24, y + 24, colour)
            pen.rect(x + 4, y + 4, x + 20, y + 20, EMPTY)


FLORENCE: Final[dict[str, tuple[Callable[[Pen, str], None], str]]] = {
    "florin": (florin, "#E8BE52"),
    "points": (points, "#F6D775"),
    "work": (work, TERRACOTTA),
    "forest": (forest, "#3B5A24"),
    "lake": (lake, "#2E6FA8"),
    "park": (park, "#6F932F"),
    "travel": (travel, LAPIS),
    "religion": (religion, LAPIS),
    "opinion": (opinion, LAPIS),
    "jester": (jester, "#F0C24E"),
    "builder": (builder, UMBER),
    "prestige": (prestige, GOLD),
    "recruiting": (recruiting, OLIVE),
    "profession": (profession, UMBER),
    "bonus": (bonus, GOLD),
    "large": (large, LARGE),
    "medium": (medium, MEDIUM),
    "small": (small, SMALL),
    "sold": (sold, "#E8BE52"),
    "grid": (grid, UMBER),
    **BUILDINGS,
}
"""How each icon is drawn, and its own colour."""
