"""The clock of a PostgreSQL server, which is the same for all processes."""

from __future__ import annotations

from typing import Final

NOW: Final = "CAST(extract(epoch FROM clock_timestamp()) AS DOUBLE PRECISION)"
"""Unix seconds at the moment when a statement asks, for PostgreSQL statements only."""

STATEMENT: Final = "CAST(extract(epoch FROM statement_timestamp()) AS DOUBLE PRECISION)"
"""Unix seconds when the statement began: the same everywhere in one statement."""
