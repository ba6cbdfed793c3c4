"""The table that a call is about: its game and its people, short enough for a phone.

A person may play five games at once. The text, which a phone shows, tells them apart; a button
leads to the table.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import discord

from bot.interactions import limits
from bot.interactions.clicks import button
from bot.interactions.message import Row, message_link
from bot.store.rows import SeatRow
from bot.tables.core.table import Table
from render.people import named
from render.words import Words
from rules.contract import Seat

MOST: Final = 120
"""The most characters of a call to move: a phone shows no more without a tap."""

MOST_NAMED: Final = 3
"""How many names are given before the others are only counted: more would not help."""

_MARKED: Final = frozenset("*_`<\\\n")

LONGEST_NAME: Final = 16
"""The most characters of a name."""

SHORTER_NAME: Final = 10
"""The same, if a text is still too long: some games and some items have long names."""


def table_text(
    table: Table, seat: Seat | None, words: Words, most: int | None = MOST_NAMED
) -> str:
    """A game with the people at it.

    Args:
        table: the game.
        seat: the seat of the reader, who is not named; None: everyone is named.
        words: their language.
        most: how many are named, while the others are counted; None: one, by a shorter name.
    """
    game = words(f"game.{table.game.game}")
    others = sorted(
        (row for row in table.seats if row.seat != seat), key=lambda row: row.user is None
    )
    if not others:
        return words("call.table.alone", game=game)
    return words("call.table", game=game, people=_people(others, words, most))


def _people(rows: list[SeatRow], words: Words, most: int | None) -> str:
    longest = SHORTER_NAME if most is None else LONGEST_NAME
    most = most or 1
    names = [named(row.seat, limits.cut(row.name, longest), words) for row in rows]
    if len(names) <= most:
        return words.listed(names)
    more = len(names) - most
    return words("call.people.more", more, people=", ".join(names[:most]))


def shortest(say: Callable[[int | None], str]) -> str:
    """A text with as many names as fit into `MOST` characters, at least one.

    Args:
        say: makes the text; its argument is `most` of `table_text`.
    """
    texts = map(say, range(MOST_NAMED, 0, -1))
    return next((text for text in texts if len(text) <= MOST), say(None))


def with_event(text: str, event: str) -> str:
    """A call with the last event, if all of it fits.

    A phone shows the marks of bold and italic text as they are, so such a sentence is left to
    **What happened**.
    """
    both = f"{text} {event}"
    return both if event and len(both) <= MOST and not _MARKED & set(event) else text


def link_button(table: Table, words: Words, link: str | None = None) -> Row:
    """A button to the table, or to its rematch; none if its channel is gone.

    Args:
        table: the game.
        words: the person's language.
        link: another address; None: that of the table.
    """
    if link is None and table.game.channel_gone is not None:
        return ()
    address = message_link(table.game) if link is None else link
    label = limits.cut(words("call.button.table"), limits.BUTTON_LABEL)
    return (discord.ui.Button(label=label, url=address),)


def since_button(table: Table, words: Words) -> discord.ui.Button[Any]:
    """**What happened**, since the last action of the person who presses it."""
    return button("since", table.game.id, label=words("call.button.since"))
