"""The bot's books, read beside it: what the journal says against what people did and saw."""

from __future__ import annotations

import math
import re
import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import msgspec

from rules.games import GAMES
from rules.journal import Codec, Journal
from rules.table import Decision, Moved, Seat, TakenBack, name
from tests.bot.seen import Message
from tests.wire.clicker import Click
from tests.wire.server import Sight

REFUSALS: Final = (
    "belongs to an earlier moment",
    "You have no seat in this game",
    "It is not your move",
    "Not possible:",
    "is not known here any more",
    "is not kept here any more",
    "This game is over",
    "is being restarted",
    "Something went wrong",
    "could not be saved",
    "Discord does not answer as it should",
    "nothing of yours to take back",
)
"""How an answer says that a click has done nothing (or may have done nothing)."""


class Row(msgspec.Struct, frozen=True):
    """One stored entry."""

    n: int
    by_user: int | None
    at: float
    entry: bytes
    checksum: str


@dataclass
class Book:
    """One stored game, folded.

    Attributes:
        positions: the journal after each entry, from before the first.
        decisions: every decision that ever stood, by seat and the entry it arose at.
        moves: the entry number of each accepted action by (seat, arose, name).
        ended: when each decision ended that stands no more, Unix seconds.
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

    @property
    def journal(self) -> Journal[Any, Any]:
        """The game as it stands."""
        return self.positions[-1]

    @property
    def deciding(self) -> frozenset[int]:
        """The people who must decide now."""
        if self.status != "playing":
            return frozenset()
        seats = (self.users[each.seat] for each in self.journal.decisions)
        return frozenset(user for user in seats if user is not None)


def read(path: Path) -> dict[int, Book]:
    """All games of a database that have begun, by their channel; the latest of each.

    Raises:
        AssertionError: an entry is missing, twice, or folds to another position.
    """
    database = sqlite3.connect(f"file:{path}?mode=ro", uri=True, timeout=10.0)
    try:
        database.execute("BEGIN")
        games = database.execute(
            "SELECT id, game, channel, status, chosen FROM games"
            " WHERE status IN ('playing', 'over') ORDER BY id"
        ).fetchall()
        return {channel: _book(database, *game) for game in games for channel in (game[2],)}
    finally:
        database.close()


def _book(
    database: sqlite3.Connection, number: int, game: str, channel: int, status: str, chosen: str
) -> Book:
    seats = database.execute("SELECT user FROM seats WHERE game = ? ORDER BY seat", (number,))
    users = tuple(row[0] for row in seats)
    rows = database.execute(
        "SELECT n, by_user, at, entry, checksum FROM entries WHERE game = ? ORDER BY n",
        (number,),
    )
    book = Book(game, channel, status, users, tuple(Row(*each) for each in rows))
    rules = GAMES[game]
    codec = Codec(rules)
    journal = Journal(rules, rules.options(len(users), msgspec.json.decode(chosen)))
    book.positions.append(journal)
    for n, row in enumerate(book.rows, 1):
        assert row.n == n, f"entry {n} is missing"
        _note(book, journal)
        entry = codec.decode(row.entry)
        if isinstance(entry, Moved):
            key = (entry.seat, journal.arose(entry.seat) or 0, name(entry.action))
            assert key not in book.moves, f"{key} was accepted twice"
            book.moves[key] = n
        before = _standing(journal)
        journal = journal.add(entry)
        book.ended |= dict.fromkeys(before - _standing(journal), row.at)
        assert journal.checksum() == row.checksum, f"entry {n} folds to another position"
        book.positions.append(journal)
    _note(book, journal)
    return book


def _standing(journal: Journal[Any, Any]) -> frozenset[tuple[Seat, int]]:
    seats = (each.seat for each in journal.decisions)
    return frozenset((seat, journal.arose(seat) or 0) for seat in seats)


def _note(book: Book, journal: Journal[Any, Any]) -> None:
    for decision in journal.decisions:
        book.decisions[decision.seat, journal.arose(decision.seat) or 0] = decision


@dataclass(frozen=True)
class Totals:
    """What a database holds: games, accepted actions, bytes."""

    games: int
    moves: int
    size: int


def totals(path: Path) -> Totals:
    """Count without folding anything."""
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
    """Clicks held against entries.

    Attributes:
        confirmed: clicks whose effect their person has seen; all are in the journal.
        doubtful: clicks that were interrupted and are in the journal.
        faults: what does not fit: empty where nothing was lost, doubled or invented.
    """

    confirmed: int = 0
    doubtful: int = 0
    faults: list[str] = field(default_factory=list)


def balance(book: Book, clicks: Sequence[Click]) -> Balance:
    """Hold the clicks of a table against its journal."""
    result = Balance()
    meant: dict[tuple[Seat, int, str], list[Click]] = {}
    for click in clicks:
        key = _meant(click)
        if key is None or key not in _complete(book, key):
            continue
        if book.users[key[0]] == click.person:
            meant.setdefault(key, []).append(click)
    for key, same in meant.items():
        end = book.ended.get(key[:2], math.inf)
        seen = [each for each in same if _confirmed(each, end)]
        if key in book.moves:
            result.confirmed += bool(seen)
            result.doubtful += not seen
        elif seen:
            told = [(each.seen, each.question.asked_at, each.question.texts) for each in seen]
            since = book.journal.entries[key[1] - 1 :][:4]
            times = [row.at for row in book.rows[key[1] - 1 :][:4]]
            result.faults.append(
                f"lost: {key} of {len(book.rows)}: {told}, then {since} at {times}"
            )
    _invented(book, clicks, meant, result)
    _order(book, meant, result)
    return result


def _meant(click: Click) -> tuple[Seat, int, str] | None:
    verb, _, *args = click.custom_id.removeprefix("m1s:").removeprefix("m1:").split(":")
    if verb not in {"pick", "public"} or len(args) < 2:
        return None
    spelled = click.value or ":".join(args[2:3])
    return int(args[0]), int(args[1]), spelled


def _complete(book: Book, key: tuple[Seat, int, str]) -> tuple[tuple[Seat, int, str], ...]:
    """The key itself, if it names a whole action of a decision that stood."""
    decision = book.decisions.get(key[:2])
    return (key,) if decision is not None and decision.find(key[2]) is not None else ()


def _confirmed(click: Click, end: float = math.inf) -> bool:
    """Whether the person has seen what the click did.

    Args:
        click: one that was meant to act.
        end: when the decision had ended. Who clicks later on a table message that does
            not show it yet sees the message move on, but not because of the click.
    """
    question = click.question
    told = "\n".join(question.texts)
    if question.failed or any(no in told for no in REFUSALS):
        return False
    return bool(question.texts) or (click.seen and question.asked_at < end)


def _invented(
    book: Book,
    clicks: Sequence[Click],
    meant: dict[tuple[Seat, int, str], list[Click]],
    result: Balance,
) -> None:
    """Entries of people that no click asked for; standing orders may have."""
    ordering = {each.person for each in clicks if ":order" in each.custom_id}
    for key, number in book.moves.items():
        user = book.users[key[0]]
        if user is None:
            continue
        assert book.rows[number - 1].by_user == user
        if key not in meant and user not in ordering:
            result.faults.append(f"invented: {key}")
    undone = sum(isinstance(each, TakenBack) for each in book.journal.entries)
    asked = sum("undo:" in each.custom_id for each in clicks)
    if undone > asked:
        result.faults.append(f"{undone} actions were taken back, {asked} were asked for")


def _order(
    book: Book, meant: dict[tuple[Seat, int, str], list[Click]], result: Balance
) -> None:
    """No entry stands before one whose click was answered before its own was sent."""
    latest = 0.0
    for key, _number in sorted(book.moves.items(), key=lambda each: each[1]):
        clicks = [each for each in meant.get(key, ()) if _confirmed(each)]
        if len(clicks) != 1 or clicks[0].question.final is None:
            continue
        question = clicks[0].question
        if (question.final or 0.0) < latest:
            result.faults.append(f"out of order: {key}")
        latest = max(latest, question.asked)


def doubles(sights: Iterable[Sight], channel: int) -> list[str]:
    """Open messages of a channel that say the same as the one before them."""
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
