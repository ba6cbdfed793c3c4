"""What a report on many games of Lacrimosa asks: owners, actions, routes, targets."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from rules.analysis import Analysis, Component, RivalTarget, Targets
from rules.contract import Action, Decision, Prompt, Seat
from rules.lacrimosa import editions, effects, requiem
from rules.lacrimosa.actions import (
    Commission,
    Compose,
    Document,
    EndTurn,
    LayExperience,
    Perform,
    Sell,
    Skip,
    ToPay,
    Travel,
)
from rules.lacrimosa.catalogue import Edition
from rules.lacrimosa.grammar import TYPES, OpusPoints, repeat
from rules.lacrimosa.state import State
from rules.lacrimosa.view import View

KINDS: Final[dict[type[Action], str]] = {
    Document: "document",
    Commission: "commission",
    Perform: "perform_or_sell",
    Sell: "perform_or_sell",
    Travel: "travel",
    Compose: "requiem",
}
"""The five actions (L34)."""

TARGETS: Final = Targets(
    seat=3,
    owner=(-8, 12),
    winners=(95, 115),
    lines={"repeats": 5},
    kind=8,
    route=35,
    route_seats=4,
    rival=RivalTarget(
        option="level",
        shares={
            "master": {"easy": 80, "middle": 55, "difficult": 35},
            "adept": {"easy": 62, "middle": 42, "difficult": 22},
        },
        within=8,
        games=300,
    ),
)


class _Lacrimosa:
    """The analysis; every edition has the same."""

    kinds: Final[Mapping[type[Action], str]] = KINDS
    paying: Final[frozenset[type[Prompt]]] = frozenset({ToPay})
    spending: Final[frozenset[type[Action]]] = frozenset({Document, Sell, Travel})
    idle: Final[tuple[type[Action], ...]] = (EndTurn, Skip)
    routes: Final = (*dict.fromkeys(KINDS.values()), *TYPES)
    targets: Final = TARGETS

    def first(self, state: State) -> Seat | None:
        return state.first if state.round == 1 else None

    def owned(self, state: State, seat: Seat) -> tuple[Component, ...]:
        player = state.players[seat]
        edition = editions.known(state.options.edition)
        # Laid cards go back into the deck or the hand in the next round.
        cards = (*player.deck, *player.hand, *player.experiences, *player.story)
        return (
            *_memories(edition, cards),
            *(Component("opus", held.id) for held in player.opus),
            *(Component("court", court) for court in player.courts),
            *(Component("composer_tile", hired.tile) for hired in player.hired),
        )

    def spent(self, state: State, seat: Seat, action: Action) -> tuple[Component, ...]:
        """A card replaced in Story, an opus sold, a city tile used (L52, L67, L78)."""
        edition = editions.known(state.options.edition)
        match action:
            case Document():
                return (*_memories(edition, state.players[seat].story[-1:]),)
            case Sell(opus):
                return (Component("opus", opus),)
            case Travel(place):
                lying = effects.tile_at(state, place)
                used = lying is not None and lying.tile in edition.cities
                return (Component("city", lying.tile),) if lying and used else ()
            case _:
                return ()

    def steps(self, view: View, decision: Decision, route: str) -> tuple[Action, ...]:
        edition = editions.known(view.options.edition)
        return tuple(
            option for option in decision.options if _follows(edition, view, option, route)
        )


def _memories(edition: Edition, cards: Iterable[str]) -> list[Component]:
    """The memory cards among `cards` that nobody begins with."""
    return [Component("memory", card) for card in cards if edition.memories[card].period]


def _follows(edition: Edition, view: View, option: Action, route: str) -> bool:
    """Whether an option is an action of the route, or lays a card that allows one."""
    match option:
        case LayExperience(card):
            return route in edition.memories[card].actions
        case Commission(opus) | Perform(opus) | Sell(opus) if route in TYPES:
            return edition.opus[opus].type == route
        case Compose(movement, _, side) if route in TYPES:
            tile = requiem.top(edition, view, side, movement)
            effect = repeat(tile.repeat) if tile and tile.repeat else None
            return isinstance(effect, OpusPoints) and effect.genre == route
        case _:
            return KINDS.get(type(option)) == route


ANALYSIS: Final[Analysis[State, View]] = _Lacrimosa()
