"""Setup for one to four players, as chance that is owed and answered.

The board (L7, L10, L11, L12), the composers (L14, L16), the players (L21, L22, L24)
and the Soloist (L131, L133, L134).
"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from rules.contract import Seat
from rules.lacrimosa import row
from rules.lacrimosa.catalogue import HAND, ROUNDS, START, Edition
from rules.lacrimosa.state import (
    Held,
    LacrimosaOptions,
    Laying,
    Lying,
    Owed,
    Player,
    Solo,
    State,
    Tally,
)

FIRST_GAME: Final = ("eybler", "stadler")
_REMOVED: Final = {4: 0, 3: 1, 2: 2, 1: 2}
"""Opus and memory cards taken out of each period, by seats (L9, L130)."""

DOTS: Final = {4: 4, 3: 3, 2: 0, 1: 4}
"""The most dots of composer tiles in play, by seats (L15, L131)."""

_CITY: Final = "cities"
_COURT: Final = "courts"


def start(edition: Edition, options: LacrimosaOptions) -> State:
    """A new game: everything in its place except what chance decides."""
    tables = edition.tables
    packs = tuple(
        tuple(
            sorted(
                [m.id for m in tables.memory if m.period == period]
                + [o.id for o in tables.opus if o.period == period]
            )
        )
        for period in range(1, ROUNDS + 1)
    )
    state = State(
        options=options,
        players=tuple(_player(edition, seat) for seat in range(options.seats)),
        packs=packs,
        courts=tuple(sorted(edition.courts)),
        cities=tuple(sorted(edition.cities)),
        owed=_owed(edition, options),
        mozart=tables.map.place[0].id,
        solo=_solo(edition, options),
    )
    chosen = _chosen(options)
    if chosen:
        state = composed(edition, state, chosen)
    return opened(state, 0) if options.seats == 1 else state


def _chosen(options: LacrimosaOptions) -> tuple[str, ...]:
    if options.composers == "random":
        return ()
    pair = FIRST_GAME if options.composers == "first" else tuple(options.composers.split("+"))
    return pair[:1] if options.seats == 1 else pair


def _player(edition: Edition, seat: Seat) -> Player:
    """A seat before the first player is known, which decides money and points."""
    board = edition.player
    start_ = board.story_track_start
    return Player(
        ducats=0,
        tracks=(start_, start_, start_),
        finance=board.finance_start,
        deck=tuple(sorted(card.id for card in edition.tables.starting_memory)),
        opus=(Held(edition.tables.starting_opus[seat].id),),
        markers=tuple(space.id for space in board.instrument),
    )


def _solo(edition: Edition, options: LacrimosaOptions) -> Solo | None:
    if options.seats > 1:
        return None
    level = edition.tables.soloist_levels[options.level]
    deck = tuple(card.id for card in edition.tables.soloist if card.number in level.cards)
    return Solo(options.level, tuple(sorted(deck)), finance=level.finance_index)


def _owed(edition: Edition, options: LacrimosaOptions) -> tuple[Owed, ...]:
    """Everything that chance decides before the first turn, in order."""
    out = _REMOVED[options.seats]
    places = sorted(edition.tables.map.place, key=lambda place: place.number)
    periods = range(1, ROUNDS + 1) if out else range(0)
    seats = options.seats
    return (
        *(Owed(kind, out, str(p)) for p in periods for kind in ("opus-out", "memory-out")),
        *((Owed("composers", min(seats, 2)),) if options.composers == "random" else ()),
        Owed("constanze", 1),
        *(Owed(_COURT if p.kind == "court" else _CITY, 1, p.id) for p in places),
        *((Owed("start", 1),) if seats > 1 else ()),
        Owed("bonus", 1, "1"),
        *(Owed("hand", HAND, str(seat)) for seat in range(seats)),
    )


def composed(edition: Edition, state: State, composers: tuple[str, ...]) -> State:
    """The composers of the game and their stacks, the first on the eighth-note side."""
    dots = DOTS[state.options.seats]
    stacks = tuple(
        edition.stack(composer, movement.id, dots)
        for composer in composers
        for movement in edition.tables.requiem.movement
    )
    return replace(state, composers=composers, stacks=stacks)


def opened(state: State, first: Seat) -> State:
    """The first round, with money and points in turn order (L23, L135)."""
    seats = state.options.seats
    players = []
    for seat, player in enumerate(state.players):
        ducats, points = START[(seat - first) % seats]
        if state.options.equal or seats == 1:
            ducats, points = START[0]
        players.append(replace(player, ducats=ducats, tally=Tally(start=points)))
    begun = replace(state, players=tuple(players), first=first, seat=first, round=1)
    return replace(row.filled(begun), stack=(Laying(),))


def covered(edition: Edition, state: State, card: str) -> State:
    """Constanze covers the spaces of her card (L17)."""
    return replace(state, card=card, covers=edition.covered(card, state.options.seats))


def laid(edition: Edition, state: State, place: str, tile: str) -> State:
    """A tile is laid on the map, plain side up (L18, L19)."""
    lying = (*state.lying, Lying(place, tile))
    if tile in edition.courts:
        return replace(state, lying=lying, courts=tuple(t for t in state.courts if t != tile))
    return replace(state, lying=lying, cities=tuple(t for t in state.cities if t != tile))
