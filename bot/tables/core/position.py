"""What a table and a lesson have in common: a position in which a person decides."""

from __future__ import annotations

from typing import Any, Protocol

from render.presentation import Person, Scene
from rules.contract import Decision, Seat
from rules.journal import AnyJournal


class Position(Protocol):
    """A game as panels and pictures need it."""

    @property
    def title(self) -> str:
        """The id of the game that is played."""

    @property
    def edition(self) -> str | None:
        """The edition that it is played with; None: there is only one, or it has not begun."""

    @property
    def place(self) -> int:
        """Where it is shown: pictures for one place are drawn one at a time."""

    @property
    def people(self) -> tuple[Person, ...]:
        """The player in each seat."""

    @property
    def journal(self) -> AnyJournal | None:
        """The folded journal, if the game has begun."""

    def decision(self, seat: Seat) -> Decision | None:
        """What a seat must decide now, if anything."""

    def arose(self, seat: Seat) -> int | None:
        """The entry at which the seat's pending decision arose."""

    def view(self, seat: Seat | None) -> Any:
        """What a seat (None: a spectator) may know now."""

    def scene(self, seat: Seat | None, since: int | None = None) -> Scene:
        """What a picture or text needs in addition to the view."""
