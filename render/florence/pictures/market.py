"""The middle of the board: rounds, auction piles, supply."""

from __future__ import annotations

from typing import Final

from render.canvas import Canvas, Edges
from render.florence.pictures.moment import Moment, term
from render.florence.pictures.tiles import extent, outlined
from render.florence.theme import THEME as T
from render.header import LEAST
from render.theme import IVORY
from render.typesetting import fitted, text_width
from render.words import Words
from rules.florence.catalogue import BUILDINGS, DECKS, FREEDOMS, LOTS, MINIMUM
from rules.florence.events import (
    Bought,
    Built,
    Introduced,
    Kept,
    Opened,
    PutBack,
    Raised,
    TurnBegan,
)
from rules.florence.principality import cells
from rules.florence.state import Bidding, Sale

LEFT: Final = 24
RIGHT: Final = 1576
HALVES: Final = (794, 806)
"""Where the left half of the columns ends, and where the right half begins."""

LOW: Final = 534
"""Where the piles and the box of the phase end."""

SUPPLY: Final = 584
SUPPLY_LOW: Final = 792
"""Where the rows of the supply begin and end."""

_CELL: Final = 184
_PITCH: Final = (RIGHT - LEFT - _CELL) / 7
"""Width and pitch of the eight columns of the piles and the supply."""

_BAR: Final = 20
"""The least width of the bar beside a heading."""

_SQUARE: Final = 18
_LANDSCAPES: Final = 3
"""How many piles are in the first row, beside the rule about piles."""

_DECK_ICONS: Final = {"professions": "profession", "bonus": "bonus", "prestige": "prestige"}
TEXTS: Final = (
    "picture.rounds",
    "picture.piles",
    "picture.piles.note",
    "picture.supply",
    *(f"term.{building}" for building in BUILDINGS),
    *(f"picture.freedom.{freedom}" for freedom in FREEDOMS),
    *(f"picture.deck.{deck}" for deck in DECKS),
)
"""The texts that the middle always shows."""


def heading(canvas: Canvas, x: int, y: int, right: int, text: str) -> None:
    """A section's head: its name and an ochre bar."""
    used = canvas.text((x, y), text, "serif", LEAST, T.heading, width=right - x)
    left = x + used + 12
    if right - left > _BAR:
        canvas.rect((left, y - 11, right, y - 7), T.gold)


def _cell(column: int, top: int, high: int) -> Edges:
    left = LEFT + round(_PITCH * column)
    return (left, top, left + _CELL, top + high)


def ground(canvas: Canvas, words: Words) -> None:
    """Headings and the names of the supply: the part that never changes."""
    heading(canvas, LEFT, 160, HALVES[0], words("picture.rounds"))
    heading(canvas, LEFT, 286, HALVES[0], words("picture.piles"))
    heading(canvas, LEFT, SUPPLY - 12, RIGHT, words("picture.supply"))
    _note(canvas, words("picture.piles.note"), _cell(_LANDSCAPES, 298, 112))
    for building, box in zip(BUILDINGS, map(_building_box, range(10)), strict=True):
        canvas.panel(box, T.panel, T.ink, 1, 4)
        x, y = box[0], box[1]
        high, wide = extent(cells(building, 0))
        left, top = x + 10 + (3 - wide) * _SQUARE // 2, y + 6 + (3 - high) * _SQUARE // 2
        outlined(canvas, left, top, _SQUARE, building)
        canvas.icon(f"florence.{building}", x + 94, y + 33, 40)
        _supply_name(canvas, box, term(building, words))
    for i, freedom in enumerate(FREEDOMS):
        box = _freedom_box(i)
        canvas.panel(box, T.panel, T.header2, 2, 4)
        canvas.icon(f"florence.{freedom}", box[0] + 40, box[1] + 33, 48)
        _supply_name(canvas, box, term(freedom, words))
    for i, deck in enumerate(DECKS):
        box = _deck_box(i)
        canvas.panel(box, T.panel, T.tiles["forest"], 2, 4)
        canvas.icon(f"florence.{_DECK_ICONS[deck]}", box[0] + 40, box[1] + 33, 48)
        _supply_name(canvas, box, words(f"picture.deck.{deck}"))


def _note(canvas: Canvas, note: str, cell: Edges) -> None:
    """The rule about piles, in the middle of the cell without a pile."""
    x, y, right, low = cell
    wide = right - x - 10
    lines = len(fitted(note, "sans", LEAST, wide, 3)[1])
    first = (y + low) / 2 + 10 - (lines - 1) * 16
    canvas.text((x + 10, first), note, "sans", LEAST, T.ink2, width=wide, lines=3)


def _supply_name(canvas: Canvas, box: Edges, name: str) -> None:
    middle = (box[0] + box[2]) / 2
    canvas.text(
        (middle, box[3] - 13), name, "sans_semi", LEAST, T.ink, width=_CELL - 12, anchor="m"
    )


def draw(canvas: Canvas, moment: Moment) -> None:
    """Everything that changes in the middle."""
    _rounds(canvas, moment)
    for i, lot in enumerate(LOTS):
        row, column = divmod(i if i < _LANDSCAPES else i + 1, _LANDSCAPES + 1)
        _pile(canvas, moment, lot, _cell(column, 298 + 124 * row, 112))
    _supply(canvas, moment)


def _rounds(canvas: Canvas, moment: Moment) -> None:
    now = moment.view.turn if not moment.over else len(MINIMUM) + 1
    for i, minimum in enumerate(MINIMUM):
        x, on = LEFT + round(i * 670 / 6), i + 1 == now
        box = (x, 172, x + 100, 250)
        fill, head, edge, ink = (T.panel, T.shade, T.ink, T.ink)
        if on:
            fill, head, edge, ink = (T.header, T.header2, T.header, IVORY)
        elif i + 1 < now:
            fill, head, edge, ink = (T.past, T.sold, T.sold, T.past_ink)
        canvas.panel(box, fill, edge, 2, 4)
        canvas.rect((x + 2, 174, x + 98, 205), head)
        number = T.ink if i + 1 < now else ink
        canvas.text((x + 50, 199), str(i + 1), "serif", LEAST, number, width=40, anchor="m")
        canvas.icon("florence.work", x + 29, 228, 30)
        canvas.text((x + 90, 239), str(minimum), "sans_bold", 32, ink, width=44, anchor="r")
        if on and any(isinstance(event, TurnBegan) for event in moment.scene.changed):
            canvas.changed(box, T.ink, 4, -4)


def _pile(canvas: Canvas, moment: Moment, lot: str, box: Edges) -> None:
    """One pile: what is left, and whether it is free, up for auction or sold."""
    view = moment.view
    x, y, right, low = box
    count = len(view.prestige) if lot == "prestige" else view.stock[lot]
    sale = next((sale for sale in view.sales if sale.lot == lot), None)
    on = isinstance(view.step, Bidding) and view.step.lot == lot
    gone = sale is not None or not count
    if on:
        canvas.panel((x - 7, y - 7, right + 7, low + 7), T.header, r=9)
        canvas.panel((x - 2, y - 2, right + 2, low + 2), IVORY, r=5)
    ink = T.past_ink if gone else T.ink
    canvas.panel(box, T.past if gone else T.panel, T.ink, 2, 4)
    canvas.icon(f"florence.{lot}", x + 46, y + 38, 60)
    strip = T.header if on else (T.sold if gone else T.shade)
    canvas.rect((x + 2, y + 74, right - 2, low - 2), strip)
    canvas.text(
        ((x + right) / 2, low - 12),
        term(lot, moment.words),
        "sans_semi",
        LEAST,
        IVORY if on else T.ink,
        width=right - x - 10,
        anchor="m",
    )
    left = f"×{count}"
    if sale is None:
        canvas.text((right - 12, y + 50), left, "sans_black", 36, ink, width=80, anchor="r")
    else:
        canvas.text((right - 12, y + 31), left, "sans_bold", LEAST, ink, width=80, anchor="r")
        _sold(canvas, sale, right - 12, y + 54)
    if lot in _touched_lots(moment):
        canvas.changed(box, T.ink, 4, -4 if on else -2)


def _sold(canvas: Canvas, sale: Sale, right: int, middle: int) -> None:
    price = str(sale.florins)
    canvas.text((right, middle + 9), price, "sans_black", LEAST, T.ink, width=62, anchor="r")
    used = text_width(price, "sans_black", LEAST)
    canvas.mark(sale.seat, right - used - 22, middle, 30)


def _touched_lots(moment: Moment) -> set[str]:
    """The piles that the last action changed."""
    return {
        event.lot
        for event in moment.scene.changed
        if isinstance(event, Opened | Raised | Bought)
    }


def _supply(canvas: Canvas, moment: Moment) -> None:
    view, touched = moment.view, _touched_supply(moment)
    for i, (building, left) in enumerate(view.buildings.items()):
        _left(canvas, _building_box(i), left, ring=building in touched)
    for i, (freedom, left) in enumerate(view.freedoms.items()):
        _left(canvas, _freedom_box(i), left, ring=freedom in touched)
    piles = {"professions": view.professions, "bonus": view.bonus, "prestige": view.prestige}
    for i, deck in enumerate(DECKS):
        _left(canvas, _deck_box(i), len(piles[deck]), ring=f"deck.{deck}" in touched)


def _touched_supply(moment: Moment) -> set[str]:
    """The buildings, freedoms and decks that the last action changed."""
    touched: set[str] = set()
    for event in moment.scene.changed:
        match event:
            case Built(_, building):
                touched.add(building)
            case Introduced(_, freedom):
                touched.add(freedom)
            case Kept(_, deck) | PutBack(_, deck):
                touched.add(f"deck.{deck}")
            case _:
                pass
    return touched


def _left(canvas: Canvas, box: Edges, count: int, *, ring: bool) -> None:
    colour = T.ink if count else T.past_ink
    at = (box[2] - 12, box[1] + 44)
    canvas.text(at, f"×{count}", "sans_black", 30, colour, width=66, anchor="r")
    if ring:
        canvas.changed(box, T.ink, 4, -2)


def _building_box(i: int) -> Edges:
    row, column = divmod(i, 5)
    return _cell(column, SUPPLY + 110 * row, 98)


def _freedom_box(i: int) -> Edges:
    return _cell(5 + i, SUPPLY, 98)


def _deck_box(i: int) -> Edges:
    return _cell(5 + i, SUPPLY + 110, 98)
