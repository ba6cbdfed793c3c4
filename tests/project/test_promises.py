"""Each number that a page promises is the figure that the code has: one table of them."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest

from bot import app
from bot.background.health import MOST_COUNTED
from bot.commands import opened_threads
from bot.database import postgresql
from bot.interactions import invalid_requests, open_lists, rest_budget, session_starts
from bot.settings import Settings
from bot.store import discord_limits, leases, processes
from bot.tables.core import leases as held
from bot.tables.core import ratings
from bot.tables.lobby import lobbies
from bot.tables.opponents import thinking
from bot.tables.persons import coach
from bot.tables.upkeep import expiry, retention, work_search
from render.lacrimosa.words.coach import laying
from render.words import coverage
from rules.registry import GAMES

ROOT = Path(__file__).resolve().parents[2]
MINUTE, HOUR, DAY = 60, 3600, 86400


class Promise(msgspec.Struct, frozen=True):
    """A sentence of a page, the figure behind it, and that figure written out once more.

    Attributes:
        sentence: words of the page, which stand there once.
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


README, POSTGRESQL, PRIVACY = "README.md", "docs/postgresql.md", "docs/privacy.md"
LANGUAGE = "docs/new-language.md"
METRICS, TEACHING, RECORDS = "docs/metrics.md", "docs/teaching.md", "docs/design-records.md"

PROMISES = (
    Promise(README, "for 3 to 5 players", [*GAMES["florence"].seats], [3, 4, 5]),
    Promise(README, "for 2 to 4, or for one", [*GAMES["lacrimosa"].seats], [1, 2, 3, 4]),
    Promise(README, "you were away for two minutes", app.AWAY, 2 * MINUTE),
    Promise(README, "whoever has finished five games", ratings.LISTED_FROM, 5),
    Promise(README, "| `MAECENAS_POOL` | `4` |", setting("pool"), 4),
    Promise(README, "| `MAECENAS_OPPONENT_PAUSE` | `1.0` |", setting("opponent_pause"), 1.0),
    Promise(README, "| `MAECENAS_OPPONENT_WORKERS` | `2` |", setting("opponent_workers"), 2),
    Promise(README, "| `MAECENAS_UNDO_PAUSE` | `20.0` |", setting("undo_pause"), 20.0),
    Promise(README, "| `MAECENAS_CACHE_GAMES` | `64` |", setting("cache_games"), 64),
    Promise(README, "| `MAECENAS_ERASED_PERCENT` | `20` |", setting("erased_percent"), 20),
    Promise(LANGUAGE, "95 % of the commands", coverage.ENOUGH, 0.95),
    Promise(README, "thinks for up to one and a half seconds", thinking.THOUGHT, 1.5),
    Promise(README, "Maecenas sends 45 at most", rest_budget.RATE, 45),
    Promise(
        README, "refused requests (401, 403, 429) in ten minutes", invalid_requests.WINDOW, 600
    ),
    Promise(README, "After 5,000", invalid_requests.MOST, 5_000),
    Promise(README, "With fewer than 50 left", session_starts.FEWEST, 50),
    Promise(README, "begin at least 5.5 seconds apart", discord_limits.APART, 5.5),
    Promise(README, "100 if nobody has said", lobbies.MOST_TABLES, 100),
    Promise(README, "keeps at most three lobbies waiting", lobbies.MOST_WAITING, 3),
    Promise(README, "has at most 20 running", lobbies.MOST_STARTED, 20),
    Promise(
        README, "five threads an hour", (opened_threads.MOST, opened_threads.WITHIN), (5, HOUR)
    ),
    Promise(
        README,
        "every 15 seconds, for 14 minutes",
        (open_lists.EVERY, open_lists.FOLLOWED_FOR),
        (15, 14 * MINUTE),
    ),
    Promise(README, "nobody has touched for 30 days", expiry.REST_AGE, 30 * DAY),
    Promise(README, "up to 10,000", MOST_COUNTED, 10_000),
    Promise(POSTGRESQL, "takes longer than five seconds", postgresql.TIMEOUT, 5),
    Promise(POSTGRESQL, "says every five seconds in the table", processes.RENEWED, 5),
    Promise(PRIVACY, "After 30 days the games, results", retention.GUILD_AGE, 30 * DAY),
    Promise(PRIVACY, "are erased after 7 days everywhere", retention.LOBBY_AGE, 7 * DAY),
    Promise(PRIVACY, "more than 20 % of the servers", setting("erased_percent"), 20),
    Promise(METRICS, "open games and lobbies, counted up to 10,000", MOST_COUNTED, 10_000),
    Promise(METRICS, "more is wanted than 45 a second", rest_budget.RATE, 45),
    Promise(METRICS, "in the last ten minutes", invalid_requests.WINDOW, 10 * MINUTE),
    Promise(
        METRICS, "at 5,000 messages, reminders and commands wait", invalid_requests.MOST, 5_000
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


def read(page: str) -> str:
    """A page as one line."""
    return re.sub(r"\s+", " ", (ROOT / page).read_text("utf-8"))


@pytest.mark.parametrize("promise", PROMISES, ids=[each.sentence for each in PROMISES])
def test_a_page_promises_what_the_code_does(promise: Promise) -> None:
    assert read(promise.page).count(promise.sentence) == 1, "the page says it once"
    assert promise.figure == promise.promised


def test_no_setting_of_the_table_is_left_out() -> None:
    rows = re.findall(r"\| `MAECENAS_(\w+)` \| `([\d.]+)` \|", read(README))
    named = {row.sentence for row in PROMISES}
    assert {f"| `MAECENAS_{name}` | `{default}` |" for name, default in rows} <= named
    for name, default in rows:
        assert float(str(setting(name.lower()))) == float(default)
