"""The state of one table, for `/host status`: who it waits for, and why nobody is called.

The admins of a server may sit at the table themselves. So nothing is said about quiet hours,
plans, reminders or where someone is called: `WHY` gives these reasons the same text.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from bot.delivery.explanation import Explanation, read_explanation
from bot.delivery.reasons import Reason
from bot.delivery.steps import Call, Post, Step, reason_of
from bot.interactions.client import Client
from bot.interactions.message import timestamp
from bot.screens.names import holder_name
from bot.store.out import ChannelGone, Followed, Invitation, LobbyCall
from bot.store.rows import DueKind
from bot.tables.core.table import Table
from render.words import Words
from rules.contract import Seat

_MOST_LINES: Final = 10
"""The most lines of a list."""

WHY: Final[Mapping[Reason, str]] = {
    "absent": "absent",
    "active": "done",
    "called": "called",
    "called_just_now": "later",
    "calls_nobody": "done",
    "channel_gone": "channel_gone",
    "clicked_just_now": "later",
    "closed": "done",
    "dms_refused": "later",
    "edited_just_now": "later",
    "ended_it": "done",
    "in_channel": "done",
    "moved": "done",
    "no_person": "computer",
    "not_begun": "done",
    "not_waited_for": "done",
    "own_turn": "later",
    "paused": "paused",
    "planned": "later",
    "quiet_hours": "later",
    "shown": "done",
    "stand_in": "stand_in",
    "undo_pause": "later",
    "voted": "done",
    "unfollowed": "done",
    "withdrawn": "done",
}
"""What is said about each reason: the last part of the id of its text."""

_DUE: Final[tuple[DueKind, ...]] = (
    "absent",
    "gone",
    "closing",
    "leave",
    "invitation",
    "proposal",
    "pause",
    "lobby",
)
"""What is shown of what is due: the rest would reveal people's settings."""


async def explanation_texts(bot: Client, table: Table, words: Words) -> tuple[str, ...]:
    """Blocks of a message: who acts, who is waited for, what is due, what is to be sent.

    Args:
        bot: for the store and the clocks.
        table: the lobby or game.
        words: the language of the person who asks.

    Raises:
        DatabaseError: the database cannot be read.
    """
    found = await read_explanation(
        bot.store, table, now=bot.clock(), uptime=bot.uptime.now(), quiet=bot.reminders.quiet
    )
    waiting = [
        _line(_name(table, each.seat, words), _told(each.step, words), words)
        for each in found.waiting
    ]
    coming = [
        _line(
            _about(words(f"host.due.{each.kind}"), table, each.seat, words),
            timestamp(bot.clock() + each.seconds),
            words,
        )
        for each in found.coming
        if each.kind in _DUE
    ]
    pending = [
        _line(
            _about(words(f"host.out.{each.kind}"), table, each.seat, words),
            _told(each.step, words),
            words,
        )
        for each in found.pending
    ]
    owner = _owner(bot, found, words)
    return tuple(
        text
        for text in (
            owner,
            _listed(words("host.explain.waiting"), waiting, words),
            _listed(words("host.explain.due"), coming, words),
            _listed(words("host.explain.pending"), pending, words),
        )
        if text
    )


def _owner(bot: Client, found: Explanation, words: Words) -> str:
    """Which process acts for the game; empty if there is only one."""
    leases = bot.store.leases
    if leases is None:
        return ""
    if found.owner is None:
        return words("host.explain.owner.none")
    if found.owner.process == leases.process:
        return words("host.explain.owner.own")
    return words("host.explain.owner.other", process=found.owner.process)


def _told(step: Step, words: Words) -> str:
    """What a step does, or why it sends nothing."""
    reason = reason_of(step)
    if reason is not None:
        return words(f"host.why.{WHY[reason]}")
    posts = isinstance(step, Post | Call | Invitation | ChannelGone | LobbyCall | Followed)
    return words("host.step.post") if posts else words("host.step.edit")


def _name(table: Table, seat: Seat, words: Words) -> str:
    return holder_name(table.seats[seat], words)


def _about(what: str, table: Table, seat: Seat | None, words: Words) -> str:
    """What something is, with the holder of the seat that it is about."""
    if seat is None:
        return what
    return words("host.explain.of", what=what, name=_name(table, seat, words))


def _line(what: str, told: str, words: Words) -> str:
    return f"- {words('host.explain.line', what=what, told=told)}"


def _listed(title: str, lines: Sequence[str], words: Words) -> str:
    """A list below its title; it says so if it is empty."""
    rest = len(lines) - _MOST_LINES
    shown = [*lines[:_MOST_LINES], *([words("rules.more", rest)] if rest > 0 else [])]
    return "\n".join((f"**{title}**", *(shown or [words("host.explain.nothing")])))
