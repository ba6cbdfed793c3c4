"""Every method of the store, called on SQLite and on PostgreSQL: the same answers."""

from __future__ import annotations

import inspect
from pathlib import Path
from typing import Any, Final

import pytest
from msgspec.structs import replace

from bot.store import Store
from bot.store.asks import Ask
from bot.store.changes import Change, Guard
from bot.store.emojis import EmojiRow
from bot.store.offers import SentOffer
from bot.store.out import Board, Hand, Notice, OutRow
from bot.store.person_rows import LessonRow, PersonRow, PuzzleChannelRow
from bot.store.result_rows import PaceRow, ResultRow, ResultSeatRow, ReviewRow
from bot.store.rows import (
    CallRow,
    Due,
    EntryRow,
    Note,
    OrderRow,
    PlanRow,
    Proposal,
    Seating,
    SeatRow,
)
from tests.bot.services import ANN, BEN, CHANNEL, GUILD, game_row
from tests.postgresql import Server

CLEO: Final = 103
DUE: Final = Due("remind", 5.0, 0, 1)
REVIEW: Final = ReviewRow(1, 0, ANN, 4.0, "{}")
PUZZLES_HERE: Final = PuzzleChannelRow(
    channel=7, guild=GUILD, language="en", zone="UTC", minute=60, next_at=5.0
)
PUZZLES_POSTED: Final = replace(PUZZLES_HERE, day="2026-11-27", next_at=9.0, tries=1)
CALL: Final = CallRow(entry=1, channel=21, message=31, number=2, silent=True)
SEATS: Final = (
    SeatRow(
        *(1, 0, ANN, "Ann"),
        dm_channel=21,
        dm_message=22,
        call=CALL,
        waits_since=1.0,
        asks=(Ask(kind="move", since=1.0, what="{}"),),
        own_note="a\nb",
        keeps_note=True,
    ),
    SeatRow(1, 1, BEN, "Ben", hands="button", calls="channel", invited=CLEO),
    SeatRow(1, 2, None, "Bot", level="easy"),
)
LOBBY: Final = game_row(id=0)
EVERYTHING: Final = Change(
    number=2,
    seats=SEATS,
    entries=(
        EntryRow(1, ANN, 5.0, b'{"type":"moved","seat":0}', "a"),
        EntryRow(2, None, 6.0, b"{}", "b"),
    ),
    outs=(
        Board(),
        Hand(0),
        Notice("table.rests", {"name": "Ben", "who": BEN}),
    ),
    orders=(OrderRow(1, 0, "pass", 3.0, b"{}"), OrderRow(1, 0, "bid", 3.0, b"{}")),
    votes=((0, "continue"), (1, "end")),
    proposals=(
        Proposal(
            number=1,
            kind="undo",
            seat=0,
            entry=1,
            began=2.0,
            late=True,
            answers=((1, "yes"),),
        ),
    ),
    notes=(Note(0, "note.order", "{}", None),),
    plans=(PlanRow(0, "{}", "[]", "[]"),),
    dues=(DUE, Due("closing", 9.0)),
    undue=(("remind", 0), ("closing", None)),
    seatings=(Seating(4.0, 1, 2, "left", "Cleo", CLEO, "easy"),),
    invited=(3.0, ANN, CLEO),
    followers=(CLEO,),
    paces=(
        PaceRow(game=1, guild=GUILD, user=ANN, turn=1, began=2.0, acted=4.0),
        PaceRow(game=1, guild=GUILD, user=BEN, turn=2, began=4.0, acted=5.5),
    ),
)
RESULT: Final = ResultRow(
    1,
    GUILD,
    "florence",
    9.0,
    "finished",
    False,
    (
        ResultSeatRow(0, 0, ANN, "Ann", None, 40, 1),
        ResultSeatRow(2, 0, None, "Bot", "easy", 30, 2),
    ),
)

Step = tuple[str, str, tuple[Any, ...]]


def _row(**fields: Any) -> Any:
    return replace(LOBBY, id=1, status="playing", **fields)


def _out(number: int) -> OutRow:
    return OutRow(
        id=number,
        first=number,
        game=1,
        n=2,
        created=5.0,
        born=5.0,
        tries=0,
        revision=1,
        what=Hand(0),
    )


STEPS: Final[tuple[Step, ...]] = (
    ("games", "create", (LOBBY, Change(seats=SEATS[:1]))),
    ("lists", "lobbies", (GUILD, 10)),
    ("games", "waiting", (ANN,)),
    ("games", "commit", (_row(updated=7.0), EVERYTHING)),
    (
        "games",
        "commit",
        (
            _row(revision=1, steps=True, updated=8.0),
            Change(
                number=2,
                cut=1,
                dues=(Due("remind", 6.0, 0, 2),),
                seatings=(Seating(5.0, 1, 2, "back", "Cleo", CLEO),),
                orders=(OrderRow(1, 0, "pass", 1.0, b"[]"),),
                dropped=(OrderRow(1, 0, "bid", 3.0, b"{}"),),
            ),
        ),
    ),
    *(
        ("games", name, (1,))
        for name in (
            "game",
            "seats",
            "entries",
            "orders",
            "votes",
            "seatings",
            "proposals",
            "notes",
            "plans",
        )
    ),
    ("games", "in_channel", (CHANNEL,)),
    ("games", "in_guild", (GUILD,)),
    ("games", "in_guild", (GUILD, 0)),
    ("game_index", "open_numbers", (GUILD, CHANNEL)),
    ("games", "started", (ANN, GUILD)),
    ("game_index", "played_by", (ANN,)),
    ("game_index", "has_played", (ANN, GUILD)),
    ("game_index", "invitations", (ANN, 2.0)),
    ("games", "secret", (1, b"secret")),
    ("games", "secret", (1, b"another")),
    ("game_index", "stepping", ()),
    ("game_index", "unverified", ("release", 0)),
    ("game_index", "untouched", ("playing", 9.0)),
    ("game_index", "begun", ()),
    ("game_index", "latest", ()),
    ("game_index", "count_all_open", (10,)),
    ("game_index", "count_all_open", (0,)),
    ("game_index", "count_open", (GUILD,)),
    ("game_index", "count_open", (GUILD + 1,)),
    (
        "games",
        "set_message",
        (_row(message_channel=1, message=2, message_entry=2, message_at=3.0),),
    ),
    ("games", "set_verified", (_row(verified="release"),)),
    ("games", "set_dm", (replace(SEATS[0], dm_message=23),)),
    ("games", "set_call", (replace(SEATS[1], call=CALL),)),
    ("games", "set_advised", (1, 0)),
    ("games", "close_dms", (1, 1)),
    ("games", "seated", (ANN, 10)),
    ("lists", "started", (ANN, 10)),
    ("lists", "started", (CLEO, 10)),
    ("lists", "started", (999, 10)),
    ("lists", "seated", (BEN, 10)),
    ("lists", "lobbies", (GUILD, 10)),
    ("results", "servers", (ANN, 10)),
    ("game_index", "has_seat", (ANN, 1)),
    ("game_index", "has_seat", (CLEO, 2)),
    ("game_index", "lost", (ANN, GUILD)),
    ("game_index", "places", (GUILD,)),
    ("games", "revision", (1,)),
    ("games", "revision", (2,)),
    ("games", "set_advised", (1, 0, Guard(2))),
    ("games", "entries_from", (1, 1)),
    ("games", "entries_from", (1, 2)),
    ("games", "seats", (1,)),
    ("games", "game", (1,)),
    ("outbox", "games", ()),
    ("outbox", "count", (10,)),
    ("outbox", "pending", (1,)),
    ("outbox", "count_failure", (_out(2),)),
    ("outbox", "pending", (1,)),
    ("outbox", "repeat", (_out(2),)),
    ("outbox", "repeat", (replace(_out(2), game=2),)),
    ("outbox", "pending", (1,)),
    ("outbox", "remove", (replace(_out(2), epoch=9),)),
    ("outbox", "remove", (_out(2),)),
    ("outbox", "remove", (_out(2),)),
    ("outbox", "pending", (1,)),
    ("dues", "agree_uptime", (12.5,)),
    ("dues", "uptime", ()),
    ("dues", "agree_uptime", (12.0,)),
    ("dues", "agree_uptime", (13.0,)),
    ("dues", "put", (1, Due("ring", 8.0, 0, 2))),
    ("dues", "put", (1, Due("ring", 8.5, 0, 3))),
    ("dues", "of_game", (1,)),
    ("dues", "until", (7.0, ("remind", "closing"))),
    ("dues", "earliest", (("closing",),)),
    ("dues", "earliest", (("act",),)),
    ("dues", "put_off", (1, Due("closing", 9.0), 10.0)),
    ("dues", "of_game", (1,)),
    ("dues", "remove", (1, Due("closing", 10.0))),
    ("dues", "of_game", (1,)),
    ("emojis", "add", (7, EmojiRow("florin_1a2b", 5))),
    ("emojis", "of", (7,)),
    ("emojis", "of", (8,)),
    ("emojis", "replace", (7, (5,), 9.5)),
    ("emojis", "of", (7,)),
    ("emojis", "forget", (7, (5,))),
    ("emojis", "of", (7,)),
    ("emojis", "wait", (7, 9.5)),
    ("emojis", "wait", (7, 10.5)),
    ("emojis", "waits_until", (7,)),
    ("emojis", "waits_until", (8,)),
    ("bars", "set_of_person", (ANN, (BEN, CLEO))),
    ("bars", "of_person", (ANN,)),
    ("bars", "switch_on_server", (GUILD, CLEO)),
    ("bars", "stands", (CLEO, GUILD, BEN)),
    ("bars", "barring", (CLEO,)),
    ("bars", "switch_on_server", (GUILD, CLEO)),
    ("bars", "stands", (CLEO, GUILD, BEN)),
    ("bars", "lift_on_server", (GUILD, CLEO)),
    ("bars", "switch_on_server", (GUILD, CLEO)),
    ("bars", "lift_on_server", (GUILD, CLEO)),
    ("coach", "wanted", (ANN, "florence")),
    (
        "coach",
        "choose",
        (ANN, "florence"),
    ),
    ("coach", "wanted", (ANN, "florence")),
    ("coach", "add_told", (1, ANN, {"auction": 2, "turn": 3})),
    ("coach", "add_told", (1, ANN, {"auction": 4})),
    ("coach", "told", (1, ANN)),
    ("coach", "introduces", (1, ANN, "florence")),
    ("coach", "introduces", (2, ANN, "florence")),
    ("offers", "add", (1, 2, "open", SentOffer("en", 21, 41))),
    ("offers", "add", (1, 2, "open", SentOffer("fr", 21, 41))),
    ("offers", "of_seat", (1, 2, "open")),
    ("offers", "remove", (1, 41)),
    ("offers", "of_seat", (1, 2, "open")),
    (
        "people",
        "write",
        (PersonRow(ANN, "fr", quiet_start=22, quiet_end=7, time_zone="Europe/Rome"),),
    ),
    ("people", "read", (ANN,)),
    ("people", "note_discord_locale", (ANN, "it")),
    ("people", "note_discord_locale", (999, "it")),
    ("people", "otherwise_named", (BEN, GUILD, "Benedict")),
    ("people", "rename", (BEN, (1,), "Benedict")),
    ("people", "otherwise_named", (BEN, GUILD, "Benedict")),
    ("people", "otherwise_named", (BEN, GUILD, "Ben")),
    ("people", "note_click", (ANN, 5.0)),
    ("people", "note_click", (998, 5.0)),
    ("people", "clicked", (ANN,)),
    ("people", "clicked", (998,)),
    ("people", "read", (ANN,)),
    ("people", "read", (999,)),
    ("lessons", "write", (LessonRow(BEN, "florence-1", None, ("a", "b")),)),
    ("lessons", "write", (LessonRow(BEN, "florence-1", "x", ("a",)),)),
    ("lessons", "read", (BEN,)),
    ("lessons", "complete", (LessonRow(BEN, "florence-1", None, ()), 5.0)),
    ("lessons", "complete", (LessonRow(BEN, "florence-1", None, ()), 6.0)),
    ("lessons", "done", (BEN,)),
    ("puzzles", "choose", (BEN, "florence.1", 5.0)),
    ("puzzles", "choose", (BEN, "florence.1", 6.0)),
    ("puzzles", "choose", (ANN, "florence.1", 6.0)),
    ("puzzles", "disagree", (ANN, "florence.1")),
    ("puzzles", "disagree", (CLEO, "florence.1")),
    ("puzzles", "of_person", (BEN,)),
    ("puzzles", "disagreed", ()),
    ("puzzles", "out", ()),
    ("puzzle_days", "turn_on", (PUZZLES_HERE,)),
    ("puzzle_days", "turn_on", (replace(PUZZLES_HERE, minute=70),)),
    ("puzzle_days", "of_guild", (GUILD,)),
    ("puzzle_days", "of_channel", (9,)),
    ("puzzle_days", "due", (5.0,)),
    ("puzzle_days", "take", (PUZZLES_HERE, "2026-11-27", "florence.1", 9.0, 5.0)),
    ("puzzle_days", "take", (PUZZLES_HERE, "2026-11-27", "florence.1", 9.0, 5.0)),
    ("puzzle_days", "choose", (7, "2026-11-27", BEN, "pass")),
    ("puzzle_days", "choose", (7, "2026-11-27", BEN, "bid.300")),
    ("puzzle_days", "found", (7, "2026-11-27")),
    ("puzzle_days", "found", (7, "2026-11-28")),
    ("puzzle_days", "unposted", (0.0, 6.0)),
    ("puzzle_days", "retry", (PUZZLES_POSTED, 6.0)),
    ("puzzle_days", "retry", (PUZZLES_POSTED, 6.0)),
    ("puzzle_days", "posted", (PUZZLES_POSTED, 99)),
    ("puzzle_days", "unposted", (0.0, 9.0)),
    ("puzzle_days", "pass_over", (PUZZLES_POSTED, 20.0)),
    ("puzzle_days", "of_channel", (7,)),
    ("puzzle_days", "turn_off", (GUILD, 9)),
    ("puzzle_days", "turn_off", (GUILD, 7)),
    ("reviews", "ask", (1, 0, ANN, 4.0)),
    ("reviews", "find", (1, 0, ANN)),
    ("reviews", "waiting", (ANN,)),
    ("reviews", "next", ()),
    ("reviews", "keep", (REVIEW,)),
    ("reviews", "find", (1, 0, ANN)),
    ("reviews", "ask", (1, 0, BEN, 5.0)),
    ("reviews", "find", (1, 0, BEN)),
    ("reviews", "drop", (replace(REVIEW, user=BEN),)),
    ("reviews", "next", ()),
    ("results", "missing", (0,)),
    ("games", "followers", (1,)),
    ("games", "followed", (CLEO,)),
    ("paces", "of_game", (1,)),
    ("paces", "latest", (GUILD, ANN, 5)),
    ("results", "add", (RESULT,)),
    ("results", "add", (RESULT,)),
    ("results", "in_guild", (GUILD,)),
    ("results", "in_guild", (GUILD, "lacrimosa")),
    ("results", "unlisted", (GUILD,)),
    ("results", "finished", (ANN, "florence")),
    ("", "set_most_tables", (GUILD, 3)),
    ("", "set_most_tables", (GUILD, 4)),
    ("", "most_tables", (GUILD,)),
    ("", "keep_edition", ("lacrimosa", "hash", "text")),
    ("", "keep_edition", ("lacrimosa", "hash", "other text")),
    ("", "editions", ()),
    ("", "set_digest", ("commands", "1")),
    ("", "set_digest", ("commands", "2")),
    ("", "digest", ("commands",)),
    ("", "check_writable", ()),
    ("", "check_unused", ()),
    ("", "check_deletions", ()),
    ("", "checkpoint", ()),
    ("", "damage", ()),
    ("privacy", "accounts", ()),
    ("privacy", "games", (ANN,)),
    ("privacy", "shown", (ANN,)),
    ("privacy", "held", (ANN,)),
    ("privacy", "names", (CLEO,)),
    ("privacy", "messages", (ANN,)),
    ("privacy", "counts", (ANN,)),
    ("privacy", "data", (ANN,)),
    ("privacy", "set_seen", (3,)),
    ("privacy", "seen", ()),
    ("", "accept_deletions", ()),
    ("privacy", "seen", ()),
    ("privacy", "add_former_holders", (((1, "hash"), (1, "hash")),)),
    ("privacy", "is_former_holder", (1, "hash")),
    ("privacy", "clear", (BEN, ("Ben",), lambda language, seat: f"{language}{seat}", "easy")),
    ("privacy", "accounts", ()),
    ("privacy", "counts", (BEN,)),
    ("games", "seats", (1,)),
    ("outbox", "pending", (1,)),
    ("retention", "guilds", ()),
    ("retention", "set_absent", ((GUILD, 8), (), 5.0)),
    ("retention", "set_absent", ((8,), (GUILD,), 6.0)),
    ("retention", "absent", ()),
    ("retention", "open_games", (GUILD,)),
    ("retention", "games", (GUILD,)),
    ("retention", "closed_lobbies", (9.0,)),
    ("retention", "erase_invitations", (9.0,)),
    ("games", "close_unreadable", (1,)),
    ("retention", "noted", (99.0,)),
    ("games", "game", (1,)),
    ("retention", "erase", ((1,), GUILD)),
    ("game_index", "begun", ()),
    ("games", "create", (LOBBY, Change(seats=SEATS[:1]))),
)

CHOSEN: Final = {"coach": "wanted", "puzzles": "solved", "puzzle_days": "solved"}
"""The extra argument of each method named `choose`."""

ELSEWHERE: Final = {
    *("open", "read", "close", "serve", "copy_into", "backup"),
    *("listen", "tell", "tell_changed"),
}
"""Methods of the store itself that `test_postgresql.py` and others call."""


async def _answers(store: Store) -> list[tuple[str, str, object]]:
    found: list[tuple[str, str, object]] = []
    for part, method, values in STEPS:
        of = getattr(store, part) if part else store
        more = {CHOSEN[part]: True} if method == "choose" else {}
        found.append((part, method, await getattr(of, method)(*values, **more)))
    return found


@pytest.mark.parametrize("version", ["postgresql", "oldest_postgresql"])
async def test_every_method_answers_the_same(
    request: pytest.FixtureRequest, path: Path, version: str
) -> None:
    server: Server = request.getfixturevalue(version)
    here = await Store.open(path)
    try:
        on_sqlite = await _answers(here)
    finally:
        await here.close()
    async with server.database() as url:
        there = await Store.open(url)
        try:
            on_postgresql = await _answers(there)
        finally:
            await there.close()
    for one, other in zip(on_sqlite, on_postgresql, strict=True):
        assert other == one
    # No step may be without effect: what was written is read.
    assert sum(bool(answer) for _, _, answer in on_sqlite) > 70


async def test_no_method_is_left_out(path: Path) -> None:
    store = await Store.open(path)
    try:
        methods = {
            (part, name)
            for part, of in (("", store), *vars(store).items())
            if not part.startswith("_") and part not in {"deletions", "process"}
            for name, _ in inspect.getmembers(of, inspect.iscoroutinefunction)
            if not name.startswith("_")
        }
    finally:
        await store.close()
    called = {(part, method) for part, method, _ in STEPS}
    assert methods - called == {("", each) for each in ELSEWHERE}
