"""The newest private panel of each person, checked against what is stored.

Both are seen from outside: the panel as it was sent, the table as it is in the database.
"""

from __future__ import annotations

import asyncio
import re
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import msgspec

from render.words import Words, plain
from rules.codec import Codec
from rules.journal import Journal
from rules.registry import played_with
from tests.bot.client_message import EPHEMERAL, MENU, PEOPLE, Message
from tests.wire.promise import Promise
from tests.wire.server import Loopback, Person
from tests.wire.server.world import DISCORD_EPOCH, Channel, Post
from tests.wire.stored_games import StoredGame, asked_first

EVERY: Final = 0.2
"""Seconds between two looks."""

SOON: Final = 5.0
"""Seconds after which a panel should be true again; in 99 of 100 cases it must be."""

FOR_EVER: Final = 60.0
"""Seconds after which no one would wait for a panel any more."""

UNTOUCHED: Final = 20.0
"""Seconds after the last press during which a step or a question is left alone."""

_ABOUT: Final = re.compile(
    r"m1s?:(pick|pick_apart|step|why|suggest|limit|apart|more|sure|go|best_place):\d+:(\d+):(\d+)"
)
"""A custom_id that names a decision: the verb, the seat, the entry at which it arose."""


class Standing(msgspec.Struct, frozen=True):
    """A table as it is stored.

    Attributes:
        users: who holds each seat.
        decides: the entry at which the decision of each deciding seat arose.
        at: when the latest entry was stored, in Unix seconds.
        over: whether the game has ended.
    """

    users: tuple[int | None, ...]
    decides: dict[int, int]
    at: float
    over: bool


class StoredTable:
    """The only game of a database; each look folds the entries added since the last one."""

    def __init__(self, file: Path) -> None:
        """Nothing is read yet."""
        self._file = file
        self._journal: Journal[Any, Any] | None = None
        self._codec: Codec | None = None

    def look(self) -> Standing | None:
        """The table as it is stored; None: its game has not begun."""
        with closing(sqlite3.connect(f"file:{self._file}?mode=ro", uri=True)) as database:
            row = database.execute(
                "SELECT id, game, channel, status, chosen, edition FROM games"
                " WHERE status IN ('playing', 'over')"
            ).fetchone()
            if row is None:
                return None
            number, title, channel, status, chosen, edition = row
            held = database.execute(
                "SELECT user FROM seats WHERE game = ? ORDER BY seat", (number,)
            ).fetchall()
            users = tuple(each for (each,) in held)
            if self._journal is None or self._codec is None:
                rules = played_with(title, edition)
                self._codec = Codec(rules)
                options = rules.options(len(users), msgspec.json.decode(chosen))
                self._journal = Journal(rules, options)
            entries = database.execute(
                "SELECT entry FROM entries WHERE game = ? AND n > ? ORDER BY n",
                (number, self._journal.number),
            ).fetchall()
            (at,) = database.execute(
                "SELECT max(at) FROM entries WHERE game = ?", (number,)
            ).fetchone()
            for (entry,) in entries:
                self._journal = self._journal.add(self._codec.decode(entry))
            journal = self._journal
            game = StoredGame(title, channel, status, users, ())
            sealed = asked_first(database, number, game, journal)
        asked = () if sealed else journal.decisions
        decides = {each.seat: journal.arose(each.seat) or 0 for each in asked}
        return Standing(users, decides, at or 0.0, status == "over")


@dataclass
class TruePanels:
    """For how long each panel was false.

    Attributes:
        discord, file, channel, words: where the table is, its database, its texts.
        looks: how often a panel was looked at.
        false: for how many seconds each false panel was false, with what it showed.
    """

    discord: Loopback
    file: Path
    channel: Channel
    words: Words
    looks: int = 0
    false: list[tuple[float, str]] = field(default_factory=list)
    _since: dict[int, float] = field(default_factory=dict)
    _seen: dict[int, tuple[str, float]] = field(default_factory=dict)
    _stored: StoredTable = field(init=False)

    def __post_init__(self) -> None:
        self._stored = StoredTable(self.file)

    @property
    def promises(self) -> tuple[Promise, ...]:
        """How many panels were true again soon, and how many never were."""
        late = sum(seconds > SOON for seconds, _ in self.false)
        share = 100.0 * (1 - late / len(self.false)) if self.false else 100.0
        never = sum(seconds > FOR_EVER for seconds, _ in self.false)
        return (
            Promise(f"panels true within {SOON:g} s of a change, of 100", share, 99),
            Promise("panels that stay false", never, 0, 0),
        )

    async def watch(self, people: tuple[Person, ...]) -> None:
        """Look again and again until cancelled."""
        while True:
            await self.look(people)
            await asyncio.sleep(EVERY)

    async def look(self, people: tuple[Person, ...]) -> list[str]:
        """Check each person's newest panel against the table once; return the false ones."""
        standing = await asyncio.to_thread(self._stored.look)
        if standing is None:
            return []
        newest = {}
        for person in people:
            if (post := self._newest(person)) is not None:
                newest[post.id] = person
                self._hold(post, person, standing)
        for gone in set(self._since) - set(newest):
            self._end(gone)
        return [self._seen[each][0] for each in self._since]

    def close(self) -> None:
        """Count what is false now as false until now."""
        for each in tuple(self._since):
            self._end(each)

    def is_false(self, message: Message, user: int, standing: Standing) -> bool:
        """Whether a panel says something that is not so."""
        about = set(_decisions(message))
        seats = [seat for seat, each in enumerate(standing.users) if each == user]
        if about:
            return not standing.over and not about & set(standing.decides.items())
        if (waited := self._waits_for(message)) is None:
            return False
        if standing.over:
            return True
        names = {
            seat: self.discord.world.users[holder].name
            for seat, holder in enumerate(standing.users)
            if holder is not None
        }
        told = {seat for seat, name in names.items() if plain(name) in waited}
        deciding = standing.decides.keys() & names.keys()
        return told != deciding or bool(deciding.intersection(seats))

    def _hold(self, post: Post, person: Person, standing: Standing) -> None:
        self.looks += 1
        now, said = time.time(), f"{post.message}"
        before = self._seen.get(post.id)
        if before is None or before[0] != said:
            self._seen[post.id] = said, now
        shown = self._seen[post.id][1]
        if not self.is_false(post.message, person.id, standing) or self._left_alone(post, now):
            self._end(post.id)
            return
        self._since.setdefault(post.id, min(now, max(standing.at, shown)))

    def _end(self, post: int) -> None:
        since = self._since.pop(post, None)
        if since is not None:
            self.false.append((time.time() - since, self._seen[post][0]))

    def _left_alone(self, post: Post, now: float) -> bool:
        """Whether a panel is a step or a question in use, or is no longer edited."""
        verbs = {verb for verb, _, _ in _named(post.message)}
        back = post.message.button(self.words("panel.button.back"))
        first = "more" in verbs and back is None
        menus = any(part["type"] in {MENU, PEOPLE} for part in post.message.parts)
        first |= self._waits_for(post.message) is not None and not menus
        made = ((post.id >> 22) + DISCORD_EPOCH) / 1000  # by a press on another message
        pressed = max((each.asked_at for each in self._presses(post)), default=made)
        if not first and now - pressed < UNTOUCHED:
            return True
        ended = self.words("panel.as_of", time="\n").split("\n", 1)[0]
        return ended in post.message.text

    def _presses(self, post: Post) -> Iterator[Any]:
        for each in self.discord.rest.questions.values():
            if each.original is post:
                yield each

    def _newest(self, person: Person) -> Post | None:
        """The newest private answer of a person that is a panel."""
        for post in person.posts(self.channel):
            if post.owner is None or not post.flags & EPHEMERAL:
                continue
            waits = self._waits_for(post.message) is not None
            if waits or any(True for _ in _decisions(post.message)):
                return post
        return None

    def _waits_for(self, message: Message) -> str | None:
        """The line that names those whom a panel with nothing to decide waits for."""
        waiting = self.words("panel.waiting", names="\n").split("\n", 1)[0]
        lines = message.text.split("\n")
        return next((each for each in lines if each.startswith(waiting)), None)


def _named(message: Message) -> Iterator[tuple[str, int, int]]:
    for part in message.parts:
        if (found := _ABOUT.match(str(part.get("custom_id", "")))) is not None:
            yield found[1], int(found[2]), int(found[3])


def _decisions(message: Message) -> Iterator[tuple[int, int]]:
    """The decisions that the buttons of a panel name."""
    for _, seat, arose in _named(message):
        yield seat, arose
