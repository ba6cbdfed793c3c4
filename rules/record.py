"""A game written down in one file: how it was set up, who played, every entry.

What a file says is enough to fold the game again. Nothing in it is secret any more
once the game is over, and for players a file is written only then.
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
    """The file is no record of a game that can be played here."""


class Sitter(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who sat at a seat: a display name, a computer or not."""

    name: str
    computer: bool = False


class Record(msgspec.Struct, frozen=True):
    """One game in a file.

    Attributes:
        format: the form of the file, 1.
        game: its id.
        rules: the version of the game's rules that it was played by.
        edition: the hash of the edition, for a game that has several.
        chosen: the table options.
        people: by seat.
        entries: as the journal's codec writes them.
        checksum: of the last position, to check a replay with.
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
        journal: all of it.
        chosen: the table options.
        people: by seat.
        running: whether it may still be running. Its file tells every hand: only for
            whoever can read the database anyway.

    Raises:
        ValueError: the game is not over: its file would tell secrets.
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
    """A file and the game that it folds to; its edition must be known to the process.

    Raises:
        NoRecord: it is no such file, or these rules do not play it so.
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
