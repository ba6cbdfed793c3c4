"""The hint beside a choice of Florence: what it does, its price and its gain."""

from __future__ import annotations

from typing import assert_never, cast

from msgspec.structs import replace

from render.florence.words.detail import in_row, item
from render.florence.words.names import card_text, florins, named, prestige, square, wishes
from render.lengths import HINT, joined
from render.words import Words, signed
from rules.contract import Action, Deltas, Order, tag_of
from rules.florence import works
from rules.florence.actions import (
    Bid,
    Build,
    Decline,
    DrawBonus,
    DrawProfession,
    EndTurn,
    Exchange,
    Finish,
    GiveBack,
    Introduce,
    Keep,
    KeepRecruiting,
    Move,
    Open,
    Pass,
    Place,
    PlayBonus,
    PutUnder,
    Recruit,
    SellPrestige,
    Take,
    Work,
)
from rules.florence.cards import card_of
from rules.florence.catalogue import PAYMENT, PRESTIGE_BEST_WORK, PROFESSIONS, SALE, VALUE_CARD
from rules.florence.orders import (
    UNLIMITED,
    AskLot,
    BidUpTo,
    OpenFirst,
    OpenSecond,
    PassLot,
    PassRest,
    PlaceAt,
    PlaceBest,
    StandingOrder,
)
from rules.florence.state import Composing, Ordering
from rules.florence.treasury import missing
from rules.florence.view import View


def hint(
    action: Action | Order,
    deltas: Deltas,
    view: View,
    words: Words,
    longest: int | None = HINT,
) -> str:
    """What a choice does, its price and gain, and whether it shows hidden cards.

    It has at most `longest` characters, unless that is None. A standing order, which has
    neither price nor gain, is described in full.
    """
    price = in_row(amounts(action, deltas, words), words)
    if isinstance(action, SellPrestige):
        price = ""  # the label already says what is sold for how much
    if isinstance(action, Order):
        does = _orders(cast(StandingOrder, action), view, words, longest)
    elif isinstance(action, Open | Take):
        room = None if longest is None else longest - len(f"{price}; ")
        does = _lot(action.lot, view, words, room)
    elif isinstance(action, EndTurn):
        does = in_row(_at_end(deltas, view, words), words)
    else:
        does = _does(cast(Move, action), view, words)
    return joined(does, price, words, longest)


def _orders(order: StandingOrder, view: View, words: Words, longest: int | None) -> str:
    """A standing order in full, with what it could make its seat sell (FR3)."""
    match order:
        case BidUpTo(turn, lot, amount) if amount == UNLIMITED:
            return words("florence.hint.bid_up_to.unlimited", turn=turn, lot=named(lot, words))
        case BidUpTo(turn, lot, amount):
            most = florins(amount, words)
            text = words(
                "florence.hint.bid_up_to", turn=turn, lot=named(lot, words), amount=most
            )
            own = None if view.viewer is None else view.seats[view.viewer].player
            points = missing(own, amount) if own else 0
            sells = words("florence.hint.may_sell", points=points)
            return joined(text, sells, words, longest) if points else text
        case PassLot(turn, lot):
            return words("florence.hint.pass_lot", turn=turn, lot=named(lot, words))
        case PassRest(turn) | PlaceBest(turn):
            return words(f"florence.hint.{tag_of(order)}", turn=turn)
        case AskLot(turn, lot) | OpenFirst(turn, lot) | OpenSecond(turn, lot):
            return words(f"florence.hint.{tag_of(order)}", turn=turn, lot=named(lot, words))
        case PlaceAt(turn, lot, orientation, handle):
            turned = words(f"florence.label.orientation.{orientation}")
            figures = {"square": square(handle), "turned": turned}
            return words("florence.hint.place_at", turn=turn, lot=named(lot, words), **figures)
        case _:
            assert_never(order)


def amounts(action: Action | Order, deltas: Deltas, words: Words) -> list[str]:
    """What a choice pays and gains, what it sells to pay, whether it shows hidden cards.

    A pass may let someone else look at cards: it shows none to the seat that passes.
    """
    parts = [
        words(f"florence.delta.{delta.what}", amount=signed(delta.amount))
        for delta in deltas.amounts
    ]
    parts += [
        words("florence.hint.forced", points=abs(delta.amount)) for delta in deltas.forced
    ]
    parts += [
        words("florence.hint.pledged", points=abs(delta.amount)) for delta in deltas.pledged
    ]
    if "florins" in deltas.reveals:
        parts.append(words("florence.hint.final"))
    if set(deltas.reveals) - {"florins"} and not isinstance(action, Pass):
        parts.append(words("florence.hint.reveals"))
    return parts


def _does(action: Move, view: View, words: Words) -> str:
    """What is worth knowing about a choice apart from its price, or nothing."""
    match action:
        case GiveBack(card):
            return wishes(card, words)
        case Recruit(card):
            return _newcomer(card, view, words, cards=-1)
        case Work(card):
            return _worth(card, view, words)
        case PlayBonus(card):
            return _adds(card, view, words)
        case Keep(card) if card in PROFESSIONS:
            return _newcomer(card, view, words)
        case Keep(card):
            return _text(card, words)
        case Finish():
            value = view.step.value if isinstance(view.step, Composing) else 0
            return words("florence.hint.finish", value=value)
        case Pass() | Decline():
            return words(f"florence.hint.{tag_of(action)}")
        case PutUnder(numbers):
            deck = view.step.deck if isinstance(view.step, Ordering) else ""
            return words.listed(named(card_of(deck, number) or "", words) for number in numbers)
        case DrawProfession():
            adds = words("florence.hint.card", points=VALUE_CARD)
            return in_row([adds, words("florence.hint.pile", len(view.professions))], words)
        case DrawBonus():
            return words("florence.hint.pile", len(view.bonus))
        case Bid() | Place() | KeepRecruiting() | Exchange() | Build():
            return ""
        case SellPrestige(points):
            return _after_sale(points, view, words)
        case Introduce() | Open() | Take() | EndTurn():
            return ""  # what an item is good for is said in the room that its price leaves
        case _:
            assert_never(action)


def _at_end(deltas: Deltas, view: View, words: Words) -> list[str]:
    """What the end of a turn scores for, if it is the last one (F87, F90)."""
    parts: list[str] = []
    gained = sum(delta.amount for delta in deltas.amounts if delta.what == "prestige")
    if view.viewer is None or gained <= 0:
        return parts
    value = view.seats[view.viewer].value
    if value and value == max(side.value for side in view.seats):
        parts.append(words("florence.hint.end_turn.best"))
        gained -= PRESTIGE_BEST_WORK
    if gained:
        parts.append(words("florence.hint.end_turn.cards"))
    return parts


def _after_sale(points: int, view: View, words: Words) -> str:
    """What the viewer has once that much prestige is sold (F89)."""
    if view.viewer is None:
        return ""
    own = view.seats[view.viewer]
    money = florins((own.florins or 0) + SALE * points, words)
    funds = {"florins": money, "prestige": prestige(own.prestige - points, words)}
    return words("florence.hint.sell", funds=words("florence.question.funds", **funds))


def _lot(lot: str, view: View, words: Words, room: int | None) -> str:
    """What is worth knowing about an item.

    Parts for which there is no room are left out, so that no figure is cut.
    """
    kept: list[str] = []
    parts = item(lot, view, words)
    for part in parts:
        if room is None or len(in_row([*kept, part], words)) <= room:
            kept.append(part)
    return in_row(kept or parts[:1], words)


def _newcomer(profession: str, view: View, words: Words, cards: int = 0) -> str:
    """What a Work of a profession that joins the hand would be worth, and its wishes."""
    worth = comes(profession, view, words, cards)
    return in_row([worth, wishes(profession, words)], words)


def comes(profession: str, view: View, words: Words, cards: int = 0) -> str:
    """What a Work of a profession that joins the hand would be worth.

    Args:
        profession: the id of its card.
        view: what the seat sees.
        words: the reader's language.
        cards: how many recruiting cards join the hand with it, or leave it (F45).
    """
    if view.viewer is None:
        return ""
    player = view.seats[view.viewer].player
    hand, recruiting = (*player.hand, profession), player.recruiting + cards
    drawn = replace(player, hand=hand, recruiting=recruiting)
    value = works.value(works.laid(drawn, profession), profession)
    most = works.reach(drawn, profession)
    form = "florence.hint.worth" if most == value else "florence.hint.worth.bonus"
    return words(form, value=value, most=most)


def _worth(profession: str, view: View, words: Words) -> str:
    if view.viewer is None:
        return wishes(profession, words)
    player = view.seats[view.viewer].player
    value = works.value(works.laid(player, profession), profession)
    most = works.reach(player, profession)
    form = "florence.hint.value" if most == value else "florence.hint.value.bonus"
    pays = florins(PAYMENT * most, words)
    return words(form, value=value, most=most, minimum=view.minimum, florins=pays)


def _text(card: str, words: Words) -> str:
    """What a card does, as a part of a line: its full stop would end the line."""
    return card_text(card, words).removesuffix(".")


def _adds(card: str, view: View, words: Words) -> str:
    text = _text(card, words)
    if view.viewer is None:
        return text
    points = works.bonus(view.seats[view.viewer].player, card)
    adds = words("florence.hint.adds", points=points)
    return words("hint.joined", first=adds, second=text)
