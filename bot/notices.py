"""Errors to tell a person: what they asked cannot be done, and nothing has changed.

Each notice is an id of the catalogue of words with its figures; the room that
answers puts it into the person's language. Faults are something else: they are
logged, and the person hears that something went wrong.
"""

from __future__ import annotations

from typing import ClassVar, TypeAlias

from rules.table import Reason

Figure: TypeAlias = str | int


class Notice(Exception):  # noqa: N818 - a notice to a person, not a fault
    """Something to tell the person who asked.

    Attributes:
        id: the id of the text in the catalogue.
        count: the number that chooses the plural form, if the text has one.
        figures: what the text mentions.
    """

    id: ClassVar[str] = "notice.fault"

    def __init__(self, count: int | None = None, **figures: Figure) -> None:
        super().__init__(self.id)
        self.count = count
        self.figures = figures


class NoSuchGame(Notice):
    """The game is unknown here, or was never stored."""

    id = "notice.no_such_game"


class NoGameHere(Notice):
    """The channel has no lobby and no running game."""

    id = "notice.no_game_here"


class ChannelBusy(Notice):
    """The channel already has a lobby or a running game; `game` is its number."""

    id = "notice.channel_busy"


class LobbyOver(Notice):
    """The lobby has been started, cancelled or has expired."""

    id = "notice.lobby_over"


class LobbyFull(Notice):
    """All seats are taken; `count` is how many there are."""

    id = "notice.lobby_full"


class AlreadySeated(Notice):
    """The person sits at this table already."""

    id = "notice.already_seated"


class NotSeated(Notice):
    """The person does not sit at this table."""

    id = "notice.not_seated"


class NoOpponent(Notice):
    """No opponent sits at this table, or the level is unknown."""

    id = "notice.no_opponent"


class UnknownOption(Notice):
    """The table option or its value does not exist (`option`, `value`)."""

    id = "notice.unknown_option"


class WrongSeats(Notice):
    """The game needs from `least` to `most` seats; `count` are taken."""

    id = "notice.wrong_seats"


class NotStarter(Notice):
    """Only the person who opened the lobby may do this; `starter` is the name."""

    id = "notice.not_starter"


class Foreign(Notice):
    """Somebody else must act.

    Attributes:
        who: the names of the seats that must decide, perhaps none.
    """

    id = "notice.foreign"

    def __init__(self, who: tuple[str, ...]) -> None:
        super().__init__(len(who))
        self.who = who


class Stale(Notice):
    """The decision clicked on is no longer pending: show the person a fresh panel."""

    id = "notice.stale"


class Refused(Notice):
    """The rules say no, with the reason and its figures."""

    id = "notice.refused"

    def __init__(self, reason: Reason) -> None:
        super().__init__()
        self.reason = reason


class UnknownChoice(Notice):
    """The choice clicked on does not exist in this decision."""

    id = "notice.unknown_choice"


class NothingToTakeBack(Notice):
    """No own action can be taken back."""

    id = "notice.nothing_to_take_back"


class NotPlaying(Notice):
    """The game has not begun."""

    id = "notice.not_playing"


class GameEnded(Notice):
    """The game has ended or was cancelled."""

    id = "notice.game_ended"


class SetAside(Notice):
    """A replay differed: the game waits for its players' vote (`checked` entry)."""

    id = "notice.set_aside"


class NotSetAside(Notice):
    """There is nothing to vote about: the game was not set aside."""

    id = "notice.not_set_aside"


class NoSuchOrder(Notice):
    """The standing order is not offered now, or not left."""

    id = "notice.no_such_order"
