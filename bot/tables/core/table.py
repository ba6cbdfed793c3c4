"""One table as a value: its stored rows and its folded journal, queried together.

Immutable: whatever happens at the table gives a new value. States never leave the
journal; callers get views, decisions, events and names.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import takewhile
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from bot.store.rows import (
    Ballot,
    GameRow,
    Note,
    OrderRow,
    PlanRow,
    Proposal,
    ProposalKind,
    Seating,
    SeatRow,
    UserId,
)
from bot.tables.core import levels
from bot.tables.core.early import EarlyQuestion, answered_since, by_limits, early_question
from bot.tables.core.options import AUCTIONS
from bot.tables.core.seat_history import Sitter, sitter_at
from render.presentation import Person, Scene
from render.words.lookalikes import alike
from rules import stops
from rules.contract import Action, Agreed, Decision, Drawn, Event, Moved, Over, Seat, Standings
from rules.journal import AnyJournal
from rules.unasked import end_of_turn

HOLDING: Final[frozenset[ProposalKind]] = frozenset({"undo"})
"""Computer players, orders and plans wait while such a proposal is open: undo may follow."""


class Table(msgspec.Struct, frozen=True):
    """A lobby or a game.

    Attributes:
        game: the stored row.
        seats: who sits where; in a lobby, in the order of joining.
        journal: the folded journal; None for a lobby, even a cancelled one, and
            for a set-aside game that can no longer even be started.
        votes: for a game set aside, how each seat has voted.
        seatings: the changes of who sits, oldest first.
        proposals: all that were made, oldest first; most have ended.
        plans: what people will do when their next turns begin.
        orders: the standing orders, newest first.
        notes: what people are told privately until they act.
        followers: the people who follow it without a seat.
    """

    game: GameRow
    seats: tuple[SeatRow, ...]
    journal: AnyJournal | None = None
    votes: tuple[tuple[Seat, Ballot], ...] = ()
    seatings: tuple[Seating, ...] = ()
    proposals: tuple[Proposal, ...] = ()
    notes: tuple[Note, ...] = ()
    plans: tuple[PlanRow, ...] = ()
    orders: tuple[OrderRow, ...] = ()
    followers: tuple[UserId, ...] = ()

    @property
    def title(self) -> str:
        """The id of the game that is played."""
        return self.game.game

    @property
    def edition(self) -> str | None:
        """The edition that it is played with; None before the start, or if only one exists."""
        return self.game.edition

    @property
    def place(self) -> int:
        """The channel in which it is shown."""
        return self.game.channel

    @property
    def people(self) -> tuple[Person, ...]:
        """The player in each seat, for pictures and texts."""
        over = self.game.status == "over"
        # A lobby has no marks yet: its seats may still be shuffled.
        names = [row.name for row in self.seats]
        same = alike(names) if self.journal else [False] * len(names)
        return tuple(
            _person(row, over=over, alike=each)
            for row, each in zip(self.seats, same, strict=True)
        )

    @property
    def humans(self) -> tuple[SeatRow, ...]:
        """The seats of people, including those that a stand-in plays."""
        return tuple(row for row in self.seats if row.user is not None)

    @property
    def sitting(self) -> tuple[SeatRow, ...]:
        """The seats that people play themselves."""
        return tuple(row for row in self.seats if row.sits is not None)

    @property
    def paused(self) -> bool:
        """Whether nothing is done and nobody is called until people go on.

        The people have agreed to a pause, or only computer players would play on.
        """
        still = self.game.paused_until is not None or not self.sitting
        return self.game.status == "playing" and still

    @property
    def held(self) -> bool:
        """Whether everything that acts by itself waits for people's answers to a proposal."""
        return any(each.ended is None and each.kind in HOLDING for each in self.proposals)

    @property
    def seats_changed(self) -> int:
        """The entry of the latest change of who sits: no agreed undo goes back past it."""
        return max((row.since or 0 for row in self.seats), default=0)

    @property
    def number(self) -> int:
        """The number of the latest journal entry, 0 in a lobby."""
        return self.journal.number if self.journal else 0

    @property
    def begun(self) -> int:
        """The last entry before anyone acted: the setup ends there."""
        entries = self.journal.entries if self.journal else ()
        setup = takewhile(lambda entry: isinstance(entry, Drawn), entries)
        return sum(1 for _ in setup)

    @property
    def by_limits(self) -> bool:
        """Whether the table's auctions use limits now."""
        return by_limits(self.game, self.seats)

    @property
    def early(self) -> EarlyQuestion | None:
        """What people may answer before their move, if auctions use limits."""
        if self.journal is None or self.game.status != "playing" or not self.by_limits:
            return None
        return early_question(self.journal, self.seats, self.orders)

    @property
    def sealed(self) -> EarlyQuestion | None:
        """The question that must be answered before anything is bid; None: there is none."""
        early = self.early
        return early if early is not None and early.seals else None

    @property
    def decisions(self) -> tuple[Decision, ...]:
        """The decisions pending now, in seat order; none while an item is sealed."""
        if self.journal is None or self.game.status != "playing" or self.sealed is not None:
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

    def with_seat(self, row: SeatRow) -> Table:
        """The table with a seat's row replaced."""
        seats = (*self.seats[: row.seat], row, *self.seats[row.seat + 1 :])
        return replace(self, seats=seats)

    def visible_from(self, channel: int | None, user: UserId) -> bool:
        """Whether a person may see the table from a channel: it is shown there or they play."""
        here = channel is not None and channel in {self.game.channel, self.game.message_channel}
        return here or self.seat_of(user) is not None

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
        """What happened after entry `since`, as a seat (None: anyone) may know it."""
        numbers = range(max(since, 0) + 1, self.number + 1)
        return tuple(event for n in numbers for event in self.told(n, seat))

    def told(self, number: int, seat: Seat | None) -> tuple[Event, ...]:
        """What happened with an entry, as a seat (None: anyone) may know it."""
        return () if self.journal is None else tuple(self.journal.told(number, seat))

    def points_by_round(self) -> tuple[tuple[int, ...], ...]:
        """The points of every seat, and of any rival, after each finished round.

        This goes through the whole game and takes some milliseconds: not for the event loop.
        """
        journal = self.journal
        numbers = journal.line if journal else ()
        told = (
            event
            for number in numbers
            for event in (journal.told(number, None) if journal else ())
            if isinstance(event, Standings)
        )
        return tuple(
            each.points if each.rival is None else (*each.points, each.rival) for each in told
        )

    def end_of_turn(self, seat: Seat) -> Action | None:
        """The action that ends a seat's turn by itself; None: there is none."""
        row = self.seats[seat]
        asked = row.sits is None or not row.ends_turns or self.decision(seat) is None
        return None if asked or self.journal is None else end_of_turn(self.journal, seat)

    def undo_entry(self, seat: Seat) -> int | None:
        """The entry of the action that a seat's person could undo now; None: there is none.

        They cannot undo what someone else did in the seat.
        """
        row = self.seats[seat]
        if self.journal is None or self.game.status != "playing" or row.sits is None:
            return None
        entry = self.journal.undo_entry(seat)
        if entry is None or entry <= (row.since or 0):
            return None
        late = self.by_limits and answered_since(
            self.journal, entry, row, self.orders, self.game
        )
        return None if late else entry

    def last_move(self, seat: Seat) -> int:
        """The entry of the seat's latest action that counts; 0 if it has not acted."""
        if self.journal is None:
            return 0
        journal = self.journal
        return next((n for n in reversed(journal.line) if _by(journal, n) == seat), 0)

    def own_move(self, seat: Seat) -> int:
        """The entry of the latest counted action by a seat's holder; 0 if they have not acted.

        Actions of a stand-in or of an earlier holder are news to them.
        """
        line = () if self.journal is None else self.journal.line
        return next((n for n in reversed(line) if self._is_own(n, seat)), 0)

    def _is_own(self, number: int, seat: Seat) -> bool:
        """Whether an entry is an action of a seat by its present holder."""
        if self.journal is None or _by(self.journal, number) != seat:
            return False
        row = self.seats[seat]
        return row.user is None or self._sitter(row, number).user == row.user

    def _sitter(self, row: SeatRow, number: int) -> Sitter:
        return sitter_at(row, self.seatings, number)

    def people_at(self, number: int) -> tuple[Person, ...]:
        """The player in each seat when an entry was made."""
        return self._seated_at(number).people

    def _seated_at(self, number: int) -> Table:
        """The table with the names and computer players from when an entry was made."""
        then = ((row, self._sitter(row, number)) for row in self.seats)
        return replace(
            self,
            seats=tuple(
                replace(row, name=each.name, level=each.level, stand_in=None)
                for row, each in then
            ),
        )

    def at(self, number: int) -> Table:
        """The table as it was after entry `number`, for looking back.

        Raises:
            IndexError: there is no such entry.
        """
        if self.journal is None:
            raise IndexError(number)
        journal = self.journal.at(number)
        # In the past nothing is asked ahead: the seats that decided then are shown.
        row = AUCTIONS.without(self.game)
        row = replace(row, status="over" if journal.over else "playing")
        return replace(self._seated_at(number), game=row, journal=journal)

    def turn_before(self, seat: Seat) -> int:
        """The entry of a seat's latest action before its present turn; 0 if there is none.

        What happened after it is news to that seat, and the seat's present turn is news to
        everyone else. A person who plays alone is never interrupted: for them, this is the end
        of the turn before the last complete one, by `rules.stops`.
        """
        if self.journal is None:
            return 0
        journal, line, row = self.journal, self.journal.line, self.seats[seat]
        if journal.options.seats == 1:
            at_rest = not line or _by(journal, line[-1]) is None
            return (0, 0, *stops.turns(journal))[-2 if at_rest else -3]
        n = len(line)
        while n and _by(journal, line[n - 1]) in {None, seat}:
            n -= 1
        mine = self._is_own if row.sits is not None else self._is_seats
        while n and not mine(line[n - 1], seat):
            n -= 1
        return line[n - 1] if n else 0

    def _is_seats(self, number: int, seat: Seat) -> bool:
        """Whether an entry is an action of a seat, whoever played it."""
        return self.journal is not None and _by(self.journal, number) == seat

    def news_since(self, seat: Seat, own: int) -> int:
        """The entry after which something is news to a seat.

        What its orders and plans did is news until its person acts. So is what the person's own
        action on the table message brought about: a click there has no private answer.

        Args:
            seat: the seat of the reader.
            own: the entry of the seat's own earlier action; 0 if there is none.
        """
        row = self.seats[seat]
        if row.unread is not None:
            return min(row.unread, own)
        return own - 1 if self._told_openly(own) else own

    def _told_openly(self, number: int) -> bool:
        """Whether an action that everyone could see brought about more than itself."""
        if self.journal is None or number == 0 or len(self.journal.told(number, None)) == 1:
            return False
        entry = self.journal.entries[number - 1]
        return isinstance(entry, Moved) and any(
            entry.action in each.public
            for each in self.journal.at(number - 1).decisions
            if each.seat == entry.seat
        )

    def scene(self, seat: Seat | None, since: int | None = None) -> Scene:
        """What a picture or text needs in addition to the view.

        Args:
            seat: who looks; None for the public.
            since: mark what changed after this entry; None: nothing is marked.
        """
        return Scene(
            people=self.people,
            deciding=tuple((each.seat, each.prompt) for each in self.decisions),
            changed=() if since is None else self._changed(since, seat),
            over=self.over,
        )

    def _changed(self, since: int, seat: Seat | None) -> tuple[Event, ...]:
        """What happened after entry `since` and has not been undone."""
        if self.journal is None:
            return ()
        journal = self.journal
        return tuple(
            event for n in journal.line if n > since for event in journal.told(n, seat)
        )

    def turn_of(self, seat: Seat) -> int | None:
        """The entry at which a new turn of the seat began: its person is notified of it once.

        A turn begins when a seat gets a decision and was not the last to act.

        Returns:
            The entry number; None if the seat has nothing to decide, or goes on
            after an action of its own.
        """
        arose = self.arose(seat)
        if arose is None or self.journal is None:
            return None
        for entry in reversed(self.journal.entries[:arose]):
            if isinstance(entry, Agreed):
                return arose
            if not isinstance(entry, Drawn):
                return None if entry.seat == seat else arose
        return arose


def names_of(rows: Iterable[SeatRow]) -> tuple[tuple[Seat, str], ...]:
    """Seats with the names of their holders, for a refusal."""
    return tuple((row.seat, row.name) for row in rows)


def _person(row: SeatRow, *, over: bool, alike: bool) -> Person:
    """The player in a seat; whether the seat was advised is shown only after the end."""
    advised = over and row.advised
    if row.opponent is None:
        return Person(row.name, advised=advised, alike=alike)
    level = levels.known(row.opponent)
    return Person(row.name, computer=True, level=level, advised=advised, alike=alike)


def _by(journal: AnyJournal, number: int) -> Seat | None:
    """The seat that acted in an entry that counts; None: the entry is a draw."""
    entry = journal.entries[number - 1]
    return entry.seat if isinstance(entry, Moved) else None
