"""What the things of Florence are called, wherever a text names them.

Terms of the game are in their dictionary form; squares are A1 to G7.
"""

from __future__ import annotations

from typing import Final

from render.words import Words
from rules.florence.catalogue import BONUS, DECKS, PRESTIGE, PROFESSIONS
from rules.florence.principality import WIDTH

COLUMNS: Final = "ABCDEFG"


def named(what: str, words: Words) -> str:
    """The name of a tile, item, freedom, profession, card, pile or action."""
    for family in ("term", "bonus", "prestige", "deck", "florence.label"):
        if (known := f"{family}.{what}") in words:
            return words(known)
    raise KeyError(what)


def cards(ids: tuple[str, ...], words: Words) -> str:
    """Several cards in a row."""
    return words.listed(named(card, words) for card in ids)


def deck(what: str, words: Words) -> str:
    """The name of a pile of cards."""
    if what not in DECKS:
        raise KeyError(what)
    return words(f"deck.{what}")


def florins(amount: int, words: Words) -> str:
    """An amount of money."""
    return words("unit.florins", amount)


def prestige(points: int, words: Words) -> str:
    """An amount of prestige points."""
    return words("unit.prestige", points)


def square(number: int) -> str:
    """A square by its column letter and row number.

    >>> square(0), square(48), square(23)
    ('A1', 'G7', 'C4')
    """
    row, column = divmod(number, WIDTH)
    return f"{COLUMNS[column]}{row + 1}"


def wishes(profession: str, words: Words) -> str:
    """The building, landscape and freedom that a profession loves."""
    loved = PROFESSIONS[profession]
    return words(
        "florence.hint.wishes",
        building=named(loved.building, words),
        landscape=named(loved.landscape, words),
        freedom=named(loved.freedom, words),
    )


def card_text(card: str, words: Words) -> str:
    """What a card does, in a sentence or a list of wishes."""
    if card in PROFESSIONS:
        return wishes(card, words)
    if card in BONUS:
        return words(f"bonus.{card}.text")
    entry = PRESTIGE[card]
    return words(f"prestige.{card}.text", points=entry.points, tied=entry.tied)
