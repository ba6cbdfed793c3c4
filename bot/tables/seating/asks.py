"""What lists of tables show, noted with each change: who is asked what, and what happened.

Pure: it stores nothing. Lists can be made from rows alone, without loading a table.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from bot.store.asks import Ask
from bot.store.rows import SeatRow
from bot.tables.core.draft import Draft, Standing
from bot.tables.core.table import Table
from bot.tables.orders.early_answers import asked_early
from bot.tables.seating.proposals import open_proposals, waiting_for
from rules.contract import Drawn, Event, Prompt, Question, TookBack, WentBack
from rules.journal import AnyJournal
from rules.registry import GAMES

MOST_EVENTS: Final = 8
"""How many of the latest events are kept; a list shows their last sentence."""


def with_asks(before: Table, draft: Draft, standing: Standing) -> Draft:
    """The draft with what lists show about its table.

    Args:
        before: the table as it is stored.
        draft: made from it, with all that is asked by now.
        standing: the moment of the change.
    """
    return replace(draft, table=noted(draft.table, before, standing.moment.uptime))


def noted(table: Table, before: Table | None = None, now: float = 0.0) -> Table:
    """The table with what lists show about it.

    Args:
        table: as it is, or will be.
        before: as it is stored; None: nothing was noted about it yet.
        now: the uptime.
    """
    guests: dict[int, float | None] = {}
    for row in before.seats if before is not None else ():
        since = next((each.since for each in row.asks if each.kind == "invitation"), now)
        if row.invited is not None and table.seats[row.seat].invited == row.invited:
            guests[row.seat] = since
    seats = tuple(
        replace(row, asks=tuple(_asks(table, row, guests.get(row.seat, now))))
        for row in table.seats
    )
    same = before is not None and before.number == table.number
    latest = before.game.latest if before is not None and same else None
    if latest is None and table.journal is not None:
        latest = _latest(table.journal)
    return replace(table, game=replace(table.game, latest=latest), seats=seats)


def _asks(table: Table, row: SeatRow, invited: float | None) -> Iterator[Ask]:
    """What is asked about a seat of a running game."""
    if table.game.status != "playing":
        return
    decision = table.decision(row.seat)
    if row.waits_since is not None and decision is not None:
        yield Ask(kind="move", since=row.waits_since, what=_json(decision.prompt))
    for each in open_proposals(table):
        if row.user is not None and row.seat in waiting_for(table, each):
            yield Ask(kind="proposal", since=each.began, number=each.number, what=each.kind)
    if (early := asked_early(table, row.seat)) is not None:
        yield Ask(kind="early", what=_json(early.question))
    if row.invited is not None:
        yield Ask(kind="invitation", since=invited)


def _latest(journal: AnyJournal) -> str:
    """What the latest action did, with the draws that followed, as everyone knows it."""
    first = journal.number
    while first > 1 and isinstance(journal.entries[first - 1], Drawn):
        first -= 1
    events = [
        event
        for number in range(first, journal.number + 1)
        for event in journal.told(number, None)
    ]
    return _json(events[-MOST_EVENTS:]) if journal.game.events is not None else "[]"


def _json(value: object) -> str:
    return msgspec.json.encode(value, order="deterministic").decode()


# -- reading back --------------------------------------------------------------------


def events_of(title: str, latest: str | None) -> tuple[Event, ...]:
    """The events in `latest` of a game's row, without those that this release does not know."""
    stored: list[msgspec.Raw] = [] if latest is None else _read(_raws, latest) or []
    found = (_read(_events(title), bytes(each)) for each in stored)
    return tuple(each for each in found if each is not None)


def prompt_of(title: str, what: str) -> Prompt | None:
    """The prompt of an ask for a decision; None: this release does not know it."""
    found: Prompt | None = _read(_prompts(title), what)
    return found


def question_of(what: str) -> Question | None:
    """The question of an early ask; None: this release does not know it."""
    found: Question | None = _read(_questions, what)
    return found


_raws: Final = msgspec.json.Decoder(list[msgspec.Raw])
_questions: Final = msgspec.json.Decoder(Question)


@cache
def _events(title: str) -> msgspec.json.Decoder[Any] | None:
    known = GAMES[title].events
    return None if known is None else msgspec.json.Decoder(known | TookBack | WentBack)


@cache
def _prompts(title: str) -> msgspec.json.Decoder[Any] | None:
    known = GAMES[title].prompts
    return None if known is None else msgspec.json.Decoder(known)


def _read(decoder: msgspec.json.Decoder[Any] | None, stored: str | bytes) -> Any:
    """A value as it was stored; None: this release does not know it."""
    try:
        return None if decoder is None else decoder.decode(stored)
    except msgspec.DecodeError:
        return None
