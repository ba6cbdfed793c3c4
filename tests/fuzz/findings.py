"""What the fuzzers have found, as files to read and to replay: one finding per file."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, TypeAlias, assert_never

import msgspec

from rules.codec import Codec
from rules.contract import Entry
from rules.journal import Journal
from rules.registry import GAMES
from tests.fuzz import interactions, invariants

FOLDER: Final = Path(__file__).parents[1] / "games"


class GameFinding(msgspec.Struct, frozen=True, tag="game"):
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


class TextFinding(msgspec.Struct, frozen=True, tag="text", omit_defaults=True):
    """A text from outside that was answered wrongly at a boundary of `tests.fuzz.texts`.

    Attributes:
        broke: what the fuzzer saw, in one line.
        boundary: the name of that boundary.
        lines: the text; empty if it is not UTF-8.
        hexed: its bytes in that case.
    """

    broke: str
    boundary: str
    lines: tuple[str, ...] = ()
    hexed: str = ""

    @property
    def raw(self) -> bytes:
        """The bytes themselves."""
        return bytes.fromhex(self.hexed) if self.hexed else "\n".join(self.lines).encode()


class ScriptFinding(msgspec.Struct, frozen=True, tag="script"):
    """Clicks and commands that the bot answered wrongly."""

    broke: str
    script: interactions.Script


Finding: TypeAlias = GameFinding | TextFinding | ScriptFinding

_decoder: Final[msgspec.json.Decoder[Finding]] = msgspec.json.Decoder(
    GameFinding | TextFinding | ScriptFinding
)


def game(
    journal: Journal[Any, Any],
    chosen: Mapping[str, str],
    more: tuple[Entry, ...],
    error: BaseException,
) -> GameFinding:
    """A game to keep; `more` are entries that could not be added to it."""
    codec = Codec(journal.game)
    entries = tuple(msgspec.Raw(codec.encode(entry)) for entry in (*journal.entries, *more))
    seats = journal.options.seats
    return GameFinding(_line(error), journal.game.name, seats, dict(chosen), entries)


def text(boundary: str, raw: bytes, error: BaseException) -> TextFinding:
    """A text to keep."""
    try:
        return TextFinding(_line(error), boundary, lines=tuple(raw.decode().split("\n")))
    except UnicodeDecodeError:
        return TextFinding(_line(error), boundary, hexed=raw.hex())


def script(made: interactions.Script, error: BaseException) -> ScriptFinding:
    """A script to keep."""
    return ScriptFinding(_line(error), made)


def _line(error: BaseException) -> str:
    return " ".join(f"{type(error).__name__}: {error}".split())[:200]


def write(found: Finding, folder: Path) -> Path:
    """Write a finding down; the same finding goes to the same file."""
    folder.mkdir(parents=True, exist_ok=True)
    raw = msgspec.json.format(msgspec.json.encode(found), indent=1)
    match found:
        case GameFinding():
            about = found.title
        case TextFinding():
            about = found.boundary
        case ScriptFinding():
            about = "script"
        case _:
            assert_never(found)
    mark = hashlib.blake2b(raw, digest_size=4).hexdigest()
    path = folder / f"{about.replace(' ', '-')}-{mark}.json"
    path.write_bytes(raw + b"\n")
    return path


def read(path: Path) -> Finding:
    """A finding that was written down."""
    return _decoder.decode(path.read_bytes())


def replay(found: GameFinding) -> None:
    """Play a kept game with every promise checked; it passes once what broke is fixed."""
    rules = GAMES[found.title]
    journal: Journal[Any, Any] = Journal(rules, rules.options(found.seats, found.chosen))
    codec = Codec(rules)
    for raw in found.entries:
        journal = invariants.added(found.title, journal, codec.decode(bytes(raw)))
    invariants.stored(journal)
