"""What an action would do, and what people would try although it is impossible.

A price is the difference between two positions, computed with the functions that act.
Blocked choices are the attempts that the rules refuse, each with its reason.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.contract import Action, Delta, Deltas, Reason, Seat
from rules.florence import recruiting
from rules.florence.actions import (
    Bid,
    Build,
    DrawBonus,
    DrawProfession,
    Finish,
    Introduce,
    Open,
    Recruit,
    SellPrestige,
    Take,
    Work,
)
from rules.florence.auction import free
from rules.florence.catalogue import BUILDINGS, FREEDOMS, LOTS, RAISE
from rules.florence.principality import SPOTS
from rules.florence.sequence import act, deciding, why_not
from rules.florence.state import (
    Acting,
    Bidding,
    Composing,
    Drawing,
    Finished,
    Looking,
    Opening,
    State,
)
from rules.florence.treasury import missing


def price(state: State, seat: Seat, action: Action) -> Deltas:
    """Florins and prestige gained or lost, prestige sold for the payment, looks.

    A bid pays nothing yet, but pledges the prestige that winning with it would sell (FR3).
    """
    after = act(state, seat, action)
    old, new = state.players[seat], after.players[seat]
    changes = (("florins", old.florins, new.florins), ("prestige", old.prestige, new.prestige))
    sold = old.tally.sold - new.tally.sold
    forced = sold if not isinstance(action, SellPrestige) else 0
    pledged = _pledged(after, seat, action)
    looked = _looked(state, after)
    return Deltas(
        amounts=tuple(Delta(what, b - a) for what, a, b in changes if a != b),
        forced=(Delta("prestige", -forced),) if forced else (),
        pledged=(Delta("prestige", -pledged),) if pledged else (),
        reveals=_reveals(state, seat, after, looked),
        alone=looked if isinstance(after.step, Looking) else (),
    )


def _pledged(after: State, seat: Seat, action: Action) -> int:
    """The prestige that winning with this bid would sell."""
    match action, after.step:
        case ((Open() | Bid()), Bidding(amount=amount)):
            return missing(after.players[seat], amount)
        case _:
            return 0


def _looked(before: State, after: State) -> tuple[str, ...]:
    """The deck that the seat would look at, if any."""
    match after.step:
        case Drawing(deck=deck) | Looking(deck=deck) if not isinstance(
            before.step, Drawing | Looking
        ):
            return (deck,)
        case _:
            return ()


def _reveals(
    before: State, seat: Seat, after: State, looked: tuple[str, ...]
) -> tuple[str, ...]:
    """Decks looked at, and money: what another seat pays shows how much it had.

    Whether a payment forces a sale depends on hidden money, so every payment counts.
    """
    sales = after.sales[len(before.sales) :] if after.turn == before.turn else ()
    money = ("florins",) if any(sale.seat != seat for sale in sales) else ()
    return ("prestige",) if isinstance(after.step, Finished) else (*money, *looked)


def blocked(state: State, seat: Seat) -> tuple[tuple[Action, Reason], ...]:
    """The impossible choices that teach something, each with its reason."""
    if not deciding(state, seat):
        return ()
    tried = ((action, why_not(state, seat, action)) for action in _attempts(state, seat))
    return tuple((action, reason) for action, reason in tried if reason)


def _attempts(state: State, seat: Seat) -> Iterator[Action]:
    player = state.players[seat]
    match step := state.step:
        case Opening():
            offer = Take if len(free(state)) == 1 else Open
            yield from (offer(lot) for lot in LOTS)
        case Bidding():
            yield Bid(step.amount + RAISE)
        case Composing():
            yield Finish()
        case Acting():
            yield from (Work(card) for card in player.hand)
            yield from (_anywhere(state, seat, kind) for kind in BUILDINGS)
            yield from (Introduce(kind) for kind in FREEDOMS)
            yield DrawProfession()
            yield DrawBonus()
            yield SellPrestige(1)
            yield from map(Recruit, recruiting.targets(state, seat)[:1])
        case _:
            return


def _anywhere(state: State, seat: Seat, kind: str) -> Build:
    """A building where it fits, or on its first spot if it fits nowhere."""
    tries = [Build(kind, spot.orientation, spot.square) for spot in SPOTS[kind]]
    return next((build for build in tries if not why_not(state, seat, build)), tries[0])
