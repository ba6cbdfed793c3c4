"""The columns of a table that hold the fields of a struct, so that a row is described once.

Statements are derived from the fields. Names are always quoted: some are SQL keywords.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from operator import attrgetter
from typing import Any, Final, Generic, TypeVar

import msgspec

from bot.database.contract import Row
from bot.store.asks import read_asks
from bot.store.person_rows import LessonRow, PersonRow, PuzzleAnswerRow, PuzzleChannelRow
from bot.store.result_rows import PaceRow, ReviewRow
from bot.store.rows import (
    CallRow,
    Due,
    EntryRow,
    GameRow,
    Note,
    OrderRow,
    PlanRow,
    Proposal,
    Seating,
    SeatRow,
)

R = TypeVar("R", bound=msgspec.Struct)


class Columns(Generic[R]):
    """The columns of a table, in the order of a struct's fields.

    Attributes:
        kind: the struct.
        table: the name of the table.
        fields: the fields that are columns of the table.
        others: columns of the table that are not fields.
    """

    def __init__(
        self,
        kind: type[R],
        table: str,
        *,
        others: Collection[str] = (),
        json: Mapping[str, Callable[[Any], object]] | None = None,
        apart: Collection[str] = (),
        renamed: Mapping[str, str] | None = None,
        prefix: str = "",
    ) -> None:
        """Derive the columns.

        Args:
            kind: the struct.
            table: the name of the table.
            others: columns of the table that are not fields.
            json: fields that are stored as JSON, and how each is read.
            apart: fields that are not columns of the table.
            renamed: fields whose column has a different name.
            prefix: what the name of each column begins with.
        """
        self.kind: Final = kind
        self.table: Final = table
        self.others: Final = frozenset(others)
        self.fields: Final = tuple(each for each in kind.__struct_fields__ if each not in apart)
        self._json: Final = json or {}
        self._names: Final = {
            each: (renamed or {}).get(each, f"{prefix}{each}") for each in self.fields
        }
        self.selected: Final = self.listed()
        self.values: Final = self.reader()

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the columns, not quoted."""
        return tuple(self._names.values())

    def without(self, *fields: str) -> tuple[str, ...]:
        """All fields but these, in their order."""
        return tuple(each for each in self.fields if each not in fields)

    def listed(self, fields: Collection[str] | None = None) -> str:
        """The columns of some fields (None: of all), for a SELECT or an INSERT."""
        return ", ".join(f'"{self._names[each]}"' for each in self._chosen(fields))

    def assigned(self, fields: Collection[str]) -> str:
        """The columns of some fields, each assigned a value, for an UPDATE."""
        return ", ".join(f'"{self._names[each]}" = ?' for each in fields)

    def upsert(self, key: str, *changed: str) -> str:
        """An INSERT of a row that replaces the one with the same value in a field.

        Args:
            key: the field.
            changed: the fields that change if the row exists; none: all.
        """
        marks = ", ".join("?" * len(self.fields))
        news = ", ".join(
            f'"{self._names[each]}" = excluded."{self._names[each]}"'
            for each in changed or self.without(key)
        )
        return (
            f"INSERT INTO {self.table} ({self.selected}) VALUES ({marks})"
            f' ON CONFLICT ("{self._names[key]}") DO UPDATE SET {news}'
        )

    def reader(self, fields: Collection[str] | None = None) -> Callable[[R], tuple[Any, ...]]:
        """A function that gives the values of some fields (None: of all), as they are stored.

        Make it once: a commit needs the values of many rows.
        """
        chosen = self._chosen(fields)
        if len(chosen) < 2:
            raise ValueError("one value alone would be no tuple")
        get: Callable[[R], tuple[Any, ...]] = attrgetter(*chosen)
        places = tuple(n for n, each in enumerate(chosen) if each in self._json)
        if not places:
            return get

        def encoded(row: R) -> tuple[Any, ...]:
            values = list(get(row))
            for n in places:
                values[n] = _json(values[n])
            return tuple(values)

        return encoded

    def read(self, row: Row, **more: object) -> R:
        """The struct of a row of `selected`.

        Args:
            row: the values as they are stored.
            more: the fields that are not columns.

        Raises:
            msgspec.DecodeError: a value does not fit its field.
        """
        values = dict(zip(self.fields, row, strict=True), **more)
        for field, read in self._json.items():
            values[field] = read(values[field])
        return msgspec.convert(values, self.kind, strict=False)

    def _chosen(self, fields: Collection[str] | None) -> tuple[str, ...]:
        return self.fields if fields is None else tuple(fields)


def _json(value: object) -> str:
    return msgspec.json.encode(value, order="deterministic").decode()


def _chosen(stored: object) -> dict[str, str]:
    """The options of a game; if damaged, an option that no game has, so that it is noticed."""
    try:
        return msgspec.json.decode(str(stored), type=dict[str, str])
    except msgspec.DecodeError:
        return {"damaged": str(stored)}


def marks(values: Collection[object]) -> str:
    """The marks for some values in a statement."""
    return ", ".join("?" * len(values))


MADE: Final = ("id", "revision")
"""Fields of a `GameRow` that the database sets."""

FIXED: Final = ("guild", "game", "created")
"""Fields of a `GameRow` that never change."""

MESSAGE: Final = ("message_channel", "message", "message_entry", "message_at", "outdated")
"""Fields of a `GameRow` for where the table message is; mostly written outside a commit."""

HAND: Final = ("dm_channel", "dm_message")
"""Fields of a `SeatRow` for where the hand is; also written outside a commit."""

GAME: Final = Columns(
    GameRow,
    "games",
    json={"chosen": _chosen, "options": msgspec.json.decode},
    others=("format", "owner", "epoch", "owned_until"),
)
CALL: Final = Columns(CallRow, "seats", prefix="call_")
SEAT: Final = Columns(SeatRow, "seats", apart=("call",), json={"asks": read_asks})
ENTRY: Final = Columns(EntryRow, "entries", others=("game",))
ORDER: Final = Columns(OrderRow, "orders", renamed={"left": "left_at"})
SEATING: Final = Columns(Seating, "seatings", others=("game", "n"))
PROPOSAL: Final = Columns(Proposal, "proposals", others=("game",), apart=("answers",))
NOTE: Final = Columns(Note, "notes", others=("game", "place"))
PLAN: Final = Columns(PlanRow, "plans", others=("game",))
DUE: Final = Columns(Due, "due", others=("game",))
PERSON: Final = Columns(PersonRow, "people", others=("clicked", "dms_closed"))
PACE: Final = Columns(PaceRow, "paces")
REVIEW: Final = Columns(ReviewRow, "reviews")
LESSON: Final = Columns(
    LessonRow, "lessons", json={"entries": msgspec.json.Decoder(tuple[str, ...]).decode}
)
PUZZLE_ANSWER: Final = Columns(PuzzleAnswerRow, "puzzle_answers")
PUZZLE_CHANNEL: Final = Columns(PuzzleChannelRow, "puzzle_channels")

ALL: Final[tuple[Columns[Any], ...]] = (
    *(GAME, CALL, SEAT, ENTRY, ORDER, SEATING, PROPOSAL, NOTE, PLAN, DUE, PERSON, REVIEW),
    *(PACE, LESSON, PUZZLE_ANSWER, PUZZLE_CHANNEL),
)
