"""What things on the table cost now, read from a view.

The figures of the rules, for somebody who looks at the table: what a card of the
row, a journey or a part of the Requiem costs, and what a seat lacks for it.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from rules.lacrimosa.actions import Commission, Compose, Document, Perform, Sell, Travel
from rules.lacrimosa.catalogue import ROW, SIDES, City, Court, Edition, RowSpace, Tile
from rules.lacrimosa.deeds import wild_of
from rules.lacrimosa.exchange import between
from rules.lacrimosa.gains import taken
from rules.lacrimosa.grammar import FREE, Cost
from rules.lacrimosa.requiem import uncovered
from rules.lacrimosa.state import Costly, Held, Lying, Paying, Player
from rules.lacrimosa.treasury import owned, plus, spelled, splits
from rules.lacrimosa.view import View


def space(book: Edition, view: View, card: str) -> RowSpace | None:
    """The space of the row that a card lies on; None if it is not in the row."""
    if card not in view.row:
        return None
    return book.row[ROW - len(view.row) + view.row.index(card)]


def lying(view: View, place: str) -> Lying | None:
    """The tile that lies at a place of the map."""
    return next((each for each in view.lying if each.place == place), None)


def tile(book: Edition, found: Lying) -> Court | City:
    """The component that a tile on the map is."""
    return book.courts.get(found.tile) or book.cities[found.tile]


def reward(book: Edition, found: Lying) -> tuple[str, ...]:
    """The reward of the side that lies up."""
    component = tile(book, found)
    return component.gilded if found.gilded else component.plain


def top(book: Edition, view: View, side: str, movement: str) -> Tile | None:
    """The composer tile on sale for a side and a movement."""
    order = [each.id for each in book.tables.requiem.movement]
    if side not in SIDES or movement not in order:
        return None
    at = SIDES.index(side) * len(order) + order.index(movement)
    stack = view.stacks[at] if at < len(view.stacks) else ()
    return book.tiles[stack[0]] if stack else None


def price(book: Edition, view: View, action: Costly) -> Cost:
    """All that an action costs, wildcards as the kinds that it pays them with."""
    base = _price(book, view, action)
    wild = wild_of(action)
    if not wild:
        return base
    talent, journey, composition = spelled(wild)
    points = Cost(talent=talent, journey=journey, composition=composition)
    return replace(base.plus(points), wild=0)


def _price(book: Edition, view: View, action: Costly) -> Cost:
    match action:
        case Document(card):
            found = space(book, view, card)
            return found.memory_cost if found else FREE
        case Commission(card):
            found = space(book, view, card)
            return book.opus[card].cost.plus(found.opus_cost) if found else FREE
        case Perform(opus):
            return Cost(talent=book.opus[opus].perform.talent)
        case Sell(opus):
            return Cost(talent=book.opus[opus].sell.talent)
        case Travel(place):
            roads = Cost(ducats=book.roads[view.mozart][place])
            here = lying(view, place)
            return roads.plus(tile(book, here).cost) if here else roads
        case Compose(movement, _, side):
            sold = top(book, view, side, movement)
            return sold.cost if sold else FREE


def waits(book: Edition, view: View, action: Costly) -> tuple[bool, bool]:
    """Whether exchanges, and whether anything at all, come between choice and payment."""
    cost, wild = _price(book, view, action), wild_of(action)
    before = after = view.seats[view.seat].player
    if not (view.stack and isinstance(view.stack[-1], Paying)):
        after = rewarded(book, view, action, before)
    if not wild and between(before, after, cost):
        return True, True
    points = plus(cost.points, spelled(wild))
    return False, view.options.split and len(splits(after, points)) > 1


def rewarded(book: Edition, view: View, action: Costly, player: Player) -> Player:
    """A seat with what it gains before it pays."""
    match action:
        case Document(card) if found := space(book, view, card):
            return taken(book, player, found.memory_reward)
        case Commission(card) if found := space(book, view, card):
            return taken(book, player, found.opus_reward)
        case Compose():
            return uncovered(book, player, action)
        case _:
            return player


def ways(
    book: Edition, view: View, opus: tuple[Held, ...], action: str, genre: str | None = None
) -> Iterator[Costly]:
    """What an action but the Requiem's could be taken on, money aside.

    `opus` are the seat's cards; with a `genre` only those of that type count.
    """
    match action:
        case "document":
            yield from (Document(card) for card in view.row if card in book.memories)
        case "commission":
            yield from (Commission(card) for card in view.row if card in book.opus)
        case "travel":
            for place in book.places:
                if place != view.mozart or lying(view, place):
                    yield Travel(place)
        case _:
            for held in opus:
                if not held.rotated and genre in {None, book.opus[held.id].type}:
                    if action != "sell":
                        yield Perform(held.id)
                    if action != "perform":
                        yield Sell(held.id)


def lacking(player: Player, cost: Cost) -> Cost:
    """What a seat still lacks for a cost."""
    points = owned(player)
    talent, journey, composition = (
        max(need - has, 0) for need, has in zip(cost.points, points, strict=True)
    )
    left = sum(max(has - need, 0) for need, has in zip(cost.points, points, strict=True))
    return Cost(
        ducats=max(cost.ducats - player.ducats, 0),
        talent=talent,
        journey=journey,
        composition=composition,
        wild=max(cost.wild - left, 0),
        finance=max(cost.finance - player.finance, 0),
    )


def weight(cost: Cost) -> int:
    """How much a lack weighs: a story point is three ducats at the bank."""
    points = sum(cost.points) + cost.wild
    return cost.ducats + 3 * points + 3 * cost.finance
