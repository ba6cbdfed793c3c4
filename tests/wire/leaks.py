"""Leaks: does anything that a person was shown tell what this person cannot know?

Searched for are, in texts, alternative texts, labels, values, custom_ids and file names
of everything that one person or everybody could see, the offers of an autocompletion
included: cards by their titles and ids; lines that the hand in words and the position
in words have for another seat alone, money among them; and another's whole hand in
words. A game as a file tells everything, so no file may come before the end.
"""

from __future__ import annotations

import time
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from itertools import accumulate
from typing import Any, Final

from render.presentation import Person, Scene
from render.presentations import PRESENTATIONS
from render.words import Words
from rules.journal import Journal
from rules.table import Seat
from tests.bot.secrecy import Unknown, telling
from tests.bot.seen import Message
from tests.wire.ledger import Book
from tests.wire.server import Sight

_WORDS: Final = Words("en")

JUMP: Final = 5.0
"""Seconds by which a clock that is set right may go back."""

PICTURES: Final = (".png", ".gif", ".webp", ".jpg")


class Secrets:
    """Who may know what at which moment of a game, from its journal.

    Attributes:
        looked: how many hidden things were looked for in messages so far.
    """

    def __init__(self) -> None:
        self.looked = 0
        self._unknown = Unknown()
        self._private = Private()
        self._followed = 0

    def leaks(self, book: Book, sights: Iterable[Sight]) -> list[str]:
        """What sights gave away; call it with each sight once, and the book after it."""
        for journal in book.positions[self._followed :]:
            self._unknown.follow(journal)
            self._private.follow(journal)
        self._followed = len(book.positions)
        told_at = [row.at for row in book.rows]
        times = list(accumulate(told_at, max))
        # By a clock that jumped nobody can tell what stood when: then what is known now.
        ahead = (latest - at for latest, at in zip(times, told_at, strict=True))
        steady = max(ahead, default=0.0) < JUMP and times[-1:] <= [time.time() + JUMP]
        users = {str(user): seat for seat, user in enumerate(book.users) if user is not None}
        found = []
        for sight in sights:
            owner = sight.message.owner
            if sight.channel == book.channel or owner in users:
                seat = users.get(owner) if owner else None
                number = bisect_right(times, sight.at) if steady else len(times)
                told = sorted(self._told(book, sight.message, seat, number))
                if told:
                    found.append(f"{told} shown to {owner}: {sight.message}"[:600])
        return found

    def _told(
        self, book: Book, message: Message, seat: Seat | None, number: int
    ) -> Iterator[str]:
        hidden, others = self._unknown.to(seat, number), self._private.of_others(seat, number)
        self.looked += len(hidden) + len(others)
        words = message.words
        lines = frozenset(words.split("\n"))
        yield from telling(book.game).on(message) & hidden
        yield from (each for each in others if each in (words if "\n" in each else lines))
        if book.positions[number].over is None:
            names = (str(file["filename"]) for file in message.files)
            yield from (name for name in names if not name.endswith(PICTURES))


class Private:
    """What the words of a position say to one seat alone: lines, and its whole hand."""

    def __init__(self) -> None:
        self._after: list[dict[Seat | None, frozenset[str]]] = []
        self._ever: list[dict[Seat | None, frozenset[str]]] = []

    def follow(self, journal: Journal[Any, Any]) -> None:
        """Take notice of the position after one more entry."""
        look, seats = PRESENTATIONS[journal.game.name], range(journal.options.seats)
        # Names and pending decisions are the same for all readers, so they do not matter.
        scene = Scene(tuple(Person(str(seat)) for seat in seats))
        read: dict[Seat | None, frozenset[str]] = {}
        for seat in (None, *seats):
            view = journal.view(seat)
            hand = "" if seat is None else look.hand_text(view, _WORDS)
            pages = look.pages(view, scene, _WORDS)
            read[seat] = frozenset([hand, *"\n".join([hand, *pages]).split("\n")])
        own = {seat: texts - read[None] for seat, texts in read.items()}
        known = self._ever[-1] if self._ever else own
        self._after.append(own)
        self._ever.append({seat: texts | known[seat] for seat, texts in own.items()})

    def of_others(self, seat: Seat | None, number: int) -> frozenset[str]:
        """What others alone read after an entry, and the seat itself never did."""
        # A message may be a little older than the moment at which it is seen.
        moments = self._after[max(number - 1, 0) : number + 1]
        others = [texts for own in moments for other, texts in own.items() if other != seat]
        return frozenset[str]().union(*others) - self._ever[number][seat]
