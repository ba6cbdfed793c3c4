"""A table of one game as a Hypothesis machine: any legal choice, any luck, any undo."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import Any, ClassVar

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

from rules.contract import Agreed, Draw, Drawn, Entry, Moved, Seat, TakenBack
from rules.journal import Journal
from rules.registry import GAMES
from tests.fuzz import alarm, findings, invariants

MOST_BEFORE = 400
"""A machine starts somewhere in a random game: at most so many actions after its beginning."""


class Table(RuleBasedStateMachine):
    """People at one table who do anything that is legal."""

    title: ClassVar[str]
    seats: ClassVar[int]
    found: ClassVar[findings.GameFinding | None] = None

    journal: Journal[Any, Any]

    @initialize(
        data=st.data(),
        seed=st.integers(0, 2**32 - 1),
        moves=st.integers(0, MOST_BEFORE),
    )
    def sit_down(self, data: st.DataObject, seed: int, moves: int) -> None:
        alarm.again()
        game, rng = GAMES[self.title], Random(seed)
        self.chosen = {
            choice.key: data.draw(st.sampled_from(choice.values))
            for choice in game.choices
            if self.seats in choice.seats
        }
        self.journal = Journal(game, game.options(self.seats, self.chosen))
        self.journal = self.journal.settled(rng)
        for _ in range(moves):
            decision = rng.choice(self.journal.decisions)
            action = rng.choice(decision.options)
            with self._kept(Moved(decision.seat, action)):
                moved = self.journal.move(decision.seat, action, rng)
            if moved.over:
                return
            self.journal = moved

    @precondition(lambda self: self.journal.over is None)
    @rule(who=st.integers(0, 4), k=st.integers(0, 2_000), data=st.data())
    def choose(self, who: int, k: int, data: st.DataObject) -> None:
        asked = self.journal.decisions
        decision = asked[who % len(asked)]
        listed = decision.options + decision.asides
        self._add(Moved(decision.seat, listed[k % len(listed)]))
        while isinstance(draw := self.journal.game.pending(self.journal._state), Draw):
            due = self.journal._order.due(draw)
            loose = [item for item in draw.items if item not in due]
            places = st.lists(
                st.sampled_from(range(len(loose) or 1)),
                min_size=draw.count - len(due),
                max_size=draw.count - len(due),
                unique=True,
            )
            self._add(Drawn((*due, *(loose[at] for at in data.draw(places)))))

    @precondition(lambda self: self._who_may_go_back() is not None)
    @rule()
    def take_back(self) -> None:
        seat = self._who_may_go_back()
        assert seat is not None
        to = self.journal.undo_point(seat)
        assert to is not None
        self._add(TakenBack(seat, to))

    @precondition(lambda self: self.journal.over is None)
    @rule(who=st.integers(0, 4), k=st.integers(0, 25))
    def agree(self, who: int, k: int) -> None:
        seat = who % self.seats
        points = [each for each in self.journal.undo_to(seat) if each.wall is None]
        if points:
            self._add(Agreed(points[k % len(points)].to, seat))

    @rule(number=st.integers(0, 10_000))
    def look_back(self, number: int) -> None:
        with self._kept():
            number %= self.journal.number + 1
            past = self.journal.at(number)
            assert past.checksum() == self.journal.checksum(number)

    def teardown(self) -> None:
        if hasattr(self, "journal"):
            with self._kept():
                invariants.stored(self.journal)

    def _who_may_go_back(self) -> Seat | None:
        undoable = (s for s in range(self.seats) if self.journal.undo_point(s) is not None)
        return next(undoable, None)

    def _add(self, entry: Entry) -> None:
        with self._kept(entry):
            self.journal = invariants.added(self.title, self.journal, entry)

    @contextmanager
    def _kept(self, *more: Entry) -> Iterator[None]:
        """Remember what broke; the last failure that Hypothesis tries is the smallest."""
        try:
            yield
        except (Exception, alarm.Stuck) as error:
            type(self).found = findings.game(self.journal, self.chosen, more, error)
            raise


def machine(title: str, seats: int) -> type[Table]:
    """The machine of one game at one number of seats, with nothing found yet."""
    return type(f"{title}_{seats}", (Table,), {"title": title, "seats": seats})
