"""What an action would do, and what people would try although it is impossible."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from rules.contract import Action, Delta, Deltas, Reason, Seat
from rules.lacrimosa import effects, gains, requiem, row, treasury, turns
from rules.lacrimosa.actions import (
    BuyCounter,
    Commission,
    Compose,
    Document,
    Perform,
    Sell,
    SellCounter,
    Split,
    Travel,
)
from rules.lacrimosa.catalogue import SIDES, Edition
from rules.lacrimosa.grammar import KINDS, item
from rules.lacrimosa.sequence import act, why_not
from rules.lacrimosa.state import Gaining, Granted, Paying, Player, Splitting, State, Turn

_EXCHANGES: Final = (*map(BuyCounter, KINDS[:1]), *map(SellCounter, KINDS))
"""What can be exchanged; a counter costs the same whatever its kind."""


def amounts(old: Player, new: Player) -> tuple[Delta, ...]:
    """Signed changes of a seat: ducats, points, finance steps, story points."""
    pairs = [
        ("ducats", old.ducats, new.ducats),
        ("vp", old.vp, new.vp),
        ("finance", old.finance, new.finance),
        *zip(KINDS, treasury.owned(old), treasury.owned(new), strict=True),
    ]
    return tuple(Delta(what, b - a) for what, a, b in pairs if a != b)


def price(edition: Edition, state: State, seat: Seat, action: Action) -> Deltas:
    """What changes at once, what is certain after a choice, and what would be shown."""
    after = act(edition, state, seat, action)
    now = after.players[seat]
    return Deltas(
        amounts=amounts(state.players[seat], now),
        later=amounts(now, _certain(edition, state, after, seat)),
        reveals=_reveals(state, after),
    )


def _certain(edition: Edition, before: State, after: State, seat: Seat) -> Player:
    """The seat after an action with all that waits for choices but does not depend on them."""
    match after.stack[-1] if after.stack else None:
        case Splitting(action, points, right) as frame:
            split = Split(treasury.splits(after.players[seat], points)[0])
            after = turns.take(edition, after, frame, split)
        case Paying(action, right):
            after = effects.do(edition, gains.popped(after), right, action, None)
        case _:
            pass
    player = after.players[seat]
    for waiting in after.stack:
        if isinstance(waiting, Gaining) and waiting not in before.stack:
            for each in waiting.items:
                player = gains.certain(edition, player, item(each), waiting.source)
    return player


def _reveals(before: State, after: State) -> tuple[str, ...]:
    shown = [owed.supply for owed in after.owed]
    if set(after.row) - set(before.row):
        shown.append("row")
    if len(after.bonus) > len(before.bonus):
        shown.append("bonus")
    known = {each.tile for each in before.lying}
    shown += ["map" for each in after.lying if each.tile not in known]
    if any(
        set(new.hand) - set(old.hand)
        for old, new in zip(before.players, after.players, strict=True)
    ):
        shown.append("hand")
    if after.over:
        shown.append("end")
    return tuple(dict.fromkeys(shown))


def blocked(edition: Edition, state: State, seat: Seat) -> tuple[tuple[Action, Reason], ...]:
    """The impossible choices that teach something, each with its reason."""
    if state.owed or state.over or state.upkeep or seat != state.seat:
        return ()
    frame = state.stack[-1]
    if not isinstance(frame, Turn | Granted):
        return ()
    rights = frame.rights if isinstance(frame, Turn) else (frame.right,)
    wanted = {right.action for right in rights}
    attempts = (*_attempts(edition, state, wanted), *_EXCHANGES)
    tried = ((each, why_not(edition, state, seat, each)) for each in attempts)
    return tuple((action, reason) for action, reason in tried if reason)


def _attempts(edition: Edition, state: State, wanted: set[str]) -> Iterator[Action]:
    """One attempt on each thing, with the likeliest payment."""
    player = state.players[state.seat]
    if "document" in wanted:
        for card in row.memories(edition, state):
            yield Document(card, _likely(edition, state, Document(card)))
    if "commission" in wanted:
        for card in row.opus(edition, state):
            yield Commission(card, _likely(edition, state, Commission(card)))
    if wanted & {"perform", "perform_or_sell"}:
        yield from (Perform(held.id) for held in player.opus)
    if wanted & {"sell", "perform_or_sell"}:
        yield from (Sell(held.id) for held in player.opus)
    if "travel" in wanted:
        for place in edition.places:
            if place != state.mozart:
                yield Travel(place, _likely(edition, state, Travel(place)))
    if "requiem" in wanted:
        yield from _parts(edition, state)


def _likely(
    edition: Edition, state: State, action: Document | Commission | Travel | Compose
) -> str:
    """The first way to pay wildcards; empty if the story points do not suffice."""
    after = effects.before_paying(edition, state, action, state.players[state.seat])
    price = effects.cost(edition, state, action)
    ways = effects.ways(edition, state, action) or treasury.wilds(after, price)
    return ways[0] if ways else ""


def _parts(edition: Edition, state: State) -> Iterator[Compose]:
    """The first part with a fitting marker, for each movement and side."""
    player = state.players[state.seat]
    for movement in edition.tables.requiem.movement:
        for side in SIDES:
            for space in gains.empty_spaces(edition, state, movement.id):
                marker = next(
                    (
                        edition.board[m]
                        for m in player.markers
                        if edition.board[m].instrument == edition.spaces[space].instrument
                    ),
                    None,
                )
                if marker is not None:
                    name = space.removeprefix(f"{movement.id}.")
                    gain = requiem.gains_of(marker)[0]
                    part = Compose(movement.id, name, side, marker.index, gain)
                    yield replace(part, wild=_likely(edition, state, part))
                    break
