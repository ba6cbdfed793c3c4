"""What a seat cannot do now, and why."""

from __future__ import annotations

from typing import Any, Final

import discord

from bot.interactions.client import Client
from bot.interactions.message import Message, compose
from bot.screens.labels import SEPARATOR
from bot.tables.core.position import Position
from render.presentation import Presentation
from render.words import Words
from rules.contract import Seat, path_of

LONGEST_REASONS: Final = 3400
"""The most characters of a list of reasons: the message also has titles."""


def message(
    bot: Client,
    position: Position,
    seat: Seat,
    words: Words,
    back: discord.ui.Button[Any],
) -> Message:
    """The impossible choices that teach something, each with its reason, and a way back."""
    text = reasons_text(bot.presentation(position), position, seat, words)
    return compose(f"### {words('panel.blocked')}", text, rows=([back],))


def reasons_text(look: Presentation[Any], position: Position, seat: Seat, words: Words) -> str:
    """What is impossible for a seat now and why, as much as a message holds."""
    return "\n".join(_cut_lines(reason_lines(look, position, seat, words), words))


def reason_lines(
    look: Presentation[Any], position: Position, seat: Seat, words: Words
) -> list[str]:
    """What each card and each kind of action lacks, then each choice that is impossible.

    Choices of a kind that are impossible for the same reason share a line.
    """
    decision = position.decision(seat)
    if position.journal is None or decision is None:
        return []
    view = position.view(seat)
    lines = list(look.outlook(decision, view, words))
    grouped: dict[tuple[str, str], list[str]] = {}
    for action, reason in position.journal.blocked(seat):
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
