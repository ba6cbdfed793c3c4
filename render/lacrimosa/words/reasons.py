"""Why an option of Lacrimosa is better: what there was more of at the end of the round."""

from __future__ import annotations

from render import reasons
from render.lacrimosa.words import amounts, names
from render.words import Words
from rules.lacrimosa.catalogue import ROUNDS, Edition
from rules.lacrimosa.view import View
from rules.opponents.told import OTHERS, Got, Line, Why


def told(
    edition: Edition, why: Why, view: View, than: str, words: Words, *, bare: bool = False
) -> tuple[str, ...]:
    """Points and things at the end of the round or game, then what comes within the round."""
    found = []
    if why.lines:
        lines = (
            reasons.bare_row(why.lines, lambda line: _thing(line, words), words)
            if bare
            else reasons.in_row(why.lines, lambda line: _line(line, words), words)
        )
        figures = {"worlds": why.worlds, "than": than, "lines": lines}
        end = "game" if view.round == ROUNDS else "round"
        found.append(words(f"lacrimosa.reason.{end}", **figures))
    if (plan := why.plan) is not None:
        kind, some = plan.got.kind, "" if plan.got.what else "some."
        text, thing = f"lacrimosa.plan.{some}{kind}", _named(edition, plan.got, words)
        found.append(reasons.planned(text, plan, view.round, thing, than, words))
    return tuple(found)


def _line(line: Line, words: Words) -> str:
    """Points by their source, or an amount of things."""
    told = _thing(line, words)
    if told is not None:
        return told
    points = amounts.amount("vp", reasons.rounded(line.more), words)
    if line.what == OTHERS:
        return reasons.others(line, points, words)
    source = words(f"score.{line.what}")
    return words(f"lacrimosa.reason.points.{reasons.form(line)}", points=points, source=source)


def _thing(line: Line, words: Words) -> str | None:
    """An amount of things; None: the line is about points."""
    if not line.thing:
        return None
    n, own = reasons.rounded(line.more), f"lacrimosa.reason.{line.what}"
    amount = words(own, n) if own in words else amounts.amount(line.what, n, words)
    return words(f"lacrimosa.reason.{reasons.form(line)}", amount=amount)


def _named(edition: Edition, got: Got, words: Words) -> str:
    """What a seat gains: a card, what a court asks for, or a movement; empty: any."""
    if not got.what:
        return ""
    if got.kind == "court":
        return names.demand(edition, edition.courts[got.what], words)
    return names.named(edition, got.what, words)
