"""Which stored games this release can read: two releases may serve one database for a while."""

from __future__ import annotations

from typing import Final

FORMAT: Final = 42
"""The layout since which games are written as this release writes them.

Raise it to the number of a new migration if the previous release could not read, or would
misread, what is written into a game from now on. The previous release then leaves alone the
games that this one has changed; on SQLite, where it would be a step back, it does not start.
"""

KNOWN: Final = f"format <= {FORMAT}"
"""A condition on games in SQL: this release can read them."""
