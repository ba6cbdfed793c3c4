"""What is said about a turn that ends by itself."""

from __future__ import annotations

from bot.interactions.client import Client
from bot.interactions.message import timestamp
from bot.screens.names import seat_name
from bot.tables.core.table import Table
from render.words import Words
from rules.contract import Seat


def line(bot: Client, table: Table, words: Words) -> str:
    """The name of the player whose turn ends by itself, and when; empty if none does."""
    ends = bot.games.ends_at(table)
    if ends is None:
        return ""
    row = next(row for row in table.deciding if table.end_of_turn(row.seat))
    return words("table.ends_turn", name=seat_name(row, words), when=timestamp(ends))


def own_line(bot: Client, table: Table, seat: Seat, words: Words) -> str:
    """When a seat's turn ends by itself; empty if it does not."""
    ends = bot.games.ends_at(table)
    if ends is None or table.end_of_turn(seat) is None:
        return ""
    return words("panel.ends_turn", when=timestamp(ends))
