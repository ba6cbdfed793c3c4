"""What the shared search needs from players that look ahead to the end of the turn.

The arms of a decision are the rule-of-thumb choice and a handful of others: the most promising
buildings, cards and freedoms, each building in only one of its many places.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

import msgspec

from rules.contract import Action, Decision, Prompt, Seat
from rules.florence import observing, sequence
from rules.florence.actions import Bid, Build, EndTurn, Exchange, Recruit, Work
from rules.florence.catalogue import ACTIONS
from rules.florence.state import Bidding, State
from rules.florence.view import View
from rules.opponents.florence.blind import blind
from rules.opponents.florence.figures import EASY, Figures
from rules.opponents.florence.money import with_money
from rules.opponents.florence.playing import play_on
from rules.opponents.florence.telling import told
from rules.opponents.florence.thought import Memory, Thought, in_hand
from rules.opponents.florence.thumb import decide, improvements, placed
from rules.opponents.florence.worth import worth
from rules.opponents.told import Told

FEW: Final = 8
"""Longer lists are left to the rules of thumb: the order of cards under a pile, places."""

IMPROVEMENTS: Final = 5
"""How many improvements of the principality are weighed: the most promising ones."""


class Depth(msgspec.Struct, frozen=True):
    """How thoroughly a player looks ahead.

    Attributes:
        rollouts: of each decision, in all.
        arms: the most arms of a decision.
        prompts: the decisions in which it looks ahead; None: all.
        figures: what the rule-of-thumb players of its rollouts believe.
    """

    rollouts: int
    arms: int = 8
    prompts: tuple[type[Prompt], ...] | None = None
    figures: Figures = EASY


class Ahead:
    """What `rules.opponents.search` needs from a game for a decision; see `Rollouts` there."""

    def __init__(self, depth: Depth) -> None:
        self.depth = depth
        self.figures = depth.figures
        self._memory: Memory = {}

    def arms(self, view: View, decision: Decision, rng: Random) -> Sequence[Action]:
        """The rule-of-thumb choice and what else may be good."""
        state = blind(view)
        me = Thought(self.figures, state, decision.seat, rng)
        thumb = decide(self.figures, state, decision.seat, rng)
        prompts = self.depth.prompts
        if prompts is not None and not isinstance(decision.prompt, prompts):
            return (thumb,)
        found = {_kind(action): action for action in (*_others(me, decision), thumb)}
        found.pop(_kind(thumb))
        return (thumb, *found.values())[: self.depth.arms]

    def imagine(self, view: View, rng: Random) -> State:
        """A position that is consistent with the view."""
        state = observing.imagine(view, rng)
        return state if view.viewer is None else with_money(state, view.viewer, rng)

    def kept(self, state: State, seat: Seat, action: Action) -> State:
        """The position after one of the listed actions; a bid counts as a sale at that price.

        The seat goes on bidding while that is right: if a rule-of-thumb player made its later
        bids, every first bid would look alike.
        """
        match state.step, action:
            case Bidding() as step, Bid(amount):
                return sequence.sold(state, step, seat, amount)
            case _:
                return sequence.take(state, seat, action)

    def until(self, state: State) -> int:
        """The turn after this one."""
        return max(state.turn, 1) + 1

    def play_on(self, state: State, until: int, rng: Random) -> State:
        """The position as that turn begins."""
        return play_on(self.figures, state, until, rng, self._memory)

    def worth(self, state: State, seat: Seat) -> float:
        """The points with which the seat may expect to finish."""
        return worth(state, seat)

    def told(self, state: State, seat: Seat) -> Told:
        """What a seat has."""
        return told(state, seat)

    def about(self, decision: Decision, better: Action, than: Action) -> None:
        """None: anything that an option leads to may be reported."""


def _others(me: Thought, decision: Decision) -> list[Action]:
    """What may be better than the rule-of-thumb choice."""
    options = decision.options
    acts = [a for a in options if isinstance(a, Work | EndTurn)]
    if acts:
        better = _acts(me) if len(me.own.deeds) < ACTIONS else []
        return [*better, *_recruits(me, decision), *acts]
    if any(isinstance(a, Exchange) for a in options):
        most = len(options) - 1
        return [options[each] for each in sorted({0, most // 2, most})]
    if len(options) > FEW:
        return []
    return list(options)


def _kind(action: Action) -> object:
    """What makes two arms the same: a building is the same in all its places."""
    return action.building if isinstance(action, Build) else action


def _acts(me: Thought) -> list[Action]:
    """The most promising improvements, each building in its best place."""
    weighed = sorted(improvements(me), key=lambda pair: -pair[0])[:IMPROVEMENTS]
    return [placed(me, action) for _, action in weighed]


def _recruits(me: Thought, decision: Decision) -> list[Action]:
    """The profession that would promise most in hand."""
    offers = [a for a in decision.asides if isinstance(a, Recruit)]
    if not offers:
        return []
    return [me.best((me.promise(in_hand(me.own, a.profession)), a) for a in offers)[1]]
