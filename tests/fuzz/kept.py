"""What the fuzzers have found, as files to read and to replay: one finding a file."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, TypeAlias, assert_never

import msgspec

from rules.games import GAMES
from rules.journal import Codec, Journal
from rules.table import Entry
from tests.fuzz import promises, rooms

FOLDER: Final = Path(__file__).parents[1] / "games"


class KeptGame(msgspec.Struct, frozen=True, tag="game"):
    """A game whose last entry broke a promise.

    Attributes:
        broke: what the fuzzer saw, in one line.
        title: the game's id.
        seats: how many play.
        chosen: the table options.
        entries: as the journal's codec writes them.
    """

    broke: str
    title: str
    seats: int
    chosen: Mapping[str, str]
    entries: tuple[msgspec.Raw, ...]


class KeptText(msgspec.Struct, frozen=True, tag="text", omit_defaults=True):
    """A text from outside that was answered wrongly at a boundary of `tests.fuzz.texts`.

    Attributes:
        broke: what the fuzzer saw, in one line.
        boundary: who was given it.
        lines: the text; empty if it is no UTF-8.
        hexed: its bytes then.
    """

    broke: str
    boundary: str
    lines: tuple[str, ...] = ()
    hexed: str = ""

    @property
    def raw(self) -> bytes:
        """The bytes themselves."""
        return bytes.fromhex(self.hexed) if self.hexed else "\n".join(self.lines).encode()


class KeptScript(msgspec.Struct, frozen=True, tag="script"):
    """Clicks and commands that the rooms of the bot answered wrongly."""

    broke: str
    script: rooms.Script


Kept: TypeAlias = KeptGame | KeptText | KeptScript

_decoder: Final[msgspec.json.Decoder[Kept]] = msgspec.json.Decoder(
    KeptGame | KeptText | KeptScript
)


def game(
    journal: Journal[Any, Any],
    chosen: Mapping[str, str],
    more: tuple[Entry, ...],
    error: BaseException,
) -> KeptGame:
    """A game to keep; `more` are entries that it did not come to hold."""
    codec = Codec(journal.game)
    entries = tuple(msgspec.Raw(codec.encode(entry)) for entry in (*journal.entries, *more))
    seats = journal.options.seats
    return KeptGame(_line(error), journal.game.name, seats, dict(chosen), entries)


def text(boundary: str, raw: bytes, error: BaseException) -> KeptText:
    """A text to keep."""
    try:
        return KeptText(_line(error), boundary, lines=tuple(raw.decode().split("\n")))
    except UnicodeDecodeError:
        return KeptText(_line(error), boundary, hexed=raw.hex())


def script(made: rooms.Script, error: BaseException) -> KeptScript:
    """A script to keep."""
    return KeptScript(_line(error), made)


def _line(error: BaseException) -> str:
    return " ".join(f"{type(error).__name__}: {error}".split())[:200]


def write(found: Kept, folder: Path) -> Path:
    """Write a finding down; the same finding goes to the same file."""
    folder.mkdir(parents=True, exist_ok=True)
    raw = msgspec.json.format(msgspec.json.encode(found), indent=1)
    match found:
        case KeptGame():
            about = found.title
        case KeptText():
            about = found.boundary
        case KeptScript():
            about = "script"
        case _:
            assert_never(found)
    mark = hashlib.blake2b(raw, digest_size=4).hexdigest()
    path = folder / f"{about.replace(' ', '-')}-{mark}.json"
    path.write_bytes(raw + b"\n")
    return path


def read(path: Path) -> Kept:
    """A finding that was written down."""
    return _decoder.decode(path.read_bytes())


def replay(found: KeptGame) -> None:
    """Play a kept game with every promise checked; it passes once what broke is mended."""
    rules = GAMES[found.title]
    journal: Journal[Any, Any] = Journal(rules, rules.options(found.seats, found.chosen))
    codec = Codec(rules)
    for raw in found.entries:
        journal = promises.added(found.title, journal, codec.decode(bytes(raw)))
    promises.stored(journal)
