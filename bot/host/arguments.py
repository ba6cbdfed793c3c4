"""What a command line accepts: files and databases. No complaint quotes an address."""

from __future__ import annotations

import argparse
import re
from pathlib import Path
from typing import NoReturn

from bot.settings import address, has_password
from bot.store import Address


class Parser(argparse.ArgumentParser):
    """A parser whose complaints quote no address, as that may contain a password."""

    def error(self, message: str) -> NoReturn:
        """Exit with the message, without the addresses in it."""
        super().error(re.sub(r"\S*(:/|@)\S*", "(an address)", message))


def database(text: str) -> Address:
    """Where a database is.

    Raises:
        argparse.ArgumentTypeError: it is not the address of a database, or has a password.
    """
    try:
        found = address(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    if has_password(found):
        raise argparse.ArgumentTypeError(
            "others could read a password given here: name an environment variable "
            "with --from-env or --to-env"
        )
    return found


def path(text: str) -> Path:
    """The path of a file or folder.

    Raises:
        argparse.ArgumentTypeError: it is not a path.
    """
    try:
        found = address(text)
    except ValueError:
        found = text
    if isinstance(found, str):
        raise argparse.ArgumentTypeError("must be a file, not the address of a database")
    return found
