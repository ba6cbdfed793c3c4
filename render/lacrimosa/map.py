"""Mozart's journeys: places, roads and what they cost, tiles, and where he is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from render.canvas import IVORY, Canvas, width
from render.lacrimosa import prices, tokens
from render.lacrimosa.frame import WINE, framed, heading
from render.lacrimosa.moment import ROMAN
from render.lacrimosa.tokens import Token
from render.theme import LACRIMOSA as T
from render.theme import SIGNAL, WHITE
from render.words import Words
from rules.lacrimosa.catalogue import City, Court, Edition, Place
from rules.lacrimosa.grammar import Cost
from rules.lacrimosa.state import Lying
from rules.lacrimosa.view import View

LEFT: Final = 24
TOP: Final = 466
WIDE: Final = 760
HIGH: Final = 382
TEXTS: Final = ("picture.lacrimosa.map", "picture.lacrimosa.map.note")
PINS: Final[dict[str, tuple[int, int]]] = {
    "london": (70, 52),
    "den-haag": (246, 58),
    "berlin": (556, 36),
    "frankfurt": (404, 128),
    "praha": (622, 136),
    "paris": (84, 222),
    "mannheim": (304, 214),
    "muenchen": (478, 240),
    "wien": (612, 236),
    "salzburg": (500, 328),
    "milano": (316, 318),
}
"""Where the places of the house edition stand, drawn by hand; others by their shares."""

_DISCS: Final[dict[frozenset[str], tuple[int, int]]] = {
    frozenset(pair): at
    for pair, at in (
        (("london", "den-haag"), (207, 56)),
        (("den-haag", "paris"), (145, 159)),
        (("london", "paris"), (80, 176)),
        (("den-haag", "frankfurt"), (367, 112)),
        (("frankfurt", "praha"), (578, 135)),
        (("berlin", "frankfurt"), (492, 74)),
        (("berlin", "praha"), (599, 101)),
        (("praha", "wien"), (614, 202)),
        (("praha", "muenchen"), (536, 199)),
        (("frankfurt", "mannheim"), (344, 180)),
        (("paris", "mannheim"), (242, 216)),
        (("mannheim", "muenchen"), (443, 226)),
        (("muenchen", "salzburg"), (493, 301)),
        (("salzburg", "wien"), (566, 274)),
        (("mannheim", "milano"), (311, 286)),
        (("muenchen", "milano"), (372, 292)),
        (("milano", "salzburg"), (423, 323)),
        (("paris", "milano"), (278, 303)),
    )
}

_NARROW: Final = 100
"""Room for the demand of a court below which it is drawn as small as it can be."""

_TILE_LEFT: Final = {"london": 12, "den-haag": 198, "mannheim": 264, "muenchen": 400}
"""Where tiles begin that would else lie on a road's cost."""

_MOZART: Final[dict[str, tuple[int, int]]] = {
    "london": (32, 158),
    "den-haag": (272, 132),
    "praha": (577, 172),
    "paris": (243, 284),
    "mannheim": (240, 254),
    "muenchen": (482, 202),
    "wien": (672, 342),
    "milano": (274, 346),
}
"""Where Mozart stands at a place where a tile lies."""

_RIGHT: Final = frozenset({"berlin", "frankfurt", "salzburg"})
"""Places where he stands beside the tile."""

_ALONE: Final = {"muenchen": (440, 278), "salzburg": (526, 356), "milano": (274, 346)}
"""Where he stands at a place without a tile, if not right below the pin."""

_COAST: Final = (
    (112, -4), (306, -4), (268, 34), (208, 50), (196, 92), (160, 142), (100, 184), (40, 208),
    (-4, 232), (-4, 142), (40, 152), (90, 148), (140, 136), (172, 100), (170, 66), (150, 28),
)  # fmt: skip
_GULF: Final = ((640, 378), (664, 360), (704, 356), (740, 364), (756, 378))


def point(place: Place) -> tuple[int, int]:
    """Where a place's pin stands on the picture."""
    x, y = PINS.get(place.id, (round(60 + place.x * 620), round(40 + place.y * 290)))
    return LEFT + x, TOP + y


def ground(canvas: Canvas, book: Edition, words: Words) -> None:
    """Land, sea, roads, pins and names: the part that never changes."""
    title, note = TEXTS
    heading(canvas, LEFT, 454, LEFT + WIDE, words(title), words(note))
    framed(canvas, (LEFT, TOP, LEFT + WIDE, TOP + HIGH), T.tiles["land"])
    _sea(canvas)
    for line, colour in ((7, "#8A6F45"), (3, IVORY)):
        for road in book.tables.map.road:
            ends = [point(book.places[end]) for end in road.between]
            canvas.smooth([(float(x), float(y)) for x, y in ends], colour, line)
    for road in book.tables.map.road:
        x, y = _disc(book, road.between)
        canvas.disc(x, y, 13, T.ink)
        canvas.disc(x, y, 11, T.light)
        cost = str(road.ducats)
        canvas.text((x, y + 6), cost, "sans_bold", 17, T.ink, room=24, anchor="m")
    for place in book.tables.map.place:
        _pin(canvas, place)


def _sea(canvas: Canvas) -> None:
    """The water in the north-west and the south, hatched like an engraving."""
    sea, wave = T.tiles["sea"], T.tiles["wave"]
    patch = Canvas((WIDE - 10, HIGH - 10), T)
    patch.rect((0, 0, WIDE, HIGH), T.tiles["land"])
    for shore in (_COAST, _GULF):
        coast = _rounded([(float(x), float(y)) for x, y in shore])
        patch.smooth(coast, sea)
        patch.smooth([*coast, coast[0]], "#8A6F45", 2)
    pixels = patch.image
    for y in range(3, HIGH - 10, 6):
        for run in _runs(patch, y, sea):
            patch.rect((run[0] + 2, y, run[1] - 2, y + 1), wave)
    canvas.image.paste(pixels, (LEFT + 5, TOP + 5))


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


def _runs(canvas: Canvas, y: int, colour: str) -> list[tuple[int, int]]:
    """Where a line of pixels has a colour."""
    wanted = tuple(int(colour[i : i + 2], 16) for i in (1, 3, 5))
    runs, start = [], None
    for x in range(canvas.size[0]):
        is_sea = canvas.image.getpixel((x, y)) == wanted
        if is_sea and start is None:
            start = x
        elif not is_sea and start is not None:
            runs.append((start, x))
            start = None
    return [(a, b) for a, b in runs if b - a > 6]


def _disc(book: Edition, between: tuple[str, str]) -> tuple[int, int]:
    """Where a road's cost stands."""
    if frozenset(between) in _DISCS:
        x, y = _DISCS[frozenset(between)]
        return LEFT + x, TOP + y
    (ax, ay), (bx, by) = (point(book.places[end]) for end in between)
    return (ax + bx) // 2, (ay + by) // 2


def short(place: Place) -> str:
    """A place's name without the river it lies on."""
    return place.name.partition(" am ")[0]


def _pin(canvas: Canvas, place: Place) -> None:
    x, y = point(place)
    name = short(place)
    room = min(width(name, "serif", 19) + 1, LEFT + WIDE - x - 38)
    canvas.panel((x - 4, y - 13, x + 30 + room, y + 13), T.panel, T.rule, 1, 13)
    if place.kind == "court":
        canvas.panel((x - 17, y - 19, x + 17, y + 15), T.ink, r=5)
        canvas.icon("lacrimosa.court", x, y - 10, 17, T.light)
        number = str(place.number)
        canvas.text((x, y + 12), number, "sans_bold", 15, T.light, room=20, anchor="m")
        start = x + 22
    else:
        canvas.disc(x, y, 15, T.ink)
        canvas.disc(x, y, 13, WINE)
        number = str(place.number)
        canvas.text((x, y + 6), number, "sans_bold", 17, WHITE, room=24, anchor="m")
        start = x + 19
    canvas.text((start, y + 6), name, "serif", 19, T.ink, room=room)


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
    book: Edition,
    view: View,
    *,
    changed: frozenset[str],
    reached: Mapping[str, int] | None = None,
) -> None:
    """The tiles and Mozart.

    `changed` are places with a ring; with `reached`, the ducats for the roads to
    each place within reach, tiles show their full price.
    """
    roads = reached or {}
    for lying in view.lying:
        _tile(canvas, book, lying, roads.get(lying.place, 0), ring=lying.place in changed)
    _mozart(canvas, book, view, ring=view.mozart in changed)


def _rows(
    book: Edition, lying: Lying, roads: int
) -> tuple[tuple[Token, ...], tuple[Token, ...]]:
    tile = prices.tile(book, lying)
    cost = tile.cost.plus(Cost(ducats=roads))
    return tokens.of_cost(cost), tokens.of_reward(prices.reward(book, lying))


def extent(book: Edition, lying: Lying, roads: int = 0) -> tuple[int, int, int, int]:
    """The box of a tile on the picture."""
    x, y = point(book.places[lying.place])
    tile = prices.tile(book, lying)
    cost, gain = _rows(book, lying, roads)
    size = tokens.measure((*cost, *gain), 20, 124)
    long = size.row((*cost, *gain)) + 26
    high = 32
    if isinstance(tile, Court):
        long = max(long, 150)
        high = 62
    wanted = LEFT + _TILE_LEFT[lying.place] if lying.place in _TILE_LEFT else x - 14
    left = min(wanted, LEFT + WIDE - 8 - round(long))
    return left, y + 16, left + round(long), y + 16 + high


def _tile(canvas: Canvas, book: Edition, lying: Lying, roads: int, *, ring: bool) -> None:
    box = extent(book, lying, roads)
    left, top, right, low = box
    edge, line = (T.gold, 4) if lying.gilded else (T.ink, 2)
    canvas.panel(box, T.panel, edge, line, 5)
    tile: Court | City = prices.tile(book, lying)
    cost, gain = _rows(book, lying, roads)
    tokens.priced(canvas, (left + 5, top + 16), cost, gain, 20, right - left - 8)
    if isinstance(tile, Court):
        canvas.rect((left + 8, top + 32, right - 8, top + 33), T.rule)
        demand(canvas, tile, (left + 8, top + 46), right - left - 16, 20)
    if ring:
        canvas.changed((left + 4, top + 4, right - 4, low - 4), T.ink, 5, 0)


def demand(
    canvas: Canvas, court: Court, at: tuple[float, float], room: float, side: int
) -> None:
    """What a court asks for at the end, and its points."""
    x, y = at
    points = Token("vp", str(court.vp))
    size = tokens.measure((points,), side, room / 2)
    right = x + room
    for need in court.needs:
        x += _need(canvas, court.kind, str(need), (x, y), side, narrow=room < _NARROW)
    free = right - size.of(points) - x
    if free > 16:
        canvas.icon("lacrimosa.leads_to", x + free / 2, y, 13, T.ink2)
    tokens.draw(canvas, (right, y), (points,), side, room / 2, anchor="r")


def _need(
    canvas: Canvas,
    kind: str,
    need: str,
    at: tuple[float, float],
    side: int,
    *,
    narrow: bool,
) -> float:
    """One thing a court asks for; answers how far the next one stands."""
    x, y = at
    if kind in {"types", "instruments"}:
        canvas.icon(f"lacrimosa.{need}", x + side / 2, y, side)
        return side * 1.2
    letters, ground = (
        (ROMAN[int(need)], WINE)
        if kind == "periods"
        else (need[: 2 if narrow else 3].capitalize(), T.tiles["requiem"])
    )
    wide = max(side, width(letters, "serif", 15) + (4 if narrow else 8))
    half = max(side / 2, 9)
    canvas.panel((x, y - half, x + wide, y + half), ground, r=3)
    canvas.text((x + wide / 2, y + 5), letters, "serif", 15, T.light, room=wide, anchor="m")
    return wide + (2 if narrow else side * 0.2)


def mozart_at(book: Edition, view: View) -> tuple[float, float]:
    """Where Mozart stands: beside the tile, or below the pin."""
    place = book.places[view.mozart]
    x, y = point(place)
    lying = prices.lying(view, place.id)
    free = lying is None
    by_hand = _ALONE if free else _MOZART
    if place.id in by_hand:
        dx, dy = by_hand[place.id]
        return LEFT + dx, TOP + dy
    if lying is not None and place.id in _RIGHT:
        _, top, right, low = extent(book, lying)
        return right + 25, (top + low) / 2 + 2
    return x + 20, y + 42 if y + 68 < TOP + HIGH else y - 40


def _mozart(canvas: Canvas, book: Edition, view: View, *, ring: bool) -> None:
    x, y = mozart_at(book, view)
    if ring:
        canvas.disc(x, y, 31, T.ink)
        canvas.disc(x, y, 29, SIGNAL)
        canvas.disc(x, y, 24, T.tiles["land"])
    canvas.icon("lacrimosa.mozart", x, y, 46)
