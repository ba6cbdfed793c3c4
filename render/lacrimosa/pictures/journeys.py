"""Mozart's journeys: places, roads and their costs, tiles, and where he is."""

from __future__ import annotations

from collections.abc import Mapping
from math import ceil
from typing import Final

from render.canvas import Canvas
from render.lacrimosa.pictures import tokens
from render.lacrimosa.pictures.frame import WINE, framed, heading
from render.lacrimosa.pictures.moment import ROMAN
from render.lacrimosa.pictures.tokens import Token
from render.lacrimosa.theme import THEME as T
from render.theme import IVORY, SIGNAL, WHITE, Colour
from render.typesetting import SMALLEST, Face, text_width
from render.words import Words
from rules.lacrimosa import effects
from rules.lacrimosa.catalogue import City, Court, Edition, Place
from rules.lacrimosa.grammar import Cost
from rules.lacrimosa.state import Lying
from rules.lacrimosa.view import View

LEFT: Final = 24
TOP: Final = 466
WIDE: Final = 760
HIGH: Final = 382
TEXTS: Final = ("picture.lacrimosa.map", "picture.lacrimosa.map.note")
RICHER: Final = T.bronze
"""The frame of a tile whose richer side is up; gold is for the ring around a change."""

PINS: Final[dict[str, tuple[int, int]]] = {
    "london": (70, 52),
    "den-haag": (246, 58),
    "berlin": (556, 36),
    "frankfurt": (404, 128),
    "praha": (622, 136),
    "paris": (84, 222),
    "mannheim": (304, 204),
    "muenchen": (478, 240),
    "wien": (612, 236),
    "salzburg": (500, 328),
    "milano": (316, 318),
}
"""Where the house edition's places are, set by hand; others use their shares of the map."""

_DISCS: Final[dict[frozenset[str], tuple[int, int]]] = {
    frozenset(pair): at
    for pair, at in (
        (("london", "den-haag"), (207, 56)),
        (("den-haag", "paris"), (145, 159)),
        (("london", "paris"), (80, 176)),
        (("den-haag", "frankfurt"), (378, 116)),
        (("frankfurt", "praha"), (578, 135)),
        (("berlin", "frankfurt"), (492, 74)),
        (("berlin", "praha"), (599, 101)),
        (("praha", "wien"), (614, 202)),
        (("praha", "muenchen"), (536, 199)),
        (("frankfurt", "mannheim"), (346, 172)),
        (("paris", "mannheim"), (242, 209)),
        (("mannheim", "muenchen"), (449, 234)),
        (("muenchen", "salzburg"), (493, 301)),
        (("salzburg", "wien"), (572, 269)),
        (("mannheim", "milano"), (311, 286)),
        (("muenchen", "milano"), (372, 292)),
        (("milano", "salzburg"), (427, 320)),
        (("paris", "milano"), (278, 303)),
    )
}

_NARROW: Final = 100
"""Pixels of width below which the demand of a court is drawn as small as possible."""

_ROW: Final = 132
"""Pixels of width that the cost and reward of a tile should fit."""

_TILE_LEFT: Final = {"london": 12, "den-haag": 190, "mannheim": 264, "muenchen": 386}
"""The left edges of tiles that would otherwise cover a road's cost."""

RING: Final = 28
"""The radius of the ring round Mozart when he has just travelled, in pixels."""

_MOZART: Final[dict[str, tuple[int, int]]] = {
    "london": (32, 158),
    "den-haag": (272, 132),
    "praha": (577, 172),
    "paris": (120, 334),
    "frankfurt": (430, 84),
    "mannheim": (292, 160),
    "muenchen": (482, 202),
    "wien": (716, 222),
    "milano": (274, 346),
}
"""Where Mozart stands at a place with a tile."""

_RIGHT: Final = frozenset({"berlin", "salzburg"})
"""Places where he stands beside the tile."""

_ALONE: Final = {
    "berlin": (536, 92),
    "frankfurt": (444, 167),
    "muenchen": (440, 278),
    "salzburg": (636, 344),
    "milano": (274, 346),
}
"""Where he stands at a place without a tile, if not right below the pin."""

_COAST: Final = (
    (112, -4), (306, -4), (268, 34), (208, 50), (196, 92), (160, 142), (100, 184), (40, 208),
    (-4, 232), (-4, 142), (40, 152), (90, 148), (140, 136), (172, 100), (170, 66), (150, 28),
)  # fmt: skip
_GULF: Final = ((640, 378), (664, 360), (704, 356), (740, 364), (756, 378))


def point(place: Place) -> tuple[int, int]:
    """Where a place's pin is on the picture."""
    x, y = PINS.get(place.id, (round(60 + place.x * 620), round(40 + place.y * 290)))
    return LEFT + x, TOP + y


def ground(canvas: Canvas, edition: Edition, words: Words) -> None:
    """Land, sea, roads, pins and names: the part that never changes."""
    title, note = TEXTS
    heading(canvas, LEFT, 454, LEFT + WIDE, words(title), words(note))
    box = (LEFT, TOP, LEFT + WIDE, TOP + HIGH)
    framed(canvas, box, T.tiles["land"])
    _sea(canvas)
    framed(canvas, box, None)
    for line, colour in ((7, "#8A6F45"), (3, IVORY)):
        for road in edition.tables.map.road:
            ends = [point(edition.places[end]) for end in road.between]
            canvas.smooth([(float(x), float(y)) for x, y in ends], colour, line)
    for road in edition.tables.map.road:
        x, y = _disc(edition, road.between)
        canvas.disc(x, y, 13, T.ink)
        canvas.disc(x, y, 11, T.light)
        cost = str(road.ducats)
        canvas.text((x, y + 6), cost, "sans_bold", 18, T.ink, width=24, anchor="m")
    for place in edition.tables.map.place:
        _pin(canvas, place)


def _sea(canvas: Canvas) -> None:
    """The water in the north-west and the south, hatched like an engraving."""
    left, top, right, low = LEFT + 5.0, TOP + 5.0, LEFT + WIDE - 5.0, TOP + HIGH - 5.0
    for shore in (_COAST, _GULF):
        coast = [
            (min(max(x, left), right), min(max(y, top), low))
            for x, y in _rounded([(left + x, top + y) for x, y in shore])
        ]
        canvas.smooth(coast, T.tiles["sea"])
        for y in range(TOP + 8, TOP + HIGH - 5, 6):
            for start, end in _runs(coast, y):
                canvas.rect((start + 2, y, end - 2, y + 1), T.tiles["wave"])
        canvas.smooth([*coast, coast[0]], "#8A6F45", 2)


def _rounded(points: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """A closed line with its corners cut off, twice."""
    for _ in range(2):
        pairs = zip(points, [*points[1:], points[0]], strict=True)
        points = [
            (ax + (bx - ax) * share, ay + (by - ay) * share)
            for (ax, ay), (bx, by) in pairs
            for share in (0.25, 0.75)
        ]
    return points


def _runs(coast: list[tuple[float, float]], y: float) -> list[tuple[float, float]]:
    """The ends of each stretch of a horizontal line that is within a coast."""
    crossed = sorted(
        ax + (bx - ax) * (y - ay) / (by - ay)
        for (ax, ay), (bx, by) in zip(coast, [*coast[1:], coast[0]], strict=True)
        if (ay <= y) != (by <= y)
    )
    runs = zip(crossed[::2], crossed[1::2], strict=True)
    return [(start, end) for start, end in runs if end - start > 6]


def _disc(edition: Edition, between: tuple[str, str]) -> tuple[int, int]:
    """Where a road's cost is drawn."""
    if frozenset(between) in _DISCS:
        x, y = _DISCS[frozenset(between)]
        return LEFT + x, TOP + y
    (ax, ay), (bx, by) = (point(edition.places[end]) for end in between)
    return (ax + bx) // 2, (ay + by) // 2


def short(place: Place) -> str:
    """A place's name without the river it lies on."""
    return place.name.partition(" am ")[0]


def _pin(canvas: Canvas, place: Place) -> None:
    x, y = point(place)
    name = short(place)
    free = min(text_width(name, "serif", 19) + 1, LEFT + WIDE - x - 38)
    canvas.panel((x - 4, y - 13, x + 30 + free, y + 13), T.panel, T.rule, 1, 13)
    if place.kind == "court":
        canvas.panel((x - 17, y - 19, x + 17, y + 15), T.ink, r=5)
        canvas.icon("lacrimosa.court", x, y - 11, 16, T.light)
        number = str(place.number)
        canvas.text((x, y + 12), number, "sans_bold", 18, T.light, width=24, anchor="m")
        start = x + 22
    else:
        canvas.disc(x, y, 15, T.ink)
        canvas.disc(x, y, 13, WINE)
        number = str(place.number)
        canvas.text((x, y + 6), number, "sans_bold", 18, WHITE, width=24, anchor="m")
        start = x + 19
    canvas.text((start, y + 6), name, "serif", 19, T.ink, width=free)


def closed(canvas: Canvas, place: Place) -> None:
    """A place out of reach."""
    x, y = point(place)
    if place.kind == "court":
        canvas.panel((x - 17, y - 19, x + 17, y + 15), T.past, T.past_ink, 2, 5)
        canvas.icon("lacrimosa.court", x, y - 2, 20, T.past_ink)
    else:
        canvas.disc(x, y, 15, T.past_ink)
        canvas.disc(x, y, 13, T.past)


def draw(
    canvas: Canvas,
    edition: Edition,
    view: View,
    *,
    changed: frozenset[str],
    reached: Mapping[str, int] | None = None,
) -> None:
    """The tiles and Mozart.

    `changed` are places with a ring. `reached` has the ducats for the roads to each
    place within reach; with it, tiles show their full price.
    """
    roads = reached or {}
    for lying in view.lying:
        _tile(canvas, edition, lying, roads.get(lying.place, 0), ring=lying.place in changed)
    _mozart(canvas, edition, view, ring=view.mozart in changed)


def _rows(
    edition: Edition, lying: Lying, roads: int
) -> tuple[tuple[Token, ...], tuple[Token, ...]]:
    tile = effects.tile(edition, lying)
    cost = tile.cost.plus(Cost(ducats=roads))
    return tokens.of_cost(cost), tokens.of_reward(effects.reward(edition, lying))


def extent(edition: Edition, lying: Lying, roads: int = 0) -> tuple[int, int, int, int]:
    """The box of a tile on the picture."""
    x, y = point(edition.places[lying.place])
    tile = effects.tile(edition, lying)
    cost, gain = _rows(edition, lying, roads)
    size = tokens.measure((*cost, *gain), 20, _ROW)
    long = size.row((*cost, *gain)) + 26
    high = 32
    if isinstance(tile, Court):
        long = max(long, 156)
        high = 62
    wanted = LEFT + _TILE_LEFT[lying.place] if lying.place in _TILE_LEFT else x - 14
    left = min(wanted, LEFT + WIDE - 8 - ceil(long))
    return left, y + 16, left + ceil(long), y + 16 + high


def _tile(canvas: Canvas, edition: Edition, lying: Lying, roads: int, *, ring: bool) -> None:
    box = extent(edition, lying, roads)
    left, top, right, low = box
    edge, line = (RICHER, 4) if lying.gilded else (T.ink, 2)
    canvas.panel(box, T.panel, edge, line, 5)
    tile: Court | City = effects.tile(edition, lying)
    cost, gain = _rows(edition, lying, roads)
    tokens.priced(canvas, (left + 5, top + 16), cost, gain, 20, right - left - 8)
    if isinstance(tile, Court):
        canvas.rect((left + 8, top + 32, right - 8, top + 33), T.rule)
        demand(canvas, tile, (left + 8, top + 46), right - left - 16, 20, 18)
    if ring:
        canvas.changed((left + 4, top + 4, right - 4, low - 4), T.ink, 5, 0)


def demand(
    canvas: Canvas,
    court: Court,
    at: tuple[float, float],
    free: float,
    side: int,
    letters: int = SMALLEST,
) -> None:
    """What a court asks for at the end, and its points."""
    x, y = at
    points = Token("vp", str(court.vp))
    size = tokens.measure((points,), side, free / 2, letters)
    right = x + free
    for need in court.needs:
        x += _need(canvas, court.kind, str(need), (x, y), side, letters, narrow=free < _NARROW)
    gap = right - size.of(points) - x
    if gap > 16:
        canvas.icon("lacrimosa.leads_to", x + gap / 2, y, 13, T.ink2)
    tokens.draw(canvas, (right, y), (points,), side, free / 2, anchor="r", least=letters)


def _need(
    canvas: Canvas,
    kind: str,
    need: str,
    at: tuple[float, float],
    side: int,
    size: int,
    *,
    narrow: bool,
) -> float:
    """One thing a court asks for; returns the distance to the next one."""
    x, y = at
    if kind in {"types", "instruments"}:
        canvas.icon(f"lacrimosa.{need}", x + side / 2, y, side)
        return side * 1.2
    letters, ground, face = _demanded(kind, need, 2 if narrow else 3)
    wide = max(side, text_width(letters, face, size) + (4 if narrow else 8))
    half, low = max(side / 2, 9), y + size / 3
    canvas.panel((x, y - half, x + wide, y + half), ground, r=3)
    canvas.text((x + wide / 2, low), letters, face, size, T.light, width=wide, anchor="m")
    return wide + (2 if narrow else side * 0.2)


def _demanded(kind: str, need: str, most: int) -> tuple[str, Colour, Face]:
    """The letters for a period or a movement, their ground and their font."""
    if kind == "periods":
        return ROMAN[int(need)], WINE, "serif"
    return need[:most].capitalize(), T.tiles["requiem"], "sans_semi"


def mozart_at(edition: Edition, view: View) -> tuple[float, float]:
    """Where Mozart stands: beside the tile, or below the pin."""
    place = edition.places[view.mozart]
    x, y = point(place)
    lying = effects.tile_at(view, place.id)
    free = lying is None
    by_hand = _ALONE if free else _MOZART
    if place.id in by_hand:
        dx, dy = by_hand[place.id]
        return LEFT + dx, TOP + dy
    if lying is not None and place.id in _RIGHT:
        _, top, right, low = extent(edition, lying)
        name = x + 20 + text_width(short(place), "serif", 19)
        beside = max(right - 4, name) + RING
        return beside, min((top + low) / 2 + 2, TOP + HIGH - RING - 8)
    return x + 20, y + 42 if y + 68 < TOP + HIGH else y - 40


def _mozart(canvas: Canvas, edition: Edition, view: View, *, ring: bool) -> None:
    x, y = mozart_at(edition, view)
    if ring:
        canvas.disc(x, y, RING, T.ink)
        canvas.disc(x, y, RING - 2, SIGNAL)
        canvas.disc(x, y, RING - 6, T.tiles["land"])
    canvas.icon("lacrimosa.mozart", x, y, 46)
