"""What people have chosen for all their games, such as where hands and calls go."""

from __future__ import annotations

from msgspec.structs import replace

from bot.store.person_rows import PersonRow
from bot.store.rows import SeatRow, UserId
from bot.tables.core.table import Table


def placed(table: Table, people: dict[UserId, PersonRow]) -> Table:
    """The table with the choices of its people at their seats."""
    seats = (
        placed_row(row, None if row.user is None else people.get(row.user))
        for row in table.seats
    )
    return replace(table, seats=tuple(seats))


def placed_row(row: SeatRow, person: PersonRow | None) -> SeatRow:
    """A seat with the choices of its person; None: they have none."""
    if person is None:
        return row
    return replace(row, hands=person.hands, calls=person.called, ends_turns=person.ends_turns)
