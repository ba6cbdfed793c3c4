"""Chance that is owed: what may be drawn, and what the outcome does.

What has no order is drawn when it is needed; if only one outcome is possible, there
is no draw at all.
"""

from __future__ import annotations

from msgspec.structs import replace

from rules.contract import Draw
from rules.lacrimosa import row, setup, soloist, treasury
from rules.lacrimosa.catalogue import Edition
from rules.lacrimosa.state import Owed, State

_UNORDERED = frozenset({"hand", "opus-out", "memory-out"})
_FOR_PLACES = frozenset({"courts", "cities"})
"""Stacks that are drawn from for several places: the key does not name another supply."""


def items(edition: Edition, state: State, owed: Owed) -> tuple[str, ...]:
    """Everything that could be drawn."""
    match owed.supply:
        case "opus-out":
            return tuple(c for c in state.packs[int(owed.key) - 1] if c in edition.opus)
        case "memory-out":
            return tuple(c for c in state.packs[int(owed.key) - 1] if c in edition.memories)
        case "composers":
            return tuple(composer.id for composer in edition.tables.composer)
        case "constanze":
            return tuple(edition.constanze)
        case "courts":
            return state.courts
        case "cities":
            return state.cities or tuple(sorted(state.used))
        case "bonus":
            return tuple(b.id for b in edition.bonuses.values() if b.period == int(owed.key))
        case "row":
            return state.packs[state.round - 1]
        case "hand":
            return state.players[int(owed.key)].deck
        case "soloist":
            return state.solo.deck if state.solo else ()
        case _:
            return tuple(str(seat) for seat in range(state.options.seats))


def certain(edition: Edition, state: State, owed: Owed) -> tuple[str, ...] | None:
    """The outcome, if there is only one."""
    found = items(edition, state, owed)
    if not found or owed.count == 0:
        return ()
    alone = len(found) == 1 or owed.supply in _UNORDERED
    return found if len(found) <= owed.count and alone else None


def draw(edition: Edition, state: State) -> Draw:
    """The draw at the head of the queue."""
    owed = state.owed[0]
    found = items(edition, state, owed)
    named = owed.key and owed.supply not in _FOR_PLACES
    supply = f"{owed.supply}.{owed.key}" if named else owed.supply
    count = min(owed.count, len(found))
    if owed.supply == "hand":
        return Draw(supply, found, count, seen_by=int(owed.key), own=True)
    return Draw(supply, found, count)


def answer(edition: Edition, state: State, drawn: tuple[str, ...]) -> State:
    """The position after the outcome of the draw at the head of the queue."""
    owed, *rest = state.owed
    after = replace(state, owed=tuple(rest))
    if not drawn:
        return after
    match owed.supply:
        case "opus-out" | "memory-out":
            return _removed(after, int(owed.key) - 1, drawn)
        case "composers":
            return setup.composed(edition, after, drawn)
        case "constanze":
            return setup.covered(edition, after, drawn[0])
        case "courts" | "cities":
            return _on_the_map(edition, after, owed.key, drawn[0])
        case "bonus":
            return replace(after, bonus=(*after.bonus, drawn[0]))
        case "row":
            return row.fill(after, drawn)
        case "hand":
            return _dealt(after, int(owed.key), drawn)
        case "soloist":
            return soloist.begin(edition, after, drawn)
        case _:
            return setup.opened(after, int(drawn[0]))


def _removed(state: State, index: int, cards: tuple[str, ...]) -> State:
    pack = tuple(card for card in state.packs[index] if card not in cards)
    packs = (*state.packs[:index], pack, *state.packs[index + 1 :])
    return replace(state, packs=packs, removed=tuple(sorted((*state.removed, *cards))))


def _on_the_map(edition: Edition, state: State, place: str, tile: str) -> State:
    """A tile for a place; used cities make a new stack once the old one is empty (L110)."""
    if tile in edition.cities and not state.cities:
        state = replace(state, cities=tuple(sorted(state.used)), used=())
    return setup.laid(edition, state, place, tile)


def _dealt(state: State, seat: int, cards: tuple[str, ...]) -> State:
    player = state.players[seat]
    deck = tuple(card for card in player.deck if card not in cards)
    hand = tuple(sorted((*player.hand, *cards)))
    return treasury.seated(state, seat, replace(player, deck=deck, hand=hand))
