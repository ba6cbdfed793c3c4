"""Changes of who plays which seat, as everyone is told."""

from __future__ import annotations

from bot.interactions.client import Client
from bot.screens.names import holder_name, seat_name, waited
from bot.store.rows import Proposal, Seating
from bot.tables.core import levels
from bot.tables.core.table import Table
from render.people import named, with_shape
from render.words import Words
from rules.contract import Seat


def seating_lines(
    table: Table, first: int, last: int, words: Words, *, of: Seat | None = None
) -> tuple[str, ...]:
    """A sentence for each change from entry `first` to entry `last`, both included.

    Args:
        table: the game.
        first: the first entry.
        last: the last entry.
        words: the reader's language.
        of: only the changes of one seat; None: of all seats.
    """
    return tuple(
        _line(table, each, words)
        for each in table.seatings
        if first <= each.entry <= last and of in (None, each.seat)
    )


def _line(table: Table, seating: Seating, words: Words) -> str:
    names = {"name": _named(seating, words)}
    if seating.level is not None:
        level = words(f"level.{levels.known(seating.level)}")
        return words(f"seating.{seating.what}.level", **names, level=level)
    if seating.handed_over:
        return words("seating.handed_over", **names)
    if seating.what == "substitute":
        earlier = table.seatings[: table.seatings.index(seating)]
        left = [each for each in earlier if each.seat == seating.seat]
        names["seat"] = _named(left[-1], words) if left else ""
    return words(f"seating.{seating.what}", **names)


def _named(seating: Seating, words: Words) -> str:
    """The name of the person a change is about, with the shape of the seat."""
    return with_shape(seating.seat, named(seating.seat, seating.name, words), words)


def open_lines(table: Table, words: Words) -> str:
    """What the table message says about open seats, people who have left, and a standstill."""
    names = [holder_name(row, words) for row in table.seats if row.open_until is not None]
    lines = [words("seat.open", name=name) for name in names]
    gone = [holder_name(row, words) for row in table.humans if row.gone is not None]
    lines += [words("seat.gone", name=name) for name in gone]
    if table.paused and table.game.paused_until is None:
        lines.append(words("table.paused"))
    return "\n".join(lines)


def conceded_names(table: Table, words: Words) -> dict[str, str]:
    """The names of the player who conceded and of the winner."""
    seat = table.seatings[-1].seat
    names = [seat_name(row, words) for row in table.seats]
    return {"name": names[seat], "winner": names[1 - seat]}


def absent(bot: Client, table: Table, proposal: Proposal, words: Words) -> str:
    """The question of what to do if someone is waited for too long, or has left the server."""
    name, time = _name(table, proposal, words), waited(bot, table, proposal.seat, words)
    gone = ".gone" if table.seats[proposal.seat].gone is not None else ""
    return words(f"proposal.stand_in{gone}", name=name, time=time)


def opening(bot: Client, table: Table, proposal: Proposal, words: Words) -> str:
    """The proposal to open the seat of someone who has been away for a long time."""
    del bot
    return words("proposal.open_seat", name=_name(table, proposal, words))


def ending(bot: Client, table: Table, proposal: Proposal, words: Words) -> str:
    """The proposal to end the game without a winner."""
    del bot
    return words("proposal.end", name=_name(table, proposal, words))


def _name(table: Table, proposal: Proposal, words: Words) -> str:
    return holder_name(table.seats[proposal.seat], words)
