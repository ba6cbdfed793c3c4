"""The whole public position of The Princes of Florence in one picture."""

from __future__ import annotations

from random import Random
from typing import Final

from render import recent
from render.canvas import Canvas
from render.closer import Room, Strip
from render.florence.pictures import header, market, phase, seat
from render.florence.pictures.moment import Moment
from render.florence.pictures.seat import TOP, Panel
from render.florence.theme import THEME as T
from render.people import listed_name
from render.presentation import Scene
from render.words import Words
from rules.contract import Seat
from rules.florence.view import View

_WIDTH: Final = 1600
_MOST: Final = 5
_FEW: Final = 3
_LARGE: Final = 391
_SMALL: Final = 313
"""The distance from one panel to the next, with up to three princes and with more."""

_HIGH: Final = 1758
"""The height of the background, of which a board takes what it needs."""


def draw(view: View, scene: Scene, words: Words) -> Canvas:
    """The board, 1600 pixels wide, as `view.viewer` may see it."""
    moment = Moment.of(view, scene, words)
    panels = _panels(moment)
    low = max(panel.low for panel in panels.values())
    canvas = _ground(words, low + 14)
    header.draw(canvas, moment)
    market.draw(canvas, moment)
    phase.draw(canvas, moment)
    for number in sorted(moment.order, key=lambda number: number in moment.active):
        seat.draw(canvas, moment, number, panels[number])
    if len(panels) < _MOST:
        _last_actions(canvas, moment, _free(panels))
    return canvas


def _panels(moment: Moment) -> dict[Seat, Panel]:
    """The panels in turn order; up to three are larger than more would be."""
    few = len(moment.order) <= _FEW
    return {
        number: Panel(24 + _LARGE * i, 379, 918, 50, 32)
        if few
        else Panel(24 + _SMALL * i, 300, 848, 40, 28)
        for i, number in enumerate(moment.order)
    }


def _free(panels: dict[Seat, Panel]) -> Strip:
    """The place beside the last panel."""
    *_, last = panels.values()
    pitch = _LARGE if len(panels) <= _FEW else _SMALL
    return (last.left + pitch, TOP, market.RIGHT, last.low)


def rooms(view: View, scene: Scene, words: Words) -> tuple[Room, ...]:
    """The parts of the board: rounds and piles; auction; supply; each seat."""
    moment = Moment.of(view, scene, words)
    panels = _panels(moment)
    found = [
        Room(words("picture.piles"), ((14, 130, 800, 542),)),
        Room(words("picture.auction"), ((800, 130, 1590, 542),)),
        Room(words("picture.supply"), _SUPPLY),
        *(
            Room(
                listed_name(scene.people[number], number, words),
                ((panel.left - 10, TOP - 22, panel.right + 10, panel.low + 10),),
            )
            for number, panel in panels.items()
        ),
    ]
    if len(panels) < _MOST and moment.told:
        x, top, right, low = _free(panels)
        found.append(Room(words("picture.last"), ((x - 8, top - 8, right + 8, low + 8),)))
    return tuple(found)


_SUPPLY: Final = ((14, 544, 800, 800), (796, 574, 1582, 800))
"""The supply in halves, cut between two columns."""

_GROUNDS: Final[dict[tuple[str, ...], Canvas]] = {}
"""Backgrounds with all that never changes, by texts, as high as the highest board."""


def _ground(words: Words, high: int) -> Canvas:
    """Marble, headings and names, ready to be drawn on."""
    key = tuple(words(text) for text in (*header.TEXTS, *market.TEXTS))
    if key not in _GROUNDS:
        canvas = marble((_WIDTH, _HIGH))
        header.ground(canvas, words)
        market.ground(canvas, words)
        _GROUNDS[key] = canvas
    return _GROUNDS[key].copy(high)


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
    """The latest events, newest first, if there are fewer players."""
    x, top, right, _ = box
    canvas.panel(box, T.panel, T.rule, 2, 4)
    words = moment.words
    market.heading(canvas, x + 12, top + 42, right - 8, words("picture.last"))
    recent.draw(canvas, box, moment.told, header.FAMILY, words)
