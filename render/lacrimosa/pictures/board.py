"""The whole public position of Lacrimosa in one picture."""

from __future__ import annotations

from collections import OrderedDict
from typing import Final

import msgspec

from render import header, recent
from render.canvas import Box, Canvas
from render.closer import Room, Strip
from render.enlarged import Enlarged
from render.header import Chip, Head
from render.lacrimosa.pictures import journeys, requiem, row, seat, soloist
from render.lacrimosa.pictures.frame import FAMILY, heading, paper
from render.lacrimosa.pictures.moment import Moment, gained, stage, verb
from render.lacrimosa.pictures.seat import LOW, TALL, WIDE, Sections
from render.lacrimosa.theme import THEME as T
from render.presentation import Scene
from render.words import Words
from rules.lacrimosa.catalogue import ROW, SIDES, Edition
from rules.lacrimosa.events import Composed, NeutralPlaced, RowFilled, SoloDid, Travelled
from rules.lacrimosa.view import View

_TITLE: Final = "game.lacrimosa"
_KEPT: Final = 8
_VIGNETTE: Final = 120
"""The smallest ornament, in pixels."""
_GROUNDS: OrderedDict[tuple[object, ...], Canvas] = OrderedDict()
"""Backgrounds with all that never changes, by edition, layout and texts, oldest first."""


class Layout(msgspec.Struct, frozen=True):
    """Where the parts of a board are, in pixels.

    Attributes:
        size: the size of the picture.
        cards: the top left corner of the bonus tile, `journeys` that of the map,
            `requiem` that of the Requiem.
        wide: how wide the map and the Requiem are drawn.
        gap: the gap between the two lines of the row.
        panels: the top left corners of the panels, in turn order.
        sections: the sections of a panel.
        low: where the last panel ends.
    """

    size: tuple[int, int]
    cards: tuple[int, int]
    journeys: tuple[int, int]
    requiem: tuple[int, int]
    wide: tuple[int, int]
    gap: int = row.GAP
    panels: tuple[tuple[int, int], ...] = ()
    sections: Sections = LOW
    low: int = 0

    def of_row(self, canvas: Canvas) -> Canvas:
        """The part of a board for the card row."""
        return Enlarged(canvas, (row.LEFT, row.TOP), self.cards)

    def of_journeys(self, canvas: Canvas) -> Canvas:
        """The part of a board for the map."""
        factor = self.wide[0] / journeys.WIDE
        return Enlarged(canvas, (journeys.LEFT, journeys.TOP), self.journeys, factor)

    def of_requiem(self, canvas: Canvas) -> Canvas:
        """The part of a board for the Requiem."""
        factor = self.wide[1] / requiem.WIDE
        return Enlarged(canvas, (requiem.LEFT, requiem.TOP), self.requiem, factor)


_LOW: Final = 2210
"""Where the Requiem and the last panel end."""


def _board(count: int, sections: Sections) -> Layout:
    """Row, map and Requiem one below the other; beside them `count` panels."""
    pitch = sections.high + 26
    return Layout(
        size=(1600, _LOW + 24),
        cards=(24, 178),
        journeys=(24, 1018),
        requiem=(24, 1647),
        wide=(row.LENGTH, row.LENGTH),
        panels=tuple((1184, 148 + pitch * i) for i in range(count)),
        sections=sections,
        low=_LOW,
    )


FEW: Final = _board(3, TALL)
"""For one or two seats: the third place is for the last actions."""
MANY: Final = _board(4, LOW)
"""For three or four seats: every figure is legible where the picture is 550 pixels wide."""


def layout(view: View) -> Layout:
    """The layout of the board for the view's number of seats."""
    return FEW if len(view.seats) <= 2 else MANY


def draw(edition: Edition, view: View, scene: Scene, words: Words) -> Canvas:
    """The board, 1600 pixels wide, as `view.viewer` may see it."""
    moment, places = Moment.of(edition, view, scene, words), layout(view)
    canvas = ground(edition, words, places)
    _head(canvas, moment)
    row.draw(places.of_row(canvas), edition, view, words, fresh=_fresh(moment))
    journeys.draw(places.of_journeys(canvas), edition, view, changed=_reached(moment))
    spaces, bought = _written(moment)
    score = places.of_requiem(canvas)
    requiem.draw(score, edition, view, words, changed=spaces, bought=bought)
    corners = dict(zip(moment.order, places.panels, strict=False))
    for number in sorted(moment.order, key=lambda number: number in moment.active):
        draw_panel = soloist.draw if moment.is_solo(number) else seat.draw
        panel = Enlarged(canvas, (0, 0), corners[number])
        draw_panel(panel, moment, number, places.sections)
    _last_actions(canvas, moment, places)
    return canvas


def rooms(edition: Edition, view: View, scene: Scene, words: Words) -> tuple[Room, ...]:
    """The parts of the board: the card row, the map, the Requiem, each seat."""
    moment, places = Moment.of(edition, view, scene, words), layout(view)
    x, y = places.cards
    cards = (x - 10, y - 46, x + row.LENGTH + 8, y + 2 * row.HIGH + places.gap + 8)
    corners, high = zip(moment.order, places.panels, strict=False), places.sections.high
    found = [
        Room(words("picture.lacrimosa.row"), (cards,)),
        Room(
            words("picture.lacrimosa.map"),
            (_room(places.journeys, places.wide[0] / journeys.WIDE, journeys.WIDE),),
        ),
        Room(
            words("picture.lacrimosa.requiem"),
            (_room(places.requiem, places.wide[1] / requiem.WIDE, requiem.WIDE),),
        ),
        *(
            Room(moment.name(number), ((x - 9, y - 21, x + WIDE + 9, y + high + 10),))
            for number, (x, y) in corners
        ),
    ]
    free = places.panels[len(moment.order) :]
    if free and (moment.told or view.solo is not None):
        x, y = free[0]
        last = (x - 8, y - 8, x + WIDE + 8, places.low + 8)
        found.append(Room(words("picture.last"), (last,)))
    return tuple(found)


def _room(corner: tuple[int, int], factor: float, wide: int) -> Strip:
    """The map or the Requiem with its heading."""
    (x, y), high = corner, journeys.HIGH
    top, low = y - round(32 * factor), y + round(high * factor)
    return (x - 10, top, x + round(wide * factor) + 8, low + 8)


def ground(edition: Edition, words: Words, places: Layout) -> Canvas:
    """Paper, headings, roads and staves, ready to be drawn on."""
    ids = (_TITLE, *row.TEXTS, *journeys.TEXTS, *requiem.TEXTS)
    key = (edition.hash, places, *(words(text) for text in ids))
    if key not in _GROUNDS:
        canvas = paper(places.size)
        header.ground(canvas, words(_TITLE))
        row.ground(places.of_row(canvas), words, places.gap)
        journeys.ground(places.of_journeys(canvas), edition, words)
        requiem.ground(places.of_requiem(canvas), edition, words)
        _GROUNDS[key] = canvas
        if len(_GROUNDS) > _KEPT:
            _GROUNDS.popitem(last=False)
    return _GROUNDS[key].copy()


def _head(canvas: Canvas, moment: Moment) -> None:
    """Round and turn, who acts, scores in turn order, the last action."""
    changed = {line.seat for line in moment.told if gained(line)}
    first = moment.view.first if moment.view.round and not moment.over else None
    chips = tuple(
        Chip(seat, moment.vp(seat), seat in moment.active, seat in changed, seat == first)
        for seat in moment.order
    )
    alone = moment.active[0] if len(moment.active) == 1 else None
    last = moment.told[-1] if moment.told and not moment.over else None
    head = Head(
        stage=stage(moment),
        chips=chips,
        active=moment.active,
        verb=verb(moment),
        name="" if alone is None else moment.name(alone),
        computer=alone is not None and moment.is_computer(alone),
        told=None if last is None else (last, moment.name(last.seat)),
        family=FAMILY,
    )
    header.draw(canvas, head)


def _fresh(moment: Moment) -> frozenset[str]:
    """Cards that just came into the row, unless the whole row is new."""
    cards: set[str] = set()
    for event in moment.scene.changed:
        if isinstance(event, RowFilled):
            cards |= set(event.cards)
    found = cards & set(moment.view.row)
    return frozenset(found) if len(found) < ROW - 3 else frozenset()


def _reached(moment: Moment) -> frozenset[str]:
    """Places to which someone has just travelled."""
    places = {event.place for event in moment.scene.changed if isinstance(event, Travelled)} | {
        event.what
        for event in moment.scene.changed
        if isinstance(event, SoloDid) and event.action == "travel" and event.what
    }
    return frozenset(places)


def _written(moment: Moment) -> tuple[frozenset[str], frozenset[tuple[str, str]]]:
    """Spaces just written, and the stacks from which a tile was taken."""
    spaces: set[str] = set()
    tiles: set[tuple[str, str]] = set()
    composers = moment.view.composers
    for event in moment.scene.changed:
        match event:
            case Composed(_, space, composer):
                spaces.add(space)
                if composer in composers:
                    side = SIDES[composers.index(composer)]
                    tiles.add((side, moment.edition.movement_of[space]))
            case NeutralPlaced(_, space):
                spaces.add(space)
            case SoloDid("requiem", str() as space):
                spaces.add(space)
            case _:
                pass
    return frozenset(spaces), frozenset(tiles)


def _last_actions(canvas: Canvas, moment: Moment, places: Layout) -> None:
    """The latest events, if a panel is free; in a solo game, the Soloist's turn first."""
    free = places.panels[len(moment.order) :]
    if not free:
        return
    x, top = free[0]
    box: Box = (x, top, x + WIDE, places.low)
    canvas.panel(box, T.panel, T.rule, 2, 6)
    told = tuple(line for line in moment.told if not moment.is_solo(line.seat))
    if moment.view.solo is not None:
        top = round(soloist.steps(canvas, moment, box))
    if moment.view.solo is None or told:
        title = moment.words("picture.last")
        heading(canvas, x + 14, top + 42, x + WIDE - 14, title, size=30)
        box = (x, top, x + WIDE, places.low)
        top = round(recent.draw(canvas, box, told, FAMILY, moment.words))
    _vignette(canvas, (x, top, x + WIDE, places.low))


def _vignette(canvas: Canvas, box: Box) -> None:
    """An ornament in the middle of the space left in a box."""
    x, top, right, low = box
    side = min(low - top - 60, 260)
    if side >= _VIGNETTE:
        canvas.icon(
            "lacrimosa.strings",
            (x + right) / 2,
            (top + low) / 2,
            round(side),
            T.shade,
            ghost=True,
        )
