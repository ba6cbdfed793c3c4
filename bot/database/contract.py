"""What is asked of a database: statements that SQLite and PostgreSQL both understand.

A statement marks its values with `?`, or with `?1`, `?2` where one is used twice. Only what the
two dialects of SQL have in common is used: `bot/database/sqlite.py` and
`bot/database/postgresql.py` are the only modules that know which database it is.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

Row: TypeAlias = Sequence[Any]
"""The values of a row, in the order in which the statement names them."""


class StoreError(Exception):
    """The database cannot be used; the text is one line for the host."""


class DatabaseError(StoreError):
    """A statement failed: a full disk, a lock, a lost connection, damage; one line."""


class ConnectionLostError(DatabaseError):
    """The connection is gone: only the rows show whether the statement took effect."""


class IntegrityError(DatabaseError):
    """A key is taken, or a row that another one belongs to is gone."""


class ContendedError(DatabaseError):
    """At every attempt, a change met another one, or what a damaged index takes for one."""


class Conflict(Exception):  # noqa: N818 - not a fault: someone was faster
    """Someone else changed the game meanwhile; nothing was written."""


class Statement(NamedTuple):
    """One statement of a change.

    Attributes:
        sql: its text.
        rows: the values, once for each time that it is executed.
        guards: whether it must change a row; if it does not, the change is a `Conflict`.
        returns: whether the change returns the row of its RETURNING; on PostgreSQL only.
    """

    sql: str
    rows: Sequence[Row]
    guards: bool = False
    returns: bool = False


def statement(sql: str, *values: object) -> Statement:
    """A statement that is executed once."""
    return Statement(sql, (values,))


class Transaction(ABC):
    """A transaction under way, for what must query before it writes."""

    @abstractmethod
    async def all(self, sql: str, *values: object) -> list[Row]:
        """The rows of a query, or those that a statement returns."""

    @abstractmethod
    async def execute(self, sql: str, *values: object) -> int:
        """Execute a statement; returns the number of rows changed."""

    @abstractmethod
    async def apply(self, statements: Iterable[Statement]) -> Row | None:
        """Execute statements in order; returns what one of them returns.

        Raises:
            Conflict: someone changed the game meanwhile; nothing was written.
        """

    async def execute_many(self, sql: str, rows: Iterable[Row]) -> None:
        """Execute a statement for each row of values."""
        await self.apply((Statement(sql, tuple(rows)),))


class Database(ABC):
    """The connections to one database.

    Every method raises `DatabaseError` if the database does not do what it is asked.
    """

    @abstractmethod
    async def close(self) -> None:
        """Close the connections; only then can the process end."""

    @abstractmethod
    async def all(self, sql: str, *values: object) -> list[Row]:
        """The rows of a query, as committed."""

    @abstractmethod
    async def named(self, sql: str, *values: object) -> list[dict[str, Any]]:
        """The rows of a query, as committed, each by the names of its columns."""

    async def one(self, sql: str, *values: object) -> Row | None:
        """The first row of a query, or None."""
        rows = await self.all(sql, *values)
        return rows[0] if rows else None

    @abstractmethod
    async def write(self, sql: str, *values: object) -> int:
        """Execute one statement as a transaction; returns the number of rows changed."""

    async def returned(self, sql: str, *values: object) -> list[Row]:
        """Execute one statement as a transaction; returns the rows of its RETURNING."""
        async with self.transaction() as transaction:
            return await transaction.all(sql, *values)

    @abstractmethod
    async def listen(
        self, names: Mapping[str, Callable[[str], None]], connected: Callable[[], None]
    ) -> None:
        """Hear the wake-ups sent to some names until the end; on SQLite nobody sends any.

        Never rely on a wake-up: it may be lost.

        Args:
            names: the names, each with what is called with the text of its wake-ups; the
                first name is that of this process alone.
            connected: called when a lost connection is restored.

        Raises:
            StoreError: none would arrive; one line for the host.
        """

    @abstractmethod
    async def tell(self, name: str, text: str) -> None:
        """Send a wake-up to whoever listens to a name."""

    @abstractmethod
    async def change(self, statements: Iterable[Statement]) -> Row | None:
        """Execute statements as one transaction, handed over whole: all of it, or nothing.

        A caller that is cancelled meanwhile first waits for the transaction to end.

        Returns:
            The row of the statement that `returns` one, if any.

        Raises:
            Conflict: a statement that guards it changed no row.
        """

    @abstractmethod
    def transaction(self) -> AbstractAsyncContextManager[Transaction]:
        """A transaction that queries before it writes: all of it is committed, or nothing."""

    @abstractmethod
    async def check_writable(self) -> None:
        """Check that the database can be written, if writing failed the last time."""

    @abstractmethod
    async def empty_log(self) -> bool:
        """Remove what was deleted from the database's log too; False: this happens later."""

    @abstractmethod
    async def checkpoint(self) -> None:
        """Write the log into the database, which is then whole without it; nobody waits."""

    @abstractmethod
    async def rebuild_indexes(self, table: str) -> None:
        """Rebuild the indexes of a table, where a damaged row may differ from them."""

    @abstractmethod
    def snapshot(self) -> AbstractAsyncContextManager[Transaction]:
        """A transaction that only reads, and sees nothing that is written meanwhile."""

    @abstractmethod
    async def columns(self, table: str) -> tuple[str, ...]:
        """The names of the columns of a table, in their order."""

    @abstractmethod
    async def counted(self, transaction: Transaction, table: str) -> int:
        """The highest number given so far by a table that numbers its rows; 0: none."""

    @abstractmethod
    async def count_on(self, transaction: Transaction, table: str, number: int) -> None:
        """Have such a table go on numbering after a number."""

    @abstractmethod
    async def backup(self, path: Path) -> None:
        """Write a consistent copy of the database to a new file."""

    @abstractmethod
    async def damage(self) -> str | None:
        """What the database finds wrong with itself, in one line; None: nothing."""
