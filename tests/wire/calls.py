"""Boards, edits and calls of a table: counted, and checked against what needed a call."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from render.words import Words
from rules.contract import Moved, Seat, Standings, TakenBack
from tests.bot.client_message import V2
from tests.wire.clicker import Party
from tests.wire.server import Loopback, Sight
from tests.wire.stored_games import StoredGame

REMINDER: Final = "call.remind"
"""The text of a reminder; in a trial of some minutes there is at most one, by a nudge."""

ASKED: Final = "call.proposal"
INVITED: Final = "seat.dm.invited"
EARLY: Final = "call.limits"
"""The text of a call to say how far a person goes, before it is their move."""

_CALLS: Final[dict[str, tuple[str, ...]]] = {
    REMINDER: ("table", "time", "asked"),
    ASKED: ("table",),
    EARLY: ("table", "asked"),
    INVITED: ("by", "name", "game", "link"),
    "seat.notice.invited": ("guest", "by", "name", "game", "link"),
}
"""The texts of calls about neither a decision nor the end, with their figures."""

_RETURNS: Final = {"back", "substitute"}
"""Changes after which someone plays a seat that they did not play before."""


@dataclass
class Counted:
    """What people were shown about one game.

    Attributes:
        boards: how often the table message was posted.
        edits: how often it was edited.
        calls: how often a phone rang.
        rounds: how many rounds have ended.
        faults: who was called too often.
    """

    boards: int = 0
    edits: int = 0
    calls: int = 0
    rounds: int = 0
    faults: list[str] = field(default_factory=list)


def count(
    discord: Loopback, party: Party, game: StoredGame, sights: Sequence[Sight]
) -> Counted:
    """Count what is shown in the channel of a table and on the phones of its people.

    Args:
        discord: where it happened.
        party: the table.
        game: the game as it is stored.
        sights: everything that was shown.
    """
    counted = Counted()
    for sight in sights:
        if sight.channel == party.channel.id and _is_board(sight, party):
            counted.boards += sight.kind == "posted"
            counted.edits += sight.kind == "edited"
    journal = game.journal
    counted.rounds = sum(
        isinstance(event, Standings)
        for number in range(1, journal.number + 1)
        for event in journal.told(number, None)
    )
    rings = discord.record.notifications
    rung = Counter((each.user, _kind(each.text, party.words)) for each in rings)
    turns, proposed, early = _turns(game), game.proposals.total(), _early(game)
    for person in party.everybody:
        seats = {each.seat for each in game.stays(person.id)}
        anew = sum(each.user == person.id and each.what in _RETURNS for each in game.changes)
        most = {
            # A turn that someone else began also calls the person who takes the seat during it.
            "": sum(turns[seat] for seat in seats) + anew + (game.status == "over"),
            REMINDER: 1,
            ASKED: proposed,
            EARLY: sum(early[seat] for seat in seats) + anew,
            INVITED: len(party.people),
        }
        for kind, limit in most.items():
            calls = rung[person.id, kind]
            counted.calls += calls
            if calls > limit:
                counted.faults.append(f"{person.name}: {calls} calls {kind!r}, {limit} wanted")
    return counted


def _kind(text: str, words: Words) -> str:
    """What a call is about, by its text; empty: a decision, or the end."""
    for id_, figures in _CALLS.items():
        said = words(id_, **dict.fromkeys(figures, "\0")).split("\0")
        if re.search(".+".join(map(re.escape, said)).removesuffix(".+"), text, re.DOTALL):
            return INVITED if id_.endswith("invited") else id_
    return ""


def samples(discord: Loopback) -> tuple[str, ...]:
    """Some texts on phones, one of each kind; kinds differ before the name of the game."""
    kinds: dict[str, str] = {}
    for each in discord.record.notifications:
        kinds.setdefault(re.sub(r"<@\d+>", "", each.text).strip()[:8], each.text)
    return tuple(kinds.values())


def _is_board(sight: Sight, party: Party) -> bool:
    message, ends = sight.message, (party.move, party.words("table.button.rematch"))
    offers = any(message.button(label) is not None for label in ends)
    return offers and message.owner is None and bool(message.flags & V2)


def _turns(game: StoredGame) -> Counter[Seat]:
    """How many decisions each seat was given when it was not the last to act."""
    entries = game.journal.entries
    found: Counter[Seat] = Counter()
    for seat, arose in game.decisions:
        acted = [each.seat for each in entries[:arose] if isinstance(each, Moved | TakenBack)]
        found[seat] += acted[-1:] != [seat]
    return found


def _early(game: StoredGame) -> Counter[Seat]:
    """How many phases and items each seat could answer before it was its move."""
    found: Counter[Seat] = Counter()
    before: tuple[object, ...] | None = None
    for number in range(1, game.journal.number + 1):
        question = game.journal.at(number).question
        now = None if question is None else (question.round, question.item)
        if question is not None and now != before:
            found.update(question.seats)
        before = now
    return found
