"""The sequence of play: chance first, then the stack, then the next turn.

After whatever happens, play goes on as far as it can without chance or choice.
"""

from __future__ import annotations

from rules.contract import Action, Decision, Draw, Illegal, Over, Reason, Seat
from rules.lacrimosa import chance, gains, maintenance, scoring, soloist, turns
from rules.lacrimosa.actions import MOVES, Spread, ToSpread
from rules.lacrimosa.catalogue import Edition
from rules.lacrimosa.state import Gaining, Granted, SoloActing, State, Upkeep


def settled(edition: Edition, state: State) -> State:
    """The position after everything that needs neither chance nor choice."""
    while True:
        if state.owed:
            outcome = chance.certain(edition, state, state.owed[0])
            if outcome is None:
                return state
            state = chance.answer(edition, state, outcome)
            continue
        if state.over or state.upkeep:
            return state
        if not state.stack:
            state = turns.following(edition, state)
            continue
        match state.stack[-1]:
            case Gaining() as frame:
                state = gains.step(edition, state, frame)
            case SoloActing(actions=()):
                state = gains.popped(state)
            case SoloActing() as frame:
                state = soloist.step(edition, state, frame)
            case Granted(right) if not turns.reasonable(edition, state, right):
                state = gains.popped(state)
            case _:
                return state


def pending(edition: Edition, state: State) -> tuple[Decision, ...] | Draw | Over:
    """Who must decide what, or the chance that is owed, or the end."""
    if state.owed:
        return chance.draw(edition, state)
    if state.over:
        return scoring.over(state)
    if state.upkeep:
        return tuple(_upkeep(waiting) for waiting in state.upkeep)
    return (turns.decision(edition, state, state.stack[-1]),)


def _upkeep(waiting: Upkeep) -> Decision:
    """The track steps first, then the counters (LR40)."""
    track = waiting.track > 0
    amount = waiting.track or waiting.counters
    return Decision(waiting.seat, ToSpread(amount, track), turns.spreads(amount))


def why_not(edition: Edition, state: State, seat: Seat, action: Action) -> Reason | None:
    """Why a well-formed action is impossible now, or None if it is legal."""
    if state.over:
        return Reason("game_over")
    if not isinstance(action, MOVES):
        return Reason("unknown_action")
    if state.owed:
        return Reason("not_your_decision")
    if state.upkeep:
        return _refuse_spread(state, seat, action)
    if seat != state.seat:
        return Reason("not_your_decision")
    return turns.refuse(edition, state, state.stack[-1], action)


def _refuse_spread(state: State, seat: Seat, action: Action) -> Reason | None:
    waiting = next((each for each in state.upkeep if each.seat == seat), None)
    if waiting is None:
        return Reason("not_your_decision")
    if not isinstance(action, Spread):
        return Reason("not_now")
    known = action in turns.spreads(waiting.track or waiting.counters)
    return None if known else Reason("unknown_action")


def act(edition: Edition, state: State, seat: Seat, action: Action) -> State:
    """The state after an action; raises `Illegal`."""
    reason = why_not(edition, state, seat, action)
    if reason:
        raise Illegal(reason)
    return taken(edition, state, seat, action)


def taken(edition: Edition, state: State, seat: Seat, action: Action) -> State:
    """The state after an action that is known to be legal: searches only take options."""
    if state.upkeep and isinstance(action, Spread):
        return settled(edition, maintenance.spread(edition, state, seat, action.kinds))
    return settled(edition, turns.take(edition, state, state.stack[-1], action))


def drawn(edition: Edition, state: State, items: tuple[str, ...]) -> State:
    """The state after the outcome of the owed draw; raises `Illegal`."""
    if not state.owed:
        raise Illegal(Reason("unknown_draw"))
    owed = chance.draw(edition, state)
    if (
        len(items) != owed.count
        or len(set(items)) != owed.count
        or set(items) - set(owed.items)
    ):
        raise Illegal(Reason("unknown_draw"))
    return settled(edition, chance.answer(edition, state, items))
