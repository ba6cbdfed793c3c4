"""The card row: its spaces, what lies where, sliding and filling.

The row is refilled at once after each card is taken (L64, LR11). Cards always lie against
the right end; the leftmost spaces empty first when a period's pack runs out (LR12).
"""

from __future__ import annotations

from msgspec.structs import replace

from rules.lacrimosa.catalogue import REMOVED_SPACES, ROW, Edition, RowSpace
from rules.lacrimosa.state import Owed, State
from rules.lacrimosa.view import Position


def space(edition: Edition, position: Position, card: str) -> RowSpace:
    """The space that a card of the row is on."""
    return edition.row[ROW - len(position.row) + position.row.index(card)]


def memories(edition: Edition, position: Position) -> tuple[str, ...]:
    """The memory cards of the row, left to right."""
    return tuple(card for card in position.row if card in edition.memories)


def opus(edition: Edition, position: Position) -> tuple[str, ...]:
    """The opus cards of the row, left to right."""
    return tuple(card for card in position.row if card in edition.opus)


def without(state: State, card: str) -> State:
    """The card leaves the row, the others slide right, one is filled in (L62)."""
    row = tuple(other for other in state.row if other != card)
    return filled(replace(state, row=row))


def filled(state: State) -> State:
    """The row is filled as far as the period's pack goes (L63)."""
    pack = state.packs[state.round - 1]
    count = min(ROW - len(state.row), len(pack))
    return replace(state, owed=(*state.owed, Owed("row", count))) if count else state


def fill(state: State, cards: tuple[str, ...]) -> State:
    """Cards drawn for the row come in from the left."""
    pack = tuple(card for card in state.packs[state.round - 1] if card not in cards)
    packs = (*state.packs[: state.round - 1], pack, *state.packs[state.round :])
    return replace(state, row=(*reversed(cards), *state.row), packs=packs)


def cleared(state: State) -> State:
    """Maintenance: the four oldest spaces and the rest of the pack go (L111, L113)."""
    kept = max(len(state.row) - REMOVED_SPACES, 0)
    index = state.round - 1
    return replace(
        state,
        row=state.row[:kept],
        gone=state.gone + state.row[kept:],
        removed=tuple(sorted(state.removed + state.packs[index])),
        packs=(*state.packs[:index], (), *state.packs[index + 1 :]),
    )
