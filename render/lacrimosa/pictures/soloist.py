"""The Soloist's panel: his points and holdings, and his turn step by step."""

from __future__ import annotations

from typing import Final

from render import recent
from render.canvas import Box, Canvas
from render.header import LEAST, Change, EventLine
from render.lacrimosa.pictures import seat, tokens
from render.lacrimosa.pictures.frame import BLUE, BLUE_BAND, FAMILY, current
from render.lacrimosa.pictures.moment import SOLOIST, Moment, solo_deed
from render.lacrimosa.pictures.seat import LEFT, RIGHT, WIDE, Sections
from render.lacrimosa.pictures.tokens import Token
from render.lacrimosa.theme import THEME as T
from render.typesetting import fitted
from render.words import signed
from rules.contract import Seat
from rules.lacrimosa import soloist
from rules.lacrimosa.catalogue import TURNS
from rules.lacrimosa.events import SoloDid
from rules.lacrimosa.state import SoloDeed
from rules.lacrimosa.view import SoloView

_MARKERS: Final = 7
"""How many markers he has at the start."""


def draw(canvas: Canvas, moment: Moment, number: Seat, sections: Sections) -> None:
    """The panel of the Soloist, drawn from the point 0, 0."""
    solo = moment.view.solo
    if solo is None:
        return
    if number in moment.active:
        current(canvas, (0, 0, WIDE, sections.high))
    canvas.panel((0, 0, WIDE, sections.high), T.panel, T.ink, 2, 6)
    seat.band(canvas, moment, number)
    _holdings(canvas, moment, solo)
    _played(canvas, moment, solo, sections)


def _holdings(canvas: Canvas, moment: Moment, solo: SoloView) -> None:
    """Level, cards to come, finances, markers, courts; he has no income (L132, L158)."""
    words, edition = moment.words, moment.edition
    level = words(
        "picture.lacrimosa.solo.level", level=words(f"lacrimosa.option.level.{solo.level}")
    )
    used = canvas.text(
        (RIGHT, 106), str(len(solo.deck)), "sans_bold", 28, T.ink, width=40, anchor="r"
    )
    canvas.icon("deck", RIGHT - used - 18, 96, 26)
    free = RIGHT - LEFT - used - 44
    canvas.text((LEFT + 4, 106), level, "serif", 28, T.heading, width=free, least=LEAST)
    canvas.icon("lacrimosa.finance", LEFT + 18, 148, 32)
    last = len(edition.player.finance) - 1
    seat.track(canvas, (LEFT + 44, 138, RIGHT - 4, 158), solo.finance, last)
    pitch = (RIGHT - LEFT) / _MARKERS
    for i in range(_MARKERS):
        x, y = LEFT + pitch * (i + 0.5), 206
        if i < solo.markers:
            canvas.mark(SOLOIST, x, y, 42)
        else:
            canvas.disc(x, y, 17, T.past)
    seat.courts(canvas, solo.courts, edition, (240, 356), frozenset())


def _played(canvas: Canvas, moment: Moment, solo: SoloView, sections: Sections) -> None:
    """The pairs of cards played this round."""
    title = moment.words("picture.lacrimosa.solo.cards")
    free = RIGHT - LEFT - 4
    canvas.text((LEFT + 4, 396), title, "serif", 28, T.heading, width=free, least=LEAST)
    wide, start = (RIGHT - LEFT - 4) / 2, 410
    high = (sections.courts[1] - start - 4) / 2
    for i in range(TURNS):
        line, place = divmod(i, 2)
        left, top = LEFT + (wide + 4) * place, start + (high + 4) * line
        box = (left, top, left + wide, top + high)
        pair = solo.played[2 * i : 2 * i + 2]
        if len(pair) == 2:
            _pair(canvas, moment, pair, box)
            continue
        canvas.dashed(box, T.rule, 2, 5)
        at = (left + wide / 2, top + high / 2 + 10)
        canvas.text(at, str(i + 1), "sans_bold", 28, T.ink2, width=40, anchor="m")


def _pair(canvas: Canvas, moment: Moment, pair: tuple[str, ...], box: Box) -> None:
    """Two cards: his actions, and the rule by which he takes them."""
    edition, (left, top, right, low) = moment.edition, box
    first, rule = edition.soloist[pair[0]], edition.soloist[pair[1]]
    canvas.panel(box, BLUE_BAND, T.ink2, 2, 6)
    actions = tuple(Token(action) for action in first.actions)
    tokens.draw(canvas, (left + 10, top + 27), actions, 34, 106)
    name = edition.movements[rule.requiem.movement].name[:3]
    at = (right - 10, top + 37)
    canvas.text(at, name, "sans_semi", LEAST, T.ink, width=60, anchor="r")
    canvas.icon("lacrimosa.quill", left + 22, low - 26, 26, BLUE)
    side = moment.words(f"picture.lacrimosa.solo.{rule.row_side}")
    canvas.text((left + 40, low - 16), side, "sans", LEAST, T.ink, width=right - left - 92)
    used = canvas.text(
        (right - 10, low - 16),
        str(rule.travel.courts),
        "sans_bold",
        LEAST,
        T.ink,
        width=20,
        anchor="r",
    )
    canvas.icon("lacrimosa.court", right - used - 26, low - 26, 26)


def steps(canvas: Canvas, moment: Moment, box: Box) -> float:
    """His last turn, with the latest actions that fit a box; returns where they end."""
    solo, words, (x, top, right, low) = moment.view.solo, moment.words, box
    if solo is None:
        return top
    title = words("picture.lacrimosa.solo.turn")
    size, lines = fitted(title, "serif", 30, right - x - 28, 2, LEAST)
    at = (x + 14, top + 42)
    canvas.text(at, title, "serif", size, T.heading, width=right - x - 28, lines=2)
    top += 60 + (len(lines) - 1) * round(size * 1.18)
    if not solo.did:
        none = words("picture.last.none")
        canvas.text((x + 16, top + 30), none, "sans", LEAST, T.ink2, width=right - x - 32)
        top += 40
    told = [(deed.action, _told(moment, deed)) for deed in solo.did]
    wide = right - x - 24
    while told and sum(recent.height(line, wide) for _, line in told) > low - top - 12:
        del told[0]
    fresh = sum(isinstance(event, SoloDid) for event in moment.scene.changed)
    for i, (action, line) in enumerate(told):
        high = recent.height(line, wide)
        recent.entry(canvas, line, (x + 12, top, right - 12), FAMILY, f"{FAMILY}.{action}")
        if i >= len(told) - fresh:
            edge = top + high - recent.GAP
            canvas.changed((x + 16, top + 4, right - 16, edge - 4), T.ink, 5, -2)
        top += high
    return top


def _told(moment: Moment, deed: SoloDeed) -> EventLine:
    """What he did, and what it gained him."""
    steps = soloist.steps(moment.edition, deed)
    amounts = (("vp", deed.vp), ("finance", steps), ("court", len(deed.courts)))
    gains = tuple(Change(what, signed(n)) for what, n in amounts if n)
    return EventLine(
        SOLOIST, solo_deed(moment.edition, deed.action, deed.what, moment.words), gains
    )
