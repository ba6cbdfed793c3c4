"""Positions played on by rule-of-thumb players, without the checks of a real game."""

from __future__ import annotations

from random import Random

from rules.florence import cards, sequence, setup
from rules.florence.catalogue import DEALT
from rules.florence.state import (
    Choosing,
    Dealing,
    Drawing,
    DrawingStart,
    Finished,
    State,
)
from rules.opponents.florence.figures import Figures
from rules.opponents.florence.thought import Memory
from rules.opponents.florence.thumb import decide


def play_on(
    figures: Figures, state: State, until: int, rng: Random, memory: Memory | None = None
) -> State:
    """The position in which turn `until` begins, or the end of the game."""
    memory = {} if memory is None else memory
    while state.turn < until and not isinstance(state.step, Finished):
        state = _on(figures, state, rng, memory)
    return state


def _on(figures: Figures, state: State, rng: Random, memory: Memory) -> State:
    """One step on: a draw or a decision."""
    match step := state.step:
        case Drawing():
            loose = cards.supply(state, step.deck).loose
            return sequence.deal(state, tuple(rng.sample(loose, step.count)))
        case Dealing():
            loose = state.professions.loose
            return sequence.deal(state, tuple(rng.sample(loose, DEALT)))
        case DrawingStart():
            return sequence.deal(state, (str(rng.randrange(len(state.players))),))
        case Choosing():
            seat = setup.choosers(state)[0]
        case Finished():
            return state
        case _:
            seat = step.seat
    return sequence.take(state, seat, decide(figures, state, seat, rng, memory))
