"""What an entry of the journal did, told as facts with figures.

Derived from the positions before and after; what the listener may not know is
left out of the facts themselves, so that everything built on them keeps secrets.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from rules.contract import Drawn, Moved, Seat, Standings
from rules.florence import cards, recruiting, scoring, works
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
from rules.florence.catalogue import OPENING, SALE
from rules.florence.events import (
    BestWork,
    Bought,
    Built,
    Completed,
    Dealt,
    Declined,
    Ended,
    GaveBack,
    Introduced,
    Kept,
    KeptRecruiting,
    Laid,
    Looked,
    Opened,
    Paid,
    Passed,
    Placed,
    PlayedBonus,
    PutBack,
    Raised,
    Recruited,
    Revealed,
    Scored,
    SoldPrestige,
    Told,
    TurnBegan,
    TurnEnded,
)
from rules.florence.state import (
    Best,
    Bidding,
    Composing,
    Dealing,
    Drawing,
    Finished,
    Looking,
    Ordering,
    State,
)


def told(
    before: State, entry: Moved | Drawn, after: State, listener: Seat | None
) -> tuple[Told | Standings, ...]:
    """What an entry did, as `listener` (None: a spectator) may know it."""
    events: list[Told | Standings] = []
    match entry:
        case Drawn(items):
            events += _drawn(before, items, listener)
        case Moved(seat, action):
            events += _moved(before, seat, action, after, listener)
            events += _paid(before, seat, action, after)
            events += _looked(before, after, listener)
    events += _turned(before, after)
    return tuple(events)


def _drawn(before: State, items: tuple[str, ...], listener: Seat | None) -> Iterator[Told]:
    match step := before.step:
        case Dealing():
            yield Dealt(step.seat, len(items), items if step.seat == listener else None)
        case Drawing():
            known = items if step.seat == listener else None
            yield Looked(step.seat, step.deck, len(items), known)
        case _:
            return


def _moved(
    before: State, seat: Seat, action: Move, after: State, listener: Seat | None
) -> Iterator[Told]:
    own = seat == listener
    match action:
        case GiveBack(profession):
            yield GaveBack(seat, profession if own else None)
        case Open(lot):
            yield Opened(seat, lot, OPENING)
        case Bid(amount):
            yield Raised(seat, _lot(before), amount)
        case Pass():
            yield Passed(seat, _lot(before))
        case Decline():
            yield Declined(seat)
        case Place(landscape, orientation, square):
            yield Placed(seat, landscape, orientation, square)
        case Recruit(profession):
            owner = recruiting.owner(before, profession)
            yield Recruited(seat, profession, seat if owner is None else owner)
        case KeepRecruiting():
            yield KeptRecruiting(seat)
        case Work(profession):
            laid = works.laid(before.players[seat], profession)
            yield Laid(seat, profession, works.value(laid, profession))
        case PlayBonus(card):
            yield _played(before, seat, card)
        case Exchange(points):
            yield _completed(before, seat, after, points)
        case Build(building, orientation, square):
            cost = _spent(before, after, seat)
            yield Built(seat, building, orientation, square, cost)
        case Introduce(freedom):
            yield Introduced(seat, freedom, _spent(before, after, seat))
        case DrawProfession():
            yield Paid(seat, "professions", _spent(before, after, seat))
        case DrawBonus():
            yield Paid(seat, "bonus", _spent(before, after, seat))
        case Keep(card):
            yield from _kept(before, seat, card, after, own=own)
        case PutUnder(numbers):
            yield _put_back(before, seat, numbers, own=own)
        case EndTurn():
            yield TurnEnded(seat)
        case SellPrestige(points):
            yield SoldPrestige(seat, points, SALE * points, forced=False)
        case Take() | Finish():
            return
        case _:
            assert_never(action)


def _lot(before: State) -> str:
    return before.step.lot if isinstance(before.step, Bidding) else ""


def _spent(before: State, after: State, seat: Seat) -> int:
    """What a payment cost in all: florins, plus the price of prestige sold for it."""
    old, new = before.players[seat], after.players[seat]
    return old.florins - new.florins + SALE * (old.tally.sold - new.tally.sold)


def _played(before: State, seat: Seat, card: str) -> PlayedBonus:
    points = works.bonus(before.players[seat], card)
    worth = before.step.value if isinstance(before.step, Composing) else 0
    return PlayedBonus(seat, card, points, worth + points)


def _completed(before: State, seat: Seat, after: State, points: int) -> Completed:
    florins = after.players[seat].florins - before.players[seat].florins
    deed = after.players[seat].deeds[-1]
    return Completed(seat, deed.what or "", deed.value or 0, florins, points)


def _kept(before: State, seat: Seat, card: str, after: State, *, own: bool) -> Iterator[Told]:
    step = before.step
    if not isinstance(step, Looking):
        return
    yield Kept(seat, step.deck, card if own else None)
    rest = tuple(other for other in step.cards if other != card)
    if rest and not isinstance(after.step, Ordering):
        yield PutBack(seat, step.deck, len(rest), rest if own else None)


def _put_back(before: State, seat: Seat, numbers: tuple[int, ...], *, own: bool) -> PutBack:
    deck = before.step.deck if isinstance(before.step, Ordering) else ""
    order = tuple(cards.card_of(deck, number) or "" for number in numbers)
    return PutBack(seat, deck, len(order), order if own else None)


def _paid(before: State, seat: Seat, action: Move, after: State) -> Iterator[Told]:
    """Purchases, prestige sold for a payment, prestige scored by the action."""
    fresh = after.sales[len(before.sales) :] if after.turn == before.turn else ()
    for sale in fresh:
        yield Bought(sale.seat, sale.lot, sale.florins)
    for other, (old, new) in enumerate(zip(before.players, after.players, strict=True)):
        sold = old.tally.sold - new.tally.sold
        if sold and not (isinstance(action, SellPrestige) and other == seat):
            yield SoldPrestige(other, sold, SALE * sold, forced=True)
        for source in ("buildings", "landscapes", "builders"):
            points = getattr(new.tally, source) - getattr(old.tally, source)
            if points:
                yield Scored(other, source, points)


def _looked(before: State, after: State, listener: Seat | None) -> Iterator[Told]:
    """A look at cards that chance did not decide."""
    step = after.step
    if isinstance(step, Looking) and not isinstance(before.step, Looking):
        known = step.cards if step.seat == listener else None
        yield Looked(step.seat, step.deck, len(step.cards), known)


def _turned(before: State, after: State) -> Iterator[Told | Standings]:
    """The end of a turn, the next turn, the end of the game."""
    finished = isinstance(after.step, Finished) and not isinstance(before.step, Finished)
    ended = before.turn and (finished or after.turn != before.turn)
    if ended:
        best = after.best or Best(before.turn, 0, ())
        yield BestWork(best.turn, best.value, best.seats)
        yield Standings(tuple(p.prestige - p.tally.prestige_cards for p in after.players))
    if finished:
        for seat, player in enumerate(before.players):
            for card in player.prestige_cards:
                points = scoring.card_points(before.players, seat, card)
                yield Revealed(seat, card, points)
        yield Ended(scoring.over(after).winners)
    elif after.turn != before.turn:
        yield TurnBegan(after.turn, after.start, works.minimum(after.turn))
