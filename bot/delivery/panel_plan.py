"""What to do about a private panel that can be edited: one step, and then the next one.

Pure: no Discord, no clock.
"""

from __future__ import annotations

from typing import Final, TypeAlias

import msgspec

from bot.interactions.message import PanelOf
from bot.screens.names import undo_entry
from bot.screens.panel_state import WAITING, has_right, standing_of
from bot.store.rows import UserId
from bot.tables.core.table import Table

BETWEEN: Final = 2.0
"""The minimum seconds between two edits of a panel."""

UNTOUCHED: Final = 20.0
"""Seconds after the last press until a step or a question gives way."""


class Pauses(msgspec.Struct, frozen=True):
    """How long panels are left alone.

    Attributes:
        between: seconds between two edits.
        untouched: seconds after the last press until a step or a question gives way.
    """

    between: float = BETWEEN
    untouched: float = UNTOUCHED


class Leave(msgspec.Struct, frozen=True):
    """Leave the panel as it is: it is up to date, or a press is being answered."""


class Later(msgspec.Struct, frozen=True):
    """Look again after so many seconds."""

    seconds: float


class Edit(msgspec.Struct, frozen=True):
    """Show the present state, if that looks different."""


class EditLast(msgspec.Struct, frozen=True):
    """Show the present state for the last time, with the time of day."""


class Withdraw(msgspec.Struct, frozen=True):
    """Remove the picture, hand and buttons: the person may no longer see them."""


PanelStep: TypeAlias = Leave | Later | Edit | EditLast | Withdraw


class PanelMoment(msgspec.Struct, frozen=True):
    """A panel and the clock, as the plan needs them.

    Attributes:
        shown: what it shows.
        now: by the monotonic clock, like the times below.
        expires: when it is edited for the last time.
        pressed: when it was last pressed.
        edited: when it was last edited.
        answering: whether a press is being answered.
        again: whether it is edited even if it is up to date, unless it is a step or a question.
    """

    shown: PanelOf
    now: float
    expires: float
    pressed: float
    edited: float
    answering: bool = False
    again: bool = False


def plan(table: Table, user: UserId, moment: PanelMoment, pauses: Pauses) -> PanelStep:
    """The next step for a panel.

    Args:
        table: its table as it stands.
        user: whose panel it is.
        moment: the panel and the clock.
        pauses: how long panels are left alone.
    """
    shown, now = moment.shown, moment.now
    if not has_right(table, user, shown.seat):
        return Withdraw()
    if moment.answering:
        return Leave()
    if now >= moment.expires:
        return EditLast()
    again = moment.again and shown.kept != "aside"
    if not again and not _is_false(table, shown):
        return Leave()
    due = moment.edited + pauses.between
    if shown.kept != "live":
        due = max(due, moment.pressed + pauses.untouched)
    return Edit() if due <= now else Later(due - now)


def _is_false(table: Table, shown: PanelOf) -> bool:
    """Whether a panel may be out of date."""
    if shown.standing[0] != "hand" and standing_of(table, shown.seat) != shown.standing:
        return True
    if shown.kept == "aside":
        return False
    if shown.standing[0] in WAITING or shown.kept == "calm":
        return table.game.revision != shown.revision
    if shown.noted != table.seats[shown.seat].own_note:
        return True
    return shown.undo is not None and undo_entry(table, shown.seat) != shown.undo
