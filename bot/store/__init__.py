"""Everything that outlives a restart: games, seats, entries, orders, people, outbox."""

from __future__ import annotations

from bot.database.address import Address, shown
from bot.database.contract import Database, DatabaseError, StoreError
from bot.store.open_store import Store

__all__ = ["Address", "Database", "DatabaseError", "Store", "StoreError", "shown"]
