"""The rows of what is known of a game beside its play: results, paces, reviews."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from bot.store.rows import GameId, UserId
from rules.contract import Seat

Ending: TypeAlias = Literal["finished", "conceded", "agreed"]
Counted: TypeAlias = Literal["played", "last", "not"]
LeftOut: TypeAlias = Literal["early", "others"]


class ResultSeatRow(msgspec.Struct, frozen=True):
    """The result of a game for one holder of a seat.

    Attributes:
        holder: from 0, in the order in which the holders of the seat last took it.
        user: the account; None for a computer player and for a person who is no longer known.
        name: the display name at the end; empty for a person who is no longer known.
        level: of a computer player.
        points: at the final count; None: there was none.
        place: 1 for each winner, from 2 on for others, shared in a tie; None: nobody has one.
        counted: how the result counts for the holder: as played, as the last place, or not
            at all.
        left_out: why not at all: they conceded or left, or the other player conceded, before a
            quarter of a game; or others made most of the seat's actions. None: not stored.
    """

    seat: Seat
    holder: int = 0
    user: UserId | None = None
    name: str = ""
    level: str | None = None
    points: int | None = None
    place: int | None = None
    counted: Counted = "played"
    left_out: LeftOut | None = None


class ResultRow(msgspec.Struct, frozen=True):
    """The result of a game that is over.

    Attributes:
        title: what was played.
        ended: Unix seconds.
        ending: played to its end; conceded, so that the other player wins; or ended by
            agreement of all, without a winner.
        taken_back: one person alone decided to undo chance or another seat's action.
        seats: in seat order, and within a seat in the order of its holders.
    """

    game: GameId
    guild: int
    title: str
    ended: float
    ending: Ending
    taken_back: bool
    seats: tuple[ResultSeatRow, ...]


class PaceRow(msgspec.Struct, frozen=True, kw_only=True):
    """How long a person took to begin a turn.

    Attributes:
        turn: the entry at which it began.
        began, acted: when it began, and when its person acted, Unix seconds.
    """

    game: GameId
    guild: int
    user: UserId
    turn: int
    began: float
    acted: float


class ReviewRow(msgspec.Struct, frozen=True):
    """The review of a game for a seat, for the person who asked for it.

    Attributes:
        asked: Unix seconds.
        review: the review as JSON; None: it is still to be computed.
    """

    game: GameId
    seat: Seat
    user: UserId
    asked: float
    review: str | None = None
