"""The viewer's own opus cards: what a performance or a sale of each costs and gives."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, TypeAlias

from render.canvas import Box, Canvas
from render.lacrimosa.pictures import tokens
from render.lacrimosa.pictures.frame import WINE, choice, choosable, paper, veil
from render.lacrimosa.pictures.moment import ROMAN
from render.lacrimosa.pictures.tokens import Token
from render.lacrimosa.theme import THEME as T
from render.theme import WHITE
from render.typesetting import fitted
from rules.lacrimosa import effects, treasury
from rules.lacrimosa.actions import Perform, Sell
from rules.lacrimosa.catalogue import Edition, Opus
from rules.lacrimosa.grammar import Cost
from rules.lacrimosa.view import View

Deal: TypeAlias = Perform | Sell

_WIDE: Final = 808
_HIGH: Final = 88
_PITCH: Final = 102
_LEFT: Final = 64
_RIGHT: Final = _WIDE - 12
_DEAL: Final = 548


def draw(
    edition: Edition, view: View, actions: Sequence[Deal], numbers: Mapping[str, int]
) -> Canvas | None:
    """A line for each card, with a ring if it can be chosen; None for a spectator.

    Args:
        edition: the cards.
        view: the view of the seat that chooses.
        actions: the choices, performances or sales or both.
        numbers: the numbers of the cards, if it is already known what is done with one.
    """
    if view.viewer is None:
        return None
    own = view.seats[view.viewer]
    kinds = tuple(kind for kind in (Perform, Sell) if any(type(a) is kind for a in actions))
    free = {action.opus for action in actions}
    canvas = paper((_WIDE, 12 + _PITCH * len(own.opus)))
    for i, held in enumerate(own.opus):
        top = 12 + _PITCH * i
        box, beside = (_LEFT, top, _RIGHT, top + _HIGH), (_LEFT / 2, top + _HIGH / 2)
        _card(canvas, edition.opus[held.id], kinds, top)
        if held.id in free:
            choosable(canvas, box, 6)
            if held.id in numbers:
                choice(canvas, numbers[held.id], *beside, 24)
            continue
        veil(canvas, box)
        if held.rotated:  # performed this round (L66)
            canvas.icon("check", *beside, 30)
            continue
        costs = (effects.cost(edition, view, kind(held.id)) for kind in kinds)
        lacks = (treasury.lacking(own.player, cost) for cost in costs)
        _lacks(canvas, beside, min(lacks, key=treasury.in_ducats))
    return canvas


def _card(canvas: Canvas, opus: Opus, kinds: Sequence[type[Deal]], top: int) -> None:
    """Type and period, title, points at the end of the game, and the performance or sale."""
    low, middle = top + _HIGH, top + _HIGH / 2
    canvas.panel((_LEFT, top, _RIGHT, low), T.panel, WINE, 3, 6)
    canvas.rect((_LEFT + 3, top + 3, _LEFT + 86, low - 3), WINE)
    if opus.type is None:
        canvas.icon("lacrimosa.start", _LEFT + 44, middle, 44)
    else:
        canvas.icon(f"lacrimosa.{opus.type}", _LEFT + 30, middle, 36, WHITE)
        period = ROMAN[opus.period]
        canvas.text(
            (_LEFT + 66, middle + 8), period, "serif", 22, T.light, width=36, anchor="m"
        )
    _title(canvas, opus, (_LEFT + 98, top, _DEAL - 108, low))
    canvas.rect((_DEAL - 100, top + 3, _DEAL - 6, low - 3), T.tiles["bonus"])
    canvas.icon("lacrimosa.vp", _DEAL - 76, middle, 30)
    points = str(opus.vp)
    canvas.text((_DEAL - 54, middle + 9), points, "sans_black", 26, T.ink, width=44)
    pitch = _HIGH / 2 - 4
    for i, kind in enumerate(kinds):
        _deal(canvas, opus, kind, middle + pitch * (i - (len(kinds) - 1) / 2))


def _deal(canvas: Canvas, opus: Opus, kind: type[Deal], y: float) -> None:
    """What a performance or a sale costs and gives."""
    performs = kind is Perform
    talent = opus.perform.talent if performs else opus.sell.talent
    gain = tokens.of_performance(opus) if performs else tokens.of_sale(opus)
    canvas.icon("lacrimosa.perform" if performs else "lacrimosa.sell", _DEAL + 24, y, 34)
    cost = (Token("talent", str(talent), cost=True),)
    tokens.priced(canvas, (_DEAL + 52, y), cost, gain, 30, _RIGHT - _DEAL - 60)


def _title(canvas: Canvas, opus: Opus, box: Box) -> None:
    """The title on one or two lines, with number and year below it."""
    x, top, right, _ = box
    free = right - x
    size, lines = fitted(opus.title, "serif", 22, free, 2, 17)
    y = top + (40 if len(lines) == 1 else 29)
    canvas.text((x, y), opus.title, "serif", size, T.ink, width=free, lines=2, name=True)
    line = f"KV {opus.kv} · {opus.year}"
    canvas.text(
        (x, top + (66 if len(lines) == 1 else 77)), line, "sans", 16, T.ink2, width=free
    )


def _lacks(canvas: Canvas, at: tuple[float, float], lack: Cost) -> None:
    """What is missing for a card, shown beside it; nothing if it is of another type."""
    missing = tokens.of_lack(lack)
    if missing:
        x, y = at
        canvas.icon("lock", x, y - 18, 26)
        tokens.draw(canvas, (x, y + 16), missing, 26, _LEFT - 8, anchor="m")
