"""What happens at a lobby by itself, and when: by the wall clock, since people are told of it.

Pure. Due times run by the bot's uptime, which stands still while the bot is down. So a lobby is
looked at from time to time, and each look asks here what has come meanwhile.
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
"""How long a lobby stays open after somebody has joined, in seconds."""

WARNING: Final = 24 * 3600.0
"""How many seconds before its end the people at a lobby are told of it."""

FULL: Final = 60.0
"""Seconds from the last seat that a person takes to the start."""

GATHERING: Final = 10.0
"""Seconds within which the opener gets one call for several people who join."""

REMINDER: Final = 15 * 60.0
"""How many seconds before a set hour the people at a lobby are reminded of it."""

PATIENCE: Final = 30 * 60.0
"""How many seconds after a set hour the table waits for enough people."""

NEAR: Final = 2 * 3600.0
"""How many seconds before a set hour it is near."""

LOOKS: Final = {"near": 60.0, "set": 600.0, "none": 3600.0}
"""Seconds between two looks, by the hour that is set. After a downtime of the bot,
something can happen late by as much."""

KEY: Final = "lobby"
"""Where these times stand in `GameRow.options`."""

ByItself: TypeAlias = Literal["gathered", "ends_soon", "ends", "soon", "too_few"]
"""What happens at a lobby, except the start of its game: the opener hears who has joined; all
hear that it ends soon, that it has ended, or that it starts soon; the opener hears that too few
came."""

Happening: TypeAlias = Literal[ByItself, "starts"]
"""The same, and the start of its game."""


class LobbyTimes(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The times of a lobby, in Unix seconds.

    Attributes:
        since: when its seven days began: when somebody joined, set an hour, or opened it
            again.
        warned: the people at it were told that it ends soon.
        gather: when the opener hears who has joined; None: nothing is to be heard.
        full: when it starts because all seats are taken; None: it does not.
        hour: when it starts, as its people have agreed; None: no hour is set.
        reminded: the people at it were reminded of the hour.
    """

    since: float
    warned: bool = False
    gather: float | None = None
    full: float | None = None
    hour: float | None = None
    reminded: bool = False

    @property
    def ends(self) -> float:
        """Until when it is open."""
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
    """The row of a table that is no lobby any more."""
    options = {key: value for key, value in row.options.items() if key != KEY}
    return replace(row, options=options)


def enough(rules: AnyGame) -> int:
    """How many seats must be taken before a game starts at its hour.

    One person who waits for others does not begin to play alone.
    """
    return max(2, rules.seats.start)


def happening(table: Table, rules: AnyGame, unix: float) -> Happening | None:
    """What is due at a lobby; of several the last one, which makes the others needless.

    Args:
        table: the lobby.
        rules: its game.
        unix: now.
    """
    come = [each for each in _coming(table, rules) if each[0] <= unix]
    return max(come)[1] if come else None


def look(table: Table, rules: AnyGame, moment: Moment) -> Due:
    """When a lobby is looked at again, by uptime.

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
        if len(table.seats) >= enough(rules):
            found.append((times.hour, "starts"))
        found.append((times.hour + PATIENCE, "too_few"))
    return found
