"""The exchanges at the bank, open at any moment of one's own turn (L38, L39, LR5).

Before and after a payment they are asides. Some actions gain something before they
are paid for (L89, LR13). If only exchanging that makes payment possible, the action
can be started, and the missing exchanges are asked for between reward and payment.
"""

from __future__ import annotations

from msgspec.structs import replace

from rules.contract import Reason
from rules.lacrimosa import gains, treasury
from rules.lacrimosa.actions import BuyCounter, SellCounter
from rules.lacrimosa.catalogue import COUNTER_PRICE
from rules.lacrimosa.grammar import KINDS, Cost
from rules.lacrimosa.state import Player


def open_to(player: Player) -> tuple[BuyCounter | SellCounter, ...]:
    """Three ducats for a counter, a counter for a ducat (L38, L39)."""
    buy = tuple(BuyCounter(k) for k in KINDS) if player.ducats >= COUNTER_PRICE else ()
    counters = zip(KINDS, player.counters, strict=True)
    return (*buy, *(SellCounter(kind) for kind, count in counters if count))


def refuse(player: Player, action: BuyCounter | SellCounter) -> Reason | None:
    """Why an exchange is impossible, or None."""
    if action.kind not in KINDS:
        return Reason("unknown_action")
    if isinstance(action, SellCounter):
        has = player.counters[KINDS.index(action.kind)]
        return None if has else Reason("no_counter", what=action.kind, needs=1, has=0)
    if player.ducats < COUNTER_PRICE:
        return Reason("cannot_pay_ducats", needs=COUNTER_PRICE, has=player.ducats)
    return None


def made(player: Player, action: BuyCounter | SellCounter) -> Player:
    """The seat after an exchange."""
    buys = isinstance(action, BuyCounter)
    ducats = player.ducats - COUNTER_PRICE if buys else player.ducats + 1
    points = gains.one_of(action.kind, 1 if buys else -1)
    return treasury.gain_counters(replace(player, ducats=ducats), points)


def ways(before: Player, after: Player, price: Cost) -> tuple[str, ...]:
    """The kinds that can pay the wildcards of a price, one spelling for each way to pay.

    Args:
        before: the seat as it is.
        after: the seat with what it gains before it pays.
        price: what it then pays.

    Returns:
        nothing if the price cannot be paid; the empty spelling alone if it has no
        wildcards, or if exchanges between gain and payment are needed.
    """
    if treasury.affords(after, price):
        return treasury.wilds(after, price)
    return ("",) if between(before, after, price) else ()


def between(before: Player, after: Player, price: Cost) -> bool:
    """Whether a price can be paid only by exchanging what has just been gained."""
    if before.ducats == after.ducats and before.counters == after.counters:
        return False
    if not missing(after, price):
        return False
    return missing(after, price, before) is None


def nearer(player: Player, price: Cost) -> tuple[BuyCounter | SellCounter, ...]:
    """The exchanges that leave fewer still missing to pay a price."""
    far = missing(player, price)
    if not far:
        return ()
    return tuple(
        action
        for action in open_to(player)
        if (left := missing(made(player, action), price)) is not None and left < far
    )


def missing(player: Player, price: Cost, own: Player | None = None) -> int | None:
    """How many exchanges a payment needs; None if no number would do.

    Args:
        player: the seat that pays.
        price: what is paid.
        own: the seat with the ducats and counters that may be exchanged; all if None.
    """
    own = own or player
    spare = [has - need for has, need in zip(treasury.owned(player), price.points, strict=True)]
    left = sum(max(points, 0) for points in spare) - price.wild
    buys = sum(max(-points, 0) for points in spare) + max(-left, 0)
    cost = COUNTER_PRICE * buys
    sells = max(price.ducats + cost - player.ducats, cost - own.ducats, 0)
    loose = sum(
        min(max(points, 0), count) for points, count in zip(spare, own.counters, strict=True)
    )
    if player.finance < price.finance or sells > min(loose, max(left, 0)):
        return None
    return buys + sells
