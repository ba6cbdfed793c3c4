"""A position at the start of a round as figures, one for each thing that may matter later.

`rules.opponents.lacrimosa.fitted` holds what each figure is worth, as found by
`python -m tests.fit_lacrimosa`.
"""

from __future__ import annotations

from typing import Final

from rules.contract import Seat
from rules.lacrimosa.catalogue import Edition
from rules.lacrimosa.grammar import (
    ACTIONS,
    KINDS,
    WILD,
    Again,
    Good,
    Item,
    OpusPoints,
    Points,
    TrackSteps,
    reward,
)
from rules.lacrimosa.state import Player, State
from rules.opponents.lacrimosa.remembering import Remembering

PURSE: Final = (6, 14)
"""Ducats are counted in three steps: those of a hoard are worth less than the first ones."""

POCKET: Final = 4
"""Story points of a kind are counted in two steps."""

NAMES: Final = (
    "one",
    "ducats",
    "more_ducats",
    "hoard",
    *(f"{kind}{step}" for kind in KINDS for step in ("", "_more")),
    "counters",
    "income",
    "wildcards",
    "fund_points",
    *(f"{action}_actions" for action in ACTIONS),
    "rewards",
    *(f"story_{kind}" for kind in KINDS),
    "story_points",
    "shows",
    "opus",
    "track_tiles",
    "offers",
    "offered",
    "again",
    "requiem",
    "courts",
    "markers",
)
"""The features, in order."""


class Features:
    """The features of a seat's position at the start of a round."""

    def __init__(self, edition: Edition, seat: Seat, me: Remembering) -> None:
        self.edition = edition
        self.seat = seat
        self.me = me
        self._cards: dict[str, tuple[float, ...]] = {}

    def of(self, state: State) -> tuple[float, ...]:
        """Everything that promises points, in the order of `NAMES`."""
        own = state.players[self.seat]
        space = self.edition.player.finance[own.finance]
        return (
            1.0,
            *_steps(own.ducats, *PURSE),
            *(
                step
                for track, counters in zip(own.tracks, own.counters, strict=True)
                for step in _steps(track + counters, POCKET)
            ),
            sum(own.counters),
            space.ducats,
            space.wildcards,
            space.vp,
            *self._deck(own),
            self.me.performing(own, state),
            len(own.opus),
            *self._tiles(own),
            self.me.composed(state),
            self.me.served(own, state),
            len(own.markers),
        )

    def _deck(self, own: Player) -> list[float]:
        """Actions, rewards and stories of all cards, which each round uses."""
        cards = [self._card(card) for card in (*own.hand, *own.deck)]
        return [sum(column) for column in zip(*cards, strict=True)]

    def _card(self, card: str) -> tuple[float, ...]:
        found = self._cards.get(card)
        if found is None:
            memory = self.edition.memories[card]
            story = reward(memory.story)
            found = self._cards[card] = (
                *(float(memory.actions.count(action)) for action in ACTIONS),
                sum(map(_goods, reward(memory.reward))),
                *(_points(story, kind) for kind in KINDS),
                sum(map(_victory, story)),
            )
        return found

    def _tiles(self, own: Player) -> tuple[float, float, float, float]:
        """Track steps, Offertorium points, those points per own opus of the type, Agnus Dei."""
        track = offers = offered = again = 0.0
        types = [self.edition.opus[held.id].type for held in own.opus]
        for effect in self.me.effects(own):
            match effect:
                case TrackSteps(_, amount):
                    track += amount
                case OpusPoints(genre, amount):
                    offers += amount
                    offered += amount * types.count(genre)
                case Again():
                    again += 1
        return track, offers, offered, again


def _steps(amount: int, *bounds: int) -> list[float]:
    """An amount cut into steps at the bounds."""
    found, begun = [], 0
    for bound in bounds:
        found.append(float(min(max(amount - begun, 0), bound - begun)))
        begun = bound
    return [*found, float(max(amount - begun, 0))]


def _goods(item: Item) -> float:
    match item:
        case Good(_, amount) | Points(_, amount):
            return float(amount)
        case _:
            return 1.5


def _points(story: tuple[Item, ...], kind: str) -> float:
    return sum(
        item.amount / (len(KINDS) if item.kind == WILD else 1)
        for item in story
        if isinstance(item, Points) and item.kind in {kind, WILD}
    )


def _victory(item: Item) -> float:
    return float(item.amount) if isinstance(item, Good) and item.what == "vp" else 0.0
