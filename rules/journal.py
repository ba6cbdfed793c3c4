"""The journal of one game: the fold of its entries.

The entries are the truth, the positions follow from them. Chance and undo are
entries like any other, so a journal needs no seed, a test can script luck, and
replaying the same entries gives the same positions for ever. A journal is
immutable: adding to it gives a new one, so nothing can be half done.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from random import Random
from typing import Generic, TypeVar, assert_never

import msgspec

from rules.table import (
    Action,
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
    Reason,
    Seat,
    TakenBack,
    TookBack,
)

S = TypeVar("S")
V = TypeVar("V")

_encoder = msgspec.json.Encoder(order="deterministic")


class Journal(Generic[S, V]):
    """A game in progress. Only views, decisions, prices, reasons and events leave it.

    Entries are numbered from 1; position n is the one after entry n, position 0
    the start. All positions are kept: they share what did not change.
    """

    __slots__ = ("_arose", "_positions", "_trail", "entries", "game", "options")

    def __init__(self, game: Game[S, V], options: Options) -> None:
        """An empty journal, before any entry."""
        self.game = game
        self.options = options
        self.entries: tuple[Entry, ...] = ()
        self._positions: tuple[S, ...] = (game.start(options),)
        self._trail: tuple[int, ...] = ()
        self._arose: dict[Seat, tuple[int, Decision]] = {}
        self._note_decisions()

    @classmethod
    def start(cls, game: Game[S, V], options: Options, rng: Random) -> Journal[S, V]:
        """A new game, with the draws of its set-up."""
        return cls(game, options).settled(rng)

    @classmethod
    def fold(
        cls, game: Game[S, V], options: Options, entries: Iterable[Entry]
    ) -> Journal[S, V]:
        """The journal of stored entries; raises `Illegal` where they do not fit."""
        journal = cls(game, options)
        for entry in entries:
            journal = journal.add(entry)
        return journal

    @property
    def number(self) -> int:
        """The number of the latest entry, 0 before the first."""
        return len(self.entries)

    def add(self, entry: Entry) -> Journal[S, V]:
        """The journal with one entry more; raises `Illegal` if it does not fit."""
        new: Journal[S, V] = object.__new__(Journal)
        new.game, new.options = self.game, self.options
        new.entries = (*self.entries, entry)
        number = len(new.entries)
        match entry:
            case Moved(seat, action):
                position = self.game.act(self._state, seat, action)
                new._trail = (*self._trail, number)
            case Drawn(items):
                position = self.game.drawn(self._state, items)
                new._trail = (*self._trail, number)
            case TakenBack(seat, to):
                if to != self.undo_point(seat):
                    raise Illegal(Reason("nothing_to_take_back"))
                position = self._positions[to]
                new._trail = self._trail[:-1]
            case _:
                assert_never(entry)
        new._positions = (*self._positions, position)
        # Who has acted is asked anew, be it the same: a click that comes twice counts once.
        acted = None if isinstance(entry, Drawn) else entry.seat
        new._arose = {seat: known for seat, known in self._arose.items() if seat != acted}
        new._note_decisions()
        return new

    def settled(self, rng: Random) -> Journal[S, V]:
        """The journal with all chance that is owed drawn by `rng`."""
        journal = self
        while isinstance(draw := journal.game.pending(journal._state), Draw):
            journal = journal.add(Drawn(tuple(rng.sample(draw.items, draw.count))))
        return journal

    def move(self, seat: Seat, action: Action, rng: Random) -> Journal[S, V]:
        """An action and the draws that it owes; raises `Illegal`."""
        return self.add(Moved(seat, action)).settled(rng)

    def take_back(self, seat: Seat) -> Journal[S, V]:
        """The journal with the seat's latest action undone; raises `Illegal`."""
        point = self.undo_point(seat)
        return self.add(TakenBack(seat, self.number if point is None else point))

    def undo_point(self, seat: Seat) -> int | None:
        """The position to which `seat` may go back by itself, or None.

        Only the latest action that counts can go, only if it is this seat's, and
        not when it showed anything hidden: a draw is an entry of its own and ends
        undo, a certain outcome is seen in the price of the action.
        """
        if not self._trail:
            return None
        last = self._trail[-1]
        entry = self.entries[last - 1]
        if not isinstance(entry, Moved) or entry.seat != seat:
            return None
        to = self._trail[-2] if len(self._trail) > 1 else 0
        if self.game.price(self._positions[to], seat, entry.action).reveals:
            return None
        return to

    def at(self, number: int) -> Journal[S, V]:
        """The journal as it stood after entry `number`, to look back at.

        It shares the positions and is quickly made. Its decisions count as having
        arisen there.

        Raises:
            IndexError: there is no such entry.
        """
        if not 0 <= number <= self.number:
            raise IndexError(number)
        past: Journal[S, V] = object.__new__(Journal)
        past.game, past.options = self.game, self.options
        past.entries = self.entries[:number]
        past._positions = self._positions[: number + 1]
        trail: list[int] = []
        for n, entry in enumerate(past.entries, start=1):
            if isinstance(entry, TakenBack):
                trail.pop()
            else:
                trail.append(n)
        past._trail = tuple(trail)
        past._arose = {}
        past._note_decisions()
        return past

    @property
    def over(self) -> Over | None:
        """The end of the game, if it has come."""
        pending = self.game.pending(self._state)
        return pending if isinstance(pending, Over) else None

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
        """The instructive impossible choices of a seat."""
        return self.game.blocked(self._state, seat)

    def told(self, number: int, seat: Seat | None) -> tuple[Event, ...]:
        """What entry `number` did, as `seat` may know it."""
        match entry := self.entries[number - 1]:
            case TakenBack(back):
                return (TookBack(back),)
            case Moved() | Drawn():
                before, after = self._positions[number - 1], self._positions[number]
                return self.game.told(before, entry, after, seat)

    def checksum(self, number: int | None = None) -> str:
        """A short digest of the position after an entry, to check replays with."""
        state = self._state if number is None else self._positions[number]
        return hashlib.blake2b(_encoder.encode(state), digest_size=8).hexdigest()

    @property
    def _state(self) -> S:
        return self._positions[-1]

    def _note_decisions(self) -> None:
        """Renew who decides what; a decision keeps its number while it is the same."""
        pending = self.game.pending(self._state)
        decisions = pending if isinstance(pending, tuple) else ()
        arose: dict[Seat, tuple[int, Decision]] = {}
        for decision in decisions:
            known = self._arose.get(decision.seat)
            same = known is not None and known[1] == decision
            arose[decision.seat] = known if known and same else (self.number, decision)
        self._arose = arose


class Codec:
    """Entries of one game to JSON and back, for the store and for tests."""

    def __init__(self, game: Game[S, V]) -> None:
        self._actions = msgspec.json.Decoder(game.actions)
        self._entries: msgspec.json.Decoder[Entry] = msgspec.json.Decoder(
            Moved | Drawn | TakenBack
        )

    def encode(self, entry: Entry) -> bytes:
        """One entry as deterministic JSON."""
        return _encoder.encode(entry)

    def decode(self, raw: bytes) -> Entry:
        """One entry; raises `msgspec.DecodeError` if it is not one of this game."""
        try:
            entry = self._entries.decode(raw)
            if isinstance(entry, Moved):
                action = self._actions.decode(_encoder.encode(entry.action))
                return Moved(entry.seat, action)
        except (UnicodeDecodeError, RecursionError) as error:
            # No UTF-8, or nested beyond all reason: msgspec lets these two through.
            raise msgspec.DecodeError(str(error)) from error
        return entry
