"""The Requiem: writing an instrument part with one of the composers.

Statements L84-L96 and rulings 31-35. The marker leaves the player board, what
lay under it is gained, the composer's top tile is paid and taken.
"""

from __future__ import annotations

from itertools import combinations_with_replacement

from msgspec.structs import replace

from rules.lacrimosa import exchange, gains, treasury
from rules.lacrimosa.actions import Compose
from rules.lacrimosa.catalogue import SIDES, BoardSpace, Edition
from rules.lacrimosa.grammar import WILD, Cost, Good, Neutral, Points, reward
from rules.lacrimosa.state import Hired, Note, Player, State
from rules.table import Reason


def place(book: Edition, marker: int) -> BoardSpace | None:
    """The place of the player board with a number."""
    return next((s for s in book.player.instrument if s.index == marker), None)


def space_id(action: Compose) -> str:
    """The id of the space that an action names."""
    return f"{action.movement}.{action.space}"


def stack_index(book: Edition, state: State, side: str, movement: str) -> int | None:
    """Where the composer's stack for a movement stands in the state."""
    if side not in SIDES or SIDES.index(side) >= len(state.composers):
        return None
    order = [each.id for each in book.tables.requiem.movement]
    return SIDES.index(side) * len(order) + order.index(movement)


def top(book: Edition, state: State, side: str, movement: str) -> str | None:
    """The tile on sale of a composer for a movement, None when the stack is empty."""
    index = stack_index(book, state, side, movement)
    stack = state.stacks[index] if index is not None else ()
    return stack[0] if stack else None


def cost(book: Edition, state: State, action: Compose) -> Cost:
    """What the top tile shows (L88)."""
    found = top(book, state, action.side, action.movement)
    return book.tiles[found].cost if found else Cost()


def possible(book: Edition, state: State, action: Compose) -> Reason | None:
    """An empty space, a marker of its instrument, a tile on sale (L84-L86, L91)."""
    space = book.spaces.get(space_id(action))
    found = place(book, action.marker)
    if space is None or found is None or not action.space:
        return Reason("unknown_action")
    if space.id not in gains.empty_spaces(book, state, action.movement):
        return Reason("space_taken", what=space.id)
    player = state.players[state.seat]
    if found.id not in player.markers or found.instrument != space.instrument:
        return Reason("no_marker", what=space.instrument)
    if top(book, state, action.side, action.movement) is None:
        return Reason("no_composer", what=action.movement)
    return None if action.gain in gains_of(found) else Reason("unknown_action")


def gains_of(found: BoardSpace) -> tuple[str, ...]:
    """The ways to choose the kinds of wildcards under a marker; one empty way if none."""
    wild = sum(
        item.amount
        for item in reward(found.reward)
        if isinstance(item, Points) and item.kind == WILD
    )
    ways = combinations_with_replacement(treasury.LETTERS, wild)
    return tuple("".join(way) for way in ways)


def uncovered(book: Edition, player: Player, action: Compose) -> Player:
    """The seat with what lies under a marker, which is on its way to the score (L87)."""
    found = place(book, action.marker)
    if found is None:
        return player
    for item in reward(found.reward):
        if isinstance(item, Points) and item.kind == WILD:
            player = gains.spread(book, player, action.gain, track=item.track)
        elif isinstance(item, Good | Points):
            player = gains.take(book, player, item, "composers")
    return player


def compose(book: Edition, state: State, action: Compose) -> State:
    """Place the marker, take the tile and its reward (L87-L92). The cost is paid."""
    found = place(book, action.marker)
    index = stack_index(book, state, action.side, action.movement)
    if found is None or index is None:
        return state
    tile, *rest = state.stacks[index]
    stacks = (*state.stacks[:index], tuple(rest), *state.stacks[index + 1 :])
    note = Note(space_id(action), action.side, state.seat)
    player = state.players[state.seat]
    markers = tuple(marker for marker in player.markers if marker != found.id)
    hired = (*player.hired, Hired(found.id, tile))
    player = replace(player, markers=markers, hired=hired)
    after = treasury.seated(state, state.seat, player)
    after = replace(after, stacks=stacks, notes=(*state.notes, note))
    after = gains.gaining(after, book.tiles[tile].reward, "composers", action.movement)
    if player.neutral and Neutral() in reward(found.reward):
        return gains.gaining(after, ("neutral_marker",), "composers", action.movement)
    return after


def options(book: Edition, state: State) -> tuple[Compose, ...]:
    """Every space, side and marker that can be joined and paid.

    What a marker uncovers and what a tile costs are worked out once each.
    """
    player = state.players[state.seat]
    by_instrument: dict[str, list[tuple[Compose, Player]]] = {}
    for marker in player.markers:
        under = book.board[marker]
        for gain in gains_of(under):
            action = Compose("", "", "", under.index, gain)
            entry = (action, uncovered(book, player, action))
            by_instrument.setdefault(under.instrument, []).append(entry)
    found: list[Compose] = []
    for movement in book.tables.requiem.movement:
        tiles = [(side, top(book, state, side, movement.id)) for side in SIDES]
        sides = [(side, book.tiles[tile].cost) for side, tile in tiles if tile]
        for space_ in gains.empty_spaces(book, state, movement.id) if sides else ():
            name = space_.removeprefix(f"{movement.id}.")
            for action, after in by_instrument.get(book.spaces[space_].instrument, ()):
                found += [
                    Compose(movement.id, name, side, action.marker, action.gain, wild)
                    for side, price in sides
                    for wild in exchange.ways(player, after, price)
                ]
    return tuple(found)


def open_to(book: Edition, state: State, player: Player) -> bool:
    """Whether a marker, an empty space and a tile fit together, money aside."""
    families = {book.board[marker].instrument for marker in player.markers}
    return any(
        book.spaces[space].instrument in families
        for movement in book.tables.requiem.movement
        if any(top(book, state, side, movement.id) for side in SIDES)
        for space in gains.empty_spaces(book, state, movement.id)
    )


def place_neutral(state: State, space: str, side: str) -> State:
    """The neutral marker counts for one side's majority and for nobody's points."""
    return replace(state, notes=(*state.notes, Note(space, side, None)))
