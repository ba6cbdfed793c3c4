"""Why an option is better, in sentences: what happened when it was played out, and how often.

Shared by all games: how often something came, and how lines are joined. Each game spells
its own lines and what its seats gain.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from render.words import Words
from rules.opponents.told import OTHERS, Line, Plan

GAMES: Final = 10
"""Shares are given out of this many games."""


def rounded(amount: float) -> int:
    """An amount that is not zero, as people count it: a whole number, at least 1.

    >>> rounded(0.5), rounded(-2.4), rounded(2.5)
    (1, 2, 3)
    """
    return max(1, int(abs(amount) + 0.5))


def form(line: Line) -> str:
    """How the id of a line's text ends: in `more` or `less`."""
    return "more" if line.more > 0 else "less"


def others(line: Line, points: str, words: Words) -> str:
    """How many points more or fewer the others have."""
    return words(f"reason.others.{form(line)}", points=points)


def in_row(lines: Sequence[Line], spelled: Callable[[Line], str], words: Words) -> str:
    """The lines that speak for the option, then the one against it."""
    good = words.listed(spelled(line) for line in lines if _speaks_for(line))
    bad = [spelled(line) for line in lines if not _speaks_for(line)]
    return words("reason.but", first=good, second=words.row(bad)) if bad else good


def bare_row(lines: Sequence[Line], things: Callable[[Line], str | None], words: Words) -> str:
    """The same without amounts of points: only where there are more, and where fewer.

    Args:
        lines: as for `in_row`.
        things: what a line has more or less of apart from points, in words; None: nothing.
        words: the reader's language.
    """
    good, bad = (
        [*_things(some, things), *_points(some, words)]
        for some in (
            [line for line in lines if _speaks_for(line)],
            [line for line in lines if not _speaks_for(line)],
        )
    )
    first = words.row(good)
    return words("reason.but", first=first, second=words.row(bad)) if bad else first


def _things(lines: Sequence[Line], things: Callable[[Line], str | None]) -> list[str]:
    return [told for told in map(things, lines) if told is not None]


def _points(lines: Sequence[Line], words: Words) -> list[str]:
    """The sources of lines that speak the same way, then the others at the table."""
    own = [line for line in lines if not line.thing and line.what != OTHERS]
    sources = words.row(words(f"score.{line.what}") for line in own)
    found = [words(f"reason.bare.{form(own[0])}", sources=sources)] if own else []
    found += [
        words(f"reason.bare.others.{form(each)}") for each in lines if each.what == OTHERS
    ]
    return found


def _speaks_for(line: Line) -> bool:
    return (line.more > 0) is not (line.what == OTHERS)


def planned(text: str, plan: Plan, number: int, thing: str, than: str, words: Words) -> str:
    """What an option brings within a round in some games of ten, and another in fewer.

    Args:
        text: the id of the sentence.
        plan: what comes, and how often.
        number: the round's number.
        thing: the name of what comes.
        than: the other option.
        words: the reader's language.
    """
    # Nearly always is not always.
    most = GAMES if plan.share == 1.0 else GAMES - 1
    often, other = min(round(plan.share * GAMES), most), round(plan.other * GAMES)
    always = often == GAMES and not other
    shares = {
        "often": words("reason.every") if always else words("reason.games", often),
        "other": words("reason.of_them", other) if other else words("reason.none"),
    }
    return words(text, round=number, thing=thing, than=than, **shares)
