"""Advice: what the strongest computer player would weigh in a seat's place, and why.

It has the seat's own view, like any computer player, so it reveals nothing that the seat may
not know. It does not know which game it is: a game provides an `Adviser`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import sqrt
from random import Random
from typing import Any, Final, Protocol

import msgspec

from rules.contract import Action, Decision, Prompt, Seat, path_of
from rules.opponents.search import (
    EVEN,
    Found,
    Guard,
    Limit,
    Rollouts,
    lead,
    never,
    rolled,
    search,
)
from rules.opponents.told import Telling, Told, Why

MOST: Final = 3
"""The most options that are suggested."""

ENOUGH: Final = 16
"""With fewer worlds nothing is said: more of them could change the verdict."""


class Explained(Rollouts[Any, Any], Protocol):
    """What a game provides to be searched and explained."""

    def told(self, state: Any, seat: Seat) -> Told:
        """What a seat has in a position."""

    def about(self, decision: Decision, better: Action, than: Action) -> frozenset[str] | None:
        """The lines, things and kinds of `Got` that can speak for one of two options.

        None: all. Where an option takes effect later, whatever else came meanwhile is no
        reason.
        """


class Prices(Protocol):
    """Weighs a bid, and finds what the item is worth."""

    def __call__(
        self,
        ahead: Any,
        view: Any,
        decision: Decision,
        rng: Random,
        /,
        *,
        worlds: int,
        guard: Guard,
        also: Sequence[Action],
    ) -> Found | None:
        """What was found; None: it is not a bid, or must be searched like everything else."""


class Adviser(msgspec.Struct, frozen=True):
    """How to look ahead in a game for advice.

    Attributes:
        ahead: makes what is searched from a view and a decision; the view's `seats` are all
            those at the table.
        rollouts: of one suggestion.
        prices: what weighs bids, where the game has any.
        worlds: of one price.
        place: which of some actions lays a tile best; None: they lay none.
        verdicts: the questions where a verdict is worth a line, so the search for it begins as
            soon as they are asked.
        telling: how the game is played on for reasons; None: it gives none.
    """

    ahead: Callable[[Any, Decision], Explained]
    rollouts: int
    prices: Prices | None = None
    worlds: int = 0
    place: Callable[[Any, Sequence[Action]], Action | None] | None = None
    verdicts: tuple[type[Prompt], ...] = ()
    telling: Telling | None = None


class Suggestion(msgspec.Struct, frozen=True):
    """An option worth thinking about.

    Attributes:
        action: what to do.
        lead: the points ahead of the others with which the seat may then expect to finish; when
            alone, its points; None: there was nothing to compare.
    """

    action: Action
    lead: float | None = None


class Advice(msgspec.Struct, frozen=True):
    """All that is said about one decision: every judgement of it for a person uses this.

    Attributes:
        suggestions: the best options, the very best first.
        limit: what the item at auction is worth, where the decision is a bid.
        worlds: how many the first option was weighed in.
        why: why the first option is better than the second; None: not known.
    """

    suggestions: tuple[Suggestion, ...]
    limit: Limit | None = None
    worlds: int = 0
    why: Why | None = None

    @property
    def first(self) -> Action:
        """The best option."""
        return self.suggestions[0].action

    @property
    def second(self) -> Action | None:
        """The next best option; None: there is none, or it is just as good."""
        if len(self.suggestions) < 2 or (self.limit is not None and self.limit.even):
            return None
        best, next_ = (each.lead or 0.0 for each in self.suggestions[:2])
        return self.suggestions[1].action if best - next_ >= EVEN else None

    @property
    def sure(self) -> bool:
        """Whether there was time for enough worlds to say anything."""
        return self.worlds >= ENOUGH

    def agrees(self, action: Action) -> bool:
        """Whether an action is the best option; where a bid and a pass are even, both are."""
        even = self.limit is not None and self.limit.even
        best = self.suggestions[: 2 if even else 1]
        return any(each.action == action for each in best)

    def favours(self, start: tuple[object, ...]) -> bool:
        """Whether the path of the first option begins with `start`."""
        return _begins(self.first, start)

    def against(self, start: tuple[object, ...]) -> bool:
        """Whether the first option beats all whose path begins with `start`, and by enough."""
        best = self.suggestions[0].lead
        leads = [each.lead for each in self.suggestions if _begins(each.action, start)]
        if self.favours(start) or best is None:
            return not self.favours(start)
        return all(lead is None or best - lead >= EVEN for lead in leads)


def _begins(action: Action, start: tuple[object, ...]) -> bool:
    return path_of(action)[: len(start)] == start


class Sample(msgspec.Struct, frozen=True):
    """The points by which one action was better than another, over some worlds.

    Attributes:
        rollouts: how many worlds.
        total, squares: the sums of the points, and of their squares.
    """

    rollouts: int = 0
    total: float = 0.0
    squares: float = 0.0

    @property
    def mean(self) -> float:
        """The points on average."""
        return self.total / max(1, self.rollouts)

    @property
    def error(self) -> float:
        """The standard error of the mean; infinite for fewer than two worlds."""
        if self.rollouts < 2:
            return float("inf")
        spread = max(0.0, self.squares / self.rollouts - self.mean**2)
        return sqrt(spread / (self.rollouts - 1))

    def with_(self, other: Sample) -> Sample:
        """Both samples together."""
        return Sample(
            self.rollouts + other.rollouts,
            self.total + other.total,
            self.squares + other.squares,
        )


def advice(found: Found) -> Advice:
    """The advice that a search gives."""
    worlds = next(arm.rollouts for arm in found.arms if arm.action == found.choice)
    return Advice(suggested(found), found.limit, worlds)


def suggested(found: Found) -> tuple[Suggestion, ...]:
    """The best arms of a search, its choice first, the others by how far they are behind it."""
    weighed = [arm for arm in found.arms if arm.rollouts]
    if not weighed:
        return (Suggestion(found.choice),)
    choice = next(arm for arm in weighed if arm.action == found.choice)
    # The choice may be behind another arm, by less than `PRIOR`.
    behind = {arm.action: max(0.0, arm.behind) for arm in weighed}
    order = sorted(weighed, key=lambda arm: (arm is not choice, behind[arm.action]))
    return tuple(
        Suggestion(arm.action, choice.lead - behind[arm.action]) for arm in order[:MOST]
    )


def weigh(
    adviser: Adviser,
    view: Any,
    decision: Decision,
    rng: Random,
    *,
    share: float = 1.0,
    guard: Guard = never,
    also: Sequence[Action] = (),
) -> Found:
    """A search for advice: the arms of a decision, in as many worlds as people get.

    Args:
        adviser: of the game.
        view: the game as the deciding seat may know it.
        decision: what it must decide.
        rng: the source of all chance.
        share: how many rollouts are played, as a share of those for a suggestion.
        guard: True ends the search between its worlds.
        also: further actions to weigh.
    """
    ahead = adviser.ahead(view, decision)
    if adviser.prices is not None:
        worlds = max(1, round(adviser.worlds * share))
        asked = (ahead, view, decision, rng)
        found = adviser.prices(*asked, worlds=worlds, guard=guard, also=also)
        if found is not None:
            return found
    return search(
        ahead,
        view,
        decision,
        rng,
        seats=len(view.seats),
        rollouts=round(adviser.rollouts * share),
        guard=guard,
        also=also,
    )


def compared(
    adviser: Adviser,
    view: Any,
    decision: Decision,
    rng: Random,
    *,
    better: Action,
    than: Action | None,
    rollouts: int,
) -> Sample:
    """How many points better one action is than another, each time in the same world.

    Args:
        adviser: of the game.
        view: the game as the deciding seat may know it.
        decision: what it must decide.
        rng: the source of all chance.
        better: the action.
        than: the other action; None: the lead of the first is measured by itself.
        rollouts: how many worlds.
    """
    ahead, seats, seat = adviser.ahead(view, decision), len(view.seats), decision.seat
    actions = (better,) if than is None else (better, than)
    total = squares = 0.0
    for ends in rolled(ahead, view, decision, rng, actions=actions, rollouts=rollouts):
        points = 0.0
        for sign, end in zip((1.0, -1.0), ends, strict=False):
            worths = [ahead.worth(end, each) for each in range(seats)]
            points += sign * lead(worths, seat)
        total += points
        squares += points**2
    return Sample(rollouts, total, squares)
