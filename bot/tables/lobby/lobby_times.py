"""What happens in a lobby by itself, and when: by the wall clock, since people are told when.

Pure. Due times run by the bot's uptime, which stops while the bot is down. So a lobby is
looked at from time to time, and each look asks here what has come due since.
"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from bot.store.rows import Due, GameRow
from bot.tables.core.moment import Moment
from bot.tables.core.table import Table
from rules.contract import AnyGame

AGE: Final = 7 * 24 * 3600.0
"""How long a lobby stays open after someone has joined, in seconds."""

WARNING: Final = 24 * 3600.0
"""How many seconds before a lobby closes its people are told."""

FULL: Final = 60.0
"""Seconds from when a person takes the last seat until the start."""

GATHERING: Final = 10.0
"""Seconds within which the opener gets one call for everyone who joins."""

REMINDER: Final = 15 * 60.0
"""How many seconds before a set hour the people in a lobby are reminded of it."""

PATIENCE: Final = 30 * 60.0
"""How many seconds the table waits for enough people after a set hour."""

NEAR: Final = 2 * 3600.0
"""How many seconds before a set hour it counts as near."""

LOOKS: Final = {"near": 60.0, "set": 600.0, "none": 3600.0}
"""Seconds between two looks, by whether an hour is set and near. After a downtime of the
bot, something can happen late by as much."""

KEY: Final = "lobby"
"""The key of these times in `GameRow.options`."""

ByItself: TypeAlias = Literal["gathered", "ends_soon", "ends", "soon", "too_few"]
"""What happens in a lobby by itself, except the start of its game. The opener is told who has
joined, or that too few came. Everyone is told that it closes soon, has closed, or starts
soon."""

Happening: TypeAlias = Literal[ByItself, "starts"]
"""The same, and the start of the game."""


class LobbyTimes(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The times of a lobby, in Unix seconds.

    Attributes:
        since: when its seven days began: when someone opened or joined it, set an hour, or
            kept it open.
        warned: its people were told that it closes soon.
        gather: when the opener is told who has joined; None: there is nothing to tell.
        full: when it starts because all seats are taken; None: it does not.
        hour: when it starts, as its people have agreed; None: no hour is set.
        reminded: its people were reminded of the hour.
    """

    since: float
    warned: bool = False
    gather: float | None = None
    full: float | None = None
    hour: float | None = None
    reminded: bool = False

    @property
    def ends(self) -> float:
        """When it closes."""
        return self.since + AGE


def times_of(row: GameRow) -> LobbyTimes:
    """The times of a lobby; for one of an earlier release they run from its last change."""
    try:
        return msgspec.convert(row.options.get(KEY), LobbyTimes)
    except msgspec.ValidationError:
        return LobbyTimes(since=row.updated)


def with_times(row: GameRow, times: LobbyTimes) -> GameRow:
    """The row of a lobby with other times."""
    options = {**row.options, KEY: msgspec.to_builtins(times)}
    return replace(row, options=options)


def without_times(row: GameRow) -> GameRow:
    """The row of a table that is no longer a lobby."""
    options = {key: value for key, value in row.options.items() if key != KEY}
    return replace(row, options=options)


def enough(rules: AnyGame) -> int:
    """How many seats must be taken before a game starts at its hour.

    A person who waits for others does not begin to play alone.
    """
    return max(2, rules.seats.start)


def happening(table: Table, rules: AnyGame, unix: float) -> Happening | None:
    """What is due in a lobby; of several, the last one, which makes the others unnecessary.

    Args:
        table: the lobby.
        rules: its game.
        unix: now.
    """
    come = [each for each in _coming(table, rules) if each[0] <= unix]
    return max(come)[1] if come else None


def look(table: Table, rules: AnyGame, moment: Moment) -> Due:
    """The next look at a lobby, due by uptime.

    Args:
        table: the lobby.
        rules: its game.
        moment: now.
    """
    next_one = min(at for at, _ in _coming(table, rules))
    hour = times_of(table.game).hour
    if hour is None:
        most = LOOKS["none"]
    else:
        most = LOOKS["near" if moment.unix >= hour - NEAR else "set"]
    return Due("lobby", moment.uptime + min(max(0.0, next_one - moment.unix), most))


def _coming(table: Table, rules: AnyGame) -> list[tuple[float, Happening]]:
    """Everything that will happen if nobody does anything, with its time."""
    times = times_of(table.game)
    found: list[tuple[float, Happening]] = [(times.ends, "ends")]
    if not times.warned:
        found.append((times.ends - WARNING, "ends_soon"))
    if times.gather is not None:
        found.append((times.gather, "gathered"))
    if times.full is not None:
        found.append((times.full, "starts"))
    if times.hour is not None:
        if not times.reminded:
            found.append((times.hour - REMINDER, "soon"))
        # The bot may have been down: enough players are enough, however late it is.
        ready = len(table.seats) >= enough(rules)
        found.append((times.hour, "starts") if ready else (times.hour + PATIENCE, "too_few"))
    return found
