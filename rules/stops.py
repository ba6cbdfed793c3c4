"""Where a look back at a game can stop: after each turn, each round, each film frame.

A stop is the number of an entry. Stops follow from the journal alone, so a button
needs nothing but the number that it leads to.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable

from rules.contract import Entry, Moved, Seat, Standings
from rules.journal import AnyJournal


def turns(journal: AnyJournal) -> tuple[int, ...]:
    """The last entry of each turn, after which another seat acts, or none has yet.

    A draw belongs to the turn before it; the first draws are a turn of their own. A seat
    that plays alone begins a new turn after each draw. Undone entries are in no turn. The
    last stop is the current position; without entries it is 0.
    """
    line = ((number, journal.entries[number - 1]) for number in journal.line)
    ends = grouped(line, alone=journal.options.seats == 1)
    return (*ends[:-1], journal.number)


def grouped(line: Iterable[tuple[int, Entry]], *, alone: bool = False) -> tuple[int, ...]:
    """The turns of numbered moves and draws, as in `turns`."""
    stops: list[int] = []
    acted: Seat | None = None
    drawn = False
    for number, entry in line:
        chance = not isinstance(entry, Moved)
        seat = entry.seat if isinstance(entry, Moved) else acted
        anew = alone and drawn and not chance
        if stops and seat == acted and not anew:
            stops[-1] = number
        else:
            stops.append(number)
        acted, drawn = seat, chance
    return tuple(stops) or (0,)


def rounds(journal: AnyJournal) -> tuple[int, ...]:
    """The turns that ended a round. Slow, as it tells every entry: not for the event loop."""
    ends = turns(journal)
    found = {
        ends[bisect_left(ends, number)]
        for number in journal.line
        if any(isinstance(event, Standings) for event in journal.told(number, None))
    }
    return tuple(sorted(found))


def frames(journal: AnyJournal) -> tuple[int, ...]:
    """The turns that changed what a seat owns, as everyone can see.

    Bids and passes that change nothing yet are left out; the end is always included.
    """
    kept: list[int] = []
    before: object = None
    stops = turns(journal)
    for number in stops:
        owned = journal.game.owned(journal.view(None, number))
        if owned != before or number == stops[-1]:
            kept.append(number)
            before = owned
    return tuple(kept)


def before(stops: Iterable[int], number: int) -> int | None:
    """The last stop before an entry."""
    row = tuple(stops)
    place = bisect_left(row, number)
    return row[place - 1] if place else None


def after(stops: Iterable[int], number: int) -> int | None:
    """The first stop after an entry."""
    row = tuple(stops)
    place = bisect_right(row, number)
    return row[place] if place < len(row) else None
