"""The layout of a PostgreSQL database: its migrations, and how its version is known.

It begins where the SQLite migrations were when PostgreSQL was added; each later migration is a
pair, one for each database.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import Final

from bot.database import address
from bot.database.contract import Database, StoreError, Transaction
from bot.database.serving import check_layout_is_known, check_none_lives

OLDEST: Final = 22
"""The oldest layout whose releases may still work on a database with the newest one.

A migration that only adds leaves it as it is. Releases with layouts before 22 did not check it.
"""

_FIRST_COMPATIBLE: Final = 22  # the first layout in which processes say what they know

_MIGRATING: Final = 0x4D414543  # the advisory lock for migrating, within a transaction


def check_readable(version: int, url: str, *, as_is: bool) -> None:
    """Check that the tables can be read.

    Raises:
        StoreError: there are no tables, or an older release wrote them.
    """
    if version == 0:
        raise StoreError(f"the database {address.shown(url)} is empty")
    if version < newest_layout() and not as_is:
        raise StoreError(
            f"the database {address.shown(url)} was written by an older version of Maecenas; "
            "`maecenas run` brings it up to date"
        )


async def migrate(transaction: Transaction, url: str) -> None:
    """Apply the migrations that the database has not seen, in one transaction."""
    await transaction.execute("SELECT pg_advisory_xact_lock(?)", _MIGRATING)
    version = await layout_version(transaction, url)
    if version == 0:
        await transaction.execute("CREATE TABLE layout (version BIGINT NOT NULL)")
        await transaction.execute("INSERT INTO layout (version) VALUES (0)")
    elif version < _FIRST_COMPATIBLE:
        await check_none_lives(transaction)
    elif version < newest_layout():
        await check_layout_is_known(transaction, OLDEST)
    for number, step in _migrations().items():
        if number > version:
            for each in _statements(step):
                await transaction.execute(each)
    if version < newest_layout():
        await transaction.execute(
            "UPDATE layout SET version = ?, oldest = ?", newest_layout(), OLDEST
        )


async def layout_version(database: Transaction | Database, url: str) -> int:
    """The layout of the database; 0: it has none.

    Raises:
        StoreError: it is not ours or too new.
    """
    tables = await database.all(
        "SELECT table_name FROM information_schema.tables WHERE table_schema = current_schema()"
    )
    if not tables:
        return 0
    if ("layout",) not in tables:
        raise StoreError(
            f"{address.shown(url)} belongs to another program; nothing was changed"
        )
    version = int((await database.all("SELECT version FROM layout"))[0][0])
    if version > newest_layout() and newest_layout() < await _oldest(database):
        raise StoreError(
            f"the database {address.shown(url)} was written by a newer version of Maecenas "
            f"(layout {version}, this version knows {newest_layout()});"
            " update, or use its backup"
        )
    return version


async def _oldest(database: Transaction | Database) -> int:
    """The oldest layout whose releases may still work on a database of a newer one."""
    return int((await database.all("SELECT oldest FROM layout"))[0][0])


@cache
def _migrations() -> dict[int, str]:
    """The migrations by number, in order; the first creates all tables."""
    folder = files("bot.database").joinpath("migrations", "postgresql")
    steps = {each.name: each.read_text("utf-8") for each in folder.iterdir()}
    return {int(name[:4]): steps[name] for name in sorted(steps) if name.endswith(".sql")}


def newest_layout() -> int:
    """The newest layout that this release knows."""
    return max(_migrations())


def _statements(step: str) -> Iterator[str]:
    """The statements of a migration."""
    for each in re.sub(r"--[^\n]*", "", step).split(";"):
        if each.strip():
            yield each
