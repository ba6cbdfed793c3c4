"""The hint beside a choice of Lacrimosa: its full price, its full gain, what is revealed.

It is the last word before something is done. If a line with a limit is full, what is only
nice to know is left out; price, gain and warnings never are.
"""

from __future__ import annotations

from typing import Final, assert_never, cast

import msgspec

from render.lacrimosa.words import amounts, plan
from render.lacrimosa.words.names import action as action_name
from render.lacrimosa.words.names import genre, needed, right, side
from render.lengths import HINT, joined
from render.words import Words
from rules.contract import Action, Delta, Deltas, Order
from rules.lacrimosa import effects, exchange, gains, requiem
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
from rules.lacrimosa.grammar import FREE, KINDS, WILD, Cost, Grant, Neutral, reward
from rules.lacrimosa.state import Costly, Paying, Splitting, Turn
from rules.lacrimosa.view import View

_REVEALS: Final = {
    "row": "row",
    "hand": "hand",
    "courts": "tiles",
    "cities": "tiles",
    "map": "tiles",
    "bonus": "bonus",
    "soloist": "soloist",
    "end": "end",
}
"""The texts for what the supplies reveal; other supplies reveal cards of the row."""

_ON_OPUS: Final = {"perform", "sell", "perform_or_sell"}
"""The actions that need one of the seat's opus cards."""


class Part(msgspec.Struct, frozen=True):
    """A part of a hint; what is not needed is left out if the line is full.

    Attributes:
        spare: it comes before all that is not needed, but is left out if it does not fit.
        warning: it says that the choice is worth less than it looks; it is never cut.
    """

    text: str
    needed: bool = True
    spare: bool = False
    warning: bool = False


def hint(
    edition: Edition,
    action: Action | Order,
    deltas: Deltas,
    view: View,
    words: Words,
    longest: int | None = HINT,
) -> str:
    """Price, gain and what would be revealed, in one line of at most `longest` characters."""
    if isinstance(action, Order):
        raise KeyError(action)  # there are none in Lacrimosa
    parts = [*_does(edition, cast(Move, action), deltas, view, words)]
    shown = dict.fromkeys(_REVEALS.get(each, "row") for each in deltas.reveals)
    # Before what is nice to know: what reveals something cannot be undone.
    first = [each for each in parts if each.needed]
    first += [Part(words(f"lacrimosa.reveals.{each}"), needed=False) for each in shown]
    return fitted([*first, *(each for each in parts if not each.needed)], words, longest)


def fitted(parts: list[Part], words: Words, longest: int | None = HINT) -> str:
    """The parts in order, with as many of those not needed as fit; warnings stay whole."""
    kept = [bool(part.text) and part.needed and not part.spare for part in parts]
    for at, part_ in enumerate(parts):
        tried = [*kept[:at], bool(part_.text), *kept[at + 1 :]]
        if longest is None or len(_joined(parts, tried, words)) <= longest:
            kept = tried
    text = _joined(parts, kept, words)
    if longest is None or len(text) <= longest:
        return text
    pairs = [*zip(parts, kept, strict=True)]
    warnings = _joined(parts, [keep and each.warning for each, keep in pairs], words)
    others = _joined(parts, [keep and not each.warning for each, keep in pairs], words)
    return joined(others, warnings, words, longest)


def _joined(parts: list[Part], kept: list[bool], words: Words) -> str:
    text = ""
    for part_, keep in zip(parts, kept, strict=True):
        if keep:
            text = words("hint.joined", first=text, second=part_.text) if text else part_.text
    return text


def _does(
    edition: Edition, action: Move, deltas: Deltas, view: View, words: Words
) -> list[Part]:
    match action:
        case LayExperience(card):
            return _experience(edition, edition.memories[card], view, words)
        case LayStory(card):
            return _story(edition.memories[card], words)
        case UseCard():
            return _use(edition, deltas, view, words)
        case TakeDucats():
            return [Part(_changed(deltas, words)), Part(words("lacrimosa.hint.ducats"))]
        case Document() | Commission() | Perform() | Sell() | Travel() | Compose():
            return _deed(edition, action, deltas, view, words)
        case Skip():
            return [
                Part(words("lacrimosa.hint.skip"), warning=True),
                Part(_changed(deltas, words)),
            ]
        case EndTurn():
            return [_unused(view, words), Part(_changed(deltas, words))]
        case Split(counters):
            return [
                Part(_kept(counters, view, words), spare=True),
                Part(_changed(deltas, words)),
            ]
        case BuyCounter() | SellCounter():
            return _exchange(edition, action, deltas, view, words)
        case Spread():
            return [Part(_changed(deltas, words))]
        case PlaceNeutral(_, which):
            name = _for(edition, view, which, words)
            return [
                Part(words("lacrimosa.hint.neutral", name=name)),
                Part(_changed(deltas, words)),
            ]
        case _:
            assert_never(action)


def _exchange(
    edition: Edition, action: BuyCounter | SellCounter, deltas: Deltas, view: View, words: Words
) -> list[Part]:
    """What an exchange changes; in a payment also what is still needed, or all that follows.

    The line says what the payment takes only if it can follow at once and no kind is left
    to choose.
    """
    frame = view.stack[-1] if view.stack else None
    if not isinstance(frame, Paying):
        return [Part(_changed(deltas, words))]
    price = effects.cost(edition, view, frame.action)
    after = exchange.made(view.seats[view.seat].player, action)
    left = exchange.missing(after, price)
    if left or price.wild:
        parts = [Part(amounts.changes(deltas.amounts, words))]
        return [*parts, Part(words("lacrimosa.hint.exchange.more", left))] if left else parts
    name = action_name(effects.ACTION_OF[type(frame.action)], words)
    changes = _changed(deltas, words)
    return [Part(words("lacrimosa.hint.exchange.paid", action=name, changes=changes))]


def _changed(deltas: Deltas, words: Words) -> str:
    total: dict[str, int] = {}
    for delta in (*deltas.amounts, *deltas.later):
        if delta.what == "vp" and "end" in deltas.reveals:
            continue  # the final count, which follows whatever is chosen
        total[delta.what] = total.get(delta.what, 0) + delta.amount
    changed = [Delta(what, amount) for what, amount in total.items() if amount]
    return amounts.changes(changed, words) if changed else ""


def _for(edition: Edition, view: View, which: str, words: Words) -> str:
    return side(edition, view.composers, which, words)


def _experience(edition: Edition, card: Memory, view: View, words: Words) -> list[Part]:
    """The label says what the top brings: its reward and its actions."""
    parts = [Part(_payable(edition, card, view, words), warning=True)]
    bonus = edition.bonuses[view.bonus[-1]] if view.bonus else None
    if bonus and bonus.action in card.actions:
        pays = amounts.reward(bonus.reward * card.actions.count(bonus.action), words)
        parts.append(Part(words("lacrimosa.hint.bonus", reward=pays)))
    story = amounts.story(card.story, words)
    return [*parts, Part(words("lacrimosa.hint.no_story", reward=story), needed=False)]


def _story(card: Memory, words: Words) -> list[Part]:
    """The label says what the bottom brings; the top is not used this round."""
    top = amounts.actions(card.actions, words)
    if card.reward:
        reward = amounts.reward(card.reward, words)
        top = words("lacrimosa.hint.joined.row", first=reward, second=top)
    return [Part(words("lacrimosa.hint.not_used", top=top))]


def _kept(paid: tuple[int, ...], view: View, words: Words) -> str:
    """What a way to split a payment leaves; steps are lost in maintenance, counters are not."""
    frame = view.stack[-1] if view.stack else None
    if not isinstance(frame, Splitting):
        return ""
    own = view.seats[view.seat]
    owed = zip(KINDS, frame.points, paid, own.tracks, own.counters, strict=True)
    left = [
        amounts.owned(kind, track - (points - counted), counters - counted, words)
        for kind, points, counted, track, counters in owed
        if points
    ]
    return words("lacrimosa.hint.kept", points=words.row(left))


def _use(edition: Edition, deltas: Deltas, view: View, words: Words) -> list[Part]:
    laid = view.seats[view.seat].experiences
    if not laid:
        return []
    card = edition.memories[laid[-1]]
    gains = [*filter(None, (_changed(deltas, words), *amounts.chosen(card.reward, words)))]
    gain = words.row(gains) if gains else ""
    return [
        Part(words("lacrimosa.hint.now", reward=gain) if gain else ""),
        Part(_payable(edition, card, view, words), warning=True),
    ]


def _payable(edition: Edition, card: Memory, view: View, words: Words) -> str:
    """Which actions of the card can be paid for, if not all of them."""
    seat = view.seat if view.viewer is None else view.viewer
    ways = plan.of_card(edition, view, seat, card)
    if not ways or set(ways.values()) == {"now"}:
        return ""
    for form in ("now", "exchange"):
        if names := [name for name, way in ways.items() if way == form]:
            return words(f"lacrimosa.hint.use.{form}", actions=amounts.actions(names, words))
    return words("lacrimosa.hint.use.nothing")


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
    edition: Edition, action: Costly, deltas: Deltas, view: View, words: Words
) -> list[Part]:
    """Price, gain, what follows, and what the thing itself is good for."""
    cost = effects.cost_as_paid(edition, view, action)
    owed = msgspec.structs.asdict(cost)
    gained = dict.fromkeys(("vp", *owed), 0) | owed
    for delta in (*deltas.amounts, *deltas.later):
        gained[delta.what] += delta.amount
    gained[WILD] = 0  # a kind not spelled yet is chosen after exchanges
    promised = _promised(edition, action, view)
    wild = amounts.chosen(promised, words)
    gains = amounts.goods(gained, words, wild)
    parts = [Part(costs(cost, words))]
    if gains:
        parts.append(Part(words("lacrimosa.hint.gain", goods=gains)))
    elif isinstance(action, Perform):
        parts.append(Part(words("lacrimosa.hint.idle"), warning=True))
    bank = _exchanges_first(edition, view, action)
    parts.append(Part(words("lacrimosa.hint.exchange") if bank else "", spare=True))
    parts.append(Part(amounts.granted(promised, words)))
    parts += _idle_grants(edition, promised, view, words)
    return parts + about(edition, action, view, words)


def costs(cost: Cost, words: Words) -> str:
    """What a choice costs."""
    if cost == FREE:
        return words("lacrimosa.hint.pay.free")
    return words("lacrimosa.hint.pay", cost=amounts.cost(cost, words))


def _exchanges_first(edition: Edition, view: View, action: Costly) -> bool:
    """Whether exchanges come between choice and payment."""
    before = after = view.seats[view.seat].player
    if not (view.stack and isinstance(view.stack[-1], Paying)):
        after = effects.before_paying(edition, view, action, before)
    return effects.exchanges_first(edition, view, action, before, after)


def _idle_grants(
    edition: Edition, promised: tuple[str, ...], view: View, words: Words
) -> list[Part]:
    """A warning for each granted action on opus cards if the seat has none for it."""
    player = view.seats[view.seat].player
    grants = [each for each in reward(promised) if isinstance(each, Grant)]
    return [
        Part(words("lacrimosa.hint.no_opus"), warning=True)
        for each in grants
        if each.action in _ON_OPUS
        and not any(effects.candidates(edition, view, player, each.action, each.genre))
    ]


def _promised(edition: Edition, action: Costly, view: View) -> tuple[str, ...]:
    """What the tiles taken and the place emptied give; part of it waits for a choice."""
    match action:
        case Travel(place):
            here = effects.tile_at(view, place)
            return effects.reward(edition, here) if here else ()
        case Compose(movement, _, which, marker):
            tile = requiem.top(edition, view, which, movement)
            found = requiem.place(edition, marker)
            under = found.reward if found and not action.gain else ()
            return (*(tile.reward if tile else ()), *under)
        case _:
            return ()


def about(edition: Edition, action: Costly, view: View, words: Words) -> list[Part]:
    """What the thing itself is good for, apart from price and gain."""
    match action:
        case Document(card):
            return _memory(edition, card, view, words)
        case Commission(card):
            return _opus(edition, card, words)
        case Perform():
            return [Part(words("lacrimosa.hint.performed"), needed=False)]
        case Sell():
            return [Part(words("lacrimosa.hint.sold"), needed=False)]
        case Travel(place):
            return _arrival(edition, place, view, words)
        case Compose():
            return _composing(edition, action, view, words)
        case _:
            assert_never(action)


def _memory(edition: Edition, card: str, view: View, words: Words) -> list[Part]:
    """A memory is bought for its story now and its actions later; in round 5, just story."""
    memory = edition.memories[card]
    story = amounts.story(memory.story, words)
    lost = Part(_replaced(edition, view, words), needed=False)
    if view.round == ROUNDS:
        return [Part(words("lacrimosa.hint.story_only", reward=story)), lost]
    later = amounts.actions(memory.actions, words)
    if memory.reward:
        top = amounts.reward(memory.reward, words)
        later = words("lacrimosa.hint.joined.row", first=top, second=later)
    return [
        Part(words("lacrimosa.hint.story", reward=story)),
        Part(words("lacrimosa.hint.later", reward=later), needed=False),
        lost,
    ]


def _replaced(edition: Edition, view: View, words: Words) -> str:
    """The bottom of this turn's Story card, which a new memory replaces (L52, LR15).

    Empty in a plan: the card of a coming turn has not been laid yet.
    """
    acting = any(isinstance(frame, Turn) for frame in view.stack)
    story = view.seats[view.seat].story
    if not acting or not story or view.viewer not in {None, view.seat}:
        return ""
    lost = amounts.story(edition.memories[story[-1]].story, words)
    return words("lacrimosa.hint.replaces", story=lost)


def _opus(edition: Edition, card: str, words: Words) -> list[Part]:
    opus = edition.opus[card]
    kind = genre(opus.type, words) if opus.type else ""
    return [
        Part(kind, needed=False),
        Part(amounts.performance(opus, words), needed=False),
        Part(amounts.sale(opus, words), needed=False),
    ]


def _arrival(edition: Edition, place: str, view: View, words: Words) -> list[Part]:
    here = effects.tile_at(view, place)
    if here is None:
        return [Part(words("lacrimosa.hint.empty"), warning=True)]
    court = edition.courts.get(here.tile)
    if court is None:
        return []
    points = amounts.amount("vp", court.vp, words)
    needs = words.row(needed(edition, court, words))
    return [Part(words(f"lacrimosa.hint.court.{court.kind}", needs=needs, points=points))]


def _composing(edition: Edition, action: Compose, view: View, words: Words) -> list[Part]:
    """What the tile gives for good, and a warning if a neutral marker has no space (LR34)."""
    tile = requiem.top(edition, view, action.side, action.movement)
    good = tile.repeat if tile else None
    parts = [Part(amounts.repeat(good, words))] if good else []
    if _loses_neutral(edition, action, view):
        parts.append(Part(words("lacrimosa.hint.neutral.lost"), warning=True))
    return parts


def _loses_neutral(edition: Edition, action: Compose, view: View) -> bool:
    """Whether a neutral marker comes with a part whose movement is then full."""
    marker = requiem.place(edition, action.marker)
    if marker is None or action.gain or Neutral() not in reward(marker.reward):
        return False
    return len(gains.empty_spaces(edition, view, action.movement)) <= 1
