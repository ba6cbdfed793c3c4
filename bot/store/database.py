"""SQLite: connections, transactions, migrations."""

from __future__ import annotations


class StoreError(Exception):
    """The database cannot be used; the text is one line for the host."""


class Database:
    """The connections to one database file."""
