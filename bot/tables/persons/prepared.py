"""The prepared position of a lesson or puzzle, as panels and pictures ask for it."""

from __future__ import annotations

from typing import Any, Self

import msgspec
from msgspec.structs import replace

from render.presentation import Person, Scene
from rules.contract import Decision, Event, Seat
from rules.journal import AnyJournal


class PreparedPosition(msgspec.Struct, frozen=True, kw_only=True):
    """A `Position` that belongs to no table.

    Attributes:
        title: the id of the game that is played.
        edition: the edition that it was made for.
        place: where it is shown: the person, or the channel.
        journal: how it came about, and what was played since.
        people: who sits at each seat, as pictures and texts name them.
    """

    title: str
    edition: str | None
    place: int
    journal: AnyJournal
    people: tuple[Person, ...] = ()

    def seated(self, people: tuple[Person, ...]) -> Self:
        """The same position with names for its seats, which are not stored."""
        return replace(self, people=people)

    def decision(self, seat: Seat) -> Decision | None:
        """What a seat must decide now, if anything."""
        return self.journal.decision(seat)

    def arose(self, seat: Seat) -> int | None:
        """The entry at which the seat's pending decision arose."""
        return self.journal.arose(seat)

    def view(self, seat: Seat | None) -> Any:
        """What a seat (None: a spectator) may know now."""
        return self.journal.view(seat)

    def events(self, since: int, seat: Seat | None) -> tuple[Event, ...]:
        """What happened after entry `since`, as a seat may know it."""
        numbers = range(since + 1, self.journal.number + 1)
        return tuple(event for n in numbers for event in self.journal.told(n, seat))

    def scene(self, seat: Seat | None, since: int | None = None) -> Scene:
        """What a picture or text needs in addition to the view."""
        return Scene(
            people=self.people,
            deciding=tuple((each.seat, each.prompt) for each in self.journal.decisions),
            changed=() if since is None else self.events(since, seat),
            over=self.journal.over,
        )
