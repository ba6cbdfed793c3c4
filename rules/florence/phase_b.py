"""Phase B: up to two actions a seat, then an explicit end of its turn.

The limits (F50, F51), building (F70, F71, F77, F78), drawing (F81, F86) and freedoms
(F83). Works have a module of their own.
"""

from __future__ import annotations

from typing import Final, assert_never

from msgspec.structs import replace

from rules.contract import Action, Decision, Reason, tag_of
from rules.florence import cards, principality, recruiting, works
from rules.florence.actions import (
    Build,
    DrawBonus,
    DrawProfession,
    EndTurn,
    Introduce,
    Recruit,
    ToAct,
    ToEnd,
    Work,
)
from rules.florence.catalogue import (
    ACTIONS,
    BUILDING_COST,
    BUILDINGS,
    DRAW_COST,
    FREEDOM_COST,
    FREEDOMS,
    PRESTIGE_BUILDING,
    PROFESSIONS,
)
from rules.florence.state import Acting, Deed, Player, State, Tile
from rules.florence.treasury import cover, pay, score, seated, short

_END: Final = EndTurn()
_DRAW_PROFESSION: Final = DrawProfession()
_DRAW_BONUS: Final = DrawBonus()
_ONCE: Final = frozenset({"profession", "freedom"})
_BUILDING_INDEX: Final = {kind: index for index, kind in enumerate(BUILDINGS)}
_FREEDOM_INDEX: Final = {kind: index for index, kind in enumerate(FREEDOMS)}
_WORKS: Final = {card: Work(card) for card in PROFESSIONS}
_INTRODUCE: Final = {kind: Introduce(kind) for kind in FREEDOMS}
FREE_HANDS: Final = 2
"""With this many builders, a new building may touch others (F75)."""


def cost(player: Player) -> int:
    """What a building costs a player (F69)."""
    return BUILDING_COST[player.builders]


def to_act(state: State, step: Acting) -> Decision:
    """The actions that are left, and the end of the turn."""
    player = state.players[step.seat]
    done = len(player.deeds)
    recruits = (
        tuple(Recruit(card) for card in recruiting.targets(state, step.seat))
        if player.recruiting
        else ()
    )
    if done == ACTIONS:
        return Decision(step.seat, ToEnd(), (_END,), recruits, public=(_END,))
    options = (*_options(state, player), _END)
    return Decision(step.seat, ToAct(done + 1), options, recruits)


def _options(state: State, player: Player) -> tuple[Action, ...]:
    funds = cover(player)
    options: list[Action] = []
    least = works.minimum(state.turn)
    options += [_WORKS[card] for card in player.hand if works.reach(player, card) >= least]
    if funds >= cost(player):
        own = {tile.kind for tile in player.tiles}
        adjacent = player.builders >= FREE_HANDS
        for kind, left in zip(BUILDINGS, state.buildings, strict=True):
            if left and kind not in own:
                options += principality.builds(kind, player.tiles, adjacent=adjacent)
    if funds >= DRAW_COST:
        once = {deed.kind for deed in player.deeds}
        if "profession" not in once and len(state.professions):
            options.append(_DRAW_PROFESSION)
        if "freedom" not in once:
            options += [
                _INTRODUCE[kind]
                for kind, left in zip(FREEDOMS, state.freedoms, strict=True)
                if left and kind not in player.freedoms
            ]
        if len(state.bonus):
            options.append(_DRAW_BONUS)
    return tuple(options)


def refuse(state: State, step: Acting, action: Action) -> Reason | None:
    """Why an action of phase B is impossible now, or None."""
    player = state.players[step.seat]
    if isinstance(action, EndTurn):
        return None
    if isinstance(action, Recruit):
        return recruiting.refuse(state, step.seat, action)
    if not isinstance(action, Work | Build | Introduce | DrawProfession | DrawBonus):
        return Reason("not_now")
    if len(player.deeds) == ACTIONS:
        return Reason("no_actions_left", needs=ACTIONS + 1, has=ACTIONS)
    tag = tag_of(action)
    if tag in _ONCE and any(deed.kind == tag for deed in player.deeds):
        return Reason("once_a_turn", what=tag)
    match action:
        case Work():
            return works.refuse_work(state, player, action)
        case Build():
            return _refuse_build(state, player, action)
        case Introduce():
            return _refuse_freedom(state, player, action)
        case DrawProfession():
            return _refuse_draw(player, "professions", len(state.professions))
        case DrawBonus():
            return _refuse_draw(player, "bonus", len(state.bonus))
        case _:
            assert_never(action)


def _refuse_build(state: State, player: Player, action: Build) -> Reason | None:
    kind = action.building
    if kind not in BUILDINGS:
        return Reason("unknown_action")
    if any(tile.kind == kind for tile in player.tiles):
        return Reason("already_built", what=kind)
    if not state.buildings[_BUILDING_INDEX[kind]]:
        return Reason("sold_out", what=kind)
    if poor := short(player, cost(player)):
        return poor
    adjacent = player.builders >= FREE_HANDS
    if not principality.builds(kind, player.tiles, adjacent=adjacent):
        return Reason("no_room", what=kind, remedy=None if adjacent else "builder")
    code = principality.misfit(kind, action.orientation, action.square, player.tiles)
    if code:
        return Reason(code, what=kind)
    spot = (kind, action.orientation, action.square)
    if not adjacent and principality.touches(*spot, player.tiles):
        return Reason("touches_building", what=kind, remedy="builder")
    return None


def _refuse_freedom(state: State, player: Player, action: Introduce) -> Reason | None:
    if action.freedom not in FREEDOMS:
        return Reason("unknown_action")
    if action.freedom in player.freedoms:
        return Reason("already_introduced", what=action.freedom)
    if not state.freedoms[_FREEDOM_INDEX[action.freedom]]:
        return Reason("freedom_gone", what=action.freedom)
    return short(player, FREEDOM_COST)


def _refuse_draw(player: Player, deck: str, left: int) -> Reason | None:
    if not left:
        return Reason("deck_empty", what=deck)
    return short(player, DRAW_COST)


def build(state: State, step: Acting, action: Build) -> State:
    """Pay, place the building, score 3 (F69, F70, F71, F72)."""
    player = state.players[step.seat]
    tile = Tile(action.building, action.orientation, action.square)
    paid = pay(player, cost(player))
    built = replace(
        paid,
        tiles=(*player.tiles, tile),
        deeds=(*player.deeds, Deed("build", action.building)),
    )
    built = score(built, "buildings", PRESTIGE_BUILDING)
    index = _BUILDING_INDEX[action.building]
    return replace(
        state,
        players=seated(state, step.seat, built),
        buildings=_less(state.buildings, index),
    )


def introduce(state: State, step: Acting, action: Introduce) -> State:
    """Pay 300 and take a freedom of choice (F82)."""
    player = state.players[step.seat]
    freed = replace(
        pay(player, FREEDOM_COST),
        freedoms=(*player.freedoms, action.freedom),
        deeds=(*player.deeds, Deed("freedom", action.freedom)),
    )
    index = _FREEDOM_INDEX[action.freedom]
    return replace(
        state,
        players=seated(state, step.seat, freed),
        freedoms=_less(state.freedoms, index),
    )


def draw(state: State, step: Acting, kind: str, deck: str) -> State:
    """Pay 300 and look at five cards of a deck (F80, F84)."""
    player = state.players[step.seat]
    paid = replace(pay(player, DRAW_COST), deeds=(*player.deeds, Deed(kind)))
    paying = replace(state, players=seated(state, step.seat, paid))
    return cards.look(paying, step.seat, deck, step.seat)


def _less(counts: tuple[int, ...], index: int) -> tuple[int, ...]:
    return (*counts[:index], counts[index] - 1, *counts[index + 1 :])
