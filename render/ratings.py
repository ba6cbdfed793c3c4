"""The ratings of the people on a server: a table, and the course of the best."""

from __future__ import annotations

from typing import Final

import msgspec

from render.canvas import Canvas
from render.header import band
from render.people import mark
from render.presentation import Picture
from render.scores import apart
from render.theme import INK, SEATS, WHITE, Theme
from render.typesetting import Face, legible
from render.words import Words, bare

SIZE: Final = (1200, 700)
MOST: Final = 10
"""How many people the picture has room for."""

_THEME: Final = Theme(name="ratings")
_HEAD: Final = 96
_TABLE: Final = (16, 112, 616, 684)
_CHART: Final = (632, 112, 1184, 684)
_AXIS: Final = (720, 172, 1070, 624)
"""Left, top, right and bottom of the plotted field."""

_COLUMNS: Final = (412, 504, 588)
"""Where the columns of ratings, games and wins end."""
_FACES: Final[tuple[Face, ...]] = ("sans_black", "sans", "sans")

_CLEAR: Final = 30
"""A course that ends this near the figures on the right, in pixels, needs no end mark."""

_DOTTED: Final = 12
"""A course of up to this many points, with its start, has a dot for each game."""


class RatedPerson(msgspec.Struct, frozen=True):
    """A line of the table.

    Attributes:
        place: the rank, which ties share.
        course: after each counted game of this person, the number of counted games on
            the server so far and the new rating.
    """

    place: int
    name: str
    rating: int
    games: int
    wins: int
    course: tuple[tuple[int, int], ...]


def picture(people: tuple[RatedPerson, ...], start: int, title: str, words: Words) -> Picture:
    """The picture of a table of ratings, 1200 × 700 pixels.

    Args:
        people: the best first; at most `MOST` are shown, and the course of the first five.
        start: the rating before the first game.
        title: what was played.
        words: the language.
    """
    shown = people[:MOST]
    lines = words.clauses(
        words("ratings.alt.line", place=each.place, name=bare(each.name), rating=each.rating)
        for each in shown
    )
    canvas = draw(shown, start, title, words)
    return canvas.picture("ratings", words("ratings.alt", game=title, lines=lines))


def draw(people: tuple[RatedPerson, ...], start: int, title: str, words: Words) -> Canvas:
    """The same as a canvas, for at most `MOST` people."""
    canvas = Canvas(SIZE, _THEME)
    band(canvas, _HEAD)
    canvas.text((24, 58), words("ratings.title"), "serif_bold", 42, WHITE, width=640)
    canvas.text((1176, 56), title, "serif", 32, _THEME.light, width=480, anchor="r")
    _table(canvas, people, words)
    _chart(canvas, people[: len(SEATS)], start, words)
    return canvas


def _table(canvas: Canvas, people: tuple[RatedPerson, ...], words: Words) -> None:
    t = _THEME
    x0, y0, x1, y1 = _TABLE
    canvas.panel(_TABLE, t.panel, t.ink, 2, 4)
    for x, column in zip(_COLUMNS, ("rating", "games", "wins"), strict=True):
        text = words(f"ratings.column.{column}")
        canvas.text((x, y0 + 34), text, "serif", 22, t.heading, width=80, anchor="r")
    pitch = (y1 - y0 - 56) / MOST
    for row, each in enumerate(people):
        top = y0 + 48 + row * pitch
        middle = top + pitch / 2
        canvas.rect((x0 + 10, top, x1 - 10, top + 1), t.rule)
        place, marked = f"{each.place}.", row < len(SEATS)
        canvas.text((x0 + 52, middle + 9), place, "sans_bold", 26, t.ink2, width=44, anchor="r")
        if marked:
            canvas.mark(row, x0 + 84, middle, 34)
        otherwise = mark(row, words) if marked else words("seat.someone")
        name = legible(each.name, otherwise[:1].upper() + otherwise[1:])
        canvas.text((x0 + 112, middle + 9), name, "serif_bold", 27, t.ink, width=200, name=True)
        figures = (each.rating, each.games, each.wins)
        for x, figure, face in zip(_COLUMNS, figures, _FACES, strict=True):
            canvas.text((x, middle + 10), str(figure), face, 28, t.ink, width=78, anchor="r")


def _chart(canvas: Canvas, people: tuple[RatedPerson, ...], start: int, words: Words) -> None:
    """The ratings over the counted games of the server."""
    t = _THEME
    canvas.panel(_CHART, t.panel, t.ink, 2, 4)
    canvas.text((652, 150), words("ratings.chart"), "serif", 24, t.heading, width=512)
    left, top, right, low = _AXIS
    steps = [step for each in people for step in each.course]
    first = min(number for number, _ in steps) - 1
    last = max(number for number, _ in steps)
    ratings = [start, *(rating for _, rating in steps)]
    grid = next(
        step
        for step in (50, 100, 200, 500, 1000)
        if max(ratings) - min(ratings) <= 5 * step or step == 1000
    )
    floor, ceiling = min(ratings) // grid * grid, -(-max(ratings) // grid) * grid
    ceiling = max(ceiling, floor + grid)

    def at(number: int, rating: int) -> tuple[float, float]:
        share = (number - first) / (last - first)
        return left + (right - left) * share, low - (low - top) * (rating - floor) / (
            ceiling - floor
        )

    for value in range(floor, ceiling + 1, grid):
        _, y = at(first, value)
        ink = t.ink if value == start else t.rule
        canvas.rect((left, y, right, y + (2 if value == start else 1)), ink)
        canvas.text((left - 12, y + 8), str(value), "sans", 22, t.ink2, width=60, anchor="r")
    axis = words("ratings.axis", last - first)
    canvas.text(((left + right) / 2, low + 40), axis, "serif", 22, t.ink, width=430, anchor="m")
    for seat, each in reversed([*enumerate(people)]):
        points = [at(each.course[0][0] - 1, start), *(at(*step) for step in each.course)]
        canvas.smooth(points, INK, 6.5)
        canvas.smooth(points, SEATS[seat].ground, 4.5)
        for x, y in points[1:-1] if len(points) <= _DOTTED else ():
            canvas.mark(seat, x, y, 18)
        if points[-1][0] < right - _CLEAR:
            canvas.mark(seat, *points[-1], 26)
    heights = apart([at(last, each.rating)[1] for each in people], top, low)
    for seat, (y, each) in enumerate(zip(heights, people, strict=True)):
        canvas.mark(seat, right + 26, y, 30)
        text = str(each.rating)
        canvas.text((right + 48, y + 10), text, "sans_bold", 26, t.ink, width=62)
