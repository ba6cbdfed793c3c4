"""Each number that a page promises is the one in the code: one table lists them all."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest

from bot import app, open_bot
from bot.background.health import MOST_COUNTED
from bot.commands import opened_threads
from bot.database import postgresql
from bot.interactions import (
    emojis,
    invalid_requests,
    open_lists,
    public_posts,
    rest_budget,
    session_starts,
    token_life,
)
from bot.settings import Settings
from bot.store import discord_limits, leases, processes
from bot.store.person_rows import PersonRow
from bot.store.rows import UserId
from bot.tables.core import (
    editions,
    following,
    own_notes,
    paces,
    quiet_hours,
    ratings,
    waits,
)
from bot.tables.core import leases as held
from bot.tables.lobby import lobbies, lobby_times
from bot.tables.opponents import autoplay, thinking
from bot.tables.orders import early_answers
from bot.tables.persons import coach, puzzle_days
from bot.tables.seating import proposals, seat_changes, seat_votes, seats
from bot.tables.upkeep import expiry, reminders, retention, work_search
from render.lacrimosa.words.coach import laying
from render.words import coverage
from rules.registry import GAMES, LESSONS
from tests import auctions
from tests.scale import figures
from tests.wire import first_words, five_tables, load, trials, true_panels, ways
from tests.wire.server import interactions

ROOT = Path(__file__).resolve().parents[2]
MINUTE, HOUR, DAY = 60, 3600, 86400


class Promise(msgspec.Struct, frozen=True):
    """A sentence of a page, the figure behind it, and that figure written out once more.

    Attributes:
        sentence: words of the page, which occur there once.
        figure: what the code has.
        promised: what the sentence says.
    """

    page: str
    sentence: str
    figure: object
    promised: object


def setting(name: str) -> object:
    """The default of a setting."""
    return Settings.model_fields[name].default


README, HOSTING, PROCESSES = "README.md", "docs/hosting.md", "docs/processes.md"
POSTGRESQL, PRIVACY = "docs/postgresql.md", "docs/privacy.md"
PLAYING = "docs/playing.md"
LANGUAGE, EDITION, LISTED = "docs/new-language.md", "docs/edition.md", "docs/promises.md"
METRICS, TEACHING, RECORDS = "docs/metrics.md", "docs/teaching.md", "docs/design-records.md"

PROMISES = (
    Promise(README, "for 3 to 5 players", [*GAMES["florence"].seats], [3, 4, 5]),
    Promise(README, "*Lacrimosa*, for 1 to 4", [*GAMES["lacrimosa"].seats], [1, 2, 3, 4]),
    Promise(README, "seven lessons", {len(each) for each in LESSONS.values()}, {7}),
    Promise(
        PLAYING,
        "no start time is set, the game starts by itself after 1",
        lobby_times.FULL,
        MINUTE,
    ),
    Promise(PLAYING, "is reminded 15 minutes before", lobby_times.REMINDER, 15 * MINUTE),
    Promise(PLAYING, "follow up to 10 games", following.MOST, 10),
    Promise(PLAYING, "is closed 7 days after the last player", lobby_times.AGE, 7 * DAY),
    Promise(PLAYING, "in 7 lessons", {len(each) for each in LESSONS.values()}, {7}),
    Promise(PLAYING, "In your first 2 games, a coach", coach.LEARNT_AFTER, 2),
    Promise(PLAYING, "you have been away for 2 minutes", open_bot.AWAY, 2 * MINUTE),
    Promise(PLAYING, "up to 1000 characters", own_notes.LONGEST, 1000),
    Promise(PLAYING, "after 24 hours at the latest", early_answers.ANSWERED_WITHIN, DAY),
    Promise(
        PLAYING,
        "you are reminded after 24 hours, at most 3 times about one decision",
        (PersonRow(user=UserId(1)).reminders, reminders.MOST_IN_A_ROW),
        (24, 3),
    ),
    Promise(PLAYING, "12 a day at most", quiet_hours.MOST_HOURS, 12),
    Promise(PLAYING, "reminded every 3 minutes", waits.LIVE_REMINDER, 3 * MINUTE),
    Promise(PLAYING, "for 24 hours anyone in the channel", seat_changes.OPEN_FOR, DAY),
    Promise(
        PLAYING,
        "act for 72 hours (15 minutes at a live table)",
        [waits.FIRST_DUE[each]["absent"] for each in ("days", "live")],
        [72 * HOUR, 15 * MINUTE],
    ),
    Promise(PLAYING, "After 5 games with other people", ratings.LISTED_FROM, 5),
    Promise(PLAYING, "After 20 turns at tables over days", paces.AT_LEAST, 20),
    Promise(
        PLAYING, "between the same people within 30 days", ratings.REPEATED_WITHIN, 30 * DAY
    ),
    Promise(HOSTING, "have been away for two minutes", open_bot.AWAY, 2 * MINUTE),
    Promise(HOSTING, "| `MAECENAS_POOL` | `4` |", setting("pool"), 4),
    Promise(HOSTING, "| `MAECENAS_OPPONENT_PAUSE` | `1.0` |", setting("opponent_pause"), 1.0),
    Promise(HOSTING, "| `MAECENAS_OPPONENT_WORKERS` | `2` |", setting("opponent_workers"), 2),
    Promise(HOSTING, "| `MAECENAS_UNDO_PAUSE` | `20.0` |", setting("undo_pause"), 20.0),
    Promise(HOSTING, "| `MAECENAS_CACHE_GAMES` | `64` |", setting("cache_games"), 64),
    Promise(HOSTING, "| `MAECENAS_ERASED_PERCENT` | `20` |", setting("erased_percent"), 20),
    Promise(LANGUAGE, "95% of the commands", coverage.ENOUGH, 0.95),
    Promise(HOSTING, "thinks for up to one and a half seconds", thinking.THOUGHT, 1.5),
    Promise(HOSTING, "Maecenas sends 45 at most", rest_budget.RATE, 45),
    Promise(
        HOSTING, "refused requests (401, 403, 429) in ten minutes", invalid_requests.WINDOW, 600
    ),
    Promise(HOSTING, "After 5,000", invalid_requests.MOST, 5_000),
    Promise(HOSTING, "With fewer than 50 left", session_starts.FEWEST, 50),
    Promise(HOSTING, "tries again three times an hour", HOUR / emojis.INTERVAL, 3),
    Promise(
        HOSTING,
        "cause three such posts a minute, and one channel gets six",
        (public_posts.MOST_BY_PERSON, public_posts.MOST_IN_CHANNEL, public_posts.WITHIN),
        (3, 6, MINUTE),
    ),
    Promise(HOSTING, "by default 100", lobbies.MOST_TABLES, 100),
    Promise(HOSTING, "in 5 channels at most", puzzle_days.MOST, 5),
    Promise(HOSTING, "have at most three lobbies waiting", lobbies.MOST_WAITING, 3),
    Promise(HOSTING, "at most 20 running games", lobbies.MOST_STARTED, 20),
    Promise(
        HOSTING, "five threads an hour", (opened_threads.MOST, opened_threads.WITHIN), (5, HOUR)
    ),
    Promise(HOSTING, "nobody has touched for 30 days", expiry.REST_AGE, 30 * DAY),
    Promise(HOSTING, "up to 10,000", MOST_COUNTED, 10_000),
    Promise(PROCESSES, "begin at least 5.5 seconds apart", discord_limits.APART, 5.5),
    Promise(PROCESSES, "Within 20 seconds", figures.SILENCE, 20),
    Promise(EDITION, "256 KiB at most", editions.LARGEST, 256 * 1024),
    Promise(POSTGRESQL, "takes over five seconds", postgresql.TIMEOUT, 5),
    Promise(POSTGRESQL, "Every five seconds each process writes", processes.RENEWED, 5),
    Promise(PRIVACY, "After 30 days the games, results", retention.GUILD_AGE, 30 * DAY),
    Promise(PRIVACY, "without a game are erased after 7 days", retention.LOBBY_AGE, 7 * DAY),
    Promise(PRIVACY, "more than 20% of the servers", setting("erased_percent"), 20),
    Promise(
        METRICS,
        "without games at rest; counted up to 10,000",
        MOST_COUNTED,
        10_000,
    ),
    Promise(METRICS, "if over 45 a second are wanted", rest_budget.RATE, 45),
    Promise(METRICS, "in the last ten minutes", invalid_requests.WINDOW, 10 * MINUTE),
    Promise(
        METRICS, "at 5,000, messages, reminders and commands wait", invalid_requests.MOST, 5_000
    ),
    Promise(TEACHING, "has at most two lines", coach.MOST, 2),
    Promise(TEACHING, "fewer than two games of a title", coach.LEARNT_AFTER, 2),
    Promise(TEACHING, "or twice as much is at stake", coach.GROWN, 2),
    Promise(TEACHING, "told from 3 ducats on", laying.MATTERS, 3),
    Promise(
        RECORDS,
        "It lasts 15 seconds and is renewed every 5",
        (leases.LASTS, held.RENEWED),
        (15, 5),
    ),
    Promise(RECORDS, "is younger than 10 seconds", held.TRUSTED, 10),
    Promise(RECORDS, "Every 3 seconds, and after each reconnect", work_search.INTERVAL, 3),
    Promise(
        RECORDS,
        "renewed every 5 s and lapsed after 15",
        (processes.RENEWED, processes.LASTS),
        (5, 15),
    ),
    Promise(RECORDS, "could not renew that for 10 s", processes.SURE, 10),
)


def listed(what: str, figure: str, code: object, promised: object) -> Promise:
    """A row of the page of promises: what it says, its figure, and the figure in the code."""
    return Promise(LISTED, f"| {what} | {figure} |", code, promised)


ROWS = (
    listed(
        "players of *The Princes of Florence*",
        "3 to 5",
        [*GAMES["florence"].seats],
        [3, 4, 5],
    ),
    listed("players of *Lacrimosa*", "1 to 4", [*GAMES["lacrimosa"].seats], [1, 2, 3, 4]),
    listed("lessons of each game", "7", {len(each) for each in LESSONS.values()}, {7}),
    listed(
        "a turn with nothing left to do ends after",
        "20 seconds",
        setting("undo_pause"),
        20.0,
    ),
    listed(
        "the same at a live table, or alone with computer players",
        "5 seconds",
        autoplay.LIVE_UNDO_PAUSE,
        5.0,
    ),
    listed("a panel follows its table for", "14 minutes", token_life.LIFE, 14 * MINUTE),
    listed(
        "after a change, 99 of 100 open panels are up to date within",
        "5 seconds",
        true_panels.SOON,
        5,
    ),
    listed(
        'calls per person in a round of "bid up to" auctions',
        "2.2",
        auctions.PROMISED["round"][0],
        2.2,
    ),
    listed(
        "hours that such a round takes five people in five time zones",
        "35",
        auctions.PROMISED["round"][1],
        35,
    ),
    listed(
        "presses for an action in *The Princes of Florence*, opening the panel included",
        "3",
        ways.MOST["action"],
        3,
    ),
    listed("presses for a turn in *Lacrimosa*, on average", "5", ways.MOST["turn"], 5),
    listed("buttons on a new table", "4", first_words.CONTROLS, 4),
    listed(
        "messages in which `/turns` lets you play all your tables", "1", five_tables.MESSAGES, 1
    ),
    listed(
        "a new table stays open after the last player joined, for",
        "7 days",
        lobby_times.AGE,
        7 * DAY,
    ),
    listed("its players are told before it closes", "24 hours", lobby_times.WARNING, DAY),
    listed(
        "a full table starts, unless a time is set, after", "1 minute", lobby_times.FULL, MINUTE
    ),
    listed(
        "you are reminded before the start time, by",
        "15 minutes",
        lobby_times.REMINDER,
        15 * MINUTE,
    ),
    listed(
        "with too few players, a table waits after its start time for",
        "30 minutes",
        lobby_times.PATIENCE,
        30 * MINUTE,
    ),
    listed(
        "an open `/turns` or `/games` list is refreshed every",
        "15 seconds",
        open_lists.EVERY,
        15,
    ),
    listed("such a list follows its tables for", "14 minutes", token_life.LIFE, 14 * MINUTE),
    listed("tables of yours that have not started, at most", "3", lobbies.MOST_WAITING, 3),
    listed(
        "running games that you opened on one server, at most", "20", lobbies.MOST_STARTED, 20
    ),
    listed(
        "threads that are opened for you within an hour, at most",
        "5",
        (opened_threads.MOST, opened_threads.WITHIN),
        (5, HOUR),
    ),
    listed(
        "public posts that you can cause within a minute, at most",
        "3",
        (public_posts.MOST_BY_PERSON, public_posts.WITHIN),
        (3, MINUTE),
    ),
    listed(
        "such posts in one channel within a minute, at most",
        "6",
        (public_posts.MOST_IN_CHANNEL, public_posts.WITHIN),
        (6, MINUTE),
    ),
    listed(
        "you are called after your last click, at the earliest",
        "2 minutes",
        open_bot.AWAY,
        2 * MINUTE,
    ),
    listed(
        "your first reminder, unless you choose another time",
        "24 hours",
        PersonRow(user=UserId(1)).reminders,
        24,
    ),
    listed("reminders of one decision, at most", "3", reminders.MOST_IN_A_ROW, 3),
    listed(
        "reminders at a live table, one every", "3 minutes", waits.LIVE_REMINDER, 3 * MINUTE
    ),
    listed("quiet hours a day, at most", "12 hours", quiet_hours.MOST_HOURS, 12),
    listed(
        "nudges at a table, one every", "6 hours", reminders.BETWEEN_NUDGES["days"], 6 * HOUR
    ),
    listed(
        "nudges at a live table, one every",
        "5 minutes",
        reminders.BETWEEN_NUDGES["live"],
        5 * MINUTE,
    ),
    listed(
        'a "bid up to" auction waits for your answer, at most',
        "24 hours",
        early_answers.ANSWERED_WITHIN,
        DAY,
    ),
    listed(
        "others wait for an action that can still be undone",
        "20 seconds",
        setting("undo_pause"),
        20,
    ),
    listed("the same at a live table, at most", "5 seconds", autoplay.LIVE_UNDO_PAUSE, 5),
    listed(
        "the table is asked about someone it waits for, after",
        "72 hours",
        waits.FIRST_DUE["days"]["absent"],
        72 * HOUR,
    ),
    listed(
        "the same at a live table, after",
        "15 minutes",
        waits.FIRST_DUE["live"]["absent"],
        15 * MINUTE,
    ),
    listed(
        "a request to undo stays open at a table over days for",
        "24 hours",
        proposals.RULES["undo"].lasts,
        DAY,
    ),
    listed(
        "a proposal to end a game, or pause it for longer, stays open at a table over days for",
        "72 hours",
        (proposals.RULES["pause"].lasts, proposals.RULES["end"].lasts),
        (72 * HOUR, 72 * HOUR),
    ),
    listed(
        "any of these at a live table stays open for",
        "15 minutes",
        {each.lasts_live for each in proposals.RULES.values()},
        {15 * MINUTE},
    ),
    listed(
        "the silence of people who are away counts as an answer after",
        "48 hours",
        proposals.ABSENT_FOR,
        48 * HOUR,
    ),
    listed(
        "a seat that was left for good can be taken within",
        "24 hours",
        seat_changes.OPEN_FOR,
        DAY,
    ),
    listed(
        "before the others can open a seat, a computer player stands in for",
        "7 days",
        seat_votes.STOOD_IN_FOR,
        7 * DAY,
    ),
    listed(
        "an invitation to a seat stands for", "72 hours", seat_changes.INVITED_FOR, 72 * HOUR
    ),
    listed("invitations that you can send a day", "3", seats.MOST_A_DAY, 3),
    listed(
        "the same person can be invited again after", "30 days", seats.AGAIN_AFTER, 30 * DAY
    ),
    listed(
        "once all its people have left the server, a table closes after",
        "14 days",
        seat_changes.ALL_GONE_FOR,
        14 * DAY,
    ),
    listed(
        "the coach explains, unless you choose otherwise, your first",
        "2 games",
        coach.LEARNT_AFTER,
        2,
    ),
    listed("you have a rating after", "5 games", ratings.LISTED_FROM, 5),
    listed(
        "games of the same people weigh less within",
        "30 days",
        ratings.REPEATED_WITHIN,
        30 * DAY,
    ),
    listed("a table that nobody touches rests after", "30 days", expiry.REST_AGE, 30 * DAY),
    listed(
        "99 of 100 clicks have a first answer, at 50 tables on two cores",
        "0.3 seconds",
        (load.FIRST, figures.TABLES),
        (300, 50),
    ),
    listed("the longest that any click waits there", "3 seconds", interactions.DEADLINE, 3),
    listed("SIGTERM to the end", "5 seconds", trials.STOPS_WITHIN, 5),
    listed(
        "SQLite's log is copied into its file every",
        "5 minutes",
        app.CHECKPOINT_INTERVAL,
        5 * MINUTE,
    ),
    listed("open tables on a server, unless set otherwise", "100", lobbies.MOST_TABLES, 100),
    listed("requests to Discord a second, at most", "45", rest_budget.RATE, 45),
    listed(
        "refused requests in ten minutes, after which the rest waits",
        "5,000",
        (invalid_requests.MOST, invalid_requests.WINDOW),
        (5_000, 10 * MINUTE),
    ),
    listed("sessions left, below which a start waits", "50", session_starts.FEWEST, 50),
    listed("between two sessions that begin", "5.5 seconds", discord_limits.APART, 5.5),
    listed(
        "after a crash, what needs no click goes on within",
        "20 seconds",
        figures.SILENCE,
        20,
    ),
    listed(
        "games of a server that the bot has left are erased after",
        "30 days",
        retention.GUILD_AGE,
        30 * DAY,
    ),
    listed(
        "tables that closed before they started are erased after",
        "7 days",
        retention.LOBBY_AGE,
        7 * DAY,
    ),
    listed("servers erased at once, at most", "20%", setting("erased_percent"), 20),
)
"""All figures of the page of promises."""

ALL = (*PROMISES, *ROWS)


def read(page: str) -> str:
    """A page as one line."""
    return re.sub(r"\s+", " ", (ROOT / page).read_text("utf-8"))


@pytest.mark.parametrize("promise", ALL, ids=[each.sentence for each in ALL])
def test_a_page_promises_what_the_code_does(promise: Promise) -> None:
    assert read(promise.page).count(promise.sentence) == 1, "the page says it once"
    assert promise.figure == promise.promised


def test_no_setting_of_the_table_is_left_out() -> None:
    rows = re.findall(r"\| `MAECENAS_(\w+)` \| `([\d.]+)` \|", read(HOSTING))
    named = {row.sentence for row in PROMISES}
    assert {f"| `MAECENAS_{name}` | `{default}` |" for name, default in rows} <= named
    for name, default in rows:
        assert float(str(setting(name.lower()))) == float(default)


def test_every_row_of_the_page_is_held() -> None:
    page = (ROOT / LISTED).read_text("utf-8")
    rows = [line for line in page.splitlines() if line.startswith("| ")]
    assert [row for row in rows if row != "| what | figure |"] == [row.sentence for row in ROWS]
