"""What a seat of Lacrimosa can do, and what it is asked.

One tagged value for each choice and for each prompt; ids are those of the
edition. `wild` spells the kinds of story points that pay a wildcard cost, `gain`
and `kinds` those that are gained, with one letter (t, j or c) for each point.
"""

from __future__ import annotations

from typing import ClassVar, TypeAlias, get_args

from rules.contract import Action, Prompt
from rules.lacrimosa.grammar import Cost


class LayExperience(Action, frozen=True, tag="experience"):
    """Lay a card in Experiences: its actions are for this turn (L33)."""

    card: str


class LayStory(Action, frozen=True, tag="story"):
    """Lay a card in Story: its points come in maintenance (L33)."""

    card: str


class UseCard(Action, frozen=True, tag="use"):
    """Take the reward of the Experiences card, then its actions (L34)."""


class TakeDucats(Action, frozen=True, tag="ducats"):
    """Take as many ducats as the number of the round instead of the card (L37)."""


class Document(Action, frozen=True, tag="document"):
    """Document Memories: a memory card from the row replaces the Story card (L51)."""

    card: str
    wild: str = ""


class Commission(Action, frozen=True, tag="commission"):
    """Commission an opus card from the row (L56)."""

    card: str
    wild: str = ""


class Perform(Action, frozen=True, tag="perform"):
    """Perform one of the seat's opus cards (L66)."""

    opus: str


class Sell(Action, frozen=True, tag="sell"):
    """Sell one of the seat's opus cards (L67)."""

    opus: str


class Travel(Action, frozen=True, tag="travel"):
    """Travel to a place by the cheapest roads (L72).

    A dearer way is no choice: places passed give nothing, and the bank gets the rest.
    """

    place: str
    wild: str = ""


class Compose(Action, frozen=True, tag="requiem"):
    """Requiem: a space of a movement, a side, and the marker that goes there (L84).

    `space` is the space's name within its movement, `side` chooses the composer,
    `marker` is the number of the place on the player board that is emptied, `gain`
    spells the kinds of wildcards that lie under it.
    """

    together: ClassVar[bool] = True

    movement: str
    space: str
    side: str
    marker: int
    gain: str = ""
    wild: str = ""


class Skip(Action, frozen=True, tag="skip"):
    """Decline an action granted by a tile (L76)."""


class Spread(Action, frozen=True, tag="spread"):
    """Choose the kinds of wildcard points gained (L42)."""

    kinds: str


class PlaceNeutral(Action, frozen=True, tag="neutral"):
    """Put the neutral marker on a space, one side up (L92)."""

    space: str
    side: str


class Split(Action, frozen=True, tag="split"):
    """Pay so many counters of each kind, the rest from the tracks (L44)."""

    counters: tuple[int, ...]


class BuyCounter(Action, frozen=True, tag="buy"):
    """Aside, or on the way to a payment: three ducats for a counter (L38)."""

    kind: str


class SellCounter(Action, frozen=True, tag="cash"):
    """Aside, or on the way to a payment: a counter for a ducat (L38)."""

    kind: str


class EndTurn(Action, frozen=True, tag="end_turn"):
    """End the turn."""


Move: TypeAlias = (
    LayExperience
    | LayStory
    | UseCard
    | TakeDucats
    | Document
    | Commission
    | Perform
    | Sell
    | Travel
    | Compose
    | Skip
    | Spread
    | PlaceNeutral
    | Split
    | BuyCounter
    | SellCounter
    | EndTurn
)
MOVES: tuple[type[Action], ...] = get_args(Move)


class ToLayExperience(Prompt, frozen=True, tag="to_lay_experience"):
    """Lay the first card of turn `turn` of four."""

    turn: int


class ToLayStory(Prompt, frozen=True, tag="to_lay_story"):
    """Lay the second card, beside the Experiences card `card`."""

    card: str


class ToUse(Prompt, frozen=True, tag="to_use"):
    """Use the Experiences card or take `ducats` instead."""

    card: str
    ducats: int


class ToAct(Prompt, frozen=True, tag="to_act"):
    """Take the actions left in any order, or end the turn."""

    rights: tuple[str, ...]


class ToGrant(Prompt, frozen=True, tag="to_grant"):
    """Take an action granted by a tile, or decline it."""

    action: str
    genre: str | None = None


class ToSpread(Prompt, frozen=True, tag="to_spread"):
    """Choose the kinds of `amount` wildcard points; on tracks, or as counters."""

    amount: int
    track: bool


class ToPlaceNeutral(Prompt, frozen=True, tag="to_place_neutral"):
    """Place the neutral marker in a movement."""

    movement: str


class ToSplit(Prompt, frozen=True, tag="to_split"):
    """Choose what a payment takes from the tracks and what from the counters."""

    points: tuple[int, int, int]


class ToPay(Prompt, frozen=True, tag="to_pay"):
    """Pay `action` after what it gained: exchange until that is possible, then pay."""

    action: str
    price: Cost


Asked: TypeAlias = (
    ToLayExperience
    | ToLayStory
    | ToUse
    | ToAct
    | ToGrant
    | ToSpread
    | ToPlaceNeutral
    | ToSplit
    | ToPay
)
