"""How the store clears the seats of a person who has their data deleted."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from bot.database.contract import Transaction
from bot.store.rows import CLOSED, UserId, in_status
from rules.contract import Seat

Someone: TypeAlias = Callable[[str, Seat], str]
"""The text in place of a name, by the game's language and the seat."""

_HELD: Final = """
    SELECT seats.game, seat, language FROM seats JOIN games ON games.id = seats.game
    WHERE "user" = ?
"""

_LEFT: Final = """
    SELECT own.game, own.seat, language FROM seatings AS own
    JOIN games ON games.id = own.game
    JOIN seats ON seats.game = own.game AND seats.seat = own.seat
    WHERE own."user" = ? AND seats."user" IS NULL AND NOT EXISTS (
        SELECT 1 FROM seatings AS later
        WHERE later.game = own.game AND later.seat = own.seat AND later.n > own.n)
"""
"""The seats that nobody holds and that a person held last: they still have the name."""

_CLEAR_SEAT: Final = f"""
    UPDATE seats SET "user" = NULL, name = ?3, dm_channel = NULL, dm_message = NULL,
        call_entry = NULL, call_channel = NULL, call_message = NULL, waits_since = NULL,
        stand_in = NULL, wants_back = 0, open_until = NULL, invited = NULL, gone = NULL,
        absent = 0, own_note = '', keeps_note = 0,
        since = (SELECT max(n) FROM entries WHERE game = ?1),
        level = (SELECT CASE WHEN {in_status(CLOSED)} THEN NULL ELSE ?4 END FROM games
            WHERE id = ?1)
    WHERE game = ?1 AND seat = ?2
"""


async def clear_seats(
    transaction: Transaction, user: UserId, someone: Someone, level: str
) -> None:
    """Seat someone else: a computer player in an open game, otherwise an unknown person.

    A seat that the person left for good, and that nobody has taken since, loses their name.

    Args:
        transaction: in which everything about the person is cleared.
        user: the account.
        someone: gives the text in place of their name.
        level: of the computer players that play on for them.
    """
    held = await transaction.all(_HELD, user)
    left = await transaction.all(_LEFT, user)
    await transaction.execute_many(
        _CLEAR_SEAT,
        [(game, seat, someone(language, seat), level) for game, seat, language in held],
    )
    await transaction.execute_many(
        "UPDATE seats SET name = ? WHERE game = ? AND seat = ?",
        [(someone(language, seat), game, seat) for game, seat, language in left],
    )
    rows = await transaction.all(
        "SELECT seatings.game, n, seat, language FROM seatings"
        ' JOIN games ON games.id = seatings.game WHERE "user" = ?',
        user,
    )
    await transaction.execute_many(
        'UPDATE seatings SET "user" = NULL, name = ? WHERE game = ? AND n = ?',
        [(someone(language, seat), game, n) for game, n, seat, language in rows],
    )
