"""Whether the private panels that people have open say what is true."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from render.words import Words
from tests.bot.client_message import EPHEMERAL, Message
from tests.speed.yardstick import SLOW
from tests.wire.server import Loopback, Person
from tests.wire.server.world import Channel, Post

EVERY: Final = 0.25
"""Seconds between two looks."""

SETTLED: Final = 20.0 * SLOW
"""Seconds within which table messages and panels must show what is asked now.

`tests.wire.judged` measures how soon they do so if nothing is in the way.
"""

LIVE: Final = 13 * 60.0
"""Seconds after the last press during which a panel is looked at."""


@dataclass
class OpenPanelsSeen:
    """What the newest panel of each person said, compared with the table message.

    Attributes:
        looks: how often a panel was looked at.
        false: for how many seconds each contradiction lasted, and what was shown.
    """

    discord: Loopback
    channel: Channel
    words: Words
    looks: int = 0
    false: list[tuple[float, str]] = field(default_factory=list)
    _since: dict[tuple[int, int], float] = field(default_factory=dict)

    async def watch(self, people: tuple[Person, ...], called: Callable[[Person], bool]) -> None:
        """Look again and again.

        Args:
            people: whose panels are looked at.
            called: whether the table message waits for a person.
        """
        while True:
            for person in people:
                self._look(person, called(person))
            await asyncio.sleep(EVERY)

    def _look(self, person: Person, called: bool) -> None:
        post = self._newest(person)
        key = person.id, 0 if post is None else post.id
        contradicts = post is not None and called and self._waits(post.message)
        now = time.monotonic()
        self.looks += post is not None
        if post is not None and contradicts and self._is_live(post):
            self._since.setdefault(key, now)
            return
        for other in [each for each in self._since if each[0] == person.id]:
            seconds = now - self._since.pop(other)
            ended = self.discord.world.posts[other[1]]
            if self._is_live(ended):
                self.false.append((seconds, str(ended.message)))

    def _newest(self, person: Person) -> Post | None:
        """The newest private answer of a person that is a panel."""
        for post in person.posts(self.channel):
            if post.owner is not None and post.flags & EPHEMERAL and self._is_panel(post):
                return post
        return None

    def _is_panel(self, post: Post) -> bool:
        ids = [str(part.get("custom_id", "")) for part in post.message.parts]
        return any(each.split(":")[1:2] in (["pick"], ["fresh"]) for each in ids)

    def _waits(self, message: Message) -> bool:
        """Whether a panel says that there is nothing to decide."""
        lines = message.text.split("\n")
        waiting = self.words("panel.waiting", names="\n").split("\n", 1)[0]
        return any(line.startswith(waiting) for line in lines)

    def _is_live(self, post: Post) -> bool:
        """Whether the bot that runs now can still edit a panel."""
        questions = self.discord.rest.questions.values()
        return any(
            time.monotonic() - each.asked < LIVE
            and each.era == self.discord.era
            and each.final is not None
            for each in questions
            if each.original is post
        )

    def faults(self) -> list[str]:
        """The panels that were false for too long."""
        return [
            f"false for {each:.1f} s: {text}" for each, text in self.false if each > SETTLED
        ]
