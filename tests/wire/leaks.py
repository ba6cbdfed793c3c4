"""Leaks: does anything that a person was shown name a card that this person cannot know?"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from typing import Final

import msgspec

from tests.bot.secrecy import TELLING
from tests.bot.seen import Message
from tests.wire.ledger import Book
from tests.wire.server import Sight

_ID: Final = re.compile(rb'"([a-z_]+)"')
_encoder = msgspec.json.Encoder(order="deterministic")

CARDS: Final = frozenset(TELLING.values())
TITLES: Final = {card: title for title, card in TELLING.items()}


class Secrets:
    """Who may know which card at which moment of a game, from its journal."""

    def __init__(self, book: Book) -> None:
        """Fold what everybody knows, entry by entry."""
        self._book = book
        self._times = [row.at for row in book.rows]
        readers: tuple[int | None, ...] = (None, *range(len(book.users)))
        known: dict[int | None, frozenset[str]] = dict.fromkeys(readers, frozenset())
        self._hidden: list[dict[int | None, frozenset[str]]] = []
        for number, journal in enumerate(book.positions):
            held: frozenset[str] = frozenset()
            for seat in readers:
                seen = _cards(_encoder.encode(journal.view(seat)))
                if number:
                    seen |= _cards(_encoder.encode(journal.told(number, seat)))
                known[seat] |= seen
                if seat is not None:
                    held |= _own(journal.view(seat), seat)
            self._hidden.append({seat: held - known[seat] for seat in readers})

    def hidden(self, at: float, seat: int | None) -> frozenset[str]:
        """The cards in hands at a moment that a seat (None: anybody) cannot know."""
        number = bisect_right(self._times, at)
        return self._hidden[number][seat]

    def leaks(self, sights: Iterable[Sight]) -> tuple[int, list[str]]:
        """How many cards were looked for in messages, and what was found."""
        looked, found = 0, []
        users = {user: seat for seat, user in enumerate(self._book.users) if user is not None}
        for sight in sights:
            owner = sight.message.owner
            mine = sight.channel == self._book.channel or int(owner or 0) in users
            if not mine:
                continue
            seat = None if owner is None else users.get(int(owner))
            words, codes = sight.message.words, frozenset(_codes(sight.message))
            for card in self.hidden(sight.at, seat):
                looked += 1
                if TITLES[card] in words or card in codes:
                    found.append(f"{TITLES[card]} shown to {owner}: {sight.message}"[:400])
        return looked, found


def _cards(encoded: bytes) -> frozenset[str]:
    return frozenset(each.decode() for each in _ID.findall(encoded)) & CARDS


def _own(view: object, seat: int) -> frozenset[str]:
    """The cards that a seat holds, hidden ones too."""
    seats = msgspec.to_builtins(view)["seats"]
    return _cards(
        _encoder.encode([seats[seat].get(k) for k in ("hand", "bonus", "prestige_cards")])
    )


def _codes(message: Message) -> Iterator[str]:
    """What stands in custom_ids, values and file names, in pieces."""
    for part in message.parts:
        for whole in (part.get("custom_id"), *(o["value"] for o in part.get("options", ()))):
            yield from re.split(r"[:.\-]", str(whole or ""))
    for file in message.files:
        yield from re.split(r"[:.\-]", str(file["filename"]))
