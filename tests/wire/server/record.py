"""What every person was shown, in order: the evidence for every later check."""

from __future__ import annotations

import time
from collections import deque
from dataclasses import dataclass, field
from typing import Literal

from tests.bot.client_message import EPHEMERAL, MENU, Message
from tests.wire.server.interactions import SentInteraction

Kind = Literal["posted", "edited", "removed"]


@dataclass(frozen=True)
class Sight:
    """One message as it was when it was posted or changed.

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
        """Whether this person can read it (everyone is in every channel here)."""
        return self.message.owner in {None, str(user)}


@dataclass(frozen=True)
class Notification:
    """A message that rang a phone, and what the phone shows of it.

    Attributes:
        user: whose phone.
        channel, post: the message.
        text: its plain text; a phone shows no components.
    """

    user: int
    channel: int
    post: int
    text: str


@dataclass
class Record:
    """All sights, what broke Discord's limits, and how long answers took.

    Attributes:
        sights: all sights in order; only the latest if a test runs for long.
        notifications: what rang phones, in order.
        breaches: requests that Discord would refuse, or that people would regret.
        requests: how many requests came.
        merged: posts that were answered with an older message because of their nonce.
        firsts, finals: seconds until the first and the finished answer of clicks.
        late: clicks without an answer within three seconds.
    """

    sights: deque[Sight] = field(default_factory=deque)
    notifications: list[Notification] = field(default_factory=list)
    breaches: list[str] = field(default_factory=list)
    requests: int = 0
    merged: int = 0
    firsts: list[float] = field(default_factory=list)
    finals: list[float] = field(default_factory=list)
    late: int = 0

    def note(self, kind: Kind, channel: int, message: Message) -> None:
        """Keep how a message looks now."""
        self.sights.append(Sight(time.time(), kind, channel, message))

    def ring(self, message: Message, channel: int, recipient: int | None) -> None:
        """Ring the phones of those who get a new message, unless it is silent.

        Args:
            message: the message as it was posted.
            channel: where it was posted.
            recipient: the person who gets it as a direct message; None: those mentioned.
        """
        if message.silent:
            return
        users = message.pinged if recipient is None else (recipient,)
        if not users:
            self.breaches.append(f"it calls nobody, and is not silent: {message}")
        for user in users:
            self.notifications.append(Notification(user, channel, message.id, message.content))
            if not message.content:
                self.breaches.append(f"a phone shows nothing of it: {message}")

    def note_choices(self, question: SentInteraction) -> None:
        """Keep what an autocompletion offers, as a select that only its person sees."""
        options = [
            {"label": each["name"], "value": str(each["value"])}
            for each in question.choices or ()
        ]
        select = {"type": MENU, "custom_id": "", "options": options}
        owner = str(question.user.id)
        seen = Message(question.id, owner, False, EPHEMERAL, "", [select], [], frozenset())
        self.note("posted", question.channel.id, seen)
