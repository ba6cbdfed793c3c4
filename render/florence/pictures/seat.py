"""One seat's panel: its grid, figures, freedoms, works and hidden cards."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from render.canvas import Box, Canvas
from render.florence.pictures.moment import Moment, gained, term
from render.florence.pictures.tiles import empty, jesters, laid, outline, squares
from render.florence.theme import THEME as T
from render.theme import IVORY, SEATS, SIGNAL, Colour
from render.typesetting import SMALLEST, text_width
from render.words import signed
from rules.contract import Seat
from rules.florence.catalogue import BUILDERS_MOST, FREEDOMS, PROFESSIONS, RECRUITING
from rules.florence.events import (
    Bought,
    Built,
    Completed,
    Introduced,
    Kept,
    KeptRecruiting,
    Laid,
    Placed,
    Recruited,
)
from rules.florence.scoring import card_points
from rules.florence.state import Tile
from rules.florence.view import SeatView

WIDE: Final = 300
HIGH: Final = 640
TOP: Final = 560
SQUARE: Final = 40
_GRID: Final = (10, 74)
_STRIP: Final = 52
_NARROW: Final = 150
_ONE_COLUMN: Final = 11


def draw(canvas: Canvas, moment: Moment, seat: Seat, x: int) -> None:
    """The panel of a seat, its left edge at `x`."""
    now = seat in moment.active
    box = (x, TOP, x + WIDE, TOP + HIGH)
    if now:
        canvas.panel((x - 9, TOP - 9, x + WIDE + 9, TOP + HIGH + 9), T.header, r=9)
        canvas.panel((x - 3, TOP - 3, x + WIDE + 3, TOP + HIGH + 3), IVORY, r=5)
        tip = x + WIDE / 2
        canvas.smooth([(tip - 22, TOP - 22), (tip + 22, TOP - 22), (tip, TOP - 3)], IVORY)
        canvas.smooth([(tip - 19, TOP - 20), (tip + 19, TOP - 20), (tip, TOP - 5)], T.header)
    canvas.panel(box, T.panel, T.ink, 2, 4)
    _band(canvas, moment, seat, x)
    _grid(canvas, moment, seat, x)
    _figures(canvas, moment, seat, x)
    _works(canvas, moment, seat, x)
    _cards(canvas, moment, seat, x)


def _band(canvas: Canvas, moment: Moment, seat: Seat, x: int) -> None:
    """Mark, name, start player, prestige."""
    colours, view = SEATS[seat], moment.view
    canvas.rect((x + 2, TOP + 2, x + WIDE - 2, TOP + 62), colours.ground)
    canvas.rect((x, TOP + 62, x + WIDE, TOP + 64), T.ink)
    canvas.plate(seat, x + 32, TOP + 32, 50)
    points = str(view.seats[seat].prestige)
    long = canvas.text(
        (x + WIDE - 10, TOP + 48), points, "sans_black", 44, colours.text, width=84, anchor="r"
    )
    icon = x + WIDE - 10 - long - 20
    canvas.icon("florence.points", icon, TOP + 32, 28)
    right = icon - 20
    badges = []
    if moment.view.turn > 0 and seat == view.start and not moment.over:
        badges.append("first")
    if moment.scene.people[seat].computer:
        badges.append("computer")
    free = right - x - 66 - 34 * len(badges)
    name = moment.name(seat)
    used = canvas.text(
        (x + 66, TOP + 41), name, "serif_bold", 26, colours.text, width=free, name=True
    )
    for i, badge in enumerate(badges):
        left = round(x + 73 + used + 32 * i)
        canvas.panel((left, TOP + 17, left + 28, TOP + 47), IVORY, r=4)
        canvas.icon(badge, left + 14, TOP + 32, 22)
    if any(line.seat == seat and gained(line) for line in moment.told):
        canvas.panel((icon - 18, TOP + 6, x + WIDE - 4, TOP + 58), None, SIGNAL, 4, 6)


def _grid(canvas: Canvas, moment: Moment, seat: Seat, x: int) -> None:
    """The 7×7 squares with tiles and jesters; what is new has a gold outline."""
    view = moment.view.seats[seat]
    left, top = x + _GRID[0], TOP + _GRID[1]
    frame = (left - 4, top - 4, left + 7 * SQUARE + 4, top + 7 * SQUARE + 4)
    canvas.rect(frame, SEATS[seat].ground)
    empty(canvas, left, top, SQUARE)
    for tile in view.tiles:
        laid(canvas, left, top, SQUARE, tile)
    jesters(canvas, left, top, SQUARE, view.jesters)
    for event in moment.scene.changed:
        match event:
            case Placed(who, kind, turned, square) | Built(who, kind, turned, square) if (
                who == seat and Tile(kind, turned, square) in view.tiles
            ):
                own = set(squares(Tile(kind, turned, square)))
                outline(canvas, left, top, SQUARE, own, T.ink, 7)
                outline(canvas, left, top, SQUARE, own, SIGNAL, 5)
            case Bought(who, "jester") if who == seat:
                canvas.changed(
                    (left, top + 5 * SQUARE, left + 3 * SQUARE, top + 7 * SQUARE), T.ink, 2, -7
                )
            case _:
                pass


def _figures(canvas: Canvas, moment: Moment, seat: Seat, x: int) -> None:
    """Jesters, builders and freedoms; what is missing stands as a pale shape."""
    view = moment.view.seats[seat]
    y = TOP + 384
    canvas.icon("florence.jester", x + 28, y, 34)
    canvas.text((x + 50, y + 9), f"×{view.jesters}", "sans_black", 24, T.ink, width=42)
    for i in range(BUILDERS_MOST):
        _slot(canvas, x + 98 + 34 * i, y, 31, "builder", T.ink, owned=i < view.builders)
    for i, freedom in enumerate(FREEDOMS):
        owned = freedom in view.freedoms
        _slot(canvas, x + 207 + 28 * i, y, 26, freedom, T.header2, owned=owned)
    for event in moment.scene.changed:
        match event:
            case Bought(who, "builder") if who == seat and view.builders:
                left = x + 98 + 34 * (view.builders - 1)
                canvas.changed((left, y - 16, left + 31, y + 16), T.ink, 4, -3)
            case Introduced(who, freedom) if who == seat:
                left = x + 207 + 28 * FREEDOMS.index(freedom)
                canvas.changed((left, y - 16, left + 26, y + 16), T.ink, 4, -3)
            case _:
                pass


def _slot(
    canvas: Canvas, x: int, y: int, wide: int, icon: str, edge: Colour, *, owned: bool
) -> None:
    box = (x, y - 16, x + wide, y + 16)
    canvas.panel(box, IVORY if owned else T.row, edge if owned else T.rule, 1, 3)
    if owned:
        canvas.icon(f"florence.{icon}", x + wide / 2, y, wide - 5)
    else:
        canvas.icon(f"florence.{icon}", x + wide / 2, y, wide - 5, T.rule, ghost=True)


def _works(canvas: Canvas, moment: Moment, seat: Seat, x: int) -> None:
    """The face-up cards, closer together the more there are."""
    view, words = moment.view.seats[seat], moment.words
    y = TOP + 408
    canvas.rect((x + 10, y, x + WIDE - 10, y + 1), T.rule)
    canvas.icon("florence.work", x + 25, y + 24, 32)
    count = sum(card != RECRUITING for card in view.works)
    canvas.text((x + 25, y + 64), str(count), "sans_black", 22, T.ink, width=34, anchor="m")
    revealed = (view.prestige_cards or ()) if moment.over else ()
    players = tuple(other.player for other in moment.view.seats) if revealed else ()
    boxes = _boxes(len(view.works) + len(revealed), x, y)
    fresh = _fresh(moment, seat)
    for card, box in zip(view.works, boxes, strict=False):
        _work(canvas, card, box, term(card, words))
    for card, box in zip(revealed, boxes[len(view.works) :], strict=True):
        points = card_points(players, seat, card)
        _revealed(canvas, box, words(f"prestige.{card}"), points)
    last = {card: box for card, box in zip(view.works, boxes, strict=False) if card in fresh}
    for box in last.values():
        canvas.changed(box, T.ink, 5, -3)


def _boxes(count: int, x: int, y: int) -> list[Box]:
    """A row for each card, closer together the more there are; from 12 in two columns."""
    columns = 1 if count <= _ONE_COLUMN else 2
    rows = -(-count // columns)
    pitch = min(34.0, 172 / max(1, rows))
    left, wide = (48, 242) if columns == 1 else (43, 126)
    return [
        (
            x + left + wide * (i // rows),
            round(y + 6 + i % rows * pitch),
            x + left + wide * (i // rows + 1) - (2 if columns > 1 else 0),
            round(y + 6 + (i % rows + 1) * pitch) - (4 if pitch > 20 else 2),
        )
        for i in range(count)
    ]


def _revealed(canvas: Canvas, box: Box, name: str, points: int) -> None:
    """After the end: a prestige card and what it paid."""
    x0, y0, x1, y1 = box
    canvas.panel(box, T.chosen if points else T.panel, T.rule, 1, 4)
    middle, narrow = (y0 + y1) / 2, x1 - x0 < _NARROW
    size = round(min(14 if narrow else 24, y1 - y0 - 2))
    letters = round(min(19, max(15, y1 - y0 - 5)))
    indent = 9 if narrow else 14
    base = middle + letters * 0.35
    colour = T.ink if points else T.past_ink
    paid = signed(points)
    wide = canvas.text((x1 - 4, base), paid, "sans_bold", letters, colour, width=30, anchor="r")
    left = x0 + 2 * indent + (0 if narrow else 1)
    free = x1 - 8 - wide - left
    if not narrow and text_width(name, "sans_semi", SMALLEST) > free:  # all have the same icon
        left, free = x0 + 5, free + left - x0 - 5
    else:
        canvas.icon("florence.prestige", x0 + indent, middle, size)
    canvas.text((left, base), name, "sans_semi", letters, T.ink, width=free, name=narrow)


def _work(canvas: Canvas, card: str, box: Box, name: str) -> None:
    """A face-up card: the building, its name, and the other two wishes if they fit."""
    x0, y0, x1, y1 = box
    canvas.panel(box, T.row, T.rule, 1, 4)
    middle, narrow = (y0 + y1) / 2, x1 - x0 < _NARROW
    size = round(min(14 if narrow else 24, y1 - y0 - 1))
    letters = round(min(19, max(15, y1 - y0 - 5)))
    entry = PROFESSIONS.get(card)
    full = entry is not None and not narrow
    indent = 9 if narrow else 17
    canvas.icon(f"florence.{entry.building if entry else card}", x0 + indent, middle, size)
    right = x1 - (62 if full else 3)
    left = x0 + 2 * indent + (0 if narrow else 1)
    canvas.text(
        (left, middle + letters * 0.35), name, "sans_semi", letters, T.ink, width=right - left
    )
    if entry and full:
        canvas.icon(f"florence.{entry.landscape}", x1 - 46, middle, size)
        canvas.icon(f"florence.{entry.freedom}", x1 - 17, middle, size)


def _fresh(moment: Moment, seat: Seat) -> set[str]:
    """Face-up cards that came to a seat since the last turn."""
    cards: set[str] = set()
    for event in moment.scene.changed:
        match event:
            case Laid(who, card) | Completed(who, card) if who == seat:
                cards.add(card)
            case Recruited(_, _, owner) if owner == seat:
                cards.add(RECRUITING)
            case _:
                pass
    return cards


_COUNTS: Final[tuple[tuple[str, str, Callable[[SeatView], int]], ...]] = (
    ("professions", "profession", lambda seat: seat.cards),
    ("recruiting", "recruiting", lambda seat: seat.recruiting),
    ("bonus", "bonus", lambda seat: seat.bonus_count),
    ("prestige", "prestige", lambda seat: seat.prestige_count),
)
"""Kinds of hidden cards, their icons, and how many a seat holds."""


def _cards(canvas: Canvas, moment: Moment, seat: Seat, x: int) -> None:
    """The strip of hidden cards: only their numbers are open."""
    view = moment.view.seats[seat]
    y = TOP + HIGH - _STRIP
    canvas.rect((x + 2, y, x + WIDE - 2, TOP + HIGH - 2), T.shade)
    canvas.icon("deck", x + 24, y + 26, 24)
    fresh = _drawn(moment, seat)
    for i, (deck, icon, count) in enumerate(_COUNTS):
        left, n = x + 46 + 63 * i, count(view)
        canvas.icon(f"florence.{icon}", left + 15, y + 25, 29)
        colour = T.ink if n else T.past_ink
        canvas.text((left + 32, y + 34), str(n), "sans_bold", 23, colour, width=28)
        if deck in fresh:
            canvas.changed((left, y + 8, left + 58, y + 44), T.ink, 4, -5)


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
