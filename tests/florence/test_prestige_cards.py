"""Prestige cards: majorities with their ties, and conditions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from rules.florence.actions import EndTurn
from rules.florence.catalogue import PRESTIGE, RECRUITING
from rules.florence.events import Revealed
from rules.florence.state import Acting, Player
from tests.florence.positions import ANA, BRUNO, FLORENCE, events, play, player, position

SMALLEST = ("tower", "chapel", "library")
COVER = ((), ("park",), ("lake",), ("forest",))
MAJORITIES: dict[str, tuple[int, int, Callable[[int], dict[str, Any]]]] = {
    "most_works": (7, 4, lambda n: {"works": (RECRUITING,) * n}),
    "most_buildings": (6, 3, lambda n: {"kinds": SMALLEST[:n]}),
    "most_jesters": (6, 3, lambda n: {"jesters": n}),
    "most_builders": (6, 3, lambda n: {"builders": n}),
    "most_forests": (7, 4, lambda n: {"kinds": ("forest",) * n}),
    "most_lakes": (6, 3, lambda n: {"kinds": ("lake",) * n}),
    "most_parks": (5, 3, lambda n: {"kinds": ("park",) * n}),
    "most_landscapes": (7, 4, lambda n: {"kinds": ("forest", "lake", "park")[:n]}),
    "fewest_empty": (8, 4, lambda n: {"kinds": COVER[n]}),
}
"""Points for a sole lead, points for a tie, and a seat with n of what the card compares."""

CONDITIONS: dict[str, tuple[int, dict[str, Any]]] = {
    "three_landscapes": (8, {"kinds": ("forest", "lake", "park")}),
    "three_freedoms": (8, {"freedoms": ("travel", "religion", "opinion")}),
    "two_large": (5, {"kinds": ("university", "workshop")}),
    "builder_jester_landscapes": (
        7,
        {"builders": 1, "jesters": 1, "kinds": ("forest", "park")},
    ),
    "buildings_freedoms_works": (
        6,
        {
            "kinds": ("tower", "chapel", "opera", "library"),
            "freedoms": ("travel", "opinion"),
            "works": ("poet", "lawyer", RECRUITING, "painter"),
        },
    ),
}


def paid(owner: Player, *others: Player) -> tuple[int, ...]:
    """What the prestige cards of each seat pay at the end."""
    state = position(owner, *others, step=Acting(len(others)), turn=7)
    state = play(state, EndTurn())
    return tuple(seat.tally.prestige_cards for seat in state.players)


def test_every_card_is_tested_here() -> None:
    """F96, F97: nine majorities and five conditions make the fourteen cards."""
    assert MAJORITIES.keys() | CONDITIONS.keys() == set(PRESTIGE)
    assert len(MAJORITIES) + len(CONDITIONS) == 14


@pytest.mark.parametrize("card", MAJORITIES)
@pytest.mark.parametrize(
    ("own", "others", "which"),
    [
        (2, (1, 0), "alone"),
        (1, (0, 0), "alone"),
        (2, (2, 1), "tied"),
        (2, (1, 2), "tied"),
        (2, (2, 2), "tied"),
        (1, (2, 0), "behind"),
        (1, (1, 2), "behind"),
        (0, (0, 0), "behind"),
        (0, (1, 1), "behind"),
        (3, (1, 2), "alone"),
    ],
)
def test_majorities(card: str, own: int, others: tuple[int, ...], which: str) -> None:
    """F44, F90, F96: alone in the lead, tied, behind; 0 never leads; only the owner scores."""
    alone, tied, having = MAJORITIES[card]
    owner = player(prestige_cards=(card,), **having(own))
    rivals = (player(**having(count)) for count in others)
    points = {"alone": alone, "tied": tied, "behind": 0}[which]
    assert paid(owner, *rivals) == (points, 0, 0)


@pytest.mark.parametrize("card", CONDITIONS)
def test_conditions_that_are_met(card: str) -> None:
    """F90, F97: the points in full, whatever the others have."""
    points, owned = CONDITIONS[card]
    owner = player(prestige_cards=(card,), **owned)
    shared = {key: value for key, value in owned.items() if key != "works"}
    assert paid(owner, player(**shared), player()) == (points, 0, 0)


LACKING = [
    ("three_landscapes", {"kinds": ("forest", "forest", "lake")}),
    ("three_freedoms", {"freedoms": ("travel", "opinion")}),
    ("two_large", {"kinds": ("university", "opera", "tower")}),
    ("builder_jester_landscapes", {"jesters": 1, "kinds": ("forest", "park")}),
    ("builder_jester_landscapes", {"builders": 1, "kinds": ("forest", "park")}),
    ("builder_jester_landscapes", {"builders": 1, "jesters": 1, "kinds": ("park", "park")}),
    ("buildings_freedoms_works", {"kinds": ("tower", "chapel", "opera")}),
    ("buildings_freedoms_works", {"freedoms": ("travel",)}),
    ("buildings_freedoms_works", {"works": ("poet", "lawyer", "painter")}),
]


@pytest.mark.parametrize(("card", "less"), LACKING)
def test_conditions_that_are_not_met(card: str, less: dict[str, Any]) -> None:
    """F97: one thing too few pays nothing."""
    _, owned = CONDITIONS[card]
    alone = card == "buildings_freedoms_works"
    owner = player(prestige_cards=(card,), **(owned | less if alone else less))
    assert paid(owner, player(), player()) == (0, 0, 0)


@pytest.mark.parametrize(
    ("card", "more"),
    [
        ("two_large", {"kinds": ("university", "workshop", "laboratory")}),
        ("builder_jester_landscapes", {"builders": 3, "jesters": 2}),
        (
            "buildings_freedoms_works",
            {"works": ("poet", "lawyer", "painter") + (RECRUITING,) * 3},
        ),
    ],
)
def test_conditions_are_minimums(card: str, more: dict[str, Any]) -> None:
    """F97: more than is demanded pays the same."""
    points, owned = CONDITIONS[card]
    assert (
        paid(player(prestige_cards=(card,), **(owned | more)), player(), player())[0] == points
    )


def test_a_card_held_by_nobody_pays_nobody() -> None:
    """F43, F96: a seat that leads without the card scores nothing."""
    assert paid(player(jesters=5), player(jesters=1), player()) == (0, 0, 0)


def test_one_object_may_serve_several_cards() -> None:
    """F90, F96, F97: the same landscapes count for three cards."""
    cards = ("most_forests", "most_landscapes", "three_landscapes")
    owner = player(prestige_cards=cards, kinds=("forest", "lake", "park"))
    assert paid(owner, player(), player()) == (7 + 7 + 8, 0, 0)


def test_cards_of_several_seats_compare_all_players() -> None:
    """F44, F96: each owner is compared with everyone else."""
    ana = player(prestige_cards=("most_jesters",), jesters=2, builders=1)
    bruno = player(prestige_cards=("most_builders",), jesters=2, builders=1)
    assert paid(ana, bruno, player(builders=1)) == (3, 3, 0)


def test_hidden_prestige_cards_are_revealed_with_their_points() -> None:
    """F90: each card is told with what it pays, even if that is nothing."""
    ana = player(prestige_cards=("most_jesters", "two_large"), jesters=1)
    bruno = player(prestige_cards=("most_builders",), builders=1)
    state = position(ana, bruno, player(), step=Acting(2), turn=7)
    told = [event for event in events(state, EndTurn()) if isinstance(event, Revealed)]
    assert told == [
        Revealed(ANA, "most_jesters", 6),
        Revealed(ANA, "two_large", 0),
        Revealed(BRUNO, "most_builders", 6),
    ]


def test_empty_squares_are_those_outside_the_palazzo() -> None:
    """F96: a forest leaves fewer of them empty than a lake or no tile."""
    forest, lake = player(kinds=("forest",)), player(kinds=("lake",))
    card = ("fewest_empty",)
    assert paid(replace(forest, prestige_cards=card), lake, player()) == (8, 0, 0)
    assert paid(replace(lake, prestige_cards=card), forest, player()) == (0, 0, 0)


def test_the_points_so_far_tell_what_the_own_cards_would_pay_now() -> None:
    """F90, F96, FR9: only their owner is told; a seat without cards counts as known."""
    owner = player(prestige=5, prestige_cards=("most_jesters", "two_large"), jesters=2)
    state = position(owner, player(jesters=1), player(), step=Acting(ANA), turn=3)
    own, *others = FLORENCE.counted(FLORENCE.observe(state, ANA))
    assert (own.points, own.final, own.hidden) == (5, 5 + 6, False)
    assert [(each.points, each.final, each.hidden) for each in others] == [(0, 0, False)] * 2
    for listener in (BRUNO, None):
        seen, *_ = FLORENCE.counted(FLORENCE.observe(state, listener))
        assert (seen.points, seen.final, seen.hidden) == (5, 5, True)
