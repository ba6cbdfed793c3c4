"""The Soloist's panel: his points and holdings, and his turn step by step."""

from __future__ import annotations

from typing import Final

from render.canvas import Box, Canvas
from render.lacrimosa.pictures import seat, tokens
from render.lacrimosa.pictures.frame import BLUE_BAND, current
from render.lacrimosa.pictures.moment import SOLOIST, Moment, solo_deed
from render.lacrimosa.pictures.seat import HIGH, TOP, WIDE
from render.lacrimosa.pictures.tokens import Token
from render.lacrimosa.theme import THEME as T
from render.theme import IVORY
from rules.contract import Seat
from rules.lacrimosa.events import SoloDid
from rules.lacrimosa.state import SoloDeed
from rules.lacrimosa.view import SoloView

_STEP: Final = 56


def draw(canvas: Canvas, moment: Moment, number: Seat, x: int) -> None:
    """The panel of the Soloist, its left edge at `x`."""
    solo = moment.view.solo
    if solo is None:
        return
    if number in moment.active:
        current(canvas, (x, TOP, x + WIDE, TOP + HIGH))
    canvas.panel((x, TOP, x + WIDE, TOP + HIGH), T.panel, T.ink, 2, 6)
    seat.band(canvas, moment, number, x)
    _holdings(canvas, moment, solo, x)
    _played(canvas, moment, solo, x)


def _holdings(canvas: Canvas, moment: Moment, solo: SoloView, x: int) -> None:
    """Level, finances, markers, courts, cards."""
    words, edition = moment.words, moment.edition
    level = words(
        "picture.lacrimosa.solo.level", level=words(f"lacrimosa.option.level.{solo.level}")
    )
    canvas.text((x + 16, TOP + 96), level, "serif", 21, T.heading, width=WIDE - 32)
    spaces = edition.player.finance
    canvas.icon("lacrimosa.finance", x + 30, TOP + 130, 30)
    seat.track(canvas, (x + 56, TOP + 121, x + 216, TOP + 139), solo.finance, len(spaces) - 1)
    found = spaces[solo.finance]
    gains = (Token("ducats", str(found.ducats)), Token("vp", str(found.vp)))
    tokens.draw(canvas, (x + 230, TOP + 130), gains, 22, 130)
    for i in range(7):
        px, py = x + 32 + 49 * i, TOP + 178
        if i < solo.markers:
            canvas.mark(SOLOIST, px, py, 36)
        else:
            canvas.disc(px, py, 15, T.past)
    canvas.icon("lacrimosa.court", x + 25, TOP + 226, 28)
    seat.courts(canvas, solo.courts, edition, (x + 46, TOP + 204, x + WIDE - 10), frozenset())


def _played(canvas: Canvas, moment: Moment, solo: SoloView, x: int) -> None:
    """The pairs of cards of this round, and how many he still has."""
    edition, words = moment.edition, moment.words
    title = words("picture.lacrimosa.solo.cards")
    canvas.text((x + 16, TOP + 282), title, "serif", 19, T.heading, width=WIDE - 100)
    canvas.icon("deck", x + 322, TOP + 276, 24)
    deck = str(len(solo.deck))
    canvas.text((x + 364, TOP + 283), deck, "sans_bold", 20, T.ink, width=28, anchor="r")
    for i in range(4):
        left = x + 10 + 90 * i
        box = (left, TOP + 296, left + 86, TOP + 414)
        pair = solo.played[2 * i : 2 * i + 2]
        if len(pair) < 2:
            canvas.dashed(box, T.rule, 2, 5)
            canvas.text(
                (left + 43, TOP + 360),
                str(i + 1),
                "sans_bold",
                22,
                T.ink2,
                width=40,
                anchor="m",
            )
            continue
        canvas.panel(box, BLUE_BAND, T.ink2, 2, 6)
        actions = tuple(Token(action) for action in edition.soloist[pair[0]].actions)
        tokens.draw(canvas, (left + 43, TOP + 326), actions, 36, 76, anchor="m")
        rule = edition.soloist[pair[1]]
        canvas.rect((left + 8, TOP + 352, left + 78, TOP + 353), T.rule)
        canvas.icon("deck", left + 16, TOP + 370, 18)
        side = words(f"picture.lacrimosa.solo.{rule.row_side}")
        canvas.text((left + 28, TOP + 376), side, "sans", 16, T.ink, width=52)
        canvas.icon("lacrimosa.court", left + 18, TOP + 395, 18)
        canvas.text(
            (left + 32, TOP + 401), str(rule.travel.courts), "sans_bold", 17, T.ink, width=14
        )
        name = edition.movements[rule.requiem.movement].name[:3]
        canvas.text((left + 50, TOP + 401), name, "serif", 15, T.ink, width=34)


def steps(canvas: Canvas, moment: Moment, box: Box) -> None:
    """What he did on his last turn, one line for each action, as many as fit a box."""
    solo, words, (x, top, right, low) = moment.view.solo, moment.words, box
    if solo is None:
        return
    title = words("picture.lacrimosa.solo.turn")
    canvas.text((x + 14, top + 36), title, "serif", 22, T.heading, width=right - x - 28)
    if not solo.did:
        none = words("picture.last.none")
        canvas.text((x + 16, top + 78), none, "sans", 18, T.ink2, width=right - x - 32)
    fresh = sum(isinstance(event, SoloDid) for event in moment.scene.changed)
    shown = solo.did[-int((low - top - 50) // (_STEP + 6)) :]
    for i, deed in enumerate(shown):
        y = top + 54 + i * (_STEP + 6)
        new = i >= len(shown) - fresh
        _step(canvas, moment, deed, (x + 12, y, right - 12), new=new)


def _step(
    canvas: Canvas,
    moment: Moment,
    deed: SoloDeed,
    at: tuple[float, float, float],
    *,
    new: bool,
) -> None:
    x, y, right = at
    canvas.panel((x, y, right, y + _STEP), IVORY, T.rule, 1, 5)
    canvas.icon(f"lacrimosa.{deed.action}", x + 28, y + _STEP / 2, 38)
    amounts = (("vp", deed.vp), ("finance", deed.finance), ("court", len(deed.courts)))
    gains = tuple(Token(what, f"+{n}") for what, n in amounts if n)
    edge = right - 10
    if gains:
        edge -= round(tokens.draw(canvas, (edge, y + _STEP / 2), gains, 24, 130, anchor="r"))
    text = solo_deed(moment.edition, deed.action, deed.what, moment.words)
    canvas.text(
        (x + 54, y + 24), text, "sans_semi", 17, T.ink, width=edge - x - 64, lines=2, name=True
    )
    if new:
        canvas.changed((x + 4, y + 4, right - 4, y + _STEP - 4), T.ink, 5, -2)
