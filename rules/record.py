"""A game written down in one file: how it was set up, who played, every entry.

The file is enough to fold the game again. Once the game is over, nothing in it is
secret; players get a file only then.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal

import msgspec

from rules.codec import Codec
from rules.contract import Illegal
from rules.journal import AnyJournal, Journal
from rules.registry import played_with


class NoRecord(Exception):  # noqa: N818 - told to whoever brought the file
    """The file is not a record of a game that can be played here."""


class Sitter(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who had a seat: a display name, and whether it was a computer player."""

    name: str
    computer: bool = False


class Record(msgspec.Struct, frozen=True):
    """One game in a file.

    Attributes:
        format: the version of the file format, 1.
        game: the id of the game.
        rules: the version of the rules that it was played by.
        edition: the hash of the edition, for a game that has several.
        chosen: the table options.
        people: who had each seat.
        entries: the entries as `Codec` writes them.
        checksum: that of the last position, for checking a replay.
    """

    format: Literal[1]
    game: str
    rules: int
    edition: str | None
    chosen: Mapping[str, str]
    people: tuple[Sitter, ...]
    entries: tuple[msgspec.Raw, ...]
    checksum: str


_decoder: Final = msgspec.json.Decoder(Record)


def written(
    journal: AnyJournal,
    chosen: Mapping[str, str],
    people: tuple[Sitter, ...],
    *,
    running: bool = False,
) -> bytes:
    """A game as a JSON file.

    Args:
        journal: the whole game.
        chosen: the table options.
        people: who had each seat.
        running: whether the game may still be running. Its file shows every hand, so it is
            only for people who can read the database anyway.

    Raises:
        ValueError: the game is not over, so its file would reveal secrets.
    """
    if journal.over is None and not running:
        raise ValueError
    codec = Codec(journal.game)
    record = Record(
        format=1,
        game=journal.game.name,
        rules=journal.game.version,
        edition=journal.game.edition,
        chosen=dict(chosen),
        people=people,
        entries=tuple(msgspec.Raw(codec.encode(entry)) for entry in journal.entries),
        checksum=journal.checksum(),
    )
    return msgspec.json.encode(record)


def read(raw: bytes) -> tuple[Record, AnyJournal]:
    """The record in a file and its journal; the process must know the edition.

    Raises:
        NoRecord: the file is no record, or these rules replay the game differently.
    """
    try:
        record = _decoder.decode(raw)
        game = played_with(record.game, record.edition)
        if record.rules != game.version:
            raise NoRecord
        codec = Codec(game)
        journal: AnyJournal = Journal.fold(
            game,
            game.options(len(record.people), record.chosen),
            (codec.decode(bytes(entry)) for entry in record.entries),
        )
    except (
        KeyError,
        msgspec.MsgspecError,
        UnicodeDecodeError,
        RecursionError,
        Illegal,
    ) as error:
        raise NoRecord from error
    if journal.checksum() != record.checksum:
        raise NoRecord
    return record, journal
