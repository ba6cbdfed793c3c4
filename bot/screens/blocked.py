"""What a seat cannot do now, and why."""

from __future__ import annotations

from typing import Any, Final

from bot.interactions.clicks import button
from bot.interactions.client import Client
from bot.interactions.message import Message, compose
from bot.screens.names import SEPARATOR
from bot.tables.table import Table
from render.presentation import Presentation
from render.words import Words
from rules.contract import Seat, path_of

LONGEST_REASONS: Final = 3400
"""The most characters of a list of reasons: the message has titles as well."""


def message(bot: Client, table: Table, seat: Seat, words: Words) -> Message:
    """The impossible choices that teach something, each with its reason."""
    back = button("fresh", table.game.id, label=words("panel.button.back"))
    text = reasons_text(bot.presentation(table), table, seat, words)
    return compose(f"### {words('panel.blocked')}", text, rows=([back],))


def reasons_text(look: Presentation[Any], table: Table, seat: Seat, words: Words) -> str:
    """What is impossible for a seat now and why, as much as a message holds."""
    return "\n".join(_cut_lines(reason_lines(look, table, seat, words), words))


def reason_lines(look: Presentation[Any], table: Table, seat: Seat, words: Words) -> list[str]:
    """What each card and each kind of action lacks, then each choice that is impossible.

    Choices of a kind that are impossible for the same reason share a line.
    """
    decision = table.decision(seat)
    if table.journal is None or decision is None:
        return []
    view = table.view(seat)
    lines = list(look.outlook(decision, view, words))
    grouped: dict[tuple[str, str], list[str]] = {}
    for action, reason in table.journal.blocked(seat):
        path = path_of(action)
        kind, label = (look.label(path[:length], view, words) for length in (1, 2))
        names = grouped.setdefault((kind, look.why(reason, words)), [])
        if label not in names:
            names.append(label)
    for (kind, why), names in grouped.items():
        named = kind if names == [kind] else f"{kind}{SEPARATOR}{words.listed(names)}"
        line = words("rules.why.line", action=named, reason=why)
        lines.append(words("words.line", text=line))
    return lines


def _cut_lines(lines: list[str], words: Words) -> list[str]:
    """As many lines as a message holds, and how many are left out."""
    kept: list[str] = []
    left = LONGEST_REASONS
    for line in lines:
        left -= len(line) + 1
        if left < 0:
            return [*kept, words("rules.more", len(lines) - len(kept))]
        kept.append(line)
    return kept
