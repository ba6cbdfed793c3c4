"""What a report on many games asks of a game: who owned what, and what was done.

A game with an `Analysis` is listed in `rules.registry.ANALYSES`; nothing here knows
which game it is. Ids are those of the edition or the catalogue.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple, Protocol, TypeVar

import msgspec

from rules.contract import Action, Decision, Prompt, Seat


class Component(NamedTuple):
    """A card or tile that a seat can own; `group` names its sort, such as opus."""

    group: str
    id: str


class RivalTarget(msgspec.Struct, frozen=True, kw_only=True):
    """How often the only player should beat the game itself.

    Attributes:
        option: the table option that sets its level.
        shares: the percentage of victories, by computer player, then by value of the
            option; the first value is that of a table that does not name the option.
        within: by how many percentage points a share may differ.
        games: the fewest games needed to say anything.
    """

    option: str
    shares: Mapping[str, Mapping[str, float]]
    within: float
    games: int


class Targets(msgspec.Struct, frozen=True, kw_only=True):
    """What a balanced edition keeps to; what is left out is not checked.

    Shares are percentages. Par is the share of victories with all things equal.

    Attributes:
        seat: how far from par a place in the order of the first round may win.
        owner: how far below (negative) and above par the owners of a component may win.
        winners: the lowest and highest mean points of the winners.
        lines: by how many points winners and others may differ, by line of the score.
        kind: the least share of each kind of action.
        route: how often one seat that follows one route may beat `route_seats` - 1 others.
        route_seats: the number of seats that `route` is for.
        rival: how often the game itself is beaten.
    """

    seat: float | None = None
    owner: tuple[float, float] | None = None
    winners: tuple[float, float] | None = None
    lines: Mapping[str, float] = {}
    kind: float | None = None
    route: float | None = None
    route_seats: int = 0
    rival: RivalTarget | None = None


S_contra = TypeVar("S_contra", contravariant=True)
V_contra = TypeVar("V_contra", contravariant=True)


class Analysis(Protocol[S_contra, V_contra]):
    """What a game says about its positions and actions. `S` is its state, `V` its view."""

    @property
    def kinds(self) -> Mapping[type[Action], str]:
        """The kinds of action that a report compares; other actions belong to none."""

    @property
    def paying(self) -> frozenset[type[Prompt]]:
        """Prompts that only pay for an action already counted."""

    @property
    def spending(self) -> frozenset[type[Action]]:
        """The actions that may use a component up; `spent` is called for no others."""

    @property
    def idle(self) -> tuple[type[Action], ...]:
        """The actions that decline what a seat may do."""

    @property
    def routes(self) -> tuple[str, ...]:
        """What a player may prefer to everything else: kinds of action and other things."""

    @property
    def targets(self) -> Targets:
        """What a balanced edition keeps to."""

    def first(self, state: S_contra) -> Seat | None:
        """The first player of the first round, while it is played; otherwise None."""

    def owned(self, state: S_contra, seat: Seat) -> tuple[Component, ...]:
        """The components that a seat owns, except those that every seat begins with."""

    def spent(self, state: S_contra, seat: Seat, action: Action) -> tuple[Component, ...]:
        """The components that an action, legal in this state, takes from its seat."""

    def steps(self, view: V_contra, decision: Decision, route: str) -> tuple[Action, ...]:
        """The options that follow a route; none if the decision is about other things."""


AnyAnalysis = Analysis[Any, Any]


class _Plain:
    """The analysis of a game that has none; its first player is seat 0."""

    kinds: Final[Mapping[type[Action], str]] = {}
    paying: Final[frozenset[type[Prompt]]] = frozenset()
    spending: Final[frozenset[type[Action]]] = frozenset()
    idle: Final[tuple[type[Action], ...]] = ()
    routes: Final[tuple[str, ...]] = ()
    targets: Final = Targets()

    def first(self, state: Any) -> Seat | None:
        del state
        return 0

    def owned(self, state: Any, seat: Seat) -> tuple[Component, ...]:
        del state, seat
        return ()

    def spent(self, state: Any, seat: Seat, action: Action) -> tuple[Component, ...]:
        del state, seat, action
        return ()

    def steps(self, view: Any, decision: Decision, route: str) -> tuple[Action, ...]:
        del view, decision, route
        return ()


PLAIN: Final[AnyAnalysis] = _Plain()
"""For games without an analysis of their own."""
