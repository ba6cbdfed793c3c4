"""What the coach says in Lacrimosa: why a decision matters now, with the seat's own figures.

There is one function per moment, in the modules of this package, and one text for each:
`lacrimosa.coach.` and its name. The moments a person has already been told are not known here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, TypeAlias

from render.coach import Amount, Fact, Figures, told_as
from render.lacrimosa.words import amounts
from render.lacrimosa.words.coach import courts, laying, opus, points, requiem
from render.lacrimosa.words.coach.naming import (
    Bottom,
    Composer,
    Needs,
    Part,
    Reward,
    Story,
)
from render.lacrimosa.words.names import composer, memory_title, missing, named, part
from render.words import Words
from rules.contract import Decision
from rules.lacrimosa.catalogue import Edition
from rules.lacrimosa.grammar import Cost
from rules.lacrimosa.view import View

Moment: TypeAlias = Callable[[Edition, View, Decision], Figures | None]

MOMENTS: Final[tuple[Moment, ...]] = (
    # Once and never again.
    points.first_turn,
    points.tracks_expire,
    points.spread_overflows,
    laying.document_replaces,
    laying.bonus_kept_out,
    courts.sale_breaks_court,
    opus.memory_last_round,
    opus.row_leaves,
    # What this very decision makes possible.
    laying.card_pays_nothing,
    courts.court_fulfilled,
    courts.court_marked,
    requiem.marker_counts,
    requiem.majority_turns,
    requiem.neutral_decides,
    opus.offertorium_scores,
    courts.court_served,
    courts.court_needs_opus,
    courts.court_needs_marker,
    points.again_left,
    points.exchanges_missing,
    points.spread_least,
    opus.funds_overflow,
    requiem.reward_first,
    # What helps to compare.
    opus.no_surcharge,
    opus.memory_actions,
    laying.stories,
    laying.card_left,
    points.split_keeps_counters,
    points.soloist_ahead,
    points.end_counts,
)
"""Every moment, the most urgent first."""


def coached(edition: Edition, view: View, decision: Decision, words: Words) -> Iterator[Fact]:
    """What matters in a decision, the most urgent first."""
    for moment in MOMENTS:
        found = moment(edition, view, decision)
        if found is not None:
            name = moment.__name__
            named_ = {key: spelled(edition, each, words) for key, each in found.named.items()}
            text = words(f"lacrimosa.coach.{name}", found.n, **named_)
            yield Fact(told_as(name, found), text, found.names, found.agreed)


def spelled(edition: Edition, figure: object, words: Words) -> object:
    """A figure as its text needs it: amounts with their units, ids by their names."""
    match figure:
        case Amount(what, n):
            return amounts.amount(what, n, words)
        case Cost():
            return amounts.cost(figure, words)
        case Reward(texts):
            return amounts.reward(texts, words)
        case Story(texts):
            return amounts.story(texts, words)
        case Bottom(card, texts):
            story, title = amounts.story(texts, words), memory_title(edition, card, words)
            return words("lacrimosa.bottom", card=title, story=story)
        case Composer(id_):
            return composer(edition, id_, words)
        case Needs(court, needs):
            return missing(edition, edition.courts[court], needs, words)
        case Part(place):
            return part(edition, place, words)
        case str():
            return named(edition, figure, words)
        case tuple():
            return words.row(str(spelled(edition, each, words)) for each in figure)
        case _:
            return figure
