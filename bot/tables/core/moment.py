"""One moment by both clocks of the bot."""

from __future__ import annotations

import msgspec


class Moment(msgspec.Struct, frozen=True):
    """When something happens.

    Attributes:
        unix: by the wall clock, Unix seconds: what people are told.
        uptime: by the clock of decisions: what is due, and since when somebody is waited for.
    """

    unix: float
    uptime: float
