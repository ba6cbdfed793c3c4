"""The command `maecenas`: reads the command line and runs what it asks for."""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Callable, Sequence
from importlib.metadata import version
from typing import Final

from bot.host import arguments, database, explain, files, puzzles
from bot.host.database import HostCommandError
from bot.host.simulate import command as simulate
from bot.settings import BAD_USE, SettingsError, address, load, load_storage
from bot.store import Address, StoreError
from render.words import LANGUAGES

DIFFERS = 1
"""The exit code of a check that found a game whose replay differs."""

DAY: Final = 24 * 3600


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    asked = _parser().parse_args(argv)
    if max(abs(time.timezone), abs(time.altzone)) >= DAY:  # no library of ours could handle it
        return _fail("TZ must be a time zone less than 24 hours from UTC, like Europe/Vienna")
    command: Callable[[argparse.Namespace], int] = asked.command
    return command(asked)


def _run(asked: argparse.Namespace) -> int:
    from bot.run import run  # noqa: PLC0415 - the other commands start without Discord

    try:
        return run(load(), take_over=asked.take_over)
    except SettingsError as error:  # even one that only Discord or the database can find
        return _fail(str(error))


def _demo(asked: argparse.Namespace) -> int:
    try:
        from bot import demo  # noqa: PLC0415 - its libraries are an extra
    except ModuleNotFoundError as missing:
        if missing.name not in ("aiohttp", "simcord"):
            raise
        return _fail("the demo needs its extra: pip install 'maecenas[demo]'")
    return demo.run(port=asked.port)


def _gallery(asked: argparse.Namespace) -> int:
    from render import gallery  # noqa: PLC0415 - the other commands draw nothing at once

    try:
        drawn = gallery.write(asked.folder, asked.language)
    except OSError as error:
        return _fail(f"the pictures cannot be written: {error.strerror}")
    print(f"{drawn} pictures: {asked.folder / 'index.html'}")
    return 0


def _backup(asked: argparse.Namespace) -> int:
    return _tell(lambda: database.backup(load_storage().database, asked.out))


def _restore(asked: argparse.Namespace) -> int:
    return _tell(lambda: database.restore(asked.copy, load_storage().database))


def _move(asked: argparse.Namespace) -> int:
    return _tell(lambda: database.move(*_ends(asked)))


def _ends(asked: argparse.Namespace) -> tuple[Address, Address]:
    """The source and the target of a move.

    Raises:
        HostCommandError: one of them is missing, or there are more than two.
    """
    given = iter(asked.address)
    ends = [
        next(given, None) if name is None else _named(name)
        for name in (asked.from_env, asked.to_env)
    ]
    source, target = ends
    if source is None or target is None or next(given, None) is not None:
        raise HostCommandError("`maecenas move` needs exactly one source and one target")
    return source, target


def _named(variable: str) -> Address:
    """The address in an environment variable.

    Raises:
        HostCommandError: there is no such variable, or no address in it.
    """
    try:
        return address(os.environ[variable])
    except (KeyError, ValueError):  # an address in place of a name is not quoted either
        raise HostCommandError(
            "--from-env and --to-env need the name of an environment variable that holds "
            "the path of a file, or postgresql://user:password@host/name"
        ) from None


def _deletions_lost(_asked: argparse.Namespace) -> int:
    return _tell(lambda: database.accept_lost_deletions(load_storage().database))


def _check(_asked: argparse.Namespace) -> int:
    try:
        good = database.check(load_storage().database, print)
    except (SettingsError, StoreError) as error:
        return _fail(str(error))
    return 0 if good else DIFFERS


def _explain(asked: argparse.Namespace) -> int:
    return _tell(lambda: explain.explain(load_storage().database, asked.game))


def _puzzles(_asked: argparse.Namespace) -> int:
    return _tell(lambda: puzzles.disagreed(load_storage().database))


def _export(asked: argparse.Namespace) -> int:
    return _tell(lambda: files.export_game(load_storage().database, asked.game, asked.file))


def _import(asked: argparse.Namespace) -> int:
    return _tell(lambda: files.import_game(load_storage(), asked.file))


def _tell(work: Callable[[], str]) -> int:
    """Do what the host asks and print what was done, or in one line why it was not."""
    try:
        print(work())
    except (HostCommandError, SettingsError, StoreError) as error:
        return _fail(str(error))
    return 0


def _fail(reason: str) -> int:
    print(f"maecenas: {reason}", file=sys.stderr)
    return BAD_USE


def _parser() -> argparse.ArgumentParser:
    parser = arguments.Parser(
        prog="maecenas",
        description="Board game tables on Discord.",
    )
    parser.add_argument("--version", action="version", version=version("maecenas"))
    commands = parser.add_subparsers(required=True, metavar="command")

    run = commands.add_parser("run", help="run the bot with the settings from .env")
    run.add_argument(
        "--take-over",
        action="store_true",
        help="take over from the process with the same shards, which then stops",
    )
    run.set_defaults(command=_run)

    demo = commands.add_parser("demo", help="play in the browser, without a token or network")
    demo.add_argument(
        "--port", type=_port, default=8765, help="port of the page on 127.0.0.1 (default 8765)"
    )
    demo.set_defaults(command=_demo)

    games = commands.add_parser("simulate", help="report on games between computer players")
    simulate.arguments(games)
    games.set_defaults(command=simulate.run)

    gallery = commands.add_parser("gallery", help="write all pictures of all games to a folder")
    gallery.add_argument("folder", type=arguments.path, help="created if it does not exist")
    gallery.add_argument(
        "--language", choices=LANGUAGES, default="en", help="text language (default en)"
    )
    gallery.set_defaults(command=_gallery)
    _database_commands(commands.add_parser)
    return parser


def _database_commands(add: Callable[..., argparse.ArgumentParser]) -> None:
    """Add the commands about the database; the bot may keep running meanwhile.

    Args:
        add: adds a command by its name, like argparse's `add_parser`.
    """
    copy = add("backup", help="write a consistent copy of the database")
    copy.add_argument("out", type=arguments.path, help="a file that does not exist")
    copy.set_defaults(command=_backup)

    back = add("restore", help="put a backup in place of a missing database")
    back.add_argument("copy", type=arguments.path, help="a file that `backup` wrote")
    back.set_defaults(command=_restore)

    move = add("move", help="copy a database into an empty one of either kind")
    move.add_argument(
        "address",
        type=arguments.database,
        nargs="*",
        help="source, then a new or empty target: each a file, or postgresql://user@host/name",
    )
    for end in ("from", "to"):
        move.add_argument(
            f"--{end}-env",
            metavar="NAME",
            help="an environment variable with the address, so that nobody sees its password",
        )
    move.set_defaults(command=_move)

    check = add("check", help="replay every stored game; exit with 1 if any differs")
    check.set_defaults(command=_check)

    why = add("explain", help="show how a game stands and why someone was not called; no names")
    why.add_argument("--game", type=int, required=True, help="the game's number")
    why.set_defaults(command=_explain)

    doubted = add("puzzles", help="list the puzzles that people disagree with; no names")
    doubted.set_defaults(command=_puzzles)

    out = add("export", help="write a game to a file, with every hand in it")
    out.add_argument("game", type=int, help="the game's number")
    out.add_argument("file", type=arguments.path, nargs="?", help="a file that does not exist")
    out.set_defaults(command=_export)

    into = add("import", help="store a game from a file, to keep and check it")
    into.add_argument("file", type=arguments.path)
    into.set_defaults(command=_import)

    lost = add("deletions-lost", help="accept that the list of deletions has lost lines")
    lost.set_defaults(command=_deletions_lost)


def _port(text: str) -> int:
    if not text.isdecimal() or int(text) > 65535:
        raise argparse.ArgumentTypeError("a port is a number from 0 to 65535")
    return int(text)


if __name__ == "__main__":
    sys.exit(main())
