"""The rule-of-thumb player: the easy opponent, and the inner player of searches.

It tries each option, weighs what comes of it by `Remembering`, and takes the best; no
plans beyond its turn. Options are legal, so nothing is checked again.
"""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from msgspec.structs import replace

from rules.contract import Action, Decision, Seat
from rules.lacrimosa import editions, observing, sequence, turns
from rules.lacrimosa.actions import (
    BuyCounter,
    EndTurn,
    LayExperience,
    LayStory,
    SellCounter,
    Skip,
    TakeDucats,
    ToAct,
    ToGrant,
    ToLayExperience,
    ToLayStory,
    ToUse,
    UseCard,
)
from rules.lacrimosa.catalogue import Edition
from rules.lacrimosa.state import Granted, Paying, Right, State, Turn
from rules.lacrimosa.view import View
from rules.opponents.lacrimosa.figures import FIGURES, Figures
from rules.opponents.lacrimosa.remembering import Remembering

MARGIN = 0.3
"""Points that an exchange must bring, so that it is no whim."""


def novice(view: View, decision: Decision, rng: Random) -> Action:
    """What the easy opponent does."""
    edition = editions.known(view.options.edition)
    state = observing.imagine(edition, view, rng)
    return Thumb(edition, decision.seat).choice(state, decision)


class Thumb:
    """The choices of one seat, as long as one search lasts.

    Positions are given with everything hidden; what the seat may not know makes no
    difference to it.
    """

    def __init__(self, edition: Edition, seat: Seat, figures: Figures = FIGURES) -> None:
        self.edition = edition
        self.seat = seat
        self.figures = figures
        self.me = Remembering(edition, seat, figures)

    def choice(self, state: State, decision: Decision) -> Action:
        """The option, or exchange, that promises most."""
        match decision.prompt:
            case ToLayExperience():
                return LayExperience(self.best_pair(state)[0])
            case ToLayStory(card):
                return LayStory(self.best_pair(state, card)[1])
            case ToUse():
                return self._use(state)
            case ToAct() | ToGrant():
                return self._act(state, decision)
            case _:
                return self._best(state, decision.options)[1]

    def _after(self, state: State, action: Action) -> State:
        """The position after an action, and after the exchanges that pay for it."""
        state = sequence.taken(self.edition, state, self.seat, action)
        while state.stack and isinstance(frame := state.stack[-1], Paying):
            paid = turns.payments(self.edition, state, frame.action)[0]
            state = sequence.taken(self.edition, state, self.seat, paid)
        return state

    def _best(self, state: State, options: Iterable[Action]) -> tuple[float, Action]:
        """The option of most promise, the first of equals."""
        weighed = ((self.me.promise(self._after(state, a)), a) for a in options)
        return max(weighed, key=lambda pair: pair[0])

    # ------------------------------------------------------------ cards

    def best_pair(self, state: State, experience: str | None = None) -> tuple[str, str]:
        """The card for Experiences and the card for Story that promise most together."""
        pairs = self._pairs(state, experience)
        if len(pairs) == 1:
            return pairs[0]
        lines: dict[tuple[object, ...], float] = {}
        weighed = ((self._pair(state, *pair, lines), pair) for pair in pairs)
        return max(weighed, key=lambda each: each[0])[1]

    def _pairs(self, state: State, experience: str | None) -> list[tuple[str, str]]:
        hand = state.players[self.seat].hand
        if experience is None:
            return [(card, story) for card in hand for story in hand if story != card]
        return [(experience, story) for story in hand]

    def _pair(
        self,
        state: State,
        experience: str,
        story: str,
        lines: dict[tuple[object, ...], float],
    ) -> float:
        """This turn with two cards, less what they could have done another time."""
        figures, me = self.figures, self.me
        lost = figures.later * (me.actions(story) + me.actions(experience))
        lost += figures.bottom * me.story(experience, state.round)
        return self._with(state, experience, story, lines) - lost

    def _with(
        self,
        state: State,
        experience: str,
        story: str,
        lines: dict[tuple[object, ...], float],
    ) -> float:
        """What a turn with two cards promises; the story's own part is added up."""
        memory = self.edition.memories[experience]
        swaps = "document" in memory.actions
        key = (experience, story) if swaps else (memory.reward, memory.actions)
        bottom = 0.0 if swaps else self.me.story(story, state.round)
        if key not in lines:
            player = state.players[self.seat]
            if experience in player.hand:
                state = self._after(state, LayExperience(experience))
            laid = self._after(state, LayStory(story))
            lines[key] = max(self._used(laid), self._paid(laid)) - bottom
        return lines[key] + bottom

    def _used(self, laid: State) -> float:
        """The best that comes of using the card, a few actions deep."""
        return self._on(self._after(laid, UseCard()))

    def _paid(self, laid: State) -> float:
        return self.me.promise(self._after(laid, TakeDucats()))

    def _on(self, state: State) -> float:
        """The best promise at the end of this turn, one action after another."""
        frame = state.stack[-1] if state.stack and not state.owed else None
        if not isinstance(frame, Turn) or not frame.rights:
            return self.me.promise(state)
        ended = self.me.promise(replace(state, stack=(Turn(()),)))
        options = turns.choices(self.edition, state, frame.rights)
        if not options:
            return ended
        promise, action = self._best(state, options)
        if promise <= ended or len(frame.rights) == 1:
            return max(promise, ended)
        return self._on(self._after(state, action))

    def _use(self, state: State) -> Action:
        used, paid = self._used(state), self._paid(state)
        return UseCard() if used >= paid else TakeDucats()

    # ------------------------------------------------------------ actions

    def _act(self, state: State, decision: Decision) -> Action:
        """The best action, perhaps after an exchange that makes it possible."""
        match state.stack[-1]:
            case Turn(rights) if rights:
                stop: Action = EndTurn()
            case Granted(right):
                rights, stop = (right,), Skip()
            case _:
                return EndTurn()
        best = self.me.promise(_without(state)), stop
        options = [option for option in decision.options if option != stop]
        if options:
            best = max(best, self._best(state, options), key=lambda pair: pair[0])
        exchange = self._exchange(state, decision, rights, best[0] + MARGIN)
        return exchange or best[1]

    def _exchange(
        self, state: State, decision: Decision, rights: tuple[Right, ...], least: float
    ) -> Action | None:
        """An exchange after which a new action promises more than `least`."""
        known = {*decision.options}
        found: Action | None = None
        for aside in decision.asides:
            if not isinstance(aside, BuyCounter | SellCounter):
                continue
            after = self._after(state, aside)
            options = [o for o in turns.choices(self.edition, after, rights) if o not in known]
            if options:
                promise, _ = self._best(after, options)
                if promise > least:
                    least, found = promise, aside
        return found


def _without(state: State) -> State:
    """The position when the rest of the turn, or the granted action, is not taken."""
    if isinstance(state.stack[-1], Granted):
        return replace(state, stack=state.stack[:-1])
    return replace(state, stack=(Turn(()),))
