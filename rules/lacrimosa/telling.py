"""What an entry of the journal did, told as facts with figures.

Derived from the positions before and after. The cards of a hand are named only to its
owner.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

import msgspec

from rules.contract import Delta, Drawn, Moved, Seat, Standings
from rules.lacrimosa import effects, gains, maintenance, requiem, scoring, soloist
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
from rules.lacrimosa.catalogue import SIDES, Edition
from rules.lacrimosa.events import (
    Chose,
    Commissioned,
    Composed,
    ComposersChosen,
    Counted,
    Covered,
    Dealt,
    Declined,
    Documented,
    Ended,
    Exchanged,
    Gained,
    LaidExperience,
    LaidStory,
    Maintained,
    NeutralPlaced,
    Performed,
    Rewarded,
    RoundBegan,
    RowFilled,
    Sold,
    SoloDid,
    TileLaid,
    Told,
    TookDucats,
    Travelled,
    TurnEnded,
    UsedCard,
)
from rules.lacrimosa.pricing import amounts
from rules.lacrimosa.state import (
    Costly,
    Granted,
    Paying,
    Player,
    Splitting,
    Spreading,
    State,
    Tally,
)


def told(
    edition: Edition, before: State, entry: Moved | Drawn, after: State, listener: Seat | None
) -> tuple[Told | Standings, ...]:
    """What an entry did, as `listener` (None: a spectator) may know it."""
    events: list[Told | Standings] = []
    if isinstance(entry, Moved):
        events += _moved(edition, before, entry.seat, entry.action, after)
    events += _soloist(edition, before, entry, after)
    events += _incomes(edition, before, after)
    events += _table(before, after)
    events += _hands(before, after, listener)
    if before.round and (after.over or after.round != before.round):
        points = tuple(_earned(player.tally) for player in after.players)
        rival = _earned(after.solo.tally) if after.solo else None
        events.append(Standings(points, rival))
    if after.over and not before.over:
        events += _count(after)
    return tuple(events)


def _moved(
    edition: Edition, before: State, seat: Seat, action: Move, after: State
) -> Iterator[Told]:
    ended = after.seat != seat or after.turn != before.turn or after.round != before.round
    changes = () if ended else amounts(before.players[seat], after.players[seat])
    match action:
        case LayExperience(card):
            yield LaidExperience(seat, card)
        case LayStory(card):
            yield LaidStory(seat, card)
        case UseCard():
            yield UsedCard(seat, before.players[seat].experiences[-1], changes)
        case TakeDucats():
            yield TookDucats(seat, before.round)
        case Document() | Commission() | Perform() | Sell() | Travel() | Compose():
            if not _waits(after, action):
                yield _done(edition, before, seat, action, changes)
            elif changes:
                yield Gained(seat, changes)
        case Split():
            frame = before.stack[-1]
            if isinstance(frame, Splitting):
                yield _done(edition, before, seat, frame.action, changes)
        case Skip():
            frame = before.stack[-1]
            yield Declined(seat, frame.right.action if isinstance(frame, Granted) else "")
            yield from _rewarded(seat, changes)
        case Spread(letters):
            spread = _spread(edition, before, seat, letters)
            yield Chose(seat, amounts(before.players[seat], spread))
            if before.stack:
                yield from _rewarded(seat, amounts(spread, after.players[seat]))
        case PlaceNeutral(space, side):
            at = SIDES.index(side)
            named = before.composers[at] if at < len(before.composers) else None
            yield NeutralPlaced(seat, space, named)
            yield from _rewarded(seat, changes)
        case BuyCounter() | SellCounter():
            yield Exchanged(seat, changes)
        case EndTurn():
            yield TurnEnded(seat)
        case _:
            assert_never(action)


def _rewarded(seat: Seat, changes: tuple[Delta, ...]) -> Iterator[Told]:
    """What the reward brought after the choice that it had waited for."""
    if changes:
        yield Rewarded(seat, changes)


def _spread(edition: Edition, before: State, seat: Seat, letters: str) -> Player:
    """The seat after its wildcards alone, as the last ones of a round may also end the game."""
    frame = before.stack[-1] if before.stack else None
    if isinstance(frame, Spreading):
        track = frame.track
    else:
        track = any(each.track for each in before.upkeep if each.seat == seat)
    return gains.spread(edition, before.players[seat], letters, track=track)


def _waits(after: State, action: Costly) -> bool:
    """Whether the payment for an action must still be split or made possible."""
    top = after.stack[-1] if after.stack else None
    return isinstance(top, Splitting | Paying) and top.action == action


def _done(
    edition: Edition, before: State, seat: Seat, action: Costly, changes: tuple[Delta, ...]
) -> Told:
    match action:
        case Document(card):
            return Documented(seat, card, before.players[seat].story[-1], changes)
        case Commission(card):
            return Commissioned(seat, card, changes)
        case Perform(opus):
            return Performed(seat, opus, changes)
        case Sell(opus):
            return Sold(seat, opus, changes)
        case Travel(place):
            lying = effects.tile_at(before, place)
            return Travelled(seat, place, lying.tile if lying else None, changes)
        case Compose():
            sold = requiem.top(edition, before, action.side, action.movement)
            tile = sold.id if sold else ""
            composer = before.composers[SIDES.index(action.side)]
            return Composed(seat, requiem.space_id(action), composer, tile, changes)
        case _:
            assert_never(action)


def _soloist(
    edition: Edition, before: State, entry: Moved | Drawn, after: State
) -> Iterator[Told]:
    if before.solo is None or after.solo is None:
        return
    known = len(before.solo.did) if after.solo.played == before.solo.played else 0
    if not after.solo.played:
        known = len(before.solo.did)
    for deed in after.solo.did[known:]:
        card = _parameters(before, entry, after)
        steps = soloist.steps(edition, deed)
        yield SoloDid(deed.action, deed.what, deed.vp, steps, deed.courts, card)


def _parameters(before: State, entry: Moved | Drawn, after: State) -> str:
    """The second card of the Soloist's turn, even if maintenance has put it back already."""
    if after.solo is not None and after.solo.played:
        return after.solo.played[-1]
    owed = before.owed[0].supply if before.owed else ""
    if isinstance(entry, Drawn) and owed == "soloist":
        return entry.items[-1]
    return before.solo.played[-1] if before.solo is not None and before.solo.played else ""


def _incomes(edition: Edition, before: State, after: State) -> Iterator[Told]:
    """The income that all seats get at once, when the last one has ended its turn.

    It is worked out again here: after the last round the final count may follow at once.
    """
    begun = (after.upkeep and not before.upkeep) or (
        not before.upkeep and (after.round != before.round or (after.over and not before.over))
    )
    if not before.round or not begun:
        return
    for seat in range(before.options.seats):
        player, steps = before.players[seat], []
        for source, after_step in maintenance.steps(edition, before, seat):
            if changes := amounts(player, after_step):
                steps.append((source, changes))
            player = after_step
        if steps:
            yield Maintained(seat, amounts(before.players[seat], player), tuple(steps))


def _table(before: State, after: State) -> Iterator[Told]:
    """What chance and maintenance put on the table."""
    if after.composers and not before.composers:
        yield ComposersChosen(after.composers)
    if after.card and not before.card:
        yield Covered(after.card, after.covers)
    known = {each.tile for each in before.lying}
    for lying in after.lying:
        if lying.tile not in known:
            yield TileLaid(lying.place, lying.tile)
    if len(after.bonus) > len(before.bonus):
        yield RoundBegan(after.round or 1, after.first, after.bonus[-1])
    fresh = tuple(card for card in reversed(after.row) if card not in before.row)
    if fresh:
        yield RowFilled(fresh)


def _hands(before: State, after: State, listener: Seat | None) -> Iterator[Told]:
    pairs = zip(before.players, after.players, strict=True)
    for seat, (old, new) in enumerate(pairs):
        fresh = tuple(card for card in new.hand if card not in old.hand)
        if fresh:
            yield Dealt(seat, len(fresh), fresh if seat == listener else None)


def _earned(tally: Tally) -> int:
    """Points without those that only the final count pays."""
    final = tally.courts + tally.requiem + tally.story_points + tally.ducats
    earned: int = sum(msgspec.structs.astuple(tally))
    return earned - final


def _count(after: State) -> Iterator[Told]:
    for seat, player in enumerate(after.players):
        tally = player.tally
        yield Counted(seat, tally.courts, tally.requiem, tally.story_points, tally.ducats)
    over = scoring.over(after)
    rival = over.rival.name if over.rival and over.rival.shares else None
    yield Ended(over.winners, rival)
