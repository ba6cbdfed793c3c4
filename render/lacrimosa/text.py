"""The words of Lacrimosa: the half of its presentation that needs no picture.

Cards, tiles and prices are those of one edition, so the words are bound to one.
Each room keeps one idea; this one is the way in.
"""

from __future__ import annotations

from render.lacrimosa import (
    asking,
    chronicle,
    hand_words,
    hint,
    label,
    position,
    rulebook,
)
from render.lacrimosa.naming import composer
from render.presentation import Scene
from render.words import Words
from rules.lacrimosa.catalogue import Edition
from rules.lacrimosa.view import View
from rules.table import Action, Decision, Deltas, Event, Order, Prompt, Reason


class Text:
    """Lacrimosa in words with one edition of its components."""

    def __init__(self, book: Edition) -> None:
        self.book = book

    def summary(self, view: View, scene: Scene, words: Words) -> str:
        """The position in brief, at most 1,024 characters."""
        return position.summary(self.book, view, scene, words)

    def pages(self, view: View, scene: Scene, words: Words) -> tuple[str, ...]:
        """The whole position, each page at most 3,500 characters."""
        return position.pages(self.book, view, scene, words)

    def hand_text(self, view: View, words: Words) -> str:
        """The viewer's means and cards, at most 3,500 characters."""
        return hand_words.hand_text(self.book, view, words)

    def progress(self, view: View, words: Words) -> str:
        """The round and the turn."""
        return asking.progress(view, words)

    def asked(self, prompt: Prompt, words: Words) -> str:
        """What kind of decision is pending, fit for the public."""
        return asking.asked(self.book, prompt, words)

    def question(self, decision: Decision, view: View, words: Words) -> str:
        """What the deciding seat is asked; in the middle of a turn, its plan."""
        return asking.question(self.book, decision, view, words)

    def label(self, path: tuple[object, ...], view: View, words: Words) -> str:
        """A button label for an action or the start of one."""
        return label.label(self.book, path, view, words)

    def hint(self, action: Action | Order, deltas: Deltas, view: View, words: Words) -> str:
        """Price, gain and what would be shown, at most 100 characters."""
        return hint.hint(self.book, action, deltas, view, words)

    def told(self, event: Event, scene: Scene, words: Words) -> str | None:
        """One event as a sentence, or None if it is not worth a line."""
        return chronicle.told(self.book, event, scene, words)

    def why(self, reason: Reason, words: Words) -> str:
        """Why something is impossible, with the figures and the remedy."""
        return asking.why(self.book, reason, words)

    def topics(self, words: Words) -> tuple[tuple[str, str], ...]:
        """The chapters of the rules: id and title."""
        return rulebook.topics(words)

    def chapter(self, topic: str, words: Words) -> str | None:
        """A chapter of the rules, at most 3,500 characters."""
        return rulebook.chapter(topic, words)

    def option(self, key: str, value: str, words: Words) -> str:
        """A value of a table option; a pair of composers is spelled by their names."""
        if key == "composers" and "+" in value:
            first, _, second = value.partition("+")
            return words(
                "lacrimosa.option.composers.pair",
                first=composer(self.book, first, words),
                second=composer(self.book, second, words),
            )
        return words(f"lacrimosa.option.{key}.{value}")
