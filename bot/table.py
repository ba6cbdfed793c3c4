"""One table as a value: the stored rows and the folded journal, asked together.

Immutable: what happens at the table gives a new value. States never leave the
journal; a room gets views, decisions, events and names from here.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import msgspec

from bot.store.games import Change
from bot.store.rows import Ballot, GameRow, SeatRow, UserId
from render.presentation import Person, Scene
from rules.journal import Journal
from rules.table import Decision, Drawn, Entry, Event, Moved, Over, Seat, Standings

AnyJournal: TypeAlias = Journal[Any, Any]


class Table(msgspec.Struct, frozen=True):
    """A lobby or a game.

    Attributes:
        game: the stored row.
        seats: who sits where; in a lobby in the order of joining.
        journal: the folded journal; None in a lobby and for a cancelled one, and
            for a game set aside that cannot even be started any more.
        votes: for a game set aside, how each seat has voted.
    """

    game: GameRow
    seats: tuple[SeatRow, ...]
    journal: AnyJournal | None = None
    votes: tuple[tuple[Seat, Ballot], ...] = ()

    @property
    def people(self) -> tuple[Person, ...]:
        """Who sits at each seat, for pictures and texts."""
        return tuple(Person(row.name, row.level is not None) for row in self.seats)

    @property
    def humans(self) -> tuple[SeatRow, ...]:
        """The seats of people."""
        return tuple(row for row in self.seats if row.user is not None)

    @property
    def number(self) -> int:
        """The number of the latest journal entry, 0 in a lobby."""
        return self.journal.number if self.journal else 0

    @property
    def decisions(self) -> tuple[Decision, ...]:
        """Who must decide what now, in seat order."""
        if self.journal is None or self.game.status != "playing":
            return ()
        return tuple(sorted(self.journal.decisions, key=lambda each: each.seat))

    @property
    def deciding(self) -> tuple[SeatRow, ...]:
        """The seats that must decide now."""
        return tuple(self.seats[decision.seat] for decision in self.decisions)

    @property
    def over(self) -> Over | None:
        """The end of the game, if it has come."""
        return self.journal.over if self.journal else None

    def seat_of(self, user: UserId) -> Seat | None:
        """The seat of a person, or None for a spectator."""
        for row in self.seats:
            if row.user == user:
                return row.seat
        return None

    def decision(self, seat: Seat) -> Decision | None:
        """What a seat must decide now, if anything."""
        return next((each for each in self.decisions if each.seat == seat), None)

    def arose(self, seat: Seat) -> int | None:
        """The entry at which the seat's pending decision arose."""
        return self.journal.arose(seat) if self.journal and self.decision(seat) else None

    def view(self, seat: Seat | None) -> Any:
        """What a seat (None: a spectator) may know now.

        Raises:
            ValueError: there is no journal.
        """
        if self.journal is None:
            raise ValueError("a lobby has no view")
        return self.journal.view(seat)

    def events(self, since: int, seat: Seat | None) -> tuple[Event, ...]:
        """What happened after entry `since`, as a seat (None: anybody) may know it."""
        if self.journal is None:
            return ()
        journal = self.journal
        numbers = range(max(since, 0) + 1, journal.number + 1)
        return tuple(event for n in numbers for event in journal.told(n, seat))

    def history(self) -> tuple[tuple[int, ...], ...]:
        """The points of every seat, and of a rival, after each finished round.

        It tells the whole journal anew, some milliseconds long: not for the loop.
        """
        told = (e for e in self.events(0, None) if isinstance(e, Standings))
        return tuple(
            each.points if each.rival is None else (*each.points, each.rival) for each in told
        )

    def last_move(self, seat: Seat) -> int:
        """The entry of the seat's own latest action, 0 if it has not acted."""
        entries = self.journal.entries if self.journal else ()
        for n in range(len(entries), 0, -1):
            entry = entries[n - 1]
            if isinstance(entry, Moved) and entry.seat == seat:
                return n
        return 0

    def at(self, number: int) -> Table:
        """The table as it stood after entry `number`, to look back at.

        Raises:
            IndexError: there is no such entry.
        """
        if self.journal is None:
            raise IndexError(number)
        journal = self.journal.at(number)
        row = msgspec.structs.replace(self.game, status="over" if journal.over else "playing")
        return msgspec.structs.replace(self, game=row, journal=journal)

    def turn_before(self, seat: Seat) -> int:
        """The entry of a seat's latest action before its present turn, 0 if none.

        What happened after it is news to that seat, and its present turn is news
        to everybody else.
        """
        entries = self.journal.entries if self.journal else ()
        n = len(entries)
        while n and (isinstance(entries[n - 1], Drawn) or _by(entries[n - 1], seat)):
            n -= 1
        while n and not _by(entries[n - 1], seat):
            n -= 1
        return n

    def scene(self, seat: Seat | None, since: int | None = None) -> Scene:
        """What a picture or text needs beside the view.

        Args:
            seat: who looks; None for the public.
            since: mark what changed after this entry; None: nothing is marked.
        """
        return Scene(
            people=self.people,
            deciding=tuple((each.seat, each.prompt) for each in self.decisions),
            changed=() if since is None else self.events(since, seat),
            over=self.over,
        )

    def turn_of(self, seat: Seat) -> int | None:
        """The entry at which a new turn of the seat began: what to notify it of, once.

        A turn begins when a seat gets a decision and was not the last to act.

        Returns:
            The entry number; None if the seat has nothing to decide, or goes on
            after an action of its own.
        """
        arose = self.arose(seat)
        if arose is None or self.journal is None:
            return None
        for entry in reversed(self.journal.entries[:arose]):
            if not isinstance(entry, Drawn):
                return None if entry.seat == seat else arose
        return arose


class Draft(msgspec.Struct, frozen=True):
    """A change of a table that is not stored yet.

    Attributes:
        row: the new row, made from the table's.
        change: what is written with it.
        journal: the new journal; None: the table keeps its own.
    """

    row: GameRow
    change: Change
    journal: AnyJournal | None = None


def _by(entry: Entry, seat: Seat) -> bool:
    """Whether a seat made an entry, by acting or by taking back."""
    return not isinstance(entry, Drawn) and entry.seat == seat
