"""One moment, by both of the bot's clocks."""

from __future__ import annotations

import msgspec


class Moment(msgspec.Struct, frozen=True):
    """When something happens.

    Attributes:
        unix: by the wall clock, in Unix seconds, for what people are told.
        uptime: by the clock of decisions, for what is due and since when people are waited for.
    """

    unix: float
    uptime: float
