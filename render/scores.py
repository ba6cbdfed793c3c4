"""Final scores of any game: a table of the lines, the points over the rounds, in words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Final

import msgspec

from render.canvas import Canvas
from render.counted import source_name
from render.header import band
from render.people import Spelling, as_played, drawn, marked, with_level
from render.presentation import Person, Scene
from render.theme import INK, SEATS, SIGNAL, WHITE, Theme
from render.typesetting import SMALLEST, Face, text_width
from render.words import Words, bare, number, plain, signed
from rules.contract import Line, Over, Seat

SIZE: Final = (1200, 700)
_HEAD: Final = 96
_TABLE: Final = (16, 112, 676, 684)
_CHART: Final = (692, 112, 1184, 684)
_COLUMNS: Final = 440
"""Pixels of width for the columns of the seats, each at most 92 wide."""
_TITLES: Final = 132
_LABEL: Final = 20
"""The size of a line's name, legible where the picture is 550 pixels wide."""
_ALL_SHOWN: Final = 9
"""With more sources than this, only those that brought points are shown."""

_LEAST_TOTAL: Final = 46
_AXIS: Final = (752, 172, 1084, 630)
"""Left, top, right and bottom of the plotted field."""


class ScoreStyle(msgspec.Struct, frozen=True):
    """How a game's scores are shown.

    `icons` has one for each source of points. The text of a source is
    `score.<source>`, unless `texts` has another. `points` is the icon of the points
    themselves.
    """

    theme: Theme
    title: str
    points: str
    icons: Mapping[str, str]
    texts: Mapping[str, str] = MappingProxyType({})


def ranked(over: Over, seats: Iterable[Seat]) -> list[Seat]:
    """Seats by rank, the winners first; ties keep their given order."""
    return sorted(seats, key=lambda seat: (seat not in over.winners, -over.totals[seat]))


def winners(over: Over) -> tuple[Seat | None, ...]:
    """The winners: seats, and the game itself (None) if it shares the win or no seat won."""
    shares = over.rival is not None and over.rival.shares
    return (*over.winners, None) if shares or not over.winners else over.winners


def place(over: Over, seat: Seat | None) -> int:
    """The rank of a seat, or of the game itself; a lost tie ranks behind the winners."""
    first, totals = winners(over), {each: _total(lines) for each, lines in _scored(over)}
    if seat in first:
        return 1
    better = sum(total > totals[seat] for total in totals.values())
    return 1 + (better or len(first))


def _scored(over: Over) -> Iterator[tuple[Seat | None, tuple[Line, ...]]]:
    """The itemised scores of all seats, and of the game itself where it is a player."""
    yield from enumerate(over.lines)
    if over.rival is not None:
        yield None, over.rival.lines


def _total(lines: Iterable[Line]) -> int:
    return sum(line.points for line in lines)


def draw(style: ScoreStyle, scene: Scene, words: Words) -> Canvas:
    """The scores of a finished game, 1200 × 700 pixels.

    Raises:
        ValueError: the game is not over.
    """
    over = scene.over
    if over is None:
        raise ValueError
    canvas = Canvas(SIZE, style.theme)
    seats = range(len(over.totals))
    ranking = ranked(over, seats)
    names = {seat: drawn(scene.people[seat], seat, words) for seat in seats}
    _head(canvas, style, over, names, words)
    _table(canvas, style, scene, over, ranking, names, words)
    _chart(canvas, style, over, scene.points_by_round, words)
    return canvas


def _head(
    canvas: Canvas, style: ScoreStyle, over: Over, names: dict[Seat, str], words: Words
) -> None:
    """The winners, with their points."""
    t = style.theme
    band(canvas, _HEAD)
    side = 70 if len(over.winners) == 1 else 56
    x: float = 16
    for seat in over.winners:
        canvas.plate(seat, x + side / 2, 44, side)
        x += side + 8
    x += 8
    total = str(max(over.totals))
    canvas.text((1184, 62), total, "sans_black", 50, SIGNAL, width=96, anchor="r")
    right = 1184 - text_width(total, "sans_black", 50) - 34
    canvas.icon(style.points, right, 44, 48)
    title = words(style.title)
    wide = min(260, text_width(title, "serif", 24))
    canvas.text((right - 46, 54), title, "serif", 24, WHITE, width=wide + 1, anchor="r")
    free = right - 46 - wide - 24 - x
    if len(over.winners) > 1:
        canvas.text((x, 58), words("picture.share"), "serif", 34, t.light, width=free)
        return
    verb = words("picture.wins")
    least = min(free * 0.4, text_width(verb, "serif", 34))
    used = canvas.text(
        (x, 60),
        names[over.winners[0]],
        "serif_bold",
        46,
        WHITE,
        width=free - least - 16,
        name=True,
    )
    canvas.text((x + used + 16, 59), verb, "serif", 34, t.light, width=least + 1)


def _table(
    canvas: Canvas,
    style: ScoreStyle,
    scene: Scene,
    over: Over,
    ranking: list[Seat],
    names: dict[Seat, str],
    words: Words,
) -> None:
    """A row for each source, a column for each seat in order of rank."""
    t = style.theme
    x0, y0, x1, y1 = _TABLE
    canvas.panel(_TABLE, t.panel, t.ink, 2, 4)
    sources = _sources(over)
    pitch = (y1 - y0 - _TITLES - 8) / (len(sources) + 1)
    if pitch < _LEAST_TOTAL:  # the total keeps its height
        pitch = (y1 - y0 - _TITLES - 8 - _LEAST_TOTAL) / len(sources)
    column = min(92, _COLUMNS // len(ranking))
    first = x1 - 10 - column * len(ranking)
    label_width = first - x0 - 60
    for i, seat in enumerate(ranking):
        x = first + i * column + column / 2
        if seat in over.winners:
            canvas.panel((x - 43, y0 + 8, x + 43, y1 - 8), t.chosen, t.gold, 3, 6)
        rank = f"{place(over, seat)}."
        canvas.text((x, y0 + 40), rank, "sans_bold", 22, t.ink2, width=60, anchor="m")
        canvas.mark(seat, x, y0 + 72, 46)
        if scene.people[seat].computer:
            canvas.icon("computer", x + 31, y0 + 56, 20, t.ink2)
        told = _played(scene.people[seat], words)
        canvas.text(
            at=(x, y0 + (112 if told else 118)),
            text=names[seat],
            face="serif",
            size=18,
            fill=t.ink,
            width=84,
            anchor="m",
            name=True,
        )
        if told:
            canvas.text((x, y0 + 128), told, "sans_semi", 15, t.ink2, width=84, anchor="m")
    kept = [line.source for line in over.lines[0]]
    small = min(27, round(pitch * 0.68))
    for row, source in enumerate(sources):
        y = y0 + _TITLES + row * pitch
        canvas.rect((x0 + 12, y, x1 - 12, y + 1), t.rule)
        middle = y + pitch / 2
        canvas.icon(style.icons[source], x0 + 32, middle, min(34, round(pitch) - 6))
        _label(
            canvas,
            t,
            words(style.texts.get(source, f"score.{source}")),
            (x0 + 58, middle),
            label_width,
            one_line=pitch < _LEAST_TOTAL - 4,
        )
        points = [over.lines[seat][kept.index(source)].points for seat in ranking]
        best = max(points)
        for i, value in enumerate(points):
            ink = t.ink if value == best and value > 0 else t.ink2
            face: Face = "sans_black" if ink == t.ink else "sans_semi"
            x = first + i * column + column / 2
            canvas.text(
                (x, middle + small / 3), number(value), face, small, ink, width=84, anchor="m"
            )
    y = y0 + _TITLES + len(sources) * pitch
    canvas.rect((x0 + 10, y, x1 - 10, y + 3), t.ink)
    middle = y + max(pitch, _LEAST_TOTAL) / 2
    canvas.icon(style.points, x0 + 32, middle + 1, 40)
    canvas.text(
        (x0 + 58, middle + 9), words("scores.total"), "serif_bold", 26, t.ink, width=label_width
    )
    for i, seat in enumerate(ranking):
        x = first + i * column + column / 2
        total = str(over.totals[seat])
        canvas.text((x, middle + 14), total, "sans_black", 38, t.ink, width=86, anchor="m")


def _played(person: Person, words: Words) -> str:
    """The level of a computer player, or a mark for used suggestions; empty if neither."""
    if person.level is not None:
        return words(f"level.{person.level}")
    return words("advice.mark") if person.advised else ""


def _sources(over: Over) -> list[str]:
    """The sources of points; if there are many, only those that brought someone points."""
    found = [line.source for line in over.lines[0]]
    if len(found) <= _ALL_SHOWN:
        return found
    return [
        source for i, source in enumerate(found) if any(lines[i].points for lines in over.lines)
    ]


def _label(
    canvas: Canvas,
    t: Theme,
    text: str,
    at: tuple[float, float],
    free: float,
    *,
    one_line: bool,
) -> None:
    """A label in the middle of a row, on two lines if one cannot hold it."""
    x, middle = at
    fits = text_width(text, "serif", SMALLEST if one_line else _LABEL) <= free
    if fits:
        canvas.text((x, middle + 6), text, "serif", _LABEL, t.ink, width=free)
    elif one_line:
        canvas.text((x, middle - 4), text, "serif", SMALLEST, t.ink, width=free, lines=2)
    else:
        canvas.text((x, middle - 5), text, "serif", _LABEL, t.ink, width=free, lines=2)


def _chart(
    canvas: Canvas,
    style: ScoreStyle,
    over: Over,
    points_by_round: tuple[tuple[int, ...], ...],
    words: Words,
) -> None:
    """Points after each round; the last step is the final count."""
    t = style.theme
    canvas.panel(_CHART, t.panel, t.ink, 2, 4)
    canvas.text((712, 146), words("scores.chart"), "serif", 22, t.heading, width=450)
    left, top, right, low = _AXIS
    last = points_by_round[-1:]
    before = points_by_round[:-1] if last == (over.totals,) else points_by_round
    steps = [tuple(0 for _ in over.totals), *before, over.totals]
    highest = max(max(step) for step in steps)
    grid = next(step for step in (5, 10, 20, 25, 50, 100) if highest <= 5 * step or step == 100)
    ceiling = max(grid, -(-highest // grid) * grid)

    def at(step: int, value: int) -> tuple[float, float]:
        share = step / (len(steps) - 1)
        return left + (right - left) * share, low - (low - top) * max(0, value) / ceiling

    for value in range(0, ceiling + 1, grid):
        _, y = at(0, value)
        canvas.rect(
            (left, y, right, y + (2 if value == 0 else 1)), t.ink if value == 0 else t.rule
        )
        canvas.text((left - 12, y + 6), str(value), "sans", 18, t.ink2, width=44, anchor="r")
    for step in range(len(steps)):
        label = "Σ" if step == len(steps) - 1 else str(step)
        x, _ = at(step, 0)
        canvas.text((x, low + 30), label, "serif", 19, t.ink, width=40, anchor="m")
    ends = sorted(range(len(over.totals)), key=lambda seat: over.totals[seat])
    for seat in ends:
        points = [at(i, step[seat]) for i, step in enumerate(steps)]
        canvas.smooth(points, INK, 6.5)
        canvas.smooth(points, SEATS[seat].ground, 4.5)
        for x, y in points[1:-1]:
            canvas.mark(seat, x, y, 22)
    heights = apart([at(0, over.totals[seat])[1] for seat in reversed(ends)], top, low)
    for y, seat in zip(heights, reversed(ends), strict=True):
        canvas.mark(seat, right + 14, y, 32)
        total = str(over.totals[seat])
        canvas.text((right + 38, y + 10), total, "sans_bold", 27, t.ink, width=58)


def apart(heights: list[float], top: float, low: float) -> list[float]:
    """Heights from top to bottom, moved so that labels are at least 36 px apart."""
    placed: list[float] = []
    for height in heights:
        placed.append(max(height, placed[-1] + 36 if placed else top))
    over = max(0.0, placed[-1] - low)
    return [height - over for height in placed]


def alt(scene: Scene, words: Words) -> str:
    """What the picture shows, in words: everyone's place and points."""
    over = scene.over
    if over is None:
        raise ValueError
    lines = [
        words(
            "scores.line",
            place=place(over, seat),
            name=as_played(seat, scene, words, bare),
            points=words("unit.points", over.totals[seat]),
        )
        for seat in ranked(over, range(len(over.totals)))
    ]
    return words("scores.alt", lines=words.clauses(lines))


def won(over: Over, scene: Scene, words: Words, spelling: Spelling = plain) -> str:
    """The winners in a sentence; there is at least one."""
    names = [_name(seat, over, scene, words, spelling) for seat in winners(over)]
    if len(names) == 1:
        return words("words.over.winner", name=names[0])
    return words("words.over.winners", names=words.listed(names))


def verdict(over: Over, scene: Scene, words: Words) -> str:
    """The winners as a title; there is at least one."""
    if over.rival is not None and not over.winners:
        return words(f"scores.winner.{over.rival.name}")
    names = [_name(seat, over, scene, words) for seat in winners(over)]
    if len(names) == 1:
        return words("scores.winner", name=names[0])
    return words("scores.winners", names=words.listed(names))


def itemised(over: Over, scene: Scene, words: Words) -> str:
    """Everyone's place and scores for a message, the winners first; ties share a place."""
    placed = sorted(_scored(over), key=lambda each: place(over, each[0]))
    return "\n".join(
        _itemised(over, seat, _in_results(seat, over, scene, words), lines, words)
        for seat, lines in placed
    )


def _itemised(
    over: Over, seat: Seat | None, name: str, lines: tuple[Line, ...], words: Words
) -> str:
    points = words("unit.points", _total(lines))
    head = words("scores.line", place=place(over, seat), name=name, points=points)
    rival = over.rival.name if over.rival and seat is None else None
    items = words.listed(
        words(
            "scores.item",
            source=source_name(each.source, words, rival),
            points=signed(each.points),
        )
        for each in lines
        if each.points
    )
    return f"**{head}**\n-# {items}"


def _in_results(seat: Seat | None, over: Over, scene: Scene, words: Words) -> str:
    """The name of a player in the results; a person who used suggestions is marked."""
    if seat is None:
        return _name(seat, over, scene, words)
    return as_played(seat, scene, words)


def _name(
    seat: Seat | None, over: Over, scene: Scene, words: Words, spelling: Spelling = plain
) -> str:
    """The name of a seat, or of the game itself as a player."""
    if seat is None:
        return words(over.rival.name) if over.rival else ""
    return with_level(seat, scene, words, spelling)


def told(over: Over, scene: Scene, words: Words, points: Callable[[int], str]) -> Iterator[str]:
    """What broke a tie, and everyone's score line by line; `points` spells an amount."""
    if over.tie_break:
        yield words("words.over.tie_break", source=words(f"score.{over.tie_break}"))
    for seat in ranked(over, range(len(over.totals))):
        items = words.row(
            words(
                "words.scored",
                what=words(f"score.{line.source}"),
                points=number(line.points),
            )
            for line in over.lines[seat]
            if line.points
        )
        yield words(
            "words.over.line",
            name=marked(seat, scene, words),
            points=points(over.totals[seat]),
            items=items,
        )
