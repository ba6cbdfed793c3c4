"""The Requiem: writing an instrument part with one of the composers.

The marker leaves the player board, what lay under it is gained, and the composer's top
tile is paid for and taken (LR31, LR32, LR33). A neutral marker may follow (LR34).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement

from msgspec.structs import replace

from rules.contract import Reason
from rules.lacrimosa import exchange, gains, treasury
from rules.lacrimosa.actions import Compose
from rules.lacrimosa.catalogue import SIDES, BoardSpace, Edition, Tile
from rules.lacrimosa.grammar import FREE, WILD, Cost, Good, Neutral, Points, reward
from rules.lacrimosa.state import Hired, Note, Player, State
from rules.lacrimosa.view import Position


def place(edition: Edition, marker: int) -> BoardSpace | None:
    """The place on the player board with that number."""
    return edition.board_places.get(marker)


def space_id(action: Compose) -> str:
    """The id of the space that an action names."""
    return f"{action.movement}.{action.space}"


def stack_index(edition: Edition, position: Position, side: str, movement: str) -> int | None:
    """The index of the composer's stack for a movement, if there is such a composer."""
    if side not in SIDES or SIDES.index(side) >= len(position.composers):
        return None
    return SIDES.index(side) * len(edition.movements) + edition.movement_order[movement]


def top(edition: Edition, position: Position, side: str, movement: str) -> Tile | None:
    """A composer's tile on sale for a movement; None when the stack is empty."""
    index = stack_index(edition, position, side, movement)
    stack = position.stacks[index] if index is not None else ()
    return edition.tiles[stack[0]] if stack else None


def cost(edition: Edition, position: Position, action: Compose) -> Cost:
    """What the top tile shows (L88)."""
    found = top(edition, position, action.side, action.movement)
    return found.cost if found else FREE


def possible(edition: Edition, state: State, action: Compose) -> Reason | None:
    """An empty space, a marker of its instrument, a tile on sale (L84, L85, L86, L91)."""
    space = edition.spaces.get(space_id(action))
    found = place(edition, action.marker)
    if space is None or found is None or not action.space:
        return Reason("unknown_action")
    if space.id not in gains.empty_spaces(edition, state, action.movement):
        return Reason("space_taken", what=space.id)
    player = state.players[state.seat]
    if found.id not in player.markers or found.instrument != space.instrument:
        return Reason("no_marker", what=space.instrument)
    if top(edition, state, action.side, action.movement) is None:
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


def uncovered(edition: Edition, player: Player, action: Compose) -> Player:
    """The seat with what lies under a marker that is on its way to the Requiem (L87)."""
    found = place(edition, action.marker)
    if found is None:
        return player
    for item in reward(found.reward):
        if isinstance(item, Points) and item.kind == WILD:
            player = gains.spread(edition, player, action.gain, track=item.track)
        elif isinstance(item, Good | Points):
            player = gains.take(edition, player, item, "composers")
    return player


def compose(edition: Edition, state: State, action: Compose) -> State:
    """Place the marker, take the paid tile and its reward (L87, L90, L91, L92)."""
    found = place(edition, action.marker)
    index = stack_index(edition, state, action.side, action.movement)
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
    after = gains.gaining(after, edition.tiles[tile].reward, "composers", action.movement)
    if player.neutral and Neutral() in reward(found.reward):
        return gains.gaining(after, ("neutral_marker",), "composers", action.movement)
    return after


def options(edition: Edition, state: State) -> tuple[Compose, ...]:
    """Every space, side and marker that can be combined and paid for.

    What a marker uncovers and what a tile costs are worked out once each.
    """
    player = state.players[state.seat]
    by_instrument: dict[str, list[tuple[Compose, Player]]] = {}
    for marker in player.markers:
        under = edition.board[marker]
        for gain in gains_of(under):
            action = Compose("", "", "", under.index, gain)
            entry = (action, uncovered(edition, player, action))
            by_instrument.setdefault(under.instrument, []).append(entry)
    found: list[Compose] = []
    for movement in edition.tables.requiem.movement:
        tiles = [(side, top(edition, state, side, movement.id)) for side in SIDES]
        sides = [(side, tile.cost) for side, tile in tiles if tile]
        for space_ in gains.empty_spaces(edition, state, movement.id) if sides else ():
            name = space_.removeprefix(f"{movement.id}.")
            for action, after in by_instrument.get(edition.spaces[space_].instrument, ()):
                found += [
                    Compose(movement.id, name, side, action.marker, action.gain, wild)
                    for side, price in sides
                    for wild in exchange.ways(player, after, price)
                ]
    return tuple(found)


def parts(edition: Edition, position: Position, player: Player) -> Iterator[Compose]:
    """Each space, side and marker that fit together, money aside; wildcards left open."""
    markers = [edition.board[marker] for marker in player.markers]
    for movement in edition.tables.requiem.movement:
        sides = [side for side in SIDES if top(edition, position, side, movement.id)]
        for space in gains.empty_spaces(edition, position, movement.id):
            name = space.removeprefix(f"{movement.id}.")
            instrument = edition.spaces[space].instrument
            fitting = [each for each in markers if each.instrument == instrument]
            for side in sides:
                for marker in fitting:
                    for gain in gains_of(marker):
                        yield Compose(movement.id, name, side, marker.index, gain)


def place_neutral(state: State, space: str, side: str) -> State:
    """The neutral marker counts for one side's majority and for nobody's points."""
    return replace(state, notes=(*state.notes, Note(space, side, None)))
