"""What a person is told privately until they act, over their hand and their panel."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from bot.interactions.client import Client
from bot.screens.labels import choice_label
from bot.screens.narrowing import starts_of
from bot.store.rows import Note
from bot.tables.table import Table
from render.words import Words
from rules.contract import Reason, Seat, path_of

_WARNING: Final = "⚠"
_MARKS: Final = {"note.order_followed": "✓", "note.plan_followed": "✓"}
"""What a note begins with where it is no warning."""

_REASON: Final = msgspec.json.Decoder(Reason)


def text(bot: Client, table: Table, seat: Seat, words: Words) -> str:
    """The notes of a seat, a line each."""
    own = (each for each in table.notes if each.seat == seat)
    return "\n".join(
        f"{_MARKS.get(each.text, _WARNING)} {_line(bot, table, each, words)}" for each in own
    )


def _line(bot: Client, table: Table, note: Note, words: Words) -> str:
    look, figures = bot.presentation(table), {}
    if note.action and table.journal is not None:
        action: Any = msgspec.json.decode(note.action, type=table.journal.game.actions)
        view = table.view(note.seat)
        figures["action"] = choice_label(look, starts_of(path_of(action)), view, words)
    if note.reason is not None:
        figures["why"] = look.why(_REASON.decode(note.reason), words)
    return words(note.text, **figures)
