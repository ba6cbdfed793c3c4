"""The journal of one game: the fold of its entries.

The entries are the source of truth; the positions follow from them. Chance and undo are
ordinary entries, so a journal needs no seed, a test can script luck, and the same entries
always replay to the same positions. A journal is immutable: adding to it gives a new one,
so nothing can be left half done.
"""

from __future__ import annotations

import hashlib
from bisect import bisect_right
from collections.abc import Iterable, Mapping
from random import Random
from typing import Any, Final, Generic, TypeAlias, TypeVar, assert_never

import msgspec

from rules.contract import (
    Action,
    Agreed,
    Decision,
    Deltas,
    Draw,
    Drawn,
    Entry,
    Event,
    Game,
    Illegal,
    Moved,
    Options,
    Over,
    Plan,
    Question,
    Reason,
    Seat,
    TakenBack,
    TookBack,
    WentBack,
)
from rules.known_order import KnownOrder

S = TypeVar("S")
V = TypeVar("V")

UNDO_POINTS: Final = 25
"""How many of its own actions a seat may ask to undo."""


class UndoPoint(msgspec.Struct, frozen=True):
    """One of a seat's own actions that it may ask the table to undo.

    Attributes:
        to: the position before the action.
        number: the number of its entry.
        action: what was done.
        entries: every entry that would be undone, oldest first; the first is `number`.
        wall: why it cannot be undone even if everyone agrees; None if it can.
    """

    to: int
    number: int
    action: Action
    entries: tuple[int, ...]
    wall: Reason | None = None


class Journal(Generic[S, V]):
    """A game in progress. Only views, decisions, prices, reasons and events leave it.

    Entries are numbered from 1. Position n is the one after entry n; position 0 is the
    start. All positions are kept; they share whatever did not change.
    """

    __slots__ = (
        "_agreed",
        "_arose",
        "_known",
        "_line",
        "_pending",
        "_positions",
        "entries",
        "game",
        "options",
    )

    def __init__(self, game: Game[S, V], options: Options) -> None:
        """An empty journal, before any entry."""
        self.game = game
        self.options = options
        self.entries: tuple[Entry, ...] = ()
        self._positions: tuple[S, ...] = (game.start(options),)
        self._line: tuple[int, ...] = ()
        self._agreed = 0
        self._known: KnownOrder | None = KnownOrder()
        self._arose: dict[Seat, tuple[int, Decision]] = {}
        self._note_decisions()

    @classmethod
    def start(cls, game: Game[S, V], options: Options, rng: Random) -> Journal[S, V]:
        """A new game, with the draws of its setup made."""
        return cls(game, options).settled(rng)

    @classmethod
    def fold(
        cls, game: Game[S, V], options: Options, entries: Iterable[Entry]
    ) -> Journal[S, V]:
        """The journal of stored entries; raises `Illegal` if one does not fit."""
        journal = cls(game, options)
        for entry in entries:
            journal = journal.add(entry)
        return journal

    @property
    def number(self) -> int:
        """The number of the latest entry, 0 before the first."""
        return len(self.entries)

    @property
    def line(self) -> tuple[int, ...]:
        """The numbers of the entries that count: all but undos and the entries they undid."""
        return self._line

    def add(self, entry: Entry, floor: int = 0) -> Journal[S, V]:
        """The journal with one more entry.

        Args:
            entry: what happened.
            floor: an `Agreed` must leave the entries up to this number alone. Journals
                know nothing of people; the caller knows who has each seat, and since when.

        Raises:
            Illegal: the entry does not fit.
        """
        new: Journal[S, V] = object.__new__(Journal)
        new.game, new.options = self.game, self.options
        new.entries = (*self.entries, entry)
        number = len(new.entries)
        new._line, new._agreed, new._known = (*self._line, number), self._agreed, self._known
        new._arose = self._arose
        match entry:
            case Moved(seat, action):
                position = self.game.act(self._state, seat, action)
                new._arose = self._arose_without(seat)
            case Drawn(items):
                position = self.game.drawn(self._state, items)
                new._known = self._order_with(items)
            case TakenBack(seat, to):
                latest = self._latest(seat)
                if latest is None or to != latest[0]:
                    raise Illegal(Reason("nothing_to_take_back"))
                position = self._positions[to]
                new._line = self._line[:-1]
                new._arose = self._arose_without(seat)
            case Agreed(to, asked_by):
                reason = self._refusal(to, asked_by, floor)
                if reason:
                    raise Illegal(reason)
                position = self._positions[to]
                new._line = self._line[: bisect_right(self._line, to)]
                new._agreed, new._known = number, self._order.back(to)
                new._arose = {}
            case _:
                assert_never(entry)
        new._positions = (*self._positions, position)
        new._note_decisions()
        return new

    def _arose_without(self, acted: Seat) -> dict[Seat, tuple[int, Decision]]:
        """All decisions but that of `acted`, whose next is new: repeated clicks count once."""
        return {seat: known for seat, known in self._arose.items() if seat != acted}

    def settled(self, rng: Random) -> Journal[S, V]:
        """The journal with every draw that is owed made by `rng`.

        Items known to come up come first; only the rest is chance.
        """
        journal = self
        while isinstance(draw := journal._pending, Draw):
            due = journal._order.due(draw)
            loose = list(draw.items)
            for item in due:
                loose.remove(item)
            items = (*due, *rng.sample(loose, draw.count - len(due)))
            journal = journal.add(Drawn(items))
        return journal

    def move(self, seat: Seat, action: Action, rng: Random) -> Journal[S, V]:
        """The journal after an action and the draws that it owes; raises `Illegal`."""
        return self.add(Moved(seat, action)).settled(rng)

    def take_back(self, seat: Seat) -> Journal[S, V]:
        """The journal with the seat's latest action undone; raises `Illegal`."""
        point = self.undo_point(seat)
        return self.add(TakenBack(seat, self.number if point is None else point))

    def undo_point(self, seat: Seat) -> int | None:
        """The position that `seat` may go back to on its own, or None.

        Only the latest action that counts can be undone, and only if it is this seat's and
        showed nothing hidden. A draw is an entry of its own and ends undo; the price of the
        action says whether a certain outcome was shown. Stored entries are not checked for
        this: what an older release let a seat undo stays undone.
        """
        latest = self._latest(seat)
        if latest is None:
            return None
        to, action = latest
        return None if self.game.price(self._positions[to], seat, action).reveals else to

    def _latest(self, seat: Seat) -> tuple[int, Action] | None:
        """The position before the line's last entry, and its action, if it is `seat`'s."""
        if not self._line or self._line[-1] < self._agreed:
            return None
        entry = self.entries[self._line[-1] - 1]
        if not isinstance(entry, Moved) or entry.seat != seat:
            return None
        return self._before(len(self._line) - 1), entry.action

    def _before(self, place: int) -> int:
        """The position before the entry at `place` in the line."""
        return self._line[place - 1] if place else 0

    def undo_entry(self, seat: Seat) -> int | None:
        """The number of the entry that `seat` could undo now, or None."""
        return None if self.undo_point(seat) is None else self._line[-1]

    def undo_to(self, seat: Seat, floor: int = 0) -> tuple[UndoPoint, ...]:
        """The actions of `seat` that it may ask the table to undo, newest first.

        They are its latest actions with none by another seat in between, at most
        `UNDO_POINTS`. Those behind a wall say why they cannot be undone.

        Args:
            seat: the seat that asks.
            floor: as in `add`.
        """
        points: list[UndoPoint] = []
        back: list[int] = []
        wall = Reason("undo_over") if self.over else None
        for place in reversed(range(len(self._line))):
            number = self._line[place]
            entry = self.entries[number - 1]
            own = isinstance(entry, Moved) and entry.seat == seat
            if len(points) == UNDO_POINTS or (points and isinstance(entry, Moved) and not own):
                break
            back.insert(0, number)
            wall = wall or self._wall(number, floor)
            if isinstance(entry, Moved) and own:
                to = self._before(place)
                points.append(UndoPoint(to, number, entry.action, tuple(back), wall))
        return tuple(points)

    def _refusal(self, to: int, seat: Seat, floor: int) -> Reason | None:
        """Why the table cannot go back to a position at a seat's request, or None."""
        place = bisect_right(self._line, to)
        entry = self.entries[self._line[place] - 1] if place < len(self._line) else None
        if not isinstance(entry, Moved) or entry.seat != seat or to != self._before(place):
            return Reason("nothing_to_take_back")
        if self.over:
            return Reason("undo_over")
        walls = (self._wall(number, floor) for number in self._line[place:])
        return next((wall for wall in walls if wall), None)

    def _wall(self, number: int, floor: int) -> Reason | None:
        """Why an entry of the line can never be undone, or None.

        An entry up to `floor` cannot. Nor can one by which a single seat has seen part of a
        supply that others draw from too, in a draw or as the certain outcome of an action.
        """
        if number <= floor:
            return Reason("undo_seat_changed")
        before = self._positions[number - 1]
        match self.entries[number - 1]:
            case Moved(seat, action):
                alone = self.game.price(before, seat, action).alone
                return Reason("undo_seen_alone", what=alone[0]) if alone else None
            case _:
                draw = _owed(self.game.pending(before))
                hidden = draw.seen_by is not None and not draw.own
                return Reason("undo_seen_alone", what=draw.supply) if hidden else None

    def known(self, seat: Seat | None = None) -> Mapping[str, tuple[str, ...]]:
        """The items that come up next by supply, as known from draws that were undone.

        Only those that `seat` itself has seen; for None, those that everyone has seen.
        """
        return self._order.next_items(seat)

    @property
    def _order(self) -> KnownOrder:
        """What is known about the supplies; a past journal works it out on first use."""
        if self._known is None:
            known = KnownOrder()
            for number, entry in enumerate(self.entries, start=1):
                match entry:
                    case Drawn(items):
                        draw = self.game.pending(self._positions[number - 1])
                        known = known.added(_owed(draw), items, number)
                    case Agreed(to):
                        known = known.back(to)
                    case Moved() | TakenBack():
                        pass
            self._known = known
        return self._known

    def _order_with(self, items: tuple[str, ...]) -> KnownOrder:
        """What is known once `items` answer the draw that is owed; raises `Illegal`."""
        return self._order.added(_owed(self._pending), items, self.number + 1)

    def at(self, number: int) -> Journal[S, V]:
        """The journal as it was after entry `number`, for looking back.

        It shares the positions, so it is cheap. Its decisions count as having arisen at
        that entry.

        Raises:
            IndexError: there is no such entry.
        """
        if not 0 <= number <= self.number:
            raise IndexError(number)
        past: Journal[S, V] = object.__new__(Journal)
        past.game, past.options = self.game, self.options
        past.entries = self.entries[:number]
        past._positions = self._positions[: number + 1]
        past._agreed = 0
        line: list[int] = []
        for n, entry in enumerate(past.entries, start=1):
            match entry:
                case Moved() | Drawn():
                    line.append(n)
                case TakenBack():
                    line.pop()
                case Agreed(to):
                    past._agreed = n
                    del line[bisect_right(line, to) :]
        past._line = tuple(line)
        past._known = None
        past._arose = {}
        past._note_decisions()
        return past

    @property
    def over(self) -> Over | None:
        """The end of the game; None while it goes on."""
        return self._pending if isinstance(self._pending, Over) else None

    @property
    def decisions(self) -> tuple[Decision, ...]:
        """Who must decide what; none while chance is owed or after the end."""
        return tuple(decision for _, decision in self._arose.values())

    def decision(self, seat: Seat) -> Decision | None:
        """What `seat` must decide now, if anything."""
        known = self._arose.get(seat)
        return known[1] if known else None

    def arose(self, seat: Seat) -> int | None:
        """The number of the entry at which the seat's decision arose."""
        known = self._arose.get(seat)
        return known[0] if known else None

    @property
    def question(self) -> Question | None:
        """What seats may answer ahead with orders, or None."""
        return self.game.asked_ahead(self._state)

    def asked_since(self, *, item: bool) -> int:
        """The entry since which this round's question, or that of its item, can be answered.

        An agreement to go back asks everything again.
        """
        now = self.question
        since = self.number
        for place in reversed(range(len(self._line))):
            before = self.game.asked_ahead(self._positions[self._before(place)])
            since = self._line[place]
            if now is None or before is None or before.round != now.round:
                break
            if item and before.item != now.item:
                break
        return max(since, self._agreed)

    def answers_ahead(self, number: int) -> bool:
        """Whether an entry was made while a question could be answered ahead."""
        return self.game.asked_ahead(self._positions[number - 1]) is not None

    def view(self, seat: Seat | None, number: int | None = None) -> V:
        """What `seat` may know now, or knew at position `number`."""
        state = self._state if number is None else self._positions[number]
        return self.game.observe(state, seat)

    def price(self, seat: Seat, action: Action) -> Deltas:
        """What an action would do to its seat; raises `Illegal`."""
        return self.game.price(self._state, seat, action)

    def why_not(self, seat: Seat, action: Action) -> Reason | None:
        """Why a well-formed action is impossible now, or None."""
        return self.game.why_not(self._state, seat, action)

    def blocked(self, seat: Seat) -> tuple[tuple[Action, Reason], ...]:
        """The impossible choices of a seat that teach something."""
        return self.game.blocked(self._state, seat)

    def plans(self, seat: Seat) -> tuple[Plan, ...]:
        """What a seat could do if its next turn began now, with prices."""
        return tuple(self.game.plans(self.view(seat)))

    def may_plan(self, seat: Seat) -> bool:
        """Whether there is anything to plan; like `plans`, without working out every price."""
        return any(True for _ in self.game.plans(self.view(seat)))

    def holds(self, seat: Seat, plan: Plan) -> bool:
        """Whether a plan can be followed now and would do what it said when it was made."""
        action, deltas = plan
        decision = self.decision(seat)
        if decision is None or action not in decision.options:
            return False
        return self.price(seat, action) == deltas

    def told(self, number: int, seat: Seat | None) -> tuple[Event, ...]:
        """What entry `number` did, as `seat` may know it; nothing for 0, the start."""
        if number == 0:
            return ()
        match entry := self.entries[number - 1]:
            case TakenBack(back):
                return (TookBack(back),)
            case Agreed(_, asked_by):
                return (WentBack(asked_by),)
            case Moved() | Drawn():
                before, after = self._positions[number - 1], self._positions[number]
                return self.game.told(before, entry, after, seat)

    def checksum(self, number: int | None = None) -> str:
        """A short digest of the position after an entry, for checking replays."""
        state = self._state if number is None else self._positions[number]
        checked = msgspec.json.encode(self.game.checked(state), order="deterministic")
        return hashlib.blake2b(checked, digest_size=8).hexdigest()

    @property
    def _state(self) -> S:
        return self._positions[-1]

    def _note_decisions(self) -> None:
        """Update who decides what; a decision keeps its number while it stays the same."""
        self._pending = self.game.pending(self._state)
        decisions = self._pending if isinstance(self._pending, tuple) else ()
        arose: dict[Seat, tuple[int, Decision]] = {}
        for decision in decisions:
            known = self._arose.get(decision.seat)
            same = known is not None and known[1] == decision
            arose[decision.seat] = known if known and same else (self.number, decision)
        self._arose = arose


AnyJournal: TypeAlias = Journal[Any, Any]


def _owed(pending: tuple[Decision, ...] | Draw | Over) -> Draw:
    """The draw that is owed; raises `Illegal` if none is."""
    if isinstance(pending, Draw):
        return pending
    raise Illegal(Reason("unknown_draw"))
