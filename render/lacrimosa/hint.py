"""The hint beside a choice of Lacrimosa: its full price, its full gain, what is shown.

The last word before something is done, in one line of at most 100 characters.
What is nice to know is left out where there is no room; price and gain never are.
"""

from __future__ import annotations

from typing import Final, assert_never, cast

import msgspec

from render.lacrimosa import amounts, prices
from render.lacrimosa.naming import genre, needed, right, side
from render.lengths import HINT, clipped
from render.words import Words
from rules.lacrimosa.actions import (
    BuyCounter,
    Commission,
    Compose,
    Document,
    EndTurn,
    LayExperience,
    LayStory,
    Move,
    Perform,
    PlaceNeutral,
    Sell,
    SellCounter,
    Skip,
    Split,
    Spread,
    TakeDucats,
    Travel,
    UseCard,
)
from rules.lacrimosa.catalogue import ROUNDS, Edition, Memory
from rules.lacrimosa.requiem import place as board_place
from rules.lacrimosa.state import Costly, Turn
from rules.lacrimosa.view import View
from rules.table import Action, Deltas, Order

_REVEALS: Final = {
    "row": "row",
    "hand": "hand",
    "courts": "tiles",
    "cities": "tiles",
    "map": "tiles",
    "bonus": "bonus",
    "soloist": "soloist",
}
"""What the supplies show, as a family of texts; others show cards of the row."""


class Part(msgspec.Struct, frozen=True):
    """A part of a hint; what is not needed is left out where there is no room."""

    text: str
    needed: bool = True


def hint(
    book: Edition, action: Action | Order, deltas: Deltas, view: View, words: Words
) -> str:
    """Price, gain and what would be shown, in one line of at most 100 characters."""
    if isinstance(action, Order):
        raise KeyError(action)  # there are none in Lacrimosa
    parts = [*_does(book, cast(Move, action), deltas, view, words)]
    shown = dict.fromkeys(_REVEALS.get(each, "row") for each in deltas.reveals)
    parts += [Part(words(f"lacrimosa.reveals.{each}")) for each in shown]
    return fitted(parts, words)


def fitted(parts: list[Part], words: Words) -> str:
    """The parts in their order, as many of those not needed as there is room for."""
    kept = [bool(part.text) and part.needed for part in parts]
    for at, part_ in enumerate(parts):
        tried = [*kept[:at], bool(part_.text), *kept[at + 1 :]]
        if len(_joined(parts, tried, words)) <= HINT:
            kept = tried
    return clipped(_joined(parts, kept, words), HINT)


def _joined(parts: list[Part], kept: list[bool], words: Words) -> str:
    text = ""
    for part_, keep in zip(parts, kept, strict=True):
        if keep:
            text = (
                words("lacrimosa.hint.joined", first=text, second=part_.text)
                if text
                else part_.text
            )
    return text


def _does(book: Edition, action: Move, deltas: Deltas, view: View, words: Words) -> list[Part]:
    match action:
        case LayExperience(card):
            return _experience(book, book.memories[card], view, words)
        case LayStory(card):
            return [_story(book.memories[card], words)]
        case UseCard():
            return _use(book, view, words)
        case TakeDucats():
            return [Part(_changed(deltas, words)), Part(words("lacrimosa.hint.ducats"))]
        case Document() | Commission() | Perform() | Sell() | Travel() | Compose():
            return _deed(book, action, deltas, view, words)
        case Skip():
            return [Part(words("lacrimosa.hint.skip"))]
        case EndTurn():
            return [_unused(view, words), Part(_changed(deltas, words), needed=False)]
        case Spread() | Split() | BuyCounter() | SellCounter():
            return [Part(_changed(deltas, words))]
        case PlaceNeutral(_, which):
            return [Part(words("lacrimosa.hint.neutral", name=_for(book, view, which, words)))]
        case _:
            assert_never(action)


def _changed(deltas: Deltas, words: Words) -> str:
    return amounts.changes(deltas.amounts, words) if deltas.amounts else ""


def _for(book: Edition, view: View, which: str, words: Words) -> str:
    return side(book, view.composers, which, words)


def _experience(book: Edition, card: Memory, view: View, words: Words) -> list[Part]:
    parts = [
        Part(words("lacrimosa.hint.actions", actions=amounts.actions(card.actions, words)))
    ]
    if card.reward:
        gain = amounts.reward(card.reward, words)
        parts.insert(0, Part(words("lacrimosa.hint.now", reward=gain)))
    bonus = book.bonuses[view.bonus[-1]] if view.bonus else None
    if bonus and bonus.action in card.actions:
        pays = amounts.reward(bonus.reward * card.actions.count(bonus.action), words)
        parts.append(Part(words("lacrimosa.hint.bonus", reward=pays)))
    return parts


def _story(card: Memory, words: Words) -> Part:
    return Part(words("lacrimosa.hint.story", reward=amounts.story(card.story, words)))


def _use(book: Edition, view: View, words: Words) -> list[Part]:
    laid = view.seats[view.seat].experiences
    if not laid:
        return []
    card = book.memories[laid[-1]]
    gain = words("lacrimosa.hint.now", reward=amounts.reward(card.reward, words))
    does = words("lacrimosa.hint.actions", actions=amounts.actions(card.actions, words))
    return [Part(gain if card.reward else ""), Part(does)]


def _unused(view: View, words: Words) -> Part:
    """The actions of the card that End turn gives up."""
    frame = view.stack[-1] if view.stack else None
    left = frame.rights if isinstance(frame, Turn) else ()
    if not left:
        return Part("")
    return Part(
        words("lacrimosa.hint.unused", actions=words.row(right(each, words) for each in left))
    )


def _deed(
    book: Edition, action: Costly, deltas: Deltas, view: View, words: Words
) -> list[Part]:
    """Price, gain, what follows, and what the thing itself is good for."""
    cost = prices.price(book, view, action)
    owed = msgspec.structs.asdict(cost)
    gained = dict.fromkeys(("vp", *owed), 0) | owed
    for delta in deltas.amounts:
        gained[delta.what] += delta.amount
    bank, waits = prices.waits(book, view, action)
    promised = _promised(book, action, view)
    wild = amounts.chosen(promised, words)
    gains = amounts.goods({} if waits else gained, words, wild)
    parts = [Part(words("lacrimosa.hint.pay", cost=amounts.cost(cost, words)))]
    if gains:
        parts.append(Part(words("lacrimosa.hint.gain", goods=gains)))
    elif isinstance(action, Perform) and not waits:
        parts.append(Part(words("lacrimosa.hint.idle")))
    parts.append(Part(words("lacrimosa.hint.exchange") if bank else ""))
    parts.append(Part(amounts.granted(promised, words)))
    return parts + _about(book, action, view, words)


def _promised(book: Edition, action: Costly, view: View) -> tuple[str, ...]:
    """What the tiles taken and the place emptied give; part of it waits for a choice."""
    match action:
        case Travel(place):
            here = prices.lying(view, place)
            return prices.reward(book, here) if here else ()
        case Compose(movement, _, which, marker):
            tile = prices.top(book, view, which, movement)
            found = board_place(book, marker)
            under = found.reward if found and not action.gain else ()
            return (*(tile.reward if tile else ()), *under)
        case _:
            return ()


def _about(book: Edition, action: Costly, view: View, words: Words) -> list[Part]:
    match action:
        case Document(card):
            return _memory(book, card, view, words)
        case Commission(card):
            return _opus(book, card, words)
        case Perform():
            return []
        case Sell():
            return [Part(words("lacrimosa.hint.sold"), needed=False)]
        case Travel(place):
            return _arrival(book, place, view, words)
        case Compose():
            return _composing(book, action, view, words)
        case _:
            assert_never(action)


def _memory(book: Edition, card: str, view: View, words: Words) -> list[Part]:
    """A memory is bought for its story now and its actions later; in round 5 never."""
    memory = book.memories[card]
    story = amounts.story(memory.story, words)
    if view.round == ROUNDS:
        return [Part(words("lacrimosa.hint.story_only", reward=story))]
    later = amounts.actions(memory.actions, words)
    if memory.reward:
        top = amounts.reward(memory.reward, words)
        later = words("lacrimosa.hint.joined.row", first=top, second=later)
    return [
        Part(words("lacrimosa.hint.story", reward=story)),
        Part(words("lacrimosa.hint.later", reward=later), needed=False),
    ]


def _opus(book: Edition, card: str, words: Words) -> list[Part]:
    opus = book.opus[card]
    kind = genre(opus.type, words) if opus.type else ""
    return [
        Part(kind, needed=False),
        Part(amounts.performance(opus, words), needed=False),
        Part(amounts.sale(opus, words), needed=False),
    ]


def _arrival(book: Edition, place: str, view: View, words: Words) -> list[Part]:
    here = prices.lying(view, place)
    if here is None:
        return [Part(words("lacrimosa.hint.empty"))]
    court = book.courts.get(here.tile)
    if court is None:
        return []
    points = amounts.amount("vp", court.vp, words)
    needs = words.row(needed(book, court, words))
    return [Part(words(f"lacrimosa.hint.court.{court.kind}", needs=needs, points=points))]


def _composing(book: Edition, action: Compose, view: View, words: Words) -> list[Part]:
    """What the tile gives for good."""
    tile = prices.top(book, view, action.side, action.movement)
    good = tile.repeat if tile else None
    return [Part(amounts.repeat(good, words))] if good else []
