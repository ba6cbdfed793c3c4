"""Which of Discord's refusals are temporary, so that the same request may succeed later."""

from __future__ import annotations

from typing import Final

import discord

_SERVER_ERROR: Final = 500
_TOO_MANY_REQUESTS: Final = 429
_LATER: Final = frozenset({30046, 40003})
"""Too many edits of an old message; direct messages opened too fast."""


def passes(error: discord.HTTPException) -> bool:
    """Whether Discord may accept later what it refuses now."""
    return (
        error.status >= _SERVER_ERROR
        or error.status == _TOO_MANY_REQUESTS
        or error.code in _LATER
    )
