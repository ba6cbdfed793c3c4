"""The rule-of-thumb player: the easy level, and the inner player of searches.

It tries each option, weighs the result with `Remembering`, and takes the best. It plans
nothing beyond its turn. Options are legal, so nothing is checked again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from random import Random
from typing import NamedTuple

from msgspec.structs import replace

from rules.contract import Action, Decision, Seat
from rules.lacrimosa import editions, observing, sequence, turns
from rules.lacrimosa.actions import (
    BuyCounter,
    Compose,
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
from rules.lacrimosa.grammar import reward
from rules.lacrimosa.state import Granted, Laying, Paying, Right, State, Turn, Using
from rules.lacrimosa.view import View
from rules.opponents.lacrimosa.figures import FIGURES, Figures
from rules.opponents.lacrimosa.remembering import Remembering

MARGIN = 0.3
"""Points that an exchange must gain, so that none is made on a whim."""


def decide(view: View, decision: Decision, rng: Random) -> Action:
    """What the easy level does."""
    edition = editions.known(view.options.edition)
    state = observing.imagine(edition, view, rng)
    return Thumb(edition, decision.seat).choice(state, decision)


class Line(NamedTuple):
    """A turn as far as it is thought out.

    Attributes:
        promise: at the turn's end, without the story card's part.
        used: whether the card is used, not paid out.
        action: what is done first with it, if anything.
    """

    promise: float
    used: bool
    action: Action | None


class Thumb:
    """The choices of one seat, while one search lasts.

    Positions include everything hidden; what the seat may not know makes no difference to it.
    In whole turns, a `thin` player does not weigh every marker of the Requiem.
    """

    def __init__(
        self, edition: Edition, seat: Seat, figures: Figures = FIGURES, *, thin: bool = False
    ) -> None:
        self.edition = edition
        self.seat = seat
        self.figures = figures
        self.thin = thin
        self.me = Remembering(edition, seat, figures)
        self._markers = {
            space.index: self.me.goods(reward(space.reward), 1)
            for space in edition.player.instrument
        }

    def choice(self, state: State, decision: Decision) -> Action:
        """The option, or exchange, that promises most."""
        match decision.prompt:
            case ToLayExperience():
                offered = [o.card for o in decision.options if isinstance(o, LayExperience)]
                return LayExperience(self.best_pair(state, offered=offered)[0])
            case ToLayStory(card):
                return LayStory(self.best_pair(state, card)[1])
            case ToUse():
                return self._use(state)
            case ToAct() | ToGrant():
                return self._act(state, decision)
            case _:
                return self._best(state, decision.options)[1]

    def after(self, state: State, action: Action) -> State:
        """The position after an action, and after the exchanges that pay for it."""
        state = sequence.taken(self.edition, state, self.seat, action)
        while state.stack and isinstance(frame := state.stack[-1], Paying):
            paid = turns.payments(self.edition, state, frame.action)[0]
            state = sequence.taken(self.edition, state, self.seat, paid)
        return state

    def _best(self, state: State, options: Iterable[Action]) -> tuple[float, Action]:
        """The most promising option, the first of equals."""
        weighed = ((self.me.promise(self.after(state, a)), a) for a in _without_twins(options))
        return max(weighed, key=lambda pair: pair[0])

    def _likely_best(self, state: State, options: Iterable[Action]) -> tuple[float, Action]:
        """The most promising option, found without weighing each marker of the Requiem.

        Each tile is weighed with one marker, and only the best tile with all of them.
        """
        few: list[Action] = []
        tiles: dict[tuple[str, str], list[Compose]] = {}
        for option in options:
            if isinstance(option, Compose):
                tiles.setdefault((option.movement, option.side), []).append(option)
            else:
                few.append(option)
        rank = self._markers.__getitem__
        few += [max(each, key=lambda o: rank(o.marker)) for each in tiles.values()]
        best = self._best(state, few)
        if not isinstance(best[1], Compose):
            return best
        rest = [o for o in tiles[best[1].movement, best[1].side] if o != best[1]]
        return max(best, self._best(state, rest), key=lambda each: each[0]) if rest else best

    def best_of(self, state: State, options: Iterable[Action]) -> State:
        """The position after the most promising option."""
        return self.after(state, self._best(state, options)[1])

    # ------------------------------------------------------------ cards

    def best_pair(
        self, state: State, experience: str | None = None, offered: Sequence[str] | None = None
    ) -> tuple[str, str]:
        """The card for Experiences and the card for Story that promise most together."""
        return self._best_line(state, experience, offered)[0]

    def _best_line(
        self, state: State, experience: str | None, offered: Sequence[str] | None = None
    ) -> tuple[tuple[str, str], Line | None]:
        """The best pair, and what to do with it; None: there was nothing to weigh."""
        pairs = self._pairs(state, experience, offered)
        if len(pairs) == 1:
            return pairs[0], None
        lines: dict[tuple[object, ...], Line] = {}
        weighed = ((*self._pair(state, *pair, lines), pair) for pair in pairs)
        _, line, best = max(weighed, key=lambda each: each[0])
        return best, line

    def _pairs(
        self, state: State, experience: str | None, offered: Sequence[str] | None
    ) -> list[tuple[str, str]]:
        hand = state.players[self.seat].hand
        if experience is None:
            cards = offered or hand
            return [(card, story) for card in cards for story in hand if story != card]
        return [(experience, story) for story in hand]

    def _pair(
        self, state: State, experience: str, story: str, lines: dict[tuple[object, ...], Line]
    ) -> tuple[float, Line]:
        """What this turn promises with two cards, minus what they could do another time."""
        figures, me = self.figures, self.me
        lost = figures.later * (me.actions(story) + me.actions(experience))
        lost += figures.bottom * me.story(experience, state.round)
        line, bottom = self._line(state, experience, story, lines)
        return line.promise + bottom - lost, line

    def _line(
        self, state: State, experience: str, story: str, lines: dict[tuple[object, ...], Line]
    ) -> tuple[Line, float]:
        """What a turn with two cards promises, and the story's part where it is separate."""
        memory = self.edition.memories[experience]
        swaps = "document" in memory.actions
        key = (experience, story) if swaps else (memory.reward, memory.actions)
        bottom = 0.0 if swaps else self.me.story(story, state.round)
        if key not in lines:
            player = state.players[self.seat]
            if experience in player.hand:
                state = self.after(state, LayExperience(experience))
            laid = self.after(state, LayStory(story))
            (used, action), paid = self._used(laid), self._paid(laid)
            lines[key] = Line(max(used, paid) - bottom, used >= paid, action)
        return lines[key], bottom

    def _used(self, laid: State) -> tuple[float, Action | None]:
        """The best promise of using the card, and its first action."""
        return self._on(self.after(laid, UseCard()))

    def _paid(self, laid: State) -> float:
        return self.me.promise(self.after(laid, TakeDucats()))

    def _on(self, state: State) -> tuple[float, Action | None]:
        """The best promise at the end of this turn, and the action that leads there."""
        frame = state.stack[-1] if state.stack and not state.owed else None
        if not isinstance(frame, Turn) or not frame.rights:
            return self.me.promise(state), None
        ended = self.me.promise(replace(state, stack=(Turn(()),)))
        options = turns.choices(self.edition, state, frame.rights)
        if not options:
            return ended, None
        best = self._likely_best if self.thin else self._best
        promise, action = best(state, options)
        if promise <= ended:
            return ended, None
        if len(frame.rights) > 1:
            promise = self._on(self.after(state, action))[0]
        return promise, action

    def _use(self, state: State) -> Action:
        used, paid = self._used(state)[0], self._paid(state)
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
            after = self.after(state, aside)
            options = [o for o in turns.choices(self.edition, after, rights) if o not in known]
            if options:
                promise, _ = self._best(after, options)
                if promise > least:
                    least, found = promise, aside
        return found

    # ------------------------------------------------------------ whole turns

    def move(self, state: State, *, light: bool = False) -> State:
        """The position after the seat's next decision in its turn, or more than one.

        Args:
            state: waits for the seat, in its turn.
            light: whether two cards are laid without looking at the board.
        """
        match state.stack[-1]:
            case Laying(False) if light:
                experience, story = self._light_pair(state)
                laid = self.after(state, LayExperience(experience))
                return self._taken(self.after(laid, LayStory(story)), None)
            case Laying(False):
                (experience, story), line = self._best_line(state, None)
                laid = self.after(state, LayExperience(experience))
                return self._taken(self.after(laid, LayStory(story)), line)
            case Laying():
                experience = state.players[self.seat].experiences[-1]
                (_, story), line = self._best_line(state, experience)
                return self._taken(self.after(state, LayStory(story)), line)
            case Using():
                return self._taken(state, None)
            case Turn(rights):
                return self._one_of(state, rights, EndTurn())
            case Granted(right):
                return self._one_of(state, (right,), Skip())
            case frame:
                options = turns.decision(self.edition, state, frame).options
                return self.best_of(state, options)

    def _light_pair(self, state: State) -> tuple[str, str]:
        """The best pair by what cards bring on average."""
        me, now = self.me, state.round
        later, bottom = 1 - self.figures.later, self.figures.bottom
        hand = state.players[self.seat].hand
        weighed = [
            (later * me.actions(card) - bottom * me.story(card, now), card) for card in hand
        ]
        experience = max(weighed, key=lambda each: each[0])[1]
        stories = [card for card in hand if card != experience]
        return experience, max(stories, key=lambda card: me.story(card, now) - me.actions(card))

    def _taken(self, laid: State, line: Line | None) -> State:
        """The position after the card is used, with its best action, or paid out."""
        used = self.after(laid, UseCard())
        if line is None:
            promise, action = self._on(used)
            line = Line(promise, promise >= self._paid(laid), action)
        if not line.used:
            return self.after(laid, TakeDucats())
        return used if line.action is None else self.after(used, line.action)

    def _one_of(self, state: State, rights: tuple[Right, ...], stop: Action) -> State:
        """The position after the best action of some rights, or after `stop`."""
        options = turns.choices(self.edition, state, rights)
        if options:
            best = self._likely_best if self.thin else self._best
            promise, action = best(state, options)
            if promise > self.me.promise(_without(state)):
                return self.after(state, action)
        return self.after(state, stop)


def _without_twins(options: Iterable[Action]) -> Iterator[Action]:
    """The options, with only the first of several spaces that are equal for a marker."""
    seen = set()
    for option in options:
        if isinstance(option, Compose):
            twin = option.movement, option.side, option.marker, option.gain, option.wild
            if twin in seen:
                continue
            seen.add(twin)
        yield option


def _without(state: State) -> State:
    """The position if the rest of the turn, or the granted action, is not taken."""
    if isinstance(state.stack[-1], Granted):
        return replace(state, stack=state.stack[:-1])
    return replace(state, stack=(Turn(()),))
