"""What `rules.opponents.search` needs from Lacrimosa.

Rollouts go to the end of the round. The deciding seat's turns are played in full; the others
lay their cards without looking at the board. At the end the position is worth what
`rules.opponents.lacrimosa.worth` says.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from rules.contract import Action, Decision, Seat
from rules.lacrimosa import chance, observing, sequence, turns
from rules.lacrimosa.actions import ToPay, ToSplit
from rules.lacrimosa.catalogue import Edition
from rules.lacrimosa.state import State
from rules.lacrimosa.view import View
from rules.opponents.lacrimosa.features import Features
from rules.opponents.lacrimosa.telling import about, told
from rules.opponents.lacrimosa.thumb import Thumb
from rules.opponents.lacrimosa.worth import worth
from rules.opponents.told import Told

MOST: Final = 6
"""The most arms of a decision."""


class Ahead:
    """The rollouts of one decision; what they remember is dropped with them."""

    def __init__(self, edition: Edition, seat: Seat, seats: int) -> None:
        self.edition = edition
        self.seat = seat
        self.thumb = Thumb(edition, seat)
        self.thumbs = [Thumb(edition, each, thin=True) for each in range(seats)]
        self.features = [
            Features(edition, each, thumb.me) for each, thumb in enumerate(self.thumbs)
        ]

    def imagine(self, view: View, rng: Random) -> State:
        """A full state that is consistent with the view."""
        return observing.imagine(self.edition, view, rng)

    def arms(self, view: View, decision: Decision, rng: Random) -> Sequence[Action]:
        """The options that promise most, after the rule-of-thumb choice."""
        thumb = self.thumb
        state = self.imagine(view, rng)
        first = thumb.choice(state, decision)
        if isinstance(decision.prompt, ToPay | ToSplit):
            return (first,)
        options = [option for option in decision.options if option != first]
        if len(options) >= MOST:
            weighed = {each: thumb.me.promise(thumb.after(state, each)) for each in options}
            options = sorted(weighed, key=lambda each: -weighed[each])[: MOST - 1]
        return (first, *options)

    def kept(self, state: State, seat: Seat, action: Action) -> State:
        """The state after one of the listed actions, which never has to be repeated."""
        return self.thumbs[seat].after(state, action)

    def until(self, state: State) -> int:
        """The round that is played to its end."""
        return state.round

    def play_on(self, state: State, until: int, rng: Random) -> State:
        """The state at the end of the round; the next round's cards are not drawn yet."""
        order = Order(self.edition, rng)
        while state.round <= until and not state.over:
            if state.owed:
                state = self._drawn(state, order)
            elif state.upkeep:
                state = self._spread(state)
            else:
                light = state.seat != self.seat
                state = self.thumbs[state.seat].move(state, light=light)
        return state

    def _spread(self, state: State) -> State:
        """Wildcards in maintenance: the best kinds for the deciding seat, talent for others."""
        waiting = state.upkeep[0]
        spreads = turns.spreads(waiting.track or waiting.counters)
        if waiting.seat == self.seat:
            return self.thumbs[self.seat].best_of(state, spreads)
        return self.kept(state, waiting.seat, spreads[0])

    def _drawn(self, state: State, order: Order) -> State:
        owed = state.owed[0]
        found = chance.items(self.edition, state, owed)
        items = order.first(found, owed.count)
        return sequence.settled(self.edition, chance.answer(self.edition, state, items))

    def worth(self, state: State, seat: Seat) -> float:
        """The points with which the seat may expect to finish."""
        return worth(self.features[seat], state)

    def told(self, state: State, seat: Seat) -> Told:
        """What a seat has."""
        return told(self.edition, state, seat)

    def about(self, decision: Decision, better: Action, than: Action) -> frozenset[str] | None:
        """For a card that is laid or used, what that half of it can bring about."""
        return about(self.edition, decision.prompt, better, than)


class Order:
    """Chance that brings cards in a fixed order, whatever has been drawn before."""

    def __init__(self, edition: Edition, rng: Random) -> None:
        cards = (*edition.memories, *edition.opus, *edition.soloist)
        self._ranks = {card: rng.random() for card in cards}

    def first(self, items: Sequence[str], count: int) -> tuple[str, ...]:
        """The first of some items; only cards are drawn before a round ends."""
        return tuple(sorted(items, key=self._ranks.__getitem__)[:count])
