"""The face-up cards of a seat: Works, recruiting cards, at the end prestige cards.

Each is a row with its name. If the rows do not fit, all but professions are shown by icons
alone, then professions as well: no two of them have the same three wishes.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import msgspec

from render.canvas import Canvas, Edges
from render.florence.pictures.cards import PRESTIGE_ICONS
from render.florence.pictures.moment import Moment, term
from render.florence.theme import THEME as T
from render.header import LEAST
from render.typesetting import fitted
from render.words import signed
from rules.contract import Seat
from rules.florence.catalogue import PROFESSIONS, RECRUITING
from rules.florence.events import Completed, Laid, Recruited
from rules.florence.scoring import card_points

_WISHES: Final = 60
_POINTS: Final = 46
"""Pixels of width for the other two wishes, and for what a card paid."""

_ROWS: Final = ((36, 4), (32, 2))
"""Heights of a row and of the gap below it, wide and narrow."""

_LINE: Final = 30
"""Pixels that each further line adds to a row."""


class Card(msgspec.Struct, frozen=True):
    """A face-up card, or several that are alike.

    Attributes:
        id: the card.
        name: the name in the reader's language.
        count: how many there are.
        points: what a revealed prestige card paid; None for other cards.
        fresh: it came since the last turn.
    """

    id: str
    name: str
    count: int = 1
    points: int | None = None
    fresh: bool = False

    @property
    def room(self) -> int:
        """Pixels of width beside the name."""
        if self.points is not None:
            return _POINTS
        return _WISHES if self.id in PROFESSIONS else _POINTS * (self.count > 1)


class Place(msgspec.Struct, frozen=True):
    """Where a card is; `lines` is how many its name takes, or 0 for icons alone."""

    card: Card
    box: Edges
    lines: int


def draw(canvas: Canvas, moment: Moment, seat: Seat, box: Edges) -> None:
    """All face-up cards of a seat in a box, with rings around new ones, and empty rows."""
    places = _places(_cards(moment, seat), box)
    row, gap = _ROWS[0]
    top = max((place.box[3] + gap for place in places), default=box[1])
    for y in range(top, box[3] - row + 1, row + gap):
        canvas.panel((box[0], y, box[2], y + row), None, T.shade, 1, 4)
    for place in places:
        if place.lines:
            _row(canvas, place)
        else:
            _icons(canvas, place)
    for place in places:
        if place.card.fresh:
            canvas.changed(place.box, T.ink, 5, -3)


def _cards(moment: Moment, seat: Seat) -> list[Card]:
    view, words, fresh = moment.view.seats[seat], moment.words, _fresh(moment, seat)
    cards = [
        Card(card, term(card, words), view.works.count(card), fresh=card in fresh)
        for card in dict.fromkeys(view.works)
    ]
    if moment.over and view.prestige_cards:
        players = tuple(other.player for other in moment.view.seats)
        for card in view.prestige_cards:
            points = card_points(players, seat, card)
            cards.append(Card(card, words(f"prestige.{card}"), points=points))
    return cards


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


def _places(cards: list[Card], box: Edges) -> list[Place]:
    """All cards by name if that fits, otherwise only professions, otherwise none."""
    works = [card for card in cards if card.id in PROFESSIONS]
    for named in (cards, works):
        for row, gap in _ROWS:
            places = list(_stacked(cards, named, box, row, gap))
            if not places or places[-1].box[3] <= box[3]:
                return places
    pitch = (box[3] - box[1]) / -(-len(cards) // 2)
    row = min(_ROWS[0][0], int(pitch) - 2)
    return list(_stacked(cards, [], box, row, min(_ROWS[0][1], int(pitch) - row)))


def _stacked(
    cards: list[Card], named: list[Card], box: Edges, row: int, gap: int
) -> Iterator[Place]:
    """The rows with names from the top, and below them the others, two to a row."""
    left, y, right, _ = box
    for card in named:
        lines = _lines(card, right - left)
        low = y + row + (lines - 1) * _LINE
        yield Place(card, (left, y, right, low), lines)
        y = low + gap
    middle = (left + right) // 2
    for i, card in enumerate([card for card in cards if card not in named]):
        top = y + i // 2 * (row + gap)
        across = (middle + gap // 2, right) if i % 2 else (left, middle - gap // 2)
        yield Place(card, (across[0], top, across[1], top + row), 0)


def _lines(card: Card, wide: int) -> int:
    """How many lines a name takes in a row of that width."""
    return len(fitted(card.name, "sans_semi", LEAST, _free(card, wide), 3, LEAST)[1])


def _free(card: Card, wide: int) -> int:
    return wide - 37 - card.room - 3


def _row(canvas: Canvas, place: Place) -> None:
    """A card with its name: the building of a profession, and the other two wishes."""
    card, (left, top, right, low) = place.card, place.box
    entry, middle = PROFESSIONS.get(card.id), (top + low) / 2
    _ground(canvas, place)
    canvas.icon(_sign(card), left + 19, middle, 28)
    first = top + (low - top - (place.lines - 1) * _LINE) * 0.72
    free = _free(card, right - left)
    canvas.text(
        (left + 37, first),
        card.name,
        "sans_semi",
        LEAST,
        T.ink,
        width=free,
        lines=place.lines,
        least=LEAST,
    )
    if entry is not None:
        canvas.icon(f"florence.{entry.landscape}", right - 45, middle, 27)
        canvas.icon(f"florence.{entry.freedom}", right - 16, middle, 27)
    else:
        _figure(canvas, card, right - 9, middle)


def _icons(canvas: Canvas, place: Place) -> None:
    """A card by its icons alone."""
    card, (left, top, right, low) = place.card, place.box
    middle, side = (top + low) / 2, min(28, low - top - 4)
    _ground(canvas, place)
    entry = PROFESSIONS.get(card.id)
    if entry is not None:
        step = (right - left) / 3
        for i, wish in enumerate((entry.building, entry.landscape, entry.freedom)):
            canvas.icon(f"florence.{wish}", left + step * (i + 0.5), middle, side)
        return
    canvas.icon(_sign(card), left + 19, middle, side)
    _figure(canvas, card, right - 9, middle)
    signs = PRESTIGE_ICONS.get(card.id, ())
    shown = signs[0] if len(signs) == 1 else [sign[0] for sign in signs]
    free = right - left - 38 - _POINTS
    side = min(side, free // max(1, len(shown)))
    for i, sign in enumerate(shown):
        canvas.icon(sign, left + 40 + side * (i + 0.5), middle, side - 1)


def _ground(canvas: Canvas, place: Place) -> None:
    points = place.card.points
    fill = T.row if points is None else (T.chosen if points else T.panel)
    canvas.panel(place.box, fill, T.rule, 1, 4)


def _sign(card: Card) -> str:
    """The icon of a card; for a profession, that of its building."""
    if card.points is not None:
        return "florence.prestige"
    entry = PROFESSIONS.get(card.id)
    return f"florence.{entry.building if entry else card.id}"


def _figure(canvas: Canvas, card: Card, right: float, middle: float) -> None:
    """What a prestige card paid, or how many cards are alike."""
    if card.points is None:
        text, colour = f"×{card.count}", T.ink
    else:
        text, colour = signed(card.points), T.ink if card.points else T.past_ink
    if card.points is not None or card.count > 1:
        at = (right, middle + 8)
        canvas.text(at, text, "sans_bold", LEAST, colour, width=_POINTS - 4, anchor="r")
