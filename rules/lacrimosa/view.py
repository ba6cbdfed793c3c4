"""What a seat may know of a game of Lacrimosa.

Hands and what is still in the packs are hidden. Money, points, boards and what has been
played are open, and so is which cards a player has not played yet.
"""

from __future__ import annotations

from collections import Counter
from typing import TypeAlias

import msgspec

from rules.contract import Seat
from rules.lacrimosa.state import (
    Frame,
    Held,
    Hired,
    LacrimosaOptions,
    Lying,
    Note,
    Owed,
    Player,
    SoloDeed,
    State,
    Tally,
    Triple,
    Upkeep,
)


class SeatView(msgspec.Struct, frozen=True):
    """One seat's side of the table; `hand` is None where the viewer may not look.

    `unplayed` are the cards in hand and deck together, which everyone can know. With an
    empty deck they are the hand, so the card left after the fourth turn is open (L30);
    `carried` is that card in the next round, while it is in hand (LR58).
    """

    vp: int
    tally: Tally
    ducats: int
    tracks: Triple
    counters: Triple
    finance: int
    unplayed: tuple[str, ...]
    cards: int
    hand: tuple[str, ...] | None
    experiences: tuple[str, ...]
    story: tuple[str, ...]
    opus: tuple[Held, ...]
    courts: tuple[str, ...]
    markers: tuple[str, ...]
    hired: tuple[Hired, ...]
    neutral: bool
    carried: tuple[str, ...] = ()

    @property
    def player(self) -> Player:
        """The seat as a player; what the viewer may not know is left empty."""
        hand = self.hand or ()
        deck = (Counter(self.unplayed) - Counter(hand)) if self.hand is not None else Counter()
        return Player(
            ducats=self.ducats,
            tracks=self.tracks,
            counters=self.counters,
            finance=self.finance,
            hand=hand,
            deck=tuple(sorted(deck.elements())),
            experiences=self.experiences,
            story=self.story,
            opus=self.opus,
            courts=self.courts,
            markers=self.markers,
            hired=self.hired,
            neutral=self.neutral,
            tally=self.tally,
        )


class Pack(msgspec.Struct, frozen=True):
    """How many cards of each kind a period's pack still holds."""

    opus: int
    memories: int


class SoloView(msgspec.Struct, frozen=True):
    """The Soloist: everything but the order of his cards is open."""

    level: str
    deck: tuple[str, ...]
    played: tuple[str, ...]
    finance: int
    markers: int
    courts: tuple[str, ...]
    did: tuple[SoloDeed, ...]
    tally: Tally
    vp: int


class View(msgspec.Struct, frozen=True):
    """The game as `viewer` (None: a spectator) may know it.

    `packs` counts what is left by period; once the game is over, `undealt` names it, and
    then the cards taken out unseen. Stacks of courts and cities have no order, so what is
    in them is open.
    """

    viewer: Seat | None
    options: LacrimosaOptions
    round: int
    turn: int
    first: Seat
    seat: Seat
    seats: tuple[SeatView, ...]
    stack: tuple[Frame, ...]
    owed: tuple[Owed, ...]
    upkeep: tuple[Upkeep, ...]
    row: tuple[str, ...]
    packs: tuple[Pack, ...]
    bonus: tuple[str, ...]
    composers: tuple[str, ...]
    stacks: tuple[tuple[str, ...], ...]
    card: str
    covers: tuple[str, ...]
    notes: tuple[Note, ...]
    mozart: str
    lying: tuple[Lying, ...]
    courts: tuple[str, ...]
    cities: tuple[str, ...]
    used: tuple[str, ...]
    gone: tuple[str, ...]
    solo: SoloView | None
    over: bool
    undealt: tuple[tuple[str, ...], ...] | None


Position: TypeAlias = State | View
"""Rules that need nothing hidden work with either: they read only fields of both."""
