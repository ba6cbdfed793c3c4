"""The position of a game of The Princes of Florence, hidden things included.

Plain values: states hold ids, the catalogue holds the cards. The current step
is one tagged value; who acts and what may happen follow from it alone.
"""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from rules.contract import Options, Seat
from rules.supply import Supply


class FlorenceOptions(Options, frozen=True):
    """The game has no variants: only the number of seats, 3 to 5 (F1)."""


class Tile(msgspec.Struct, frozen=True):
    """A building or landscape on the grid; `square` is its handle square."""

    kind: str
    orientation: int
    square: int


class Tally(msgspec.Struct, frozen=True):
    """Prestige by source; the fields are the lines of a score."""

    works: int = 0
    buildings: int = 0
    landscapes: int = 0
    builders: int = 0
    best_works: int = 0
    sold: int = 0
    prestige_cards: int = 0


class Deed(msgspec.Struct, frozen=True):
    """An action taken this turn: `kind` is the tag of its action."""

    kind: str
    what: str | None = None
    value: int | None = None


class Player(msgspec.Struct, frozen=True):
    """One seat's principality, cards and money.

    `works` are the face-up cards in order, professions and recruiting cards;
    `value` is the best work value of this turn, 0 without a work.
    """

    florins: int
    hand: tuple[str, ...] = ()
    recruiting: int = 0
    bonus: tuple[str, ...] = ()
    prestige_cards: tuple[str, ...] = ()
    tiles: tuple[Tile, ...] = ()
    jesters: int = 0
    builders: int = 0
    freedoms: tuple[str, ...] = ()
    works: tuple[str, ...] = ()
    value: int = 0
    deeds: tuple[Deed, ...] = ()
    tally: Tally = Tally()

    @property
    def prestige(self) -> int:
        """Prestige points on the track, the sum of the tally."""
        t = self.tally
        return (
            t.works
            + t.buildings
            + t.landscapes
            + t.builders
            + t.best_works
            + t.sold
            + t.prestige_cards
        )


class Sale(msgspec.Struct, frozen=True):
    """An item sold in this turn's auctions (F19, F24)."""

    lot: str
    seat: Seat
    florins: int


class Best(msgspec.Struct, frozen=True):
    """The best work of the turn before, for the board."""

    turn: int
    value: int
    seats: tuple[Seat, ...]


class Dealing(msgspec.Struct, frozen=True, tag="dealing"):
    """Four professions are owed to `seat`, then to the seats after it (F10)."""

    seat: Seat


class Choosing(msgspec.Struct, frozen=True, tag="choosing"):
    """Every seat with four professions gives one back, all at the same time (F10)."""


class DrawingStart(msgspec.Struct, frozen=True, tag="drawing_start"):
    """The first start player is drawn by lot (F13)."""


class Opening(msgspec.Struct, frozen=True, tag="opening"):
    """`seat` opens an auction, or takes an item as the last free seat (F21, F29)."""

    seat: Seat


class Bidding(msgspec.Struct, frozen=True, tag="bidding"):
    """`seat` raises or passes; `waiting` bid after it, in order (F22, F23)."""

    lot: str
    opener: Seat
    leader: Seat
    amount: int
    seat: Seat
    waiting: tuple[Seat, ...]


class Landing(msgspec.Struct, frozen=True, tag="landing"):
    """`seat` places the landscape it bought, then `opener` opens next (F33)."""

    seat: Seat
    landscape: str
    opener: Seat


class Offering(msgspec.Struct, frozen=True, tag="offering"):
    """`seat` may use the recruiting card it bought at once (F47)."""

    seat: Seat
    opener: Seat


class Acting(msgspec.Struct, frozen=True, tag="acting"):
    """`seat` takes up to two actions and ends its turn (F50)."""

    seat: Seat


class Composing(msgspec.Struct, frozen=True, tag="composing"):
    """`seat` adds bonus cards to a work (F61, F85)."""

    seat: Seat
    profession: str
    value: int
    cards: tuple[str, ...] = ()


class Exchanging(msgspec.Struct, frozen=True, tag="exchanging"):
    """`seat` splits a work's payment between florins and prestige (F65)."""

    seat: Seat
    profession: str
    value: int


class Drawing(msgspec.Struct, frozen=True, tag="drawing"):
    """`count` cards of a deck are owed to `seat` by chance (F42, F80, F84)."""

    seat: Seat
    deck: str
    count: int
    opener: Seat


class Looking(msgspec.Struct, frozen=True, tag="looking"):
    """`seat` looks at cards of a deck and keeps one."""

    seat: Seat
    deck: str
    cards: tuple[str, ...]
    opener: Seat


class Ordering(msgspec.Struct, frozen=True, tag="ordering"):
    """`seat` puts the other cards under the pile in an order of its choice."""

    seat: Seat
    deck: str
    cards: tuple[str, ...]
    opener: Seat


class Finished(msgspec.Struct, frozen=True, tag="finished"):
    """The prestige cards are scored; the game is over (F90)."""


Step: TypeAlias = (
    Dealing
    | Choosing
    | DrawingStart
    | Opening
    | Bidding
    | Landing
    | Offering
    | Acting
    | Composing
    | Exchanging
    | Drawing
    | Looking
    | Ordering
    | Finished
)


class State(msgspec.Struct, frozen=True):
    """The whole position.

    Attributes:
        turn: 1 to 7; 0 while professions are dealt and chosen.
        start: the start player of the turn.
        stock: what is left of each pile of `catalogue.STOCK`, in its order.
        buildings: copies left of each type, in the catalogue's order.
        freedoms: tiles left of each kind, in the catalogue's order.
        sales, declined: this turn's auctions so far.
        discards: bonus cards used up.
        best: the best work of the turn before, if any work was done.
        sold_before: the items sold in earlier turns; unset in the first one. Checksums
            leave it out, as games of release 0.1.0 had no such field.
    """

    players: tuple[Player, ...]
    turn: int
    start: Seat
    step: Step
    stock: tuple[int, ...]
    buildings: tuple[int, ...]
    freedoms: tuple[int, ...]
    professions: Supply
    bonus: Supply
    prestige: Supply
    sales: tuple[Sale, ...] = ()
    declined: tuple[Seat, ...] = ()
    discards: tuple[str, ...] = ()
    best: Best | None = None
    sold_before: tuple[Sale, ...] | msgspec.UnsetType = msgspec.UNSET
