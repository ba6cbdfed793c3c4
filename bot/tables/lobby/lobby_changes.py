"""A lobby from its opening to its start, as drafts. Nothing is stored here."""

from __future__ import annotations

from random import Random

import msgspec

from bot.store.out import Board, Hand, Lobby, Notice, Rematch
from bot.store.rows import CLOSED, GameRow, SeatRow, UserId
from bot.tables.core import options
from bot.tables.core.draft import Draft
from bot.tables.core.game_changes import ended
from bot.tables.core.levels import DEFAULT, EASIEST, LEVEL
from bot.tables.core.moment import Moment
from bot.tables.core.refusals import (
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
from bot.tables.core.table import Table
from rules.contract import AnyGame, Illegal
from rules.journal import Journal

_LOBBY = (Lobby(),)


def for_newcomers(rules: AnyGame) -> dict[str, str]:
    """The table options that a first game is played with, the easiest opponents among them."""
    own = {
        choice.key: choice.newcomers for choice in rules.choices if choice.newcomers is not None
    }
    return {**own, LEVEL: EASIEST}


def opened(row: GameRow, user: UserId, name: str) -> Draft:
    """A new lobby with its starter in the first seat."""
    row = options.begun(row)
    return Draft(Table(row, (_person(row, user, name, 0),)), _LOBBY)


def joined(table: Table, rules: AnyGame, user: UserId, name: str, moment: Moment) -> Draft:
    """One more person.

    Raises:
        LobbyOver: the lobby is closed, or has begun to play.
        AlreadySeated: the person sits at this table already.
        LobbyFull: all seats are taken.
    """
    check_open(table)
    if table.seat_of(user) is not None:
        raise AlreadySeated
    seat = _free(table, rules)
    person = _person(table.game, user, name, seat)
    return _seated(table, (*table.seats, person), moment)


def left(table: Table, user: UserId, moment: Moment) -> Draft:
    """One person less: the next one decides in place of the starter, the last closes it.

    Raises:
        LobbyOver: the lobby is closed, or has begun to play.
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
    """One more opponent, by the first of the names that nobody has, else the first of all.

    Args:
        table: the lobby.
        rules: its game.
        user: who adds it.
        level: how well it plays; None: as was chosen last.
        names: those that it may have.
        moment: now.

    Raises:
        LobbyOver: the lobby is closed, or has begun to play.
        NotStarter: the person does not decide about the lobby.
        LobbyFull: all seats are taken.
    """
    check_open(table, user)
    level = level or table.game.chosen.get(LEVEL, DEFAULT)
    seat = _free(table, rules)
    taken = {row.name for row in table.seats}
    name = next((name for name in names if name not in taken), names[0])
    return _seated(table, (*table.seats, _opponent(table.game, level, name, seat)), moment)


def without_opponent(table: Table, user: UserId, moment: Moment) -> Draft:
    """The last opponent gone.

    Raises:
        LobbyOver: the lobby is closed, or has begun to play.
        NotStarter: the person does not decide about the lobby.
        NoOpponent: no opponent sits at the table, or the level is unknown.
    """
    check_open(table, user)
    last = next((row for row in reversed(table.seats) if row.level is not None), None)
    if last is None:
        raise NoOpponent
    return _seated(table, tuple(row for row in table.seats if row is not last), moment)


def with_level(
    table: Table, user: UserId, which: int | None, level: str, moment: Moment
) -> Draft:
    """Another level of an opponent, and of those that are added after it.

    Args:
        table: the lobby.
        user: who chooses.
        which: of the opponents, in their order; None: all of them. People who come and go
            do not change their numbers.
        level: how well they play from now on.
        moment: now.

    Raises:
        LobbyOver: the lobby is closed, or has begun to play.
        NotStarter: the person does not decide about the lobby.
        NoOpponent: no opponent sits at the table, or the level is unknown.
    """
    check_open(table, user)
    computers = [row.seat for row in table.seats if row.level is not None]
    if which is not None:
        computers = computers[which : which + 1]
    if not computers:
        raise NoOpponent
    replace = msgspec.structs.replace
    seats = tuple(
        replace(row, level=level) if row.seat in computers else row for row in table.seats
    )
    row = replace(table.game, updated=moment.unix, chosen={**table.game.chosen, LEVEL: level})
    return Draft(replace(table, game=row, seats=seats), _LOBBY)


def with_option(
    table: Table, rules: AnyGame, user: UserId, key: str, value: str, moment: Moment
) -> Draft:
    """A table option chosen.

    Raises:
        LobbyOver: the lobby is closed, or has begun to play.
        NotStarter: the person does not decide about the lobby.
        UnknownOption: there is no such option or value.
    """
    check_open(table, user)
    row = msgspec.structs.replace(table.game, updated=moment.unix)
    shared = options.option(key)
    if shared is not None:
        row = shared.chosen(row, value)
    elif any(choice.key == key and value in choice.values for choice in rules.choices):
        row = msgspec.structs.replace(row, chosen={**row.chosen, key: value})
    else:
        raise UnknownOption
    return Draft(msgspec.structs.replace(table, game=row), _LOBBY)


def moved(table: Table, user: UserId, channel: int, parent: int, moment: Moment) -> Draft:
    """In a thread of its channel.

    Raises:
        LobbyOver: the lobby is closed, or has begun to play.
        NotStarter: the person does not decide about the lobby.
    """
    check_open(table, user)
    row = msgspec.structs.replace(
        table.game, channel=channel, parent=parent, updated=moment.unix
    )
    return Draft(msgspec.structs.replace(table, game=row))


def started(
    table: Table,
    rules: AnyGame,
    user: UserId | None,
    rng: Random,
    moment: Moment,
    *,
    release: str,
) -> Draft:
    """The game begun: seats in their order of play, the draws of the set-up made.

    Args:
        table: the lobby.
        rules: its game.
        user: who starts it; None: it starts because it is full.
        rng: for the order of play and the set-up.
        moment: now.
        release: under which the journal needs no replay check.

    Raises:
        LobbyOver: the lobby is closed, or has begun to play.
        NotStarter: the person does not decide about the lobby.
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
    seats = tuple(msgspec.structs.replace(row, seat=seat) for seat, row in enumerate(places))
    chosen = _meant(rules, count, table.game.chosen)
    try:
        journal = Journal.start(rules, rules.options(count, chosen), rng)
    except Illegal as error:
        raise Refused(error.reason) from error
    row = msgspec.structs.replace(
        table.game,
        status="playing",
        updated=moment.unix,
        chosen=chosen,
        verified=release,
        rules_version=rules.version,
        edition=rules.edition,
    )
    hands = tuple(Hand(seat.seat) for seat in seats if seat.user is not None)
    return Draft(Table(row, seats, journal), (*_LOBBY, Board(), *hands))


def closed(
    table: Table, moment: Moment, *, user: UserId | None = None, why: str | None = None
) -> Draft:
    """The lobby closed without a game, perhaps with a notice of text id `why`.

    Raises:
        LobbyOver: the lobby is closed, or has begun to play.
        NotStarter: `user` is given, and does not decide about the lobby.
    """
    check_open(table, user)
    notice = () if why is None else (Notice(why),)
    after = msgspec.structs.replace(table, game=ended(table.game, moment))
    return Draft(after, _LOBBY + notice)


def rematch(table: Table, rules: AnyGame, user: UserId, name: str, moment: Moment) -> Draft:
    """A new lobby like an ended game's: its options and opponents, and who asked.

    What was chosen for a first game is left out.

    Args:
        table: the ended game.
        rules: the game as new tables play it.
        user: who asks, under which `name`.
        name: as shown.
        moment: now.

    Raises:
        NotOver: the game has not ended.
    """
    old = table.game
    if old.status not in CLOSED:
        raise NotOver
    first_game = for_newcomers(rules).items()
    chosen = dict(each for each in old.chosen.items() if each not in first_game)
    computers = [(seat.level, seat.name) for seat in table.seats if seat.level is not None]
    if computers:
        chosen[LEVEL] = computers[-1][0]
    row = GameRow(
        guild=old.guild,
        channel=old.channel,
        parent=old.parent,
        game=old.game,
        rules_version=rules.version,
        chosen=chosen,
        starter=user,
        created=moment.unix,
        updated=moment.unix,
    )
    row = options.copied(old, options.begun(row))
    first = _person(row, user, name, 0)
    others = (_opponent(row, *each, place) for place, each in enumerate(computers, 1))
    return Draft(Table(row, (first, *others)), _LOBBY)


def announced(table: Table, lobby: Table, user: UserId, name: str) -> Draft:
    """An ended game whose people are told of the rematch that one of them has opened."""
    asked = Rematch(lobby.game.id, starter=user, name=name)
    notice = Notice("call.rematch", {"name": name}, calls="only", but=user, lobby=lobby.game.id)
    hands = (Hand(seat.seat, asked) for seat in table.humans if seat.user != user)
    return Draft(table, (notice, *hands))


def check_open(table: Table, user: UserId | None = None) -> None:
    """Check that the lobby is open and, if somebody is given, that they decide about it.

    Raises:
        LobbyOver: the lobby is closed, or has begun to play.
        NotStarter: the person does not decide about the lobby.
    """
    if table.game.status != "lobby":
        raise LobbyOver
    first = decider(table)
    if user is not None and first is not None and user != first.user:
        raise NotStarter(name=first.name)


def decider(table: Table) -> SeatRow | None:
    """Who decides about a lobby: who opened it, else who has been there for longest.

    It counts for who opened it all the same, else the limits could be passed with a helper.
    """
    opened_it = (row for row in table.humans if row.user == table.game.starter)
    return next(opened_it, next(iter(table.humans), None))


def _free(table: Table, rules: AnyGame) -> int:
    most = max(rules.seats)
    if len(table.seats) >= most:
        raise LobbyFull(most=most)
    return len(table.seats)


def _person(row: GameRow, user: UserId, name: str, seat: int) -> SeatRow:
    return SeatRow(game=row.id, seat=seat, user=user, name=name)


def _opponent(row: GameRow, level: str, name: str, seat: int) -> SeatRow:
    return SeatRow(game=row.id, seat=seat, user=None, name=name, level=level)


def _seated(table: Table, seats: tuple[SeatRow, ...], moment: Moment) -> Draft:
    """The lobby with other people in it, in the order of joining."""
    replace = msgspec.structs.replace
    numbered = tuple(replace(row, seat=n) for n, row in enumerate(seats))
    row = replace(table.game, updated=moment.unix)
    return Draft(replace(table, game=row, seats=numbered), _LOBBY)


def _meant(rules: AnyGame, count: int, chosen: dict[str, str]) -> dict[str, str]:
    """The options that mean anything for this number of seats, all of them named."""
    return {
        choice.key: chosen.get(choice.key, choice.values[0])
        for choice in rules.choices
        if count in choice.seats
    }
