"""The course of a finished game for one seat: its points, and the lead it could expect."""

from __future__ import annotations

from typing import Final

import msgspec

from render.canvas import Canvas
from render.header import band
from render.people import drawn, listed_name
from render.presentation import Person, Picture
from render.theme import COST, INK, SEATS, WHITE, Theme
from render.typesetting import text_width
from render.words import Words, signed
from rules.contract import Seat

SIZE: Final = (1000, 980)
_THEME: Final = Theme(name="review")
_HEAD: Final = 88
_POINTS: Final = (16, 104, 984, 524)
_AHEAD: Final = (16, 540, 984, 964)
_LEFT: Final = 112
_RIGHT: Final = 880
_DISC: Final = 48
_GRIDS: Final = (2, 5, 10, 20, 25, 50, 100)


class Course(msgspec.Struct, frozen=True):
    """How a game went for a seat. Places run from 0, the start, to 1, the end.

    Attributes:
        seat: whose game it is.
        points: the points of all seats at some places.
        ahead: at some places, the final lead over the others that the seat could
            expect, in points; alone, its final points.
        rounds: where each round ended.
        costly: where the most costly decisions were, the worst first.
    """

    seat: Seat
    points: tuple[tuple[float, tuple[int, ...]], ...]
    ahead: tuple[tuple[float, float], ...]
    rounds: tuple[float, ...]
    costly: tuple[float, ...] = ()


def picture(course: Course, people: tuple[Person, ...], title: str, words: Words) -> Picture:
    """The two charts, 1000 × 980 pixels; `title` is the game's."""
    canvas = draw(course, people, title, words)
    final = course.points[-1][1] if course.points else ()
    alt = words(
        "review.alt",
        game=title,
        name=listed_name(people[course.seat], course.seat, words),
        points=final[course.seat] if final else 0,
    )
    return canvas.picture("review", alt)


def draw(course: Course, people: tuple[Person, ...], title: str, words: Words) -> Canvas:
    """The same as a canvas."""
    canvas = Canvas(SIZE, _THEME)
    band(canvas, _HEAD)
    canvas.plate(course.seat, 52, 44, 60)
    wide = min(360.0, text_width(title, "serif", 30))
    canvas.text((976, 54), title, "serif", 30, _THEME.light, width=wide + 1, anchor="r")
    name = drawn(people[course.seat], course.seat, words)
    free = 976 - wide - 24 - 100
    canvas.text((100, 56), name, "serif_bold", 40, WHITE, width=free, name=True)
    _points(canvas, course, words)
    _ahead(canvas, course, words)
    return canvas


class _Field:
    """A plotted field: it maps places and amounts to pixels."""

    def __init__(self, box: tuple[int, int, int, int], least: float, most: float) -> None:
        self.top, self.low = box[1] + 74, box[3] - 52
        spread = most - least
        self.grid = next((each for each in _GRIDS if spread <= 5 * each), _GRIDS[-1])
        self.floor = int(least // self.grid) * self.grid
        self.ceiling = max(-int(-most // self.grid) * self.grid, self.floor + self.grid)

    def at(self, place: float, amount: float) -> tuple[float, float]:
        """The point of an amount at a place."""
        share = (amount - self.floor) / (self.ceiling - self.floor)
        return _LEFT + (_RIGHT - _LEFT) * place, self.low - (self.low - self.top) * share


def _framed(
    canvas: Canvas,
    box: tuple[int, int, int, int],
    course: Course,
    field: _Field,
    heading: str,
    *,
    signs: bool = False,
) -> None:
    """A panel with its heading, the grid of amounts, and the rounds below."""
    t = _THEME
    canvas.panel(box, t.panel, t.ink, 2, 4)
    canvas.text((box[0] + 22, box[1] + 42), heading, "serif", 32, t.heading, width=924)
    for amount in range(field.floor, field.ceiling + 1, field.grid):
        _, y = field.at(0, amount)
        zero = amount == 0
        canvas.rect((_LEFT, y, _RIGHT, y + (3 if zero else 1)), t.ink if zero else t.rule)
        text = signed(amount) if signs and amount else str(amount)
        canvas.text((_LEFT - 12, y + 9), text, "sans", 26, t.ink2, width=78, anchor="r")
    before = 0.0
    for nth, end in enumerate(course.rounds, start=1):
        x, _ = field.at(end, 0)
        canvas.rect((x, field.top, x + 1, field.low), t.rule)
        middle, _ = field.at((before + end) / 2, 0)
        wide = (end - before) * (_RIGHT - _LEFT)
        if wide >= 34:
            at = (middle, field.low + 36)
            canvas.text(at, str(nth), "serif", 26, t.ink, width=wide, anchor="m")
        before = end


def _points(canvas: Canvas, course: Course, words: Words) -> None:
    """The points of all seats as the rounds ended, with a thick line for the seat itself."""
    amounts = [amount for _, points in course.points for amount in points]
    field = _Field(_POINTS, min(0, *amounts), max(1, *amounts))
    _framed(canvas, _POINTS, course, field, words("review.chart.points"))
    seats = range(len(course.points[0][1]))
    for seat in (*(each for each in seats if each != course.seat), course.seat):
        points = [field.at(place, each[seat]) for place, each in course.points]
        own = seat == course.seat
        if len(points) > 1:
            canvas.smooth(points, INK, 9 if own else 4)
            canvas.smooth(points, SEATS[seat].ground, 6 if own else 2.5)
        if own:
            for x, y in points[1:-1]:
                canvas.mark(seat, x, y, 26)
    places = sorted(seats, key=lambda seat: -course.points[-1][1][seat])
    heights = [field.at(1, course.points[-1][1][seat])[1] for seat in places]
    for seat, y in zip(places, _apart(heights, field.top, field.low), strict=True):
        canvas.mark(seat, _RIGHT + 22, y, 30)
        total = str(course.points[-1][1][seat])
        canvas.text((_RIGHT + 42, y + 9), total, "sans_bold", 26, _THEME.ink, width=56)


def _apart(heights: list[float], top: float, low: float) -> list[float]:
    """Heights from top to bottom, moved so that marks do not overlap."""
    placed: list[float] = []
    for height in heights:
        placed.append(max(height, placed[-1] + 32 if placed else top))
    over = max(0.0, placed[-1] - low)
    return [height - over for height in placed]


def _ahead(canvas: Canvas, course: Course, words: Words) -> None:
    """The expected lead, with the numbers of the most costly decisions."""
    alone = len(course.points[0][1]) == 1
    amounts = [amount for _, amount in course.ahead] or [0.0]
    field = _Field(_AHEAD, min(0.0, *amounts), max(1.0, *amounts))
    heading = words("review.chart.alone" if alone else "review.chart.ahead")
    _framed(canvas, _AHEAD, course, field, heading, signs=not alone)
    line = [field.at(*each) for each in course.ahead]
    if len(line) > 1:
        canvas.smooth(line, INK, 9)
        canvas.smooth(line, SEATS[course.seat].ground, 6)
    stand: list[tuple[float, float]] = []
    for number, place in enumerate(course.costly, start=1):
        x, y = field.at(place, _at(course.ahead, place))
        # The numbers of decisions close together would overlap.
        step = -_DISC if y > (field.top + field.low) / 2 else _DISC
        while any(abs(x - left) < _DISC and abs(y - top) < _DISC for left, top in stand):
            y += step
        stand.append((x, y))
        canvas.number(number, x, y, 22, COST, WHITE)


def _at(ahead: tuple[tuple[float, float], ...], place: float) -> float:
    """The amount at a place, interpolated between the known ones."""
    before = next((each for each in reversed(ahead) if each[0] <= place), None)
    after = next((each for each in ahead if each[0] > place), None)
    if before is None or after is None:
        known = before or after
        return known[1] if known else 0.0
    share = (place - before[0]) / (after[0] - before[0])
    return before[1] + (after[1] - before[1]) * share
