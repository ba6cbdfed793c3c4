"""How long an interaction can be used to edit its answer."""

from __future__ import annotations

from typing import Any, Final

import discord

LIFE: Final = 14 * 60.0
"""Seconds since Discord made an interaction in which its token is used, of its 15 minutes."""


def life_left(interaction: discord.Interaction[Any], now: float) -> float:
    """For how many seconds the token of an interaction that was answered just now is used.

    Args:
        interaction: it says when Discord made it.
        now: Unix seconds.
    """
    age = now - interaction.created_at.timestamp()
    # An older one could not be answered any more: then the clock of the machine is wrong.
    return LIFE - age if 0 <= age < LIFE else LIFE
