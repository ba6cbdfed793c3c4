"""What a seat may know of a game of The Princes of Florence.

Florins, cards in hand and the order of cards under a pile are hidden; prestige,
tiles, face-up cards and the number of hidden cards are open (FR9).
"""

from __future__ import annotations

import msgspec

from rules.contract import Seat
from rules.florence.state import Best, Deed, Player, Sale, Step, Tally, Tile
from rules.supply import Pile


class SeatView(msgspec.Struct, frozen=True):
    """One seat's side of the table; None where the viewer may not look.

    `cards` counts the professions in hand, `value` is the best work value of
    this turn (0: none), `deeds` are this turn's actions.
    """

    prestige: int
    tally: Tally
    tiles: tuple[Tile, ...]
    empty: int
    jesters: int
    builders: int
    freedoms: tuple[str, ...]
    works: tuple[str, ...]
    value: int
    deeds: tuple[Deed, ...]
    cards: int
    recruiting: int
    bonus_count: int
    prestige_count: int
    florins: int | None
    hand: tuple[str, ...] | None
    bonus: tuple[str, ...] | None
    prestige_cards: tuple[str, ...] | None

    @property
    def player(self) -> Player:
        """The seat as a player; what the viewer may not know is left empty."""
        return Player(
            florins=self.florins or 0,
            hand=self.hand or (),
            recruiting=self.recruiting,
            bonus=self.bonus or (),
            prestige_cards=self.prestige_cards or (),
            tiles=self.tiles,
            jesters=self.jesters,
            builders=self.builders,
            freedoms=self.freedoms,
            works=self.works,
            value=self.value,
            deeds=self.deeds,
            tally=self.tally,
        )


class View(msgspec.Struct, frozen=True):
    """The game as `viewer` (None: a spectator) may know it.

    `step` is the state's, with the cards looked at blanked for everyone else;
    `stock`, `buildings` and `freedoms` count what is left, by id; `sales` are this turn's
    and `sold_before` those of earlier turns.
    """

    viewer: Seat | None
    turn: int
    start: Seat
    minimum: int
    step: Step
    seats: tuple[SeatView, ...]
    stock: dict[str, int]
    buildings: dict[str, int]
    freedoms: dict[str, int]
    professions: Pile
    bonus: Pile
    prestige: Pile
    sales: tuple[Sale, ...]
    declined: tuple[Seat, ...]
    discards: tuple[str, ...]
    best: Best | None
    sold_before: tuple[Sale, ...] = ()

    def prices(self, lot: str) -> tuple[int, ...]:
        """What an item was sold for in this game, in florins, the latest last."""
        sales = (*self.sold_before, *self.sales)
        return tuple(sale.florins for sale in sales if sale.lot == lot)
