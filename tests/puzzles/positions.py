"""Decisions of games between normal computer players that may be puzzles."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any, Final

import msgspec

from rules.contract import Action, Decision, Draw, Drawn, Moved, Over, Prompt, name
from rules.florence import actions as florence
from rules.lacrimosa import actions as lacrimosa
from rules.opponents import choose
from rules.prepared import spelled
from rules.puzzles import Puzzle, position
from rules.registry import GAMES, played_with

PROMPTS: Final[Mapping[str, tuple[type[Prompt], ...]]] = {
    "florence": (
        florence.ToBid,
        florence.ToOpen,
        florence.ToTake,
        florence.ToAct,
        florence.ToPlayBonus,
        florence.ToKeep,
    ),
    "lacrimosa": (
        lacrimosa.ToUse,
        lacrimosa.ToAct,
        lacrimosa.ToGrant,
        lacrimosa.ToLayStory,
    ),
}
"""The questions that can be puzzles."""

ROUNDS: Final = {"florence": range(3, 8), "lacrimosa": range(1, 6)}
"""In rounds 1 and 2 of Florence one option is mostly better only against easy players."""

SEATS: Final = {"florence": (3, 4, 5), "lacrimosa": (2, 3, 2, 4)}
"""The numbers of seats, used in turn."""

DEPTHS: Final = {"build": 2, "travel": 2, "commission": 2, "document": 2, "requiem": 3}
"""How many parts of an action's name make a choice, by tag; others are chosen whole."""


class Place(msgspec.Struct, frozen=True):
    """A decision in a game.

    Attributes:
        game: its id.
        seed: the seed for all judges here, made from that of the game.
        state: the position.
        entries: the entries that led there, spelled.
        options: the table options that were named.
    """

    game: str
    seed: str
    state: Any
    entries: tuple[str, ...]
    options: Mapping[str, str]
    decision: Decision

    @property
    def view(self) -> Any:
        """What the deciding seat knows."""
        return GAMES[self.game].observe(self.state, self.decision.seat)

    @property
    def round(self) -> int:
        """The round of the decision."""
        found: int = self.view.turn if self.game == "florence" else self.view.round
        return found


def places(game: str, seed: str, number: int) -> Iterator[Place]:
    """The decisions that could be puzzles in one game between normal computer players."""
    rules, seats = GAMES[game], SEATS[game][number % len(SEATS[game])]
    seeded = f"{game}/{seed}/{number}"
    rng = Random(seeded)
    chosen = {each.key: each.values[0] for each in rules.choices if seats in each.seats}
    state, entries = rules.start(rules.options(seats, chosen)), list[str]()
    while not isinstance(pending := rules.pending(state), Over):
        if isinstance(pending, Draw):
            items = tuple(rng.sample(pending.items, pending.count))
            state = rules.drawn(state, items)
            entries.append(spelled(Drawn(items)))
            continue
        decision = pending[0]
        if isinstance(decision.prompt, PROMPTS[game]) and len(decision.options) > 1:
            at = f"{seeded}/{len(entries)}"
            place = Place(game, at, state, tuple(entries), chosen, decision)
            if place.round in ROUNDS[game]:
                yield place
        view = rules.observe(state, decision.seat)
        action = choose(game, "adept", view, decision, rng)
        state = rules.act(state, decision.seat, action)
        entries.append(spelled(Moved(decision.seat, action)))


def choice(action: Action) -> str:
    """What a person chooses with an action: the start of its name."""
    spelling = name(action)
    depth = DEPTHS.get(spelling.partition(".")[0])
    return ".".join(spelling.split(".")[:depth])


def place_of(puzzle: Puzzle) -> Place:
    """The decision of a puzzle found earlier."""
    rules = played_with(puzzle.game, puzzle.edition)
    journal = position(puzzle, rules)
    state = journal._positions[-1]
    decision = journal.decision(puzzle.seat)
    assert decision is not None
    return Place(puzzle.game, puzzle.seed, state, puzzle.entries, puzzle.options, decision)
