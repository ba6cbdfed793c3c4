"""Everything that outlives a restart: games, seats, entries, orders, people, outbox."""

from __future__ import annotations

from bot.store.database import Database, DatabaseError, StoreError
from bot.store.store import Store

__all__ = ["Database", "DatabaseError", "Store", "StoreError"]
