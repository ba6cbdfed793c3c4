"""What the head of a Florence board says: round and phase, who acts, the last action."""

from __future__ import annotations

from typing import Final

from render import header
from render.canvas import Canvas
from render.florence.pictures.moment import Moment, gained
from render.header import Chip, Head
from render.words import Words
from rules.contract import tag_of
from rules.florence.view import View

TEXTS: Final = ("game.florence",)
"""The texts that the head always shows."""

FAMILY: Final = "florence"
"""The icons of this game."""

_LEFT: Final = 370
"""Where the seat that must decide begins: to the right of the longest title and stage."""

_AUCTION: Final = frozenset({"opening", "bidding", "landing", "offering"})


def ground(canvas: Canvas, words: Words) -> None:
    """The part that never changes."""
    header.ground(canvas, words(*TEXTS), _LEFT)


def draw(canvas: Canvas, moment: Moment) -> None:
    """Round and phase, who acts, scores in turn order, the last action."""
    changed = {line.seat for line in moment.told if gained(line)}
    chips = tuple(
        Chip(seat, moment.view.seats[seat].prestige, seat in moment.active, seat in changed)
        for seat in moment.order
    )
    alone = moment.active[0] if len(moment.active) == 1 else None
    last = moment.told[-1] if moment.told and not moment.over else None
    head = Head(
        stage=stage(moment),
        chips=chips,
        active=moment.active,
        verb=_verb(moment) if moment.active else "",
        name="" if alone is None else moment.name(alone),
        computer=alone is not None and moment.scene.people[alone].computer,
        told=None if last is None else (last, moment.name(last.seat)),
        family=FAMILY,
        left=_LEFT,
    )
    header.draw(canvas, head)


def stage(moment: Moment) -> str:
    """The round and what happens in it, e.g. "Round 4 · auction 3"."""
    view, words = moment.view, moment.words
    if moment.over:
        return words("scores.title")
    if not view.turn:
        return words("picture.stage.setup")
    if in_auction(view):
        tag = tag_of(view.step)
        nth = len(view.sales) + (tag in {"opening", "bidding"})
        return words("picture.stage.auction", turn=view.turn, nth=max(nth, 1))
    nth = len(view.seats[moment.active[0]].deeds) + 1 if moment.active else 1
    if nth > 2:
        return words("picture.stage.ending", turn=view.turn)
    return words("picture.stage.actions", turn=view.turn, nth=nth)


def in_auction(view: View) -> bool:
    """Whether phase A of a turn is under way."""
    tag = tag_of(view.step)
    return tag in _AUCTION or getattr(view.step, "deck", None) == "prestige"


def _verb(moment: Moment) -> str:
    words, scene = moment.words, moment.scene
    if scene.over is not None:
        return words("picture.wins" if len(scene.over.winners) == 1 else "picture.share")
    if len(moment.active) > 1:
        return words("picture.several", len(moment.active))
    if not scene.deciding:
        return ""
    return words(f"picture.does.{tag_of(scene.deciding[0][1])}")
