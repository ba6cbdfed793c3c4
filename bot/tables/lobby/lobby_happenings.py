"""What happens in a lobby by itself, as drafts; its start is `lobby_changes.started`."""

from __future__ import annotations

from msgspec.structs import replace

from bot.store.out import LobbyCall, LobbyEnd, LobbyNews, Out
from bot.tables.core.draft import Draft
from bot.tables.core.moment import Moment
from bot.tables.core.table import Table
from bot.tables.lobby import lobby_changes
from bot.tables.lobby.lobby_changes import LOBBY, decider
from bot.tables.lobby.lobby_times import ByItself, LobbyTimes, times_of, with_times


def happened(table: Table, what: ByItself, moment: Moment) -> Draft:
    """The lobby after something that was due there.

    Raises:
        LobbyOver: the lobby is closed, or its game has begun.
    """
    match what:
        case "gathered":
            return gathered(table)
        case "soon":
            return reminded(table)
        case "too_few":
            return too_few(table)
        case "ends_soon":
            return ends_soon(table)
        case "ends":
            return ended(table, moment)


def gathered(table: Table) -> Draft:
    """The opener is told who has joined, if anyone else is still there."""
    others = len(table.humans) > 1
    calls = _call_of_opener(table, "gathered") if others else ()
    return _with(table, replace(times_of(table.game), gather=None), calls)


def ends_soon(table: Table) -> Draft:
    """The people in the lobby are told that it closes soon."""
    times = replace(times_of(table.game), warned=True)
    return _with(table, times, (LobbyEnd(closed=False),))


def ended(table: Table, moment: Moment) -> Draft:
    """The lobby closed; its people are told.

    Raises:
        LobbyOver: the lobby is closed, or its game has begun.
    """
    draft = lobby_changes.closed(table, moment)
    return replace(draft, outs=(*draft.outs, LobbyEnd(closed=True)))


def reminded(table: Table) -> Draft:
    """The people in the lobby are told that the agreed hour is near."""
    times = replace(times_of(table.game), reminded=True)
    users = (row.user for row in table.humans if row.user is not None)
    return _with(table, times, tuple(LobbyCall(user, "soon") for user in users))


def too_few(table: Table) -> Draft:
    """Too few came by the hour: the opener is told, and no hour is set any longer."""
    times = replace(times_of(table.game), hour=None)
    return _with(table, times, (*_call_of_opener(table, "too_few"), *LOBBY))


def unstarted(table: Table) -> Draft:
    """The lobby whose start was refused: it no longer starts by itself."""
    times = replace(times_of(table.game), full=None, hour=None)
    return _with(table, times, LOBBY)


def _call_of_opener(table: Table, what: LobbyNews) -> tuple[LobbyCall, ...]:
    """A call to the person in charge of the lobby."""
    row = decider(table)
    return () if row is None or row.user is None else (LobbyCall(row.user, what),)


def _with(table: Table, times: LobbyTimes, outs: tuple[Out, ...]) -> Draft:
    """The lobby with other times; people's choices stay, and it does not count as changed."""
    return Draft(replace(table, game=with_times(table.game, times)), outs)
