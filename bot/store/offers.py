"""The messages that offer a seat with buttons, until nobody can take it any more."""

from __future__ import annotations

import msgspec

from bot.database.contract import Database
from bot.store.rows import GameId, SeatOffer
from rules.contract import Seat


class SentOffer(msgspec.Struct, frozen=True):
    """One message: its language, and where it is."""

    language: str
    channel: int
    message: int


class SeatOffers:
    """The messages that offer seats."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, game: GameId, seat: Seat, what: SeatOffer, sent: SentOffer) -> None:
        """Remember a message that was sent."""
        await self._database.write(
            "INSERT INTO seat_offers (game, seat, what, language, channel, message)"
            " VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (game, message) DO UPDATE SET"
            " seat = excluded.seat, what = excluded.what, language = excluded.language,"
            " channel = excluded.channel",
            *(game, seat, what, sent.language, sent.channel, sent.message),
        )

    async def of_seat(self, game: GameId, seat: Seat, what: SeatOffer) -> tuple[SentOffer, ...]:
        """The messages that offer a seat: as open, or to a guest."""
        rows = await self._database.all(
            "SELECT language, channel, message FROM seat_offers"
            " WHERE game = ? AND seat = ? AND what = ?",
            *(game, seat, what),
        )
        return tuple(SentOffer(*row) for row in rows)

    async def remove(self, game: GameId, message: int) -> None:
        """Forget a message: it offers nothing any more."""
        await self._database.write(
            "DELETE FROM seat_offers WHERE game = ? AND message = ?", *(game, message)
        )
