"""Positions of a solo game in which the Soloist is about to play chosen cards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from rules.lacrimosa.actions import EndTurn
from rules.lacrimosa.state import Solo, SoloDeed, State
from tests.lacrimosa.positions import alone, owed, play, settled, soloist

CARDS = {n: f"soloist-{n}" for n in range(1, 12)}


def his_turn(
    experience: int,
    story: int,
    *,
    level: str = "difficult",
    on_map: Mapping[str, str] | None = None,
    he: Mapping[str, Any] | None = None,
    **fields: Any,
) -> tuple[State, State]:
    """The positions before and after the Soloist's turn with these two cards."""
    every = sorted({CARDS[experience], CARDS[story], *soloist(level).deck})
    others = [card for card in every if card not in {CARDS[experience], CARDS[story]}]
    deck = tuple(sorted([CARDS[experience], CARDS[story], *others[:7]]))
    solo: Solo = replace(soloist(level), deck=deck, **(he or {}))
    before = alone(solo=solo, on_map=on_map, **fields)
    state = play(before, EndTurn())
    while (draw := owed(state)).supply != "soloist":
        state = play(state, draw.items[: draw.count])
    return before, settled(play(state, (CARDS[experience], CARDS[story])))


def deeds(state: State) -> tuple[SoloDeed, ...]:
    """What the Soloist did in his latest turn."""
    assert state.solo is not None
    return state.solo.did


def he(state: State) -> Solo:
    """The Soloist."""
    assert state.solo is not None
    return state.solo
