"""Errors to tell a person: what they asked cannot be done, and nothing has changed.

Each notice is an id of the catalogue of words with its figures; the room that
answers puts it into the person's language, and adds what only it knows: the link
to a message, the game's title, a list of names, a reason in words. Faults are
something else: they are logged, and the person hears that something went wrong.
"""

from __future__ import annotations

from typing import ClassVar

from rules.table import Reason


class Notice(Exception):  # noqa: N818 - a notice to a person, not a fault
    """Something to tell the person who asked.

    Attributes:
        id: the id of the text in the catalogue.
        figures: what the text mentions.
    """

    id: ClassVar[str]

    def __init__(self, **figures: str | int) -> None:
        super().__init__(self.id)
        self.figures = figures


class NoSuchGame(Notice):
    """The game is unknown here."""

    id = "refuse.unknown_game"


class NoGameHere(Notice):
    """The channel never had a lobby or game."""

    id = "table.none"


class ChannelBusy(Notice):
    """The channel already has a game or, under another id, a lobby; the text wants its `link`.

    Attributes:
        game: the number of that game.
    """

    id = "lobby.refused.channel_busy"

    def __init__(self, game: int) -> None:
        super().__init__()
        self.game = game


class TooManyWaiting(Notice):
    """The person keeps `most` lobbies waiting already; the text wants their `links`.

    Attributes:
        games: the numbers of those lobbies.
    """

    id = "lobby.refused.too_many_waiting"

    def __init__(self, most: int, games: tuple[int, ...]) -> None:
        super().__init__(most=most)
        self.games = games


class TooManyTables(Notice):
    """The server has `most` open tables already; the text wants `links`.

    Attributes:
        games: the numbers of some that nobody has touched for long.
    """

    id = "lobby.refused.too_many_tables"

    def __init__(self, most: int, games: tuple[int, ...]) -> None:
        super().__init__(most=most)
        self.games = games


class LobbyOver(Notice):
    """The lobby was cancelled or has expired or, under another id, has begun to play."""

    id = "lobby.closed"


class LobbyFull(Notice):
    """All seats are taken; `most` is how many there are."""

    id = "lobby.refused.full"


class AlreadySeated(Notice):
    """The person sits at this table already."""

    id = "lobby.refused.seated"


class NotSeated(Notice):
    """The person does not sit at this table."""

    id = "lobby.refused.not_seated"


class NoOpponent(Notice):
    """No opponent sits at this table, or the level is unknown."""

    id = "lobby.refused.no_opponent"


class NotStarter(Notice):
    """Only the person who opened the lobby may do this; `name` is who."""

    id = "lobby.refused.only_starter"


class TooFew(Notice):
    """`has` seats are taken, `needs` are needed; the text wants the title `game`."""

    id = "lobby.refused.too_few"


class TooMany(Notice):
    """`has` seats are taken, `needs` is the most; the text wants the title `game`."""

    id = "lobby.refused.too_many"


class UnknownOption(Notice):
    """The table option or its value does not exist: a forged or outdated choice."""

    id = "refuse.unknown_button"


class Foreign(Notice):
    """The person has no seat here; the text wants `names`.

    Attributes:
        who: the names of the people who play.
    """

    id = "refuse.foreign"

    def __init__(self, who: tuple[str, ...]) -> None:
        super().__init__()
        self.who = who


class NotYourMove(Notice):
    """The person plays here but somebody else must decide; the text wants `names`.

    Attributes:
        who: the names of the seats that must decide.
    """

    id = "refuse.not_your_move"

    def __init__(self, who: tuple[str, ...]) -> None:
        super().__init__()
        self.who = who


class Stale(Notice):
    """The decision clicked on is no longer pending: show the person a fresh panel."""

    id = "panel.stale"


class Refused(Notice):
    """The rules say no; the text wants the `reason` in words.

    Attributes:
        reason: the code with its figures.
    """

    id = "refuse.impossible"

    def __init__(self, reason: Reason) -> None:
        super().__init__()
        self.reason = reason


class UnknownChoice(Notice):
    """The choice clicked on does not exist in this decision."""

    id = "refuse.unknown_button"


class NothingToTakeBack(Notice):
    """No own action can be taken back."""

    id = "undo.nothing"


class NotBegun(Notice):
    """The table still waits for players, and nothing has happened yet."""

    id = "refuse.not_begun"


class NotOver(Notice):
    """The game has not ended, so there is no rematch."""

    id = "refuse.not_over"


class Unreadable(Notice):
    """The game never began, or no position of it can be restored."""

    id = "refuse.unreadable"


class GameEnded(Notice):
    """The game has ended or was cancelled."""

    id = "refuse.game_over"


class SetAside(Notice):
    """A replay differed: the game waits for its players' vote."""

    id = "refuse.set_aside"


class NotSetAside(Notice):
    """There is nothing to vote about: the game was not set aside, or has gone on."""

    id = "vote.over"


class NoSuchOrder(Notice):
    """The standing order is not offered now, or was not left."""

    id = "order.refused.gone"


class CannotContinue(Notice):
    """No position of the game set aside can be restored: it can only be ended."""

    id = "vote.cannot_continue"
