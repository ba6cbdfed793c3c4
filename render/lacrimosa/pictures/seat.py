"""One seat's panel: points, tracks, money, finances, cards, instruments, opus, courts."""

from __future__ import annotations

from typing import Final

import msgspec

from render.canvas import Box, Canvas
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

TOP: Final = 868
WIDE: Final = 376
HIGH: Final = 428
PITCH: Final = 392
_INNER: Final = 356
_COURTS: Final = 6
"""The most court tiles shown on a panel."""


class Changed(msgspec.Struct, frozen=True):
    """What the last turn changed on a seat's panel: ids of opus, courts, places, columns."""

    opus: frozenset[str]
    courts: frozenset[str]
    places: frozenset[str]
    experience: bool
    story: bool


def changed(moment: Moment, seat: Seat) -> Changed:
    """What events of the last turn did to a seat's panel."""
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


def draw(canvas: Canvas, moment: Moment, seat: Seat, x: int) -> None:
    """The panel of a seat, its left edge at `x`."""
    box = (x, TOP, x + WIDE, TOP + HIGH)
    if seat in moment.active:
        current(canvas, box)
    canvas.panel(box, T.panel, T.ink, 2, 6)
    band(canvas, moment, seat, x)
    edition, view = moment.edition, moment.view.seats[seat]
    news = changed(moment, seat)
    _tracks(canvas, view, edition, x)
    _money(canvas, view, edition, x)
    _cards(canvas, moment, seat, x, news)
    _places(canvas, moment, seat, x, news)
    _opus(canvas, view, edition, x, news)
    _courts(canvas, view, edition, x, news)


def band(canvas: Canvas, moment: Moment, seat: Seat, x: int) -> None:
    """Mark, name, first player, victory points."""
    colours = SEATS[seat]
    canvas.rect((x + 2, TOP + 2, x + WIDE - 2, TOP + 62), colours.ground)
    canvas.rect((x, TOP + 62, x + WIDE, TOP + 64), T.ink)
    canvas.plate(seat, x + 34, TOP + 32, 52)
    points = str(moment.vp(seat))
    long = canvas.text(
        (x + WIDE - 12, TOP + 49), points, "sans_black", 46, colours.text, width=96, anchor="r"
    )
    icon = x + WIDE - 12 - long - 24
    canvas.icon("lacrimosa.vp", icon, TOP + 32, 36)
    right = icon - 24
    badges = []
    if moment.view.round and seat == moment.view.first and not moment.over:
        badges.append("first")
    if moment.is_computer(seat) or moment.is_solo(seat):
        badges.append("computer")
    free = right - x - 70 - 34 * len(badges)
    used = canvas.text(
        (x + 70, TOP + 42),
        moment.name(seat),
        "serif_bold",
        28,
        colours.text,
        width=free,
        name=True,
    )
    for i, badge in enumerate(badges):
        left = round(x + 78 + used + 33 * i)
        canvas.panel((left, TOP + 17, left + 28, TOP + 47), IVORY, r=4)
        canvas.icon(badge, left + 14, TOP + 32, 22)
    if any(line.seat == seat and gained(line) for line in moment.told):
        canvas.panel((icon - 22, TOP + 6, x + WIDE - 5, TOP + 58), None, SIGNAL, 4, 6)


def _boxes(canvas: Canvas, box: Box, filled: int, count: int, fill: str) -> None:
    """A track: so many boxes, the first ones filled."""
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


def _tracks(canvas: Canvas, view: SeatView, edition: Edition, x: int) -> None:
    """The three story tracks, and what counters there are beside them."""
    most = edition.player.story_track_max
    for i, kind in enumerate(KINDS):
        y = TOP + 84 + 31 * i
        canvas.icon(f"lacrimosa.{kind}", x + 23, y, 25)
        _boxes(canvas, (x + 41, y - 9, x + 147, y + 9), view.tracks[i], most, T.ink)
        on_track = str(view.tracks[i])
        canvas.text((x + 163, y + 8), on_track, "sans_bold", 22, T.ink, width=26, anchor="m")
        if view.counters[i]:
            text = f"+{view.counters[i]}"
            size = 19 if view.counters[i] < 10 else 16
            used = canvas.text((x + 177, y + 7), text, "sans_bold", size, COST, width=32)
            canvas.icon(f"lacrimosa.{kind}", x + 187 + used, y, 17)


def _money(canvas: Canvas, view: SeatView, edition: Edition, x: int) -> None:
    """Ducats, the finance track, and what it brings in each maintenance."""
    canvas.icon("lacrimosa.ducats", x + 253, TOP + 91, 36)
    canvas.text((x + 276, TOP + 105), str(view.ducats), "sans_black", 38, T.ink, width=92)
    spaces = edition.player.finance
    box = (x + 234, TOP + 120, x + 364, TOP + 135)
    track(canvas, box, view.finance, len(spaces) - 1)
    found = spaces[view.finance]
    amounts = (("ducats", found.ducats), ("wild", found.wildcards), ("vp", found.vp))
    gains = tuple(Token(what, str(n), up=what == "wild") for what, n in amounts if n)
    canvas.icon("lacrimosa.finance", x + 244, TOP + 154, 22)
    tokens.draw(canvas, (x + 262, TOP + 154), gains or (Token("ducats", "0"),), 19, 106)


def _cards(canvas: Canvas, moment: Moment, seat: Seat, x: int, news: Changed) -> None:
    """Four columns: what was laid in Experiences, and below it in Story."""
    view, edition = moment.view.seats[seat], moment.edition
    at_turn = seat in moment.active and not moment.over
    for i in range(TURNS):
        left = x + 10 + 90 * i
        upper = (left, TOP + 172, left + 86, TOP + 218)
        lower = (left, TOP + 222, left + 86, TOP + 254)
        has, told = i < len(view.experiences), i < len(view.story)
        if has:
            canvas.panel(upper, BLUE_FIELD, BLUE, 2, 7)
            actions = tuple(Token(a) for a in edition.memories[view.experiences[i]].actions)
            at = (left + 43, TOP + 195)
            tokens.draw(canvas, at, actions, 32, 78, anchor="m")
        else:
            now = at_turn and i == len(view.experiences) == len(view.story)
            canvas.dashed(upper, T.ink if now else T.rule, 2, 5)
            ink = T.ink if now else T.ink2
            canvas.text(
                (left + 43, TOP + 202), str(i + 1), "sans_bold", 20, ink, width=30, anchor="m"
            )
        if told:
            canvas.panel(lower, BLUE_BAND, BLUE, 2, 7)
            gains = tokens.of_reward(edition.memories[view.story[i]].story)
            tokens.draw(canvas, (left + 43, TOP + 238), gains, 21, 78, anchor="m")
        else:
            now = at_turn and i == len(view.story) and i <= len(view.experiences)
            canvas.dashed(lower, T.ink if now else T.rule, 2, 5)
        if news.experience and has and i == len(view.experiences) - 1:
            _ring(canvas, upper)
        if news.story and told and i == len(view.story) - 1:
            _ring(canvas, lower)


def _ring(canvas: Canvas, box: Box) -> None:
    """A ring that stays within its own box, where neighbours are near."""
    x0, y0, x1, y1 = box
    canvas.panel((x0 - 2, y0 - 2, x1 + 2, y1 + 2), None, T.ink, 1, 8)
    canvas.panel((x0 - 1, y0 - 1, x1 + 1, y1 + 1), None, SIGNAL, 4, 7)


def _places(canvas: Canvas, moment: Moment, seat: Seat, x: int, news: Changed) -> None:
    """The places of the requiem markers: full, empty, or with a lasting effect."""
    view, edition = moment.view.seats[seat], moment.edition
    hired = {each.place: each.tile for each in view.hired}
    places = edition.player.instrument
    pitch = min(51.5, _INNER / max(len(places), 1))
    for i, place in enumerate(places):
        left = x + 10 + pitch * i
        box = (left, TOP + 266, left + pitch - 5, TOP + 312)
        middle, y = (left + left + pitch - 5) / 2, TOP + 289
        tile = edition.tiles[hired[place.id]] if place.id in hired else None
        if place.id in view.markers:
            canvas.panel(box, T.shade, T.ink2, 2, 5)
            canvas.icon(f"lacrimosa.{place.instrument}", middle - 7, y - 6, 27)
            canvas.mark(seat, middle + 10, y + 11, 22)
        elif tile is not None and tile.repeat is not None:
            canvas.panel(box, T.good, GOOD, 3, 5)
            canvas.icon("lacrimosa.again", left + 13, y - 11, 17)
            _effect(canvas, tile.repeat, left, pitch - 5, y)
        else:
            canvas.panel(box, T.past, T.rule, 1, 5)
            icon = f"lacrimosa.{place.instrument}"
            canvas.icon(icon, middle, y, 27, T.rule, ghost=True)
        if place.id in news.places:
            _ring(canvas, box)


def _effect(canvas: Canvas, repeat: str, left: float, wide: float, y: float) -> None:
    """What a lasting effect does, below its round arrow."""
    what, *more = tokens.of_repeat(repeat, sign=False)
    right = left + wide - 14
    if more:
        canvas.icon(f"lacrimosa.{more[0].icon}", right - 1, y - 11, 17)
        canvas.icon(f"lacrimosa.{what.icon}", left + 15, y + 9, 21)
        shown = more[0].text
        canvas.text((right, y + 15), shown, "sans_bold", 17, T.ink, width=22, anchor="m")
    elif what.text:
        canvas.icon(f"lacrimosa.{what.icon}", right - 1, y - 10, 20)
        canvas.icon("lacrimosa.up", left + 16, y + 10, 14)
        canvas.text((right, y + 16), what.text, "sans_bold", 18, T.ink, width=22, anchor="m")
    else:
        canvas.icon(f"lacrimosa.{what.icon}", left + wide / 2 + 4, y + 5, 27)


def _opus(canvas: Canvas, view: SeatView, edition: Edition, x: int, news: Changed) -> None:
    """The opus cards by type and period; performed ones are filled."""
    count = len(view.opus)
    pitch = min(58.0, _INNER / max(count, 1))
    for i, held in enumerate(view.opus):
        left = x + 10 + pitch * i
        box = (left, TOP + 322, left + pitch - 4, TOP + 364)
        _held(canvas, edition, held, box)
        if held.id in news.opus:
            _ring(canvas, box)


def _held(canvas: Canvas, edition: Edition, held: Held, box: Box) -> None:
    """An opus card in front of a seat."""
    left, top, right, low = box
    opus = edition.opus[held.id]
    ink = WHITE if held.rotated else T.ink
    canvas.panel(box, WINE if held.rotated else T.panel, WINE, 2, 3)
    wide, middle = right - left, (left + right) / 2
    genre = f"lacrimosa.{opus.type or 'start'}"
    if not opus.period:
        canvas.icon(genre, middle, (top + low) / 2, min(26, round(wide) - 4), None)
        return
    period = ROMAN[opus.period]
    if wide >= 50:
        canvas.icon(genre, left + 17, top + 21, 26, ink)
        canvas.text(
            (right - 13, top + 20),
            period,
            "serif",
            15,
            T.light if held.rotated else T.ink2,
            width=24,
            anchor="m",
        )
        if held.rotated:
            canvas.icon("check", right - 13, top + 31, 15, WHITE)
    else:
        canvas.icon(genre, middle, top + 14, min(22, round(wide) - 2), ink)
        canvas.text(
            (middle, low - 5),
            period,
            "serif",
            15,
            T.light if held.rotated else T.ink2,
            width=wide,
            anchor="m",
        )


def _courts(canvas: Canvas, view: SeatView, edition: Edition, x: int, news: Changed) -> None:
    """The court tiles won, and how many cards are still in the deck."""
    top = TOP + 374
    canvas.icon("lacrimosa.court", x + 25, top + 22, 28)
    left_in_deck = len(view.unplayed) - view.cards
    canvas.icon("deck", x + 326, top + 22, 24)
    canvas.text(
        (x + 366, top + 29), str(left_in_deck), "sans_bold", 20, T.ink, width=26, anchor="r"
    )
    courts(canvas, view.courts, edition, (x + 46, top, x + 310), news.courts)


def courts(
    canvas: Canvas,
    owned: tuple[str, ...],
    edition: Edition,
    at: tuple[float, float, float],
    fresh: frozenset[str],
) -> None:
    """Court tiles in one row or two; beyond six how many more."""
    x, top, right = at
    if not owned:
        canvas.text((x + 2, top + 29), "0", "sans", 20, T.ink2, width=24)
        return
    shown = owned if len(owned) <= _COURTS else owned[: _COURTS - 1]
    across = len(shown) if len(shown) <= 3 else -(-len(shown) // 2)
    rows = 1 if len(shown) <= 3 else 2
    pitch = min(128.0, (right - x) / across)
    high = 38 if rows == 1 else 22
    side = 22 if across < 3 else 17 if across == 3 else 15
    for i, court in enumerate(shown):
        row, place = divmod(i, across)
        left, y = x + place * pitch, top + 3 + row * 25 - (3 if rows == 2 else 0)
        box = (left, y, left + pitch - 4, y + high)
        canvas.panel(box, T.light, T.bronze, 2, 4)
        found = edition.courts[court]
        journeys.demand(canvas, found, (left + 4, y + high / 2), pitch - 11, side)
        if court in fresh:
            _ring(canvas, box)
    if len(owned) > len(shown):
        row, place = divmod(len(shown), across)
        text = signed(len(owned) - len(shown))
        canvas.text(
            (x + place * pitch + 8, top + 18 + row * 25), text, "sans_bold", 17, T.ink, width=40
        )
