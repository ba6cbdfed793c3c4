"""The Requiem: spaces on their staves, markers, majorities, and the composers' tiles."""

from __future__ import annotations

from collections import Counter
from typing import Final

from render.canvas import Canvas
from render.lacrimosa.pictures import tokens
from render.lacrimosa.pictures.frame import choice, framed, heading, hide
from render.lacrimosa.pictures.moment import SOLOIST
from render.lacrimosa.theme import THEME as T
from render.lacrimosa.words import names
from render.theme import INK, NEUTRAL, PINK, SEATS, SIGNAL, WHITE
from render.typesetting import Face, text_width
from render.words import Words
from rules.lacrimosa import requiem
from rules.lacrimosa.catalogue import SIDES, Edition, Movement
from rules.lacrimosa.grammar import INSTRUMENTS
from rules.lacrimosa.soloist import SEAT
from rules.lacrimosa.state import Note
from rules.lacrimosa.view import View

LEFT: Final = 800
TOP: Final = 466
WIDE: Final = 776
HIGH: Final = 382
COLUMN: Final = 137
TEXTS: Final = ("picture.lacrimosa.requiem", "picture.lacrimosa.requiem.note")
_LABELS: Final = 84
_ROWS: Final = 72
_ROW: Final = 38
RING: Final = 22
"""The radius of the ring round a marker just placed, in pixels."""
_TILES: Final = {"eighth": 252, "sixteenth": 315}
_TILE: Final = (131, 56)
_NAME: Final = 76
"""The room for the name of a composer, in pixels."""
_LETTERS: Final = 18
"""The size of that name, in pixels."""


def column(i: int) -> int:
    """The left edge of a movement's column."""
    return LEFT + _LABELS + 4 + COLUMN * i


def low(view: View) -> int:
    """Where the column of a movement ends; no column includes the Soloist's row."""
    return TOP + (HIGH - 8 if view.solo is None else _TILES[SIDES[1]] - 3)


def point(edition: Edition, space: str) -> tuple[float, float]:
    """The middle of a space."""
    movements = edition.tables.requiem.movement
    movement = edition.movements[edition.movement_of[space]]
    instrument = edition.spaces[space].instrument
    alike = [each.id for each in movement.spaces if each.instrument == instrument]
    x = column(movements.index(movement)) + COLUMN / 2
    pitch = 50 if len(alike) < 3 else 34
    x += pitch * (alike.index(space) - (len(alike) - 1) / 2)
    return x, TOP + _ROWS + _ROW * INSTRUMENTS.index(instrument)


def ground(canvas: Canvas, edition: Edition, words: Words) -> None:
    """Staves, headings and empty spaces: the part that never changes."""
    title, note = TEXTS
    heading(canvas, LEFT, 454, LEFT + WIDE, words(title), words(note))
    framed(canvas, (LEFT, TOP, LEFT + WIDE, TOP + HIGH))
    for i, instrument in enumerate(INSTRUMENTS):
        y = TOP + _ROWS + _ROW * i
        for offset in (-7, 0, 7):
            canvas.rect((LEFT + 10, y + offset, LEFT + WIDE - 10, y + offset + 1), T.rule)
        canvas.rect((LEFT + 26, y - 16, LEFT + 62, y + 17), T.panel)
        canvas.icon(f"lacrimosa.{instrument}", LEFT + 44, y, 30)
    for i, movement in enumerate(edition.tables.requiem.movement):
        x = column(i)
        canvas.rect((x - 3, TOP + 8, x - 2, TOP + HIGH - 8), T.rule)
        canvas.text((x + 4, TOP + 25), movement.name, "serif", 18, T.ink, width=COLUMN - 8)
        for space in movement.spaces:
            px, py = point(edition, space.id)
            canvas.disc(px, py, 14, T.ink)
            canvas.disc(px, py, 12, WHITE)
    canvas.rect((LEFT + 8, TOP + 246, LEFT + WIDE - 8, TOP + 248), T.ink)


def numbered(canvas: Canvas, movement: Movement, i: int, n: int) -> None:
    """The name of a movement with the number of its choice before it."""
    x = column(i)
    head = (x, TOP + 8, x + COLUMN - 5, TOP + 31)
    hide(canvas, head)
    canvas.rect(head, T.panel)
    canvas.text((x + 33, TOP + 25), movement.name, "serif", 18, T.ink, width=COLUMN - 38)
    choice(canvas, n, x + 15, TOP + 18, 13)


def draw(
    canvas: Canvas,
    edition: Edition,
    view: View,
    words: Words,
    *,
    changed: frozenset[str],
    bought: frozenset[tuple[str, str]],
) -> None:
    """Covers, markers, majorities, tiles; rings on what changed.

    `changed` are spaces, `bought` the side and movement of tiles taken.
    """
    for space in view.covers:
        _cover(canvas, edition, space)
    for note in view.notes:
        _note(canvas, edition, note, ring=note.space in changed)
    for i, movement in enumerate(edition.tables.requiem.movement):
        _values(canvas, view, edition, movement, column(i))
    if view.solo is not None:
        _solo_side(canvas, words)
    for side in SIDES[: max(len(view.composers), 1)]:
        _composer(canvas, edition, view, words, side)
        for movement in edition.tables.requiem.movement:
            ring = (side, movement.id) in bought
            _tile(canvas, edition, view, words, side, movement.id, ring=ring)


def _cover(canvas: Canvas, edition: Edition, space: str) -> None:
    """A space that Constanze covers: hatched, closed."""
    x, y = point(edition, space)
    canvas.panel((x - 15, y - 15, x + 15, y + 15), T.shade, T.past_ink, 2, 3)
    for shift in (-14, -4, 6):
        start = (x + shift - 2 if shift > -14 else x - 12, y + 11)
        end = (start[0] + 9, y - 11)
        canvas.line([start, end], T.rule, 2)


def mark(canvas: Canvas, note: Note, x: float, y: float, side: int = 36) -> None:
    """A marker: the seat's mark with the note of the composer's side."""
    small = round(side * 0.52)
    if note.seat is None:
        canvas.disc(x, y, round(side * 0.44), INK)
        canvas.disc(x, y, round(side * 0.44) - 2, NEUTRAL)
        canvas.icon(f"lacrimosa.{note.side}", x, y, small, WHITE)
        return
    seat = SOLOIST if note.seat == SEAT else note.seat
    canvas.mark(seat, x, y, side)
    shift = side * 0.14 if seat == 2 else 0  # a triangle is widest at the bottom
    fit = round(small * 0.86) if seat in {2, 3} else small
    canvas.icon(f"lacrimosa.{note.side}", x, y + shift, fit, SEATS[seat].text)


def _note(canvas: Canvas, edition: Edition, note: Note, *, ring: bool) -> None:
    x, y = point(edition, note.space)
    canvas.disc(x, y, 15, T.panel)
    if ring:
        canvas.disc(x, y, RING, T.ink)
        canvas.disc(x, y, RING - 2, SIGNAL)
        canvas.disc(x, y, RING - 6, T.panel)
        mark(canvas, note, x, y, 28)
    else:
        mark(canvas, note, x, y)


def _values(canvas: Canvas, view: View, edition: Edition, movement: Movement, x: int) -> None:
    """What a marker is worth, and how many notes each composer has here."""
    counts = Counter(
        note.side for note in view.notes if edition.movement_of[note.space] == movement.id
    )
    canvas.icon("lacrimosa.vp", x + 13, TOP + 41, 19)
    high, low = str(movement.vp_higher), f"/{movement.vp_lower}"
    used = canvas.text((x + 25, TOP + 47), high, "sans_black", 18, T.ink, width=24)
    canvas.text((x + 25 + used, TOP + 47), low, "sans", 18, T.ink2, width=30)
    left = x + 63
    for side in SIDES:
        leads = counts[side] == max(counts.values(), default=0) > 0
        alone = leads and list(counts.values()).count(counts[side]) == 1
        ink = T.ink if alone else T.ink2
        face: Face = "sans_black" if alone else "sans"
        canvas.icon(f"lacrimosa.{side}", left + 8, TOP + 41, 18, ink)
        canvas.text((left + 18, TOP + 47), str(counts[side]), face, 18, ink, width=20)
        left += 36


def _composer(canvas: Canvas, edition: Edition, view: View, words: Words, side: str) -> None:
    """The composer whose tiles are in this row, with his kind of note."""
    top, middle = TOP + _TILES[side], LEFT + 45
    name = names.side(edition, view.composers, side, words) if view.composers else ""
    long = text_width(name, "sans_semi", _LETTERS) > _NAME  # it takes two lines
    canvas.icon(f"lacrimosa.{side}", middle, top + (8 if long else 18), 26 if long else 30)
    if name:
        at = (middle, top + (36 if long else 53))
        canvas.text(
            at,
            name,
            "sans_semi",
            _LETTERS,
            T.ink,
            width=_NAME,
            anchor="m",
            lines=2,
            least=_LETTERS,
        )


def _solo_side(canvas: Canvas, words: Words) -> None:
    """In a solo game the second kind of note is the Soloist's; he takes no tiles."""
    top, middle = TOP + _TILES[SIDES[1]], LEFT + 45
    canvas.icon(f"lacrimosa.{SIDES[1]}", middle, top + 18, 30)
    name = words("lacrimosa.soloist")
    canvas.text((middle, top + 53), name, "sans_semi", 18, T.ink, width=86, anchor="m")
    note = words("picture.lacrimosa.solo.no_tiles")
    canvas.rect((column(0) - 3, top - 3, LEFT + WIDE - 8, TOP + HIGH - 8), T.panel)
    canvas.text((column(0) + 8, top + 34), note, "sans", 18, T.ink2, width=660)


def tile_box(edition: Edition, side: str, movement: str) -> tuple[int, int, int, int]:
    """The box of a composer's tile for a movement."""
    order = [each.id for each in edition.tables.requiem.movement]
    x, y = column(order.index(movement)) + 1, TOP + _TILES[side]
    return x, y, x + _TILE[0], y + _TILE[1]


def _tile(
    canvas: Canvas,
    edition: Edition,
    view: View,
    words: Words,
    side: str,
    movement: str,
    *,
    ring: bool,
) -> None:
    box = tile_box(edition, side, movement)
    x0, y0, x1, y1 = box
    found = requiem.top(edition, view, side, movement)
    if found is None:
        canvas.dashed(box, T.rule, 1, 6)
        if view.composers:
            none = words("picture.lacrimosa.none_left")
            at = ((x0 + x1) / 2, (y0 + y1) / 2 + 6)
            canvas.text(at, none, "sans", 18, T.ink2, width=x1 - x0 - 10, anchor="m")
    else:
        canvas.panel(box, T.panel, T.ink, 2, 5)
        canvas.panel((x0 + 3, y0 + 3, x1 - 3, y0 + 28), PINK, r=3)
        count = f"×{_left(edition, view, side, movement)}"
        used = canvas.text((x1 - 5, y0 + 22), count, "sans", 18, T.ink2, width=30, anchor="r")
        free = x1 - x0 - 14 - used
        tokens.draw(canvas, (x0 + 5, y0 + 15), tokens.of_cost(found.cost), 20, free)
        gains = (*tokens.of_reward(found.reward), *tokens.of_repeat(found.repeat))
        tokens.draw(canvas, (x0 + 5, y0 + 42), gains, 20, x1 - x0 - 10)
    if ring:
        canvas.changed((x0 + 3, y0 + 3, x1 - 3, y1 - 3), T.ink, 5, 0)


def _left(edition: Edition, view: View, side: str, movement: str) -> int:
    """How many tiles a stack still holds."""
    index = requiem.stack_index(edition, view, side, movement)
    return 0 if index is None else len(view.stacks[index])
