"""The rules of Florence in our own words, in chapters that a message can hold."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from render.florence.words.names import card_text, named
from render.words import Words
from rules.florence.catalogue import BONUS, PROFESSIONS

CHAPTERS: Final = (
    "aim",
    "setup",
    "round",
    "auction",
    "items",
    "landscapes",
    "actions",
    "works",
    "professions",
    "buildings",
    "freedoms",
    "bonus",
    "bonus_cards",
    "recruiting",
    "prestige_cards",
    "best_work",
    "money",
    "end",
    "hidden",
    "table",
)
"""The ids of the chapters, in reading order; the texts are in the catalogue."""


LISTS: Final[dict[str, Iterable[str]]] = {"professions": PROFESSIONS, "bonus_cards": BONUS}
"""The chapters that list cards, as every board of the printed game does, with those cards."""


def topics(words: Words) -> tuple[tuple[str, str], ...]:
    """The chapters of the rules: id and title."""
    return tuple((topic, words(f"florence.rules.{topic}.title")) for topic in CHAPTERS)


def chapter(topic: str, words: Words) -> str | None:
    """A chapter in full, or None if there is none of that id."""
    if topic not in CHAPTERS:
        return None
    lines = (
        words("florence.hand.card", card=named(card, words), text=card_text(card, words))
        for card in LISTS.get(topic, ())
    )
    return words(f"florence.rules.{topic}", cards="\n".join(lines))


def lists(words: Words) -> tuple[str, ...]:
    """The lists of cards as pages of a position."""
    return tuple(_titled(topic, words) for topic in LISTS)


def _titled(topic: str, words: Words) -> str:
    title = words(f"florence.rules.{topic}.title")
    return f"### {title}\n{chapter(topic, words)}"
