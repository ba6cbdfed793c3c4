"""Makes positions of The Princes of Florence and plays scripted moves on them.

A position is complete: what the seats own is missing from the piles. So every component
exists exactly once, and the engine is tested on positions that could really occur.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

import pytest
from msgspec.structs import replace

from rules.contract import Action, Decision, Draw, Event, Illegal, Moved, Over, Reason
from rules.florence import game, principality
from rules.florence.actions import SellPrestige
from rules.florence.catalogue import (
    BONUS,
    BUILDING_COPIES,
    BUILDINGS,
    FREEDOMS,
    LANDSCAPES,
    PRESTIGE,
    PROFESSIONS,
    RECRUITING,
    STOCK,
)
from rules.florence.state import Acting, Opening, Player, State, Step, Tally, Tile
from rules.supply import Buried, Supply

FLORENCE = game()
ANA, BRUNO, CHRISTIAN, DAVID, ELENA = range(5)


def player(
    *,
    florins: int = 3500,
    prestige: int = 0,
    kinds: Iterable[str] = (),
    **fields: Any,
) -> Player:
    """A seat that owns `prestige` points and tiles of these `kinds` in some layout."""
    fields.setdefault("tiles", domain(*kinds))
    return Player(florins, tally=Tally(works=prestige), **fields)


def domain(*kinds: str) -> tuple[Tile, ...]:
    """Tiles laid without overlaps; buildings may touch, as with two builders."""
    found = _laid(kinds)
    assert found is not None, f"no room for {kinds}"
    return found


@lru_cache(maxsize=512)
def _laid(kinds: tuple[str, ...], taken: int = principality.PALAZZO) -> tuple[Tile, ...] | None:
    if not kinds:
        return ()
    kind, *others = kinds
    for spot in principality.SPOTS[kind]:
        if not spot.mask & taken:
            rest = _laid(tuple(others), taken | spot.mask)
            if rest is not None:
                return (Tile(kind, spot.orientation, spot.square), *rest)
    return None


def position(*players: Player, step: Step, **fields: Any) -> State:
    """A position in which the piles hold what `players` do not; `fields` override."""
    seats = len(players)
    tiles = [tile.kind for player in players for tile in player.tiles]
    works = [card for player in players for card in player.works]
    hands = [card for player in players for card in player.hand]
    owned = {kind: tiles.count(kind) for kind in LANDSCAPES}
    owned["jester"] = sum(player.jesters for player in players)
    owned["builder"] = sum(player.builders for player in players)
    owned["recruiting"] = sum(player.recruiting for player in players) + works.count(RECRUITING)
    state = State(
        players=players,
        turn=1,
        start=ANA,
        step=step,
        stock=tuple(count - owned[lot] for lot, count in STOCK.items()),
        buildings=tuple(BUILDING_COPIES - tiles.count(kind) for kind in BUILDINGS),
        freedoms=tuple(
            seats - 1 - sum(kind in player.freedoms for player in players) for kind in FREEDOMS
        ),
        professions=pile(PROFESSIONS, hands, works),
        bonus=pile(BONUS, *(player.bonus for player in players)),
        prestige=pile(PRESTIGE, *(player.prestige_cards for player in players)),
    )
    return replace(state, **fields)


def pile(every: Iterable[str], *elsewhere: Iterable[str]) -> Supply:
    """The cards of a deck that are nowhere else, without an order."""
    gone = {card for cards in elsewhere for card in cards}
    return Supply(tuple(sorted(set(every) - gone)))


def buried(loose: Iterable[str], under: Iterable[str], seat: int) -> Supply:
    """A pile with known cards at the bottom that `seat` put there."""
    cards = tuple(Buried(card, seat) for card in under)
    return Supply(tuple(sorted(loose)), cards)


def three(*, first: Player | None = None) -> tuple[Player, Player, Player]:
    """Three seats with nothing but money, the first one as given."""
    return first or player(), player(), player()


def opening(*players: Player, seat: int = ANA, **fields: Any) -> State:
    """A position in which `seat` opens an auction."""
    return position(*(players or three()), step=Opening(seat), **fields)


def acting(first: Player, *others: Player, **fields: Any) -> State:
    """A position in which Ana takes her actions."""
    return position(first, *(others or (player(), player())), step=Acting(ANA), **fields)


def decision(state: State) -> Decision:
    """The one decision of a position."""
    pending = FLORENCE.pending(state)
    assert isinstance(pending, tuple)
    (found,) = pending
    return found


def owed(state: State) -> Draw:
    """The draw that a position owes."""
    pending = FLORENCE.pending(state)
    assert isinstance(pending, Draw)
    return pending


def ended(state: State) -> Over:
    """The end of the game."""
    pending = FLORENCE.pending(state)
    assert isinstance(pending, Over)
    return pending


def play(state: State, *script: Action | tuple[str, ...]) -> State:
    """The position after a script of draws and of actions by the seat that decides.

    Every action must be among the options or asides, so a script also proves
    that its moves are offered.
    """
    for item in script:
        if isinstance(item, Action):
            asked = decision(state)
            assert item in asked.options + asked.asides, (item, asked.prompt)
            state = FLORENCE.act(state, asked.seat, item)
        else:
            state = FLORENCE.drawn(state, item)
    return state


def refused(state: State, action: Action, seat: int | None = None) -> Reason:
    """The reason why an action is refused; also proves that it is not offered."""
    asked = decision(state) if seat is None else None
    if asked is not None:
        seat = asked.seat
        assert action not in asked.options + asked.asides
    assert seat is not None
    with pytest.raises(Illegal) as caught:
        FLORENCE.act(state, seat, action)
    assert FLORENCE.why_not(state, seat, action) == caught.value.reason
    return caught.value.reason


def offered(state: State, kind: type[Action]) -> set[Any]:
    """The first fields of the options and asides of one kind."""
    asked = decision(state)
    return {
        getattr(action, action.__struct_fields__[0])
        for action in asked.options + asked.asides
        if isinstance(action, kind)
    }


def can(state: State, action: Action) -> bool:
    """Whether an action is among the options."""
    return action in decision(state).options


def sales(state: State) -> set[int]:
    """How many prestige points could be sold now."""
    return {aside.points for aside in decision(state).asides if isinstance(aside, SellPrestige)}


def events(state: State, action: Action, listener: int | None = None) -> tuple[Event, ...]:
    """The events told if the seat that decides takes an action."""
    seat = decision(state).seat
    after = FLORENCE.act(state, seat, action)
    return FLORENCE.told(state, Moved(seat, action), after, listener)
