"""The five actions on cards and tiles: what they cost and what they do.

Document Memories (L51, L53, L54), Commission (L56, L59), Perform or Sell (L65, L68,
L70) and Travel (L72, L73, L74, L75); the Requiem has a module of its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from msgspec.structs import replace

from rules.contract import Reason
from rules.lacrimosa import exchange, gains, requiem, row, treasury
from rules.lacrimosa.actions import Commission, Compose, Document, Perform, Sell, Travel
from rules.lacrimosa.catalogue import City, Court, Edition
from rules.lacrimosa.grammar import Cost, OpusPoints, repeat
from rules.lacrimosa.state import Costly, Held, Lying, Player, Right, State, Triple
from rules.lacrimosa.view import Position

ACTION_OF = {
    Document: "document",
    Commission: "commission",
    Perform: "perform",
    Sell: "sell",
    Travel: "travel",
    Compose: "requiem",
}


_REMEDIES = {
    "cannot_pay_ducats": "sell",
    "cannot_pay_points": "buy",
    "cannot_pay_wild": "buy",
}
"""The exchange that helps if one is possible, by code of the reason (L38)."""


def genre_of(edition: Edition, action: Costly) -> str | None:
    """The type of the opus that is performed or sold."""
    return edition.opus[action.opus].type if isinstance(action, Perform | Sell) else None


def allows(edition: Edition, right: Right, action: Costly) -> bool:
    """Whether a right allows an action; the opus must be of the right's type, if it has one."""
    name = ACTION_OF[type(action)]
    wide = right.action == "perform_or_sell" and name in {"perform", "sell"}
    return (wide or right.action == name) and right.genre in {None, genre_of(edition, action)}


def tile_at(position: Position, place: str) -> Lying | None:
    """The tile that lies at a place."""
    return next((lying for lying in position.lying if lying.place == place), None)


def tile(edition: Edition, lying: Lying) -> Court | City:
    """The component of a tile on the map."""
    return edition.courts.get(lying.tile) or edition.cities[lying.tile]


def reward(edition: Edition, lying: Lying) -> tuple[str, ...]:
    """The reward on the face-up side of a tile (L77)."""
    found = tile(edition, lying)
    return found.gilded if lying.gilded else found.plain


def candidates(
    edition: Edition, position: Position, player: Player, action: str, genre: str | None = None
) -> Iterator[Costly]:
    """The ways a seat could take an action, money aside; wildcard costs are left open.

    With a `genre`, only opus cards of that type count.
    """
    match action:
        case "document":
            yield from map(Document, row.memories(edition, position))
        case "commission":
            yield from map(Commission, row.opus(edition, position))
        case "travel":
            for place in edition.places:
                if place != position.mozart or tile_at(position, place):
                    yield Travel(place)
        case "requiem":
            yield from requiem.parts(edition, position, player)
        case _:
            for held in player.opus:
                if not held.rotated and genre in {None, edition.opus[held.id].type}:
                    if action != "sell":
                        yield Perform(held.id)
                    if action != "perform":
                        yield Sell(held.id)


def cost(edition: Edition, position: Position, action: Costly) -> Cost:
    """Everything that an action costs."""
    match action:
        case Compose():
            return requiem.cost(edition, position, action)
        case Document(card):
            return row.space(edition, position, card).memory_cost
        case Commission(card):
            return edition.opus[card].cost.plus(row.space(edition, position, card).opus_cost)
        case Perform(opus):
            return Cost(talent=edition.opus[opus].perform.talent)
        case Sell(opus):
            return Cost(talent=edition.opus[opus].sell.talent)
        case Travel(place):
            roads = Cost(ducats=edition.roads[position.mozart][place])
            lying = tile_at(position, place)
            return roads.plus(tile(edition, lying).cost) if lying else roads
        case _:
            assert_never(action)


def lacking(edition: Edition, position: Position, player: Player, action: Costly) -> Cost:
    """What a seat lacks for an action, with what it gains before it pays."""
    after = before_paying(edition, position, action, player)
    return treasury.lacking(after, cost(edition, position, action))


def payable(edition: Edition, position: Position, player: Player, action: Costly) -> bool:
    """Whether a seat can pay for an action, with what it gains before it pays (LR5)."""
    after = before_paying(edition, position, action, player)
    return bool(exchange.ways(player, after, cost(edition, position, action)))


def exchanged(edition: Edition, position: Position, player: Player, action: Costly) -> bool:
    """Whether exchanges at the bank would make an action payable."""
    after = before_paying(edition, position, action, player)
    return exchange.missing(after, cost(edition, position, action), player) is not None


def cost_as_paid(edition: Edition, position: Position, action: Costly) -> Cost:
    """Everything that an action costs, with wildcards as the kinds that pay for them."""
    whole, wild = cost(edition, position, action), wild_of(action)
    talent, journey, composition = treasury.plus(whole.points, treasury.spelled(wild))
    return replace(
        whole,
        talent=talent,
        journey=journey,
        composition=composition,
        wild=whole.wild - len(wild),
    )


def before_paying(
    edition: Edition, position: Position, action: Costly, player: Player
) -> Player:
    """A seat with what it gains before it pays.

    That is the reward of a row space (LR13), or what lies under a requiem
    marker (L89).
    """
    match action:
        case Compose():
            return requiem.uncovered(edition, player, action)
        case Document(card):
            return gains.taken(
                edition, player, row.space(edition, position, card).memory_reward
            )
        case Commission(card):
            return gains.taken(edition, player, row.space(edition, position, card).opus_reward)
        case _:
            return player


def wild_of(action: Costly) -> str:
    """The letters that pay a wildcard cost."""
    return "" if isinstance(action, Perform | Sell) else action.wild


def possible(edition: Edition, state: State, action: Costly) -> Reason | None:
    """Why an action is out of reach, whatever the seat could pay, or None."""
    player = state.players[state.seat]
    match action:
        case Document(card):
            known = card in row.memories(edition, state)
            return None if known else Reason("not_in_row", what=card)
        case Commission(card):
            known = card in row.opus(edition, state)
            return None if known else Reason("not_in_row", what=card)
        case Perform(opus) | Sell(opus):
            held = next((held for held in player.opus if held.id == opus), None)
            if held is None:
                return Reason("not_in_front", what=opus)
            return Reason("already_performed", what=opus) if held.rotated else None
        case Travel(place):
            if place not in edition.places:
                return Reason("unknown_action")
            still = place == state.mozart and tile_at(state, place) is None
            return Reason("nothing_here", what=place) if still else None
        case Compose():
            return requiem.possible(edition, state, action)
        case _:
            assert_never(action)


def refuse(edition: Edition, state: State, right: Right, action: Costly) -> Reason | None:
    """Why an action is impossible now under a right, or None (LR4)."""
    reason = possible(edition, state, action)
    if reason:
        return reason
    if not allows(edition, right, action):
        if allows(edition, replace(right, genre=None), action):
            return Reason("other_type", what=right.genre)
        return Reason("no_such_right", what=ACTION_OF[type(action)])
    price, wild = cost(edition, state, action), wild_of(action)
    before = state.players[state.seat]
    after = before_paying(edition, state, action, before)
    if exchanges_first(edition, state, action, before, after):
        return None
    reason = treasury.short(after, price, wild)
    if reason is None or exchange.missing(after, price, before) is None:
        return reason
    return replace(reason, remedy=_REMEDIES.get(reason.code))


def exchanges_first(
    edition: Edition, position: Position, action: Costly, before: Player, after: Player
) -> bool:
    """Whether exchanges must come between the gain of an action and its payment (LR5).

    `before` is the seat as it is, `after` the seat with that gain.
    """
    if wild_of(action):
        return False
    return exchange.between(before, after, cost(edition, position, action))


def ways(edition: Edition, state: State, action: Costly) -> tuple[str, ...]:
    """The kinds that can pay for an action's wildcards; none if it cannot be paid for."""
    before = state.players[state.seat]
    after = before_paying(edition, state, action, before)
    return exchange.ways(before, after, cost(edition, state, action))


def do(
    edition: Edition, state: State, right: Right, action: Costly, split: Triple | None
) -> State:
    """Pay for and carry out an action; its right is used up and its first reward gained."""
    price = cost(edition, state, action)
    paid = treasury.pay(state.players[state.seat], price, wild_of(action), split)
    after = treasury.seated(state, state.seat, paid)
    match action:
        case Document(card):
            return _document(after, card)
        case Commission(card):
            return _commission(edition, after, card)
        case Perform(opus):
            return _perform(edition, after, right, opus)
        case Sell(opus):
            return _sell(edition, after, right, opus)
        case Travel(place):
            return _travel(edition, after, place)
        case Compose():
            return requiem.compose(edition, after, action)
        case _:
            assert_never(action)


def _document(state: State, card: str) -> State:
    """The new memory takes the place of this turn's Story card (L52)."""
    player = state.players[state.seat]
    *earlier, replaced = player.story
    after = treasury.seated(state, state.seat, replace(player, story=(*earlier, card)))
    return row.without(replace(after, gone=(*state.gone, replaced)), card)


def _commission(edition: Edition, state: State, card: str) -> State:
    """The opus goes in front of its owner, unrotated, and scores its points (L57)."""
    player = state.players[state.seat]
    player = replace(player, opus=(*player.opus, Held(card)))
    player = treasury.score(player, "opus", edition.opus[card].vp)
    player = _offertorium(edition, player, card)
    return row.without(treasury.seated(state, state.seat, player), card)


def _offertorium(edition: Edition, player: Player, card: str) -> Player:
    """Each of the player's Offertorium tiles for the opus's type scores (L58, L69)."""
    genre = edition.opus[card].type
    for hired in player.hired:
        text = edition.tiles[hired.tile].repeat
        effect = repeat(text) if text else None
        if isinstance(effect, OpusPoints) and effect.genre == genre:
            player = treasury.score(player, "repeats", effect.amount)
    return player


def _with_bonus(edition: Edition, state: State, player: Player, right: Right) -> State:
    if right.bonus:
        player = gains.taken(edition, player, (right.bonus,))
    return treasury.seated(state, state.seat, player)


def _perform(edition: Edition, state: State, right: Right, opus: str) -> State:
    """Money for a performance; the card is rotated until maintenance (L66)."""
    player = state.players[state.seat]
    held = tuple(Held(h.id, h.rotated or h.id == opus) for h in player.opus)
    ducats = player.ducats + edition.opus[opus].perform.ducats
    player = _offertorium(edition, replace(player, opus=held, ducats=ducats), opus)
    return _with_bonus(edition, state, player, right)


def _sell(edition: Edition, state: State, right: Right, opus: str) -> State:
    """Finance steps and points for a sale; the card leaves the game (L67)."""
    player = state.players[state.seat]
    sale = edition.opus[opus].sell
    player = replace(player, opus=tuple(h for h in player.opus if h.id != opus))
    player = treasury.raise_finance(edition, player, sale.finance)
    player = treasury.score(player, "sales", sale.vp)
    player = _offertorium(edition, player, opus)
    return _with_bonus(edition, replace(state, gone=(*state.gone, opus)), player, right)


def _travel(edition: Edition, state: State, place: str) -> State:
    """Mozart moves; a tile there is taken with the reward shown (L76, L77, L78, L79, L80)."""
    lying = tile_at(state, place)
    moved = replace(state, mozart=place)
    if lying is None:
        return moved
    left = tuple(other for other in state.lying if other.place != place)
    taken = replace(moved, lying=left)
    found = tile(edition, lying)
    if isinstance(found, Court):
        player = state.players[state.seat]
        player = replace(player, courts=(*player.courts, found.id))
        taken = treasury.seated(taken, state.seat, player)
    else:
        taken = replace(taken, used=(*state.used, found.id))
    return gains.gaining(taken, reward(edition, lying), "travels")
