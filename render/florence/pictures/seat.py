"""One seat's panel: its grid, figures, freedoms, works and hidden cards."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import msgspec

from render.canvas import Canvas, Edges
from render.florence.pictures import works
from render.florence.pictures.market import SUPPLY_LOW
from render.florence.pictures.moment import Moment, gained
from render.florence.pictures.tiles import empty, jesters, laid, outline, squares
from render.florence.theme import THEME as T
from render.header import LEAST
from render.theme import IVORY, SEATS, SIGNAL, Colour
from rules.contract import Seat
from rules.florence.catalogue import BUILDERS_MOST, FREEDOMS, RECRUITING
from rules.florence.events import (
    Bought,
    Built,
    Introduced,
    Kept,
    KeptRecruiting,
    Laid,
    Placed,
    Recruited,
)
from rules.florence.state import Tile
from rules.florence.view import SeatView

TOP: Final = SUPPLY_LOW + 34
_BAND: Final = 98
_SLOT: Final = 42
_STRIP: Final = 56


class Panel(msgspec.Struct, frozen=True):
    """Where the panel of a seat is, and how large it is.

    Attributes:
        left: its left edge, in pixels.
        wide: how wide it is.
        high: how high it is.
        square: the side of a square of the grid.
        letters: the size of the name, in pixels.
    """

    left: int
    wide: int
    high: int
    square: int
    letters: int

    @property
    def right(self) -> int:
        """The right edge."""
        return self.left + self.wide

    @property
    def low(self) -> int:
        """The lower edge."""
        return TOP + self.high

    @property
    def grid(self) -> tuple[int, int]:
        """The corner of the grid."""
        return self.left + (self.wide - 7 * self.square) // 2, TOP + _BAND + 12

    @property
    def figures(self) -> int:
        """Where the rows of jesters, builders, Works and freedoms begin."""
        return self.grid[1] + 7 * self.square + 12


def draw(canvas: Canvas, moment: Moment, seat: Seat, panel: Panel) -> None:
    """The panel of a seat."""
    x, right, low = panel.left, panel.right, panel.low
    if seat in moment.active:
        canvas.panel((x - 9, TOP - 9, right + 9, low + 9), T.header, r=9)
        canvas.panel((x - 3, TOP - 3, right + 3, low + 3), IVORY, r=5)
        tip = (x + right) / 2
        canvas.smooth([(tip - 22, TOP - 22), (tip + 22, TOP - 22), (tip, TOP - 3)], IVORY)
        canvas.smooth([(tip - 19, TOP - 20), (tip + 19, TOP - 20), (tip, TOP - 5)], T.header)
    canvas.panel((x, TOP, right, low), T.panel, T.ink, 2, 4)
    _band(canvas, moment, seat, panel)
    _grid(canvas, moment, seat, panel)
    _figures(canvas, moment, seat, panel)
    y = panel.figures + 2 * _SLOT + 14
    canvas.rect((x + 10, y, right - 10, y + 2), T.rule)
    box = (x + 8, y + 10, right - 8, low - _STRIP - 6)
    works.draw(canvas, moment, seat, box)
    _cards(canvas, moment, seat, panel)


def _band(canvas: Canvas, moment: Moment, seat: Seat, panel: Panel) -> None:
    """Mark and name, start player, prestige."""
    colours, view = SEATS[seat], moment.view
    x, right, low = panel.left, panel.right, TOP + _BAND
    canvas.rect((x + 2, TOP + 2, right - 2, low - 2), colours.ground)
    canvas.rect((x, low - 2, right, low), T.ink)
    canvas.plate(seat, x + 48, TOP + 49, 72)
    canvas.text(
        (x + 96, TOP + 38),
        moment.name(seat),
        "serif_bold",
        panel.letters,
        colours.text,
        width=right - x - 106,
        name=True,
        least=LEAST,
    )
    badges = []
    if view.turn > 0 and seat == view.start and not moment.over:
        badges.append("first")
    if moment.scene.people[seat].computer:
        badges.append("computer")
    for i, badge in enumerate(badges):
        left = x + 96 + 40 * i
        canvas.panel((left, TOP + 53, left + 34, TOP + 87), IVORY, r=4)
        canvas.icon(badge, left + 17, TOP + 70, 26)
    points, size = str(view.seats[seat].prestige), round(panel.letters * 1.6)
    at = (right - 14, TOP + 70 + size * 0.35)
    long = canvas.text(at, points, "sans_black", size, colours.text, width=100, anchor="r")
    icon = right - 14 - long - 24
    canvas.icon("florence.points", icon, TOP + 70, 34)
    if any(line.seat == seat and gained(line) for line in moment.told):
        canvas.panel((icon - 24, TOP + 46, right - 6, TOP + 94), None, SIGNAL, 4, 6)


def _grid(canvas: Canvas, moment: Moment, seat: Seat, panel: Panel) -> None:
    """The 7×7 squares with tiles and jesters; what is new has a gold outline."""
    view, side = moment.view.seats[seat], panel.square
    left, top = panel.grid
    frame = (left - 4, top - 4, left + 7 * side + 4, top + 7 * side + 4)
    canvas.rect(frame, SEATS[seat].ground)
    empty(canvas, left, top, side)
    for tile in view.tiles:
        laid(canvas, left, top, side, tile)
    jesters(canvas, left, top, side, view.jesters)
    for event in moment.scene.changed:
        match event:
            case Placed(who, kind, turned, square) | Built(who, kind, turned, square) if (
                who == seat and Tile(kind, turned, square) in view.tiles
            ):
                own = set(squares(Tile(kind, turned, square)))
                outline(canvas, left, top, side, own, T.ink, 7)
                outline(canvas, left, top, side, own, SIGNAL, 5)
            case Bought(who, "jester") if who == seat:
                palazzo = (left, top + 5 * side, left + 3 * side, top + 7 * side)
                canvas.changed(palazzo, T.ink, 2, -7)
            case _:
                pass


def _figures(canvas: Canvas, moment: Moment, seat: Seat, panel: Panel) -> None:
    """Jesters and builders, Works and freedoms; what is missing is a pale shape."""
    view = moment.view.seats[seat]
    done = sum(card != RECRUITING for card in view.works)
    rows = (panel.figures, panel.figures + _SLOT + 6)
    for y, icon, count in zip(rows, ("jester", "work"), (view.jesters, done), strict=True):
        middle = y + _SLOT // 2
        canvas.icon(f"florence.{icon}", panel.left + 28, middle, 38)
        at, colour = (panel.left + 54, middle + 11), T.ink if count else T.past_ink
        canvas.text(at, f"×{count}", "sans_black", 30, colour, width=66)
    builders = [_slot_box(panel, rows[0], i) for i in range(BUILDERS_MOST)]
    for i, box in enumerate(builders):
        _slot(canvas, box, "builder", T.ink, owned=i < view.builders)
    freedoms = {each: _slot_box(panel, rows[1], i) for i, each in enumerate(FREEDOMS)}
    for freedom, box in freedoms.items():
        _slot(canvas, box, freedom, T.header2, owned=freedom in view.freedoms)
    for event in moment.scene.changed:
        match event:
            case Bought(who, "builder") if who == seat and view.builders:
                canvas.changed(builders[view.builders - 1], T.ink, 4, -4)
            case Introduced(who, freedom) if who == seat:
                canvas.changed(freedoms[freedom], T.ink, 4, -4)
            case _:
                pass


def _slot_box(panel: Panel, top: int, i: int) -> Edges:
    """The i-th of three slots at the right of a row."""
    wide = _SLOT + 8
    left = panel.right - 8 - (3 - i) * wide - (2 - i) * 6
    return (left, top, left + wide, top + _SLOT)


def _slot(canvas: Canvas, box: Edges, icon: str, edge: Colour, *, owned: bool) -> None:
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    canvas.panel(box, IVORY if owned else T.row, edge if owned else T.rule, 1, 3)
    if owned:
        canvas.icon(f"florence.{icon}", x, y, _SLOT - 6)
    else:
        canvas.icon(f"florence.{icon}", x, y, _SLOT - 6, T.rule, ghost=True)


_COUNTS: Final[tuple[tuple[str, str, Callable[[SeatView], int]], ...]] = (
    ("professions", "profession", lambda seat: seat.cards),
    ("recruiting", "recruiting", lambda seat: seat.recruiting),
    ("bonus", "bonus", lambda seat: seat.bonus_count),
    ("prestige", "prestige", lambda seat: seat.prestige_count),
)
"""Kinds of hidden cards, their icons, and how many a seat holds."""


def _cards(canvas: Canvas, moment: Moment, seat: Seat, panel: Panel) -> None:
    """The strip of hidden cards: only their numbers are public."""
    view, x = moment.view.seats[seat], panel.left
    y = panel.low - _STRIP
    middle = y + _STRIP // 2 - 1
    canvas.rect((x + 2, y, panel.right - 2, panel.low - 2), T.shade)
    canvas.icon("deck", x + 16, middle, 22)
    fresh = _drawn(moment, seat)
    pitch = (panel.wide - 34) / len(_COUNTS)
    for i, (deck, icon, count) in enumerate(_COUNTS):
        left, n = x + 32 + round(pitch * i), count(view)
        canvas.icon(f"florence.{icon}", left + 14, middle, 27)
        colour = T.ink if n else T.past_ink
        canvas.text((left + 28, middle + 10), str(n), "sans_bold", LEAST, colour, width=31)
        if deck in fresh:
            box = (left - 1, middle - 20, left + 59, middle + 20)
            canvas.changed(box, T.ink, 4, -4)


def _drawn(moment: Moment, seat: Seat) -> set[str]:
    """The kinds of hidden cards that a seat's hand gained or lost."""
    decks: set[str] = set()
    for event in moment.scene.changed:
        match event:
            case Kept(who, deck) if who == seat:
                decks.add(deck)
            case KeptRecruiting(who) | Bought(who, "recruiting") | Recruited(who) if (
                who == seat
            ):
                decks.add("recruiting")
            case _:
                pass
        match event:
            case Laid(who) | Recruited(who) if who == seat:
                decks.add("professions")
            case _:
                pass
    return decks
