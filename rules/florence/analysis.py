"""What a report on many games of The Princes of Florence asks: owners, actions, routes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rules.analysis import Analysis, Component, Targets
from rules.contract import Action, Decision, Prompt, Seat
from rules.florence.actions import (
    Build,
    Decline,
    DrawBonus,
    DrawProfession,
    EndTurn,
    Introduce,
    Open,
    PlayBonus,
    Take,
    Work,
)
from rules.florence.catalogue import BUILDINGS, LOTS, RECRUITING
from rules.florence.state import State
from rules.florence.view import View

KINDS: Final[dict[type[Action], str]] = {
    Work: "work",
    Build: "build",
    Introduce: "freedom",
    DrawProfession: "profession",
    DrawBonus: "draw_bonus",
}
"""The five actions of phase B (F50)."""


class _Florence:
    """The analysis. Its components are fixed, so there are no targets for them."""

    kinds: Final[Mapping[type[Action], str]] = KINDS
    paying: Final[frozenset[type[Prompt]]] = frozenset()
    spending: Final[frozenset[type[Action]]] = frozenset({PlayBonus})
    idle: Final[tuple[type[Action], ...]] = (EndTurn, Decline)
    routes: Final = (*KINDS.values(), *LOTS)
    targets: Final = Targets()

    def first(self, state: State) -> Seat | None:
        return state.start if state.turn == 1 else None

    def owned(self, state: State, seat: Seat) -> tuple[Component, ...]:
        """Cards and tiles, and the numbers of jesters and builders."""
        player = state.players[seat]
        kinds = dict.fromkeys(tile.kind for tile in player.tiles)
        cards = [card for card in (*player.hand, *player.works) if card != RECRUITING]
        return (
            *(Component("building" if k in BUILDINGS else "landscape", k) for k in kinds),
            *(Component("freedom", freedom) for freedom in player.freedoms),
            *(Component("profession", card) for card in cards),
            *(Component("bonus", card) for card in player.bonus),
            *(Component("prestige", card) for card in player.prestige_cards),
            Component("jesters", str(player.jesters)),
            Component("builders", str(player.builders)),
        )

    def spent(self, state: State, seat: Seat, action: Action) -> tuple[Component, ...]:
        """A bonus card that is played (F85)."""
        del state, seat
        return (Component("bonus", action.card),) if isinstance(action, PlayBonus) else ()

    def steps(self, view: View, decision: Decision, route: str) -> tuple[Action, ...]:
        del view
        return tuple(
            option
            for option in decision.options
            if KINDS.get(type(option)) == route
            or (isinstance(option, Open | Take) and option.lot == route)
        )


ANALYSIS: Final[Analysis[State, View]] = _Florence()
