"""The turn as a short plan: what may still be done, what is payable, what is missing.

There is one line for each action left, from the options of the decision. If an
action has no option, its line names the cheapest thing and what the seat lacks for it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, TypeAlias

from render.lacrimosa.words import amounts
from render.lacrimosa.words.names import composer, part, short, with_actions
from render.lacrimosa.words.names import right as named
from render.words import Words
from rules.contract import Action, Decision, Seat
from rules.lacrimosa import effects, gains, requiem
from rules.lacrimosa.actions import Commission, Compose, Document, Perform, Sell, Travel
from rules.lacrimosa.catalogue import SIDES, Edition, Memory
from rules.lacrimosa.grammar import FREE, WILD, Points, reward
from rules.lacrimosa.state import Costly, Player, Right
from rules.lacrimosa.treasury import in_ducats
from rules.lacrimosa.view import View

Payable: TypeAlias = Literal["now", "exchange", "nothing"]
"""Whether an action can be paid for: now, after exchanges at the bank, or not at all."""

_COSTLY = (Document, Commission, Perform, Sell, Travel, Compose)


def lines(
    edition: Edition, decision: Decision, rights: tuple[Right, ...], view: View, words: Words
) -> Iterator[str]:
    """A line for each action that is left."""
    for right in rights:
        yield words("words.line", text=_line(edition, decision, right, view, words))


def _line(edition: Edition, decision: Decision, right: Right, view: View, words: Words) -> str:
    name = named(right, words)
    if right.again:
        name = words("lacrimosa.plan.again", action=name)
    if things := possible(edition, decision, right):
        return words(_possible_text(right), things, action=name)
    return _nearest(edition, view, view.seats[decision.seat].player, right, name, words)


def payable(edition: Edition, view: View, player: Player, what: str) -> Payable:
    """Whether a seat could pay for anything that an action can apply to."""
    ways = tuple(effects.candidates(edition, view, player, what))
    if any(effects.payable(edition, view, player, way) for way in ways):
        return "now"
    if any(effects.exchanged(edition, view, player, way) for way in ways):
        return "exchange"
    return "nothing"


def of_card(edition: Edition, view: View, seat: Seat, card: Memory) -> dict[str, Payable]:
    """Whether a seat that uses a card could pay for each action; empty if that is unsure.

    What a reward of free choice could pay for is not known before the choice.
    """
    if any(isinstance(each, Points) and each.kind == WILD for each in reward(card.reward)):
        return {}
    player = gains.taken(edition, view.seats[seat].player, card.reward)
    return {name: payable(edition, view, player, name) for name in card.actions}


def prospect(edition: Edition, view: View, player: Player, right: Right, words: Words) -> str:
    """A line for an action that a seat would have with another card."""
    name = named(right, words)
    ways = effects.candidates(edition, view, player, right.action, right.genre)
    things = {_thing(way) for way in ways if effects.payable(edition, view, player, way)}
    if things:
        return words(_possible_text(right), len(things), action=name)
    return _nearest(edition, view, player, right, name, words)


def _possible_text(right: Right) -> str:
    """The text that says something can be paid for; for the Requiem it counts spaces."""
    requiem_ = right.action == "requiem"
    return "lacrimosa.plan.possible.requiem" if requiem_ else "lacrimosa.plan.possible"


def _nearest(
    edition: Edition, view: View, player: Player, right: Right, name: str, words: Words
) -> str:
    """What is missing for the cheapest thing, and whether the bank would help."""
    if right.action == "requiem":
        ways: Iterator[Costly] = _parts(edition, view, player)
    else:
        ways = effects.candidates(edition, view, player, right.action, right.genre)
    tries = [(effects.lacking(edition, view, player, way), way) for way in ways]
    least, nearest = min(tries, key=lambda each: in_ducats(each[0]), default=(FREE, None))
    if nearest is None or least == FREE:
        kind = "perform_or_sell" if right.action in {"perform", "sell"} else right.action
        because = words(f"lacrimosa.plan.nothing.{kind}")
        return words("lacrimosa.plan.nothing", action=name, because=because)
    missing = amounts.cost(least, words)
    what = _called(edition, nearest, view, words)
    form = "exchange" if effects.exchanged(edition, view, player, nearest) else "missing"
    return words(f"lacrimosa.plan.{form}", action=name, missing=missing, what=what)


def possible(edition: Edition, decision: Decision, right: Right) -> int:
    """For how many things a right can be used and paid for now."""
    return len({_thing(each) for each in decision.options if _allowed(edition, right, each)})


def _allowed(edition: Edition, right: Right, action: Action) -> bool:
    return isinstance(action, _COSTLY) and effects.allows(edition, right, action)


def _thing(action: Action) -> object:
    """What an action is about, apart from payments; each space of the Requiem once."""
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


def _parts(edition: Edition, view: View, player: Player) -> Iterator[Compose]:
    """One part for each movement, marker and composer that fit together."""
    for movement in edition.tables.requiem.movement:
        spaces = gains.empty_spaces(edition, view, movement.id)
        open_ = {edition.spaces[space].instrument: space for space in spaces}
        sides = [side for side in SIDES if requiem.top(edition, view, side, movement.id)]
        for marker in (edition.board[name] for name in player.markers):
            if space := open_.get(marker.instrument):
                name, gain = space.removeprefix(f"{movement.id}."), requiem.gains_of(marker)[0]
                for side in sides:
                    yield Compose(movement.id, name, side, marker.index, gain)


def _called(edition: Edition, action: Costly, view: View, words: Words) -> str:
    match action:
        case Document(card):
            return with_actions(edition, card, short(edition, card, words), words)
        case Commission(card):
            return short(edition, card, words)
        case Perform(opus) | Sell(opus):
            return short(edition, opus, words)
        case Travel(place):
            return edition.places[place].name
        case Compose(movement, space, side):
            return words(
                "lacrimosa.plan.part",
                movement=edition.movements[movement].name,
                part=part(edition, f"{movement}.{space}", words),
                composer=composer(edition, view.composers[SIDES.index(side)], words),
            )
