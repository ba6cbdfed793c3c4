"""The sequence of play: which chapter the current step belongs to.

Seven turns of two phases (F14, F15, F16). Each step of the state is handed to the
module that plays its chapter; this one decides what follows a finished step.
"""

from __future__ import annotations

from typing import Final, assert_never

from msgspec.structs import replace

from rules.contract import Action, Decision, Draw, Illegal, Over, Reason, Seat
from rules.florence import auction, cards, phase_b, recruiting, scoring, setup, works
from rules.florence.actions import (
    MOVES,
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
from rules.florence.catalogue import TURNS
from rules.florence.state import (
    Acting,
    Bidding,
    Choosing,
    Composing,
    Dealing,
    Drawing,
    DrawingStart,
    Exchanging,
    Finished,
    Landing,
    Looking,
    Offering,
    Opening,
    Ordering,
    State,
)
from rules.florence.treasury import seated, sell

_SALES: Final = tuple(SellPrestige(points) for points in range(1, 301))
"""Made once; no seat can own more prestige than that."""


def pending(state: State) -> tuple[Decision, ...] | Draw | Over:
    """Who must decide what, or the chance that is owed, or the end."""
    match step := state.step:
        case Dealing():
            return setup.dealing(state, step)
        case DrawingStart():
            return setup.lot(state)
        case Drawing():
            return cards.drawing(state, step)
        case Choosing():
            return tuple(setup.choices(state, seat) for seat in setup.choosers(state))
        case Finished():
            return scoring.over(state)
        case _:
            return (_with_sales(state, _decision(state)),)


def _decision(state: State) -> Decision:
    match step := state.step:
        case Opening():
            return auction.to_open(state, step)
        case Bidding():
            return auction.to_bid(state, step)
        case Landing():
            return auction.to_place(state, step)
        case Offering():
            return auction.to_recruit(state, step)
        case Acting():
            return phase_b.to_act(state, step)
        case Composing():
            return works.to_play_bonus(state, step)
        case Exchanging():
            return works.to_exchange(step)
        case Looking():
            return cards.to_keep(step)
        case Ordering():
            return cards.to_put_under(step)
        case Dealing() | Choosing() | DrawingStart() | Drawing() | Finished():
            raise Illegal(Reason("not_now"))
        case _:
            assert_never(step)


def _with_sales(state: State, decision: Decision) -> Decision:
    """The decision with the sales of prestige that are also legal (F89)."""
    prestige = state.players[decision.seat].prestige
    if not prestige:
        return decision
    return replace(decision, asides=decision.asides + _SALES[:prestige])


def deciding(state: State, seat: Seat) -> bool:
    """Whether a seat has a decision now."""
    match step := state.step:
        case Choosing():
            return seat in setup.choosers(state)
        case Dealing() | DrawingStart() | Drawing() | Finished():
            return False
        case _:
            return step.seat == seat


def why_not(state: State, seat: Seat, action: Action) -> Reason | None:
    """Why a well-formed action is impossible now, or None if it is legal."""
    if isinstance(state.step, Finished):
        return Reason("game_over")
    if not deciding(state, seat):
        return Reason("not_your_decision")
    if not isinstance(action, MOVES):
        return Reason("unknown_action")
    if isinstance(action, SellPrestige):
        return _refuse_sale(state, seat, action)
    match state.step, action:
        case Choosing(), GiveBack() as move:
            return setup.refuse_give_back(state, seat, move)
        case Opening() as step, (Open() | Take()) as move:
            return auction.refuse_open(state, step, move)
        case (Opening(), Decline()) | (Bidding(), Pass()) | (Offering(), KeepRecruiting()):
            return None
        case Bidding() as step, Bid() as move:
            return auction.refuse_bid(state, step, move)
        case Landing() as step, Place() as move:
            return auction.refuse_place(state, step, move)
        case Offering(), Recruit() as move:
            return recruiting.refuse(state, seat, move)
        case Acting() as step, _:
            return phase_b.refuse(state, step, action)
        case Composing() as step, PlayBonus() as move:
            return works.refuse_bonus(state, step, move)
        case Composing() as step, Finish():
            return works.refuse_finish(state, step)
        case Exchanging() as step, Exchange() as move:
            return works.refuse_exchange(step, move)
        case Looking() as step, Keep() as move:
            return cards.refuse_keep(step, move)
        case Ordering() as step, PutUnder() as move:
            return cards.refuse_put_under(step, move)
        case _:
            return Reason("not_now")


def _refuse_sale(state: State, seat: Seat, action: SellPrestige) -> Reason | None:
    has = state.players[seat].prestige
    if isinstance(state.step, Choosing) or action.points < 1:
        return Reason("not_now")
    if action.points > has:
        return Reason("too_little_prestige", needs=action.points, has=has)
    return None


def act(state: State, seat: Seat, action: Action) -> State:
    """The state after an action; raises `Illegal`."""
    if reason := why_not(state, seat, action):
        raise Illegal(reason)
    return take(state, seat, action)


def take(state: State, seat: Seat, action: Action) -> State:
    """The state after an action that is known to be legal; for searches, which take many.

    Nothing is checked: an action that is not among the options of the seat's decision
    leads to a position that no game reaches.
    """
    if isinstance(action, SellPrestige):
        player = sell(state.players[seat], action.points)
        return replace(state, players=seated(state, seat, player))
    return _proceeded(_taken(state, seat, action))


def sold(state: State, step: Bidding, seat: Seat, florins: int) -> State:
    """The state if the item being auctioned goes to a seat for `florins`; for searches."""
    return _proceeded(auction.buy(state, seat, step.lot, florins, step.opener))


def _proceeded(state: State) -> State:
    """The state with the next seat to open, if an auction is over (F25, F26)."""
    if isinstance(state.step, Opening):
        return auction.proceed(state, state.step.seat)
    return state


def _taken(state: State, seat: Seat, action: Action) -> State:
    match state.step, action:
        case Choosing(), GiveBack() as move:
            return setup.give_back(state, seat, move)
        case Opening() as step, Open() as move:
            return auction.open_lot(state, step, move)
        case Opening() as step, Take() as move:
            return auction.take(state, step, move)
        case Opening() as step, Decline():
            return auction.decline(state, step)
        case Bidding() as step, Bid() as move:
            return auction.bid(state, step, move)
        case Bidding() as step, Pass():
            return auction.pass_lot(state, step)
        case Landing() as step, Place() as move:
            return auction.place(state, step, move)
        case Offering() as step, KeepRecruiting():
            return replace(state, step=Opening(step.opener))
        case Offering() as step, Recruit() as move:
            swapped = recruiting.recruit(state, seat, move)
            return replace(swapped, step=Opening(step.opener))
        case Composing() as step, PlayBonus() as move:
            return works.play_bonus(state, step, move)
        case Composing() as step, Finish():
            return works.finish(state, step)
        case Exchanging() as step, Exchange() as move:
            return works.exchange(state, step, move)
        case Looking() as step, Keep() as move:
            return cards.keep(state, step, move)
        case Ordering() as step, PutUnder() as move:
            return cards.put_under(state, step, move)
        case Acting() as step, _:
            return _acted(state, step, action)
        case _:
            raise Illegal(Reason("not_now"))


def _acted(state: State, step: Acting, action: Action) -> State:
    match action:
        case Work():
            return works.work(state, step, action)
        case Build():
            return phase_b.build(state, step, action)
        case Introduce():
            return phase_b.introduce(state, step, action)
        case DrawProfession():
            return phase_b.draw(state, step, "profession", "professions")
        case DrawBonus():
            return phase_b.draw(state, step, "draw_bonus", "bonus")
        case Recruit():
            return recruiting.recruit(state, step.seat, action)
        case EndTurn():
            return end_turn(state, step)
        case _:
            raise Illegal(Reason("not_now"))


def end_turn(state: State, step: Acting) -> State:
    """The next seat acts; after the last one the turn ends (F50, F87, F88)."""
    following = (step.seat + 1) % len(state.players)
    if following != state.start:
        return replace(state, step=Acting(following))
    scored = scoring.best_work(state)
    if state.turn == TURNS:
        return scoring.finish(scored)
    return next_turn(scored)


def next_turn(state: State) -> State:
    """The next turn, opened by the seat to the left of the start player (F88)."""
    start = (state.start + 1) % len(state.players)
    players = tuple(replace(player, value=0, deeds=()) for player in state.players)
    return replace(
        state,
        players=players,
        turn=state.turn + 1,
        start=start,
        sales=(),
        declined=(),
        step=Opening(start),
        sold_before=(*(state.sold_before or ()), *state.sales),
    )


def drawn(state: State, items: tuple[str, ...]) -> State:
    """The state after the outcome of the owed draw; raises `Illegal`."""
    owed = pending(state)
    if not isinstance(owed, Draw) or not _possible(owed, items):
        raise Illegal(Reason("unknown_draw"))
    return deal(state, items)


def deal(state: State, items: tuple[str, ...]) -> State:
    """The state after an outcome that is known to be possible; for searches."""
    match step := state.step:
        case Dealing():
            return setup.deal(state, step, items)
        case Drawing():
            return cards.drawn(state, step, items)
        case _:
            return setup.begin(state, items)


def _possible(owed: Draw, items: tuple[str, ...]) -> bool:
    left = list(owed.items)
    for item in items:
        if item not in left:
            return False
        left.remove(item)
    return len(items) == owed.count
