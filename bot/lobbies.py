"""A lobby from its opening to its start, as changes of its rows. Nothing is stored here."""

from __future__ import annotations

from random import Random

import msgspec

from bot.moves import ended, entry_rows
from bot.notices import (
    AlreadySeated,
    LobbyFull,
    LobbyOver,
    NoOpponent,
    NotOver,
    NotSeated,
    NotStarter,
    Refused,
    TooFew,
    TooMany,
    UnknownOption,
)
from bot.store.games import Change
from bot.store.rows import GameRow, Out, SeatRow, UserId
from bot.table import Draft, Table
from rules.journal import Journal
from rules.table import AnyGame, Illegal

SEAT_ORDER = "seat_order"
"""The table option that every game has."""

ORDERS = ("random", "joined")
_LOBBY = (Out("lobby"),)


def opened(row: GameRow, user: UserId, name: str, hands_by_button: bool) -> Change:
    """A new lobby with its starter in the first seat."""
    return Change(seats=(_person(row, user, name, 0, hands_by_button),), outs=_LOBBY)


def joined(
    table: Table, rules: AnyGame, user: UserId, name: str, at: float, hands_by_button: bool
) -> Draft:
    """One more person. Raises: LobbyOver, AlreadySeated, LobbyFull."""
    _waiting(table)
    if table.seat_of(user) is not None:
        raise AlreadySeated
    seat = _free(table, rules)
    return _seated(
        table, (*table.seats, _person(table.game, user, name, seat, hands_by_button)), at
    )


def left(table: Table, user: UserId, at: float) -> Draft:
    """One person less: the next becomes the starter, the last closes the lobby.

    Raises: LobbyOver, NotSeated.
    """
    _waiting(table)
    if table.seat_of(user) is None:
        raise NotSeated
    others = tuple(row for row in table.seats if row.user != user)
    people = [row.user for row in others if row.user is not None]
    if not people:
        return closed(table, at)
    starter = table.game.starter if table.game.starter in people else people[0]
    return _seated(table, others, at, starter)


def with_opponent(
    table: Table, rules: AnyGame, user: UserId, level: str, name: str, at: float
) -> Draft:
    """One more opponent. Raises: LobbyOver, NotStarter, LobbyFull."""
    _waiting(table, user)
    seat = _free(table, rules)
    return _seated(table, (*table.seats, SeatRow(table.game.id, seat, None, name, level)), at)


def without_opponent(table: Table, user: UserId, at: float) -> Draft:
    """The last opponent gone. Raises: LobbyOver, NotStarter, NoOpponent."""
    _waiting(table, user)
    last = next((row for row in reversed(table.seats) if row.level is not None), None)
    if last is None:
        raise NoOpponent
    return _seated(table, tuple(row for row in table.seats if row is not last), at)


def with_option(
    table: Table, rules: AnyGame, user: UserId, key: str, value: str, at: float
) -> Draft:
    """A table option chosen. Raises: LobbyOver, NotStarter, UnknownOption."""
    _waiting(table, user)
    replace = msgspec.structs.replace
    row = replace(table.game, updated=at)
    if key == SEAT_ORDER and value == "random":
        row = replace(row, seat_order="random")
    elif key == SEAT_ORDER and value == "joined":
        row = replace(row, seat_order="joined")
    elif any(choice.key == key and value in choice.values for choice in rules.choices):
        row = replace(row, chosen={**row.chosen, key: value})
    else:
        raise UnknownOption
    return Draft(row, Change(outs=_LOBBY))


def started(
    table: Table, rules: AnyGame, user: UserId | None, rng: Random, at: float, release: str
) -> Draft:
    """The game begun: seats in their order of play, the draws of the set-up made.

    Args:
        table: the lobby.
        rules: its game.
        user: who starts it; None: it starts because it is full.
        rng: for the order of play and the set-up.
        at: now, Unix seconds.
        release: under which the journal needs no replay check.

    Raises: LobbyOver, NotStarter, TooFew, TooMany, Refused.
    """
    _waiting(table, user)
    count = len(table.seats)
    if count < rules.seats.start:
        raise TooFew(needs=rules.seats.start, has=count)
    if count > max(rules.seats):
        raise TooMany(needs=max(rules.seats), has=count)
    places = list(table.seats)
    if table.game.seat_order == "random":
        places = rng.sample(places, count)
    seats = tuple(msgspec.structs.replace(row, seat=seat) for seat, row in enumerate(places))
    chosen = _meant(rules, count, table.game.chosen)
    try:
        journal = Journal.start(rules, rules.options(count, chosen), rng)
    except Illegal as error:
        raise Refused(error.reason) from error
    row = msgspec.structs.replace(
        table.game,
        status="playing",
        updated=at,
        chosen=chosen,
        verified=release,
        rules_version=rules.version,
        edition=rules.edition,
    )
    hands = tuple(Out("hand", seat.seat) for seat in seats if seat.user is not None)
    change = Change(
        journal.number,
        seats=seats,
        entries=entry_rows(journal, 0, at, user),
        outs=(*_LOBBY, Out("table"), *hands),
    )
    return Draft(row, change, journal)


def closed(
    table: Table, at: float, *, user: UserId | None = None, why: str | None = None
) -> Draft:
    """The lobby closed without a game, perhaps with a notice.

    Raises: LobbyOver, NotStarter (if `user` is given).
    """
    _waiting(table, user)
    notice = () if why is None else (Out("notice", text=why),)
    return Draft(ended(table.game, at), Change(outs=_LOBBY + notice))


def rematch(
    table: Table, rules: AnyGame, user: UserId, name: str, at: float
) -> tuple[GameRow, Change]:
    """A new lobby like an ended game's: its options and opponents, and who asked.

    Args:
        table: the ended game.
        rules: the game as new tables play it.
        user: who asks, under which `name`.
        name: as shown.
        at: now, Unix seconds.

    Raises: NotOver.
    """
    old = table.game
    if old.status not in {"over", "cancelled"}:
        raise NotOver
    row = GameRow(
        *(0, old.guild, old.channel, old.parent, old.game, rules.version, old.chosen),
        *(old.seat_order, old.language, "lobby", user, at, at),
    )
    own = next((seat for seat in table.seats if seat.user == user), None)
    first = _person(row, user, name, 0, own is not None and own.hands == "button")
    computers = [seat for seat in table.seats if seat.level is not None]
    seats = (
        first,
        *(
            SeatRow(0, place, None, seat.name, seat.level)
            for place, seat in enumerate(computers, 1)
        ),
    )
    return row, Change(seats=seats, outs=_LOBBY)


def _waiting(table: Table, user: UserId | None = None) -> None:
    """Check that the lobby is open and, if somebody is given, that it is theirs."""
    if table.game.status != "lobby":
        raise LobbyOver
    if user is not None and user != table.game.starter:
        starter = next(row.name for row in table.seats if row.user == table.game.starter)
        raise NotStarter(name=starter)


def _free(table: Table, rules: AnyGame) -> int:
    most = max(rules.seats)
    if len(table.seats) >= most:
        raise LobbyFull(most=most)
    return len(table.seats)


def _person(row: GameRow, user: UserId, name: str, seat: int, by_button: bool) -> SeatRow:
    return SeatRow(row.id, seat, user, name, hands="button" if by_button else "dm")


def _seated(
    table: Table, seats: tuple[SeatRow, ...], at: float, starter: UserId | None = None
) -> Draft:
    """The lobby with other people in it, in the order of joining."""
    numbered = tuple(msgspec.structs.replace(row, seat=n) for n, row in enumerate(seats))
    row = msgspec.structs.replace(
        table.game, updated=at, starter=table.game.starter if starter is None else starter
    )
    return Draft(row, Change(seats=numbered, outs=_LOBBY))


def _meant(rules: AnyGame, count: int, chosen: dict[str, str]) -> dict[str, str]:
    """The chosen options that mean anything for this number of seats."""
    return {
        choice.key: chosen[choice.key]
        for choice in rules.choices
        if choice.key in chosen and count in choice.seats
    }
