"""A private panel as a function of the table: what it is about, and what has happened.

Nothing is remembered between two edits except what the `PanelOf` of the message holds.
"""

from __future__ import annotations

from typing import Final, Literal

import msgspec

from bot.interactions.client import Client
from bot.interactions.message import PanelOf, Standing
from bot.screens.journal import sentences
from bot.screens.names import undo_entry
from bot.screens.news import most_of, news
from bot.store.rows import UserId
from bot.tables.core.table import Table
from bot.tables.orders.early_answers import asked_early
from render.words import Words
from rules.contract import Drawn, Seat
from rules.journal import AnyJournal

WAITING: Final = frozenset({"waits", "away", "over", "hand"})
"""Panels that ask nothing: they follow every change."""

MOST_NEWS: Final = 4
"""The most lines about what has happened since a panel was last pressed."""


def standing_of(table: Table, seat: Seat) -> Standing:
    """What the panel of a seat is about now."""
    if table.game.status != "playing":
        return "over", 0
    if table.seats[seat].stand_in is not None:
        return "away", 0
    if (arose := table.arose(seat)) is not None:
        return "decides", arose
    if (early := asked_early(table, seat)) is not None:
        return "lot" if early.seals else "phase", early.since
    return "waits", 0


def has_right(table: Table, user: UserId, seat: Seat) -> bool:
    """Whether a person may see the hand of a seat."""
    return table.seat_of(user) == seat and table.game.status in {"playing", "over"}


def closed_text(table: Table) -> str:
    """The id of the text that says why nothing can be done at a table."""
    return "refuse.set_aside" if table.game.status == "aside" else "panel.finished"


def away_text(table: Table, seat: Seat) -> str:
    """The id of the text for the holder of a seat that a stand-in has, in a running game."""
    if table.paused:
        return "seat.away.paused"
    return "seat.returning" if table.seats[seat].wants_back else "seat.away"


class Since(msgspec.Struct, frozen=True):
    """What a panel says above its question, or above who is waited for.

    Attributes:
        told: what its person did, as they were told.
        news: what happened after that.
        at: the entry after which the news begins; None: the latest.
    """

    told: str = ""
    news: str = ""
    at: int | None = None


NOTHING: Final = Since()


def panel_of(
    table: Table,
    seat: Seat,
    *,
    kept: Literal["live", "calm", "aside"] = "live",
    since: Since = NOTHING,
) -> PanelOf:
    """The `PanelOf` of a panel that shows the table as it is now.

    Args:
        table: a game.
        seat: whose panel it is.
        kept: how it is kept up to date.
        since: what its person did, and what happened.
    """
    return PanelOf(
        game=table.game.id,
        seat=seat,
        standing=standing_of(table, seat),
        kept=kept,
        undo=undo_entry(table, seat) if kept == "live" else None,
        told=since.told,
        at=table.number if since.at is None else since.at,
        revision=table.game.revision,
        noted=table.seats[seat].own_note,
    )


def hand_of(table: Table, seat: Seat) -> PanelOf:
    """The `PanelOf` of a private answer that shows a hand: it follows every change."""
    return PanelOf(
        game=table.game.id,
        seat=seat,
        standing=("hand", 0),
        at=table.number,
        revision=table.game.revision,
    )


def told_since(bot: Client, table: Table, shown: PanelOf, words: Words) -> Since:
    """What a person did since their panel was opened, and what happened after that.

    Args:
        bot: for presentations.
        table: the table as it is now.
        shown: what the panel showed.
        words: their language, with symbols if they want them.
    """
    seat, journal = shown.seat, table.journal
    told, at = shown.told, min(shown.at, table.number)
    if journal is None:
        return Since(told, at=at)
    acted = table.own_move(seat)
    if acted > at:  # elsewhere: on the table message, or by an order
        at = _end_of(journal, acted)
        events = (each for n in range(acted, at + 1) for each in table.told(n, seat))
        told = "\n".join(sentences(events, bot.presentation(table), table.scene(seat), words))
    lines = most_of(news(bot, table, at + 1, table.number, seat, words), MOST_NEWS, words)
    return Since(told, "\n".join(f"- {line}" for line in lines), at)


def _end_of(journal: AnyJournal, number: int) -> int:
    """The last entry of an action, including what was drawn for it."""
    while number < journal.number and isinstance(journal.entries[number], Drawn):
        number += 1
    return number
