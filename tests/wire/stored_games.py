"""The bot's database, read from outside: the journal against what people did and saw."""

from __future__ import annotations

import math
import re
import sqlite3
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from string import Formatter
from tempfile import TemporaryDirectory
from typing import Any, Final

import msgspec

from bot.host.database import backup
from bot.store import Address
from render.words import SOURCE
from render.words.catalogue import catalogue
from rules import unasked
from rules.codec import Codec
from rules.contract import Agreed, Decision, Moved, Seat, TakenBack, name
from rules.journal import Journal
from rules.registry import PRINTED, played_with
from tests.bot.client_message import Message
from tests.bot.secrets import of_any_edit
from tests.render.translation_checks import Texts, texts
from tests.wire.clicker import Click
from tests.wire.server import Sight

SURE: Final = "sure"
"""The verb of Yes under a question before a loss; nothing happens until it is pressed."""

HOW_FAR: Final = "limit.explain"
"""The question to a person who puts an item up; nothing happens until they choose an amount."""

REFUSALS: Final = "refuse."
"""The prefix of refusal ids: the click did nothing, or may have done nothing."""

UNDONE: Final = (
    "error.unexpected",
    "error.not_saved",
    "error.discord",
    "panel.stale",
    "panel.stale.nothing",
    "panel.stale.public",
    "undo.nothing",
    "seat.refused.stand_in",
    "privacy.refused.deleted",
)
"""Other texts that say the same. That a table cannot be shown says nothing about the click."""


class Row(msgspec.Struct, frozen=True):
    """One stored entry."""

    n: int
    by_user: int | None
    at: float
    entry: bytes
    checksum: str


class Change(msgspec.Struct, frozen=True):
    """A stored change of who plays a seat; without a user if their account was deleted."""

    at: float
    entry: int
    seat: Seat
    what: str
    user: int | None


class Stay(msgspec.Struct, frozen=True):
    """When a person held a seat, in Unix seconds; they never hold another in that game."""

    seat: Seat
    since: float
    until: float


@dataclass
class StoredGame:
    """One stored game, folded.

    Attributes:
        users: who holds each seat.
        positions: the journal before the first entry and after each one.
        decisions: every decision there ever was, by seat and the entry at which it arose.
        moves: the entry number of each accepted action, by (seat, arose, name).
        ended: when each decision that is no longer pending ended, in Unix seconds.
        unshown: the table message is still to be posted or edited.
        away: the seats that a stand-in plays for their holders.
        asked: the seats that must answer before anyone bids for the auctioned item.
        changes: the changes of who plays, oldest first.
        proposals: how many there were, by kind, seat and how they ended.
        deleted: the people who asked for their data to be deleted: their seat, and when.
        given: how many entries the game had before the first click of the trial.
    """

    game: str
    channel: int
    status: str
    users: tuple[int | None, ...]
    rows: tuple[Row, ...]
    positions: list[Journal[Any, Any]] = field(default_factory=list)
    decisions: dict[tuple[Seat, int], Decision] = field(default_factory=dict)
    moves: dict[tuple[Seat, int, str], int] = field(default_factory=dict)
    ended: dict[tuple[Seat, int], float] = field(default_factory=dict)
    unshown: bool = False
    away: frozenset[Seat] = frozenset()
    asked: frozenset[Seat] = frozenset()
    changes: tuple[Change, ...] = ()
    proposals: Counter[tuple[str, Seat, str | None]] = field(default_factory=Counter)
    deleted: Mapping[int, tuple[Seat, float]] = field(default_factory=dict)
    given: int = 0

    @property
    def journal(self) -> Journal[Any, Any]:
        """The journal after the last entry."""
        return self.positions[-1]

    @property
    def deciding(self) -> frozenset[int]:
        """The people who must decide now, or answer first."""
        if self.status != "playing":
            return frozenset()
        deciding = self.asked or {each.seat for each in self.journal.decisions} - self.away
        return frozenset(user for seat in deciding if (user := self.users[seat]) is not None)

    def player(self, seat: Seat, number: int) -> int | None:
        """The person who played a seat at an entry; None: a computer player, or deleted."""
        changes = [each for each in self.changes if each.seat == seat]
        before = [each for each in changes if each.entry < number]
        if not before:
            return changes[0].user if changes else self.users[seat]
        plays = before[-1].what in {"back", "substitute", "conceded"}
        return before[-1].user if plays else None

    def stays(self, user: int) -> tuple[Stay, ...]:
        """The times for which a person held a seat of the game."""
        own = [each for each in self.changes if each.user == user]
        if not own and user in self.users:
            return (Stay(self.users.index(user), 0.0, math.inf),)
        if not own:
            found = self.deleted.get(user)
            return () if found is None else (Stay(found[0], 0.0, found[1]),)
        stays, since = [], 0.0 if own[0].what != "substitute" else None
        for each in own:
            if each.what in {"left", "opened"}:
                stays.append(Stay(each.seat, since or 0.0, each.at))
                since = None
            elif since is None:
                since = each.at
        if since is not None:
            stays.append(Stay(own[0].seat, since, math.inf))
        return tuple(stays)


def read(address: Address) -> dict[int, StoredGame]:
    """All games of a database that have begun, by channel; the latest of each channel.

    Raises:
        AssertionError: an entry is missing, occurs twice or folds to a different position,
            or the result is not that of the position.
    """
    if isinstance(address, Path):
        return _read(address)
    with TemporaryDirectory() as folder:  # a consistent copy, as a host would make it
        copy = Path(folder) / "copy.db"
        backup(address, copy)
        return _read(copy)


def _read(path: Path) -> dict[int, StoredGame]:
    database = sqlite3.connect(f"file:{path}?mode=ro", uri=True, timeout=10.0)
    try:
        database.execute("BEGIN")
        for title, text in database.execute("SELECT game, text FROM editions"):
            _recall(title, text)
        games = database.execute(
            "SELECT id, game, channel, status, chosen, edition FROM games"
            " WHERE status IN ('playing', 'over') ORDER BY id"
        ).fetchall()
        return {row[2]: _stored(database, *row) for row in games}
    finally:
        database.close()


@cache
def _recall(title: str, text: str) -> None:
    """Load an edition that a game was started with."""
    PRINTED[title].recall(text)


def _stored(
    database: sqlite3.Connection,
    number: int,
    title: str,
    channel: int,
    status: str,
    chosen: str,
    edition: str | None,
) -> StoredGame:
    seats = database.execute("SELECT user FROM seats WHERE game = ? ORDER BY seat", (number,))
    users = tuple(row[0] for row in seats)
    rows = database.execute(
        "SELECT n, by_user, at, entry, checksum FROM entries WHERE game = ? ORDER BY n",
        (number,),
    )
    game = StoredGame(title, channel, status, users, tuple(Row(*each) for each in rows))
    changes = database.execute(
        "SELECT at, entry, seat, what, user FROM seatings WHERE game = ? ORDER BY n", (number,)
    )
    game.changes = tuple(Change(*each) for each in changes)
    away = database.execute(
        "SELECT seat FROM seats WHERE game = ? AND stand_in IS NOT NULL", (number,)
    )
    game.away = frozenset(row[0] for row in away)
    game.proposals = Counter(
        database.execute("SELECT kind, seat, ended FROM proposals WHERE game = ?", (number,))
    )
    game.unshown = bool(
        database.execute(
            "SELECT EXISTS (SELECT 1 FROM outbox WHERE game = ? AND kind = 'table')", (number,)
        ).fetchone()[0]
    )
    rules = played_with(title, edition)
    codec = Codec(rules)
    journal = Journal(rules, rules.options(len(users), msgspec.json.decode(chosen)))
    game.positions.append(journal)
    for n, row in enumerate(game.rows, 1):
        assert row.n == n, f"entry {n} is missing"
        _note(game, journal)
        entry = codec.decode(row.entry)
        if isinstance(entry, Moved):
            key = (entry.seat, journal.arose(entry.seat) or 0, name(entry.action))
            assert key not in game.moves, f"{key} was accepted twice"
            game.moves[key] = n
        before = _pending(journal)
        journal = journal.add(entry)
        game.ended |= dict.fromkeys(before - _pending(journal), row.at)
        assert journal.checksum() == row.checksum, f"entry {n} folds to another position"
        game.positions.append(journal)
    _note(game, journal)
    game.asked = asked_first(database, number, game, journal)
    points = database.execute(
        "SELECT DISTINCT seat, points FROM result_seats WHERE game = ? ORDER BY seat", (number,)
    )
    totals = journal.over.totals if journal.over else ()
    assert points.fetchall() == list(enumerate(totals)), "the result is not that of the game"
    return game


def asked_first(
    database: sqlite3.Connection, number: int, game: StoredGame, journal: Journal[Any, Any]
) -> frozenset[Seat]:
    """The seats whose people must answer before anyone bids, where auctions go by limits."""
    options, pace = database.execute(
        "SELECT options, pace FROM games WHERE id = ?", (number,)
    ).fetchone()
    people = {seat for seat, user in enumerate(game.users) if user is not None} - game.away
    limits = msgspec.json.decode(options).get("auctions") == "limits" and pace == "days"
    question = journal.question
    if not limits or len(people) < 2 or question is None or question.begun:
        return frozenset()
    orders = database.execute('SELECT seat, "order" FROM orders WHERE game = ?', (number,))
    answered = {
        seat
        for seat, stored in orders
        if journal.game.answers(msgspec.json.decode(stored, type=journal.game.orders), question)
    }
    asked = frozenset(question.seats) & people - answered
    return asked if question.item is not None else frozenset()


def _pending(journal: Journal[Any, Any]) -> frozenset[tuple[Seat, int]]:
    seats = (each.seat for each in journal.decisions)
    return frozenset((seat, journal.arose(seat) or 0) for seat in seats)


def _note(game: StoredGame, journal: Journal[Any, Any]) -> None:
    for decision in journal.decisions:
        game.decisions[decision.seat, journal.arose(decision.seat) or 0] = decision


_WENT_BACK: Final = ("undo", "agreed")


@dataclass(frozen=True)
class Totals:
    """What a database holds: games, accepted actions, bytes."""

    games: int
    moves: int
    size: int


def totals(address: Address) -> Totals:
    """The totals of a database, counted without folding any journal."""
    if isinstance(address, Path):
        return _totals(address)
    with TemporaryDirectory() as folder:
        copy = Path(folder) / "copy.db"
        backup(address, copy)
        return _totals(copy)


def _totals(path: Path) -> Totals:
    database = sqlite3.connect(f"file:{path}?mode=ro", uri=True, timeout=10.0)
    try:
        games, moves, pages, page = (
            int(database.execute(each).fetchone()[0])
            for each in (
                "SELECT count(*) FROM games WHERE status IN ('playing', 'over')",
                "SELECT count(*) FROM entries WHERE by_user IS NOT NULL",
                "PRAGMA page_count",
                "PRAGMA page_size",
            )
        )
    finally:
        database.close()
    return Totals(games, moves, pages * page)


# -- clicks and entries ----------------------------------------------------------------


@dataclass
class Balance:
    """Clicks checked against entries.

    Attributes:
        confirmed: clicks whose effect the person has seen; all are in the journal.
        doubtful: clicks that were interrupted and are in the journal.
        faults: what does not match; empty if nothing was lost, doubled or invented.
    """

    confirmed: int = 0
    doubtful: int = 0
    faults: list[str] = field(default_factory=list)


def balance(game: StoredGame, clicks: Sequence[Click], language: str = SOURCE) -> Balance:
    """Check the clicks at a table against its journal.

    A click that was answered with a question must do nothing; the click on Yes must act.
    """
    result = Balance()
    meant: dict[tuple[Seat, int, str], list[Click]] = {}
    for click in clicks:
        key = named_by(click)
        if key is None or key not in _complete(game, key) or _asked(click, language):
            continue
        if key[0] in {each.seat for each in game.stays(click.person)}:
            meant.setdefault(key, []).append(click)
    for key, same in meant.items():
        end = game.ended.get(key[:2], math.inf)
        seen = [each for each in same if _confirmed(each, language, end)]
        if key in game.moves:
            result.confirmed += bool(seen)
            result.doubtful += not seen
        elif seen:
            told = [(each.seen, each.question.asked_at, each.question.texts) for each in seen]
            since = game.journal.entries[key[1] - 1 :][:4]
            times = [row.at for row in game.rows[key[1] - 1 :][:4]]
            result.faults.append(
                f"lost: {key} of {len(game.rows)}: {told}, then {since} at {times}"
            )
    _invented(game, clicks, meant, result)
    _order(game, meant, result, language)
    return result


_CHOOSES: Final = frozenset({"pick", "pick_apart", "public", "sure", "go", "best_place"})
"""The verbs of presses that name a choice."""


def named_by(click: Click) -> tuple[Seat, int, str] | None:
    """The decision and the choice that a press names; None: it names none."""
    verb, _, *args = click.custom_id.removeprefix("m1s:").removeprefix("m1:").split(":")
    if verb not in _CHOOSES or len(args) < 2:
        return None
    # The value of a chosen amount is the order that is left with the action.
    spelled = ":".join(args[2:3]) if verb == "go" else click.value or ":".join(args[2:3])
    return int(args[0]), int(args[1]), spelled


def _complete(
    game: StoredGame, key: tuple[Seat, int, str]
) -> tuple[tuple[Seat, int, str], ...]:
    """The key alone if it names a complete action of a known decision; otherwise nothing."""
    decision = game.decisions.get(key[:2])
    return (key,) if decision is not None and decision.find(key[2]) is not None else ()


def _asked(click: Click, language: str) -> bool:
    """Whether a click led to a question that must be answered before the click acts."""
    question = click.question
    verb, _, where = of_any_edit(click.custom_id).partition(":")[2].partition(":")
    if click.value:
        where = f"{where}:{click.value}"
    if verb != SURE and any(each == f"m1:{SURE}:{where}" for each in question.offered):
        return True
    return any(phrase(HOW_FAR, language) in text for text in question.texts)


@cache
def phrase(id_: str, language: str) -> str:
    """The longest part of a text between its placeholders."""
    (text,) = _texts(language)[id_]
    return max((part for part, *_ in Formatter().parse(text)), key=len).strip()


@cache
def _refusals() -> tuple[str, ...]:
    return (*UNDONE, *(each for each in _texts(SOURCE) if each.startswith(REFUSALS)))


@cache
def _texts(language: str) -> Texts:
    return texts(catalogue(language))


def _confirmed(click: Click, language: str, end: float = math.inf) -> bool:
    """Whether the person has seen what the click did.

    Args:
        click: a click that was meant to act.
        language: the language that the person reads.
        end: when the decision ended. A later click on a table message that does not
            show this yet sees the message change, but not because of the click.
    """
    question = click.question
    told = "\n".join(question.texts)
    if question.failed or any(phrase(no, language) in told for no in _refusals()):
        return False
    return bool(question.texts) or (click.seen and question.asked_at < end)


def _invented(
    game: StoredGame,
    clicks: Sequence[Click],
    meant: dict[tuple[Seat, int, str], list[Click]],
    result: Balance,
) -> None:
    """Note people's entries without a click, unless from orders or plans, or without a choice.

    The person who acted in a seat must be the one who played it then.
    """
    left = {each.person for each in clicks if _leaves_order(each)}
    for key, number in game.moves.items():
        if number <= game.given:
            continue
        user, by = game.player(key[0], number), game.rows[number - 1].by_user
        if by != user:
            result.faults.append(f"{by} acted as {user}: {key} in entry {number}")
        elif (
            user is not None
            and key not in meant
            and user not in left
            and not unasked.was_no_choice(game.journal, number)
        ):
            result.faults.append(f"invented: {key}")
    watched = game.journal.entries[game.given :]
    agreed = sum(isinstance(each, Agreed) for each in watched)
    wanted = sum(
        count for (kind, _, how), count in game.proposals.items() if (kind, how) == _WENT_BACK
    )
    if agreed != wanted:
        result.faults.append(f"{wanted} requests were agreed to, and {agreed} are entries")
    undone = sum(
        isinstance(each, TakenBack) and _was_choice(game.journal, number)
        for number, each in enumerate(watched, game.given + 1)
    )
    asked = sum("undo:" in each.custom_id for each in clicks)
    if undone > asked:
        result.faults.append(f"{undone} actions were taken back, {asked} were asked for")


def _was_choice(journal: Journal[Any, Any], number: int) -> bool:
    """Whether what an entry undoes was a choice; one press also undoes what followed."""
    return not unasked.was_no_choice(journal, journal.at(number - 1).line[-1])


def _leaves_order(click: Click) -> bool:
    return any(each in click.custom_id for each in (":order", ":plan:", ":go:", "_early:"))


def _order(
    game: StoredGame,
    meant: dict[tuple[Seat, int, str], list[Click]],
    result: Balance,
    language: str,
) -> None:
    """Note each entry that follows one whose click was sent after its own was answered."""
    latest = 0.0
    for key, _number in sorted(game.moves.items(), key=lambda each: each[1]):
        clicks = [each for each in meant.get(key, ()) if _confirmed(each, language)]
        if len(clicks) != 1 or clicks[0].question.final is None:
            continue
        question = clicks[0].question
        if (question.final or 0.0) < latest:
            result.faults.append(f"out of order: {key}")
        latest = max(latest, question.asked)


def doubles(sights: Iterable[Sight], channel: int) -> list[str]:
    """The public messages of a channel that say the same as the one before."""
    found, last = [], ""
    for sight in sights:
        if sight.channel != channel or sight.kind != "posted" or sight.message.owner:
            continue
        said = _spoken(sight.message)
        if said == last:
            found.append(said[:300])
        last = said
    return found


def _spoken(message: Message) -> str:
    ids = [str(part.get("custom_id") or "") for part in message.parts]
    return re.sub(r"<t:[^>]*>", "", "\n".join([message.words, *ids]))
