"""Why an option of Florence is better: how imagined games ended, and what came this round."""

from __future__ import annotations

from typing import Final

from render import reasons
from render.florence.words.names import named
from render.words import Words
from rules.florence.view import View
from rules.opponents.told import OTHERS, Got, Line, Why

_WHOLE: Final = 2 / 3
"""From this many Works on, they are counted; fewer are told as one Work in so many games."""

_RARE: Final = 0.2
"""One Work in more than five games is not worth a word."""


def told(
    why: Why, view: View, than: str, words: Words, *, bare: bool = False
) -> tuple[str, ...]:
    """The points at the end with their lines, then what comes within the round."""
    found = []
    if why.lines:
        points, before = round(why.points), round(why.before)
        text = "florence.reason.level" if points == before else "florence.reason.ended"
        lines = reasons.in_row(why.lines, lambda line: _line(line, words), words)
        if bare:
            text = "florence.reason.bare"
            lines = reasons.bare_row(why.lines, lambda line: _works(line, words), words)
        figures = {"worlds": why.worlds, "points": points, "before": before}
        found.append(words(text, than=than, lines=lines, **figures))
    if (plan := why.plan) is not None:
        thing, number = named(plan.got.what, words), max(view.turn, 1)
        text = f"florence.plan.{_kind(plan.got, view)}"
        found.append(reasons.planned(text, plan, number, thing, than, words))
    return tuple(found)


def _kind(got: Got, view: View) -> str:
    """How a thing is gained: a card that is face up elsewhere is recruited."""
    if got.kind == "item" and got.nth > 1:
        return "another"
    others = (side for seat, side in enumerate(view.seats) if seat != view.viewer)
    if got.kind == "card" and any(got.what in side.works for side in others):
        return "recruit"
    return got.kind


def _line(line: Line, words: Words) -> str:
    """The points of a line of the score, with the Works that made them."""
    n = reasons.rounded(line.more)
    if line.what == OTHERS:
        return reasons.others(line, str(n), words)
    points = words(f"florence.reason.{line.what}.{reasons.form(line)}", n)
    works = _works(line, words)
    return (
        points if works is None else words("florence.reason.with", points=points, works=works)
    )


def _works(line: Line, words: Words) -> str | None:
    """The Works that made the points of a line; None: too few to be worth a word."""
    count = abs(line.things)
    if count < _RARE:
        return None
    works = f"florence.reason.work.{reasons.form(line)}"
    if count >= _WHOLE:
        return words(works, reasons.rounded(count))
    return words(f"{works}.part", round(1 / count))
