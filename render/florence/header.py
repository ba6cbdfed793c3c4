"""The head of every board: whose turn it is, the scores, what just changed."""

from __future__ import annotations

from typing import Final

from render.canvas import WHITE, Canvas, width
from render.florence.company import Change, Deedline, Moment, gained
from render.theme import COST, INK, IVORY, SIGNAL
from render.theme import FLORENCE as T
from render.words import Words
from rules.florence.view import View

HEIGHT: Final = 128
TEXTS: Final = ("game.florence",)
"""What the head says whatever happens."""

_PITCH: Final = {3: 176, 4: 176, 5: 137}
_AUCTION: Final = frozenset({"opening", "bidding", "landing", "offering"})


def ground(canvas: Canvas, words: Words) -> None:
    """The band itself with the name of the game: the part that never changes."""
    band(canvas, HEIGHT)
    canvas.text((24, 46), words(*TEXTS), "serif", 28, WHITE, room=296)


def band(canvas: Canvas, high: int) -> None:
    """A dark head with an ochre and a terracotta line under it."""
    wide, _ = canvas.size
    canvas.rect((0, 0, wide, high - 9), T.header)
    canvas.rect((0, high - 9, wide, high - 6), T.gold)
    canvas.rect((0, high - 6, wide, high), T.accent)


def draw(canvas: Canvas, moment: Moment) -> None:
    """Round and phase, who acts, scores in turn order, the last action."""
    canvas.text((24, 88), stage(moment), "serif", 24, T.light, room=296)
    first_chip = _chips(canvas, moment)
    _actor(canvas, moment, first_chip - 16)
    if moment.told and not moment.over:
        _strip(canvas, moment.told[-1], moment)


def stage(moment: Moment) -> str:
    """The round and what happens in it, e.g. "Round 4 · auction 3"."""
    view, words = moment.view, moment.words
    if moment.over:
        return words("picture.stage.over")
    if not view.turn:
        return words("picture.stage.setup")
    if in_auction(view):
        tag = view.step.__struct_config__.tag
        nth = len(view.sales) + (tag in {"opening", "bidding"})
        return words("picture.stage.auction", turn=view.turn, nth=max(nth, 1))
    nth = len(view.seats[moment.active[0]].deeds) + 1 if moment.active else 1
    if nth > 2:
        return words("picture.stage.ending", turn=view.turn)
    return words("picture.stage.actions", turn=view.turn, nth=nth)


def in_auction(view: View) -> bool:
    """Whether phase A of a turn goes on."""
    tag = view.step.__struct_config__.tag
    return tag in _AUCTION or getattr(view.step, "deck", None) == "prestige"


def _chips(canvas: Canvas, moment: Moment) -> int:
    """Score chips in turn order, right-aligned; answers where the first begins."""
    pitch = _PITCH[len(moment.order)]
    left = 1576 - pitch * len(moment.order) + 9
    changed = {line.seat for line in moment.told if gained(line)}
    for i, seat in enumerate(moment.order):
        x = left + i * pitch
        box = (x, 8, x + pitch - 9, 68)
        on = seat in moment.active
        canvas.panel(box, IVORY if on else T.header2, IVORY if on else T.chip, 2, 8)
        canvas.plate(seat, x + 33, 38, 48)
        canvas.text(
            (x + 60 + (pitch - 75) / 2, 53),
            str(moment.view.seats[seat].prestige),
            "sans_black",
            42,
            INK if on else WHITE,
            room=pitch - 73,
            anchor="m",
        )
        if seat in changed:
            canvas.panel(box, None, SIGNAL, 4, 8)
    return left


def _actor(canvas: Canvas, moment: Moment, right: int) -> None:
    """Who must decide, large; several seats as a row of plates."""
    active = moment.active
    if not active:
        return
    x = 328
    if len(active) == 1:
        canvas.plate(active[0], x + 34, 39, 66)
        x += 80
    else:
        for i, seat in enumerate(active):
            canvas.plate(seat, x + 27 + i * 58, 39, 54)
        x += 58 * len(active) + 8
    verb = _verb(moment)
    if len(active) > 1:
        canvas.text((x, 52), verb, "serif", 30, T.light, room=right - x, lines=1)
        return
    wide = min(width(verb, "serif", 30), 210)
    computer = moment.scene.people[active[0]].computer
    badge = 44 if computer else 0
    used = canvas.text(
        (x, 55),
        moment.name(active[0]),
        "serif_bold",
        44,
        WHITE,
        room=right - x - wide - 14 - badge,
        name=True,
    )
    if computer:
        canvas.icon("computer", x + used + 28, 40, 34, T.light)
    canvas.text((x + used + 14 + badge, 54), verb, "serif", 30, T.light, room=wide)


def _verb(moment: Moment) -> str:
    words, scene = moment.words, moment.scene
    if scene.over is not None:
        return words("picture.wins" if len(scene.over.winners) == 1 else "picture.share")
    if len(moment.active) > 1:
        return words("picture.several", len(moment.active))
    if not scene.deciding:
        return ""
    return words(f"picture.does.{scene.deciding[0][1].__struct_config__.tag}")


def _strip(canvas: Canvas, line: Deedline, moment: Moment) -> None:
    """The gold strip: mark, name, what, and the figures that changed."""
    canvas.panel((330, 76, 1576, 116), SIGNAL, r=6)
    canvas.mark(line.seat, 356, 96, 34)
    right = changes(canvas, line.changes, 1562, 96, 30) - 12
    room = right - 384
    said = min(width(line.text, "sans_semi", 26), room * 0.6)
    used = canvas.text(
        (384, 106),
        moment.name(line.seat),
        "serif_bold",
        28,
        INK,
        room=room - said - 14,
        name=True,
    )
    canvas.text((384 + used + 14, 105), line.text, "sans_semi", 26, INK, room=room - used - 14)


def changes(
    canvas: Canvas, figures: tuple[Change, ...], right: float, y: float, size: int
) -> float:
    """At most three figures with their icons, right-aligned; answers where they begin."""
    for change in reversed(figures[:3]):
        colour = COST if change.loss else INK
        wide = width(change.text, "sans_black", size)
        canvas.text(
            (right, y + size * 0.35),
            change.text,
            "sans_black",
            size,
            colour,
            room=wide + 1,
            anchor="r",
        )
        icon = round(size * 1.05)
        canvas.icon(f"florence.{change.icon}", right - wide - icon / 2 - 5, y, icon)
        right -= wide + icon + 22
    return right
