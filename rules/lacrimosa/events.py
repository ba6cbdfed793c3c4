"""What happens in Lacrimosa, as facts with figures.

Events are derived from the journal; only what happened last is stored beside it, for
lists. A field that the listener may not know is None. `changes` are signed amounts of
ducats, vp, finance, talent, journey and composition, forced ones included.
"""

from __future__ import annotations

from typing import TypeAlias

from rules.contract import Delta, Event, Seat


class ComposersChosen(Event, frozen=True, tag="composers_chosen"):
    """The composers of this game, the eighth-note side first."""

    composers: tuple[str, ...]


class Covered(Event, frozen=True, tag="covered"):
    """Constanze's card covers spaces of the Requiem."""

    card: str
    spaces: tuple[str, ...]


class RoundBegan(Event, frozen=True, tag="round_began"):
    """A round began with its bonus tile and first player."""

    round: int
    first: Seat
    bonus: str


class Dealt(Event, frozen=True, tag="dealt"):
    """A seat drew cards from its own deck."""

    seat: Seat
    count: int
    cards: tuple[str, ...] | None


class RowFilled(Event, frozen=True, tag="row_filled"):
    """New cards came into the row, the newest last."""

    cards: tuple[str, ...]


class TileLaid(Event, frozen=True, tag="tile_laid"):
    """A city or court tile was laid on the map."""

    place: str
    tile: str


class LaidExperience(Event, frozen=True, tag="laid_experience"):
    """A card was laid in Experiences."""

    seat: Seat
    card: str


class LaidStory(Event, frozen=True, tag="laid_story"):
    """A card was laid in Story."""

    seat: Seat
    card: str


class UsedCard(Event, frozen=True, tag="used_card"):
    """The reward of the Experiences card was taken."""

    seat: Seat
    card: str
    changes: tuple[Delta, ...]


class TookDucats(Event, frozen=True, tag="took_ducats"):
    """Ducats were taken instead of the card."""

    seat: Seat
    ducats: int


class Documented(Event, frozen=True, tag="documented"):
    """A memory card from the row took the place of the Story card."""

    seat: Seat
    card: str
    replaced: str
    changes: tuple[Delta, ...]


class Commissioned(Event, frozen=True, tag="commissioned"):
    """An opus card was bought."""

    seat: Seat
    card: str
    changes: tuple[Delta, ...]


class Performed(Event, frozen=True, tag="performed"):
    """An opus was performed."""

    seat: Seat
    opus: str
    changes: tuple[Delta, ...]


class Sold(Event, frozen=True, tag="sold"):
    """An opus was sold."""

    seat: Seat
    opus: str
    changes: tuple[Delta, ...]


class Travelled(Event, frozen=True, tag="travelled"):
    """Mozart came to a place; `tile` is what was taken there."""

    seat: Seat
    place: str
    tile: str | None
    changes: tuple[Delta, ...]


class Composed(Event, frozen=True, tag="composed"):
    """A part of the Requiem was written by a composer, whose tile was taken."""

    seat: Seat
    space: str
    composer: str
    tile: str
    changes: tuple[Delta, ...]


class NeutralPlaced(Event, frozen=True, tag="neutral_placed"):
    """The neutral marker was placed on a space, for a composer's side."""

    seat: Seat
    space: str
    composer: str | None


class Declined(Event, frozen=True, tag="declined"):
    """An action granted by a tile was declined."""

    seat: Seat
    action: str


class Chose(Event, frozen=True, tag="chose"):
    """Wildcards were spread."""

    seat: Seat
    changes: tuple[Delta, ...]


class Gained(Event, frozen=True, tag="gained"):
    """The reward of an action that is paid for only after exchanges."""

    seat: Seat
    changes: tuple[Delta, ...]


class Rewarded(Event, frozen=True, tag="rewarded"):
    """What the rest of a reward brought after a choice that it asked for."""

    seat: Seat
    changes: tuple[Delta, ...]


class Exchanged(Event, frozen=True, tag="exchanged"):
    """Ducats for a counter, or a counter for a ducat."""

    seat: Seat
    changes: tuple[Delta, ...]


class TurnEnded(Event, frozen=True, tag="turn_ended"):
    """A seat ended its turn."""

    seat: Seat


class Maintained(Event, frozen=True, tag="maintained"):
    """A seat's income in maintenance; `steps` are its parts, points lost on tracks first."""

    seat: Seat
    changes: tuple[Delta, ...]
    steps: tuple[tuple[str, tuple[Delta, ...]], ...] = ()


class SoloDid(Event, frozen=True, tag="solo_did"):
    """One action of the Soloist; `what` is None if it had no effect.

    `card` is the one that decided what he took, where he went or wrote (L136).
    """

    action: str
    what: str | None
    vp: int
    finance: int
    courts: tuple[str, ...]
    card: str = ""


class Counted(Event, frozen=True, tag="counted"):
    """The final count of a seat: what it added, by line of the score."""

    seat: Seat
    courts: int
    requiem: int
    story_points: int
    ducats: int


class Ended(Event, frozen=True, tag="ended"):
    """The game ended; if there are no winners, the Soloist won.

    `rival` is the id of his name if he shares the victory.
    """

    winners: tuple[Seat, ...]
    rival: str | None = None


Told: TypeAlias = (
    ComposersChosen
    | Covered
    | RoundBegan
    | Dealt
    | RowFilled
    | TileLaid
    | LaidExperience
    | LaidStory
    | UsedCard
    | TookDucats
    | Documented
    | Commissioned
    | Performed
    | Sold
    | Travelled
    | Composed
    | NeutralPlaced
    | Declined
    | Chose
    | Gained
    | Rewarded
    | Exchanged
    | TurnEnded
    | Maintained
    | SoloDid
    | Counted
    | Ended
)
