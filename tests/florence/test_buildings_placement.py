"""Chapter "Build a building": where tiles may be placed."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from random import Random

import pytest

from rules.florence import principality
from rules.florence.actions import Build
from rules.florence.catalogue import BUILDINGS
from rules.florence.principality import OUTLINES, PALAZZO, SPOTS
from rules.florence.state import Tile
from tests.florence.positions import (
    acting,
    can,
    decision,
    play,
    player,
    refused,
)

PALAZZO_SQUARES = {35, 36, 37, 42, 43, 44}
EXAMPLE = (Tile("chapel", 0, 0), Tile("forest", 0, 3))
"""A chapel on squares 0, 1 and 7; a forest on 3, 4, 5, 6 and 10."""


def squares_of(mask: int) -> frozenset[int]:
    return frozenset(square for square in range(49) if mask >> square & 1)


def laid(kind: str) -> set[frozenset[int]]:
    """Every way to lay a tile inside the walls, worked out square by square."""
    rows = [list(row) for row in OUTLINES[kind].split("/")]
    found = set()
    for _ in range(4):
        rows = [list(row) for row in zip(*rows[::-1], strict=True)]
        for shape in (rows, [row[::-1] for row in rows]):
            for top in range(8 - len(shape)):
                for left in range(8 - len(shape[0])):
                    squares = frozenset(
                        (top + r) * 7 + left + c
                        for r, row in enumerate(shape)
                        for c, mark in enumerate(row)
                        if mark == "#"
                    )
                    if not squares & PALAZZO_SQUARES:
                        found.add(squares)
    return found


def sides(square: int) -> Iterator[int]:
    """The squares that share a side with a square."""
    row, column = divmod(square, 7)
    for r, c in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)):
        if 0 <= r < 7 and 0 <= c < 7:
            yield r * 7 + c


def test_worked_example_of_the_placement_violations() -> None:
    """FR10, F72, F73, F74, F77: outside, on a landscape, beside buildings, twice."""
    state = acting(player(tiles=EXAMPLE))
    assert refused(state, Build("tower", 0, 5)).code == "outside"
    assert refused(state, Build("tower", 0, 3)).code == "overlaps"
    beside_building, beside_palazzo = Build("tower", 0, 14), Build("tower", 0, 28)
    for build in (beside_building, beside_palazzo):
        reason = refused(state, build)
        assert (reason.code, reason.remedy) == ("touches_building", "builder")
        for builders in (2, 3):
            assert can(acting(player(tiles=EXAMPLE, builders=builders)), build)
    assert refused(state, Build("chapel", 0, 30)).code == "already_built"


@pytest.mark.parametrize("kind", OUTLINES)
def test_tiles_lie_inside_the_walls_in_every_orientation(kind: str) -> None:
    """F72: all rotations and both sides, never outside and never on the Palazzo."""
    assert {squares_of(spot.mask) for spot in SPOTS[kind]} == laid(kind)
    assert len(SPOTS[kind]) == len(laid(kind)), "each way once"
    assert squares_of(PALAZZO) == PALAZZO_SQUARES


@pytest.mark.parametrize("kind", OUTLINES)
def test_the_handle_is_the_first_square(kind: str) -> None:
    """F72: a spot is named by its first square in reading order."""
    for spot in SPOTS[kind]:
        assert min(squares_of(spot.mask)) == spot.square
        assert principality.spot(kind, spot.orientation, spot.square) == spot


@pytest.mark.parametrize(
    ("kind", "orientations"),
    [
        ("university", 4),
        ("laboratory", 2),
        ("workshop", 4),
        ("library", 1),
        ("opera", 4),
        ("studio", 8),
        ("hospital", 8),
        ("theatre", 4),
        ("tower", 2),
        ("chapel", 4),
        ("forest", 8),
        ("lake", 8),
        ("park", 4),
    ],
)
def test_both_sides_of_a_tile_may_be_up(kind: str, orientations: int) -> None:
    """F72: turned and flipped, as many ways as the outline has."""
    assert len({spot.orientation for spot in SPOTS[kind]}) == orientations


@pytest.mark.parametrize("builders", [0, 1, 2, 3])
@pytest.mark.parametrize("seed", range(6))
def test_what_is_offered_is_what_the_rules_allow(builders: int, seed: int) -> None:
    """F73, F74, F75, F76: no overlap; sides of buildings only with 2 or 3 builders."""
    rng = Random(seed)
    kinds = rng.sample(("tower", "library", "university", "forest", "lake", "park"), 4)
    owner = player(builders=builders, kinds=kinds)
    taken, walls = set(PALAZZO_SQUARES), set(PALAZZO_SQUARES)
    for tile in owner.tiles:
        spot = principality.spot(tile.kind, tile.orientation, tile.square)
        assert spot is not None
        taken |= squares_of(spot.mask)
        if tile.kind in BUILDINGS:
            walls |= squares_of(spot.mask)
    expected = {
        (kind, squares)
        for kind in set(BUILDINGS) - set(kinds)
        for squares in laid(kind)
        if not squares & taken
        and (builders >= 2 or not any(side in walls for s in squares for side in sides(s)))
    }
    offered = set()
    for option in decision(acting(owner)).options:
        if isinstance(option, Build):
            spot = principality.spot(option.building, option.orientation, option.square)
            assert spot is not None
            offered.add((option.building, squares_of(spot.mask)))
    assert offered == expected


def test_corners_may_touch() -> None:
    """F74: a tower may meet the corners of the chapel and of the Palazzo."""
    state = acting(player(tiles=EXAMPLE))
    assert can(state, Build("tower", 0, 15)), "below the chapel, one square to the right"
    assert can(state, Build("tower", 0, 31)), "above the Palazzo, one square to the right"


@pytest.mark.parametrize("builders", [0, 1])
def test_one_builder_does_not_lift_adjacency(builders: int) -> None:
    """F74, F75: only the second builder does."""
    state = acting(player(tiles=EXAMPLE, builders=builders))
    assert refused(state, Build("tower", 0, 14)).code == "touches_building"


def test_a_building_may_touch_landscapes() -> None:
    """F76: beside the forest, without builders."""
    assert can(acting(player(tiles=EXAMPLE)), Build("tower", 0, 11))


def test_a_building_that_fits_nowhere_says_so() -> None:
    """F72, F75: no room; a builder is named as the remedy only if adjacency is the obstacle."""
    full = ("forest",) * 4 + ("lake",) * 3 + ("park",)
    crowded = player(kinds=full, builders=2)
    reason = refused(acting(crowded), Build("university", 0, 0))
    assert (reason.code, reason.remedy) == ("no_room", None)
    reason = refused(acting(player(kinds=full)), Build("university", 0, 0))
    assert (reason.code, reason.remedy) == ("no_room", "builder")


def test_buildings_are_never_moved() -> None:
    """F78: tiles keep their places while others are built beside them."""
    owner = player(builders=3, tiles=EXAMPLE)
    state = play(acting(owner), Build("tower", 0, 14), Build("library", 0, 18))
    assert state.players[0].tiles == (*EXAMPLE, Tile("tower", 0, 14), Tile("library", 0, 18))


@pytest.mark.parametrize(
    ("builders", "figures"),
    [
        (0, {3: (120, 120), 4: (181, 210), 5: (56, 252), 6: (0, 210)}),
        (2, {6: (210, 210), 7: (118, 120)}),
    ],
)
def test_how_many_buildings_fit_matches_published_play(
    builders: int, figures: dict[int, tuple[int, int]]
) -> None:
    """F72, F74, F75: any 3 fit, 4 mostly, 5 rarely, 6 never; with 2 builders any 6 do."""
    hopeless: list[frozenset[str]] = []
    for count, (fit, of) in figures.items():
        subsets = [frozenset(kinds) for kinds in combinations(BUILDINGS, count)]
        assert len(subsets) == of
        fitting = 0
        for subset in subsets:
            if any(part <= subset for part in hopeless):
                continue
            if _fits([_ways(kind, builders) for kind in sorted(subset)]):
                fitting += 1
            else:
                hopeless.append(subset)
        assert fitting == fit


def test_nine_buildings_never_fit() -> None:
    """F4, F72: even the nine smallest have more squares than the walls hold."""
    sizes = sorted(outline.outline.count("#") for outline in BUILDINGS.values())
    assert principality.FREE == 43
    assert sum(sizes[:9]) > principality.FREE


Way = tuple[int, int]


def _ways(kind: str, builders: int) -> list[Way]:
    """The squares covered and the squares closed to other buildings, for each way to build."""
    if builders >= 2:
        return [(spot.mask, spot.mask) for spot in SPOTS[kind]]
    free = [spot for spot in SPOTS[kind] if not spot.border & PALAZZO]
    return [(spot.mask, spot.mask | spot.border) for spot in free]


def _fits(kinds: list[list[Way]]) -> bool:
    """Whether all buildings fit together; the one with the fewest ways goes first."""
    if not kinds:
        return True
    rest = sorted(kinds, key=len)
    for _, blocked in rest[0]:
        left = [[way for way in ways if not way[0] & blocked] for ways in rest[1:]]
        if all(left) and _fits(left):
            return True
    return False
