"""The command `maecenas`: reads the command line and opens the room it asks for."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from importlib.metadata import version
from pathlib import Path

from bot import simulate
from bot.settings import SettingsError, load

BAD_USE = 2
"""The exit code of a command line, or settings, that cannot be used."""


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
    return parser


def _port(text: str) -> int:
    if not text.isdecimal() or int(text) > 65535:
        raise argparse.ArgumentTypeError("a port is a number from 0 to 65535")
    return int(text)


if __name__ == "__main__":
    sys.exit(main())
