"""The journal in words, page by page, as one seat may know it.

A page is a run of journal entries that begins or ends at a known entry. So its
buttons need no memory, and only the entries that it shows are put into words.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from bot.interactions.clicks import Click, ClickRouter, button, whole
from bot.interactions.client import Client
from bot.interactions.message import Message, compose
from bot.interactions.replies import Acknowledge
from bot.screens.seatings import seating_lines
from bot.store.rows import UserId
from bot.tables.core.game_changes import readable
from bot.tables.core.refusals import UnknownChoice
from bot.tables.core.table import Table
from render.presentation import Presentation, Scene
from render.words import Words
from rules.contract import Event, Seat

LONGEST: Final = 3000
"""The most characters of a page, which shares its message with a title and buttons."""

MOST: Final = 20
"""The most lines of a page: more would not be read on a phone."""


class Page(msgspec.Struct, frozen=True):
    """A run of the journal in words.

    Attributes:
        first, last: the entries shown, both included; `last` < `first`: none.
        lines: a line for each event worth telling.
        more: whether there are entries before the page, and after it.
    """

    first: int
    last: int
    lines: tuple[str, ...]
    more: tuple[bool, bool]


class JournalPages:
    """The journal of one table as a reader may know it, in the reader's language."""

    def __init__(
        self, table: Table, look: Presentation[Any], seat: Seat | None, words: Words
    ) -> None:
        """With `seat` None, it holds what everyone may know."""
        self._table = table
        self._look = look
        self._seat = seat
        self._words = words

    def before(self, entry: int) -> Page:
        """The page that ends with `entry`."""
        last = min(max(entry, 0), self._table.number)
        first, page = last + 1, _PageSize()
        lines: list[str] = []
        while first > 1 and page.take(more := self._lines(first - 1)):
            first -= 1
            lines[:0] = more
        return self._page(first, last, lines)

    def after(self, entry: int) -> Page:
        """The page that begins just after `entry`."""
        first = min(max(entry, 0), self._table.number) + 1
        last, page = first - 1, _PageSize()
        lines: list[str] = []
        while last < self._table.number and page.take(more := self._lines(last + 1)):
            last += 1
            lines += more
        return self._page(first, last, lines)

    def latest(self) -> Page:
        """The page that ends with the latest entry."""
        return self.before(self._table.number)

    def since_move(self) -> Page | None:
        """What happened since the reader's own last action in a running game.

        Lines about their own seat come first. None for spectators, and if there is nothing
        to tell.
        """
        if self._seat is None:
            return None
        own = self._table.own_move(self._seat)
        if not own or self._table.game.status == "over":
            return None
        page = self.after(self._table.news_since(self._seat, own))
        return self._own_first(page) if page.lines else None

    def _own_first(self, page: Page) -> Page:
        """The page with the lines about the reader's seat first, otherwise in the old order."""
        own = {
            line
            for number in range(page.first, page.last + 1)
            for line in told_lines(
                self._table, number, self._seat, self._look, self._words, of=self._seat
            )
        }
        first = [line for line in page.lines if line in own]
        others = [line for line in page.lines if line not in own]
        return replace(page, lines=(*first, *others))

    def _lines(self, number: int) -> list[str]:
        """The sentences about one entry."""
        return told_lines(self._table, number, self._seat, self._look, self._words)

    def _page(self, first: int, last: int, lines: list[str]) -> Page:
        return Page(first, last, tuple(lines), (first > 1, last < self._table.number))


def told_lines(
    table: Table,
    number: int,
    seat: Seat | None,
    look: Presentation[Any],
    words: Words,
    *,
    of: Seat | None = None,
) -> list[str]:
    """The sentences about one entry, and about changes of seats after it, in order.

    Args:
        table: with the people who sit there now.
        number: the entry.
        seat: who reads; None: what everyone may know.
        look: the game in words.
        words: the reader's language.
        of: only what a seat did or got, and who plays it; None: everything.
    """
    if table.journal is None:
        return []
    scene = replace(table.scene(seat), people=table.people_at(number))
    events = table.journal.told(number, seat)
    if of is not None:
        events = tuple(each for each in events if getattr(each, "seat", None) == of)
    lines = sentences(events, look, scene, words)
    return [*lines, *seating_lines(table, number, number, words, of=of)]


def sentences(
    events: Iterable[Event], look: Presentation[Any], scene: Scene, words: Words
) -> Iterable[str]:
    """A sentence for each event that is worth one."""
    for event in events:
        if (sentence := look.told(event, scene, words)) is not None:
            yield sentence


class _PageSize:
    """How much a page already holds; the first entry always fits."""

    def __init__(self) -> None:
        self._lines = 0
        self._characters = 0

    def take(self, lines: list[str]) -> bool:
        """Add the lines of an entry; returns whether they still fit."""
        self._lines += len(lines)
        self._characters += sum(len(line) + 3 for line in lines)
        fits = self._lines <= MOST and self._characters <= LONGEST
        return fits or self._lines == len(lines)


# -- the message -------------------------------------------------------------------


async def message(
    bot: Client, table: Table, seat: Seat | None, words: Words, user: UserId
) -> Message:
    """What happened since the seat's own last action; if nothing did, the latest page.

    Args:
        bot: for presentations and symbols.
        table: the game.
        seat: who reads; None: a spectator.
        words: their language.
        user: the reader.

    Raises:
        NotBegun: the game has not begun.
        SetAside: a replay of the game differed.
        Unreadable: no position of the game can be restored.
    """
    pages = _pages(bot, table, seat, await bot.said(words, table, user))
    if (page := pages.since_move()) is not None:
        return _message(table, page, words("journal.since_turn"), words)
    return _message(table, pages.latest(), words("journal.watching"), words)


def _pages(bot: Client, table: Table, seat: Seat | None, words: Words) -> JournalPages:
    """The pages of a game's journal.

    Raises:
        NotBegun: the game has not begun.
        SetAside: a replay of the game differed.
        Unreadable: no position of the game can be restored.
    """
    readable(table)
    return JournalPages(table, bot.presentation(table), seat, words)


def _message(table: Table, page: Page, title: str, words: Words) -> Message:
    lines = "\n".join(f"- {line}" for line in page.lines) or words("journal.empty")
    texts = [f"### {title}", lines]
    if page.last >= page.first:
        texts.append(f"-# {_place(page, table, words)}")
    game = table.game.id
    older = button(
        *("journal", game, "before", max(page.first - 1, 0)),
        label=words("journal.button.older"),
        disabled=not page.more[0],
    )
    newer = button(
        *("journal", game, "after", page.last),
        label=words("journal.button.newer"),
        disabled=not page.more[1],
    )
    return compose(*texts, rows=[[older, newer]])


def _place(page: Page, table: Table, words: Words) -> str:
    """The entries that a page shows, and how many there are; a single entry is no range."""
    if page.first == page.last:
        return words("journal.entry", number=page.first, all=table.number)
    return words("journal.entries", first=page.first, last=page.last, all=table.number)


async def _on_journal(click: Click) -> None:
    """Show an older or a newer page: `journal:<game>:<before|after>:<entry>`."""
    table = await click.visible_table()
    said = await click.bot.said(click.words, table, click.user)
    pages = _pages(click.bot, table, table.seat_of(click.user), said)
    match click.args:
        case ("before", entry):
            page = pages.before(whole(entry))
        case ("after", entry):
            page = pages.after(whole(entry))
        case _:
            raise UnknownChoice
    title = click.words("journal.title")
    await click.show(_message(table, page, title, click.words))


async def _on_since(click: Click) -> None:
    """What happened, on a call: since the last action of the person who presses the button."""
    table = await click.visible_table()
    seat = table.seat_of(click.user)
    await click.show(await message(click.bot, table, seat, click.words, click.user))


def register(clicks: ClickRouter) -> None:
    """Register **What happened**, and the buttons that turn its pages."""
    clicks.on("journal", _on_journal)
    clicks.on("since", _on_since, Acknowledge.PRIVATE)
