"""What happened at a table, in words: page by page, as one seat may know it.

A page is a run of journal entries that begins or ends at a known entry, so its
buttons need no memory, and only the entries that it shows are told.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

import msgspec

from bot.table import Table
from render.presentation import Presentation, Scene
from render.words import Words, plain
from rules.table import Event, Seat, TookBack

LONGEST: Final = 3000
"""The most characters of a page: it shares a message with a title and buttons."""

MOST: Final = 40
"""The most lines of a page: more would not be read on a phone."""


class Page(msgspec.Struct, frozen=True):
    """A run of the journal in words.

    Attributes:
        first, last: the entries told, both included; `last` < `first`: none.
        lines: a line for each event worth telling.
        more: whether something came before, and after.
    """

    first: int
    last: int
    lines: tuple[str, ...]
    more: tuple[bool, bool]


class Chronicle:
    """The journal of one table as a reader may know it, in the reader's language."""

    def __init__(
        self, table: Table, look: Presentation[Any], seat: Seat | None, words: Words
    ) -> None:
        """`seat` None: what everybody may know."""
        self._table = table
        self._look = look
        self._seat = seat
        self._words = words
        self._scene = table.scene(seat)

    def before(self, entry: int) -> Page:
        """The page that ends with `entry`."""
        last = min(max(entry, 0), self._table.number)
        first, room = last + 1, _Room()
        lines: list[str] = []
        while first > 1 and room.take(told := self._told(first - 1)):
            first -= 1
            lines[:0] = told
        return self._page(first, last, lines)

    def after(self, entry: int) -> Page:
        """The page that begins just after `entry`."""
        first = min(max(entry, 0), self._table.number) + 1
        last, room = first - 1, _Room()
        lines: list[str] = []
        while last < self._table.number and room.take(told := self._told(last + 1)):
            last += 1
            lines += told
        return self._page(first, last, lines)

    def since_move(self) -> Page:
        """What happened since the reader's own last action, if one page holds it.

        Otherwise, as for spectators and before a first action, the latest page.
        """
        own = 0 if self._seat is None else self._table.last_move(self._seat)
        page = self.after(own) if own else None
        return self.before(self._table.number) if page is None or page.more[1] else page

    def _told(self, number: int) -> list[str]:
        journal = self._table.journal
        if journal is None:
            return []
        events = journal.told(number, self._seat)
        return list(sentences(events, self._look, self._scene, self._words))

    def _page(self, first: int, last: int, lines: list[str]) -> Page:
        return Page(first, last, tuple(lines), (first > 1, last < self._table.number))


def sentences(
    events: Iterable[Event], look: Presentation[Any], scene: Scene, words: Words
) -> Iterable[str]:
    """A sentence for each event that is worth one."""
    for event in events:
        if isinstance(event, TookBack):
            who = scene.people[event.seat]
            yield words("journal.took_back", name=plain(who.name))
        elif (told := look.told(event, scene, words)) is not None:
            yield told


class _Room:
    """How much a page still holds; the first entry always fits."""

    def __init__(self) -> None:
        self._lines = 0
        self._characters = 0

    def take(self, lines: list[str]) -> bool:
        self._lines += len(lines)
        self._characters += sum(len(line) + 3 for line in lines)
        fits = self._lines <= MOST and self._characters <= LONGEST
        return fits or self._lines == len(lines)
