"""What an action makes of a table: entries, status, what must be sent. Stores nothing."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec

from bot.notices import (
    Foreign,
    GameEnded,
    NotBegun,
    NothingToTakeBack,
    NotYourMove,
    Refused,
    SetAside,
    Stale,
    UnknownChoice,
    Unreadable,
)
from bot.store.games import Change
from bot.store.rows import EntryRow, GameRow, Out, OutKind, UserId
from bot.table import AnyJournal, Draft, Table
from rules.journal import Codec
from rules.table import Action, Decision, Illegal, Seat, name


def running(table: Table) -> AnyJournal:
    """The journal of a running game.

    Raises: NotBegun, GameEnded, SetAside.
    """
    match table.game.status:
        case "over" | "cancelled":
            raise GameEnded
        case "aside":
            raise SetAside
        case "lobby" | "playing":
            return readable(table)


def readable(table: Table) -> AnyJournal:
    """The journal of a game, running or not.

    Raises: NotBegun, SetAside, Unreadable.
    """
    if table.journal is not None:
        return table.journal
    match table.game.status:
        case "lobby":
            raise NotBegun
        case "aside":
            raise SetAside
        case "playing" | "over" | "cancelled":
            raise Unreadable


def asked(table: Table, user: UserId, seat: Seat, arose: int) -> Decision:
    """The decision that a click is about, if it is this person's and still pending.

    Raises: as `running`, and Foreign, NotYourMove, Stale.
    """
    running(table)
    own = table.seat_of(user)
    if own is None:
        raise Foreign(tuple(row.name for row in table.humans))
    if own != seat:
        raise NotYourMove(tuple(row.name for row in table.deciding))
    decision = table.decision(seat)
    if decision is None or table.arose(seat) != arose:
        raise Stale
    return decision


def asked_again(before: Table, now: Table, seat: Seat) -> None:
    """Check that a seat's decision is still the one that it was. Raises: Stale."""
    running(now)
    if now.decision(seat) is None or now.arose(seat) != before.arose(seat):
        raise Stale


def found(journal: AnyJournal, decision: Decision, spelled: str) -> Action:
    """The action of that name, legal now.

    Raises: Refused (it stands openly on the table, but the rules forbid it now),
        UnknownChoice.
    """
    action = decision.find(spelled)
    if action is not None:
        return action
    for public in decision.public:
        if name(public) == spelled:
            reason = journal.why_not(decision.seat, public)
            if reason is not None:
                raise Refused(reason)
    raise UnknownChoice


def moved(
    table: Table, seat: Seat, action: Action, rng: Random, at: float, by: UserId | None
) -> Draft:
    """The table after an action of a running game. Raises: Refused."""
    try:
        journal = running(table).move(seat, action, rng)
    except Illegal as error:
        raise Refused(error.reason) from error
    return advanced(table, journal, at, by)


def taken_back(table: Table, user: UserId, at: float) -> Draft:
    """The table with the person's latest action undone.

    Raises: as `running`, and Foreign, NothingToTakeBack.
    """
    journal = running(table)
    seat = table.seat_of(user)
    if seat is None:
        raise Foreign(tuple(row.name for row in table.humans))
    try:
        journal = journal.take_back(seat)
    except Illegal as error:
        raise NothingToTakeBack from error
    return advanced(table, journal, at, user)


def advanced(table: Table, journal: AnyJournal, at: float, by: UserId | None) -> Draft:
    """The table with a longer journal, its entries and what must be sent."""
    status = "over" if journal.over else "playing"
    row = msgspec.structs.replace(table.game, status=status, updated=at)
    after = msgspec.structs.replace(table, game=row, journal=journal)
    hands = tuple(Out("hand", seat) for seat in changed_hands(table, after))
    change = Change(
        journal.number,
        entries=entry_rows(journal, table.number, at, by),
        outs=(Out("table"), *hands),
    )
    return Draft(row, change, journal)


def entry_rows(
    journal: AnyJournal, since: int, at: float, by: UserId | None
) -> tuple[EntryRow, ...]:
    """The entries after number `since`, to be stored."""
    codec = Codec(journal.game)
    return tuple(
        EntryRow(n, by, at, codec.encode(journal.entries[n - 1]), journal.checksum(n))
        for n in range(since + 1, journal.number + 1)
    )


def changed_hands(before: Table, after: Table) -> tuple[Seat, ...]:
    """The people whose private side, or whose decision, is not what it was."""
    if before.journal is None or after.journal is None:
        return tuple(row.seat for row in after.humans)
    over = bool(before.over) != bool(after.over)
    return tuple(
        row.seat
        for row in after.humans
        if over
        or before.decision(row.seat) != after.decision(row.seat)
        or _private(before, row.seat) != _private(after, row.seat)
    )


def _private(table: Table, seat: Seat) -> Any:
    """What a seat sees and a spectator does not, whatever the game."""
    own, public = (
        msgspec.to_builtins(table.view(each), order="deterministic") for each in (seat, None)
    )
    return _difference(own, public)


def _difference(own: Any, public: Any) -> Any:
    if own == public:
        return None
    match own, public:
        case dict(), dict():
            return {key: _difference(value, public.get(key)) for key, value in own.items()}
        case list() | tuple(), list() | tuple() if len(own) == len(public):
            return [_difference(*pair) for pair in zip(own, public, strict=True)]
        case _:
            return own


def steps(table: Table, ordering: frozenset[Seat]) -> bool:
    """Whether an opponent, or a seat with standing orders, must decide now."""
    return any(row.level is not None or row.seat in ordering for row in table.deciding)


def own_seat(table: Table, user: UserId) -> Seat:
    """The person's seat in a running game. Raises: as `running`, and Foreign."""
    running(table)
    seat = table.seat_of(user)
    if seat is None:
        raise Foreign(tuple(row.name for row in table.humans))
    return seat


def shown_as(table: Table) -> OutKind:
    """The kind of message that shows a table: a lobby's, or a game's."""
    begun = table.journal is not None or table.game.status == "aside"
    return "table" if begun else "lobby"


def stopped(table: Table, at: float, why: str) -> Draft:
    """The game closed before its end, with a notice; it stays readable."""
    hands = tuple(Out("hand", row.seat) for row in table.humans)
    outs = (Out("notice", text=why), Out("table"), *hands)
    return Draft(ended(table.game, at), Change(table.number, outs=outs, votes=()))


def ended(row: GameRow, at: float) -> GameRow:
    """A lobby or game that is closed before its end; it stays readable."""
    return msgspec.structs.replace(row, status="cancelled", updated=at)
