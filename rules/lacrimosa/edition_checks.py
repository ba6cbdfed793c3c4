"""Checks an edition of the components against the rulebook and what the engine needs.

A fault is one line: the entry, then the rule that it breaks. Rules about single
entries come first; those that join several entries are checked once these are sound.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any, Final

from rules.contract import Action, name
from rules.lacrimosa import requiem
from rules.lacrimosa.actions import (
    Commission,
    Compose,
    Document,
    LayExperience,
    LayStory,
    Perform,
    PlaceNeutral,
    Sell,
    Travel,
)
from rules.lacrimosa.catalogue import SIDES, TURNS, Edition
from rules.lacrimosa.entry_checks import ENTRIES, Faults
from rules.lacrimosa.grammar import ACTIONS, INSTRUMENTS, WILD, Neutral, Points, reward
from rules.lacrimosa.tile_checks import TILES

PLACES: Final = {"city": 8, "court": 3}
"""Places of each kind (L18, L19)."""

LEVELS: Final = {
    "easy": ((1, 2, 3, 4, 5, 6, 7, 8, 9), (0, 0, 0)),
    "middle": ((1, 2, 3, 4, 5, 6, 7, 9, 10), (2, 0, 0)),
    "difficult": ((1, 2, 3, 4, 5, 6, 7, 10, 11), (4, 1, 1)),
}
"""Each level's cards, and ducats, wildcards and points of its first space (L133, L134)."""

LONGEST: Final = 48
"""The most letters in an action's name, which is part of button ids."""

MOST_SPREAD: Final = 40
"""The most wildcards that are spread at once: each is a letter of the action's name."""

MOST_DOTS: Final = 32
"""The most dots in a line: reading a key takes the square of the number of its parts."""

MOST_TOLD: Final = 300
"""The most characters kept of a complaint, which may quote the edition."""

COVERED: Final = 10
OPEN_SPACES: Final = 3
FAMILIES: Final = 2

_AT: Final = re.compile(r"\$((?:\.\w+)+)\[(\d+)\]")


def load(text: str) -> Edition:
    """An edition that is fit to play; raises `ValueError` with one line."""
    for number, line in enumerate(text.split("\n"), 1):
        if line.count(".") > MOST_DOTS:
            raise ValueError(f"edition: line {number} has more than {MOST_DOTS} dots")
    try:
        edition = Edition(text)
    except ValueError as error:
        raise ValueError(_line(_located(text, str(error)))) from error
    found = faults(edition)
    if found:
        more = f" (and {len(found) - 1} more)" if len(found) > 1 else ""
        raise ValueError(_line(f"edition: {found[0]}{more}"))
    return edition


def _line(message: str) -> str:
    """A message as one line: the edition text that it quotes may contain anything."""
    if len(message) > MOST_TOLD:
        message = f"{message[:MOST_TOLD]}…"
    return "".join(
        sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in message
    )


def _located(text: str, message: str) -> str:
    """The decoder's message, with the id of the entry that it names only by its index."""
    found = _AT.search(message)
    if found is None:
        return message
    table: Any = tomllib.loads(text)
    for key in found[1].strip(".").split("."):
        table = table[key]
    entry = table[int(found[2])]
    id_ = entry.get("id") if isinstance(entry, dict) else None
    return f"{message} ({id_})" if id_ else message


def faults(edition: Edition) -> tuple[str, ...]:
    """Everything that contradicts the rulebook or the engine; empty for a fit edition.

    Rules that join entries are checked only if the entries themselves are sound.
    """
    for stage in (ENTRIES, _JOINS):
        found = tuple(fault for check in stage for fault in check(edition))
        if found:
            return found
    return ()


# ---------------------------------------------------------------- map


def _map(edition: Edition) -> Faults:
    """The map is connected, with a road between any two consecutive numbers (L148)."""
    tables = edition.tables.map
    for kind, count in PLACES.items():
        has = sum(place.kind == kind for place in tables.place)
        if has != count:
            yield f"map.place: {has} places are a {kind}, the map has {count}"
    if tables.place[0].id != "salzburg":
        yield f"map.place {tables.place[0].id}: Mozart starts in salzburg, which is number 1"
    for place in tables.place:
        if not (0 <= place.x <= 1 and 0 <= place.y <= 1):
            yield f"map.place {place.id}: x and y are shares of the map, from 0 to 1"
    unknown = [road for road in tables.road if set(road.between) - set(edition.places)]
    for road in unknown:
        yield f"map.road {'-'.join(road.between)}: no such place"
    if not unknown:
        yield from _roads(edition)


def _roads(edition: Edition) -> Faults:
    roads: set[frozenset[str]] = set()
    for road in edition.tables.map.road:
        ends = frozenset(road.between)
        label = "-".join(road.between)
        if len(ends) == 1:
            yield f"map.road {label}: a road joins two places"
        if ends in roads:
            yield f"map.road {label}: this road stands twice"
        roads.add(ends)
    for before, after in pairwise(edition.tables.map.place):
        if frozenset((before.id, after.id)) not in roads:
            pair = f"{before.id}-{after.id}"
            yield f"map.road {pair}: no road between places {before.number} and {after.number}"
    reached = {edition.tables.map.place[0].id}
    while joined := {end for road in roads if road & reached for end in road} - reached:
        reached |= joined
    for place in edition.places:
        if place not in reached:
            yield f"map.place {place}: no roads lead there from salzburg"


# ---------------------------------------------------------------- player board


def _board(edition: Edition) -> Faults:
    """Markers, tracks and what goes past their ends (L6, L20, L21, L46, L49)."""
    board = edition.player
    families = [place.instrument for place in board.instrument]
    for instrument in INSTRUMENTS:
        count = 2 if instrument in {"strings", "voice"} else 1
        if families.count(instrument) != count:
            has = families.count(instrument)
            yield f"player_board.instrument: {has} places for {instrument}, there are {count}"
    neutral = [p.id for p in board.instrument if Neutral() in reward(p.reward)]
    horns = [place.id for place in board.instrument if place.instrument == "horns"]
    if neutral != horns:
        yield "player_board.instrument: the neutral marker lies on the horns, and only there"
    figures = (
        ("story_track_start", board.story_track_start, 2),
        ("story_overflow_ducats", board.story_overflow_ducats, 1),
        ("finance_overflow_vp", board.finance_overflow_vp, 2),
    )
    for field, has, needs in figures:
        if has != needs:
            yield f"player_board: {field} is {has}, the rulebook says {needs}"
    if board.story_track_max < board.story_track_start:
        yield "player_board: story_track_max is below the start of the tracks"
    if not 0 <= board.finance_start < len(board.finance):
        yield f"player_board: finance_start {board.finance_start} is no space of the track"
    elif board.finance[board.finance_start].ducats != 2:
        yield "player_board: finance_start is not the space of 2 ducats"


# ---------------------------------------------------------------- Requiem


def _movements(edition: Edition) -> Faults:
    for movement in edition.tables.requiem.movement:
        for space in movement.spaces:
            if not space.id.startswith(f"{movement.id}."):
                yield f"requiem space {space.id}: its id begins with {movement.id} and a dot"
            if space.instrument not in INSTRUMENTS:
                yield f"requiem space {space.id}: {space.instrument!r} is no instrument"


def _constanze(edition: Edition) -> Faults:
    """For each number of players, ten counters suffice and movements stay playable (L17)."""
    for card in edition.tables.constanze:
        for field in ("players_2", "players_3", "players_4"):
            yield from _cover(edition, f"constanze {card.id}: {field}", getattr(card, field))


def _cover(edition: Edition, label: str, cover: tuple[str, ...]) -> Faults:
    for space in sorted(set(cover) - set(edition.spaces)):
        yield f"{label}: {space!r} is no space of the requiem"
    if len(set(cover)) != len(cover):
        yield f"{label}: a space is covered twice"
    if len(cover) > COVERED:
        yield f"{label} covers {len(cover)} spaces, at most {COVERED} are allowed"
    for movement in edition.tables.requiem.movement:
        left = [space.instrument for space in movement.spaces if space.id not in cover]
        if len(left) < OPEN_SPACES or len(set(left)) < FAMILIES:
            yield (
                f"{label}: {movement.id} keeps {len(left)} open spaces of "
                f"{len(set(left))} families, it needs {OPEN_SPACES} of {FAMILIES}"
            )


# ---------------------------------------------------------------- Soloist


def _soloist(edition: Edition) -> Faults:
    """His cards and levels (L133, L134, L137, L138, L139, L140)."""
    for card in edition.tables.soloist:
        for action in card.actions:
            if action not in ACTIONS:
                yield f"soloist {card.id}: {action!r} is no action"
        if not card.actions:
            yield f"soloist {card.id}: no action"
        if card.requiem.movement not in edition.movements:
            yield f"soloist {card.id}: {card.requiem.movement!r} is no movement"
        if card.travel.courts > 2:
            yield f"soloist {card.id}: {card.travel.courts} courts, he visits at most 2"
    levels = edition.tables.soloist_levels
    if tuple(levels) != tuple(LEVELS):
        yield f"soloist_levels: {', '.join(levels)}; there are {', '.join(LEVELS)}"
        return
    for label, (cards, space) in LEVELS.items():
        level = levels[label]
        if tuple(sorted(level.cards)) != cards:
            yield f"soloist_levels {label}: his cards are {', '.join(map(str, cards))}"
        finance = edition.player.finance[level.finance_index : level.finance_index + 1]
        if not finance or (finance[0].ducats, finance[0].wildcards, finance[0].vp) != space:
            ducats, wildcards, vp = space
            yield (
                f"soloist_levels {label}: finance_index {level.finance_index} is not the space "
                f"of {ducats} ducats, {wildcards} wildcards and {vp} vp"
            )


# ---------------------------------------------------------------- names of actions


def _names(edition: Edition) -> Faults:
    """Every action that could arise has a name that fits a button."""
    for action in _actions(edition):
        spelled = name(action)
        if len(spelled) > LONGEST:
            yield f"{spelled}: the name of an action has at most {LONGEST} letters"


def _actions(edition: Edition) -> Iterator[Action]:
    """The longest action for each component; only the row has wildcard costs."""
    tables = edition.tables
    wild = "t" * max(space.memory_cost.wild for space in tables.row)
    for memory in edition.memories:
        yield from (LayExperience(memory), LayStory(memory), Document(memory, wild))
    wild = "t" * max(space.opus_cost.wild for space in tables.row)
    for opus in edition.opus:
        yield from (Perform(opus), Sell(opus), Commission(opus, wild))
    yield from (Travel(place) for place in edition.places)
    for movement in tables.requiem.movement:
        for space in movement.spaces:
            part = space.id.removeprefix(f"{movement.id}.")
            yield PlaceNeutral(space.id, SIDES[1])
            for place in tables.player_board.instrument:
                if place.instrument == space.instrument:
                    gain = requiem.gains_of(place)[0]
                    yield Compose(movement.id, part, SIDES[1], place.index, gain)


def _income(edition: Edition) -> Faults:
    """One maintenance's wildcards (finance, Period Bonus) fit in a name (L105, L106)."""
    finance = max(space.wildcards for space in edition.player.finance)
    if finance > MOST_SPREAD:
        yield f"player_board.finance: {finance} wildcards, at most {MOST_SPREAD} at once"
    for tile in edition.bonuses.values():
        cards = edition.memories.values()
        icons = sorted(memory.actions.count(tile.action) for memory in cards)
        found = (item for item in reward(tile.reward) if isinstance(item, Points))
        wild = sum(item.amount for item in found if item.kind == WILD) * sum(icons[-TURNS:])
        if wild and finance + wild > MOST_SPREAD:
            yield (
                f"bonus {tile.id}: up to {wild} wildcards beside {finance} of the finance "
                f"space, at most {MOST_SPREAD} at once"
            )


_JOINS: Final[tuple[Callable[[Edition], Faults], ...]] = (
    _map,
    _board,
    _movements,
    _constanze,
    *TILES,
    _soloist,
    _income,
    _names,
)
