"""Counts every component of a position, for the conservation tests (F2, F4, F5, F6)."""

from __future__ import annotations

from rules.florence.catalogue import BUILDINGS, FREEDOMS, LANDSCAPES, RECRUITING, STOCK
from rules.florence.state import Looking, Ordering, State


def components(state: State) -> dict[str, int]:
    """How many of each component exist anywhere, for the count (F2, F4, F5, F6)."""
    tiles = [tile.kind for player in state.players for tile in player.tiles]
    works = [card for player in state.players for card in player.works]
    landing = getattr(state.step, "landscape", None)
    stock = dict(zip(STOCK, state.stock, strict=True))
    looked = len(state.step.cards) if isinstance(state.step, Looking | Ordering) else 0
    deck = state.step.deck if isinstance(state.step, Looking | Ordering) else None
    counts = {kind: stock[kind] + tiles.count(kind) + (landing == kind) for kind in LANDSCAPES}
    for kind, left in zip(BUILDINGS, state.buildings, strict=True):
        counts[kind] = left + tiles.count(kind)
    for kind, left in zip(FREEDOMS, state.freedoms, strict=True):
        counts[kind] = left + sum(kind in player.freedoms for player in state.players)
    counts["jester"] = stock["jester"] + sum(p.jesters for p in state.players)
    counts["builder"] = stock["builder"] + sum(p.builders for p in state.players)
    counts["recruiting"] = (
        stock["recruiting"]
        + sum(player.recruiting for player in state.players)
        + works.count(RECRUITING)
    )
    counts["professions"] = (
        len(state.professions)
        + sum(len(player.hand) for player in state.players)
        + len(works)
        - works.count(RECRUITING)
        + looked * (deck == "professions")
    )
    counts["bonus"] = (
        len(state.bonus)
        + sum(len(player.bonus) for player in state.players)
        + len(state.discards)
        + looked * (deck == "bonus")
    )
    counts["prestige"] = (
        len(state.prestige)
        + sum(len(player.prestige_cards) for player in state.players)
        + looked * (deck == "prestige")
    )
    return counts
