"""Counts every component of a Lacrimosa position, for the conservation tests (L4, L5, L6)."""

from __future__ import annotations

from collections import Counter

from rules.lacrimosa import Edition
from rules.lacrimosa.state import State


def components(edition: Edition, state: State) -> Counter[str]:
    """Every card, tile and marker, wherever it is; each id must be there once.

    Starting memories exist once for each seat; cards taken by the Soloist count as gone.
    """
    found: Counter[str] = Counter()
    for pack in state.packs:
        found.update(pack)
    found.update(state.removed)
    found.update(state.row)
    found.update(state.gone)
    for player in state.players:
        found.update(held.id for held in player.opus)
        found.update((*player.hand, *player.deck, *player.experiences, *player.story))
        found.update(player.courts)
        found.update(hired.tile for hired in player.hired)
        found["marker"] += len(player.markers)
        found["neutral"] += player.neutral
    found["marker"] += sum(note.seat is not None and note.seat >= 0 for note in state.notes)
    found["neutral"] += sum(note.seat is None for note in state.notes)
    found.update(each.tile for each in state.lying)
    found.update((*state.courts, *state.cities, *state.used))
    for stack in state.stacks:
        found.update(stack)
    if state.solo:
        found.update((*state.solo.deck, *state.solo.played, *state.solo.courts))
        found["solo marker"] += state.solo.markers
        found["solo marker"] += sum(note.seat == -1 for note in state.notes)
    return +found


def expected(edition: Edition, state: State) -> Counter[str]:
    """Everything that a game with these options has; a lost neutral marker counts too."""
    seats = state.options.seats
    found = Counter(card.id for card in edition.tables.memory)
    found.update(card.id for card in edition.tables.opus)
    found.update(card.id for card in edition.tables.starting_opus[:seats])
    for card in edition.tables.starting_memory:
        found[card.id] = seats
    found.update((*edition.courts, *edition.cities))
    dots = {2: 0, 3: 3}.get(seats, 4)
    composers = state.composers
    found.update(
        tile.id
        for tile in edition.tables.composer_tile
        if tile.composer in composers and tile.dots <= dots
    )
    found["marker"] = 7 * seats
    found["neutral"] = seats
    if state.solo:
        level = edition.tables.soloist_levels[state.solo.level]
        found.update(card.id for card in edition.tables.soloist if card.number in level.cards)
        found["solo marker"] = 7
    return found
