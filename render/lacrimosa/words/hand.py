"""A private hand of Lacrimosa in words, for its owner only."""

from __future__ import annotations

from collections.abc import Iterator

from render.lacrimosa.words import amounts
from render.lacrimosa.words.names import memory_title
from render.lacrimosa.words.questions import purse
from render.lengths import PAGE, filled
from render.words import Words
from rules.lacrimosa.catalogue import Edition
from rules.lacrimosa.view import SeatView, View


def hand_text(edition: Edition, view: View, words: Words) -> str:
    """The viewer's means and cards: those in hand, those laid, those in the deck."""
    if view.viewer is None:
        return words("hand.none")
    return filled(_lines(edition, view, view.viewer, words), PAGE, "\n")


def _lines(edition: Edition, view: View, seat: int, words: Words) -> Iterator[str]:
    side = view.seats[seat]
    yield purse(view, seat, words)
    hand = side.hand or ()
    if hand:
        yield words("lacrimosa.hand.cards", len(hand))
        for each in hand:
            yield memory_line(edition, each, words)
    else:
        yield words("lacrimosa.hand.empty")
    yield from laid(edition, side, words)
    deck = [each for each in side.unplayed if each not in hand]
    if deck:
        yield words("lacrimosa.hand.deck", len(deck))
        for each in deck:
            yield memory_line(edition, each, words)
    else:
        yield words("lacrimosa.hand.deck.empty")


def memory_line(edition: Edition, what: str, words: Words) -> str:
    """A memory card in a line: its actions, its reward, its story."""
    memory = edition.memories[what]
    figures = {
        "card": memory_title(edition, what, words),
        "actions": amounts.actions(memory.actions, words),
        "story": amounts.story(memory.story, words),
    }
    if not memory.reward:
        return words("lacrimosa.hand.card", **figures)
    reward = amounts.reward(memory.reward, words)
    return words("lacrimosa.hand.card.reward", reward=reward, **figures)


def laid(edition: Edition, side: SeatView, words: Words) -> Iterator[str]:
    """What was laid this round: actions count for the bonus, story for the tracks."""
    if side.experiences:
        row = words.row(
            words(
                "lacrimosa.words.laid",
                card=memory_title(edition, each, words),
                what=amounts.actions(edition.memories[each].actions, words),
            )
            for each in side.experiences
        )
        yield words("lacrimosa.words.experiences", cards=row)
    if side.story:
        row = words.row(
            words(
                "lacrimosa.words.laid",
                card=memory_title(edition, each, words),
                what=amounts.story(edition.memories[each].story, words),
            )
            for each in side.story
        )
        yield words("lacrimosa.words.story", cards=row)
