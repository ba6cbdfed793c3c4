"""How long an interaction can be used to edit its answer."""

from __future__ import annotations

from typing import Any, Final

import discord

LIFE: Final = 14 * 60.0
"""Seconds for which an interaction's token is used, of the 15 minutes since Discord made it."""


def life_left(interaction: discord.Interaction[Any], now: float) -> float:
    """How many more seconds the token of an interaction that was just answered is used.

    Args:
        interaction: the interaction, which says when Discord made it.
        now: Unix seconds.
    """
    age = now - interaction.created_at.timestamp()
    # An older one could not have been answered: then the machine's clock is wrong.
    return LIFE - age if 0 <= age < LIFE else LIFE
