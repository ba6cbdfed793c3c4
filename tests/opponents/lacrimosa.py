"""The rule-of-thumb player of release 0.1.0, kept to measure others by.

It tries each option on a position that fits its view, weighs the outcome and takes the
best. It has no plans beyond its turn, much like a person in a first game.
`rules.opponents.lacrimosa.thumb` makes the same choices in less time with the same
figures and valuation: before these are changed, they must be copied here.
"""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from msgspec.structs import replace

from rules.contract import Action, Decision
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
from rules.lacrimosa.state import Granted, Paying, Right, State, Turn
from rules.lacrimosa.view import View
from rules.opponents.lacrimosa.figures import FIGURES, Figures
from rules.opponents.lacrimosa.valuation import Weighing

MARGIN = 0.3
"""The points that an exchange must gain, so that it is no whim."""


def yardstick(view: View, decision: Decision, rng: Random) -> Action:
    """What the novice of release 0.1.0 does."""
    return Yardstick(view, decision, rng).choice()


class Yardstick:
    """One decision of that player.

    Attributes:
        state: a position that fits the view; what is hidden in it is guessed.
    """

    def __init__(
        self, view: View, decision: Decision, rng: Random, figures: Figures = FIGURES
    ) -> None:
        self.edition = editions.known(view.options.edition)
        self.state = observing.imagine(self.edition, view, rng)
        self.decision = decision
        self.seat = decision.seat
        self.figures = figures
        self.me = Weighing(self.edition, self.seat, figures)
        self._turns: dict[tuple[object, ...], float] = {}

    def choice(self) -> Action:
        """The option or exchange that promises the most."""
        match self.decision.prompt:
            case ToLayExperience():
                return LayExperience(self._best_pair(self.state)[1][0])
            case ToLayStory(card):
                return LayStory(self._best_pair(self.state, card)[1][1])
            case ToUse():
                return self._use()
            case ToAct() | ToGrant():
                return self._act()
            case _:
                return self._best(self.state, self.decision.options)[1]

    def _after(self, state: State, action: Action) -> State:
        """The position after an action, and after the exchanges that pay for it."""
        state = sequence.act(self.edition, state, self.seat, action)
        while state.stack and isinstance(frame := state.stack[-1], Paying):
            paid = turns.payments(self.edition, state, frame.action)[0]
            state = sequence.act(self.edition, state, self.seat, paid)
        return state

    def _best(self, state: State, options: Iterable[Action]) -> tuple[float, Action]:
        """The option with the highest promise, the first of equals, and that promise."""
        weighed = ((self.me.promise(self._after(state, a)), a) for a in options)
        return max(weighed, key=lambda pair: pair[0])

    # ------------------------------------------------------------ cards

    def _best_pair(
        self, state: State, experience: str | None = None
    ) -> tuple[float, tuple[str, str]]:
        """The cards for Experiences and Story that together promise the most, and how much."""
        hand = state.players[self.seat].hand
        if experience is None:
            pairs = [(card, story) for card in hand for story in hand if story != card]
        else:
            pairs = [(experience, story) for story in hand]
        if len(pairs) == 1:
            return 0.0, pairs[0]
        weighed = ((self._pair(state, *pair), pair) for pair in pairs)
        return max(weighed, key=lambda each: each[0])

    def _pair(self, state: State, experience: str, story: str) -> float:
        """What this turn promises with two cards, less what they could do another time."""
        figures, me = self.figures, self.me
        lost = figures.later * (me.actions(story) + me.actions(experience))
        lost += figures.bottom * me.story(experience, state.round)
        return self._with(state, experience, story) - lost

    def _with(self, state: State, experience: str, story: str) -> float:
        """What a turn with two cards promises; the bottom of the Story card comes last."""
        memory = self.edition.memories[experience]
        swaps = "document" in memory.actions
        key = (experience, story) if swaps else (memory.reward, memory.actions)
        bottom = 0.0 if swaps else self.me.story(story, state.round)
        if key not in self._turns:
            player = state.players[self.seat]
            if experience in player.hand:
                state = self._after(state, LayExperience(experience))
            laid = self._after(state, LayStory(story))
            self._turns[key] = max(self._used(laid), self._paid(laid)) - bottom
        return self._turns[key] + bottom

    def _used(self, laid: State) -> float:
        """The best promise after using the card, a few actions deep."""
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

    def _use(self) -> Action:
        used, paid = self._used(self.state), self._paid(self.state)
        return UseCard() if used >= paid else TakeDucats()

    # ------------------------------------------------------------ actions

    def _act(self) -> Action:
        """The best action, perhaps after an exchange that makes it possible."""
        match self.state.stack[-1]:
            case Turn(rights) if rights:
                stop: Action = EndTurn()
            case Granted(right):
                rights, stop = (right,), Skip()
            case _:
                return EndTurn()
        best = self.me.promise(_without(self.state)), stop
        options = [option for option in self.decision.options if option != stop]
        if options:
            best = max(best, self._best(self.state, options), key=lambda pair: pair[0])
        exchange = self._exchange(rights, {*options}, best[0] + MARGIN)
        return exchange or best[1]

    def _exchange(
        self, rights: tuple[Right, ...], known: set[Action], least: float
    ) -> Action | None:
        """An exchange after which a new action promises more than `least`."""
        found: Action | None = None
        for aside in self.decision.asides:
            if not isinstance(aside, BuyCounter | SellCounter):
                continue
            state = self._after(self.state, aside)
            options = [o for o in turns.choices(self.edition, state, rights) if o not in known]
            if options:
                promise, _ = self._best(state, options)
                if promise > least:
                    least, found = promise, aside
        return found


def _without(state: State) -> State:
    """The position if the rest of the turn, or the granted action, is not taken."""
    if isinstance(state.stack[-1], Granted):
        return replace(state, stack=state.stack[:-1])
    return replace(state, stack=(Turn(()),))
