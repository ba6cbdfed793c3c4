"""Makes positions of Lacrimosa and plays scripted moves on them.

A position is complete: what is in the row, on the map and in front of the seats is
missing from packs and stacks. So every component exists exactly once.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from rules.contract import Action, Decision, Draw, Event, Illegal, Moved, Over, Reason
from rules.lacrimosa import HOUSE_TEXT, Edition, game
from rules.lacrimosa.catalogue import ROUNDS
from rules.lacrimosa.grammar import KINDS
from rules.lacrimosa.setup import DOTS
from rules.lacrimosa.state import (
    Frame,
    Held,
    Hired,
    LacrimosaOptions,
    Lying,
    Note,
    Player,
    Right,
    Solo,
    State,
    Tally,
    Turn,
)

EDITION = Edition(HOUSE_TEXT)
LACRIMOSA = game(EDITION)
ANA, BRUNO, CHRISTIAN, DAVID = range(4)
NINE = tuple(card.id for card in EDITION.tables.starting_memory)
PLACES = tuple(EDITION.places)
OUT = {1: 2, 2: 2, 3: 1, 4: 0}


def start(n: int) -> str:
    """The id of a starting memory card."""
    return NINE[n - 1]


def player(
    *,
    ducats: int = 10,
    vp: int = 0,
    tracks: tuple[int, int, int] = (2, 2, 2),
    opus: Iterable[str] = (),
    rotated: Iterable[str] = (),
    hired: Mapping[str, str] | None = None,
    **fields: Any,
) -> Player:
    """A seat with four cards in hand, waiting for its turn.

    `hired` maps places of the board to the composer tiles on them.
    """
    fields.setdefault("hand", NINE[:4])
    fields.setdefault("finance", EDITION.player.finance_start)
    shown = {
        *fields["hand"],
        *fields.get("experiences", ()),
        *fields.get("story", ()),
    }
    taken = sum(card not in NINE for card in shown)
    rest = [card for card in NINE if card not in shown]
    fields.setdefault("deck", tuple(rest[: len(rest) - taken]))
    tiles = tuple(Hired(f"board.{place}", tile) for place, tile in (hired or {}).items())
    gone = {tile.place for tile in tiles}
    fields.setdefault("markers", tuple(each for each in EDITION.board if each not in gone))
    held = (*(Held(each) for each in opus), *(Held(each, rotated=True) for each in rotated))
    return Player(
        ducats,
        tracks,
        opus=held,
        hired=tiles,
        tally=Tally(opus=vp) if vp else Tally(),
        **fields,
    )


def on_turn(**fields: Any) -> Player:
    """A seat that has laid its first two cards."""
    fields.setdefault("hand", NINE[:2])
    fields.setdefault("experiences", (start(3),))
    fields.setdefault("story", (start(8),))
    return player(**fields)


def last_turn(**fields: Any) -> Player:
    """A seat that has laid its eighth card."""
    fields.setdefault("hand", (start(9),))
    fields.setdefault("experiences", NINE[:4])
    fields.setdefault("story", NINE[4:8])
    return player(**fields)


def position(
    *players: Player,
    stack: tuple[Frame, ...],
    row: tuple[str, ...] | None = None,
    on_map: Mapping[str, str] | None = None,
    gilded: Iterable[str] = (),
    composers: tuple[str, ...] = ("eybler", "stadler"),
    card: str = "constanze-1",
    options: Mapping[str, Any] | None = None,
    **fields: Any,
) -> State:
    """A position in which packs and stacks hold what is nowhere else.

    `row` goes from left to right, `on_map` names the tiles of places that matter, and
    `fields` override the state.
    """
    seats = len(players)
    round_ = fields.setdefault("round", 1)
    owners = tuple(_with_start(each, seat) for seat, each in enumerate(players))
    used = _used(owners) | set(fields.get("gone", ()))
    row = _row(round_, used) if row is None else row
    packs, removed = _packs(round_, used | set(row), OUT[seats])
    lying = _lying(owners, dict(on_map or {}), fields.pop("used", ()), set(gilded))
    tiles = {each.tile for each in lying}
    won = {court for owner in owners for court in owner.courts}
    if fields.get("solo"):
        won |= set(fields["solo"].courts)
    hired = {each.tile for owner in owners for each in owner.hired}
    state = State(
        options=LacrimosaOptions(seats, EDITION.hash, **(options or {})),
        players=owners,
        packs=packs,
        removed=removed,
        row=row,
        courts=tuple(sorted(set(EDITION.courts) - tiles - won)),
        cities=tuple(sorted(set(EDITION.cities) - tiles)),
        owed=(),
        mozart="salzburg",
        lying=lying,
        composers=composers,
        stacks=tuple(
            tuple(t for t in EDITION.stack(composer, movement, DOTS[seats]) if t not in hired)
            for composer in composers
            for movement in EDITION.movements
        ),
        card=card,
        covers=EDITION.covered(card, seats),
        bonus=tuple(f"bonus-{n}-{_first_bonus(n)}" for n in range(1, round_ + 1)),
        stack=stack,
    )
    return replace(state, **fields)


def _with_start(owner: Player, seat: int) -> Player:
    if any(held.id.startswith("start") for held in owner.opus):
        return owner
    return replace(owner, opus=(Held(EDITION.tables.starting_opus[seat].id), *owner.opus))


def _first_bonus(period: int) -> str:
    tile = next(each for each in EDITION.tables.period_bonus if each.period == period)
    return tile.id.removeprefix(f"bonus-{period}-")


def _used(owners: tuple[Player, ...]) -> set[str]:
    cards = {held.id for owner in owners for held in owner.opus}
    for owner in owners:
        cards.update(owner.hand, owner.deck, owner.experiences, owner.story)
    return cards


def cards_of(period: int, *, opus: bool) -> tuple[str, ...]:
    """The cards of a period, in the edition's order."""
    if opus:
        return tuple(card.id for card in EDITION.tables.opus if card.period == period)
    return tuple(card.id for card in EDITION.tables.memory if card.period == period)


def _row(period: int, used: set[str]) -> tuple[str, ...]:
    """Four opus cards and three memories that are free, alternating."""
    opus = [card for card in cards_of(period, opus=True) if card not in used]
    memories = [card for card in cards_of(period, opus=False) if card not in used]
    return (opus[0], memories[0], opus[1], memories[1], opus[2], memories[2], opus[3])


def _packs(
    round_: int, used: set[str], out: int
) -> tuple[tuple[tuple[str, ...], ...], tuple[str, ...]]:
    packs: list[tuple[str, ...]] = []
    removed: list[str] = []
    for period in range(1, ROUNDS + 1):
        opus = [card for card in cards_of(period, opus=True) if card not in used]
        memories = [card for card in cards_of(period, opus=False) if card not in used]
        over = period < round_
        cut = (len(opus), len(memories)) if over else (out, out)
        removed += opus[len(opus) - cut[0] :] + memories[len(memories) - cut[1] :]
        packs.append(
            tuple(sorted(opus[: len(opus) - cut[0]] + memories[: len(memories) - cut[1]]))
        )
    return tuple(packs), tuple(sorted(removed))


def _lying(
    owners: tuple[Player, ...], on_map: dict[str, str], empty: Iterable[str], gilded: set[str]
) -> tuple[Lying, ...]:
    """A tile at each place: the one named, none for "", else the next free one."""
    won = {court for owner in owners for court in owner.courts} | set(on_map.values())
    courts = (court for court in EDITION.courts if court not in won)
    cities = (city for city in EDITION.cities if city not in won)
    lying = []
    for place in EDITION.tables.map.place:
        tile = on_map.get(place.id)
        if tile is None:
            tile = next(courts if place.kind == "court" else cities)
        if tile:
            lying.append(Lying(place.id, tile, place.id in gilded))
    return tuple(lying)


def acting(
    actor: Player | None = None,
    /,
    *others: Player,
    rights: tuple[str | Right, ...] = (),
    seats: int = 2,
    **fields: Any,
) -> State:
    """Ana has laid her cards and takes her actions; two seats unless others are given."""
    others = others or (player(),) * (seats - 1)
    frames = tuple(Right(each) if isinstance(each, str) else each for each in rights)
    return position(actor or on_turn(), *others, stack=(Turn(frames),), **fields)


def alone(
    actor: Player | None = None,
    /,
    *,
    rights: tuple[str, ...] = (),
    solo: Solo | None = None,
    **fields: Any,
) -> State:
    """One seat, on its turn, against the Soloist."""
    fields.setdefault("composers", ("eybler",))
    solo = solo or soloist()
    frames = tuple(Right(each) for each in rights)
    return position(actor or on_turn(), stack=(Turn(frames),), solo=solo, **fields)


def soloist(level: str = "easy", **fields: Any) -> Solo:
    """The Soloist before his first turn."""
    chosen = EDITION.tables.soloist_levels[level]
    deck = tuple(card.id for card in EDITION.tables.soloist if card.number in chosen.cards)
    fields.setdefault("deck", tuple(sorted(deck)))
    fields.setdefault("finance", chosen.finance_index)
    return Solo(level, **fields)


def note(space: str, seat: int | None, side: str = "eighth") -> Note:
    """A marker on the Requiem."""
    return Note(space, side, seat)


def decisions(state: State) -> tuple[Decision, ...]:
    """The decisions of a position."""
    pending = LACRIMOSA.pending(state)
    assert isinstance(pending, tuple)
    return pending


def decision(state: State) -> Decision:
    """The one decision of a position."""
    (found,) = decisions(state)
    return found


def owed(state: State) -> Draw:
    """The draw that a position owes."""
    pending = LACRIMOSA.pending(state)
    assert isinstance(pending, Draw)
    return pending


def ended(state: State) -> Over:
    """The end of the game."""
    pending = LACRIMOSA.pending(state)
    assert isinstance(pending, Over)
    return pending


def settled(state: State, rng: Random | None = None) -> State:
    """The position after all draws that it owes, made with a generator."""
    rng = rng or Random(1)
    while isinstance(draw := LACRIMOSA.pending(state), Draw):
        state = LACRIMOSA.drawn(state, tuple(rng.sample(draw.items, draw.count)))
    return state


def play(state: State, *script: Action | tuple[str, ...]) -> State:
    """The position after a script of draws and of actions by the seat that decides.

    Every action must be offered, so a script also proves that. Draws that the script
    leaves out before an action are made from a fixed seed; those owed at the end stay owed.
    """
    for item in script:
        if isinstance(item, Action):
            state = settled(state)
            asked = decision(state)
            assert item in asked.options + asked.asides, (item, asked)
            state = LACRIMOSA.act(state, asked.seat, item)
        else:
            state = LACRIMOSA.drawn(state, item)
    return state


def refused(state: State, action: Action, seat: int | None = None) -> Reason:
    """The reason why an action is refused; also proves that it is not offered."""
    if seat is None:
        asked = decision(state)
        seat = asked.seat
        assert action not in asked.options + asked.asides
    with pytest.raises(Illegal) as caught:
        LACRIMOSA.act(state, seat, action)
    assert LACRIMOSA.why_not(state, seat, action) == caught.value.reason
    return caught.value.reason


def offered(state: State, kind: type[Action]) -> list[Any]:
    """The options of one kind."""
    return [action for action in decision(state).options if isinstance(action, kind)]


def can(state: State, action: Action) -> bool:
    """Whether an action is among the options."""
    return action in decision(state).options


def gained(before: State, after: State, seat: int = ANA) -> dict[str, int]:
    """How the ducats, points, finances and story points of a seat changed."""
    old, new = before.players[seat], after.players[seat]
    changes = {
        "ducats": new.ducats - old.ducats,
        "vp": new.vp - old.vp,
        "finance": new.finance - old.finance,
    }
    for at, kind in enumerate(KINDS):
        changes[kind] = new.counters[at] - old.counters[at]
        changes[f"track.{kind}"] = new.tracks[at] - old.tracks[at]
    return {what: amount for what, amount in changes.items() if amount}


def events(state: State, action: Action, listener: int | None = None) -> tuple[Event, ...]:
    """The events told if the seat that decides takes an action."""
    seat = decision(state).seat
    after = LACRIMOSA.act(state, seat, action)
    return LACRIMOSA.told(state, Moved(seat, action), after, listener)
