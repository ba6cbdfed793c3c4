"""Gaining what a reward shows, item by item.

Goods come at once, wildcards by choice, granted actions now or never (L76, L90,
LR29, LR30).
"""

from __future__ import annotations

from typing import assert_never

from msgspec.structs import replace

from rules.lacrimosa import treasury
from rules.lacrimosa.catalogue import Edition
from rules.lacrimosa.grammar import (
    KINDS,
    Good,
    Grant,
    Item,
    Neutral,
    PerOpus,
    Points,
    item,
    reward,
)
from rules.lacrimosa.state import (
    Frame,
    Gaining,
    Granted,
    Placing,
    Player,
    Right,
    Spreading,
    State,
    Triple,
)
from rules.lacrimosa.view import Position


def gaining(
    state: State, items: tuple[str, ...], source: str, movement: str | None = None
) -> State:
    """A reward is put on top of the stack."""
    if not items:
        return state
    return pushed(state, Gaining(items, source, movement))


def pushed(state: State, frame: Frame) -> State:
    """A frame is put on top of the stack."""
    return replace(state, stack=(*state.stack, frame))


def popped(state: State) -> State:
    """The top of the stack is removed."""
    return replace(state, stack=state.stack[:-1])


def one_of(kind: str, amount: int) -> Triple:
    """`amount` story points of one kind."""
    talent, journey, composition = (amount * (kind == each) for each in KINDS)
    return talent, journey, composition


def take(edition: Edition, player: Player, good: Good | Points, source: str) -> Player:
    """Goods and story points of a fixed kind, for a seat."""
    match good:
        case Good("ducats", amount):
            return replace(player, ducats=player.ducats + amount)
        case Good("vp", amount):
            return treasury.score(player, source, amount)
        case Good(_, amount):
            return treasury.raise_finance(edition, player, amount)
        case Points(kind, amount, track):
            points = one_of(kind, amount)
            if track:
                return treasury.advance(edition, player, points)
            return treasury.gain_counters(player, points)
        case _:
            assert_never(good)


def taken(edition: Edition, player: Player, texts: tuple[str, ...]) -> Player:
    """The goods of a reward that leaves no choice, for a seat."""
    for good in reward(texts):
        if isinstance(good, Good | Points):
            player = take(edition, player, good, "story")
    return player


def step(edition: Edition, state: State, frame: Gaining) -> State:
    """The next item of the reward on top of the stack."""
    first, *rest = frame.items
    below = popped(state)
    if rest:
        below = pushed(below, replace(frame, items=tuple(rest)))
    return _gain(edition, below, item(first), frame)


def _gain(edition: Edition, state: State, found: Item, frame: Gaining) -> State:
    match found:
        case Points("wild", amount, track):
            return pushed(state, Spreading(amount, track))
        case Good() | Points() | PerOpus():
            player = certain(edition, state.players[state.seat], found, frame.source)
            return treasury.seated(state, state.seat, player)
        case Grant(action, genre, bonus):
            extra = f"{bonus.what} {bonus.amount}" if bonus else None
            return pushed(state, Granted(Right(action, genre, extra)))
        case Neutral():
            return _neutral(edition, state, frame.movement)
        case _:
            assert_never(found)


def certain(edition: Edition, player: Player, found: Item, source: str) -> Player:
    """The seat with an item that leaves no choice; unchanged by one that does."""
    match found:
        case Points("wild"):
            return player
        case Good() | Points():
            return take(edition, player, found, source)
        case PerOpus(genre, amount):
            owned = sum(edition.opus[held.id].type == genre for held in player.opus)
            return treasury.score(player, source, owned * amount)
        case Grant() | Neutral():
            return player
        case _:
            assert_never(found)


def _neutral(edition: Edition, state: State, movement: str | None) -> State:
    """The neutral marker comes into play; it is lost in a full movement (LR34)."""
    player = replace(state.players[state.seat], neutral=False)
    after = treasury.seated(state, state.seat, player)
    if movement is None or not empty_spaces(edition, state, movement):
        return after
    return pushed(after, Placing(movement))


def empty_spaces(edition: Edition, position: Position, movement: str) -> tuple[str, ...]:
    """The open spaces of a movement that hold no marker, top to bottom."""
    taken = {note.space for note in position.notes}.union(position.covers)
    spaces = edition.movements[movement].spaces
    return tuple(space.id for space in spaces if space.id not in taken)


def spread(edition: Edition, player: Player, letters: str, *, track: bool) -> Player:
    """Wildcards of the chosen kinds, as track steps or counters."""
    points = treasury.spelled(letters)
    if track:
        return treasury.advance(edition, player, points)
    return treasury.gain_counters(player, points)
