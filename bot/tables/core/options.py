"""The options that every table can choose in its lobby: one entry for each.

The lobby's message, its forms, its changes and a rematch read `OPTIONS`. Code that an option
affects reads the option's field in the game's row, or `value`.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping
from typing import Final, TypeAlias

import msgspec
from msgspec.structs import replace

from bot.store.rows import GameRow
from bot.tables.core.refusals import UnknownOption
from render.words import LANGUAGES, SOURCE, Words, coverage
from rules.registry import GAMES

Text: TypeAlias = Callable[[Words, str], str]
"""The text of a value of an option, shown after the name of the option."""


class TableOption(msgspec.Struct, frozen=True, kw_only=True):
    """An option of every table.

    Attributes:
        key: its name in the form; `lobby.name.<key>` is the text that names it.
        field: the field of `GameRow` where it is stored; None: it is in `GameRow.options`,
            which no SQL queries.
        values: the values as they are stored, by their names in the form; the first is the
            default. An option with only one value is not shown.
        text: the text of a value.
        offered: the names of the values that a table can choose; None: all of them.
        begins: the name of a new table's value; None: the default.
        told: whether a lobby's message mentions a value that differs from a new table's.
    """

    key: str
    field: str | None = None
    values: Mapping[str, object]
    text: Text
    offered: Callable[[GameRow], Container[str]] | None = None
    begins: str | None = None
    told: bool = True

    def names(self, row: GameRow) -> tuple[str, ...]:
        """The names of the values that a table can choose, including the one that it has."""
        if self.offered is None:
            return tuple(self.values)
        offered, now = self.offered(row), self.value(row)
        return tuple(each for each in self.values if each == now or each in offered)

    def value(self, row: GameRow) -> str:
        """The name of a table's chosen value; the default if the value is unknown."""
        default = next(iter(self.values))
        if self.field is None:
            stored: object = row.options.get(self.key, self.values[default])
        else:
            stored = getattr(row, self.field)
        return next((name for name, each in self.values.items() if each == stored), default)

    def differs(self, row: GameRow) -> bool:
        """Whether a table's value differs from that of new tables."""
        return self.value(row) != (self.begins or next(iter(self.values)))

    def chosen(self, row: GameRow, name: str, offered_at: GameRow | None = None) -> GameRow:
        """The row with another value, given by its name.

        Args:
            row: the row.
            name: the value's name.
            offered_at: the row for which the value was offered; None: `row`.

        Raises:
            UnknownOption: there is no such option or value.
        """
        if name not in self.names(offered_at or row):
            raise UnknownOption
        return self._with(row, name)

    def begun(self, row: GameRow) -> GameRow:
        """The row of a new table, with the value that new tables have."""
        return row if self.begins is None else self._with(row, self.begins)

    def without(self, row: GameRow) -> GameRow:
        """The row with the default value."""
        return self._with(row, next(iter(self.values)))

    def _with(self, row: GameRow, name: str) -> GameRow:
        stored = self.values[name]
        if self.field is None:
            return replace(row, options={**row.options, self.key: stored})
        return replace(row, **{self.field: stored})


def _absent(words: Words, value: str) -> str:
    """What happens to a person who does not act for that many days."""
    return words("lobby.absent.vote") if value == "vote" else words("lobby.absent", int(value))


def _language(_: Words, value: str) -> str:
    """The name of a language in that language."""
    return Words.pick(value)("language.name")


def _same(*names: str) -> dict[str, object]:
    """Values that are stored under their own names."""
    return {each: each for each in names}


def _with_auctions(row: GameRow) -> Container[str]:
    """The kinds of auctions to choose from, only for games with auctions that go over days."""
    game = GAMES.get(row.game)
    return AUCTIONS.values if game and game.asks_ahead and row.pace == "days" else ()


AUCTIONS: Final = TableOption(
    key="auctions",
    values=_same("bids", "limits"),
    text=lambda words, value: words(f"lobby.auctions.{value}"),
    offered=_with_auctions,
    begins="limits",
)


def _over_days(row: GameRow) -> Container[str]:
    """The choices of how often people move, only where they play over days."""
    return MOVES.values if row.pace == "days" else ()


MOVES: Final = TableOption(
    key="moves",
    values={"none": None, "1": 1, "3": 3},
    text=lambda words, value: words(f"lobby.moves.{value}"),
    offered=_over_days,
)

PACE: Final = TableOption(
    key="pace",
    field="pace",
    values=_same("days", "live"),
    text=lambda words, value: words(f"lobby.pace.{value}"),
)

OPTIONS: Final = (
    TableOption(
        key="seat_order",
        field="seat_order",
        values=_same("random", "joined"),
        text=lambda words, value: words(f"lobby.order.{value}"),
    ),
    PACE,
    MOVES,
    TableOption(
        key="absent",
        field="absent_days",
        values={"vote": None, "3": 3, "5": 5, "7": 7},
        text=_absent,
    ),
    TableOption(
        key="advice",
        field="advice",
        values=_same("first", "all", "none"),
        text=lambda words, value: words(f"advice.option.{value}"),
    ),
    TableOption(
        key="language",
        field="language",
        values=_same(SOURCE, *(each for each in LANGUAGES if each != SOURCE)),
        text=_language,
        offered=lambda row: coverage.offered(row.game),
        told=False,  # people see it: the lobby is written in it
    ),
    AUCTIONS,
)


def option(key: str) -> TableOption | None:
    """The option with a key; None: no option of every table has that key."""
    return next((each for each in OPTIONS if each.key == key), None)


def begun(row: GameRow) -> GameRow:
    """The row of a new table, with the values that new tables have."""
    for each in OPTIONS:
        row = each.begun(row)
    return row


def copied(old: GameRow, row: GameRow) -> GameRow:
    """A row with the options of another one, for a rematch.

    A value that is no longer offered is not copied.
    """
    for each in OPTIONS:
        value = each.value(old)
        if value in each.names(row):
            row = each.chosen(row, value)
    return row


def shown(row: GameRow) -> Iterator[TableOption]:
    """The options of a table that offer a choice."""
    return (each for each in OPTIONS if len(each.names(row)) > 1)
