"""What changed about who plays which seat, as everybody is told."""

from __future__ import annotations

from bot.interactions.client import Client
from bot.screens.names import seat_name, waited
from bot.store.rows import Proposal, Seating
from bot.tables.levels import known
from bot.tables.table import Table
from render.words import Words, plain


def seating_lines(table: Table, first: int, last: int, words: Words) -> tuple[str, ...]:
    """A sentence for each change from entry `first` to entry `last`, both included."""
    return tuple(
        _line(table, each, words) for each in table.seatings if first <= each.entry <= last
    )


def _line(table: Table, seating: Seating, words: Words) -> str:
    names = {"name": plain(seating.name)}
    if seating.level is not None:
        level = words(f"level.{known(seating.level)}")
        return words(f"seating.{seating.what}.level", **names, level=level)
    if seating.what == "substitute":
        earlier = table.seatings[: table.seatings.index(seating)]
        left = [each.name for each in earlier if each.seat == seating.seat]
        names["seat"] = plain(left[-1]) if left else ""
    return words(f"seating.{seating.what}", **names)


def open_lines(table: Table, words: Words) -> str:
    """What the table message says of open seats, and of a game that stands still."""
    names = [plain(row.name) for row in table.seats if row.open_until is not None]
    lines = [words("seat.open", name=name) for name in names]
    if table.paused and table.game.paused_until is None:
        lines.append(words("table.paused"))
    return "\n".join(lines)


def conceded_names(table: Table, words: Words) -> dict[str, str]:
    """Who won because the other one conceded, and who that was."""
    seat = table.seatings[-1].seat
    names = [seat_name(row, words) for row in table.seats]
    return {"name": names[seat], "winner": names[1 - seat]}


def absent(bot: Client, table: Table, proposal: Proposal, words: Words) -> str:
    """Somebody has been waited for long: what shall happen?"""
    name, time = _name(table, proposal), waited(bot, table, proposal.seat, words)
    return words("proposal.stand_in", name=name, time=time)


def opening(bot: Client, table: Table, proposal: Proposal, words: Words) -> str:
    """Shall the seat of somebody who has been away for long be opened?"""
    del bot
    return words("proposal.open_seat", name=_name(table, proposal))


def ending(bot: Client, table: Table, proposal: Proposal, words: Words) -> str:
    """Shall the game end without a winner?"""
    del bot
    return words("proposal.end", name=_name(table, proposal))


def _name(table: Table, proposal: Proposal) -> str:
    return plain(table.seats[proposal.seat].name)
