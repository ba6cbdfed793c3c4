"""What the coach says in Florence: why a decision matters now, with the seat's own figures.

There is one function per moment, in the modules of this package, and one text for each:
`florence.coach.` and its name. The moments a person has already been told are not known here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, TypeAlias

from msgspec.structs import replace

from render.coach import Amount, Counted, Fact, Figures, told_as
from render.florence.words.coach import auction, cards, turn, works
from render.florence.words.names import named
from render.words import Words
from rules.contract import Decision
from rules.florence.view import View

Moment: TypeAlias = Callable[[View, Decision], Figures | None]

MOMENTS: Final[tuple[Moment, ...]] = (
    # Once and never again.
    cards.wish_alone,
    cards.wish_shared,
    cards.wish_equal,
    auction.bid_sells_prestige,
    works.exchange_final,
    works.bonus_never_again,
    works.bonus_needed,
    # How a decision goes, where nobody could know.
    auction.first_auction,
    # What this very decision makes possible.
    turn.few_professions,
    turn.lifted_by_action,
    turn.better_before_work,
    turn.minimum_rises,
    turn.draw_before_work,
    auction.item_reaches_minimum,
    auction.item_pays_prestige_card,
    turn.last_action,
    turn.bonus_lifts,
    turn.recruited_works,
    auction.keeps_too_little,
    auction.place_keeps_room,
    works.exchange_building,
    works.bonus_for_later,
    cards.keep_profession,
    cards.keep_bonus,
    cards.keep_prestige,
    cards.under_soon,
    cards.under_far,
    turn.bonus_may_lift,
    turn.work_lacks,
    turn.last_copy,
    # What helps to compare.
    auction.last_auctions,
    turn.building_serves,
    turn.freedom_serves,
    cards.prestige_pays_nothing,
    cards.prestige_is_shared,
)
"""Every moment, the most urgent first."""


EACH_TURN: Final[frozenset[Moment]] = frozenset(
    {
        auction.place_keeps_room,
        cards.keep_bonus,
        cards.keep_prestige,
        cards.keep_profession,
        turn.better_before_work,
        turn.bonus_lifts,
        turn.bonus_may_lift,
        turn.draw_before_work,
        turn.few_professions,
        turn.lifted_by_action,
        turn.minimum_rises,
        turn.recruited_works,
        works.bonus_needed,
        works.bonus_for_later,
        works.exchange_building,
    }
)
"""Moments worth repeating in another turn, because other cards and figures decide them."""


def coached(view: View, decision: Decision, words: Words) -> Iterator[Fact]:
    """What matters in a decision, the most urgent first.

    A text that may be repeated has a different name each time.
    """
    for moment in MOMENTS:
        found = moment(view, decision)
        if found is not None:
            name = moment.__name__
            named_ = {key: spelled(each, words) for key, each in found.named.items()}
            if moment in EACH_TURN:
                found = replace(found, again=str(view.turn))
            text = words(f"florence.coach.{name}", found.n, **named_)
            yield Fact(told_as(name, found), text, found.names, found.agreed)


def spelled(figure: object, words: Words) -> object:
    """A figure as its text needs it: amounts with their units, ids by their names."""
    match figure:
        case Amount(what, n):
            return words(f"unit.{what}", n)
        case Counted(what, n):
            return words("florence.counted", what=named(what, words), n=n)
        case str():
            return named(figure, words)
        case tuple():
            return words.row(str(spelled(each, words)) for each in figure)
        case _:
            return figure
