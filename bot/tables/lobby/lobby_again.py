"""Tables opened again, as drafts: a rematch, a closed lobby, or a lobby about to close."""

from __future__ import annotations

from msgspec.structs import replace

from bot.store.out import Hand, LobbyCall, Notice, Rematch
from bot.store.rows import CLOSED, GameRow, UserId
from bot.tables.core import options, own_notes
from bot.tables.core.draft import Draft
from bot.tables.core.levels import LEVEL
from bot.tables.core.moment import Moment
from bot.tables.core.own_notes import following
from bot.tables.core.refusals import NotOver, NotSeated
from bot.tables.core.table import Table
from bot.tables.lobby import lobby_changes
from bot.tables.lobby.lobby_changes import LOBBY, check_open, for_newcomers, opponent_row
from bot.tables.lobby.lobby_times import times_of, with_times
from rules.contract import AnyGame


def rematch(table: Table, rules: AnyGame, user: UserId, name: str, moment: Moment) -> Draft:
    """A new lobby with the options and computer players of an ended game or a closed lobby.

    The person who asks has the first seat. Seats that people have left to computer players
    are free. After a game, the options for a first game are left out. A note that the person
    has kept goes along.

    Args:
        table: the ended game, or the closed lobby.
        rules: the game as new tables play it.
        user: who asks.
        name: the person's, as shown.
        moment: now.

    Raises:
        NotOver: the game has not ended.
    """
    old = table.game
    if old.status not in CLOSED:
        raise NotOver
    first_game = for_newcomers(rules).items() if table.journal is not None else ()
    chosen = dict(each for each in old.chosen.items() if each not in first_game)
    # A seat whose player has changed was a person's, who has left it: in the lobby it is free.
    at_first = (seat for seat in table.seats if seat.since is None)
    computers = [(seat.level, seat.name) for seat in at_first if seat.level is not None]
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
    draft = lobby_changes.opened(row, user, name)
    row, (first,) = options.copied(old, draft.table.game), draft.table.seats
    others = (opponent_row(row, *each, place) for place, each in enumerate(computers, 1))
    lobby = Table(following(row, table), (first, *others))
    return replace(draft, table=own_notes.carried(lobby, table, user))


def announced(table: Table, lobby: Table, user: UserId, name: str) -> Draft:
    """A table whose people are told that one of them has opened it again.

    Args:
        table: an ended game, or a lobby that was closed.
        lobby: the new one.
        user: who has opened it.
        name: the person's, as shown.
    """
    if table.journal is None and table.game.status == "cancelled":
        others = (row.user for row in table.humans if row.user not in {None, user})
        calls = (LobbyCall(each, "again", name, lobby.game.id) for each in others if each)
        return Draft(table, tuple(calls))
    asked = Rematch(lobby.game.id, starter=user, name=name)
    notice = Notice("call.rematch", {"name": name}, calls="only", but=user, lobby=lobby.game.id)
    hands = (Hand(seat.seat, asked) for seat in table.humans if seat.user != user)
    return Draft(table, (notice, *hands))


def renewed(table: Table, user: UserId, moment: Moment) -> Draft:
    """A lobby that stays open for seven more days, because a person in it wants that.

    Raises:
        LobbyOver: the lobby is closed, or its game has begun.
        NotSeated: the person does not sit at this table.
    """
    check_open(table)
    if table.seat_of(user) is None:
        raise NotSeated
    times = replace(times_of(table.game), since=moment.unix, warned=False)
    row = replace(with_times(table.game, times), updated=moment.unix)
    return Draft(replace(table, game=row), LOBBY)
