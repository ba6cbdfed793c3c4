"""Leaks: does anything that a person was shown give away what that person cannot know?

The search covers texts, alternative texts, labels, values, custom_ids and file names of
everything that one person or everyone could see, including autocompletion choices. It looks
for cards by their titles and ids. It also looks for lines of the hand and the position in
words that only another seat has, including money, and for another's whole hand in words. A
game as a file tells everything, so no file may come before the end.
"""

from __future__ import annotations

import time
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from itertools import accumulate
from typing import Any, Final

from render.presentation import Person, Scene
from render.presentations import PRESENTATIONS
from render.words import SOURCE, Words
from rules.contract import Seat
from rules.journal import Journal
from tests.bot.client_message import Message
from tests.bot.secrets import Unknown, telling
from tests.wire.server import Sight
from tests.wire.stored_games import StoredGame

JUMP: Final = 5.0
"""Seconds by which a clock may go back when it is set right."""

PICTURES: Final = (".png", ".gif", ".webp", ".jpg")


def _is_puzzle(message: Message) -> bool:
    """Whether a message shows a puzzle, whose cards are those of another game."""
    ids = (str(part.get("custom_id")).partition(":")[2] for part in message.parts)
    return any(each.startswith("puzzle") for each in ids)


class Secrets:
    """Who may know what at which moment of a game, from its journal.

    Attributes:
        looked: how many hidden things were looked for in messages so far.
    """

    def __init__(self, language: str = SOURCE) -> None:
        """Nothing has been looked for yet; `language` is what everyone reads."""
        self.looked = 0
        self._language = language
        self._unknown = Unknown()
        self._private = Private(Words.pick(language))
        self._followed = 0

    def leaks(self, game: StoredGame, sights: Iterable[Sight]) -> list[str]:
        """What sights gave away; pass each sight once, with the game as stored after it."""
        for journal in game.positions[self._followed :]:
            self._unknown.follow(journal)
            self._private.follow(journal)
        self._followed = len(game.positions)
        told_at = [row.at for row in game.rows]
        times = list(accumulate(told_at, max))
        # If the clock jumped, no one can tell what was known when; what is known now counts.
        ahead = (latest - at for latest, at in zip(times, told_at, strict=True))
        steady = max(ahead, default=0.0) < JUMP and times[-1:] <= [time.time() + JUMP]
        found = []
        for sight in sights:
            owner = sight.message.owner
            stays = game.stays(int(owner)) if owner else ()
            if (sight.channel != game.channel and not stays) or _is_puzzle(sight.message):
                continue
            number = bisect_right(times, sight.at) if steady else len(times)
            begun = [each for each in stays if each.since <= sight.at or not steady]
            seat = begun[-1].seat if begun else None
            # A person who left a seat knows what it could see until then, and nothing since.
            left = bool(begun) and steady and begun[-1].until < sight.at
            last = bisect_right(times, begun[-1].until) if left else number
            told = sorted(self._told(game, sight.message, seat, number, last))
            if told:
                found.append(f"{told} shown to {owner}: {sight.message}"[:600])
        return found

    def _told(
        self, game: StoredGame, message: Message, seat: Seat | None, number: int, last: int
    ) -> Iterator[str]:
        """What a message gave away after an entry.

        Args:
            game: the game that is shown.
            message: what was shown.
            seat: the reader's seat; None: no seat.
            number: the entry after which it was shown.
            last: the entry after which the reader still held the seat.
        """
        if last < number:
            hidden = self._unknown.to(seat, last) & self._unknown.to(None, number)
            others = self._private.of_others(None, number) - self._private.known(seat, last)
        else:
            hidden = self._unknown.to(seat, number)
            others = self._private.of_others(seat, number)
        self.looked += len(hidden) + len(others)
        words = message.words
        lines = frozenset(words.split("\n"))
        yield from telling(game.game, self._language).on(message) & hidden
        yield from (each for each in others if each in (words if "\n" in each else lines))
        if game.positions[number].over is None:
            names = (str(file["filename"]) for file in message.files)
            yield from (name for name in names if not name.endswith(PICTURES))


class Private:
    """What the texts of a position say to one seat alone: lines, and its whole hand."""

    def __init__(self, words: Words) -> None:
        self._words = words
        self._after: list[dict[Seat | None, frozenset[str]]] = []
        self._ever: list[dict[Seat | None, frozenset[str]]] = []
        self._public: list[frozenset[str]] = []

    def follow(self, journal: Journal[Any, Any]) -> None:
        """Note the position after one more entry."""
        look, seats = PRESENTATIONS[journal.game.name], range(journal.options.seats)
        # Names and pending decisions are the same for all readers, so they do not matter.
        scene = Scene(tuple(Person(str(seat)) for seat in seats))
        read: dict[Seat | None, frozenset[str]] = {}
        for seat in (None, *seats):
            view = journal.view(seat)
            hand = "" if seat is None else look.hand_text(view, self._words)
            pages = look.pages(view, scene, self._words)
            read[seat] = frozenset([hand, *"\n".join([hand, *pages]).split("\n")])
        own = {seat: texts - read[None] for seat, texts in read.items()}
        known = self._ever[-1] if self._ever else own
        self._after.append(own)
        self._public.append(read[None])
        self._ever.append({seat: texts | known[seat] for seat, texts in own.items()})

    def of_others(self, seat: Seat | None, number: int) -> frozenset[str]:
        """What only other seats read after an entry, and the seat itself never did."""
        # A message may be a little older than the moment at which it is seen.
        moments = self._after[max(number - 1, 0) : number + 1]
        others = [texts for own in moments for other, texts in own.items() if other != seat]
        # What was hidden a moment ago may be told to everyone by now, as at the end.
        return frozenset[str]().union(*others) - self._ever[number][seat] - self._public[number]

    def known(self, seat: Seat | None, number: int) -> frozenset[str]:
        """What only one seat read after any entry up to a given one."""
        return self._ever[number][seat]
