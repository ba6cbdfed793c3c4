"""What is told about Lacrimosa: facts with the figures that belong to them."""

from __future__ import annotations

from collections import Counter

import pytest
from msgspec.structs import replace

from rules.contract import Delta, Event, Seat, Standings
from rules.lacrimosa.actions import PlaceNeutral, Spread, Travel
from rules.lacrimosa.events import (
    Chose,
    Counted,
    Maintained,
    NeutralPlaced,
    Rewarded,
    TookDucats,
)
from rules.lacrimosa.state import Gaining, Placing
from tests.contract.games import played
from tests.contract.lacrimosa import holdings
from tests.lacrimosa.positions import ANA, acting, events, on_turn, play, player


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_last_wildcards_do_not_tell_the_final_count_as_theirs(seats: int) -> None:
    """LR40: wildcards bring story points, and ducats for steps past the end."""
    journal = played("lacrimosa", seats, "novice")
    chosen = 0
    for number in range(1, journal.number + 1):
        told = journal.told(number, None)
        for event in told:
            if isinstance(event, Chose):
                chosen += 1
                assert {each.what for each in event.changes} <= {
                    *("talent", "journey", "composition", "ducats"),
                }
        if any(isinstance(event, Counted) for event in told):
            assert any(isinstance(event, Standings) for event in told)
    assert chosen


@pytest.mark.parametrize("level", ["random", "novice"])
@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_everything_that_a_seat_gains_or_pays_is_told(seats: int, level: str) -> None:
    """L87, L90, L102, L103, LR30, LR42: what is told adds up to what a seat owns."""
    journal = played("lacrimosa", seats, level)
    incomes = 0
    for number in range(1, journal.number + 1):
        told = journal.told(number, None)
        for seat in range(seats):
            old, new = (holdings(journal.view(None, n), seat) for n in (number - 1, number))
            if journal.view(None, number - 1).round:
                changes = {key: new[key] - old[key] for key in old if new[key] != old[key]}
                assert _told(told, seat) == changes, (number, told)
        incomes += any(isinstance(event, Maintained) for event in told)
    assert incomes == 5


def _told(events_: tuple[Event, ...], seat: Seat) -> dict[str, int]:
    """How what a seat owns has changed, as told; zeros are left out."""
    total: Counter[str] = Counter()
    for event in events_:
        if getattr(event, "seat", None) != seat:
            continue
        for delta in getattr(event, "changes", ()):
            total[delta.what] += delta.amount
        match event:
            case TookDucats(_, ducats):
                total["ducats"] += ducats
            case Counted(_, courts, requiem, points, ducats):
                total["vp"] += courts + requiem + points + ducats
            case _:
                pass
    return {what: amount for what, amount in total.items() if amount}


def test_goods_after_a_wildcard_are_told() -> None:
    """LR30: the postmaster gives a counter of any kind and a ducat."""
    state = acting(
        on_turn(counters=(0, 2, 0)),
        player(),
        rights=("travel",),
        on_map={"salzburg": "city-postmeister"},
    )
    state = play(state, Travel("salzburg"))
    assert events(state, Spread("c")) == (
        Chose(ANA, (Delta("composition", 1),)),
        Rewarded(ANA, (Delta("ducats", 1),)),
    )


def test_what_a_tile_brings_after_the_neutral_marker_is_told() -> None:
    """L90, LR34: the marker is placed first, then the tile's reward is gained."""
    stack = (Gaining(("vp 2",), "composers", "kyrie"), Placing("kyrie"))
    base = acting(on_turn(), player(), rights=())
    state = replace(base, stack=(*base.stack, *stack), card="", covers=())
    assert events(state, PlaceNeutral("kyrie.voice", "eighth")) == (
        NeutralPlaced(ANA, "kyrie.voice", "eybler"),
        Rewarded(ANA, (Delta("vp", 2),)),
    )
