"""The private panels that can be edited now: their messages, people and interactions.

A panel can be edited and deleted only through an interaction whose `@original` it is. The
interaction's token is kept only in memory, and in no log (`bot.background.token_filter`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from typing import Any, Final, TypeAlias

import discord
from cachetools import LRUCache
from msgspec.structs import replace

from bot.interactions.message import MakeRow, Message, PanelOf
from bot.interactions.token_life import life_left
from bot.store.rows import GameId, UserId

MOST: Final = 10_000
"""How many panels are kept up to date: the most recently used ones."""

PanelKey: TypeAlias = tuple[UserId, GameId, str]
"""A person, a game, and whether it is the panel or the hand: a person has one of each."""


@dataclass(eq=False)
class OpenPanel:
    """A private panel that can be reached.

    Attributes:
        user: whose it is.
        message: the id of its message.
        interaction: the latest interaction whose `@original` it is.
        shown: what it shows.
        digest: a digest of how it looks; empty: it must be edited, whatever it looks like.
        expires: when it is edited for the last time, by the monotonic clock.
        pressed: when one of its buttons or menus was last used.
        edited: when it was last edited without a press.
        row: makes its last row if it is in a list's message, which is never deleted.
        answering: how many presses are being answered.
        version: raised with each press, each answer and each edit.
        lock: held while it is edited.
    """

    user: UserId
    message: int
    interaction: discord.Interaction[Any]
    shown: PanelOf
    digest: str
    expires: float
    pressed: float
    edited: float
    row: MakeRow | None = None
    answering: int = 0
    version: int = 0
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)

    @property
    def key(self) -> PanelKey:
        """The key under which a person has only one panel."""
        return key_of(self.user, self.shown)


def key_of(user: UserId, shown: PanelOf) -> PanelKey:
    """The key under which a person has only one panel."""
    return user, shown.game, "hand" if shown.standing[0] == "hand" else "panel"


class OpenPanels:
    """The registry of the panels that this process can edit.

    Attributes:
        changed: called with each panel that was pressed or shown: its state may have changed.
        replaced: called with a panel that another panel of the same person and game replaces.
    """

    def __init__(self, monotonic: Callable[[], float]) -> None:
        """No panel is open yet; `monotonic` gives the seconds of a clock that never jumps."""
        self.changed: Callable[[OpenPanel], None] = _ignored
        self.replaced: Callable[[OpenPanel], None] = _ignored
        self._monotonic = monotonic
        self._panels: LRUCache[int, OpenPanel] = LRUCache(MOST)
        self._newest: LRUCache[PanelKey, int] = LRUCache(MOST)
        self._edits = count(1)

    def __len__(self) -> int:
        """How many panels can be edited."""
        return len(self._panels)

    def get(self, message: int) -> OpenPanel | None:
        """The panel of a message, if it can be edited."""
        return self._panels.get(message)

    def newest(self, user: UserId, game: GameId) -> OpenPanel | None:
        """The panel that a person has of a game, if it can be edited."""
        return self._panels.get(self._newest.get((user, game, "panel"), 0))

    def of_game(self, game: GameId | None = None) -> tuple[OpenPanel, ...]:
        """The panels of a game; None: of all games."""
        panels = tuple(self._panels.values())
        return tuple(each for each in panels if game in {None, each.shown.game})

    def edit_number(self) -> int:
        """The number of the next edit, which differs from the last one."""
        return next(self._edits) % 1000

    def forget(self, message: int) -> None:
        """Forget a panel that cannot be edited here any more, or should not be."""
        panel = self._panels.pop(message, None)
        if panel is not None and self._newest.get(panel.key) == message:
            del self._newest[panel.key]

    def lock_of(self, interaction: discord.Interaction[Any]) -> asyncio.Lock:
        """The lock that is held while the answer to an interaction is shown."""
        panel = self._pressed(interaction)
        return asyncio.Lock() if panel is None else panel.lock

    @contextmanager
    def pressing(self, interaction: discord.Interaction[Any]) -> Iterator[None]:
        """Keep others away from the pressed panel while the press is answered."""
        panel = self._pressed(interaction)
        if panel is None:
            yield
            return
        panel.pressed = self._monotonic()
        panel.version += 1
        panel.answering += 1
        try:
            yield
        finally:
            panel.answering -= 1
            self.changed(panel)

    def renew(self, interaction: discord.Interaction[Any]) -> None:
        """Have the pressed panel edited once more, though nothing in it has changed.

        Its menu goes on showing what was chosen, and would not send the same choice again.
        """
        panel = self._pressed(interaction)
        if panel is not None:
            panel.digest = ""

    def note(
        self,
        interaction: discord.Interaction[Any],
        answer: discord.Message,
        message: Message,
        *,
        digest: str,
        row: MakeRow | None = None,
        game: GameId = 0,
    ) -> None:
        """Note that the `@original` of an interaction now shows a message.

        Args:
            interaction: acknowledged by a private answer, or as an edit of one.
            answer: what Discord returned; only this says whether the message is private.
            message: what was sent.
            digest: the digest of that message, without the row.
            row: makes the last row of what is shown in the message of a list.
            game: the game that is shown there; 0: not known, or it is no list's message.
        """
        panel = self._panels.get(answer.id)
        if not answer.flags.ephemeral:
            self.forget(answer.id)
            return
        shown = message.panel
        if shown is None and panel is not None and game in {0, panel.shown.game}:
            # Another page in its place: Orders, Why not, a question.
            shown = replace(panel.shown, kept="aside")
        if shown is None:
            self.forget(answer.id)  # a question of another table
            return
        now = self._monotonic()
        if panel is None or panel.key != key_of(interaction.user.id, shown):
            self.forget(answer.id)
            panel = OpenPanel(
                user=interaction.user.id,
                message=answer.id,
                interaction=interaction,
                shown=shown,
                digest=digest,
                expires=now,
                pressed=now,
                edited=now,
            )
        panel.interaction, panel.shown, panel.digest = interaction, shown, digest
        panel.row = row
        panel.expires = now + life_left(interaction, discord.utils.utcnow().timestamp())
        panel.pressed = now
        panel.version += 1
        self._put(panel)
        self.changed(panel)

    def _put(self, panel: OpenPanel) -> None:
        """Keep a panel, in place of an older one of the same person and game."""
        older = self._panels.get(self._newest.get(panel.key, 0))
        self._panels[panel.message] = panel
        self._newest[panel.key] = panel.message
        if older is not None and older is not panel:
            self._panels.pop(older.message, None)
            self.replaced(older)

    def _pressed(self, interaction: discord.Interaction[Any]) -> OpenPanel | None:
        message = interaction.message
        return None if message is None else self._panels.get(message.id)


def _ignored(panel: OpenPanel) -> None:
    """By default nobody keeps panels up to date."""
