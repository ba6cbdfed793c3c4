"""How long people take from the start of their turn to their move, at tables over days.

Pure. A turn counts once, and only if the person began it themselves: not if a plan or an order
began it, and not again after an undo. Quiet hours are left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta
from itertools import chain
from statistics import median
from typing import Final

from msgspec.structs import replace

from bot.store.person_rows import PersonRow
from bot.store.result_rows import PaceRow
from bot.tables.core.draft import Draft, Standing
from bot.tables.core.quiet_hours import zone_of
from bot.tables.core.table import Table
from rules.contract import Moved

AT_LEAST: Final = 20
"""How many turns are needed to say how long a person usually takes."""

AT_LEAST_IN_A_GAME: Final = 5
"""How many turns are needed to say it for one game."""


def with_paces(before: Table, draft: Draft, standing: Standing) -> Draft:
    """The draft, with the time that each person took to begin a turn in it.

    Args:
        before: the table as it is stored.
        draft: made from it.
        standing: the moment of the change.
    """
    found = tuple(_begun(before, draft.table, standing))
    return replace(draft, paces=found) if found else draft


def _begun(before: Table, after: Table, standing: Standing) -> Iterator[PaceRow]:
    """The turns that people have begun, where others wait for them over days."""
    if after.game.pace != "days" or len(after.humans) < 2 or after.journal is None:
        return
    news = after.journal.entries[before.number :]
    moment = standing.moment
    for seat in {each.seat for each in news if isinstance(each, Moved)}:
        row, turn = before.seats[seat], before.turn_of(seat)
        acted_itself = after.seats[seat].unread is not None
        if row.sits is None or row.waits_since is None or turn is None or acted_itself:
            continue
        waited = max(moment.uptime - row.waits_since, 0.0)
        yield PaceRow(
            game=before.game.id,
            guild=before.game.guild,
            user=row.sits,
            turn=turn,
            began=moment.unix - waited,
            acted=moment.unix,
        )


def usual(paces: Iterable[PaceRow], person: PersonRow) -> float | None:
    """The median of the seconds that a person took; None: they took no turns."""
    found = [waited(each, person) for each in paces]
    return median(found) if found else None


def waited(pace: PaceRow, person: PersonRow) -> float:
    """The seconds of a turn outside its person's quiet hours."""
    return pace.acted - pace.began - _quiet(person, pace.began, pace.acted)


def _quiet(person: PersonRow, first: float, last: float) -> float:
    """How many seconds between two times fall in a person's quiet hours, as they are now."""
    start, end = person.quiet_start, person.quiet_end
    if start is None or end is None:
        return 0.0
    zone, found = zone_of(person), 0.0
    day = datetime.fromtimestamp(first, zone).date() - timedelta(days=1)
    while (began := datetime(*day.timetuple()[:3], start, tzinfo=zone)).timestamp() < last:
        next_day = day + timedelta(days=1)
        until = next_day if end <= start else day
        over = datetime(*until.timetuple()[:3], end, tzinfo=zone).astimezone(UTC)
        found += max(0.0, min(last, over.timestamp()) - max(first, began.timestamp()))
        day = next_day
    return found


def together(shares: Iterable[tuple[PersonRow, tuple[PaceRow, ...]]]) -> float | None:
    """The usual seconds of several people together; None: fewer than two have enough turns.

    People who hide their results are left out. Everyone counts with the same number of turns.

    Args:
        shares: the people, each with their latest turns.
    """
    found = [
        [waited(each, person) for each in paces[:AT_LEAST]]
        for person, paces in shares
        if person.listed and len(paces) >= AT_LEAST
    ]
    return median(chain.from_iterable(found)) if len(found) > 1 else None
