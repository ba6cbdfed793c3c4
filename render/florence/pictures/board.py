"""The whole public position of The Princes of Florence in one picture."""

from __future__ import annotations

from random import Random
from typing import Final

from render import recent
from render.canvas import Canvas
from render.closer import Room
from render.enlarged import Enlarged
from render.florence.pictures import header, market, phase, seat
from render.florence.pictures.moment import Moment
from render.florence.pictures.seat import HIGH, TOP, WIDE
from render.florence.theme import THEME as T
from render.people import listed_name
from render.presentation import Scene
from render.words import Words
from rules.florence.view import View

_WIDTH: Final = 1600
_PITCH: Final = 313
_MOST: Final = 5


_FEW: Final = 3
_LARGER: Final = 1.25
"""How much larger the panels of three princes are than those of more."""


def draw(view: View, scene: Scene, words: Words) -> Canvas:
    """The board, 1600 pixels wide, as `view.viewer` may see it."""
    moment = Moment.of(view, scene, words)
    factor, top, low = _panels(moment)
    canvas = _ground(words, low + 12)
    header.draw(canvas, moment)
    market.draw(canvas, moment)
    phase.draw(canvas, moment)
    lefts = {number: 24 + round(_PITCH * factor) * i for i, number in enumerate(moment.order)}
    for number in sorted(moment.order, key=lambda number: number in moment.active):
        panel = Enlarged(canvas, (0, TOP), (lefts[number], top), factor)
        seat.draw(panel, moment, number, 0)
    if len(moment.order) < _MOST:
        x = 24 + round(_PITCH * factor) * len(moment.order)
        _last_actions(canvas, moment, (x, top, 24 + _PITCH * (_MOST - 1) + WIDE, low))
    return canvas


def _panels(moment: Moment) -> tuple[float, int, int]:
    """How much larger the seats are drawn, where they begin, and where they end."""
    factor = _LARGER if len(moment.order) <= _FEW else 1.0
    top = TOP + round(32 * (factor - 1))  # the pennant is larger as well
    return factor, top, top + round(HIGH * factor)


def rooms(view: View, scene: Scene, words: Words) -> tuple[Room, ...]:
    """The parts of the board: rounds, piles and buildings; auction and decks; each seat."""
    moment = Moment.of(view, scene, words)
    factor, top, low = _panels(moment)
    wide, pitch = round(WIDE * factor), round(_PITCH * factor)
    lefts = [24 + pitch * place for place in range(len(moment.order))]
    found = [
        Room(words("picture.piles"), _MARKET),
        Room(words("picture.auction"), _AUCTION),
        *(
            Room(
                listed_name(scene.people[seat_], seat_, words),
                ((left - 10, top - 22, left + wide + 10, low + 10),),
            )
            for seat_, left in zip(moment.order, lefts, strict=True)
        ),
    ]
    if len(moment.order) < _MOST and moment.told:
        last = (24 + pitch * len(moment.order) - 8, top - 8, _WIDTH - 12, low + 8)
        found.append(Room(words("picture.last"), (last,)))
    return tuple(found)


_MARKET: Final = (
    *((14, 130, 541, 224), (541, 130, 1048, 224)),
    *((14, 228, 606, 412), (606, 228, 1048, 412)),
    *((14, 418, 533, 542), (533, 418, 1048, 542)),
)
"""Rounds, piles and buildings in halves, cut between two boxes."""

_AUCTION: Final = ((1048, 130, 1590, 412), (1048, 418, 1590, 542))

_GROUNDS: Final[dict[tuple[object, ...], Canvas]] = {}
"""Backgrounds with all that never changes, by height and texts."""


def _ground(words: Words, high: int) -> Canvas:
    """Marble, headings and names, ready to be drawn on."""
    key = (high, *(words(text) for text in (*header.TEXTS, *market.TEXTS)))
    if key not in _GROUNDS:
        canvas = marble((_WIDTH, high))
        header.ground(canvas, words)
        market.ground(canvas, words)
        _GROUNDS[key] = canvas
    return _GROUNDS[key].copy()


def marble(size: tuple[int, int]) -> Canvas:
    """A new canvas with the texture of marble; `size` in pixels."""
    canvas = Canvas(size, T)
    chance = Random(1503)  # noqa: S311 - a pattern, not a secret
    wide, high = size
    for _ in range(wide // 60):
        x, y = chance.uniform(-200, wide), chance.uniform(-100, high * 0.8)
        slope = chance.uniform(0.25, 0.5)
        points = [(x, y)]
        for _ in range(6):
            step = chance.uniform(30, 80)
            y += step
            x += step * slope + chance.uniform(-5, 5)
            points.append((x, y))
        canvas.line(points, T.vein, chance.randint(1, 3))
    return canvas


def _last_actions(canvas: Canvas, moment: Moment, box: tuple[int, int, int, int]) -> None:
    """With fewer players: what happened lately, the newest first."""
    x, top, right, _ = box
    canvas.panel(box, T.panel, T.rule, 2, 4)
    words = moment.words
    market.heading(canvas, x + 14, top + 36, right - 14, words("picture.last"))
    recent.draw(canvas, box, moment.told, header.FAMILY, words)
