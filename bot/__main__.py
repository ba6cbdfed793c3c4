"""The command `maecenas`: reads the command line and opens the room it asks for."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from importlib.metadata import version
from pathlib import Path

from bot import archive, simulate, upkeep
from bot.settings import SettingsError, kept, load
from bot.store import StoreError
from bot.upkeep import CannotDo

BAD_USE = 2
"""The exit code of a command line, or settings, that cannot be used."""

DIFFERS = 1
"""The exit code of a check that found a game that is not as it was played."""


def main(argv: Sequence[str] | None = None) -> int:
    """Runs one command and returns its exit code."""
    asked = _parser().parse_args(argv)
    room: Callable[[argparse.Namespace], int] = asked.room
    return room(asked)


def _run(_asked: argparse.Namespace) -> int:
    from bot import app  # noqa: PLC0415 - the other commands start without Discord

    try:
        return app.run(load())
    except SettingsError as error:  # also what only Discord or the database can tell
        return _refuse(str(error))


def _demo(asked: argparse.Namespace) -> int:
    try:
        from bot import demo  # noqa: PLC0415 - its libraries are an extra
    except ModuleNotFoundError as missing:
        if missing.name not in ("aiohttp", "simcord"):
            raise
        return _refuse("the demo needs its extra: pip install 'maecenas[demo]'")
    return demo.run(port=asked.port)


def _gallery(asked: argparse.Namespace) -> int:
    from render import gallery  # noqa: PLC0415 - the other commands draw nothing at once

    try:
        drawn = gallery.write(asked.folder, asked.language)
    except OSError as error:
        return _refuse(f"the pictures cannot be written: {error.strerror}")
    print(f"{drawn} pictures: {asked.folder / 'index.html'}")
    return 0


def _backup(asked: argparse.Namespace) -> int:
    return _kept_up(lambda: upkeep.backup(kept().database, asked.out))


def _check(_asked: argparse.Namespace) -> int:
    try:
        good = upkeep.check(kept().database, print)
    except (SettingsError, StoreError) as error:
        return _refuse(str(error))
    return 0 if good else DIFFERS


def _export(asked: argparse.Namespace) -> int:
    return _kept_up(lambda: archive.export(kept().database, asked.game, asked.file))


def _import(asked: argparse.Namespace) -> int:
    return _kept_up(lambda: archive.bring(kept(), asked.file))


def _kept_up(work: Callable[[], str]) -> int:
    """Do what the host asks for and say what was done, or why not, in one line."""
    try:
        print(work())
    except (CannotDo, SettingsError, StoreError) as error:
        return _refuse(str(error))
    return 0


def _refuse(reason: str) -> int:
    print(f"maecenas: {reason}", file=sys.stderr)
    return BAD_USE


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="maecenas",
        description="Tables of board games on Discord.",
    )
    parser.add_argument("--version", action="version", version=version("maecenas"))
    rooms = parser.add_subparsers(required=True, metavar="command")

    run = rooms.add_parser("run", help="serve Discord, with the settings of .env")
    run.set_defaults(room=_run)

    demo = rooms.add_parser("demo", help="a table in the browser, without token or network")
    demo.add_argument(
        "--port", type=_port, default=8765, help="of the page on 127.0.0.1 (default 8765)"
    )
    demo.set_defaults(room=_demo)

    games = rooms.add_parser("simulate", help="whole games between opponents, and a report")
    simulate.arguments(games)
    games.set_defaults(room=simulate.run)

    gallery = rooms.add_parser("gallery", help="every picture of every game, into a folder")
    gallery.add_argument("folder", type=Path, help="made if it is not there")
    gallery.add_argument("--language", default="en", help="of the texts (default en)")
    gallery.set_defaults(room=_gallery)
    _upkeep(rooms)
    return parser


def _upkeep(rooms: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """The commands about the database; the bot may be running meanwhile."""
    copy = rooms.add_parser("backup", help="a consistent copy of the database")
    copy.add_argument("out", type=Path, help="a file that does not exist")
    copy.set_defaults(room=_backup)

    check = rooms.add_parser("check", help="play every stored game again; 1 if one differs")
    check.set_defaults(room=_check)

    out = rooms.add_parser("export", help="a game as a file, with every hand in it")
    out.add_argument("game", type=int, help="its number")
    out.add_argument("file", type=Path, nargs="?", help="that does not exist")
    out.set_defaults(room=_export)

    into = rooms.add_parser("import", help="a game from a file, to be kept and checked")
    into.add_argument("file", type=Path)
    into.set_defaults(room=_import)


def _port(text: str) -> int:
    if not text.isdecimal() or int(text) > 65535:
        raise argparse.ArgumentTypeError("a port is a number from 0 to 65535")
    return int(text)


if __name__ == "__main__":
    sys.exit(main())
