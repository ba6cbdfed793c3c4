"""Choices on a picture: the row, the map or the Requiem with numbers on what can be chosen.

A choice goes field by field, so the numbers are those of the values of the next
field, in the order of the actions, the same as on the buttons.
"""

from __future__ import annotations

from typing import Final

import msgspec
from PIL import Image

from render.canvas import IVORY, Box, Canvas
from render.lacrimosa import map as journeys
from render.lacrimosa import naming, prices, requiem, row, tokens
from render.lacrimosa.board import ground
from render.lacrimosa.frame import choice, hide, paper
from render.theme import COST, PINK, SIGNAL
from render.theme import LACRIMOSA as T
from render.words import Words
from rules.lacrimosa.actions import Commission, Compose, Document, PlaceNeutral, Travel
from rules.lacrimosa.catalogue import Edition
from rules.lacrimosa.grammar import Cost
from rules.lacrimosa.view import View
from rules.table import Action

_ROW: Final = (0, 132, 1600, 433)
_MAP: Final = (8, 434, 800, 856)
_REQUIEM: Final = (784, 434, 1592, 856)
_MARGIN: Final = 84
"""Room below the Requiem for the viewer's markers."""

_SPACE: Final = 2
"""Where the space stands in the path of a composition."""

_MARKER: Final = 4
"""Where the own marker stands in it."""

_MAPPED: Final = (
    ((Document, Commission, Travel), 1),
    ((Compose,), _MARKER),
    ((PlaceNeutral,), _SPACE),
)
"""The kinds of actions that have a picture, and up to which length of the path."""

Numbers = dict[str, int]
"""What can be chosen, with its number."""


def draw(
    book: Edition,
    view: View,
    path: tuple[object, ...],
    actions: tuple[Action, ...],
    words: Words,
) -> Canvas | None:
    """The part of the board that a choice is about, numbered; None if none helps."""
    if not helps(path, actions):
        return None
    numbers = numbered(path, actions)
    match actions[0]:
        case Document() | Commission():
            documents = isinstance(actions[0], Document)
            return _cards(book, view, numbers, words, documents=documents)
        case Travel():
            return _places(book, view, numbers, words)
        case Compose():
            return _requiem(book, view, path, numbers, words)
        case PlaceNeutral():
            return _neutral(book, view, path, numbers, words)
        case _:
            return None


def helps(path: tuple[object, ...], actions: tuple[Action, ...]) -> bool:
    """Whether a step is about a card of the row, a journey, or a place of the Requiem."""
    if not path or not actions:
        return False
    return any(isinstance(actions[0], kind) and len(path) <= most for kind, most in _MAPPED)


def numbered(path: tuple[object, ...], actions: tuple[Action, ...]) -> Numbers:
    """The values of the field after `path`, each with its number, from 1."""
    found: Numbers = {}
    for action in actions:
        tag = action.__struct_config__.tag
        whole = (tag, *msgspec.structs.astuple(action))
        if len(whole) > len(path):
            found.setdefault(str(whole[len(path)]), len(found) + 1)
    return found


def _cards(
    book: Edition, view: View, numbers: Numbers, words: Words, *, documents: bool
) -> Canvas:
    """The row: numbers on what can be paid, a veil on the rest."""
    canvas = ground(book, words)
    row.draw(canvas, book, view, words, fresh=frozenset())
    for card in view.row:
        x = row.at(view, card)
        box = (x, row.TOP, x + row.WIDE, row.TOP + row.HIGH)
        if card in numbers:
            _can(canvas, box, 8 if card in book.opus else 22)
            choice(canvas, numbers[card], x + row.WIDE - 14, row.TOP + 18, 23)
        else:
            veil(canvas, box)
            if (card in book.memories) == documents:
                _lacks(canvas, book, view, card, x, documents=documents)
    return _cut(canvas, _ROW)


def veil(canvas: Canvas, box: Box) -> None:
    """What cannot be chosen: paper over it, 62 in a hundred."""
    x0, y0, x1, y1 = map(round, box)
    mask = Image.new("L", (x1 - x0, y1 - y0), round(255 * 0.62))
    canvas.image.paste(T.paper, (x0, y0, x1, y1), mask)


def _lacks(
    canvas: Canvas, book: Edition, view: View, card: str, x: int, *, documents: bool
) -> None:
    """A badge with what the viewer lacks for a card."""
    if view.viewer is None:
        return
    player = view.seats[view.viewer].player
    action = Document(card) if documents else Commission(card)
    lack = prices.lacking(player, prices.price(book, view, action))
    missing = tokens.of_lack(lack)
    if not missing:
        return
    size = tokens.measure(missing, 26, 120)
    wide = size.row(missing) + 46
    box = (x + row.WIDE - wide, row.TOP + 4, x + row.WIDE + 2, row.TOP + 42)
    hide(canvas, box)
    canvas.panel(box, IVORY, COST, 3, 8)
    canvas.icon("lock", box[0] + 22, row.TOP + 22, 22)
    tokens.draw(canvas, (box[0] + 38, row.TOP + 23), missing, 26, 120)


def _can(canvas: Canvas, box: Box, r: int) -> None:
    """The ring of what can be chosen: ivory, with ink."""
    x0, y0, x1, y1 = box
    canvas.panel((x0 - 5, y0 - 5, x1 + 5, y1 + 5), None, T.ink, 2, r + 5)
    canvas.panel((x0 - 3, y0 - 3, x1 + 3, y1 + 3), None, IVORY, 3, r + 3)


def _places(book: Edition, view: View, numbers: Numbers, words: Words) -> Canvas:
    """The map with a number at every place within reach, and the whole price there."""
    canvas = ground(book, words)
    reached = {name: book.roads[view.mozart][name] for name in numbers}
    journeys.draw(canvas, book, view, changed=frozenset(), reached=reached)
    for place in book.tables.map.place:
        x, y = journeys.point(place)
        if place.id not in numbers:
            journeys.closed(canvas, place)
            continue
        lying = prices.lying(view, place.id)
        if lying is not None:
            x0, y0, x1, y1 = journeys.extent(book, lying, reached[place.id])
            canvas.panel((x0 - 2, y0 - 2, x1 + 2, y1 + 2), None, T.ink, 3, 6)
        elif reached[place.id]:
            canvas.panel((x - 6, y + 12, x + 50, y + 40), PINK, T.ink, 2, 5)
            cost = tokens.of_cost(Cost(ducats=reached[place.id]))
            tokens.draw(canvas, (x + 22, y + 27), cost, 20, 48, anchor="m")
        choice(canvas, numbers[place.id], x, y - 1, 19)
    return _cut(canvas, _MAP)


def _requiem(
    book: Edition, view: View, path: tuple[object, ...], numbers: Numbers, words: Words
) -> Canvas:
    """The Requiem with numbers on movements, then spaces, composers, the own markers."""
    board = _score(book, view, words)
    names = ["", *map(str, path[1:]), "", "", ""]
    movement, space, side = names[1], names[2], names[3]
    for i, each in enumerate(book.tables.requiem.movement):
        if each.id in ({movement} if movement else numbers):
            continue
        x = requiem.column(i)
        veil(
            board, (x, requiem.TOP + 6, x + requiem.COLUMN - 5, requiem.TOP + requiem.HIGH - 8)
        )
    if len(path) == 1:
        for i, each in enumerate(book.tables.requiem.movement):
            if each.id in numbers:
                x = requiem.column(i) + requiem.COLUMN - 15
                choice(board, numbers[each.id], x, requiem.TOP + 19, 15)
    elif len(path) == _SPACE:
        for name, n in numbers.items():
            choice(board, n, *requiem.point(book, f"{movement}.{name}"), 19)
    else:
        _aimed(board, book, f"{movement}.{space}")
        sides = numbers if len(path) < _MARKER else {side: 0}
        _sides(board, book, movement, sides)
    cut = _cut(board, _REQUIEM)
    if view.viewer is None:
        return cut
    markers = numbers if len(path) == _MARKER else {}
    return _with_markers(cut, book, view, view.viewer, markers, words)


def _neutral(
    book: Edition, view: View, path: tuple[object, ...], numbers: Numbers, words: Words
) -> Canvas:
    """The Requiem with numbers on spaces for the neutral marker, then on its sides."""
    board = _score(book, view, words)
    if len(path) == 1:
        for space, n in numbers.items():
            choice(board, n, *requiem.point(book, space), 19)
    else:
        space = str(path[1])
        _aimed(board, book, space)
        _sides(board, book, book.movement_of[space], numbers)
    return _cut(board, _REQUIEM)


def _score(book: Edition, view: View, words: Words) -> Canvas:
    board = ground(book, words)
    nothing: frozenset[str] = frozenset()
    requiem.draw(board, book, view, words, changed=nothing, bought=frozenset())
    return board


def _aimed(board: Canvas, book: Edition, space: str) -> None:
    """The space that has been chosen: gold, not yet settled."""
    x, y = requiem.point(book, space)
    board.disc(x, y, 18, T.ink)
    board.disc(x, y, 16, SIGNAL)


def _sides(board: Canvas, book: Edition, movement: str, sides: Numbers) -> None:
    """The tiles of the composers between whom the choice lies."""
    for side, n in sides.items():
        x0, y0, x1, y1 = requiem.tile_box(book, side, movement)
        _can(board, (x0 + 2, y0 + 2, x1 - 2, y1 - 2), 5)
        if n:
            choice(board, n, x1 - 12, y0 + 12, 18)


def _with_markers(
    cut: Canvas, book: Edition, view: View, seat: int, numbers: Numbers, words: Words
) -> Canvas:
    """The viewer's markers below the Requiem, and what each uncovers."""
    wide, top = cut.size
    canvas = paper((wide, top + _MARGIN))
    canvas.image.paste(cut.image, (0, 0))
    canvas.written = list(cut.written)
    title = words("picture.lacrimosa.place.markers")
    canvas.text((16, top + 16), title, "serif", 18, T.heading, room=760)
    pitch = 110
    for i, marker in enumerate(view.seats[seat].markers):
        space = book.board[marker]
        x, y = 16 + pitch * i, top + 48
        box = (x, y - 22, x + pitch - 8, y + 22)
        canvas.panel(box, T.panel, T.ink2, 2, 6)
        canvas.icon(f"lacrimosa.{space.instrument}", x + 20, y - 1, 26)
        canvas.mark(seat, x + 34, y + 11, 18)
        gains = tokens.of_reward(space.reward)
        tokens.draw(canvas, (x + 50, y), gains, 24, pitch - 62)
        if str(space.index) in numbers:
            _can(canvas, (x + 2, y - 20, x + pitch - 10, y + 20), 5)
            choice(canvas, numbers[str(space.index)], x + pitch - 16, y - 16, 15)
    return canvas


def _cut(canvas: Canvas, box: tuple[int, int, int, int]) -> Canvas:
    """A part of a board as a picture of its own."""
    x0, y0, x1, y1 = box
    part = Canvas((x1 - x0, y1 - y0), canvas.theme)
    part.image.paste(canvas.image.crop(box), (0, 0))
    for each in canvas.written:
        ax, ay, bx, by = each.box
        if ax >= x0 and ay >= y0 and bx <= x1 and by <= y1:
            moved = (ax - x0, ay - y0, bx - x0, by - y0)
            part.written.append(type(each)(each.text, moved, each.size, each.cut))
    return part


def alt(
    book: Edition, path: tuple[object, ...], actions: tuple[Action, ...], words: Words
) -> str:
    """What the picture shows, in words: a thing for every number."""
    things = ", ".join(
        f"{n}: {_spelled(book, path, actions[0], value, words)}"
        for value, n in numbered(path, actions).items()
    )
    return f"{words('picture.lacrimosa.place.numbers')}. {things}"


def _spelled(
    book: Edition, path: tuple[object, ...], first: Action, value: str, words: Words
) -> str:
    """What a number stands for."""
    match first:
        case Compose():
            return _part(book, path, value, words)
        case PlaceNeutral() if len(path) == 1:
            return naming.space(book, value, words)
        case PlaceNeutral():
            return words(f"picture.lacrimosa.side.{value}")
        case _:
            return naming.named(book, value, words)


def _part(book: Edition, path: tuple[object, ...], value: str, words: Words) -> str:
    match len(path):
        case 1:
            return book.movements[value].name
        case 2:
            return naming.space(book, f"{path[1]}.{value}", words)
        case 3:
            return words(f"picture.lacrimosa.side.{value}")
        case _:
            places = {str(each.index): each.id for each in book.player.instrument}
            return naming.part(book, places[value], words)
