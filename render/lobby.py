"""The lobby card: a game, and the seats taken and free before it starts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import msgspec

from render.canvas import Canvas
from render.people import drawn, listed_name
from render.presentation import Person, Picture
from render.theme import IVORY, Theme
from render.typesetting import text_width
from render.words import Words

SIZE: Final = (1200, 400)
_ROWS: Final = (650, 98, 1146)
_OPTIONS: Final = (64, 168, 304)
"""The area of the options that differ from the usual: left, top, bottom."""


class LobbyStyle(msgspec.Struct, frozen=True):
    """How a game's lobby card looks.

    Attributes:
        game: the id of the game.
        theme: its palette.
        title, tagline: ids of texts.
        facts: an icon and the id of a text for each.
        motif: draws something of the game into the box (left, top, right, bottom).
    """

    game: str
    theme: Theme
    title: str
    tagline: str
    facts: tuple[tuple[str, str], ...]
    motif: Callable[[Canvas, tuple[int, int, int, int]], None]


def card(
    style: LobbyStyle,
    people: tuple[Person, ...],
    limits: tuple[int, int],
    words: Words,
    *,
    marks: bool = True,
    begun: bool = False,
    chosen: tuple[str, ...] = (),
) -> Picture:
    """The title card with the seats taken and free, 1200 × 400 pixels.

    Args:
        style: the game's style.
        people: who has a seat.
        limits: the fewest and the most seats.
        words: in the language of the table.
        marks: whether to show the marks of the seats taken: if the order is drawn at the
            start, nobody has one yet.
        begun: whether the game has begun: it no longer waits for anyone.
        chosen: the options that differ from the usual, in words: they replace the motif.
    """
    canvas = _draw(style, people, limits, words, marks=marks, begun=begun, chosen=chosen)
    names = words.row(
        [_listed(person, seat, words) for seat, person in enumerate(people)]
        or [words("seat.nobody")]
    )
    alt = words("lobby.alt", game=words(style.title), names=names)
    if chosen:
        alt = f"{alt} {words('lobby.alt.chosen', options=words.row(chosen))}"
    return canvas.picture(f"{style.game}-lobby", alt)


def _listed(person: Person, seat: int, words: Words) -> str:
    """The name at a seat, with the level of a computer player."""
    name = listed_name(person, seat, words)
    if person.level is None:
        return name
    return words("seat.computer.level", name=name, level=words(f"level.{person.level}"))


def _draw(
    style: LobbyStyle,
    people: tuple[Person, ...],
    limits: tuple[int, int],
    words: Words,
    *,
    marks: bool,
    begun: bool = False,
    chosen: tuple[str, ...] = (),
) -> Canvas:
    t, (fewest, most) = style.theme, limits
    canvas = Canvas(SIZE, t)
    canvas.rect((12, 12, 1188, 388), t.ink)
    canvas.rect((16, 16, 1184, 384), t.panel)
    canvas.panel((22, 22, 1178, 378), None, t.gold, 3, 0)
    for x in (11, 1167):
        for y in (11, 367):
            canvas.rect((x, y, x + 22, y + 22), t.ink)
            canvas.rect((x + 2, y + 2, x + 20, y + 20), t.accent)
    canvas.text((62, 105), words(style.title), "serif_bold", 50, t.ink, width=550)
    canvas.text((63, 150), words(style.tagline), "serif", 23, t.accent, width=550)
    if chosen:
        _options(canvas, t, chosen)
    else:
        style.motif(canvas, (64, 196, 622, 276))
    for i, (icon, text) in enumerate(style.facts):
        x = 64 + 190 * i
        canvas.icon(icon, x + 15, 329, 34)
        canvas.text((x + 40, 336), words(text), "sans_semi", 22, t.ink, width=142)
    left, top, right = _ROWS
    heading = words("picture.lobby.begun" if begun else "picture.lobby.waiting")
    canvas.text((left, 75), heading, "serif_bold", 34, t.accent, width=500)
    pitch = 250 // most
    for i in range(len(people) if begun else most):
        box = (left, top + i * pitch, right, top + (i + 1) * pitch - 8)
        if i < len(people):
            opener = i == 0 and not begun  # after that, seats are in the order of play
            _taken(canvas, t, people[i], box, (i, marks), words, opener=opener)
        else:
            canvas.dashed(box, t.past_ink, 2, 9)
            middle = (box[1] + box[3]) / 2
            free = words("seat.nobody")
            canvas.text((left + 64, middle + 7), free, "sans", 22, t.ink2, width=380)
    if begun:
        return canvas
    enough = "picture.lobby.count" if fewest > 1 else "picture.lobby.alone"
    count = words(enough, len(people), most=most, fewest=fewest)
    canvas.text((left, 364), count, "sans", 19, t.ink2, width=490)
    return canvas


def _options(canvas: Canvas, t: Theme, chosen: tuple[str, ...]) -> None:
    """The options that differ from the usual, a line each; the more, the smaller."""
    left, top, bottom = _OPTIONS
    pitch = min(30, (bottom - top) // len(chosen))
    for at, option in enumerate(chosen, start=1):
        size = min(22, pitch - 3)
        canvas.text((left, top + at * pitch - 6), option, "sans_semi", size, t.ink, width=558)


def _taken(
    canvas: Canvas,
    t: Theme,
    person: Person,
    box: tuple[int, int, int, int],
    mark: tuple[int, bool],
    words: Words,
    *,
    opener: bool,
) -> None:
    """A seat that is taken."""
    seat, marks = mark
    canvas.panel(box, IVORY, t.ink, 2, 6)
    middle = (box[1] + box[3]) / 2
    canvas.mark(seat if marks else None, box[0] + 30, middle, min(40, box[3] - box[1] - 4))
    if person.computer and person.level is not None:
        role = words("picture.lobby.computer.level", level=words(f"level.{person.level}"))
    elif person.computer:
        role = words("picture.lobby.computer")
    else:
        role = words("picture.lobby.host") if opener else ""
    wide = text_width(role, "sans_semi", 19) if role else 0
    name = drawn(person, seat, words)
    free = box[2] - box[0] - 64 - 26 - wide
    canvas.text((box[0] + 64, middle + 9), name, "serif_bold", 26, t.ink, width=free, name=True)
    if role:
        at = (box[2] - 14, middle + 7)
        canvas.text(at, role, "sans_semi", 19, t.heading, width=wide + 1, anchor="r")
