"""Everything that outlives a restart: games, seats, entries, orders, people, outbox."""

from __future__ import annotations

from bot.store.database import Address, Database, DatabaseError, StoreError, shown
from bot.store.store import Store

__all__ = ["Address", "Database", "DatabaseError", "Store", "StoreError", "shown"]
