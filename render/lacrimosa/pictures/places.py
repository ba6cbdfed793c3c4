"""Choices on a picture: cards, the map or the Requiem with numbers on what can be chosen.

A choice goes field by field, so the numbers are those of the values of the next field,
the same as on the buttons. Places keep their number on the board, composers are in the
order of the picture, and everything else is in the order of the actions.
"""

from __future__ import annotations

from typing import Final

from render.canvas import Canvas
from render.lacrimosa.pictures import journeys, own_opus, requiem, row, tokens
from render.lacrimosa.pictures.board import Layout, ground
from render.lacrimosa.pictures.frame import choice, choosable, hide, paper, veil
from render.lacrimosa.theme import THEME as T
from render.lacrimosa.words import names
from render.theme import COST, IVORY, PINK, SIGNAL
from render.words import Words
from rules.contract import Action, path_of
from rules.lacrimosa import effects, treasury
from rules.lacrimosa.actions import (
    Commission,
    Compose,
    Document,
    Perform,
    PlaceNeutral,
    Sell,
    Travel,
)
from rules.lacrimosa.catalogue import SIDES, Edition
from rules.lacrimosa.grammar import Cost
from rules.lacrimosa.view import View

_MAP: Final = (8, 434, 800, 856)
_REQUIEM: Final = (784, 434, 1592, 856)
_BELOW: Final = 56
"""Pixels below cards for the numbers, and for what is missing: on a card, these would
cover its figures."""
_GAP: Final = row.GAP + _BELOW
_ROW: Final = (
    row.LEFT - 16,
    row.TOP - 48,
    row.LEFT + row.LENGTH + 16,
    row.TOP + 2 * row.HIGH + _GAP + _BELOW,
)
_PARTS: Final = Layout(
    size=(1600, _ROW[3]),
    cards=(row.LEFT, row.TOP),
    journeys=(journeys.LEFT, journeys.TOP),
    requiem=(requiem.LEFT, requiem.TOP),
    wide=(journeys.WIDE, requiem.WIDE),
    gap=_GAP,
)
"""Every part of a board at its smallest size, to be cut out."""

_MARGIN: Final = 102
"""Pixels below the Requiem for the viewer's markers."""

_SPACE: Final = 2
"""The index of the space in the path of a composition."""

_MARKER: Final = 4
"""The index of the seat's own marker in that path."""

_MAPPED: Final = (
    ((Document, Commission, Perform, Sell, Travel), 1),
    ((Compose,), _MARKER),
    ((PlaceNeutral,), _SPACE),
)
"""The kinds of actions that have a picture, and the longest path for which they do."""

Numbers = dict[str, int]
"""What can be chosen, with its number."""


def draw(
    edition: Edition,
    view: View,
    path: tuple[object, ...],
    actions: tuple[Action, ...],
    words: Words,
) -> Canvas | None:
    """The part of the board that a choice is about, numbered; None if none helps."""
    if not helps(path, actions):
        return None
    numbers = numbered(edition, path, actions)
    match actions[0]:
        case Perform() | Sell():
            deals = [action for action in actions if isinstance(action, Perform | Sell)]
            return own_opus.draw(edition, view, deals, numbers)
        case Document() | Commission():
            documents = isinstance(actions[0], Document)
            return _cards(edition, view, numbers, words, documents=documents)
        case Travel():
            return _places(edition, view, numbers, words)
        case Compose():
            return _requiem(edition, view, path, numbers, words)
        case PlaceNeutral():
            return _neutral(edition, view, path, numbers, words)
        case _:
            return None


def helps(path: tuple[object, ...], actions: tuple[Action, ...]) -> bool:
    """Whether a step is about a card, a journey, or a place of the Requiem."""
    if not path:
        return _of_own_opus(actions)
    return bool(actions) and any(
        isinstance(actions[0], kind) and len(path) <= most for kind, most in _MAPPED
    )


def _of_own_opus(actions: tuple[Action, ...]) -> bool:
    """Whether an opus is chosen together with what is done with it."""
    return {Perform, Sell} == set(map(type, actions))


def numbered(
    edition: Edition, path: tuple[object, ...], actions: tuple[Action, ...]
) -> Numbers:
    """The values of the field after `path`, each with its number; empty without a picture.

    Also empty where an opus is chosen together with what is done with it.
    """
    if not path or not helps(path, actions):
        return {}
    wholes = [path_of(action) for action in actions]
    values = dict.fromkeys(str(each[len(path)]) for each in wholes if len(each) > len(path))
    if isinstance(actions[0], Travel):
        return {place: edition.places[place].number for place in values}
    if values.keys() <= set(SIDES):
        values = {side: None for side in SIDES if side in values}
    return {value: n for n, value in enumerate(values, start=1)}


def _cards(
    edition: Edition, view: View, numbers: Numbers, words: Words, *, documents: bool
) -> Canvas:
    """The row: numbers on what can be paid for, a veil on the rest."""
    board = ground(edition, words, _PARTS)
    row.draw(board, edition, view, words, fresh=frozenset(), gap=_GAP)
    for card in view.row:
        x, y = row.corner(view, card, _GAP)
        box = (x, y, x + row.WIDE, y + row.HIGH)
        middle, low = x + row.WIDE / 2, y + row.HIGH
        if card in numbers:
            choosable(board, box, 8 if card in edition.opus else 26)
            choice(board, numbers[card], middle, low + 29, 24)
            continue
        veil(board, box)
        if (card in edition.memories) == documents:
            _lacks(board, edition, view, card, (middle, low + 28), documents=documents)
    return _cut(board, _ROW)


def _lacks(
    canvas: Canvas,
    edition: Edition,
    view: View,
    card: str,
    at: tuple[float, float],
    *,
    documents: bool,
) -> None:
    """A badge with what the viewer lacks for a card, centred on `at`."""
    if view.viewer is None:
        return
    player = view.seats[view.viewer].player
    action = Document(card) if documents else Commission(card)
    lack = treasury.lacking(player, effects.cost(edition, view, action))
    missing = tokens.of_lack(lack)
    if not missing:
        return
    x, y = at
    free = row.WIDE - 50
    half = (tokens.measure(missing, 28, free).row(missing) + 50) / 2
    canvas.panel((x - half, y - 20, x + half, y + 20), IVORY, COST, 3, 8)
    canvas.icon("lock", x - half + 22, y - 1, 24)
    tokens.draw(canvas, (x - half + 38, y), missing, 28, free)


def _places(edition: Edition, view: View, numbers: Numbers, words: Words) -> Canvas:
    """The map with a number at every place within reach, and its full price."""
    canvas = ground(edition, words, _PARTS)
    reached = {name: edition.roads[view.mozart][name] for name in numbers}
    journeys.draw(canvas, edition, view, changed=frozenset(), reached=reached)
    for place in edition.tables.map.place:
        x, y = journeys.point(place)
        if place.id not in numbers:
            journeys.closed(canvas, place)
            continue
        lying = effects.tile_at(view, place.id)
        if lying is not None:
            x0, y0, x1, y1 = journeys.extent(edition, lying, reached[place.id])
            canvas.panel((x0 - 2, y0 - 2, x1 + 2, y1 + 2), None, T.ink, 3, 6)
        elif reached[place.id]:
            canvas.panel((x - 6, y + 12, x + 50, y + 40), PINK, T.ink, 2, 5)
            cost = tokens.of_cost(Cost(ducats=reached[place.id]))
            tokens.draw(canvas, (x + 22, y + 27), cost, 20, 48, anchor="m")
        hide(canvas, (x - 17, y - 18, x + 17, y + 16))  # the number replaces the place's own
        choice(canvas, numbers[place.id], x, y - 1, 17)
    return _cut(canvas, _MAP)


def _requiem(
    edition: Edition, view: View, path: tuple[object, ...], numbers: Numbers, words: Words
) -> Canvas:
    """The Requiem with numbers on movements, then spaces, composers, the viewer's markers."""
    board = _score(edition, view, words)
    names = ["", *map(str, path[1:]), "", "", ""]
    movement, space, side = names[1], names[2], names[3]
    for i, each in enumerate(edition.tables.requiem.movement):
        if each.id in ({movement} if movement else numbers):
            continue
        x = requiem.column(i)
        veil(board, (x, requiem.TOP + 6, x + requiem.COLUMN - 5, requiem.low(view)))
    if len(path) == 1:
        for i, each in enumerate(edition.tables.requiem.movement):
            if each.id in numbers:
                requiem.numbered(board, each, i, numbers[each.id])
    elif len(path) == _SPACE:
        for name, n in numbers.items():
            choice(board, n, *requiem.point(edition, f"{movement}.{name}"), 18)
    else:
        _aimed(board, edition, f"{movement}.{space}")
        sides = numbers if len(path) < _MARKER else {side: 0}
        _sides(board, edition, movement, sides)
    cut = _cut(board, _REQUIEM)
    if view.viewer is None:
        return cut
    markers = numbers if len(path) == _MARKER else {}
    return _with_markers(cut, edition, view, view.viewer, markers, words)


def _neutral(
    edition: Edition, view: View, path: tuple[object, ...], numbers: Numbers, words: Words
) -> Canvas:
    """The Requiem with numbers on spaces for the neutral marker, then on its sides."""
    board = _score(edition, view, words)
    if len(path) == 1:
        for space, n in numbers.items():
            choice(board, n, *requiem.point(edition, space), 18)
    else:
        space = str(path[1])
        _aimed(board, edition, space)
        _sides(board, edition, edition.movement_of[space], numbers)
    return _cut(board, _REQUIEM)


def _score(edition: Edition, view: View, words: Words) -> Canvas:
    board = ground(edition, words, _PARTS)
    nothing: frozenset[str] = frozenset()
    requiem.draw(board, edition, view, words, changed=nothing, bought=frozenset())
    return board


def _aimed(board: Canvas, edition: Edition, space: str) -> None:
    """The space that has been chosen: gold, not yet final."""
    x, y = requiem.point(edition, space)
    board.disc(x, y, 18, T.ink)
    board.disc(x, y, 16, SIGNAL)


def _sides(board: Canvas, edition: Edition, movement: str, sides: Numbers) -> None:
    """The tiles of the composers to choose between."""
    for side, n in sides.items():
        x0, y0, x1, y1 = requiem.tile_box(edition, side, movement)
        choosable(board, (x0 + 2, y0 + 2, x1 - 2, y1 - 2), 5)
        if n:  # beside the composer's note: a tile is full to its corners
            choice(board, n, requiem.LEFT + 18, y0 + 8, 13)


def _with_markers(
    cut: Canvas, edition: Edition, view: View, seat: int, numbers: Numbers, words: Words
) -> Canvas:
    """The viewer's markers below the Requiem, and what each uncovers."""
    canvas, top = _extended(cut, _MARGIN), cut.size[1]
    title = words("picture.lacrimosa.place.markers")
    canvas.text((16, top + 16), title, "serif", 18, T.heading, width=760)
    pitch = 110
    for i, marker in enumerate(view.seats[seat].markers):
        space = edition.board[marker]
        x, y = 16 + pitch * i, top + 66
        box = (x, y - 22, x + pitch - 8, y + 22)
        canvas.panel(box, T.panel, T.ink2, 2, 6)
        canvas.icon(f"lacrimosa.{space.instrument}", x + 20, y - 1, 26)
        canvas.mark(seat, x + 34, y + 11, 18)
        gains = tokens.of_reward(space.reward)
        tokens.draw(canvas, (x + 50, y), gains, 24, pitch - 62)
        if str(space.index) in numbers:
            choosable(canvas, (x + 2, y - 20, x + pitch - 10, y + 20), 5)
            choice(canvas, numbers[str(space.index)], x + pitch - 24, y - 26, 15)
    return canvas


def _cut(canvas: Canvas, box: tuple[int, int, int, int]) -> Canvas:
    """A part of a board as a separate canvas."""
    x0, y0, x1, y1 = box
    part = Canvas((x1 - x0, y1 - y0), canvas.theme)
    part.image.paste(canvas.image.crop(box), (0, 0))
    for each in canvas.written:
        ax, ay, bx, by = each.box
        if ax >= x0 and ay >= y0 and bx <= x1 and by <= y1:
            moved = (ax - x0, ay - y0, bx - x0, by - y0)
            part.written.append(type(each)(each.text, moved, each.size, each.cut))
    return part


def _extended(cut: Canvas, more: int) -> Canvas:
    """A picture with paper below it, `more` pixels high."""
    wide, high = cut.size
    canvas = paper((wide, high + more))
    canvas.image.paste(cut.image, (0, 0))
    canvas.written = list(cut.written)
    return canvas


def alt(
    edition: Edition,
    view: View,
    path: tuple[object, ...],
    actions: tuple[Action, ...],
    words: Words,
) -> str:
    """What the picture shows, in words: a thing for every number."""
    if not path:
        return _own(edition, view, words)
    things = words.row(
        words(
            "list.named",
            name=n,
            text=_spelled(edition, view, path, actions[0], value, words),
        )
        for value, n in numbered(edition, path, actions).items()
    )
    return f"{words('picture.lacrimosa.place.numbers')}. {things}"


def _own(edition: Edition, view: View, words: Words) -> str:
    """The viewer's own opus cards, in words."""
    held = () if view.viewer is None else view.seats[view.viewer].opus
    cards = words.row(names.named(edition, each.id, words) for each in held)
    return words("picture.lacrimosa.place.own_opus", cards=cards)


def _spelled(
    edition: Edition,
    view: View,
    path: tuple[object, ...],
    first: Action,
    value: str,
    words: Words,
) -> str:
    """What a number stands for."""
    match first:
        case Compose():
            return _part(edition, view, path, value, words)
        case PlaceNeutral() if len(path) == 1:
            return names.space(edition, value, words)
        case PlaceNeutral():
            return names.side(edition, view.composers, value, words)
        case _:
            return names.named(edition, value, words)


def _part(
    edition: Edition, view: View, path: tuple[object, ...], value: str, words: Words
) -> str:
    match len(path):
        case 1:
            return edition.movements[value].name
        case 2:
            return names.space(edition, f"{path[1]}.{value}", words)
        case 3:
            return names.side(edition, view.composers, value, words)
        case _:
            places = {str(each.index): each.id for each in edition.player.instrument}
            return names.part(edition, places[value], words)
