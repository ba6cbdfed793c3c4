"""Rules that the tiles of an edition keep: those of composers, royal courts and cities.

`rules.lacrimosa.edition_checks` runs them once the single entries are sound.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import pairwise
from typing import Final, assert_never

from rules.lacrimosa.catalogue import ROUNDS, Edition
from rules.lacrimosa.entry_checks import Faults
from rules.lacrimosa.grammar import (
    KINDS,
    TYPES,
    WILD,
    Again,
    Good,
    Grant,
    Item,
    Neutral,
    OpusPoints,
    PerOpus,
    Points,
    Repeat,
    TrackSteps,
    repeat,
    reward,
)

COMPOSERS: Final = {"eybler": 16, "stadler": 15, "suessmayr": 16, "freystaedtler": 13}
"""Tiles of each composer (L5)."""

REPEATS: Final[dict[int, type[Repeat]]] = {2: TrackSteps, 3: OpusPoints, 5: Again}
"""The repeating rewards by the number of their movement (L97, L98, L99)."""

NEEDS: Final = 4
"""The most things that a court asks for."""

# ---------------------------------------------------------------- composers


def _composers(edition: Edition) -> Faults:
    """Counts of tiles, their movements and dots, and sorted stacks (L5, L15, L16)."""
    tables = edition.tables
    for composer in tables.composer:
        count = COMPOSERS.get(composer.id)
        if count is None:
            yield f"composer {composer.id}: is none of {', '.join(COMPOSERS)}"
            continue
        has = sum(tile.composer == composer.id for tile in tables.composer_tile)
        if not has == composer.tiles == count:
            yield f"composer {composer.id}: {has} tiles, {composer.tiles} named; he has {count}"
    for tile in tables.composer_tile:
        if tile.composer not in COMPOSERS:
            yield f"composer_tile {tile.id}: {tile.composer!r} is no composer"
        if tile.movement not in edition.movements:
            yield f"composer_tile {tile.id}: {tile.movement!r} is no movement"
        if tile.dots not in {0, 3, 4}:
            yield f"composer_tile {tile.id}: {tile.dots} dots, a tile has 0, 3 or 4"
    for composer in tables.composer:
        for movement in edition.movements:
            stack = edition.stack(composer.id, movement, 4)
            for below, above in pairwise(stack):
                if _worth(edition, above) < _worth(edition, below):
                    yield (
                        f"composer_tile {above}: costs {_worth(edition, above)} in all, less "
                        f"than {below} above it ({_worth(edition, below)})"
                    )


def _worth(edition: Edition, tile: str) -> int:
    """Ducats + 3 x composition + 3 x finance: the order of the stacks."""
    cost = edition.tiles[tile].cost
    return cost.ducats + 3 * cost.composition + 3 * cost.finance


def _repeats(edition: Edition) -> Faults:
    """Each of three movements has a repeating reward of its own (L97, L98, L99)."""
    for tile in edition.tables.composer_tile:
        if tile.repeat is None or tile.movement not in edition.movements:
            continue
        movement, effect = edition.movements[tile.movement], repeat(tile.repeat)
        if not isinstance(effect, REPEATS.get(movement.number, ())):
            yield f"composer_tile {tile.id}: {tile.repeat!r} is no reward of {movement.id}"
        elif isinstance(effect, TrackSteps) and effect.amount != 1:
            yield f"composer_tile {tile.id}: {tile.repeat!r}, but the track moves one step"


# ---------------------------------------------------------------- courts and cities


def _courts(edition: Edition) -> Faults:
    """What a court tile asks for exists (L117)."""
    known: dict[str, set[str | int]] = {
        "types": set(TYPES),
        "periods": set(range(1, ROUNDS + 1)),
        "instruments": {space.instrument for space in edition.spaces.values()},
        "movements": set(edition.movements),
    }
    for court in edition.tables.court:
        for need in court.needs:
            if need not in known[court.kind]:
                yield f"court {court.id}: needs {need!r}, which is none of the {court.kind}"
        if not court.needs:
            yield f"court {court.id}: needs nothing"
        if len(court.needs) > NEEDS:
            yield f"court {court.id}: needs {len(court.needs)} things, at most {NEEDS}"


def _gilded(edition: Edition) -> Faults:
    """The gilded side gives no less than the plain one; it may differ in kind (L77)."""
    for path, tiles in (("court", edition.tables.court), ("city", edition.tables.city)):
        for tile in tiles:
            plain, gilded = _given(reward(tile.plain)), _given(reward(tile.gilded))
            if _covers(plain, gilded) and not _covers(gilded, plain):
                yield f"{path} {tile.id}: its gilded side gives less than the plain one"


def _given(items: tuple[Item, ...]) -> Counter[str]:
    """How much of each thing a reward gives."""
    given: Counter[str] = Counter()
    for item in items:
        match item:
            case Good(what, amount):
                given[what] += amount
            case Points(kind, amount, track):
                given[f"track.{kind}" if track else kind] += amount
            case Grant(action, genre, bonus):
                given[f"{action} {genre}"] += 1
                if bonus:
                    given[f"{action} {genre} {bonus.what}"] += bonus.amount
            case PerOpus(genre, amount):
                given[f"vp_per {genre}"] += amount
            case Neutral():
                given["neutral_marker"] += 1
            case _:
                assert_never(item)
    return given


def _covers(more: Counter[str], less: Counter[str]) -> bool:
    """Whether `more` gives all that `less` does; a wildcard can be any kind."""
    lacking, spare = less - more, more - less
    for prefix in ("", "track."):
        if sum(lacking.pop(prefix + kind, 0) for kind in KINDS) > spare[prefix + WILD]:
            return False
    return not lacking


TILES: Final[tuple[Callable[[Edition], Faults], ...]] = (_composers, _repeats, _courts, _gilded)
"""The checks of tiles, in the order in which their faults are reported."""
