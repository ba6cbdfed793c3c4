"""The middle of the board: rounds, best work, auction piles, supply."""

from __future__ import annotations

from typing import Final

from render.canvas import Canvas
from render.florence.pictures.header import in_auction
from render.florence.pictures.moment import Moment, term
from render.florence.pictures.tiles import extent, outlined
from render.florence.theme import THEME as T
from render.theme import IVORY, Colour
from render.typesetting import text_width
from render.words import Words
from rules.florence.catalogue import BUILDINGS, DECKS, FREEDOMS, LOTS, MINIMUM
from rules.florence.events import (
    BestWork,
    Bought,
    Built,
    Introduced,
    Kept,
    Opened,
    PutBack,
    Raised,
    Recruited,
    TurnBegan,
)
from rules.florence.principality import cells
from rules.florence.state import Bidding, Sale

_DECK_ICONS: Final = {"professions": "profession", "bonus": "bonus", "prestige": "prestige"}
_BUILDING_COPIES: Final = 3
TEXTS: Final = (
    "picture.rounds",
    "picture.piles",
    "picture.piles.note",
    "picture.supply",
    "picture.supply.note",
    *(f"term.{building}" for building in BUILDINGS),
    *(f"picture.freedom.{freedom}" for freedom in FREEDOMS),
    *(f"picture.deck.{deck}" for deck in DECKS),
)
"""What the middle says whatever happens."""


def heading(
    canvas: Canvas, x: int, y: int, right: int, text: str, note: str | None = None
) -> None:
    """A section's head: its name, an ochre bar, and a note at the end."""
    free = right - x - 20
    if note is not None:
        wide = text_width(note, "sans", 16)
        canvas.text((right, y), note, "sans", 16, T.ink2, width=wide + 1, anchor="r")
        right -= round(wide) + 10
        free -= round(wide) + 30
    used = canvas.text((x, y), text, "serif", 20, T.heading, width=free)
    canvas.rect((x + used + 10, y - 8, right, y - 5), T.gold)


def ground(canvas: Canvas, words: Words) -> None:
    """Headings and the names of the supply: the part that never changes."""
    heading(canvas, 24, 152, 1040, words("picture.rounds"))
    heading(canvas, 24, 246, 1040, words("picture.piles"), words("picture.piles.note"))
    heading(canvas, 24, 437, 1576, words("picture.supply"), words("picture.supply.note"))
    for i, building in enumerate(BUILDINGS):
        box = _building_box(i)
        canvas.panel(box, T.panel, T.ink, 1, 4)
        x, y = box[0], box[1]
        high, wide = extent(cells(building, 0))
        outlined(canvas, x + 6 + (3 - wide) * 4, y + 8 + (3 - high) * 8, 16, building)
        canvas.icon(f"florence.{building}", x + 77, y + 22, 28)
        canvas.text(
            (x + 49, y + 84),
            term(building, words),
            "sans_semi",
            17,
            T.ink,
            width=92,
            anchor="m",
        )
    for i, freedom in enumerate(FREEDOMS):
        _card(canvas, _freedom_box(i), T.header2, freedom, term(freedom, words))
    for i, deck in enumerate(DECKS):
        _card(
            canvas,
            _deck_box(i),
            T.tiles["forest"],
            _DECK_ICONS[deck],
            words(f"picture.deck.{deck}"),
        )


def _card(
    canvas: Canvas, box: tuple[int, int, int, int], edge: Colour, icon: str, name: str
) -> None:
    canvas.panel(box, T.panel, edge, 2, 4)
    x, y, right, _ = box
    canvas.icon(f"florence.{icon}", x + 28, y + 30, 38)
    canvas.text(
        ((x + right) / 2, y + 84), name, "sans_semi", 17, T.ink, width=right - x - 4, anchor="m"
    )


def draw(canvas: Canvas, moment: Moment) -> None:
    """Everything that changes in the middle."""
    _rounds(canvas, moment)
    _best(canvas, moment)
    for i, lot in enumerate(LOTS):
        _pile(canvas, moment, lot, 24 + 147 * i)
    _supply(canvas, moment)


def _rounds(canvas: Canvas, moment: Moment) -> None:
    now = moment.view.turn if not moment.over else len(MINIMUM) + 1
    for i, minimum in enumerate(MINIMUM):
        x, past = 24 + 104 * i, i + 1 < now
        box = (x, 160, x + 96, 218)
        on = i + 1 == now
        fill, edge, ink = (T.panel, T.ink, T.ink)
        if on:
            fill, edge, ink = (T.header, T.header, IVORY)
        elif past:
            fill, edge, ink = (T.past, T.sold, T.past_ink)
        canvas.panel(box, fill, edge, 2 if on else 1, 4)
        canvas.text((x + 9, 181), str(i + 1), "serif", 20, ink, width=20)
        canvas.icon("florence.work", x + 40, 190, 26)
        canvas.text((x + 87, 201), str(minimum), "sans_bold", 30, ink, width=36, anchor="r")
        if on and any(isinstance(event, TurnBegan) for event in moment.scene.changed):
            canvas.changed(box, T.ink, 4, -5)


def _best(canvas: Canvas, moment: Moment) -> None:
    """The best work of the round before."""
    best, words = moment.view.best, moment.words
    box = (760, 160, 1040, 218)
    canvas.panel(box, T.panel, T.accent, 2, 4)
    canvas.icon("florence.work", 788, 189, 40)
    if best is None:
        none = "picture.best.none" if moment.view.turn > 1 else "picture.best.first"
        canvas.text((820, 195), words(none), "sans", 17, T.ink2, width=210)
        return
    canvas.text(
        (814, 182), words("picture.best", turn=best.turn), "sans", 16, T.ink2, width=172
    )
    for i, seat in enumerate(best.seats):
        canvas.mark(seat, 826 + i * 27, 202, 24)
    if len(best.seats) == 1:
        canvas.text(
            (843, 209), moment.name(best.seats[0]), "serif", 18, T.ink, width=132, name=True
        )
    canvas.text((1030, 203), str(best.value), "sans_black", 38, T.ink, width=50, anchor="r")
    if any(isinstance(event, BestWork) for event in moment.scene.changed):
        canvas.changed(box, T.ink, 4, -4)


def _pile(canvas: Canvas, moment: Moment, lot: str, x: int) -> None:
    """One pile: what is left, and whether it is free, on auction or sold."""
    view, words = moment.view, moment.words
    count = len(view.prestige) if lot == "prestige" else view.stock[lot]
    sale = next((sale for sale in view.sales if sale.lot == lot), None)
    on = isinstance(view.step, Bidding) and view.step.lot == lot
    gone = sale is not None or not count
    box = (x, 254, x + 133, 408)
    if on:
        canvas.panel((x - 6, 248, x + 139, 414), T.header, r=8)
        canvas.panel((x - 1, 253, x + 134, 409), IVORY, r=5)
    ink = T.past_ink if gone else T.ink
    canvas.panel(box, T.past if gone else T.panel, T.ink, 2, 4)
    canvas.icon(f"florence.{lot}", x + 37, 294, 56)
    canvas.text((x + 122, 306), f"×{count}", "sans_black", 29, ink, width=60, anchor="r")
    canvas.text((x + 10, 350), term(lot, words), "serif", 20, ink, width=115)
    if on:
        canvas.rect((x + 2, 366, x + 131, 406), T.header)
        text = words("picture.pile.auctioned")
        canvas.text((x + 66, 393), text, "sans_semi", 20, IVORY, width=122, anchor="m")
    elif sale is not None:
        _sold(canvas, sale, x)
    elif not moment.over:
        known = words(f"picture.pile.{_state(moment, count)}")
        if not count:
            canvas.icon("no", x + 20, 386, 20)
        left = x + (36 if not count else 10)
        canvas.text((left, 392), known, "sans", 18, T.ink2, width=x + 126 - left)
    if lot in _touched_lots(moment):
        canvas.changed(box, T.ink, 4, -7 if on else -5)  # below the heading's note


def _state(moment: Moment, count: int) -> str:
    if not count:
        return "none"
    return "available" if in_auction(moment.view) or not moment.view.turn else "waiting"


def _sold(canvas: Canvas, sale: Sale, x: int) -> None:
    canvas.rect((x + 2, 366, x + 131, 406), T.sold)
    canvas.mark(sale.seat, x + 24, 386, 30)
    canvas.icon("florence.florin", x + 56, 386, 26)
    canvas.text((x + 126, 395), str(sale.florins), "sans_bold", 25, T.ink, width=54, anchor="r")


def _touched_lots(moment: Moment) -> set[str]:
    """The piles that the last action changed."""
    return {
        event.lot
        for event in moment.scene.changed
        if isinstance(event, Opened | Raised | Bought)
    }


def _supply(canvas: Canvas, moment: Moment) -> None:
    view = moment.view
    touched: set[str] = set()
    for event in moment.scene.changed:
        match event:
            case Built(_, building):
                touched.add(building)
            case Introduced(_, freedom):
                touched.add(freedom)
            case Kept(_, deck) | PutBack(_, deck):
                touched.add(f"deck.{deck}")
            case Recruited() | _:
                pass
    for i, (building, left) in enumerate(view.buildings.items()):
        box = _building_box(i)
        for k in range(_BUILDING_COPIES):
            bx = box[0] + 57 + k * 12  # inside the ring of a change
            canvas.rect((bx, 492, bx + 10, 506), T.ink)
            if k >= left:
                canvas.rect((bx + 1, 493, bx + 9, 505), T.panel)
        if building in touched:
            canvas.changed(box, T.ink, 4, -5)
    for i, (freedom, left) in enumerate(view.freedoms.items()):
        _left(canvas, _freedom_box(i), left, ring=freedom in touched)
    for i, deck in enumerate(DECKS):
        pile = {"professions": view.professions, "bonus": view.bonus, "prestige": view.prestige}
        _left(canvas, _deck_box(i), len(pile[deck]), ring=f"deck.{deck}" in touched)


def _left(canvas: Canvas, box: tuple[int, int, int, int], count: int, *, ring: bool) -> None:
    colour = T.ink if count else T.past_ink
    canvas.text((box[2] - 7, 484), str(count), "sans_black", 27, colour, width=34, anchor="r")
    if ring:
        canvas.changed(box, T.ink, 4, -5)


def _building_box(i: int) -> tuple[int, int, int, int]:
    return (24 + 102 * i, 444, 122 + 102 * i, 536)


def _freedom_box(i: int) -> tuple[int, int, int, int]:
    return (1052 + 77 * i, 444, 1125 + 77 * i, 536)


def _deck_box(i: int) -> tuple[int, int, int, int]:
    return (1285 + 98 * i, 444, 1379 + 98 * i, 536)
