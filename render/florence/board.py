"""The whole public position of The Princes of Florence in one picture."""

from __future__ import annotations

from random import Random
from typing import Final

from render import recent
from render.canvas import Canvas
from render.florence import header, market, principality, stage
from render.florence.company import Moment
from render.florence.principality import HIGH, TOP, WIDE
from render.presentation import Scene
from render.theme import FLORENCE as T
from render.words import Words
from rules.florence.view import View

SIZE: Final = (1600, 1212)
_PITCH: Final = 313
_MOST: Final = 5


def draw(view: View, scene: Scene, words: Words) -> Canvas:
    """The board of 1600 × 1212 pixels as `view.viewer` may see it."""
    moment = Moment.of(view, scene, words)
    canvas = _ground(words)
    header.draw(canvas, moment)
    market.draw(canvas, moment)
    stage.draw(canvas, moment)
    places = {seat: 24 + _PITCH * i for i, seat in enumerate(moment.order)}
    for seat in sorted(moment.order, key=lambda seat: seat in moment.active):
        principality.draw(canvas, moment, seat, places[seat])
    if len(moment.order) < _MOST:
        _last_actions(canvas, moment, 24 + _PITCH * len(moment.order))
    return canvas


_GROUNDS: Final[dict[tuple[str, ...], Canvas]] = {}
"""What never changes, by its texts: one sheet for each language, drawn once."""


def _ground(words: Words) -> Canvas:
    """Marble, headings and names, ready to be drawn on."""
    texts = tuple(words(text) for text in (*header.TEXTS, *market.TEXTS))
    if texts not in _GROUNDS:
        canvas = marble(SIZE)
        header.ground(canvas, words)
        market.ground(canvas, words)
        _GROUNDS[texts] = canvas
    return _GROUNDS[texts].copy()


def marble(size: tuple[int, int]) -> Canvas:
    """A sheet of marble with its veins."""
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


def _last_actions(canvas: Canvas, moment: Moment, x: int) -> None:
    """With fewer players: what happened lately, the newest first."""
    right = 24 + _PITCH * (_MOST - 1) + WIDE
    canvas.panel((x, TOP, right, TOP + HIGH), T.panel, T.rule, 2, 4)
    words = moment.words
    market.heading(canvas, x + 14, TOP + 36, right - 14, words("picture.last"))
    recent.draw(canvas, (x, TOP, right, TOP + HIGH), moment.told, header.FAMILY, words)
