"""The turn as a short plan: what may still be done, what is payable, what is missing.

One line for each action that is left, from the options of the decision; where
there is none, the cheapest thing is named with what the seat lacks for it.
"""

from __future__ import annotations

from collections.abc import Iterator

from render.lacrimosa import amounts, prices
from render.lacrimosa.naming import composer, part, short
from render.lacrimosa.naming import right as named
from render.words import Words
from rules.lacrimosa.actions import Commission, Compose, Document, Perform, Sell, Travel
from rules.lacrimosa.catalogue import SIDES, Edition
from rules.lacrimosa.deeds import ACTION_OF, fits, genre_of
from rules.lacrimosa.grammar import Cost
from rules.lacrimosa.requiem import gains_of, uncovered
from rules.lacrimosa.state import Costly, Player, Right
from rules.lacrimosa.view import View
from rules.table import Action, Decision

_COSTLY = (Document, Commission, Perform, Sell, Travel, Compose)


def lines(
    book: Edition, decision: Decision, rights: tuple[Right, ...], view: View, words: Words
) -> Iterator[str]:
    """A line for each action that is left."""
    for right in rights:
        yield words("words.line", text=_line(book, decision, right, view, words))


def _line(book: Edition, decision: Decision, right: Right, view: View, words: Words) -> str:
    name = named(right, words)
    if right.again:
        name = words("lacrimosa.plan.again", action=name)
    things = {_thing(each) for each in decision.options if _allowed(book, right, each)}
    if things:
        return words("lacrimosa.plan.possible", len(things), action=name)
    player = view.seats[decision.seat].player
    tries = [
        (prices.lacking(after, prices.price(book, view, each)), each)
        for each, after in _attempts(book, right, view, player)
    ]
    if not tries:
        return words("lacrimosa.plan.nothing", action=name)
    least, nearest = min(tries, key=lambda each: prices.weight(each[0]))
    if least == Cost():
        return words("lacrimosa.plan.nothing", action=name)
    missing = amounts.cost(least, words)
    what = _called(book, nearest, view, words)
    return words("lacrimosa.plan.missing", action=name, missing=missing, what=what)


def _allowed(book: Edition, right: Right, action: Action) -> bool:
    if not isinstance(action, _COSTLY):
        return False
    return fits(right, ACTION_OF[type(action)], genre_of(book, action))


def _thing(action: Action) -> object:
    """What an action is about, payments aside; each space of the Requiem once."""
    match action:
        case Document(card) | Commission(card):
            return card
        case Perform(opus):
            return "perform", opus
        case Sell(opus):
            return "sell", opus
        case Travel(place):
            return place
        case Compose(movement, space):
            return movement, space
        case _:
            return action


def _attempts(
    book: Edition, right: Right, view: View, player: Player
) -> Iterator[tuple[Costly, Player]]:
    """What the right could be used for, with the seat as it would pay."""
    if right.action == "requiem":
        return _parts(book, view, player)
    ways = prices.ways(book, view, player.opus, right.action, right.genre)
    return ((way, prices.rewarded(book, view, way, player)) for way in ways)


def _parts(book: Edition, view: View, player: Player) -> Iterator[tuple[Costly, Player]]:
    """A part for each open space, side and marker; what lies under it helps to pay."""
    taken = {note.space for note in view.notes}.union(view.covers)
    freed: list[tuple[str, int, str, Player]] = []
    for marker in player.markers:
        under = book.board[marker]
        gain = gains_of(under)[0]
        after = uncovered(book, player, Compose("", "", "", under.index, gain))
        freed.append((under.instrument, under.index, gain, after))
    for movement in book.tables.requiem.movement:
        sides = [side for side in SIDES if prices.top(book, view, side, movement.id)]
        open_ = {each.instrument: each for each in movement.spaces if each.id not in taken}
        for instrument, index, gain, after in freed:
            if instrument in open_:
                name = open_[instrument].id.removeprefix(f"{movement.id}.")
                for side in sides:
                    yield Compose(movement.id, name, side, index, gain), after


def _called(book: Edition, action: Costly, view: View, words: Words) -> str:
    match action:
        case Document(card) | Commission(card):
            return short(book, card, words)
        case Perform(opus) | Sell(opus):
            return short(book, opus, words)
        case Travel(place):
            return book.places[place].name
        case Compose(movement, space, side):
            return words(
                "lacrimosa.plan.part",
                movement=book.movements[movement].name,
                part=part(book, f"{movement}.{space}", words),
                composer=composer(book, view.composers[SIDES.index(side)], words),
            )
