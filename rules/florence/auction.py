"""Phase A: the auctions, and what an item does when it is bought.

A seat is free while it has neither bought nor declined this turn; only free seats
open and bid (F17, F27, F31, FR4). An item takes effect at once (F32, F36, F38, F39, F40,
F41, FR5).
"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from rules.contract import Decision, Reason, Seat
from rules.florence import cards, principality, recruiting
from rules.florence.actions import (
    Bid,
    Decline,
    KeepRecruiting,
    Open,
    Pass,
    Place,
    Recruit,
    Take,
    ToBid,
    ToOpen,
    ToPlace,
    ToRecruit,
    ToTake,
)
from rules.florence.catalogue import (
    BUILDERS_MOST,
    LANDSCAPES,
    LOTS,
    OPENING,
    PRESTIGE_BUILDER,
    PRESTIGE_LANDSCAPE,
    RAISE,
    STOCK,
)
from rules.florence.state import (
    Acting,
    Bidding,
    Landing,
    Offering,
    Opening,
    Player,
    Sale,
    State,
    Tile,
)
from rules.florence.treasury import cover, pay, score, seated, short

_STOCKED: Final = {lot: index for index, lot in enumerate(STOCK)}
_OPENS: Final = {lot: Open(lot) for lot in LOTS}
_TAKES: Final = {lot: Take(lot) for lot in LOTS}
_DECLINE: Final = Decline()
_PASS: Final = Pass()


def left(state: State, lot: str) -> int:
    """How many items a pile still holds."""
    return len(state.prestige) if lot == "prestige" else state.stock[_STOCKED[lot]]


def free(state: State) -> tuple[Seat, ...]:
    """The seats that have neither bought nor declined this turn (F18, F28)."""
    gone = {sale.seat for sale in state.sales}.union(state.declined)
    return tuple(seat for seat in range(len(state.players)) if seat not in gone)


def proceed(state: State, opener: Seat) -> State:
    """Who opens next: `opener` if still free, otherwise the next free seat (F25, F26).

    When no seat is left, the auctions end and the start player acts (F30).
    """
    seats = len(state.players)
    ring = free(state)
    for offset in range(seats):
        seat = (opener + offset) % seats
        if seat in ring:
            return replace(state, step=Opening(seat))
    return replace(state, step=Acting(state.start))


def untakeable(player: Player, lot: str) -> Reason | None:
    """Why a player may never take such an item, or None (FR2). Public facts."""
    if lot == "builder" and player.builders == BUILDERS_MOST:
        return Reason("builders_full", what=lot, needs=BUILDERS_MOST, has=player.builders)
    if lot in LANDSCAPES and not principality.places(lot, player.tiles):
        return Reason("no_room", what=lot)
    return None


def unavailable(state: State, player: Player, lot: str) -> Reason | None:
    """Why an item cannot be put up or taken, money aside (F19, F20)."""
    if any(sale.lot == lot for sale in state.sales):
        return Reason("sold_this_turn", what=lot)
    if not left(state, lot):
        return Reason("pile_empty", what=lot)
    return untakeable(player, lot)


def to_open(state: State, step: Opening) -> Decision:
    """Put up an item or decline; the last free seat takes one for 200 instead (F29)."""
    player = state.players[step.seat]
    last = len(free(state)) == 1
    offers = _TAKES if last else _OPENS
    open_lots = tuple(offers[lot] for lot in LOTS if not unavailable(state, player, lot))
    public = (*open_lots, _DECLINE)
    return Decision(
        step.seat,
        ToTake() if last else ToOpen(len(state.sales) + 1),
        public if cover(player) >= OPENING else (_DECLINE,),
        public=public,
    )


def refuse_open(state: State, step: Opening, action: Open | Take) -> Reason | None:
    """Why an item may not be put up, or taken by the last free seat, or None."""
    player = state.players[step.seat]
    last = len(free(state)) == 1
    if last != isinstance(action, Take):
        return Reason("last_takes" if last else "not_last")
    if action.lot not in LOTS:
        return Reason("unknown_action")
    return unavailable(state, player, action.lot) or short(player, OPENING)


def open_lot(state: State, step: Opening, action: Open) -> State:
    """A bid of exactly 200; seats that may not take the item do not bid (F21)."""
    seats = len(state.players)
    ring = free(state)
    order = ((step.seat + offset) % seats for offset in range(1, seats))
    bidders = tuple(
        seat
        for seat in order
        if seat in ring and not untakeable(state.players[seat], action.lot)
    )
    if not bidders:
        return buy(state, step.seat, action.lot, OPENING, step.seat)
    waiting = (*bidders[1:], step.seat)
    bidding = Bidding(action.lot, step.seat, step.seat, OPENING, bidders[0], waiting)
    return replace(state, step=bidding)


def take(state: State, step: Opening, action: Take) -> State:
    """The last free seat takes an item for 200 without bidding (F29)."""
    return buy(state, step.seat, action.lot, OPENING, step.seat)


def decline(state: State, step: Opening) -> State:
    """Out of this turn's auctions, even as a bidder (F28)."""
    declined = (*state.declined, step.seat)
    return replace(state, declined=declined, step=Opening(step.seat))


def to_bid(state: State, step: Bidding) -> Decision:
    """Raise by exactly 100 or pass; the table always sees both (F22)."""
    amount = step.amount + RAISE
    public = (Bid(amount), _PASS)
    options = public if cover(state.players[step.seat]) >= amount else (_PASS,)
    return Decision(
        step.seat, ToBid(step.lot, step.amount, step.leader), options, public=public
    )


def refuse_bid(state: State, step: Bidding, action: Bid) -> Reason | None:
    """A raise is exactly 100 and must be covered (FR3)."""
    amount = step.amount + RAISE
    if action.amount != amount:
        return Reason("wrong_bid", needs=amount, has=action.amount)
    return short(state.players[step.seat], amount)


def bid(state: State, step: Bidding, action: Bid) -> State:
    """The bidder leads, and the next seat still in is asked."""
    following, *rest = step.waiting
    return replace(
        state,
        step=Bidding(
            step.lot, step.opener, step.seat, action.amount, following, (*rest, step.seat)
        ),
    )


def pass_lot(state: State, step: Bidding) -> State:
    """Out for this item; once only the leader is left, it buys (F23, F24)."""
    following, *rest = step.waiting
    if following == step.leader:
        return buy(state, step.leader, step.lot, step.amount, step.opener)
    return replace(state, step=replace(step, seat=following, waiting=tuple(rest)))


def buy(state: State, seat: Seat, lot: str, florins: int, opener: Seat) -> State:
    """Pay for an item and take it; some items ask their owner for a decision at once."""
    player = pay(state.players[seat], florins)
    stock = state.stock
    if lot in _STOCKED:
        index = _STOCKED[lot]
        stock = (*stock[:index], stock[index] - 1, *stock[index + 1 :])
    sales = (*state.sales, Sale(lot, seat, florins))
    paid = replace(state, stock=stock, sales=sales, step=Opening(opener))
    match lot:
        case "jester":
            return _seat(paid, seat, replace(player, jesters=player.jesters + 1))
        case "builder":
            bonus = PRESTIGE_BUILDER if player.builders else 0
            hired = replace(player, builders=player.builders + 1)
            return _seat(paid, seat, score(hired, "builders", bonus))
        case "recruiting":
            armed = replace(player, recruiting=player.recruiting + 1)
            armed_state = _seat(paid, seat, armed)
            if recruiting.targets(armed_state, seat):
                return replace(armed_state, step=Offering(seat, opener))
            return armed_state
        case "prestige":
            return cards.look(_seat(paid, seat, player), seat, "prestige", opener)
        case _:
            return replace(_seat(paid, seat, player), step=Landing(seat, lot, opener))


def _seat(state: State, seat: Seat, player: Player) -> State:
    return replace(state, players=seated(state, seat, player))


def to_place(state: State, step: Landing) -> Decision:
    """Where the landscape goes."""
    tiles = state.players[step.seat].tiles
    options = principality.places(step.landscape, tiles)
    return Decision(step.seat, ToPlace(step.landscape), options)


def refuse_place(state: State, step: Landing, action: Place) -> Reason | None:
    """The landscape just bought, on free squares inside the walls."""
    if action.landscape != step.landscape:
        return Reason("unknown_action")
    tiles = state.players[step.seat].tiles
    code = principality.misfit(action.landscape, action.orientation, action.square, tiles)
    return Reason(code, what=action.landscape) if code else None


def place(state: State, step: Landing, action: Place) -> State:
    """The landscape is placed; a second or further one of its kind scores 3 (F35)."""
    player = state.players[step.seat]
    again = any(tile.kind == action.landscape for tile in player.tiles)
    tile = Tile(action.landscape, action.orientation, action.square)
    landed = replace(player, tiles=(*player.tiles, tile))
    landed = score(landed, "landscapes", PRESTIGE_LANDSCAPE if again else 0)
    return replace(_seat(state, step.seat, landed), step=Opening(step.opener))


def to_recruit(state: State, step: Offering) -> Decision:
    """Use the recruiting card at once, or keep it (F47)."""
    targets = recruiting.targets(state, step.seat)
    options = (KeepRecruiting(), *(Recruit(card) for card in targets))
    return Decision(step.seat, ToRecruit(), options)
