"""The coach adds up what an item of the auctions can bring a seat, in florins.

What a work pays for each point of its value is the unit (F64). A prestige point counts
what it costs at the exchange (F65), a recruiting card what a look at the pile costs (F80).
"""

from __future__ import annotations

from typing import Final

from render.coach import Amount, Counted, Figures, figures
from render.florence.words.coach.wishes import face_up, having, placeable, recruited
from rules.contract import Decision
from rules.florence import phase_b, scoring, works
from rules.florence.actions import Bid, Open, Take, ToBid, ToOpen, ToTake
from rules.florence.catalogue import (
    ACTIONS,
    BUILDERS_MOST,
    DRAW_COST,
    EXCHANGE,
    LANDSCAPES,
    OPENING,
    PAYMENT,
    PRESTIGE_BUILDER,
    PRESTIGE_LANDSCAPE,
    RAISE,
    TURNS,
    VALUE_JESTER,
)
from rules.florence.state import Player
from rules.florence.view import View

_BLIND: Final = "prestige"
"""The item that cannot be added up: nobody knows the cards it lets choose from."""


def lots(decision: Decision) -> tuple[str, ...]:
    """The items that the seat could get by this decision."""
    match decision.prompt:
        case ToBid(lot):
            bids = any(isinstance(each, Bid) for each in decision.options)
            return (lot,) if bids else ()
        case ToOpen() | ToTake():
            return tuple(e.lot for e in decision.options if isinstance(e, Open | Take))
        case _:
            return ()


def works_to_come(view: View, player: Player) -> int:
    """The works that a seat may count on: those ready now, and one in each turn after this.

    Of the actions left each profession that is not in hand takes one before (F50, F80).
    """
    ready = sum(works.reach(player, card) >= view.minimum for card in player.hand)
    actions = ACTIONS * (TURNS - view.turn + 1)
    most = min(actions, (actions + len(player.hand) + player.recruiting) // 2)
    return min(TURNS - view.turn + min(ready, ACTIONS), most)


def brings(view: View, seat: int, lot: str) -> int:
    """What an item can bring the seat, in florins."""
    player = view.seats[seat].player
    after = having(player, lot)
    return (
        PAYMENT * (_value(view, player, after, lot) + _bonus(player, after))
        + EXCHANGE * (_at_once(player, lot) + _prestige(view, seat, after))
        + _saved(view, seat, after, lot)
        + PAYMENT * (_possible_now(view, seat, after, lot) // 2)
    )


def _value(view: View, player: Player, after: Player, lot: str) -> int:
    """The work value that an item adds: a jester to each work to come (F57, F59)."""
    if lot == "jester":
        return VALUE_JESTER * works_to_come(view, after)
    if lot not in LANDSCAPES:
        return 0
    return sum(
        works.value(works.laid(after, card), card) - works.value(works.laid(player, card), card)
        for card in player.hand
    )


def _possible_now(view: View, seat: int, after: Player, lot: str) -> int:
    """The best work of this turn that there is not without the item (F45, F52, F53).

    Counted by half: the profession could still make a later one, for a higher least value. A
    recruited profession makes a second one, beside one that is ready.
    """
    player = view.seats[seat].player
    ready = sum(works.reach(player, card) >= view.minimum for card in player.hand)
    if ready >= (ACTIONS if lot == "recruiting" else 1):
        return 0
    values = [] if ready else [works.reach(after, card) for card in player.hand]
    if lot == "recruiting":
        values += [works.reach(recruited(after, c), c) for c in face_up(view, seat)]
    return max((value for value in values if value >= view.minimum), default=0)


def _bonus(player: Player, after: Player) -> int:
    """What the bonus cards in hand add more, each played once (F85)."""
    return sum(works.bonus(after, card) - works.bonus(player, card) for card in player.bonus)


def _at_once(player: Player, lot: str) -> int:
    """The prestige that an item scores when it is bought (F35, F40)."""
    if lot == "builder":
        return PRESTIGE_BUILDER * (0 < player.builders < BUILDERS_MOST)
    return PRESTIGE_LANDSCAPE * (lot in LANDSCAPES and works.owned(player, lot) > 0)


def _prestige(view: View, seat: int, after: Player) -> int:
    """What the prestige cards in hand would pay more (F43, F44)."""
    now = [side.player for side in view.seats]
    then = [*now[:seat], after, *now[seat + 1 :]]
    return sum(
        scoring.card_points(tuple(then), seat, card)
        - scoring.card_points(tuple(now), seat, card)
        for card in now[seat].prestige_cards
    )


def _saved(view: View, seat: int, after: Player, lot: str) -> int:
    """What need not be paid: for the buildings that the hand loves, or to look at a pile.

    Those that have no place cannot be built, so nothing is saved for them. A recruiting card
    saves nothing while no profession lies face up elsewhere (F45).
    """
    if lot == "recruiting":
        return DRAW_COST if face_up(view, seat) else 0
    player = view.seats[seat].player
    count = min(len(placeable(view, after)), ACTIONS * (TURNS - view.turn + 1))
    return (phase_b.cost(player) - phase_b.cost(after)) * count


def items_compared(view: View, decision: Decision) -> Figures | None:
    """What each item can bring, the most first: an order, and a limit for bids (F21, F64)."""
    if not isinstance(decision.prompt, ToOpen | ToTake):
        return None
    found = [
        Counted(lot, sum_)
        for lot in lots(decision)
        if lot != _BLIND and (sum_ := brings(view, decision.seat, lot)) >= OPENING
    ]
    if not found:
        return None
    items = tuple(sorted(found, key=lambda each: -each.n))
    after = having(view.seats[decision.seat].player, "jester")
    again = f"{view.turn}-{len(view.sales)}"
    return figures(works_to_come(view, after), items=items, again=again)


def bid_pays(view: View, decision: Decision) -> Figures | None:
    """The next bid is not above what the item can bring, and can be paid (F22, F64)."""
    match decision.prompt:
        case ToBid(lot, amount) if lot != _BLIND and lots(decision):
            sum_, next_ = brings(view, decision.seat, lot), amount + RAISE
            left = view.seats[decision.seat].player.florins - next_
            if sum_ < next_ or left < 0:
                return None
            return _bid(view, lot, sum_, next_, left=Amount("florins", left))
        case _:
            return None


def bid_dear(view: View, decision: Decision) -> Figures | None:
    """The next bid is above what the item can bring (F22, F64)."""
    match decision.prompt:
        case ToBid(lot, amount) if lot != _BLIND and lots(decision):
            sum_, next_ = brings(view, decision.seat, lot), amount + RAISE
            return _bid(view, lot, sum_, next_) if 0 < sum_ < next_ else None
        case _:
            return None


def bid_brings_nothing(view: View, decision: Decision) -> Figures | None:
    """The item on auction can bring the seat nothing (F22, F64)."""
    match decision.prompt:
        case ToBid(lot, amount) if lot != _BLIND and lots(decision):
            if brings(view, decision.seat, lot) > 0:
                return None
            again = f"{view.turn}-{len(view.sales)}"
            return figures(lot=lot, next=Amount("florins", amount + RAISE), again=again)
        case _:
            return None


def _bid(view: View, lot: str, sum_: int, next_: int, **more: Amount) -> Figures:
    return figures(
        lot=lot,
        sum=Amount("florins", sum_),
        next=Amount("florins", next_),
        again=f"{view.turn}-{len(view.sales)}-{next_}",
        **more,
    )
