"""What has happened between two entries, in as many lines as a message has room for."""

from __future__ import annotations

from msgspec.structs import replace

from bot.interactions.client import Client
from bot.screens.seatings import seating_lines
from bot.tables.core.table import Table
from render.presentation import Happened, News
from render.words import Words
from rules.contract import Seat


def news(
    bot: Client, table: Table, first: int, last: int, seat: Seat | None, words: Words
) -> list[News]:
    """The lines about some entries, and about changes of seats after them, in order.

    Args:
        bot: for presentations.
        table: with the people who sit there now.
        first: the first entry.
        last: the last entry.
        seat: who reads; None: what everyone may know.
        words: the reader's language.
    """
    events: list[Happened] = []
    changes: list[News] = []
    for number in range(first, last + 1):
        scene = replace(table.scene(seat), people=table.people_at(number))
        events += ((event, scene) for event in table.told(number, seat))
        seats = seating_lines(table, number, number, words)
        changes += (News(len(events) - 1, line) for line in seats)
    lines = [*bot.presentation(table).news(events, words), *changes]
    return sorted(lines, key=lambda line: line.at)


def most_of(lines: list[News], most: int, words: Words) -> list[str]:
    """As many lines as there is room for, and how many were left out.

    The oldest routine lines are left out first, then the oldest usual ones; kept ones stay.
    """
    left_out = max(len(lines) - most, 0)
    shown = lines
    for weights in ({"routine"}, {"routine", "usual"}):
        while len(shown) > most:
            oldest = next((line for line in shown if line.weight in weights), None)
            if oldest is None:
                break
            shown = [line for line in shown if line is not oldest]
    more = [words("table.events.more", left_out)] if left_out else []
    return [*more, *(line.text for line in shown)]
