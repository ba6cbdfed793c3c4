"""What a person hears: acknowledgements, private answers, notices, and faults.

Everything that leaves for Discord is a `Shown`: a layout with the pictures that it
refers to. Private answers are ephemeral messages, in the person's own language.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable
from enum import Enum
from io import BytesIO
from typing import TYPE_CHECKING, Any, TypeAlias

import discord
import msgspec

from bot.notices import Notice
from bot.store.rows import GameRow, UserId
from bot.table import Table
from render.presentation import Picture
from render.words import Words

if TYPE_CHECKING:
    from bot.app import Maecenas

Interaction: TypeAlias = "discord.Interaction[Maecenas]"

_log = logging.getLogger(__name__)


class Acknowledge(Enum):
    """How an interaction is acknowledged, before anything else happens.

    UPDATE: a click on a message that is then edited (or left as it is).
    PRIVATE: a new private answer follows, into which `show` writes.
    NONE: the handler answers at once by itself (a modal, autocomplete).
    """

    UPDATE = "update"
    PRIVATE = "private"
    NONE = "none"


class Shown(msgspec.Struct, frozen=True):
    """A message as it shall look.

    Attributes:
        view: the components; pictures are named by `attachment://<name>`.
        pictures: the files that the view refers to.
        mentions: who is notified by it; nobody else is, whatever the text says.
    """

    view: discord.ui.LayoutView
    pictures: tuple[Picture, ...] = ()
    mentions: tuple[UserId, ...] = ()

    @property
    def files(self) -> list[discord.File]:
        """The pictures as files, made anew for each attempt to send them."""
        return [
            discord.File(BytesIO(each.data), each.name, description=each.alt)
            for each in self.pictures
        ]

    @property
    def allowed(self) -> discord.AllowedMentions:
        """Only the people meant are notified."""
        return discord.AllowedMentions(
            everyone=False,
            roles=False,
            replied_user=False,
            users=[discord.Object(user) for user in self.mentions] or False,
        )


def written(*texts: str, rows: Iterable[discord.ui.ActionRow[Any]] = ()) -> Shown:
    """A message of texts (one block each), with rows of buttons below."""
    raise NotImplementedError


async def acknowledge(interaction: Interaction, how: Acknowledge) -> None:
    """Acknowledge an interaction within Discord's three seconds, once."""
    raise NotImplementedError


async def show(interaction: Interaction, shown: Shown) -> None:
    """Edit @original: the panel clicked in, or the private answer that was deferred.

    After `Acknowledge.UPDATE` on a public message this edits the public message:
    use `private` for what only the person may see.
    """
    raise NotImplementedError


async def private(interaction: Interaction, shown: Shown | str) -> None:
    """A new private message to the person: first answer or follow-up, as it stands."""
    raise NotImplementedError


async def tell(
    interaction: Interaction, notice: Notice, words: Words, table: Table | None = None
) -> None:
    """Tell the person a notice in their language, privately."""
    raise NotImplementedError


async def text(bot: Maecenas, notice: Notice, words: Words, table: Table | None = None) -> str:
    """A notice as a sentence: adds links, titles, names and reasons to its figures.

    Args:
        table: the table it is about, if known: for reasons and names.
    """
    raise NotImplementedError


async def fault(interaction: Interaction, error: BaseException, words: Words) -> None:
    """Log a fault under a short mark, and tell the person the mark, never the details."""
    raise NotImplementedError


def link(game: GameRow) -> str:
    """The address of a table's current message, or of its channel."""
    raise NotImplementedError


def when(at: float, style: str = "R") -> str:
    """A moment (Unix seconds) as Discord shows it in the reader's own time."""
    return f"<t:{int(at)}:{style}>"
