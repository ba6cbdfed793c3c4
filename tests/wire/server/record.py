"""What every person was shown, in order: the evidence for every later question."""

from __future__ import annotations

import time
from collections import deque
from dataclasses import dataclass, field
from typing import Literal

from tests.bot.seen import EPHEMERAL, MENU, Message
from tests.wire.server.questions import Question

Kind = Literal["posted", "edited", "removed"]


@dataclass(frozen=True)
class Sight:
    """One message as it stood when it was posted or changed.

    Attributes:
        at: Unix seconds.
        kind: what happened to it.
        channel: where.
        message: how it looked; its `owner` is the id of the only reader, or None.
    """

    at: float
    kind: Kind
    channel: int
    message: Message

    def readable_by(self, user: int) -> bool:
        """Whether this person can read it (everybody is in every channel here)."""
        return self.message.owner in {None, str(user)}


@dataclass
class Record:
    """All sights, what broke Discord's limits, and how long answers took.

    Attributes:
        sights: in order; only the last `most` where a test runs for long.
        breaches: requests that Discord would refuse, or that people would regret.
        requests: how many requests came.
        merged: posts that were answered with an older message because of their nonce.
        firsts, finals: seconds until the first and the finished answer of clicks.
        late: clicks without an answer within three seconds.
    """

    sights: deque[Sight] = field(default_factory=deque)
    breaches: list[str] = field(default_factory=list)
    requests: int = 0
    merged: int = 0
    firsts: list[float] = field(default_factory=list)
    finals: list[float] = field(default_factory=list)
    late: int = 0

    def note(self, kind: Kind, channel: int, message: Message) -> None:
        """Keep how a message looks now."""
        self.sights.append(Sight(time.time(), kind, channel, message))

    def note_choices(self, question: Question) -> None:
        """Keep what an autocompletion offers, as a select that its person alone sees."""
        options = [
            {"label": each["name"], "value": str(each["value"])}
            for each in question.choices or ()
        ]
        select = {"type": MENU, "custom_id": "", "options": options}
        owner = str(question.user.id)
        seen = Message(question.id, owner, False, EPHEMERAL, "", [select], [], frozenset())
        self.note("posted", question.channel.id, seen)
