"""One seat's panel: points, tracks, money, finances, cards, instruments, opus, courts.

A panel is drawn from the point 0, 0.
"""

from __future__ import annotations

from typing import Final

import msgspec
from msgspec.structs import replace

from render.canvas import Box, Canvas
from render.header import LEAST
from render.lacrimosa.pictures import journeys, tokens
from render.lacrimosa.pictures.frame import BLUE, BLUE_BAND, BLUE_FIELD, WINE, current
from render.lacrimosa.pictures.moment import ROMAN, Moment, gained
from render.lacrimosa.pictures.tokens import Token
from render.lacrimosa.theme import THEME as T
from render.theme import COST, GOOD, IVORY, SEATS, SIGNAL, WHITE
from render.words import signed
from rules.contract import Seat
from rules.lacrimosa.catalogue import TURNS, Edition
from rules.lacrimosa.events import (
    Commissioned,
    Composed,
    Documented,
    LaidExperience,
    LaidStory,
    Performed,
    Sold,
    Travelled,
    UsedCard,
)
from rules.lacrimosa.grammar import KINDS
from rules.lacrimosa.state import Held
from rules.lacrimosa.view import SeatView

WIDE: Final = 392
LEFT: Final = 12
RIGHT: Final = WIDE - LEFT
_MONEY: Final = 222
"""Where ducats and finances begin, beside the tracks."""
_COLUMN: Final = (RIGHT - LEFT + 4) / TURNS
"""From one column of cards to the next."""
_ACROSS: Final = 5
_OPUS_LINE: Final = (34, 84)
_COURTS_LINE: Final = (32, 40)
"""The most opus cards in a line, and the least and greatest height of each kind of line."""
_BETWEEN: Final = 4
"""Pixels between two cards or tiles."""


class Sections(msgspec.Struct, frozen=True):
    """How high a panel is, and where each of its parts begins and ends, in pixels.

    `track` is the distance from one track to the next.
    """

    high: int
    track: int
    experiences: tuple[int, int]
    story: tuple[int, int]
    places: tuple[int, int]
    opus: tuple[int, int]
    courts: tuple[int, int]


LOW: Final = Sections(496, 35, (182, 226), (229, 265), (275, 327), (337, 410), (420, 488))
"""For three or four seats: two lines of opus, two of courts."""
TALL: Final = Sections(624, 40, (200, 254), (258, 302), (314, 374), (386, 500), (510, 614))
"""For one or two seats: three lines of each."""


class Grid(msgspec.Struct, frozen=True):
    """How many things an area shows, in how many lines, and how high the lines are."""

    shown: int
    lines: int
    high: float

    @staticmethod
    def of(count: int, across: int, room: int, limits: tuple[int, int]) -> Grid:
        """The grid of `count` things, with lines between two limits of height.

        If not all of them fit, the last field is for how many more there are.
        """
        least, most = limits
        fit = (room + _BETWEEN) // (least + _BETWEEN)
        lines = min(max(-(-count // across), 1), fit)
        shown = count if count <= fit * across else fit * across - 1
        return Grid(shown, lines, min(most, (room + _BETWEEN) / lines - _BETWEEN))


class Changed(msgspec.Struct, frozen=True):
    """What the last turn changed on a seat's panel: ids of opus, courts, places, columns."""

    opus: frozenset[str]
    courts: frozenset[str]
    places: frozenset[str]
    experience: bool
    story: bool


def changed(moment: Moment, seat: Seat) -> Changed:
    """What the events of the last turn did to a seat's panel."""
    opus, courts, places = set(), set(), set()
    experience = story = False
    hired = {each.tile: each.place for each in moment.view.seats[seat].hired}
    for event in moment.scene.changed:
        if getattr(event, "seat", None) != seat:
            continue
        match event:
            case Commissioned(_, thing) | Performed(_, thing) | Sold(_, thing):
                opus.add(thing)
            case Travelled(_, _, str() as tile):
                courts.add(tile)
            case Composed(tile=tile) if tile in hired:
                places.add(hired[tile])
            case Documented() | LaidStory():
                story = True
            case LaidExperience() | UsedCard():
                experience = True
            case _:
                pass
    return Changed(frozenset(opus), frozenset(courts), frozenset(places), experience, story)


def draw(canvas: Canvas, moment: Moment, seat: Seat, sections: Sections) -> None:
    """The panel of a seat."""
    box = (0, 0, WIDE, sections.high)
    if seat in moment.active:
        current(canvas, box)
    canvas.panel(box, T.panel, T.ink, 2, 6)
    band(canvas, moment, seat)
    edition, view = moment.edition, moment.view.seats[seat]
    news = changed(moment, seat)
    _tracks(canvas, view, edition, sections.track)
    _money(canvas, view, edition, sections.track)
    _cards(canvas, moment, seat, news, sections)
    _places(canvas, moment, seat, news, sections.places)
    _opus(canvas, view, edition, news, sections.opus)
    courts(canvas, view.courts, edition, sections.courts, news.courts)


def band(canvas: Canvas, moment: Moment, seat: Seat) -> None:
    """Mark, name, first player, victory points."""
    colours = SEATS[seat]
    canvas.rect((2, 2, WIDE - 2, 62), colours.ground)
    canvas.rect((0, 62, WIDE, 64), T.ink)
    canvas.plate(seat, 36, 32, 52)
    points = str(moment.vp(seat))
    long = canvas.text(
        (RIGHT, 49), points, "sans_black", 46, colours.text, width=96, anchor="r"
    )
    icon = RIGHT - long - 24
    canvas.icon("lacrimosa.vp", icon, 32, 36)
    badges = []
    if moment.view.round and seat == moment.view.first and not moment.over:
        badges.append("first")
    if moment.is_computer(seat) or moment.is_solo(seat):
        badges.append("computer")
    used = canvas.text(
        (72, 42),
        moment.name(seat),
        "serif_bold",
        30,
        colours.text,
        width=icon - 24 - 72 - 34 * len(badges),
        name=True,
        least=LEAST,
    )
    for i, badge in enumerate(badges):
        left = round(80 + used + 33 * i)
        canvas.panel((left, 17, left + 28, 47), IVORY, r=4)
        canvas.icon(badge, left + 14, 32, 22)
    if any(line.seat == seat and gained(line) for line in moment.told):
        canvas.panel((icon - 22, 6, WIDE - 5, 58), None, SIGNAL, 4, 6)


def _boxes(canvas: Canvas, box: Box, filled: int, count: int, fill: str) -> None:
    """A track of `count` boxes, the first ones filled."""
    x0, y0, x1, y1 = box
    pitch = (x1 - x0) / count
    canvas.rect(box, T.ink2)
    for i in range(count):
        colour = fill if i < filled else IVORY
        left = round(x0 + i * pitch) + 1
        right = round(x0 + (i + 1) * pitch) - (1 if i == count - 1 else 0)
        canvas.rect((left, y0 + 1, right, y1 - 1), colour)


def track(canvas: Canvas, box: Box, filled: int, count: int) -> None:
    """The finance track."""
    _boxes(canvas, box, filled, count, T.bronze)


def _tracks(canvas: Canvas, view: SeatView, edition: Edition, pitch: int) -> None:
    """The three story tracks, and any counters beside them."""
    most = edition.player.story_track_max
    for i, kind in enumerate(KINDS):
        y = 89 + pitch * i
        canvas.icon(f"lacrimosa.{kind}", 27, y, 29)
        _boxes(canvas, (48, y - 10, 144, y + 10), view.tracks[i], most, T.ink)
        on_track = str(view.tracks[i])
        canvas.text((162, y + 10), on_track, "sans_bold", 28, T.ink, width=32, anchor="m")
        if view.counters[i]:
            text = f"+{view.counters[i]}"
            canvas.text((175, y + 10), text, "sans_bold", 28, COST, width=46, least=LEAST)


def _money(canvas: Canvas, view: SeatView, edition: Edition, pitch: int) -> None:
    """Ducats, the finance track, what it brings in each maintenance, cards to come."""
    canvas.icon("lacrimosa.ducats", _MONEY + 20, 93, 38)
    canvas.text((_MONEY + 44, 107), str(view.ducats), "sans_black", 38, T.ink, width=70)
    left_in_deck = str(len(view.unplayed) - view.cards)
    used = canvas.text((RIGHT, 103), left_in_deck, "sans_bold", 28, T.ink, width=32, anchor="r")
    canvas.icon("deck", RIGHT - used - 18, 93, 26)
    spaces = edition.player.finance
    y = 93 + pitch
    canvas.icon("lacrimosa.finance", _MONEY + 16, y, 28)
    track(canvas, (_MONEY + 36, y - 9, RIGHT, y + 9), view.finance, len(spaces) - 1)
    found = spaces[view.finance]
    amounts = (("ducats", found.ducats), ("wild", found.wildcards), ("vp", found.vp))
    gains = tuple(Token(what, str(n), up=what == "wild") for what, n in amounts if n)
    shown, free = gains or (Token("ducats", "0"),), RIGHT - _MONEY
    tokens.draw(canvas, (RIGHT, 89 + 2 * pitch), shown, 25, free, anchor="r", least=LEAST)


def _cards(
    canvas: Canvas, moment: Moment, seat: Seat, news: Changed, sections: Sections
) -> None:
    """Four columns: what was laid in Experiences, and below it in Story."""
    view, edition = moment.view.seats[seat], moment.edition
    at_turn = seat in moment.active and not moment.over
    (top, between), (below, low) = sections.experiences, sections.story
    for i in range(TURNS):
        left = LEFT + _COLUMN * i
        right, middle = left + _COLUMN - 4, left + _COLUMN / 2 - 2
        upper, lower = (left, top, right, between), (left, below, right, low)
        has, told = i < len(view.experiences), i < len(view.story)
        if has:
            canvas.panel(upper, BLUE_FIELD, BLUE, 2, 7)
            actions = tuple(Token(a) for a in edition.memories[view.experiences[i]].actions)
            at = (middle, (top + between) / 2)
            tokens.draw(canvas, at, actions, 34, _COLUMN - 12, anchor="m")
        else:
            now = at_turn and i == len(view.experiences) == len(view.story)
            canvas.dashed(upper, T.ink if now else T.rule, 2, 5)
            ink, y = T.ink if now else T.ink2, (top + between) / 2 + 10
            canvas.text((middle, y), str(i + 1), "sans_bold", 28, ink, width=30, anchor="m")
        if told:
            canvas.panel(lower, BLUE_BAND, BLUE, 2, 7)
            _story(canvas, edition.memories[view.story[i]].story, (middle, (below + low) / 2))
        else:
            now = at_turn and i == len(view.story) and i <= len(view.experiences)
            canvas.dashed(lower, T.ink if now else T.rule, 2, 5)
        if news.experience and has and i == len(view.experiences) - 1:
            _ring(canvas, upper)
        if news.story and told and i == len(view.story) - 1:
            _ring(canvas, lower)


def _story(canvas: Canvas, reward: tuple[str, ...], at: tuple[float, float]) -> None:
    """What a card in Story gave; among three or more goods, a figure 1 is left out."""
    gains = tokens.of_reward(reward)
    if len(gains) > 2:
        gains = tuple(replace(each, text="") if each.text == "1" else each for each in gains)
    tokens.draw(canvas, at, gains, 24, _COLUMN - 10, anchor="m", least=LEAST)


def _ring(canvas: Canvas, box: Box) -> None:
    """A ring close to its own box, for boxes with near neighbours."""
    x0, y0, x1, y1 = box
    canvas.panel((x0 - 2, y0 - 2, x1 + 2, y1 + 2), None, T.ink, 1, 8)
    canvas.panel((x0 - 1, y0 - 1, x1 + 1, y1 + 1), None, SIGNAL, 4, 7)


def _places(
    canvas: Canvas, moment: Moment, seat: Seat, news: Changed, rows: tuple[int, int]
) -> None:
    """The places of the requiem markers: full, empty, or with a lasting effect."""
    view, edition = moment.view.seats[seat], moment.edition
    hired = {each.place: each.tile for each in view.hired}
    places = edition.player.instrument
    top, low = rows
    pitch = min(54.0, (RIGHT - LEFT + 4) / max(len(places), 1))
    for i, place in enumerate(places):
        left = LEFT + pitch * i
        box = (left, top, left + pitch - 4, low)
        middle, y = left + pitch / 2 - 2, (top + low) / 2
        tile = edition.tiles[hired[place.id]] if place.id in hired else None
        if place.id in view.markers:
            canvas.panel(box, T.shade, T.ink2, 2, 5)
            canvas.icon(f"lacrimosa.{place.instrument}", middle - 7, y - 7, 30)
            canvas.mark(seat, middle + 11, y + 13, 22)
        elif tile is not None and tile.repeat is not None:
            canvas.panel(box, T.good, GOOD, 3, 5)
            _effect(canvas, tile.repeat, box)
        else:
            canvas.panel(box, T.past, T.rule, 1, 5)
            icon = f"lacrimosa.{place.instrument}"
            canvas.icon(icon, middle, y, 30, T.rule, ghost=True)
        if place.id in news.places:
            _ring(canvas, box)


def _effect(canvas: Canvas, repeat: str, box: Box) -> None:
    """What a lasting effect does, with its circular arrow."""
    left, top, right, low = box
    what, *more = tokens.of_repeat(repeat, sign=False)
    canvas.icon("lacrimosa.again", left + 14, top + 14, 18)
    figure = (right - 13, low - 6)
    if more:
        canvas.icon(f"lacrimosa.{more[0].icon}", right - 14, top + 15, 20)
        canvas.icon(f"lacrimosa.{what.icon}", left + 16, low - 15, 22)
        text = more[0].text
        canvas.text(figure, text, "sans_bold", LEAST, T.ink, width=22, anchor="m")
    elif what.text:
        canvas.icon(f"lacrimosa.{what.icon}", right - 14, top + 15, 22)
        canvas.icon("lacrimosa.up", left + 16, low - 15, 17)
        canvas.text(figure, what.text, "sans_bold", LEAST, T.ink, width=22, anchor="m")
    else:
        canvas.icon(f"lacrimosa.{what.icon}", (left + right) / 2 + 5, low - 20, 30)


def _opus(
    canvas: Canvas, view: SeatView, edition: Edition, news: Changed, rows: tuple[int, int]
) -> None:
    """The opus cards by type and period; performed ones are filled."""
    count, (top, low) = len(view.opus), rows
    grid = Grid.of(count, _ACROSS, low - top, _OPUS_LINE)
    pitch = (RIGHT - LEFT + _BETWEEN) / _ACROSS
    for i, held in enumerate(view.opus[: grid.shown]):
        line, place = divmod(i, _ACROSS)
        left, y = LEFT + pitch * place, top + (grid.high + _BETWEEN) * line
        box = (round(left), y, round(left + pitch) - _BETWEEN, y + grid.high)
        _held(canvas, edition, held, box)
        if held.id in news.opus:
            _ring(canvas, box)
    if count > grid.shown:
        _more(canvas, count - grid.shown, (RIGHT, low - 7))


def _more(canvas: Canvas, count: int, at: tuple[float, float]) -> None:
    """How many more there are than a panel shows."""
    canvas.text(at, signed(count), "sans_bold", LEAST, T.ink, width=60, anchor="r")


def _held(canvas: Canvas, edition: Edition, held: Held, box: Box) -> None:
    """An opus card in front of a seat: its type, with its period beside or below it."""
    left, top, right, low = box
    opus = edition.opus[held.id]
    ink = WHITE if held.rotated else T.ink
    canvas.panel(box, WINE if held.rotated else T.panel, WINE, 2, 3)
    middle, y = (left + right) / 2, (top + low) / 2
    genre = f"lacrimosa.{opus.type or 'start'}"
    tall = low - top > 60
    if not opus.period:
        canvas.icon(genre, middle, y, 36 if tall else 28)
        return
    colour = T.light if held.rotated else T.ink2
    if tall:
        canvas.icon(genre, middle, (top + low - 23) / 2, 36, ink)
    else:
        canvas.icon(genre, left + 18, y, 27, ink)
    at = (middle, low - 10) if tall else (left + 50, y + 9)
    canvas.text(at, ROMAN[opus.period], "serif", LEAST, colour, width=60, anchor="m")


def courts(
    canvas: Canvas,
    owned: tuple[str, ...],
    edition: Edition,
    rows: tuple[int, int],
    fresh: frozenset[str],
) -> None:
    """Court tiles, two to a line, between two heights; then how many more there are."""
    (top, low), count, x = rows, len(owned), LEFT + 38
    grid = Grid.of(count, 2, low - top, _COURTS_LINE)
    middle, pitch = (top + low) / 2, (RIGHT - x + _BETWEEN) / 2
    canvas.icon("lacrimosa.court", LEFT + 16, middle, 32)
    if not owned:
        canvas.text((x, middle + 10), "0", "sans", 28, T.ink2, width=30)
        return
    first = middle - ((grid.high + _BETWEEN) * grid.lines - _BETWEEN) / 2
    for i, court in enumerate(owned[: grid.shown]):
        line, nth = divmod(i, 2)
        left, y = x + nth * pitch, first + line * (grid.high + _BETWEEN)
        box = (left, y, left + pitch - _BETWEEN, y + grid.high)
        canvas.panel(box, T.light, T.bronze, 2, 4)
        found, at = edition.courts[court], (left + 6, y + grid.high / 2)
        journeys.demand(canvas, found, at, pitch - 16, 26, LEAST)
        if court in fresh:
            _ring(canvas, box)
    if count > grid.shown:
        _more(canvas, count - grid.shown, (RIGHT, low - 7))
