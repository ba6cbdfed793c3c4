"""The notes that people write for themselves in a game. As drafts.

A note belongs to a seat and is shown to nobody else. A person who leaves the seat loses the
note.
"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from bot.store.out import Hand
from bot.store.rows import CLOSED, GameId, GameRow, SeatRow, UserId
from bot.tables.core.draft import Draft, Standing
from bot.tables.core.game_changes import own_seat
from bot.tables.core.table import Table
from render.words import written_lines

LONGEST: Final = 1_000
"""The most characters in a note."""

KEY: Final = "rematch_of"
"""The key in `GameRow.options` of the game that a lobby follows."""


def noted(table: Table, user: UserId, text: str, *, keeps: bool) -> Draft:
    """The table with a person's new note.

    Args:
        table: a running game.
        user: whose note it is.
        text: the note as it was written; an empty text deletes it.
        keeps: whether a rematch begins with it.

    Raises:
        NotBegun: the game has not begun.
        GameEnded: the game has ended.
        SetAside: a replay of the game differed.
        NoSeatHere: the person has no seat here.
    """
    seat, note = own_seat(table, user), written_lines(text, LONGEST)
    row = replace(table.seats[seat], own_note=note, keeps_note=keeps and bool(note))
    if row == table.seats[seat]:
        return Draft(table)
    return Draft(table.with_seat(row), (Hand(seat),))


def with_ended_notes(before: Table, draft: Draft, standing: Standing) -> Draft:
    """The draft; if it ends the game, without the notes that are not kept for a rematch.

    Args:
        before: the table as it is stored.
        draft: made from it.
        standing: the moment of the change.
    """
    del before, standing
    table = draft.table
    if table.game.status not in CLOSED:
        return draft
    seats = tuple(row if row.keeps_note else unnoted(row) for row in table.seats)
    return replace(draft, table=replace(table, seats=seats))


def forgotten(table: Table) -> Draft:
    """A game that ended long ago, without the notes that were kept for a rematch."""
    return Draft(replace(table, seats=tuple(map(unnoted, table.seats))))


def unnoted(row: SeatRow) -> SeatRow:
    """A seat without a note."""
    return replace(row, own_note="", keeps_note=False)


def followed_game(row: GameRow) -> GameId | None:
    """The game that a lobby follows as its rematch; None: the lobby is not a rematch."""
    game = row.options.get(KEY)
    return game if isinstance(game, int) else None


def following(row: GameRow, table: Table) -> GameRow:
    """The row of a lobby that follows a game, or the game that a closed lobby followed.

    Args:
        row: the lobby's row.
        table: the ended game, or the closed lobby.
    """
    game = table.game.id if table.journal is not None else followed_game(table.game)
    return row if game is None else replace(row, options={**row.options, KEY: game})


def carried(table: Table, earlier: Table, user: UserId) -> Table:
    """A lobby with the note that a person has kept from the game that it follows.

    Args:
        table: the lobby, with the person.
        earlier: that game.
        user: the person.
    """
    old, seat = earlier.seat_of(user), table.seat_of(user)
    if old is None or seat is None or not earlier.seats[old].keeps_note:
        return table
    note = earlier.seats[old].own_note
    return table.with_seat(replace(table.seats[seat], own_note=note, keeps_note=True))
