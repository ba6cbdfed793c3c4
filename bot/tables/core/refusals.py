"""Refusals to tell a person: what they asked cannot be done, and nothing has changed.

Each refusal is the id of a text with its figures. The code that answers puts it into the
person's language and adds what only it knows: the link to a message, the game's title, a
list of names, a reason in words. A fault is no refusal: it is logged, and the person is
told that something went wrong.
"""

from __future__ import annotations

from typing import ClassVar

from rules.contract import Reason, Seat


class Refusal(Exception):  # noqa: N818 - an answer to a person, not a fault
    """Something to tell the person who asked.

    Attributes:
        id: the id of the text in the catalogue.
        figures: what the text mentions.
    """

    id: ClassVar[str]

    def __init__(self, **figures: str | int) -> None:
        super().__init__(self.id)
        self.figures = figures


class NoSuchGame(Refusal):
    """The game is unknown here."""

    id = "refuse.unknown_game"


class NoGameHere(Refusal):
    """The channel never had a lobby or game."""

    id = "table.none"


class ChannelBusy(Refusal):
    """The channel already has a game or, under another id, a lobby; the text wants its `link`.

    Attributes:
        game: the number of that game.
    """

    id = "lobby.refused.channel_busy"

    def __init__(self, game: int) -> None:
        super().__init__()
        self.game = game


class Resting(ChannelBusy):
    """The game rests, and cannot go on while another one has its channel."""

    id = "refuse.resting"


class ChannelStands(ChannelBusy):
    """The channel of the game is there, so the game is not moved."""

    id = "table.refused.stands"


class NotYourTable(Refusal):
    """The person has no seat at a table of that number."""

    id = "table.refused.not_yours"


class WhichTable(Refusal):
    """There is no table here, and the person plays at several."""

    id = "table.refused.which"


class OtherServer(Refusal):
    """A table stays on its server."""

    id = "table.refused.other_server"


class _TooMany(Refusal):
    """There are `most` already; the text wants the `links` to some.

    Attributes:
        games: the numbers of those tables.
    """

    def __init__(self, most: int, games: tuple[int, ...]) -> None:
        super().__init__(most=most)
        self.games = games


class TooManyWaiting(_TooMany):
    """The person keeps that many lobbies waiting."""

    id = "lobby.refused.too_many_waiting"


class TooManyFollowed(Refusal):
    """The person follows that many games."""

    id = "follow.refused.too_many"


class SeatedHere(Refusal):
    """The person plays at this table, so they need not follow it."""

    id = "follow.refused.seated"


class TooManyStarted(_TooMany):
    """So many games that the person has opened run on the server."""

    id = "lobby.refused.too_many_started"


class TooManyTables(_TooMany):
    """The server has that many open tables; those left alone the longest are named."""

    id = "lobby.refused.too_many_tables"


class LobbyOver(Refusal):
    """The lobby was cancelled or has expired or, under another id, has begun to play."""

    id = "lobby.closed"


class LobbyFull(Refusal):
    """All seats are taken; `most` is how many there are."""

    id = "lobby.refused.full"


class AlreadySeated(Refusal):
    """The person sits at this table already."""

    id = "lobby.refused.seated"


class NotSeated(Refusal):
    """The person does not sit at this table."""

    id = "lobby.refused.not_seated"


class HourOver(Refusal):
    """The hour at which a game should start is over."""

    id = "lobby.refused.hour_over"


class HourTooFar(Refusal):
    """The hour at which a game should start comes after the lobby ends."""

    id = "lobby.refused.hour_far"


class UnknownHour(Refusal):
    """What was written is no time of the day."""

    id = "lobby.refused.hour"


class NobodyThere(Refusal):
    """The player whom the opener of a lobby wants to remove has no seat there any more."""

    id = "lobby.refused.nobody"


class NoOpponent(Refusal):
    """No opponent sits at this table, or the level is unknown."""

    id = "lobby.refused.no_opponent"


class NotStarter(Refusal):
    """Only the person who decides about the lobby may do this; `name` is who."""

    id = "lobby.refused.only_starter"


class TooFew(Refusal):
    """`has` seats are taken, `needs` are needed; the text wants the title `game`."""

    id = "lobby.refused.too_few"


class TooMany(Refusal):
    """`has` seats are taken, `needs` is the most; the text wants the title `game`."""

    id = "lobby.refused.too_many"


class UnknownOption(Refusal):
    """The table option or its value does not exist: a forged or outdated choice."""

    id = "refuse.unknown_button"


class _NotNow(Refusal):
    """Others play, or others must decide; the text wants `names`.

    Attributes:
        who: their seats and names.
    """

    def __init__(self, who: tuple[tuple[Seat, str], ...]) -> None:
        super().__init__()
        self.who = who


class NoSeatHere(_NotNow):
    """The person has no seat here; `who` has one."""

    id = "refuse.foreign"


class NotYourMove(_NotNow):
    """The person plays here but somebody else, `who`, must decide."""

    id = "refuse.not_your_move"


class Stale(Refusal):
    """The decision clicked on is no longer pending: show the person a fresh panel."""

    id = "panel.stale"


class Refused(Refusal):
    """The rules say no; the text wants the `reason` in words.

    Attributes:
        reason: the code with its figures.
    """

    id = "refuse.impossible"

    def __init__(self, reason: Reason) -> None:
        super().__init__()
        self.reason = reason


class UnknownChoice(Refusal):
    """The choice clicked on does not exist in this decision."""

    id = "refuse.unknown_button"


class NothingToTakeBack(Refusal):
    """The person has no action that they can undo."""

    id = "undo.nothing"


class StandInPlays(Refusal):
    """An opponent plays for the person, until they are back."""

    id = "seat.refused.stand_in"


class SawAnotherHand(Refusal):
    """The person has seen the hand of another seat of this game."""

    id = "seat.refused.saw_another"


class SeatTaken(Refusal):
    """The seat is not open, and the person is not invited to it."""

    id = "seat.refused.taken"


class AlreadyInvited(Refusal):
    """Somebody is invited to the seat and has not answered."""

    id = "seat.refused.invited"


class TooManyInvitations(Refusal):
    """The person has sent `most` invitations within a day."""

    id = "seat.refused.many_invitations"


class InvitedLately(Refusal):
    """The person has invited the same one within the last thirty days."""

    id = "seat.refused.invited_lately"


class NotInvited(Refusal):
    """The invited account is a bot, cannot see the channel, or wants no invitations.

    Or nothing may be stored about it since a deletion.
    """

    id = "seat.refused.not_invited"


class Barred(Refusal):
    """The opener of the table, or the server, wants the person at no table."""

    id = "lobby.refused.barred"


class NotTwoPeople(Refusal):
    """Only in a game of two people can one of them concede."""

    id = "seat.refused.not_two"


class AlreadyProposed(Refusal):
    """The same proposal is open, or was made in this turn: people are not asked twice."""

    id = "proposal.refused.again"


class AlreadyPaused(Refusal):
    """The game is paused."""

    id = "pause.refused.paused"


class NotPaused(Refusal):
    """The game goes on already."""

    id = "pause.refused.goes_on"


class PauseOver(Refusal):
    """The pause that was proposed would be over by now."""

    id = "pause.refused.over"


class NoProposal(Refusal):
    """The proposal to answer or withdraw is not open any more."""

    id = "proposal.refused.over"


class NoElector(Refusal):
    """The person is not asked about this: they proposed it, or play no part in it."""

    id = "proposal.refused.not_asked"


class NotBegun(Refusal):
    """The table still waits for players, and nothing has happened yet."""

    id = "refuse.not_begun"


class NotOver(Refusal):
    """The game has not ended, so there is no rematch."""

    id = "refuse.not_over"


class Unreadable(Refusal):
    """The game never began, or no position of it can be restored."""

    id = "refuse.unreadable"


class BeingUpdated(Unreadable):
    """A newer release serves the bot as well, and only that one can read what was asked for."""

    id = "refuse.closing"


class GameEnded(Refusal):
    """The game has ended or was cancelled."""

    id = "refuse.game_over"


class SetAside(Refusal):
    """A replay differed: the game waits for its players' vote."""

    id = "refuse.set_aside"


class NotSetAside(Refusal):
    """There is nothing to vote about: the game was not set aside, or has gone on."""

    id = "vote.over"


class NoSuchOrder(Refusal):
    """The standing order is not offered now, or was not left."""

    id = "order.refused.gone"


class NobodyToNudge(Refusal):
    """Nobody else is waited for, or they have been reminded often enough."""

    id = "nudge.refused.nobody"


class NudgedAlready(Refusal):
    """Somebody at the table has nudged a short while ago."""

    id = "nudge.refused.already"


class DeletedBefore(Refusal):
    """The person has had their data deleted, and has not allowed it to be stored again."""

    id = "privacy.refused.deleted"


class NoSuchLesson(Refusal):
    """The person has no such lesson in progress, or there is none."""

    id = "lesson.refused"


class NoSuchPuzzle(Refusal):
    """There is no such puzzle any more, or the person has not chosen in it."""

    id = "puzzle.refused"


class TooManyPuzzleChannels(Refusal):
    """The server has a puzzle a day in enough channels."""

    id = "host.puzzle.too_many"


class UnknownTimeZone(Refusal):
    """There is no time zone of that name."""

    id = "settings.refused.time_zone"


class NoAdvice(Refusal):
    """At this table nobody gets advice."""

    id = "advice.refused.none"


class FirstGameOnly(Refusal):
    """At this table only people in their first game of this kind get advice."""

    id = "advice.refused.first"


class AdvisedLately(Refusal):
    """The person has asked for another suggestion a moment ago."""

    id = "advice.refused.lately"


class NoReview(Refusal):
    """The person has no seat in this game, or it has not been played to an end."""

    id = "review.refused.none"


class TooManyReviews(Refusal):
    """The person waits for `most` reviews already."""

    id = "review.refused.many"


class CannotContinue(Refusal):
    """No position of the game set aside can be restored: it can only be ended."""

    id = "vote.cannot_continue"
