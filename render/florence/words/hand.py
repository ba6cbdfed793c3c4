"""A private hand of Florence in words, for its owner only."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from render.florence.words.names import card_text, cards, deck, florins, named, prestige
from render.lengths import PAGE, clipped
from render.words import Words
from rules.florence import works
from rules.florence.catalogue import (
    DECKS,
    PROFESSIONS,
    VALUE_BUILDING,
    VALUE_FREEDOM,
    VALUE_LANDSCAPE,
)
from rules.florence.observing import HIDDEN
from rules.florence.state import Looking, Ordering
from rules.florence.view import SeatView, View


def hand_text(view: View, words: Words) -> str:
    """The viewer's money and cards, and what each profession would be worth now."""
    if view.viewer is None:
        return words("hand.none")
    return clipped("\n".join(_lines(view, view.seats[view.viewer], words)), PAGE)


def _lines(view: View, side: SeatView, words: Words) -> Iterator[str]:
    money = florins(side.florins or 0, words)
    points = prestige(side.prestige, words)
    yield words("florence.hand.money", florins=money, prestige=points)
    yield words("florence.hand.minimum", minimum=view.minimum)
    if side.hand:
        yield words("florence.hand.professions")
        for card in side.hand:
            yield _profession(card, side, words)
    else:
        yield words("florence.hand.professions.none")
    if side.recruiting:
        yield words("florence.hand.recruiting", side.recruiting)
    if side.bonus:
        yield words("florence.hand.bonus")
        yield from _texts(side.bonus, words)
    if side.prestige_cards:
        yield words("florence.hand.prestige")
        yield from _texts(side.prestige_cards, words)
    yield from _looking(view, words)
    yield from _under(view, words)


def _profession(card: str, side: SeatView, words: Words) -> str:
    """A profession with its wishes and the value of its work as things stand."""
    player = side.player
    value = works.value(works.laid(player, card), card)
    most = works.reach(player, card)
    loved = PROFESSIONS[card]
    figures = {
        "card": named(card, words),
        "building": named(loved.building, words),
        "landscape": named(loved.landscape, words),
        "freedom": named(loved.freedom, words),
        "for_building": VALUE_BUILDING,
        "for_landscape": VALUE_LANDSCAPE,
        "for_freedom": VALUE_FREEDOM,
        "value": value,
    }
    if most == value:
        return words("florence.hand.profession", **figures)
    return words("florence.hand.profession.bonus", most=most, **figures)


def _texts(ids: Iterable[str], words: Words) -> Iterator[str]:
    for card in ids:
        text = card_text(card, words)
        yield words("florence.hand.card", card=named(card, words), text=text)


def _looking(view: View, words: Words) -> Iterator[str]:
    """The cards just looked at, while one is to be kept or they are to be ordered."""
    step = view.step
    if isinstance(step, Looking | Ordering) and HIDDEN not in step.cards:
        yield words("florence.hand.looking", deck=deck(step.deck, words))
        yield from _texts(step.cards, words)


def _under(view: View, words: Words) -> Iterator[str]:
    """What the viewer put under the piles, known to nobody else."""
    piles = zip(DECKS, (view.professions, view.bonus, view.prestige), strict=True)
    known = [
        (pile, tuple(card for card in cards_.under if card is not None))
        for pile, cards_ in piles
    ]
    if any(own for _, own in known):
        yield words("florence.hand.under")
    for pile, own in known:
        if own:
            yield words(
                "florence.hand.under.line", deck=deck(pile, words), cards=cards(own, words)
            )
