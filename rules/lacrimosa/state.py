"""The position of a game of Lacrimosa, hidden things included.

Plain values: states hold ids, the edition holds the components. What is going on
is a stack of frames: the turn of a seat at the bottom, granted actions and
rewards still to be gained above it. Chance that is owed waits in a queue and is
answered before the stack goes on.
"""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from rules.contract import Options, Seat
from rules.lacrimosa.actions import Commission, Compose, Document, Perform, Sell, Travel

Triple: TypeAlias = tuple[int, int, int]
"""Story points of the kinds talent, journey, composition."""


class LacrimosaOptions(Options, frozen=True):
    """How a table is set up.

    Attributes:
        edition: hash of the edition's text.
        composers: "first" (Eybler and Stadler), "random", or two ids joined by "+";
            a solo game uses a single id, or the first of two.
        level: that of the Soloist, for one seat.
        equal: 10 ducats and no points for everyone.
        split: ask how each payment is split between tracks and counters.
    """

    edition: str
    composers: str = "first"
    level: str = "easy"
    equal: bool = False
    split: bool = False


class Held(msgspec.Struct, frozen=True):
    """An opus card in front of a seat; performed ones are rotated."""

    id: str
    rotated: bool = False


class Tally(msgspec.Struct, frozen=True):
    """Victory points by source; the fields are the lines of a score."""

    start: int = 0
    opus: int = 0
    sales: int = 0
    repeats: int = 0
    composers: int = 0
    travels: int = 0
    story: int = 0
    finances: int = 0
    bonus: int = 0
    courts: int = 0
    requiem: int = 0
    story_points: int = 0
    ducats: int = 0


class Hired(msgspec.Struct, frozen=True):
    """A composer tile on the player board, on the place its marker left."""

    place: str
    tile: str


class Player(msgspec.Struct, frozen=True):
    """One seat's board, cards and money.

    `deck` is unordered; `markers` are the board places whose marker is still
    there; `neutral` says whether the neutral marker is.
    """

    ducats: int
    tracks: Triple
    counters: Triple = (0, 0, 0)
    finance: int = 0
    hand: tuple[str, ...] = ()
    deck: tuple[str, ...] = ()
    experiences: tuple[str, ...] = ()
    story: tuple[str, ...] = ()
    opus: tuple[Held, ...] = ()
    courts: tuple[str, ...] = ()
    markers: tuple[str, ...] = ()
    hired: tuple[Hired, ...] = ()
    neutral: bool = True
    tally: Tally = Tally()

    @property
    def vp(self) -> int:
        """Victory points, the sum of the tally."""
        return sum(msgspec.structs.astuple(self.tally))


class SoloDeed(msgspec.Struct, frozen=True):
    """What the Soloist did with one action of his turn.

    `what` is the card he took, the space he wrote in or the place he reached, or None
    if he did nothing; `courts` are the tiles he took on the way. `finance` are the steps of
    a sale, those past the end included: `soloist.steps` has the others.
    """

    action: str
    what: str | None = None
    vp: int = 0
    finance: int = 0
    courts: tuple[str, ...] = ()


class Solo(msgspec.Struct, frozen=True):
    """The Soloist: his unordered deck, what he played, what he did this turn."""

    level: str
    deck: tuple[str, ...]
    played: tuple[str, ...] = ()
    finance: int = 0
    markers: int = 7
    courts: tuple[str, ...] = ()
    did: tuple[SoloDeed, ...] = ()
    tally: Tally = Tally()

    @property
    def vp(self) -> int:
        """Victory points, the sum of the tally."""
        return sum(msgspec.structs.astuple(self.tally))


class Note(msgspec.Struct, frozen=True):
    """A marker on the Requiem; `seat` is None for the neutral one, -1 for the Soloist's."""

    space: str
    side: str
    seat: Seat | None


class Lying(msgspec.Struct, frozen=True):
    """A city or court tile on the map."""

    place: str
    tile: str
    gilded: bool = False


class Right(msgspec.Struct, frozen=True):
    """An action that may still be taken; `again` says whether by an Agnus Dei tile (L99)."""

    action: str
    genre: str | None = None
    bonus: str | None = None
    again: bool = False


Costly: TypeAlias = Document | Commission | Perform | Sell | Travel | Compose


class Laying(msgspec.Struct, frozen=True, tag="laying"):
    """The seat lays a card in Experiences, or (`story`) the second one in Story."""

    story: bool = False


class Using(msgspec.Struct, frozen=True, tag="using"):
    """The seat uses the Experiences card or takes ducats instead."""


class Turn(msgspec.Struct, frozen=True, tag="turn"):
    """The seat takes the actions left in any order."""

    rights: tuple[Right, ...]


class Granted(msgspec.Struct, frozen=True, tag="granted"):
    """An action granted by a tile: now or never (L76)."""

    right: Right


class Gaining(msgspec.Struct, frozen=True, tag="gaining"):
    """Items of a reward still to be gained; `source` is a line of the score."""

    items: tuple[str, ...]
    source: str
    movement: str | None = None


class Spreading(msgspec.Struct, frozen=True, tag="spreading"):
    """Wildcard points whose kinds are still to be chosen."""

    amount: int
    track: bool


class Placing(msgspec.Struct, frozen=True, tag="placing"):
    """The neutral marker goes on a space of a movement."""

    movement: str


class Splitting(msgspec.Struct, frozen=True, tag="splitting"):
    """An action whose payment the seat splits itself."""

    action: Costly
    points: Triple
    right: Right


class Paying(msgspec.Struct, frozen=True, tag="paying"):
    """An action whose reward has been gained and whose payment still needs exchanges."""

    action: Costly
    right: Right


class SoloActing(msgspec.Struct, frozen=True, tag="solo"):
    """Actions the Soloist still carries out with one parameter card."""

    actions: tuple[str, ...]
    card: str


Frame: TypeAlias = (
    Laying
    | Using
    | Turn
    | Granted
    | Gaining
    | Spreading
    | Placing
    | Splitting
    | Paying
    | SoloActing
)


class Owed(msgspec.Struct, frozen=True):
    """Chance that is owed: `count` of a supply, for a seat or place where it matters.

    `supply` is memory-out, opus-out, composers, constanze, courts, cities, bonus,
    row, hand, start or soloist; `key` names a period, place or seat.
    """

    supply: str
    count: int
    key: str = ""


class Upkeep(msgspec.Struct, frozen=True):
    """Wildcards that a seat still has to spread in maintenance (L105, LR40)."""

    seat: Seat
    track: int
    counters: int


class State(msgspec.Struct, frozen=True):
    """The whole position.

    Attributes:
        round, turn: 1 to 5 (0: setup) and 1 to 4.
        first, seat: the first player of the round, and whose turn it is.
        stack: what is going on, the top last; empty in setup and maintenance.
        owed: chance to be answered, in order.
        upkeep: seats that still have wildcards to spread in maintenance.
        row: cards of the row, the oldest last, which is on the rightmost space.
        packs: the unordered cards of each period not dealt yet, memory and opus.
        removed: cards taken out unseen, in setup and from what a round left of its pack.
        bonus: the bonus tile of each period reached so far.
        composers: the two of this game, eighth-note side first (one in solo).
        stacks: composer tiles left, by composer and movement in the edition's order.
        covers: spaces that Constanze covers; `card` is her card.
        mozart: where his marker is.
        courts, cities: unordered stacks; `used` are the discarded city tiles.
        gone: cards that everyone saw leave the game.
        carried: the hand that each seat had left when the previous round ended; unset in the
            first round. Checksums leave it out, as games of release 0.1.0 had no such field.
    """

    options: LacrimosaOptions
    players: tuple[Player, ...]
    packs: tuple[tuple[str, ...], ...]
    courts: tuple[str, ...]
    cities: tuple[str, ...]
    owed: tuple[Owed, ...]
    mozart: str
    round: int = 0
    turn: int = 1
    first: Seat = 0
    seat: Seat = 0
    stack: tuple[Frame, ...] = ()
    upkeep: tuple[Upkeep, ...] = ()
    row: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    bonus: tuple[str, ...] = ()
    composers: tuple[str, ...] = ()
    stacks: tuple[tuple[str, ...], ...] = ()
    covers: tuple[str, ...] = ()
    card: str = ""
    notes: tuple[Note, ...] = ()
    lying: tuple[Lying, ...] = ()
    used: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    solo: Solo | None = None
    over: bool = False
    carried: tuple[tuple[str, ...], ...] | msgspec.UnsetType = msgspec.UNSET
