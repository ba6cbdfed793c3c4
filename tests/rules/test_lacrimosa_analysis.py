"""What reports need from Lacrimosa: cards that change hands, and collectors of one genre."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from rules.analysis import Component
from rules.contract import Moved
from rules.lacrimosa.actions import (
    Commission,
    Compose,
    LayExperience,
    Perform,
    Sell,
    ToLayExperience,
)
from rules.lacrimosa.analysis import ANALYSIS
from rules.lacrimosa.state import State
from rules.opponents import LEVELS, choose
from tests.contract.games import decisions, games
from tests.lacrimosa.positions import ANA, EDITION, LACRIMOSA, acting, decision, on_turn
from tests.lacrimosa.rows import row

RICH = {"ducats": 30, "counters": (9, 9, 9)}


def steps(state: State, route: str) -> tuple[object, ...]:
    view = LACRIMOSA.observe(state, ANA)
    return ANALYSIS.steps(view, decision(state), route)


@pytest.mark.parametrize("seats", [2, 4])
def test_whoever_had_a_card_owns_it_or_has_used_it_up(seats: int) -> None:
    """So an opus counts for its owner even if it was sold."""
    for journal in games("lacrimosa", seats):
        had: set[tuple[int, Component]] = set()
        kept: set[tuple[int, Component]] = set()
        for number, entry in enumerate(journal.entries):
            before, after = journal._positions[number : number + 2]
            if isinstance(entry, Moved):
                spent = ANALYSIS.spent(before, entry.seat, entry.action)
                kept.update((entry.seat, each) for each in spent)
            had.update((s, each) for s in range(seats) for each in ANALYSIS.owned(after, s))
        end = journal._positions[-1]
        kept.update((s, each) for s in range(seats) for each in ANALYSIS.owned(end, s))
        assert had <= kept
        assert {each.group for _, each in kept} == {
            "memory",
            "opus",
            "court",
            "composer_tile",
            "city",
        }


def test_what_everybody_begins_with_is_not_owned() -> None:
    owned = ANALYSIS.owned(acting(on_turn()), ANA)
    assert not [each for each in owned if each.group == "memory"]
    assert [each.id for each in owned if each.group == "opus"] == [
        EDITION.tables.starting_opus[ANA].id
    ]


def test_a_collector_of_a_genre_wants_its_opus_cards() -> None:
    held = ("opus-k139", "opus-k50")
    state = acting(
        on_turn(opus=held, **RICH),
        rights=("commission", "perform_or_sell", "requiem"),
        row=row({7: "opus-k118", 6: "opus-k87"}),
    )
    found = steps(state, "religious")
    assert Perform("opus-k139") in found
    assert Sell("opus-k139") in found
    assert Perform("opus-k50") not in found
    bought = {each.card for each in found if isinstance(each, Commission)}
    assert bought == {c for c in state.row if c in EDITION.opus and _genre(c) == "religious"}
    assert "opus-k118" in bought
    for tile in (_top(state, each) for each in found if isinstance(each, Compose)):
        assert (EDITION.tiles[tile].repeat or "").startswith("opus.religious")


def _genre(card: str) -> str | None:
    return EDITION.opus[card].type


def _top(state: State, action: Compose) -> str:
    side = ("eighth", "sixteenth").index(action.side)
    order = [movement.id for movement in EDITION.tables.requiem.movement]
    return state.stacks[side * len(order) + order.index(action.movement)][0]


def test_a_route_begins_with_the_card_that_allows_it() -> None:
    for journal in games("lacrimosa", 3):
        for state in journal._positions[::7]:
            for each in decisions(LACRIMOSA, state):
                view = LACRIMOSA.observe(state, each.seat)
                for route in ("travel", "document"):
                    laid = {
                        option
                        for option in ANALYSIS.steps(view, each, route)
                        if isinstance(option, LayExperience)
                    }
                    assert laid == {
                        option
                        for option in each.options
                        if isinstance(option, LayExperience)
                        and route in EDITION.memories[option.card].actions
                    }


@pytest.mark.parametrize("level", LEVELS[:1])
def test_a_level_lays_one_of_the_cards_offered(level: str) -> None:
    """So a player that follows a route lays the best of the cards that lead there."""
    tried = 0
    for journal in games("lacrimosa", 2):
        for state in journal._positions[::11]:
            for each in decisions(LACRIMOSA, state):
                if not isinstance(each.prompt, ToLayExperience):
                    continue
                view = LACRIMOSA.observe(state, each.seat)
                for option in each.options:
                    narrowed = replace(each, options=(option,), asides=())
                    assert choose("lacrimosa", level, view, narrowed, Random(1)) == option
                    tried += 1
    assert tried > 10
