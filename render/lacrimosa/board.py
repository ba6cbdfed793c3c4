"""The whole public position of Lacrimosa in one picture."""

from __future__ import annotations

from collections import OrderedDict
from typing import Final

from render import header, recent
from render.canvas import Canvas
from render.header import Chip, Head
from render.lacrimosa import map as journeys
from render.lacrimosa import panel, requiem, row, soloist
from render.lacrimosa.frame import heading, paper
from render.lacrimosa.moment import Moment, gained, stage, verb
from render.lacrimosa.panel import HIGH, PITCH, TOP, WIDE
from render.presentation import Scene
from render.theme import LACRIMOSA as T
from render.words import Words
from rules.lacrimosa.catalogue import ROW, SIDES, Edition
from rules.lacrimosa.events import Composed, NeutralPlaced, RowFilled, SoloDid, Travelled
from rules.lacrimosa.view import View

SIZE: Final = (1600, 1308)
FAMILY: Final = "lacrimosa"
"""The icons of this game."""

_TITLE: Final = "game.lacrimosa"
_MOST: Final = 4
_KEPT: Final = 8
_GROUNDS: OrderedDict[tuple[str, ...], Canvas] = OrderedDict()
"""What never changes: one sheet for each edition and language, drawn once."""


def draw(book: Edition, view: View, scene: Scene, words: Words) -> Canvas:
    """The board of 1600 × 1308 pixels as `view.viewer` may see it."""
    moment = Moment.of(book, view, scene, words)
    canvas = ground(book, words)
    _head(canvas, moment)
    row.draw(canvas, book, view, words, fresh=_fresh(moment))
    journeys.draw(canvas, book, view, changed=_reached(moment))
    spaces, bought = _written(moment)
    requiem.draw(canvas, book, view, words, changed=spaces, bought=bought)
    places = {seat: 24 + PITCH * i for i, seat in enumerate(moment.order)}
    for seat in sorted(moment.order, key=lambda seat: seat in moment.active):
        if moment.is_solo(seat):
            soloist.draw(canvas, moment, places[seat])
        else:
            panel.draw(canvas, moment, seat, places[seat])
    used = len(moment.order) + (view.solo is not None)
    if used < _MOST:
        _recent(canvas, moment, 24 + PITCH * used)
    return canvas


def ground(book: Edition, words: Words) -> Canvas:
    """Paper, headings, roads and staves, ready to be drawn on."""
    ids = (_TITLE, *row.TEXTS, *journeys.TEXTS, *requiem.TEXTS)
    key = (book.hash, *(words(text) for text in ids))
    if key not in _GROUNDS:
        canvas = paper(SIZE)
        header.ground(canvas, words(_TITLE))
        row.ground(canvas, words)
        journeys.ground(canvas, book, words)
        requiem.ground(canvas, book, words)
        _GROUNDS[key] = canvas
        if len(_GROUNDS) > _KEPT:
            _GROUNDS.popitem(last=False)
    return _GROUNDS[key].copy()


def _head(canvas: Canvas, moment: Moment) -> None:
    """Period and turn, who acts, scores in turn order, the last action."""
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
    """Places where somebody has just travelled."""
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
                    tiles.add((side, moment.book.movement_of[space]))
            case NeutralPlaced(_, space):
                spaces.add(space)
            case SoloDid("requiem", str() as space):
                spaces.add(space)
            case _:
                pass
    return frozenset(spaces), frozenset(tiles)


def _recent(canvas: Canvas, moment: Moment, x: int) -> None:
    """With fewer players: what happened lately, the newest first."""
    right = 24 + PITCH * (_MOST - 1) + WIDE
    box = (x, TOP, right, TOP + HIGH)
    canvas.panel(box, T.panel, T.rule, 2, 6)
    heading(canvas, x + 14, TOP + 36, right - 14, moment.words("picture.last"))
    recent.draw(canvas, box, moment.told, FAMILY, moment.words)
