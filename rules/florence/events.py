"""What happens in The Princes of Florence, as facts with figures.

Events are derived from the journal; only what happened last is stored beside it, for
lists. A field that the listener may not know is None. Amounts of florins are what was
paid (positive) unless stated otherwise.
"""

from __future__ import annotations

from typing import TypeAlias

from rules.contract import Event, Seat


class Dealt(Event, frozen=True, tag="dealt"):
    """Professions were dealt; `cards` are known to their owner only."""

    seat: Seat
    count: int
    cards: tuple[str, ...] | None


class GaveBack(Event, frozen=True, tag="gave_back"):
    """A seat chose its professions and gave one back."""

    seat: Seat
    profession: str | None


class TurnBegan(Event, frozen=True, tag="turn_began"):
    """A turn began; `minimum` is its least work value."""

    turn: int
    start: Seat
    minimum: int


class Opened(Event, frozen=True, tag="opened"):
    """An item was put up for auction."""

    seat: Seat
    lot: str
    amount: int


class Declined(Event, frozen=True, tag="declined"):
    """A seat gave up this turn's auctions."""

    seat: Seat


class Raised(Event, frozen=True, tag="raised"):
    """A seat raised the bid."""

    seat: Seat
    lot: str
    amount: int


class Passed(Event, frozen=True, tag="passed"):
    """A seat left the auction of an item."""

    seat: Seat
    lot: str


class Bought(Event, frozen=True, tag="bought"):
    """A seat won or took an item and paid for it."""

    seat: Seat
    lot: str
    florins: int


class Placed(Event, frozen=True, tag="placed"):
    """A landscape was placed; `square` is its handle square."""

    seat: Seat
    landscape: str
    orientation: int
    square: int


class Recruited(Event, frozen=True, tag="recruited"):
    """A profession was recruited from the principality of `owner`."""

    seat: Seat
    profession: str
    owner: Seat


class KeptRecruiting(Event, frozen=True, tag="kept_recruiting"):
    """A recruiting card was kept in hand."""

    seat: Seat


class Laid(Event, frozen=True, tag="laid"):
    """A profession was laid to complete a work, worth `value` so far."""

    seat: Seat
    profession: str
    value: int


class PlayedBonus(Event, frozen=True, tag="played_bonus"):
    """A bonus card added `points` to the work, now worth `value`."""

    seat: Seat
    card: str
    points: int
    value: int


class Completed(Event, frozen=True, tag="completed"):
    """A work was completed; `florins` were received, net of the prestige bought."""

    seat: Seat
    profession: str
    value: int
    florins: int
    prestige: int


class Built(Event, frozen=True, tag="built"):
    """A building was built; `square` is its handle square."""

    seat: Seat
    building: str
    orientation: int
    square: int
    florins: int


class Looked(Event, frozen=True, tag="looked"):
    """A seat looked at `count` cards of a deck (professions, bonus, prestige)."""

    seat: Seat
    deck: str
    count: int
    cards: tuple[str, ...] | None


class Kept(Event, frozen=True, tag="kept"):
    """A seat kept one of the cards looked at."""

    seat: Seat
    deck: str
    card: str | None


class PutBack(Event, frozen=True, tag="put_back"):
    """The other cards went under the pile."""

    seat: Seat
    deck: str
    count: int
    cards: tuple[str, ...] | None


class Paid(Event, frozen=True, tag="paid"):
    """A look at cards was paid for; `what` is the deck, professions or bonus."""

    seat: Seat
    what: str
    florins: int


class Introduced(Event, frozen=True, tag="introduced"):
    """A freedom was introduced."""

    seat: Seat
    freedom: str
    florins: int


class Scored(Event, frozen=True, tag="scored"):
    """Prestige was gained; `source` is a score line of the game."""

    seat: Seat
    source: str
    points: int


class SoldPrestige(Event, frozen=True, tag="sold_prestige"):
    """Prestige was sold; `forced` if a payment needed it."""

    seat: Seat
    points: int
    florins: int
    forced: bool


class TurnEnded(Event, frozen=True, tag="turn_ended"):
    """A seat ended its action phase."""

    seat: Seat


class BestWork(Event, frozen=True, tag="best_work"):
    """The best work of a turn; several seats when tied, none (value 0) without a work."""

    turn: int
    value: int
    seats: tuple[Seat, ...]


class Revealed(Event, frozen=True, tag="revealed"):
    """Final scoring: a prestige card was revealed and pays `points`."""

    seat: Seat
    card: str
    points: int


class Ended(Event, frozen=True, tag="ended"):
    """The game ended."""

    winners: tuple[Seat, ...]


Told: TypeAlias = (
    Dealt
    | GaveBack
    | TurnBegan
    | Opened
    | Declined
    | Raised
    | Passed
    | Bought
    | Placed
    | Recruited
    | KeptRecruiting
    | Laid
    | PlayedBonus
    | Completed
    | Built
    | Looked
    | Kept
    | PutBack
    | Paid
    | Introduced
    | Scored
    | SoldPrestige
    | TurnEnded
    | BestWork
    | Revealed
    | Ended
)
