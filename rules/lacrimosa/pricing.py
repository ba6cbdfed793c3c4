"""What an action would do, and what people would try although it is impossible."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from rules.lacrimosa import deeds, gains, requiem, row, treasury
from rules.lacrimosa.actions import Commission, Compose, Document, Perform, Sell, Travel
from rules.lacrimosa.catalogue import SIDES, Edition
from rules.lacrimosa.grammar import KINDS
from rules.lacrimosa.sequence import act, why_not
from rules.lacrimosa.state import Granted, Player, State, Turn
from rules.table import Action, Delta, Deltas, Reason, Seat


def amounts(old: Player, new: Player) -> tuple[Delta, ...]:
    """Signed changes of a seat: ducats, points, finance steps, story points."""
    pairs = [
        ("ducats", old.ducats, new.ducats),
        ("vp", old.vp, new.vp),
        ("finance", old.finance, new.finance),
        *zip(KINDS, treasury.owned(old), treasury.owned(new), strict=True),
    ]
    return tuple(Delta(what, b - a) for what, a, b in pairs if a != b)


def price(book: Edition, state: State, seat: Seat, action: Action) -> Deltas:
    """What changes at once, and the supplies from which hidden things are shown."""
    after = act(book, state, seat, action)
    changed = amounts(state.players[seat], after.players[seat])
    return Deltas(changed, (), _reveals(state, after))


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
        shown.append("hand")
    return tuple(dict.fromkeys(shown))


def blocked(book: Edition, state: State, seat: Seat) -> tuple[tuple[Action, Reason], ...]:
    """The impossible choices that teach something, each with its reason."""
    if state.owed or state.over or state.upkeep or seat != state.seat:
        return ()
    frame = state.stack[-1]
    if not isinstance(frame, Turn | Granted):
        return ()
    rights = frame.rights if isinstance(frame, Turn) else (frame.right,)
    wanted = {right.action for right in rights}
    tried = ((a, why_not(book, state, seat, a)) for a in _attempts(book, state, wanted))
    return tuple((action, reason) for action, reason in tried if reason)


def _attempts(book: Edition, state: State, wanted: set[str]) -> Iterator[Action]:
    """One attempt for each thing, with the likeliest payment."""
    player = state.players[state.seat]
    if "document" in wanted:
        for card in row.memories(book, state):
            yield Document(card, _likely(book, state, Document(card)))
    if "commission" in wanted:
        for card in row.opus(book, state):
            yield Commission(card, _likely(book, state, Commission(card)))
    if wanted & {"perform", "perform_or_sell"}:
        yield from (Perform(held.id) for held in player.opus)
    if wanted & {"sell", "perform_or_sell"}:
        yield from (Sell(held.id) for held in player.opus)
    if "travel" in wanted:
        for place in book.places:
            if place != state.mozart:
                yield Travel(place, _likely(book, state, Travel(place)))
    if "requiem" in wanted:
        yield from _parts(book, state)


def _likely(
    book: Edition, state: State, action: Document | Commission | Travel | Compose
) -> str:
    """The first way to pay wildcards, none where the story points do not suffice."""
    ways = deeds.ways(book, state, action) or treasury.wilds(
        deeds.before_paying(book, state, action), deeds.cost(book, state, action)
    )
    return ways[0] if ways else ""


def _parts(book: Edition, state: State) -> Iterator[Compose]:
    """For each movement and side the first part that has a marker."""
    player = state.players[state.seat]
    for movement in book.tables.requiem.movement:
        for side in SIDES:
            for space in gains.empty_spaces(book, state, movement.id):
                marker = next(
                    (
                        book.board[m]
                        for m in player.markers
                        if book.board[m].instrument == book.spaces[space].instrument
                    ),
                    None,
                )
                if marker is not None:
                    name = space.removeprefix(f"{movement.id}.")
                    gain = requiem.gains_of(marker)[0]
                    part = Compose(movement.id, name, side, marker.index, gain)
                    yield replace(part, wild=_likely(book, state, part))
                    break
