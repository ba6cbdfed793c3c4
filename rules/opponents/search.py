"""Flat rollouts with sequential halving, shared by the computer players that look ahead.

A decision is weighed by trying a handful of actions, its arms. The first arm is what the
game's rule-of-thumb player would do. Every arm is tried in the same imagined worlds with the
same chance. The action is taken, and the rule-of-thumb player plays on to a near end, such as
that of the turn, where the game says what the position is worth. After each stage the worse
half of the arms is dropped, so most rollouts go to those close to the best.

A game provides the functions of `Rollouts`; nothing here knows which game it is. The budget
is a number of rollouts, so the same view, decision and generator give the same action.
A guard from outside, which may know the time, is checked between worlds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Final, Generic, Protocol, TypeAlias, TypeVar

import msgspec

from rules.contract import Action, Decision, Seat

S = TypeVar("S")
V_contra = TypeVar("V_contra", contravariant=True)

Guard: TypeAlias = Callable[[], bool]
"""Checked between worlds: True stops the search, which then answers with what it knows."""

PRIOR: Final = 0.3
"""Points by which another arm must beat the rule-of-thumb choice, since rollouts are few."""


EVEN: Final = 0.5
"""Two options that are fewer points apart are even."""


class Rollouts(Protocol[S, V_contra]):
    """What a game provides for a search: `S` is its state, `V_contra` what a seat sees."""

    def arms(self, view: V_contra, decision: Decision, rng: Random) -> Sequence[Action]:
        """A few options or asides without duplicates, the rule-of-thumb choice first.

        A single arm is taken without a rollout.
        """

    def imagine(self, view: V_contra, rng: Random) -> S:
        """A full state that is consistent with the view."""

    def kept(self, state: S, seat: Seat, action: Action) -> S:
        """The state if the seat sticks to one of the listed actions.

        Usually that is the state after the action. Where it is a promise that may have to be
        repeated at once, such as a bid, it is the state in which the promise has been kept.
        Need not check that the action is legal.
        """

    def until(self, state: S) -> int:
        """Where rollouts that begin here end, in the game's own count (turns, rounds)."""

    def play_on(self, state: S, until: int, rng: Random) -> S:
        """The state at that end: rules of thumb play all seats, and chance comes from `rng`.

        Stops at once if the end has been reached or the game is over.
        """

    def worth(self, state: S, seat: Seat) -> float:
        """The points with which the seat may expect to finish the game."""


class Arm(msgspec.Struct, frozen=True):
    """An action that was weighed, and what its rollouts came to on average.

    Attributes:
        rollouts: how many there were; 0: `points` and `lead` mean nothing.
        points: those that the deciding seat may expect at the end of the game.
        lead: `points` minus half the best and half the mean of the other seats' points; arms
            are compared by it.
        behind: how much higher the lead of the choice was in the worlds of this arm; an arm
            that was dropped early was weighed in fewer.
    """

    action: Action
    rollouts: int = 0
    points: float = 0.0
    lead: float = 0.0
    behind: float = 0.0


class Limit(msgspec.Struct, frozen=True):
    """What the item at auction is worth to a seat, in the money of the game.

    Attributes:
        item: its id.
        next: the next bid.
        worth: the most that is worth paying for it, in whole bidding steps.
        gain: the points by which having it for the next bid is better than passing, and
            `error`, their standard error.
        worlds: how many that was compared in.
    """

    item: str
    next: int
    worth: int
    gain: float
    error: float
    worlds: int

    @property
    def even(self) -> bool:
        """Whether the gain is too small or too uncertain to make a difference."""
        return abs(self.gain) < max(EVEN, 2 * self.error)


class Found(msgspec.Struct, frozen=True):
    """What a search found.

    Attributes:
        choice: one of the arms.
        arms: all of them, in the order in which they were given.
        limit: what the item at auction is worth, where the decision is a bid.
    """

    choice: Action
    arms: tuple[Arm, ...]
    limit: Limit | None = None


class _Tally:
    """The rollouts of one arm so far."""

    def __init__(self, action: Action, prior: float) -> None:
        self.action = action
        self.prior = prior
        self.rollouts = 0
        self.points = 0.0
        self.leads = [0.0]  # the running total, after each rollout

    @property
    def weight(self) -> float:
        """What arms are compared by."""
        return self.lead(self.rollouts) + self.prior

    def lead(self, rollouts: int) -> float:
        """The mean lead over the first `rollouts`."""
        return self.leads[rollouts] / max(1, rollouts)

    def count(self, worths: Sequence[float], seat: Seat) -> None:
        """Count one more rollout, at whose end the seats expect these points."""
        self.rollouts += 1
        self.points += worths[seat]
        self.leads.append(self.leads[-1] + lead(worths, seat))

    def arm(self, choice: _Tally) -> Arm:
        """The means, and how far the lead is behind that of the choice."""
        among, own = max(1, self.rollouts), self.lead(self.rollouts)
        return Arm(
            self.action,
            self.rollouts,
            self.points / among,
            own,
            choice.lead(self.rollouts) - own,
        )


def never() -> bool:
    """The guard that never stops a search."""
    return False


def search(
    game: Rollouts[S, V_contra],
    view: V_contra,
    decision: Decision,
    rng: Random,
    *,
    seats: int,
    rollouts: int,
    guard: Guard = never,
    also: Sequence[Action] = (),
) -> Found:
    """The arm with the highest expected lead.

    Args:
        game: the game to be searched.
        view: the game as the deciding seat may know it.
        decision: what it must decide.
        rng: the source of all chance.
        seats: how many there are at the table.
        rollouts: about how many are played in all; at least one for each arm.
        guard: checked before each world; True before the first one leaves the first arm.
        also: further actions to weigh, such as the one that a person took.
    """
    arms = list(dict.fromkeys((*game.arms(view, decision, rng), *also)))
    tallies = [_Tally(action, 0.0 if nth else PRIOR) for nth, action in enumerate(arms)]
    left = tallies if len(tallies) > 1 else []
    worlds = _Worlds(lambda: game.imagine(view, rng), game.until, rng)
    stages = stages_of(len(tallies))
    for _ in range(stages if left else 0):
        begun = left[0].rollouts
        for nth in range(begun, begun + max(1, rollouts // (stages * len(left)))):
            if guard():
                break
            state, until, chance = worlds.nth(nth)
            for tally in left:
                kept = game.kept(state, decision.seat, tally.action)
                end = game.play_on(kept, until, Random(chance))
                worths = [game.worth(end, seat) for seat in range(seats)]
                tally.count(worths, decision.seat)
        else:
            left = sorted(left, key=lambda tally: -tally.weight)[: max(2, (len(left) + 1) // 2)]
            continue
        break
    choice = max(left, key=lambda tally: tally.weight) if left else tallies[0]
    return Found(choice.action, tuple(tally.arm(choice) for tally in tallies))


def stages_of(arms: int) -> int:
    """How many stages so many arms need: one per halving, with the last two compared twice.

    >>> [stages_of(arms) for arms in (2, 3, 4, 5, 8)]
    [2, 3, 3, 4, 4]
    """
    return 1 + max(0, arms - 1).bit_length()


class _Worlds(Generic[S]):
    """Imagined worlds, each the same for all arms, with the seed of its chance."""

    def __init__(
        self, imagine: Callable[[], S], until: Callable[[S], int], rng: Random
    ) -> None:
        self._imagine = imagine
        self._until = until
        self._rng = rng
        self._found: list[tuple[S, int, int]] = []

    def nth(self, number: int) -> tuple[S, int, int]:
        """A world, where its rollouts end, and their seed."""
        while len(self._found) <= number:
            state = self._imagine()
            self._found.append((state, self._until(state), self._rng.getrandbits(64)))
        return self._found[number]


def lead(worths: Sequence[float], seat: Seat) -> float:
    """A seat's worth minus half the best and half the mean of the others; alone, its worth."""
    others = [worth for other, worth in enumerate(worths) if other != seat]
    if not others:
        return worths[seat]
    return worths[seat] - (max(others) + sum(others) / len(others)) / 2


def imagined(
    game: Rollouts[S, V_contra], view: V_contra, rng: Random, count: int
) -> Iterator[tuple[S, int, int]]:
    """Imagined worlds, each with the end of its rollouts and the seed of its chance."""
    worlds = _Worlds(lambda: game.imagine(view, rng), game.until, rng)
    return (worlds.nth(nth) for nth in range(count))


def rolled(
    game: Rollouts[S, V_contra],
    view: V_contra,
    decision: Decision,
    rng: Random,
    *,
    actions: Sequence[Action],
    rollouts: int,
) -> Iterator[tuple[S, ...]]:
    """The ends that some actions lead to, each time in one world with the same chance.

    Args:
        game: the game to be searched.
        view: the game as the deciding seat may know it.
        decision: what it must decide.
        rng: the source of all chance.
        actions: options or asides of the decision.
        rollouts: how many worlds there are.
    """
    for state, until, chance in imagined(game, view, rng, rollouts):
        yield tuple(
            game.play_on(game.kept(state, decision.seat, action), until, Random(chance))
            for action in actions
        )
