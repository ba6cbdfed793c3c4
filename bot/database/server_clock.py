"""The clock of a server of PostgreSQL, which is the same for all processes."""

from __future__ import annotations

from typing import Final

NOW: Final = "CAST(extract(epoch FROM clock_timestamp()) AS DOUBLE PRECISION)"
"""Unix seconds at the moment in which a statement asks, for statements of PostgreSQL alone."""

STATEMENT: Final = "CAST(extract(epoch FROM statement_timestamp()) AS DOUBLE PRECISION)"
"""The same, wherever it stands in one statement: that in which the statement began."""
