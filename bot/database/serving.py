"""Which processes serve the bot from a PostgreSQL database, as far as its layout needs it."""

from __future__ import annotations

from bot.database.contract import Database, StoreError, Transaction
from bot.database.server_clock import NOW


async def check_none_lives(database: Database | Transaction) -> None:
    """Check that no process serves the bot.

    Raises:
        StoreError: a process serves the bot.
    """
    rows = await database.all(f"SELECT name FROM processes WHERE until > {NOW}")
    if rows:
        raise StoreError(f"another bot is using the database: {rows[0][0]}")


async def check_layout_is_known(database: Transaction, oldest: int) -> None:
    """Check that each process knows the layout `oldest`.

    Raises:
        StoreError: a process serves the bot whose layout is older than `oldest`.
    """
    rows = await database.all(
        f"SELECT name FROM processes WHERE until > {NOW} AND layout < ?", oldest
    )
    if rows:
        raise StoreError(
            f"{rows[0][0]} runs a release that cannot work beside this one: stop it first"
        )
