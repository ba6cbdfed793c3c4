"""The coach on the card row and the seat's opus cards: what to take, perform or sell."""

from __future__ import annotations

from typing import Final

from render.coach import Amount, Figures, figures, naming
from render.lacrimosa.words.coach.laying import story_amount
from render.lacrimosa.words.coach.naming import Story
from rules.contract import Decision
from rules.lacrimosa import row, treasury
from rules.lacrimosa.actions import Commission, Document, Perform, Sell
from rules.lacrimosa.catalogue import REMOVED_SPACES, ROUNDS, TURNS, Edition
from rules.lacrimosa.grammar import FREE, OpusPoints, repeat
from rules.lacrimosa.treasury import in_ducats
from rules.lacrimosa.view import View

_EXAMPLES: Final = 2
"""How many titles fit on a line."""


def _documents(decision: Decision) -> tuple[str, ...]:
    """The memories that can be documented and paid for now, each once."""
    cards = (each.card for each in decision.options if isinstance(each, Document))
    return tuple(dict.fromkeys(cards))


def _commissions(decision: Decision) -> tuple[str, ...]:
    """The opus cards that can be commissioned and paid for now, each once."""
    cards = (each.card for each in decision.options if isinstance(each, Commission))
    return tuple(dict.fromkeys(cards))


def _sales(decision: Decision) -> tuple[str, ...]:
    return tuple(each.opus for each in decision.options if isinstance(each, Sell))


def _performances(decision: Decision) -> tuple[str, ...]:
    return tuple(each.opus for each in decision.options if isinstance(each, Perform))


def row_leaves(edition: Edition, view: View, decision: Decision) -> Figures | None:
    """In the last turn of a round: payable cards that maintenance takes from the row (L111)."""
    del edition
    if view.turn != TURNS or view.round == ROUNDS:
        return None
    going = view.row[-REMOVED_SPACES:]
    can = (*_documents(decision), *_commissions(decision))
    cards = tuple(card for card in going if card in can)
    return figures(len(cards), cards=cards) if cards else None


def no_surcharge(edition: Edition, view: View, decision: Decision) -> Figures | None:
    """One payable opus is on a space that costs nothing, another is not (L13, L56)."""
    spaces = {card: row.space(edition, view, card).opus_cost for card in _commissions(decision)}
    free = [card for card, cost in spaces.items() if cost == FREE]
    dear = [(in_ducats(cost), card) for card, cost in spaces.items() if cost != FREE]
    if not free or not dear:
        return None
    _, other = max(dear)
    return naming(figures(card=free[0], other=other, cost=spaces[other]), "commission", free[0])


def memory_last_round(edition: Edition, view: View, decision: Decision) -> Figures | None:
    """In the last round, a memory counts only through its bottom (L53, LR17)."""
    cards, replaced = _documents(decision), view.seats[decision.seat].story[-1:]
    if view.round != ROUNDS or not cards or not replaced:
        return None
    card = max(cards, key=lambda each: story_amount(edition, each))
    said = figures(
        card=card,
        story=Story(edition.memories[card].story),
        replaced=Story(edition.memories[replaced[0]].story),
    )
    return naming(said, "document", card)


def memory_actions(edition: Edition, view: View, decision: Decision) -> Figures | None:
    """A memory with more actions than the Story card that it replaces (L27, L52, L53).

    If all have the same number, there is nothing to choose.
    """
    replaced = view.seats[decision.seat].story[-1:]
    if view.round == ROUNDS or not replaced:
        return None
    own = len(edition.memories[replaced[0]].actions)
    found = [(len(edition.memories[card].actions), card) for card in _documents(decision)]
    count, card = max(found, default=(0, ""))
    if count <= own or (len(found) > 1 and min(found)[0] == count):
        return None
    return naming(figures(count, card=card), "document", card)


def _raised(edition: Edition, decision: Decision) -> list[tuple[int, str]]:
    """The finance steps of each possible sale, the most first."""
    steps = [(edition.opus[card].sell.finance, card) for card in _sales(decision)]
    return sorted(((n, card) for n, card in steps if n), reverse=True)


def funds_overflow(edition: Edition, view: View, decision: Decision) -> Figures | None:
    """A sale whose steps pass the end of the finance track, 2 points each (L49, LR8)."""
    now = view.seats[decision.seat].finance
    for steps, card in _raised(edition, decision):
        _, points = treasury.raised(edition, now, steps)
        if points:
            return naming(figures(card=card, points=Amount("vp", points)), "sell", card)
    return None


def offertorium_scores(edition: Edition, view: View, decision: Decision) -> Figures | None:
    """The seat's Offertorium tile pays for opus cards available now (L58, L69, L98)."""
    can = dict.fromkeys((*_commissions(decision), *_performances(decision), *_sales(decision)))
    for hired in view.seats[decision.seat].hired:
        text = edition.tiles[hired.tile].repeat
        effect = repeat(text) if text else None
        if isinstance(effect, OpusPoints):
            cards = tuple(card for card in can if edition.opus[card].type == effect.genre)
            if cards:
                points = Amount("vp", effect.amount)
                return figures(type=effect.genre, points=points, cards=cards[:_EXAMPLES])
    return None
