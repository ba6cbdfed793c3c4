"""`python -m tests.balance --games N`: the tables of `maecenas simulate --report`, faster.

Easy computer players of Lacrimosa play in all seats, whole turns at once as rollouts do. Each
turn is thought out once, not again for each decision, which takes a third of the time. The
players exchange ducats and story points only to pay. This is for steering while an edition is
balanced; promises about an edition are measured with `maecenas simulate`.
"""

# ruff: noqa: T201 - the report is its output

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random

from bot.host.simulate.games import Playthrough
from bot.host.simulate.report import spelled_tables, summed
from rules.analysis import Component
from rules.contract import Action, Draw, Over, Seat
from rules.lacrimosa import HOUSE_TEXT, editions, game, sequence
from rules.lacrimosa.analysis import ANALYSIS
from rules.lacrimosa.catalogue import Edition
from rules.lacrimosa.state import State
from rules.opponents import LEVELS
from rules.opponents.lacrimosa.thumb import Thumb


class Tracing(Thumb):
    """An easy player that knows which actions led to each position of its turn."""

    came: dict[int, tuple[State, Action, State]]

    def after(self, state: State, action: Action) -> State:
        new = super().after(state, action)
        self.came[id(new)] = state, action, new
        return new

    def taken(self, state: State) -> tuple[State, tuple[tuple[State, Action], ...]]:
        """The position after its next decisions; each action, with the position before it."""
        self.came = {}
        pending = sequence.pending(self.edition, state)
        assert isinstance(pending, tuple)
        end = self.best_of(state, pending[0].options) if state.upkeep else self.move(state)
        return end, tuple(self._steps(state, end))

    def _steps(self, state: State, end: State) -> Iterator[tuple[State, Action]]:
        while end is not state:
            end, action, _ = self.came[id(end)]
            yield end, action


def play(
    edition: Edition,
    seats: int,
    rng: Random,
    setup: Mapping[str, str],
    constanze: str | None = None,
) -> Playthrough:
    """Play one game, as a report needs it.

    Args:
        edition, seats, rng, setup: as for any game.
        constanze: which of Constanze's cards covers the Requiem; None: any.
    """
    rules = game(edition)
    state = rules.start(rules.options(seats, setup))
    players = [Tracing(edition, seat) for seat in range(seats)]
    kinds = Counter(dict.fromkeys(ANALYSIS.kinds.values(), 0))
    spent: tuple[set[Component], ...] = tuple(set() for _ in players)
    first: Seat | None = None
    while not isinstance(pending := rules.pending(state), Over):
        first = ANALYSIS.first(state) if first is None else first
        if isinstance(pending, Draw):
            items = tuple(rng.sample(pending.items, pending.count))
            if constanze is not None and pending.supply == "constanze":
                items = (constanze,)
            state = sequence.drawn(edition, state, items)
            continue
        seat = pending[0].seat
        state, steps = players[seat].taken(state)
        for before, action in steps:
            if type(action) in ANALYSIS.kinds:
                kinds[ANALYSIS.kinds[type(action)]] += 1
            if type(action) in ANALYSIS.spending:
                spent[seat].update(ANALYSIS.spent(before, seat, action))
    return Playthrough(
        players=LEVELS[:1] * seats,
        acted={},
        over=pending,
        setup=setup,
        first=first or 0,
        kinds=dict(kinds),
        owned=tuple(
            tuple(sorted(used.union(ANALYSIS.owned(state, seat))))
            for seat, used in enumerate(spent)
        ),
    )


def main() -> int:
    """Read the command line, play and print the tables."""
    parser = argparse.ArgumentParser(prog="python -m tests.balance", description=__doc__)
    parser.add_argument("--edition", type=Path, help="default: the house edition")
    parser.add_argument("--seats", type=int, nargs="+", default=(2, 3, 4))
    parser.add_argument("--games", type=int, default=200, help="for each number of seats")
    parser.add_argument("--composers", default="first", help="a pair, first or random")
    parser.add_argument("--constanze", help="one of her cards, as constanze-1; default: any")
    parser.add_argument("--seed", default="balance")
    asked = parser.parse_args()
    edition = editions.learn(asked.edition.read_text("utf-8") if asked.edition else HOUSE_TEXT)
    setup = {"composers": asked.composers}
    for seats in asked.seats:
        played = [
            play(edition, seats, Random(f"{asked.seed}/{number}"), setup, asked.constanze)
            for number in range(asked.games)
        ]
        report = summed(played, seats, 0.0, ANALYSIS.targets)
        named = f"edition {edition.hash}, printing {edition.printing}"
        print(f"{named}, {seats} seats, {asked.games} games", flush=True)
        print(f"{spelled_tables(report.tables)}\n", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
