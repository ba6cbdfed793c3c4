"""What a person is told privately until they act, above their hand and their panel."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import msgspec

from bot.interactions.client import Client
from bot.screens.labels import choice_label
from bot.screens.narrowing import starts_of
from bot.screens.news import most_of, news
from bot.store.rows import Note
from bot.tables.core.table import Table
from render.words import Words
from rules.contract import Reason, Seat, path_of

_WARNING: Final = "⚠"
_DONE: Final = "✓"
_MARKS: Final = {"note.order_followed": _DONE, "note.plan_followed": _DONE}
"""The marks of the notes that are not warnings."""

_MOST_NEWS: Final = 6
"""The most lines about what limits did."""

_REASON: Final = msgspec.json.Decoder(Reason)


def text(bot: Client, table: Table, seat: Seat, words: Words) -> str:
    """The notes of a seat, a line each, and what its limits did."""
    own = (each for each in table.notes if each.seat == seat)
    lines = (
        f"{_MARKS.get(each.text, _WARNING)} {_line(bot, table, each, words)}" for each in own
    )
    return "\n".join((*lines, *_acted(bot, table, seat, words)))


def _acted(bot: Client, table: Table, seat: Seat, words: Words) -> Iterator[str]:
    """What the limits of a seat did since its person acted: who bought, and for how much."""
    unread = table.seats[seat].unread
    if unread is None or not table.by_limits:
        return
    lines = news(bot, table, unread + 1, table.number, seat, words)
    yield f"{_DONE} {words('limit.did')}"
    yield from (f"- {line}" for line in most_of(lines, _MOST_NEWS, words))


def _line(bot: Client, table: Table, note: Note, words: Words) -> str:
    look, figures = bot.presentation(table), {}
    if note.action and table.journal is not None:
        action: Any = msgspec.json.decode(note.action, type=table.journal.game.actions)
        view = table.view(note.seat)
        figures["action"] = choice_label(look, starts_of(path_of(action)), view, words)
    if note.reason is not None:
        figures["why"] = look.why(_REASON.decode(note.reason), words)
    return words(note.text, **figures)
