"""A lobby from its opening to its start, as drafts. Nothing is stored here."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Final

from msgspec.structs import replace

from bot.store.out import Board, Hand, Lobby, Notice
from bot.store.rows import GameRow, SeatRow, UserId
from bot.tables.core import game_changes, options
from bot.tables.core.draft import Draft
from bot.tables.core.levels import DEFAULT, EASIEST, LEVEL
from bot.tables.core.moment import Moment
from bot.tables.core.refusals import (
    AlreadySeated,
    HourOver,
    HourTooFar,
    LobbyFull,
    LobbyOver,
    NobodyThere,
    NoOpponent,
    NotSeated,
    NotStarter,
    Refused,
    TooFew,
    TooMany,
    UnknownOption,
)
from bot.tables.core.table import Table
from bot.tables.lobby.lobby_times import (
    AGE,
    FULL,
    GATHERING,
    PATIENCE,
    LobbyTimes,
    times_of,
    with_times,
    without_times,
)
from rules.contract import AnyGame, Illegal
from rules.journal import Journal

LOBBY: Final = (Lobby(),)
"""Has the message of a lobby shown again."""


def for_newcomers(rules: AnyGame) -> dict[str, str]:
    """The table options of a first game, with the easiest computer players."""
    own = {
        choice.key: choice.newcomers for choice in rules.choices if choice.newcomers is not None
    }
    return {**own, LEVEL: EASIEST}


def opened(row: GameRow, user: UserId, name: str) -> Draft:
    """A new lobby with its opener in the first seat."""
    row = with_times(options.begun(row), LobbyTimes(since=row.created))
    return Draft(Table(row, (person_row(row, user, name, 0),)), LOBBY)


def joined(table: Table, rules: AnyGame, user: UserId, name: str, moment: Moment) -> Draft:
    """The lobby with one more person; the opener may be told, and a full lobby starts a clock.

    Raises:
        LobbyOver: the lobby is closed, or its game has begun.
        AlreadySeated: the person already sits at this table.
        LobbyFull: all seats are taken.
    """
    check_open(table)
    if table.seat_of(user) is not None:
        raise AlreadySeated
    seat = _free(table, rules)
    seats = (*table.seats, person_row(table.game, user, name, seat))
    times, now = times_of(table.game), moment.unix
    heard = len(table.humans) == 1 or len(seats) == rules.seats.start
    if heard and times.gather is None:
        times = replace(times, gather=now + GATHERING)
    full = len(seats) == max(rules.seats) and times.hour is None
    times = replace(times, since=now, warned=False, full=now + FULL if full else None)
    return _seated(table, seats, moment, times)


def left(table: Table, user: UserId, moment: Moment) -> Draft:
    """The lobby without a person.

    After the opener the next person takes over; the last one to leave closes it.

    Raises:
        LobbyOver: the lobby is closed, or its game has begun.
        NotSeated: the person does not sit at this table.
    """
    check_open(table)
    if table.seat_of(user) is None:
        raise NotSeated
    others = tuple(row for row in table.seats if row.user != user)
    if not any(row.user is not None for row in others):
        return closed(table, moment)
    return _seated(table, others, moment)


def with_opponent(
    table: Table,
    rules: AnyGame,
    user: UserId,
    level: str | None,
    names: tuple[str, ...],
    moment: Moment,
) -> Draft:
    """The lobby with one more computer player, under the first free name, or the first of all.

    Args:
        table: the lobby.
        rules: its game.
        user: who adds it.
        level: how well it plays; None: as chosen last.
        names: those that it may have.
        moment: now.

    Raises:
        LobbyOver: the lobby is closed, or its game has begun.
        NotStarter: the person is not in charge of the lobby.
        LobbyFull: all seats are taken.
    """
    check_open(table, user)
    level = level or table.game.chosen.get(LEVEL, DEFAULT)
    seat = _free(table, rules)
    taken = {row.name for row in table.seats}
    name = next((name for name in names if name not in taken), names[0])
    return _seated(table, (*table.seats, opponent_row(table.game, level, name, seat)), moment)


def removed(table: Table, user: UserId, whom: UserId | str, moment: Moment) -> Draft:
    """The lobby without a player, whom its opener has removed.

    Args:
        table: the lobby.
        user: who removes them.
        whom: a person by their id, a computer player by its name.
        moment: now.

    Raises:
        LobbyOver: the lobby is closed, or its game has begun.
        NotStarter: the person is not in charge of the lobby.
        NobodyThere: `whom` has no seat, or is the person who asks.
    """
    check_open(table, user)
    found = next((row for row in table.seats if whom == (row.user or row.name)), None)
    if found is None or whom == user:
        raise NobodyThere
    others = tuple(row for row in table.seats if row is not found)
    draft = _seated(table, others, moment)
    if found.user is None:
        return draft
    told = Notice("lobby.removed", {"name": found.name})
    return replace(draft, outs=(*draft.outs, told))


def with_levels(table: Table, user: UserId, levels: Mapping[int, str], moment: Moment) -> Draft:
    """Other levels of computer players; those added later play like the last one named.

    Args:
        table: the lobby.
        user: who chooses.
        levels: how well they play from now on, by their numbers among the computer players.
            People who come and go do not change these numbers.
        moment: now.

    Raises:
        LobbyOver: the lobby is closed, or its game has begun.
        NotStarter: the person is not in charge of the lobby.
        NoOpponent: there is no computer player, or none with such a number.
    """
    check_open(table, user)
    computers = [row.seat for row in table.seats if row.level is not None]
    if not levels or max(levels) >= len(computers):
        raise NoOpponent
    by_seat = {computers[number]: level for number, level in levels.items()}
    seats = tuple(replace(row, level=by_seat.get(row.seat, row.level)) for row in table.seats)
    row = touched(table, moment)
    row = replace(row, chosen={**row.chosen, LEVEL: levels[max(levels)]})
    return Draft(replace(table, game=row, seats=seats), LOBBY)


def with_options(
    table: Table, rules: AnyGame, user: UserId, chosen: Mapping[str, str], moment: Moment
) -> Draft:
    """Table options chosen together, each as it was offered before any of them changed.

    Args:
        table: the lobby.
        rules: its game.
        user: who chooses.
        chosen: the values by the keys of their options.
        moment: now.

    Raises:
        LobbyOver: the lobby is closed, or its game has begun.
        NotStarter: the person is not in charge of the lobby.
        UnknownOption: there is no such option or value.
    """
    check_open(table, user)
    row = touched(table, moment)
    for key, value in chosen.items():
        shared = options.option(key)
        if shared is not None:
            row = shared.chosen(row, value, table.game)
        elif any(choice.key == key and value in choice.values for choice in rules.choices):
            row = replace(row, chosen={**row.chosen, key: value})
        else:
            raise UnknownOption
    return Draft(replace(table, game=row), LOBBY)


def with_hour(
    table: Table, user: UserId, hour: float | None, pace: str, moment: Moment
) -> Draft:
    """The lobby with an hour at which it starts; an hour keeps it open for seven more days.

    Args:
        table: the lobby.
        user: who sets it.
        hour: Unix seconds; None: no hour is set.
        pace: the pace of the game.
        moment: now.

    Raises:
        LobbyOver: the lobby is closed, or its game has begun.
        NotStarter: the person is not in charge of the lobby.
        HourOver: the hour has passed.
        HourTooFar: the lobby would close before it had waited long enough after that hour.
        UnknownOption: there is no such pace.
    """
    check_open(table, user)
    if hour is not None and hour <= moment.unix:
        raise HourOver
    if hour is not None and hour > moment.unix + AGE - PATIENCE:
        raise HourTooFar
    times = replace(times_of(table.game), hour=hour, reminded=False)
    if hour is not None:
        times = replace(times, since=moment.unix, warned=False)
    row = options.PACE.chosen(
        with_times(touched(table, moment), replace(times, full=None)), pace
    )
    return Draft(replace(table, game=row), LOBBY)


def moved(table: Table, user: UserId, channel: int, parent: int, moment: Moment) -> Draft:
    """The lobby moved to a thread of its channel.

    Raises:
        LobbyOver: the lobby is closed, or its game has begun.
        NotStarter: the person is not in charge of the lobby.
    """
    check_open(table, user)
    row = replace(table.game, channel=channel, parent=parent, updated=moment.unix)
    return Draft(replace(table, game=row))


def started(
    table: Table,
    rules: AnyGame,
    user: UserId | None,
    rng: Random,
    moment: Moment,
    *,
    release: str,
) -> Draft:
    """The game begun: seats in order of play, the draws of the set-up made.

    Args:
        table: the lobby.
        rules: its game.
        user: who starts it; None: it starts by itself.
        rng: for the order of play and the set-up.
        moment: now.
        release: the release under which the journal needs no replay check.

    Raises:
        LobbyOver: the lobby is closed, or its game has begun.
        NotStarter: the person is not in charge of the lobby.
        TooFew: fewer seats are taken than the game needs.
        TooMany: more seats are taken than the game has.
        Refused: the rules say no.
    """
    check_open(table, user)
    count = len(table.seats)
    if count < rules.seats.start:
        raise TooFew(needs=rules.seats.start, has=count)
    if count > max(rules.seats):
        raise TooMany(needs=max(rules.seats), has=count)
    places = list(table.seats)
    if table.game.seat_order == "random":
        places = rng.sample(places, count)
    seats = tuple(replace(row, seat=seat) for seat, row in enumerate(places))
    chosen = _meant(rules, count, table.game.chosen)
    try:
        journal = Journal.start(rules, rules.options(count, chosen), rng)
    except Illegal as error:
        raise Refused(error.reason) from error
    row = replace(
        without_times(table.game),
        status="playing",
        updated=moment.unix,
        chosen=chosen,
        verified=release,
        rules_version=rules.version,
        edition=rules.edition,
    )
    hands = tuple(Hand(seat.seat) for seat in seats if seat.user is not None)
    return Draft(Table(row, seats, journal), (*LOBBY, Board(), *hands))


def closed(
    table: Table, moment: Moment, *, user: UserId | None = None, why: str | None = None
) -> Draft:
    """The lobby closed without a game, with a notice of text id `why` if that is given.

    Raises:
        LobbyOver: the lobby is closed, or its game has begun.
        NotStarter: `user` is given, and is not in charge of the lobby.
    """
    check_open(table, user)
    notice = () if why is None else (Notice(why),)
    row = game_changes.ended(without_times(table.game), moment)
    return Draft(replace(table, game=row), LOBBY + notice)


def check_open(table: Table, user: UserId | None = None) -> None:
    """Check that the lobby is open and, if a person is given, that they are in charge of it.

    Raises:
        LobbyOver: the lobby is closed, or its game has begun.
        NotStarter: the person is not in charge of the lobby.
    """
    if table.game.status != "lobby":
        raise LobbyOver
    first = decider(table)
    if user is not None and first is not None and user != first.user:
        raise NotStarter(name=first.name)


def decider(table: Table) -> SeatRow | None:
    """The person in charge of a lobby: its opener, or the person who has been there longest.

    The lobby still counts as the opener's, so that nobody gets past the limits with a helper.
    """
    opened_it = (row for row in table.humans if row.user == table.game.starter)
    return next(opened_it, next(iter(table.humans), None))


def _free(table: Table, rules: AnyGame) -> int:
    most = max(rules.seats)
    if len(table.seats) >= most:
        raise LobbyFull(most=most)
    return len(table.seats)


def person_row(row: GameRow, user: UserId, name: str, seat: int) -> SeatRow:
    """The seat of a person."""
    return SeatRow(game=row.id, seat=seat, user=user, name=name)


def opponent_row(row: GameRow, level: str, name: str, seat: int) -> SeatRow:
    """The seat of a computer player."""
    return SeatRow(game=row.id, seat=seat, user=None, name=name, level=level)


def touched(table: Table, moment: Moment) -> GameRow:
    """The row of a lobby that someone has changed: the start of a full lobby is called off."""
    row = with_times(table.game, replace(times_of(table.game), full=None))
    return replace(row, updated=moment.unix)


def _seated(
    table: Table, seats: tuple[SeatRow, ...], moment: Moment, times: LobbyTimes | None = None
) -> Draft:
    """The lobby with other players, in the order of joining.

    Args:
        table: the lobby.
        seats: the players, whatever their seat numbers.
        moment: now.
        times: the lobby's new times; None: those after any change.
    """
    numbered = tuple(replace(row, seat=n) for n, row in enumerate(seats))
    row = touched(table, moment)
    if times is not None:
        row = with_times(row, times)
    return Draft(replace(table, game=row, seats=numbered), LOBBY)


def _meant(rules: AnyGame, count: int, chosen: dict[str, str]) -> dict[str, str]:
    """The options that matter with this number of seats, each with a value."""
    return {
        choice.key: chosen.get(choice.key, choice.values[0])
        for choice in rules.choices
        if count in choice.seats
    }
