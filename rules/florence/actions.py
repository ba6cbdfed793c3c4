"""What a seat of The Princes of Florence can do, and what it is asked.

One tagged value for each choice and for each prompt; ids are those of the
catalogue. Squares are numbered row * 7 + column from the top left.
"""

from __future__ import annotations

from typing import TypeAlias, get_args

from rules.contract import Action, Prompt


class GiveBack(Action, frozen=True, tag="give_back"):
    """Setup: give back one of the four professions dealt (F10)."""

    profession: str


class Open(Action, frozen=True, tag="open"):
    """Auction: put an item up, bidding exactly 200 (F21)."""

    lot: str


class Take(Action, frozen=True, tag="take"):
    """Auction: the last seat without an item takes one for 200 (F29)."""

    lot: str


class Decline(Action, frozen=True, tag="decline"):
    """Auction: give up this turn's auctions (F28, F29)."""


class Bid(Action, frozen=True, tag="bid"):
    """Auction: raise to `amount` florins, 100 more than the bid before (F22)."""

    amount: int


class Pass(Action, frozen=True, tag="pass"):
    """Auction: leave the auction of this item for good (F23)."""


class Place(Action, frozen=True, tag="place"):
    """Place the landscape just bought; `square` is its handle square (F33)."""

    landscape: str
    orientation: int
    square: int


class Recruit(Action, frozen=True, tag="recruit"):
    """Swap a recruiting card for a face-up profession of another seat (F45)."""

    profession: str


class KeepRecruiting(Action, frozen=True, tag="keep_recruiting"):
    """Keep the recruiting card just bought in hand (F47)."""


class Work(Action, frozen=True, tag="work"):
    """Action: lay a profession to complete a work (F52)."""

    profession: str


class PlayBonus(Action, frozen=True, tag="bonus"):
    """Add a bonus card to the work being completed (F85)."""

    card: str


class Finish(Action, frozen=True, tag="finish"):
    """Add no more bonus cards to the work: its value is final."""


class Exchange(Action, frozen=True, tag="exchange"):
    """Turn part of the work's payment into `points` prestige, 200 each (F65)."""

    points: int


class Build(Action, frozen=True, tag="build"):
    """Action: build a building; `square` is its handle square (F69, F72)."""

    building: str
    orientation: int
    square: int


class DrawProfession(Action, frozen=True, tag="profession"):
    """Action: look at five professions and keep one (F80)."""


class Introduce(Action, frozen=True, tag="freedom"):
    """Action: introduce a freedom (F82)."""

    freedom: str


class DrawBonus(Action, frozen=True, tag="draw_bonus"):
    """Action: look at five bonus cards and keep one (F84)."""


class Keep(Action, frozen=True, tag="keep"):
    """Keep one of the cards looked at (F42, F80, F84)."""

    card: str


class PutUnder(Action, frozen=True, tag="under"):
    """Put the other cards under the pile, by their numbers, the first on top."""

    numbers: tuple[int, ...]


class EndTurn(Action, frozen=True, tag="end_turn"):
    """End the seat's action phase."""


class SellPrestige(Action, frozen=True, tag="sell"):
    """Aside: step back on the prestige track, 100 florins a point (F89)."""

    points: int


Move: TypeAlias = (
    GiveBack
    | Open
    | Take
    | Decline
    | Bid
    | Pass
    | Place
    | Recruit
    | KeepRecruiting
    | Work
    | PlayBonus
    | Finish
    | Exchange
    | Build
    | DrawProfession
    | Introduce
    | DrawBonus
    | Keep
    | PutUnder
    | EndTurn
    | SellPrestige
)
MOVES: tuple[type[Action], ...] = get_args(Move)


class ToGiveBack(Prompt, frozen=True, tag="to_give_back"):
    """Choose three of four professions."""


class ToOpen(Prompt, frozen=True, tag="to_open"):
    """Open the `nth` auction of the turn, from 1."""

    nth: int


class ToTake(Prompt, frozen=True, tag="to_take"):
    """As the last seat without an item, take one for 200, or nothing."""


class ToBid(Prompt, frozen=True, tag="to_bid"):
    """Raise or pass; `amount` florins is the standing bid of `leader`."""

    lot: str
    amount: int
    leader: int


class ToPlace(Prompt, frozen=True, tag="to_place"):
    """Place the landscape just bought."""

    landscape: str


class ToRecruit(Prompt, frozen=True, tag="to_recruit"):
    """Use the recruiting card just bought, or keep it."""


class ToAct(Prompt, frozen=True, tag="to_act"):
    """Take action `nth` of 2, or end the turn."""

    nth: int


class ToEnd(Prompt, frozen=True, tag="to_end"):
    """Both actions are taken: end the turn."""


class ToPlayBonus(Prompt, frozen=True, tag="to_play_bonus"):
    """Add bonus cards to a work that is worth `value` so far."""

    profession: str
    value: int
    minimum: int


class ToExchange(Prompt, frozen=True, tag="to_exchange"):
    """Split the payment of a work between florins and prestige."""

    profession: str
    value: int


class ToKeep(Prompt, frozen=True, tag="to_keep"):
    """Keep one of the cards looked at; `deck` is professions, bonus or prestige."""

    deck: str


class ToPutUnder(Prompt, frozen=True, tag="to_put_under"):
    """Choose the order of the cards that go under the pile."""

    deck: str


Asked: TypeAlias = (
    ToGiveBack
    | ToOpen
    | ToTake
    | ToBid
    | ToPlace
    | ToRecruit
    | ToAct
    | ToEnd
    | ToPlayBonus
    | ToExchange
    | ToKeep
    | ToPutUnder
)
