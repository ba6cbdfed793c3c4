"""The whole public position of The Princes of Florence in one picture."""

from __future__ import annotations

from random import Random
from typing import Final

from render import recent
from render.canvas import Canvas
from render.enlarged import Enlarged
from render.florence.pictures import header, market, phase, seat
from render.florence.pictures.moment import Moment
from render.florence.pictures.seat import HIGH, TOP, WIDE
from render.florence.theme import THEME as T
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
    factor = _LARGER if len(moment.order) <= _FEW else 1.0
    top = TOP + round(32 * (factor - 1))  # the pennant is larger as well
    low = top + round(HIGH * factor)
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
