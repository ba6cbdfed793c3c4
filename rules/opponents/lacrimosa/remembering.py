"""The promise of positions, with each part worked out only once.

The parts are those of `Weighing`, remembered by the values that they depend on. A search that
weighs thousands of positions looks most parts up.
"""

from __future__ import annotations

from typing import Any, TypeAlias

from rules.contract import Seat
from rules.lacrimosa.catalogue import Edition
from rules.lacrimosa.grammar import Repeat
from rules.lacrimosa.state import Granted, Note, Player, State, Turn
from rules.opponents.lacrimosa.figures import Figures
from rules.opponents.lacrimosa.valuation import Weighing, is_show

Known: TypeAlias = dict[Any, Any]
"""A part of a promise, by what it depends on."""


class Remembering(Weighing):
    """A `Weighing` that works nothing out twice; it is dropped with its search.

    Each part is computed by the inherited method, so that the last digits agree too.
    """

    def __init__(self, edition: Edition, seat: Seat, figures: Figures) -> None:
        super().__init__(edition, seat, figures)
        self._moneys: Known = {}
        self._pointed: Known = {}
        self._financed: Known = {}
        self._decks: Known = {}
        self._performed: Known = {}
        self._chanced: Known = {}
        self._shown: Known = {}
        self._tiled: Known = {}
        self._noted: Known = {}
        self._counted: Known = {}
        self._served: Known = {}
        self._repeating: Known = {}
        self._framed: Known = {}
        self._stories: Known = {}
        self._single: Known = {}
        self._allowed: Known = {}

    def promise(self, state: State) -> float:
        """The same sum as in `Weighing`, without empty parts."""
        own, now = state.players[self.seat], state.round
        worth = own.vp + self._money(own.ducats, now)
        worth += self._points(own, state)
        worth += self._finance(own.finance, now)
        worth += self._cards(own, state)
        if own.opus:
            worth += self.performing(own, state)
        if own.hired:
            worth += self._tiles(own, state)
            worth += self.composed(state)
        if own.courts:
            worth += self.served(own, state)
        worth += self.figures.marker * len(own.markers)
        if len(state.stack) == 1 and isinstance(state.stack[0], Turn):
            return worth
        return worth + sum(self._frame(state, frame) for frame in state.stack)

    def _money(self, ducats: int, number: int) -> float:
        key = ducats, number
        found = self._moneys.get(key)
        if found is None:
            found = self._moneys[key] = super()._money(ducats, number)
        return found

    def _points(self, own: Player, state: State) -> float:
        key = own.tracks, own.counters, state.round, state.turn
        found = self._pointed.get(key)
        if found is None:
            found = self._pointed[key] = super()._points(own, state)
        return found

    def _finance(self, index: int, now: int) -> float:
        key = index, now
        found = self._financed.get(key)
        if found is None:
            found = self._financed[key] = super()._finance(index, now)
        return found

    def _cards(self, own: Player, state: State) -> float:
        key = own.hand, own.deck, own.experiences, own.story, state.bonus
        found = self._decks.get(key)
        if found is None:
            found = self._decks[key] = super()._cards(own, state)
        return found

    def story(self, card: str, number: int) -> float:
        """What the bottom of a card brings in the maintenance of a round."""
        key = card, number
        found = self._stories.get(key)
        if found is None:
            found = self._stories[key] = super().story(card, number)
        return found

    def _card(self, card: str, now: int) -> float:
        key = card, now
        found = self._single.get(key)
        if found is None:
            found = self._single[key] = super()._card(card, now)
        return found

    def actions(self, card: str) -> float:
        """What the actions of a card bring on average."""
        found = self._allowed.get(card)
        if found is None:
            found = self._allowed[card] = super().actions(card)
        return found

    def performing(self, own: Player, state: State) -> float:
        """The best performances and sales that there will be cards for."""
        if not own.opus:
            return 0.0
        cards = own.hand, own.deck, own.experiences, own.story
        offers = self.effects(own)
        key = own.opus, offers, cards, _shows_on(state), state.round, state.turn
        found = self._performed.get(key)
        if found is None:
            found = self._performed[key] = super().performing(own, state)
        return found

    def _chances(self, own: Player, state: State, left: int) -> float:
        cards = own.hand, own.deck, own.experiences, own.story
        key = cards, _shows_on(state), state.round, state.turn
        found = self._chanced.get(key)
        if found is None:
            found = self._chanced[key] = super()._chances(own, state, left)
        return found

    def _show(self, opus: str, own: Player, number: int) -> tuple[float, float]:
        key = opus, self.effects(own), number
        found = self._shown.get(key)
        if found is None:
            found = self._shown[key] = super()._show(opus, own, number)
        return found

    def _tiles(self, own: Player, state: State) -> float:
        key = self.effects(own), state.round, state.turn
        found = self._tiled.get(key)
        if found is None:
            found = self._tiled[key] = super()._tiles(own, state)
        return found

    def effects(self, own: Player) -> tuple[Repeat, ...]:
        """The seat's own repeating rewards."""
        found = self._repeating.get(own.hired)
        if found is None:
            found = self._repeating[own.hired] = tuple(super().effects(own))
        return found

    def _placed(self, notes: tuple[Note, ...]) -> dict[str, tuple[int, int, int, int]]:
        found = self._counted.get(notes)
        if found is None:
            found = self._counted[notes] = super()._placed(notes)
        return found

    def composed(self, state: State) -> float:
        """The seat's own markers, weighted by the chance that their side leads in the end."""
        key = state.notes, state.covers, state.round
        found = self._noted.get(key)
        if found is None:
            found = self._noted[key] = super().composed(state)
        return found

    def served(self, own: Player, state: State) -> float:
        """Court tiles: their points if served now, a part of them if something is lacking."""
        if not own.courts:
            return 0.0
        key = own.courts, own.opus, state.notes, state.round
        found = self._served.get(key)
        if found is None:
            found = self._served[key] = super().served(own, state)
        return found

    def _frame(self, state: State, frame: object) -> float:
        if isinstance(frame, Turn):
            return 0.0
        key = frame, state.round
        found = self._framed.get(key)
        if found is None:
            found = self._framed[key] = super()._frame(state, frame)
        return found


def _shows_on(state: State) -> int:
    """How many performances or sales the rights on the stack allow."""
    found = 0
    for frame in state.stack:
        if isinstance(frame, Turn):
            for right in frame.rights:
                found += is_show(right)
        elif isinstance(frame, Granted):
            found += is_show(frame.right)
    return found
