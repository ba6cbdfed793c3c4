"""A twin of a journal: to one listener the same game, with other things in hidden places."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from rules.contract import Event, Seat
from rules.journal import Journal, UndoPoint


class Twin(Journal[Any, Any]):
    """The true journal, changed in what its listener (None: anyone) may not know.

    Each position looks the same to the listener, with hands, money and piles dealt again. What
    others are told about an entry differs.
    """

    def __init__(
        self,
        true: Journal[Any, Any],
        listener: Seat | None,
        positions: tuple[Any, ...] | None = None,
    ) -> None:
        """The twin of a journal, with positions of its own unless some are given."""
        self._true, self._listener = true, listener
        self.game, self.options, self.entries = true.game, true.options, true.entries
        self._positions = positions or tuple(
            true.game.imagine(true.view(listener, number), Random(f"{number}/{listener}"))
            for number in range(true.number + 1)
        )
        self._line, self._agreed = true._line, true._agreed
        self._arose = {}
        self._note_decisions()
        self._arose = {
            seat: (true.arose(seat) or 0, decision)
            for seat, (_, decision) in self._arose.items()
        }

    def at(self, number: int) -> Twin:
        """The twin as it was after an entry."""
        past = self._true.at(number)
        return Twin(past, self._listener, self._positions[: number + 1])

    def told(self, number: int, seat: Seat | None) -> tuple[Event, ...]:
        """What an entry did, to the listener and to everyone; to others something else."""
        told = self._true.told(number, seat)
        return told if seat in {None, self._listener} else (*told, *told)

    def known(self, seat: Seat | None = None) -> Mapping[str, tuple[str, ...]]:
        """What comes up next, as the listener and everyone know it; another knows more."""
        known = self._true.known(seat)
        return known if seat in {None, self._listener} else {**known, "another": ("item",)}

    def undo_point(self, seat: Seat) -> int | None:
        """The same: the table message openly shows what can be undone."""
        return self._true.undo_point(seat)

    def undo_to(self, seat: Seat, floor: int = 0) -> tuple[UndoPoint, ...]:
        """The same: the table message openly shows what the table is asked for."""
        return self._true.undo_to(seat, floor)
