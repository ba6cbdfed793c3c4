"""The icons of Lacrimosa: coins, story points, actions; music has its own module."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from render.icons.lacrimosa.music import MUSIC, head
from render.icons.pen import CLEAR, Pen, round_about, star
from render.theme import INK, NEUTRAL

WINE, GOLD, PALE_GOLD, DARK_GOLD = "#7C1E2E", "#C79A3B", "#EBCB7A", "#6E4D12"
RED, CREAM, OLIVE, BROWN = "#B3202E", "#FFFDF6", "#5F6B2D", "#8A5A2B"
LAPIS, OCHRE, GREEN, VIOLET = "#24477F", "#B27A1C", "#2F6B34", "#3A2750"


def ducat(pen: Pen, colour: str) -> None:
    """A gold coin with a four-rayed star."""
    pen.disc(50, 50, 48, colour, DARK_GOLD, 4)
    pen.disc(50, 50, 37, PALE_GOLD, DARK_GOLD, 4)
    pen.poly(star(50, 50, 27, 10, 4), DARK_GOLD)


def vp(pen: Pen, colour: str) -> None:
    """A wine-red seal with twelve lobes and a star: victory points."""
    for x, y in round_about(50, 50, 39, 12):
        pen.disc(x, y, 11, colour)
    pen.disc(50, 50, 40, colour)
    pen.disc(50, 50, 34, PALE_GOLD)
    pen.disc(50, 50, 31, colour)
    pen.poly(star(50, 51, 25, 10, 5), CREAM)


def talent(pen: Pen, colour: str) -> None:
    """An ink disc with a lyre."""
    pen.disc(50, 50, 48, colour)
    pen.arc((22, 16, 50, 80), 90, 270, CREAM, 8)
    pen.arc((50, 16, 78, 80), -90, 90, CREAM, 8)
    pen.rect(28, 26, 72, 33, CREAM)
    for x in (40, 50, 60):
        pen.rect(x - 2.5, 30, x + 2.5, 72, CREAM)
    pen.rect(34, 72, 66, 81, CREAM, 3)


def journey(pen: Pen, colour: str) -> None:
    """A red wheel with eight spokes."""
    pen.disc(50, 50, 48, colour)
    pen.disc(50, 50, 36, CREAM)
    for x, y in round_about(50, 50, 38, 8):
        pen.line([(50, 50), (x, y)], colour, 7)
    pen.disc(50, 50, 14, colour)
    pen.disc(50, 50, 6, CREAM)


def composition(pen: Pen, colour: str) -> None:
    """A white page with a folded corner and a note."""
    page = [(12, 3), (66, 3), (90, 27), (90, 97), (12, 97)]
    pen.poly(page, CREAM, colour, 7)
    pen.poly([(66, 3), (90, 27), (66, 27)], "#C9CFDA", colour, 5)
    for y in (42, 58, 74):
        pen.rect(20, y, 82, y + 3, "#A9B0C0")
    head(pen, 41, 75, 15, colour)
    pen.line([(54, 74), (54, 36), (70, 48)], colour, 7)


def wild(pen: Pen, colour: str) -> None:
    """A black, red and white rhombus with a star: a point of any kind."""
    pen.poly([(50, 2), (98, 50), (50, 98), (2, 50)], colour)
    pen.poly([(50, 13), (87, 50), (50, 50)], RED)
    pen.poly([(50, 50), (87, 50), (50, 87), (13, 50)], CREAM)
    pen.poly(star(50, 53, 24, 10, 5), PALE_GOLD, colour, 3)


def finance(pen: Pen, colour: str) -> None:
    """A brown purse with a coin and an upward arrow."""
    pen.poly([(30, 2), (70, 2), (62, 22), (38, 22)], colour)
    pen.poly([(36, 26), (64, 26), (92, 66), (84, 96), (16, 96), (8, 66)], colour)
    pen.disc(50, 66, 30, colour)
    pen.rect(32, 20, 68, 28, "#5A3817", 3)
    pen.disc(50, 65, 24, PALE_GOLD)
    pen.poly([(50, 46), (66, 65), (34, 65)], "#3E2710")
    pen.rect(44, 62, 56, 82, "#3E2710")


def again(pen: Pen, colour: str) -> None:
    """A circular arrow: every time."""
    pen.arc((14, 14, 86, 86), -130, 150, colour, 14)
    pen.poly([(2, 46), (46, 40), (18, 6)], colour)


def _ground(pen: Pen, colour: str) -> None:
    pen.rect(3, 3, 97, 97, colour, 18)


def document(pen: Pen, colour: str) -> None:
    """An open diary and a quill."""
    _ground(pen, colour)
    pen.poly([(12, 36), (47, 44), (47, 86), (12, 76)], CREAM)
    pen.poly([(88, 36), (53, 44), (53, 86), (88, 76)], CREAM)
    for y in (50, 61):
        pen.line([(20, y), (39, y + 4)], colour, 4)
    pen.line([(60, 66), (90, 14)], "#E9B44C", 10)
    pen.poly([(57, 70), (66, 65), (58, 76)], INK)


def commission(pen: Pen, colour: str) -> None:
    """A score sheet with a gold plus."""
    _ground(pen, colour)
    pen.rect(18, 14, 68, 82, CREAM, 4)
    head(pen, 38, 61, 10, INK)
    pen.line([(46, 60), (46, 30), (58, 38)], INK, 6)
    pen.disc(70, 70, 23, DARK_GOLD)
    pen.disc(70, 70, 20, PALE_GOLD)
    pen.rect(66, 56, 74, 84, WINE)
    pen.rect(56, 66, 84, 74, WINE)


def _curtain(pen: Pen) -> None:
    pen.rect(14, 18, 86, 29, CREAM, 3)
    pen.poly([(18, 28), (44, 28), (34, 60), (18, 76)], CREAM)
    pen.poly([(82, 28), (56, 28), (66, 60), (82, 76)], CREAM)
    pen.rect(14, 78, 86, 86, CREAM, 2)


def perform(pen: Pen, colour: str) -> None:
    """A stage with an open curtain."""
    _ground(pen, colour)
    _curtain(pen)
    pen.poly(star(50, 62, 15, 6, 5), CREAM)


def sell(pen: Pen, colour: str) -> None:
    """A scroll and a coin."""
    _ground(pen, colour)
    pen.rect(28, 20, 74, 78, CREAM)
    pen.disc(28, 24, 11, CREAM)
    pen.disc(28, 24, 5, colour)
    pen.rect(62, 68, 88, 84, CREAM, 8)
    for y in (34, 47):
        pen.rect(44, y, 68, y + 5, colour)
    pen.disc(34, 74, 20, DARK_GOLD)
    pen.disc(34, 74, 16, PALE_GOLD)


def perform_or_sell(pen: Pen, colour: str) -> None:
    """Stage and scroll, divided by a diagonal."""
    _ground(pen, colour)
    pen.rect(12, 14, 70, 22, CREAM, 2)
    pen.poly([(16, 22), (34, 22), (28, 44), (16, 58)], CREAM)
    pen.poly([(50, 22), (66, 22), (50, 40)], CREAM)
    pen.rect(54, 56, 84, 84, CREAM, 3)
    pen.rect(60, 63, 78, 67, colour)
    pen.disc(53, 78, 13, DARK_GOLD)
    pen.disc(53, 78, 10, PALE_GOLD)
    pen.line([(14, 86), (86, 14)], CREAM, 6)


def travel(pen: Pen, colour: str) -> None:
    """A coach."""
    _ground(pen, colour)
    pen.poly([(20, 28), (72, 28), (80, 62), (16, 62)], CREAM)
    pen.rect(16, 22, 76, 30, CREAM, 3)
    pen.rect(28, 36, 44, 50, colour, 2)
    pen.rect(52, 36, 66, 50, colour, 2)
    pen.line([(78, 60), (90, 52), (90, 40)], CREAM, 5)
    for x, r in ((30, 17), (70, 14)):
        y = 86 - r
        pen.disc(x, y, r, CREAM)
        pen.disc(x, y, r - 5, colour)
        pen.disc(x, y, 4, CREAM)


def requiem(pen: Pen, colour: str) -> None:
    """A candle between two crosses."""
    _ground(pen, colour)
    pen.poly([(50, 10), (60, 28), (50, 38), (40, 28)], "#F6C64A")
    pen.disc(50, 29, 9, "#F6C64A")
    pen.rect(48, 34, 52, 46, CREAM)
    pen.rect(38, 44, 62, 80, CREAM, 2)
    pen.rect(28, 78, 72, 87, CREAM, 4)
    for x in (21, 79):
        pen.rect(x - 3, 42, x + 3, 66, CREAM)
        pen.rect(x - 9, 48, x + 9, 54, CREAM)


def court(pen: Pen, colour: str) -> None:
    """A castle with its gate."""
    for x in (6, 40, 74):
        pen.rect(x, 12, x + 20, 40, colour, 2)
    pen.rect(10, 30, 90, 94, colour, 3)
    pen.rect(40, 60, 60, 94, CLEAR)
    pen.disc(50, 60, 10, CLEAR)


def quill(pen: Pen, colour: str) -> None:
    """A feather."""
    pen.poly([(94, 4), (88, 40), (62, 66), (32, 76), (30, 62), (44, 34), (70, 12)], colour)
    pen.line([(6, 96), (34, 68)], colour, 6)
    pen.line([(32, 70), (76, 24)], CLEAR, 3)


def mozart(pen: Pen, colour: str) -> None:
    """A cameo with a profile in a wig."""
    pen.oval(12, 1, 88, 99, INK)
    pen.oval(16, 5, 84, 95, PALE_GOLD)
    pen.oval(22, 11, 78, 89, colour)
    pen.disc(52, 40, 17, CREAM)
    pen.poly([(36, 34), (31, 50), (36, 52), (36, 58), (48, 60), (60, 50)], CREAM)
    pen.disc(66, 44, 9, CREAM)
    pen.disc(68, 56, 7, CREAM)
    pen.poly([(46, 54), (62, 50), (64, 66), (74, 78), (50, 89), (30, 80), (46, 70)], CREAM)


def neutral(pen: Pen, colour: str) -> None:
    """A grey disc with a note: the neutral marker."""
    pen.disc(50, 50, 48, INK)
    pen.disc(50, 50, 42, colour)
    head(pen, 44, 68, 14, CREAM)
    pen.line([(55, 66), (55, 26), (70, 40)], CREAM, 7)


def up(pen: Pen, colour: str) -> None:
    """An upward arrow: steps on a track."""
    pen.poly([(50, 4), (92, 50), (8, 50)], colour)
    pen.rect(39, 44, 61, 96, colour)


def leads_to(pen: Pen, colour: str) -> None:
    """An arrow to the right: this for that."""
    pen.poly([(96, 50), (56, 16), (56, 84)], colour)
    pen.rect(4, 41, 60, 59, colour)


LACRIMOSA: Final[dict[str, tuple[Callable[[Pen, str], None], str]]] = {
    "ducats": (ducat, GOLD),
    "vp": (vp, WINE),
    "talent": (talent, INK),
    "journey": (journey, RED),
    "composition": (composition, INK),
    "wild": (wild, INK),
    "finance": (finance, BROWN),
    "again": (again, OLIVE),
    "document": (document, LAPIS),
    "commission": (commission, WINE),
    "perform": (perform, OCHRE),
    "sell": (sell, OCHRE),
    "perform_or_sell": (perform_or_sell, OCHRE),
    "travel": (travel, GREEN),
    "requiem": (requiem, VIOLET),
    "court": (court, INK),
    "quill": (quill, CREAM),
    "mozart": (mozart, WINE),
    "neutral": (neutral, NEUTRAL),
    "up": (up, INK),
    "leads_to": (leads_to, INK),
    **MUSIC,
}
"""How each icon is drawn, and its own colour."""
