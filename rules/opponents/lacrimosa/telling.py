"""What a reason reports about a position in Lacrimosa."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Final

from msgspec.structs import asdict

from rules.contract import Action, Prompt, Seat
from rules.lacrimosa import scoring, treasury
from rules.lacrimosa.actions import LayExperience, LayStory, ToUse, UseCard
from rules.lacrimosa.catalogue import Edition
from rules.lacrimosa.grammar import KINDS
from rules.lacrimosa.state import Player, State
from rules.opponents.told import Got, Telling, Told

TELLING: Final = Telling(
    worlds=32,
    things={
        "ducats": 0.6,
        "talent": 1.0,
        "journey": 0.5,
        "composition": 0.3,
        "opus": 1.0,
        "courts": 1.0,
        "markers": 1.0,
        "finance": 1.5,
    },
    alike=frozenset({"commission", "document", "court", "compose", "sell"}),
    some=frozenset({"commission", "court", "compose", "sell"}),
    given={"commission": "sell"},
)
"""Reasons look at the end of the round, as the search does. Things count about as much as the
fitted worth gives them in the middle of a game. That one card comes in place of another says
nothing.
"""

ABOUT: Final[Mapping[str, frozenset[str]]] = {
    "document": frozenset({"document", "story", *KINDS}),
    "commission": frozenset({"commission", "opus", "courts", "repeats"}),
    "perform_or_sell": frozenset({"sell", "sales", "repeats", "ducats", "finance"}),
    "travel": frozenset({"court", "courts", "travels", "ducats"}),
    "requiem": frozenset({"compose", "requiem", "composers", "courts", "finance"}),
}
"""The lines, things and kinds of `Got` that each action can bring about."""


def about(
    edition: Edition, prompt: Prompt, better: Action, than: Action
) -> frozenset[str] | None:
    """What can speak for laying or using one card; None: no card is laid or used.

    In Experiences that is what the card's actions bring. In Story it is what the card's bottom
    brings, and the actions of the other card, which is kept.
    """
    below: tuple[str, ...] = ()
    match prompt, better, than:
        case (_, LayExperience(used), _) | (ToUse(used), UseCard(), _):
            pass
        case _, LayStory(card), LayStory(used):
            below = edition.memories[card].story
        case _:
            return None
    found = {name for action in edition.memories[used].actions for name in ABOUT[action]}
    found |= {kind for kind in (*KINDS, "ducats") for each in below if kind in each}
    return frozenset(found | ({"story"} if below else {"bonus"}))


def told(edition: Edition, state: State, seat: Seat) -> Told:
    """Points, with Requiem and courts as they stand, and things; at the end only points."""
    player = state.players[seat]
    lines = {line: float(points) for line, points in asdict(player.tally).items()}
    got = _got(edition, state, seat)
    if state.over:
        return Told(lines, {}, got)
    served = scoring.fulfilled(edition, player, state.notes, seat)
    lines["courts"] += sum(edition.courts[court].vp for court in served)
    lines["requiem"] += scoring.requiem_points(edition, state, seat)
    owned: dict[str, float] = dict(zip(KINDS, treasury.owned(player), strict=True))
    things = {
        "ducats": float(player.ducats),
        **owned,
        "opus": float(len(player.opus)),
        "courts": float(len(player.courts)),
        "markers": float(sum(note.seat == seat for note in state.notes)),
        "finance": float(player.finance),
    }
    return Told(lines, things, got)


def _got(edition: Edition, state: State, seat: Seat) -> frozenset[Got]:
    """Cards, courts, and the markers of each movement."""
    player = state.players[seat]
    composed = Counter(edition.movement_of[n.space] for n in state.notes if n.seat == seat)
    got = {
        Got("compose", movement, nth)
        for movement, count in composed.items()
        for nth in range(1, count + 1)
    }
    got |= {Got("commission", held.id) for held in player.opus}
    got |= {Got("document", card) for card in _memories(player)}
    return frozenset(got | {Got("court", court) for court in player.courts})


def _memories(player: Player) -> tuple[str, ...]:
    return (*player.hand, *player.deck, *player.experiences, *player.story)
