"""Prepared positions: the entries that lead to them, as written in files.

Lessons and puzzles begin in one. The entries are readable: `0:bid.300`, `=lake,park`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, Protocol

from rules.contract import AnyGame, Drawn, Entry, Illegal, Moved, Reason, name
from rules.journal import AnyJournal, Journal

_DRAWN: Final = "="


class Prepared(Protocol):
    """Something with a prepared position."""

    @property
    def seats(self) -> int:
        """The number of seats."""

    @property
    def options(self) -> Mapping[str, str]:
        """The table options that differ from the default."""


def spelled(entry: Entry) -> str:
    """An action or a draw as written in files: `0:bid.300`, `=lake,park`."""
    match entry:
        case Moved(seat, action):
            return f"{seat}:{name(action)}"
        case Drawn(items):
            return _DRAWN + ",".join(items)
        case _:
            raise Illegal(Reason("unknown_action"))


def begun(prepared: Prepared, game: AnyGame) -> AnyJournal:
    """The journal before the first entry; raises `Illegal`."""
    return Journal(game, game.options(prepared.seats, prepared.options))


def folded(prepared: Prepared, game: AnyGame, entries: Iterable[str]) -> AnyJournal:
    """The journal of spelled entries; raises `Illegal` if one does not fit."""
    journal = begun(prepared, game)
    for each in entries:
        journal = journal.add(_entry(journal, each))
    return journal


def _entry(journal: AnyJournal, text: str) -> Entry:
    if text.startswith(_DRAWN):
        return Drawn(tuple(text.removeprefix(_DRAWN).split(",")))
    seat, _, action = text.partition(":")
    decision = next((each for each in journal.decisions if str(each.seat) == seat), None)
    found = decision.find(action) if decision else None
    if decision is None or found is None:
        raise Illegal(Reason("unknown_action"))
    return Moved(decision.seat, found)
