"""The five actions on cards and tiles, as what they cost and what they do.

Document Memories (L51-L55), Commission (L56-L61), Perform or Sell (L65-L71) and
Travel (L72-L83); the Requiem has a room of its own.
"""

from __future__ import annotations

from typing import assert_never

from msgspec.structs import replace

from rules.lacrimosa import exchange, gains, requiem, row, treasury
from rules.lacrimosa.actions import Commission, Compose, Document, Perform, Sell, Travel
from rules.lacrimosa.catalogue import City, Court, Edition
from rules.lacrimosa.grammar import Cost, OpusPoints, repeat
from rules.lacrimosa.state import Costly, Held, Lying, Player, Right, State, Triple
from rules.table import Reason

ACTION_OF = {
    Document: "document",
    Commission: "commission",
    Perform: "perform",
    Sell: "sell",
    Travel: "travel",
    Compose: "requiem",
}


def fits(right: Right, action: str, genre: str | None) -> bool:
    """Whether a right allows an action, of an opus of that type where it matters."""
    wide = right.action == "perform_or_sell" and action in {"perform", "sell"}
    return (wide or right.action == action) and right.genre in {None, genre}


def genre_of(book: Edition, action: Costly) -> str | None:
    """The type of the opus that is performed or sold."""
    return book.opus[action.opus].type if isinstance(action, Perform | Sell) else None


def tile_at(state: State, place: str) -> Lying | None:
    """The tile that lies at a place."""
    return next((lying for lying in state.lying if lying.place == place), None)


def tile(book: Edition, lying: Lying) -> Court | City:
    """The component that a tile on the map is."""
    return book.courts.get(lying.tile) or book.cities[lying.tile]


def cost(book: Edition, state: State, action: Costly) -> Cost:
    """All that an action costs."""
    match action:
        case Document(card):
            return row.space(book, state, card).memory_cost
        case Commission(card):
            return book.opus[card].cost.plus(row.space(book, state, card).opus_cost)
        case Perform(opus):
            return Cost(talent=book.opus[opus].perform.talent)
        case Sell(opus):
            return Cost(talent=book.opus[opus].sell.talent)
        case Travel(place):
            roads = Cost(ducats=book.roads[state.mozart][place])
            lying = tile_at(state, place)
            return roads.plus(tile(book, lying).cost) if lying else roads
        case Compose():
            return requiem.cost(book, state, action)
        case _:
            assert_never(action)


def before_paying(book: Edition, state: State, action: Costly) -> Player:
    """The seat with what it gains before it pays.

    That is the reward of a row space (ruling 13), or what lies under a requiem
    marker (L89).
    """
    player = state.players[state.seat]
    match action:
        case Document(card):
            return gains.taken(book, player, row.space(book, state, card).memory_reward)
        case Commission(card):
            return gains.taken(book, player, row.space(book, state, card).opus_reward)
        case Compose():
            return requiem.uncovered(book, player, action)
        case _:
            return player


def wild_of(action: Costly) -> str:
    """The letters that pay a wildcard cost."""
    return "" if isinstance(action, Perform | Sell) else action.wild


def possible(book: Edition, state: State, action: Costly) -> Reason | None:
    """Why the thing itself is out of reach, whatever one could pay, or None."""
    player = state.players[state.seat]
    match action:
        case Document(card):
            known = card in row.memories(book, state)
            return None if known else Reason("not_in_row", what=card)
        case Commission(card):
            known = card in row.opus(book, state)
            return None if known else Reason("not_in_row", what=card)
        case Perform(opus) | Sell(opus):
            held = next((held for held in player.opus if held.id == opus), None)
            if held is None:
                return Reason("not_in_front", what=opus)
            return Reason("already_performed", what=opus) if held.rotated else None
        case Travel(place):
            if place not in book.places:
                return Reason("unknown_action")
            still = place == state.mozart and tile_at(state, place) is None
            return Reason("nothing_here", what=place) if still else None
        case Compose():
            return requiem.possible(book, state, action)
        case _:
            assert_never(action)


def refuse(book: Edition, state: State, right: Right, action: Costly) -> Reason | None:
    """Why an action is impossible now under a right, or None (ruling 4)."""
    reason = possible(book, state, action)
    if reason:
        return reason
    if not fits(right, ACTION_OF[type(action)], genre_of(book, action)):
        return Reason("no_such_right", what=ACTION_OF[type(action)])
    price, wild = cost(book, state, action), wild_of(action)
    player = before_paying(book, state, action)
    if not wild and exchange.between(state.players[state.seat], player, price):
        return None
    return treasury.short(player, price, wild)


def ways(book: Edition, state: State, action: Costly) -> tuple[str, ...]:
    """The kinds that can pay the wildcards of an action; none if it cannot be paid."""
    before, after = state.players[state.seat], before_paying(book, state, action)
    return exchange.ways(before, after, cost(book, state, action))


def split_points(book: Edition, state: State, action: Costly) -> Triple:
    """The story points that an action takes, wildcards included."""
    price = cost(book, state, action)
    return treasury.plus(price.points, treasury.spelled(wild_of(action)))


def do(
    book: Edition, state: State, right: Right, action: Costly, split: Triple | None
) -> State:
    """Pay and carry out an action whose right is used up, its first reward gained."""
    price = cost(book, state, action)
    paid = treasury.pay(state.players[state.seat], price, wild_of(action), split)
    after = treasury.seated(state, state.seat, paid)
    match action:
        case Document(card):
            return _document(after, card)
        case Commission(card):
            return _commission(book, after, card)
        case Perform(opus):
            return _perform(book, after, right, opus)
        case Sell(opus):
            return _sell(book, after, right, opus)
        case Travel(place):
            return _travel(book, after, place)
        case Compose():
            return requiem.compose(book, after, action)
        case _:
            assert_never(action)


def _document(state: State, card: str) -> State:
    """The new memory takes the place of this turn's Story card (L52)."""
    player = state.players[state.seat]
    *earlier, replaced = player.story
    after = treasury.seated(state, state.seat, replace(player, story=(*earlier, card)))
    return row.without(replace(after, gone=(*state.gone, replaced)), card)


def _commission(book: Edition, state: State, card: str) -> State:
    """The opus comes in front of its owner, unrotated, with its points (L57)."""
    player = state.players[state.seat]
    player = replace(player, opus=(*player.opus, Held(card)))
    player = treasury.score(player, "opus", book.opus[card].vp)
    player = _offertorium(book, player, card)
    return row.without(treasury.seated(state, state.seat, player), card)


def _offertorium(book: Edition, player: Player, card: str) -> Player:
    """Each own Offertorium tile of the opus's type scores (L58, L69)."""
    genre = book.opus[card].type
    for hired in player.hired:
        text = book.tiles[hired.tile].repeat
        effect = repeat(text) if text else None
        if isinstance(effect, OpusPoints) and effect.genre == genre:
            player = treasury.score(player, "repeats", effect.amount)
    return player


def _with_bonus(book: Edition, state: State, player: Player, right: Right) -> State:
    if right.bonus:
        player = gains.taken(book, player, (right.bonus,))
    return treasury.seated(state, state.seat, player)


def _perform(book: Edition, state: State, right: Right, opus: str) -> State:
    """Money for a performance; the card is rotated until maintenance (L66)."""
    player = state.players[state.seat]
    held = tuple(Held(h.id, h.rotated or h.id == opus) for h in player.opus)
    ducats = player.ducats + book.opus[opus].perform.ducats
    player = _offertorium(book, replace(player, opus=held, ducats=ducats), opus)
    return _with_bonus(book, state, player, right)


def _sell(book: Edition, state: State, right: Right, opus: str) -> State:
    """Finance steps and points for a sale; the card leaves the game (L67)."""
    player = state.players[state.seat]
    sale = book.opus[opus].sell
    player = replace(player, opus=tuple(h for h in player.opus if h.id != opus))
    player = treasury.raise_finance(book, player, sale.finance)
    player = treasury.score(player, "sales", sale.vp)
    player = _offertorium(book, player, opus)
    return _with_bonus(book, replace(state, gone=(*state.gone, opus)), player, right)


def _travel(book: Edition, state: State, place: str) -> State:
    """Mozart moves; a tile there is taken with its visible side's reward (L76-L80)."""
    lying = tile_at(state, place)
    moved = replace(state, mozart=place)
    if lying is None:
        return moved
    left = tuple(other for other in state.lying if other.place != place)
    taken = replace(moved, lying=left)
    found = tile(book, lying)
    if isinstance(found, Court):
        player = state.players[state.seat]
        player = replace(player, courts=(*player.courts, found.id))
        taken = treasury.seated(taken, state.seat, player)
    else:
        taken = replace(taken, used=(*state.used, found.id))
    texts = found.gilded if lying.gilded else found.plain
    return gains.gaining(taken, texts, "travels")
