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
"""The exit code of a check that found a game that is not as it was played."""

DAY: Final = 24 * 3600


def main(argv: Sequence[str] | None = None) -> int:
    """Runs one command and returns its exit code."""
    asked = _parser().parse_args(argv)
    if max(abs(time.timezone), abs(time.altzone)) >= DAY:  # no library of ours could use it
        return _fail("TZ must be a time zone less than 24 hours from UTC, like Europe/Vienna")
    command: Callable[[argparse.Namespace], int] = asked.command
    return command(asked)


def _run(asked: argparse.Namespace) -> int:
    from bot.run import run  # noqa: PLC0415 - the other commands start without Discord

    try:
        return run(load(), take_over=asked.take_over)
    except SettingsError as error:  # also what only Discord or the database can tell
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
    """From where and where to a database is moved.

    Raises:
        HostCommandError: one of them is missing, or there are more.
    """
    given = iter(asked.address)
    ends = [
        next(given, None) if name is None else _named(name)
        for name in (asked.from_env, asked.to_env)
    ]
    source, target = ends
    if source is None or target is None or next(given, None) is not None:
        raise HostCommandError("`maecenas move` needs a source and a target, each once")
    return source, target


def _named(variable: str) -> Address:
    """The address in a variable of the environment.

    Raises:
        HostCommandError: there is no such variable, or no address in it.
    """
    try:
        return address(os.environ[variable])
    except (KeyError, ValueError):  # an address in place of a name is not quoted either
        raise HostCommandError(
            "--from-env and --to-env want the name of a variable of the environment that holds "
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
    """Do what the host asks for and say what was done, or why not in one line."""
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
        description="Tables of board games on Discord.",
    )
    parser.add_argument("--version", action="version", version=version("maecenas"))
    commands = parser.add_subparsers(required=True, metavar="command")

    run = commands.add_parser("run", help="serve Discord, with the settings of .env")
    run.add_argument(
        "--take-over",
        action="store_true",
        help="take the place of the process with the same shards, which stops then",
    )
    run.set_defaults(command=_run)

    demo = commands.add_parser("demo", help="a table in the browser, without token or network")
    demo.add_argument(
        "--port", type=_port, default=8765, help="of the page on 127.0.0.1 (default 8765)"
    )
    demo.set_defaults(command=_demo)

    games = commands.add_parser("simulate", help="whole games between opponents, and a report")
    simulate.arguments(games)
    games.set_defaults(command=simulate.run)

    gallery = commands.add_parser("gallery", help="every picture of every game, into a folder")
    gallery.add_argument("folder", type=arguments.path, help="made if it is not there")
    gallery.add_argument(
        "--language", choices=LANGUAGES, default="en", help="of the texts (default en)"
    )
    gallery.set_defaults(command=_gallery)
    _database_commands(commands.add_parser)
    return parser


def _database_commands(add: Callable[..., argparse.ArgumentParser]) -> None:
    """The commands about the database; the bot may be running meanwhile.

    Args:
        add: adds a command by its name, as `add_parser` of argparse does.
    """
    copy = add("backup", help="a consistent copy of the database")
    copy.add_argument("out", type=arguments.path, help="a file that does not exist")
    copy.set_defaults(command=_backup)

    back = add("restore", help="a backup in the place of a missing database")
    back.add_argument("copy", type=arguments.path, help="what `backup` has written")
    back.set_defaults(command=_restore)

    move = add("move", help="a copy of a database in an empty one, and back")
    move.add_argument(
        "address",
        type=arguments.database,
        nargs="*",
        help="source, then target, in which nothing may be: a file, or postgresql://user@host/name",
    )
    for end in ("from", "to"):
        move.add_argument(
            f"--{end}-env",
            metavar="NAME",
            help="a variable of the environment with it, so that nobody sees its password",
        )
    move.set_defaults(command=_move)

    check = add("check", help="play every stored game again; 1 if one differs")
    check.set_defaults(command=_check)

    why = add("explain", help="how a game stands, and why somebody was not called; no names")
    why.add_argument("--game", type=int, required=True, help="its number")
    why.set_defaults(command=_explain)

    doubted = add("puzzles", help="with which puzzles people disagree; no names")
    doubted.set_defaults(command=_puzzles)

    out = add("export", help="a game as a file, with every hand in it")
    out.add_argument("game", type=int, help="its number")
    out.add_argument("file", type=arguments.path, nargs="?", help="that does not exist")
    out.set_defaults(command=_export)

    into = add("import", help="a game from a file, to be kept and checked")
    into.add_argument("file", type=arguments.path)
    into.set_defaults(command=_import)

    lost = add("deletions-lost", help="go on though the list of deletions has lost lines")
    lost.set_defaults(command=_deletions_lost)


def _port(text: str) -> int:
    if not text.isdecimal() or int(text) > 65535:
        raise argparse.ArgumentTypeError("a port is a number from 0 to 65535")
    return int(text)


if __name__ == "__main__":
    sys.exit(main())
