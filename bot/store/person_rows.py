"""The rows of people as values: choices, lessons, puzzles; channels with a puzzle a day."""

from __future__ import annotations

from typing import Annotated, TypeAlias

import msgspec

from bot.store.rows import Calls, Hands, UserId

Hour: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=23)]


class PersonRow(msgspec.Struct, frozen=True):
    """What a person has chosen.

    Attributes:
        locale: the language of what only they read; None: Discord's.
        calls: where they are called; None: they have not chosen, so by DM.
        hands: whether hands are sent by DM or shown only by a button.
        reminders: hours after which they are reminded; 0: never.
        quiet_start, quiet_end: the hours of their day between which they are not
            reminded; None: there are none.
        time_zone: the zone of these hours, by its IANA name; None: UTC.
        invitations: whether others may invite them to a table.
        listed: whether their results are listed for others.
        discord_locale: the language of their Discord when they last did something here;
            None: they had no seat then.
        symbols: whether their buttons show symbols.
        ends_turns: whether their turns end by themselves once nothing is left to do.
    """

    user: UserId
    locale: str | None = None
    calls: Calls | None = None
    hands: Hands = "dm"
    reminders: Annotated[int, msgspec.Meta(ge=0)] = 24
    quiet_start: Hour | None = None
    quiet_end: Hour | None = None
    time_zone: str | None = None
    invitations: bool = True
    listed: bool = True
    discord_locale: str | None = None
    symbols: bool = True
    ends_turns: bool = True

    @property
    def called(self) -> Calls:
        """Where they are called."""
        return self.calls or "dm"


class LessonRow(msgspec.Struct, frozen=True):
    """A lesson that a person has in progress.

    Attributes:
        lesson: its id.
        edition: the hash of the edition that it is played with, if its game has one.
        entries: all entries from the start of the game, spelled as in `rules.prepared`.
    """

    user: UserId
    lesson: str
    edition: str | None
    entries: tuple[str, ...]


class PuzzleAnswerRow(msgspec.Struct, frozen=True):
    """A person's choice in a puzzle.

    Attributes:
        puzzle: its id.
        solved: whether they have found the best choice.
        at: when they last chose, Unix seconds.
        disagrees: whether they disagree with the puzzle.
    """

    user: UserId
    puzzle: str
    solved: bool
    at: float
    disagrees: bool = False


class PuzzleChannelRow(msgspec.Struct, frozen=True, kw_only=True):
    """A channel in which a puzzle is posted each day.

    Attributes:
        language: of its messages.
        zone: a time zone; an empty one counts as UTC.
        minute: the minute of the day in that zone at which a puzzle is posted.
        next_at: when the next puzzle comes, Unix seconds.
        day: of the latest puzzle in the channel, as 2026-11-27.
        puzzle: its id.
        day_before, puzzle_before: the same for the puzzle before it.
        message: of the latest puzzle; None: it is still to be posted; 0: it cannot be.
        tried_at: when it was last sent, Unix seconds.
        tries: how often it was sent.
    """

    channel: int
    guild: int
    language: str
    zone: str
    minute: int
    next_at: float
    day: str | None = None
    puzzle: str | None = None
    day_before: str | None = None
    puzzle_before: str | None = None
    message: int | None = None
    tried_at: float | None = None
    tries: int = 0
