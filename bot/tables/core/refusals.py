"""Refusals shown to a person: what they asked for cannot be done, and nothing has changed.

Each refusal is the id of a text, with its figures. The answering code puts the text into the
person's language and adds what only that code knows: the link to a message, the game's title,
a list of names, a reason in words. A fault is not a refusal: it is logged, and the person is
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
    """The channel has never had a lobby or game."""

    id = "table.none"


class ChannelBusy(Refusal):
    """The channel already has a game or, with another text, a lobby; the text needs its `link`.

    Attributes:
        game: the number of that game or lobby.
    """

    id = "lobby.refused.channel_busy"

    def __init__(self, game: int) -> None:
        super().__init__()
        self.game = game


class Resting(ChannelBusy):
    """The game is resting and cannot go on while another one has its channel."""

    id = "refuse.resting"


class ChannelStands(ChannelBusy):
    """The game's channel still exists, so the game is not moved."""

    id = "table.refused.stands"


class NotYourTable(Refusal):
    """The person has no seat at a table with that number."""

    id = "table.refused.not_yours"


class WhichTable(Refusal):
    """There is no table here, and the person plays at several."""

    id = "table.refused.which"


class OtherServer(Refusal):
    """A table stays on its server."""

    id = "table.refused.other_server"


class _TooMany(Refusal):
    """There are already `most`; the text needs the `links` to some of them.

    Attributes:
        games: the numbers of those tables.
    """

    def __init__(self, most: int, games: tuple[int, ...]) -> None:
        super().__init__(most=most)
        self.games = games


class TooManyWaiting(_TooMany):
    """The person already has `most` lobbies waiting."""

    id = "lobby.refused.too_many_waiting"


class TooManyFollowed(Refusal):
    """The person already follows `most` games."""

    id = "follow.refused.too_many"


class SeatedHere(Refusal):
    """The person plays at this table, so they need not follow it."""

    id = "follow.refused.seated"


class TooManyStarted(_TooMany):
    """The server already has `most` running games that the person opened."""

    id = "lobby.refused.too_many_started"


class TooManyTables(_TooMany):
    """The server already has `most` open tables; the text names those untouched the longest."""

    id = "lobby.refused.too_many_tables"


class LobbyOver(Refusal):
    """The lobby was cancelled or has expired or, with another text, its game has begun."""

    id = "lobby.closed"


class LobbyFull(Refusal):
    """All seats are taken; `most` is how many there are."""

    id = "lobby.refused.full"


class AlreadySeated(Refusal):
    """The person already sits at this table."""

    id = "lobby.refused.seated"


class NotSeated(Refusal):
    """The person does not sit at this table."""

    id = "lobby.refused.not_seated"


class GuestSeated(AlreadySeated):
    """The person to be invited already sits at this table."""

    id = "seat.refused.guest_seated"


class HourOver(Refusal):
    """The hour at which the game should start has passed."""

    id = "lobby.refused.hour_over"


class HourTooFar(Refusal):
    """The hour at which the game should start is after the lobby expires."""

    id = "lobby.refused.hour_far"


class UnknownHour(Refusal):
    """The text entered is not a time of day."""

    id = "lobby.refused.hour"


class UnknownCity(Refusal):
    """The text entered names no city whose time zone is known."""

    id = "lobby.refused.city"


class NobodyThere(Refusal):
    """The player to be removed from the lobby no longer has a seat there."""

    id = "lobby.refused.nobody"


class NoOpponent(Refusal):
    """No computer player sits at this table, or the level is unknown."""

    id = "lobby.refused.no_opponent"


class NotStarter(Refusal):
    """Only the person who decides about the lobby, `name`, may do this."""

    id = "lobby.refused.only_starter"


class TooFew(Refusal):
    """Only `has` of the `needs` required seats are taken; the text needs the title `game`."""

    id = "lobby.refused.too_few"


class TooMany(Refusal):
    """`has` seats are taken, more than the maximum `needs`; the text needs the title `game`."""

    id = "lobby.refused.too_many"


class UnknownOption(Refusal):
    """The table option or its value does not exist: a forged or outdated choice."""

    id = "refuse.unknown_button"


class _NotNow(Refusal):
    """Others play here, or others must decide; the text needs their `names`.

    Attributes:
        who: their seats and names.
    """

    def __init__(self, who: tuple[tuple[Seat, str], ...]) -> None:
        super().__init__()
        self.who = who


class NoSeatHere(_NotNow):
    """The person has no seat here; the people in `who` do."""

    id = "refuse.foreign"


class NotYourMove(_NotNow):
    """The person plays here, but others, named in `who`, must decide."""

    id = "refuse.not_your_move"


class Stale(Refusal):
    """The decision clicked on is no longer pending: show the person a fresh panel."""

    id = "panel.stale"


class Refused(Refusal):
    """The rules say no; the text needs the `reason` in words.

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
    """A computer player plays for the person until they are back."""

    id = "seat.refused.stand_in"


class SawAnotherHand(Refusal):
    """The person has seen the hand of another seat of this game."""

    id = "seat.refused.saw_another"


class SeatTaken(Refusal):
    """The seat is not open, and the person is not invited to it."""

    id = "seat.refused.taken"


class AlreadyInvited(Refusal):
    """Someone has been invited to the seat and has not answered yet."""

    id = "seat.refused.invited"


class TooManyInvitations(Refusal):
    """The person has sent `most` invitations within one day."""

    id = "seat.refused.many_invitations"


class InvitedLately(Refusal):
    """The person has already invited the same account within the last thirty days."""

    id = "seat.refused.invited_lately"


class NotInvited(Refusal):
    """The invited account is a bot, cannot see the channel, wants no invitations, or is barred.

    Or nothing may be stored about it since its data was deleted.
    """

    id = "seat.refused.not_invited"


class Barred(Refusal):
    """The table's opener, or the server, has barred the person."""

    id = "lobby.refused.barred"


class BarredHere(Barred):
    """The server has barred the person, who can open no table there either."""

    id = "lobby.refused.barred_here"


class NobodyToBar(Refusal):
    """The person had their data deleted: no bar may be stored, and they can take no seat."""

    id = "host.bar.nobody"


class NotTwoPeople(Refusal):
    """A person can concede only in a game of two people."""

    id = "seat.refused.not_two"


class AlreadyProposed(Refusal):
    """A proposal of the same kind is open."""

    id = "proposal.refused.open"


class AskedThisTurn(Refusal):
    """The table was already asked to undo this turn: people are not asked twice."""

    id = "proposal.refused.again"


class AlreadyPaused(Refusal):
    """The game is paused."""

    id = "pause.refused.paused"


class NotPaused(Refusal):
    """The game is already going on."""

    id = "pause.refused.goes_on"


class PauseOver(Refusal):
    """The proposed pause would already be over."""

    id = "pause.refused.over"


class NoProposal(Refusal):
    """The proposal to answer or withdraw is no longer open."""

    id = "proposal.refused.over"


class NoElector(Refusal):
    """The person is not asked about this: they proposed it, or play no part in it."""

    id = "proposal.refused.not_asked"


class NotBegun(Refusal):
    """The table is still waiting for players, and nothing has happened yet."""

    id = "refuse.not_begun"


class NotOver(Refusal):
    """The game has not ended, so there is no rematch."""

    id = "refuse.not_over"


class Unreadable(Refusal):
    """The game never began, or no position of it can be restored."""

    id = "refuse.unreadable"


class BeingUpdated(Unreadable):
    """A newer release is running too, and only that one can read what was asked for."""

    id = "refuse.closing"


class GameEnded(Refusal):
    """The game has ended or was cancelled."""

    id = "refuse.game_over"


class SetAside(Refusal):
    """A replay differed: the game waits for its players to vote."""

    id = "refuse.set_aside"


class NotSetAside(Refusal):
    """There is nothing to vote on: the game was not set aside, or has resumed."""

    id = "vote.over"


class NoSuchOrder(Refusal):
    """The standing order is not offered now, or was never left."""

    id = "order.refused.gone"


class NobodyToNudge(Refusal):
    """Nobody else is being waited for, or they have been reminded often enough."""

    id = "nudge.refused.nobody"


class NudgedAlready(Refusal):
    """Someone at the table nudged a short while ago."""

    id = "nudge.refused.already"


class DeletedBefore(Refusal):
    """The person has had their data deleted, and has not allowed it to be stored again."""

    id = "privacy.refused.deleted"


class NoSuchLesson(Refusal):
    """There is no such lesson, or the person does not have it in progress."""

    id = "lesson.refused"


class NoSuchPuzzle(Refusal):
    """The puzzle no longer exists, or the person has made no choice in it."""

    id = "puzzle.refused"


class TooManyPuzzleChannels(Refusal):
    """The server already has a daily puzzle in as many channels as it may."""

    id = "host.puzzle.too_many"


class UnknownTimeZone(Refusal):
    """There is no time zone with that name."""

    id = "settings.refused.time_zone"


class NoAdvice(Refusal):
    """Nobody gets advice at this table."""

    id = "advice.refused.none"


class FirstGameOnly(Refusal):
    """Only people in their first game of this kind get advice at this table."""

    id = "advice.refused.first"


class AdvisedLately(Refusal):
    """The person asked for another suggestion a moment ago."""

    id = "advice.refused.lately"


class NoReview(Refusal):
    """The person has no seat in this game, or it was not played to its end."""

    id = "review.refused.none"


class TooManyReviews(Refusal):
    """The person is already waiting for `most` reviews."""

    id = "review.refused.many"


class CannotContinue(Refusal):
    """No position of the set-aside game can be restored, so the game can only be ended."""

    id = "vote.cannot_continue"
