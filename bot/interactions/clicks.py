"""Buttons, selects and forms: what a custom_id says, and which handler answers.

A custom_id is `m1:<verb>:<game>[:<argument>...]` for a button, `m1s:...` for a select and
`m1f:...` for a form (`bot.interactions.forms`), at most 100 characters. It says what was
clicked, never who may do it: the store knows that. Nothing is kept in a View object, so every
button works after a restart.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final, Self, TypeAlias, cast

import discord
import msgspec

from bot.interactions import limits, replies
from bot.interactions.client import Client, Interaction
from bot.interactions.handling import handle
from bot.interactions.message import Message, gone_line
from bot.interactions.payloads import HOMES
from bot.interactions.replies import Acknowledge
from bot.interactions.request_log import LoggedRequest
from bot.store.rows import GameId, UserId
from bot.tables.core.refusals import NoSuchGame, UnknownChoice, Unreadable
from bot.tables.core.table import Table
from render.words import Words

_LARGEST: Final = 2**63 - 1
"""No number of a message, person, game or entry is larger."""

_WAYS: Final = frozenset({*HOMES, "next_turn"})
"""Verbs of buttons that lead away from a game: they name only where the person comes from."""

_GRAMMAR: Final = r"(?P<verb>[a-z_]{1,16}):(?P<game>\d{1,12})(?P<args>(?::[\w.\-]*)*)$"


_EDIT: Final = r"-\d+"
"""The end of a menu's custom_id: the number of its edit (`message.with_new_selects`)."""


class Click(msgspec.Struct, frozen=True):
    """One click, already acknowledged as registered for its verb.

    Attributes:
        bot: the bot it came to.
        interaction: used to answer, by `show` or through `bot.interactions.replies`.
        verb: what the button does.
        game: the game it names, which may be forged; 0: the button is about no game.
        args: the rest of the custom_id; may be forged too.
        values: what was selected; empty for a button.
        words: the person's language.
        filled_in: what came back from a form, by the keys of its fields; may be forged too.
    """

    bot: Client
    interaction: Interaction
    verb: str
    game: GameId
    args: tuple[str, ...]
    values: tuple[str, ...]
    words: Words
    filled_in: Mapping[str, str] = {}

    @property
    def user(self) -> UserId:
        """The person who clicked."""
        return self.interaction.user.id

    async def table(self) -> Table:
        """The table that the button names; raises `NoSuchGame` if there is none."""
        return await self.bot.games.table(self.game)

    async def visible_table(self) -> Table:
        """The table that the button names, if it can be seen from here.

        That is a table in this channel, or one that the person plays at.

        Raises:
            NoSuchGame: the game is unknown.
        """
        table = await self.table()
        if not table.visible_from(self.interaction.channel_id, self.user):
            raise NoSuchGame
        return table

    async def show(self, message: Message | str) -> None:
        """Show a message in place of the private one that was clicked; see `replies.show`."""
        await replies.show(self.interaction, message)

    def number(self, place: int) -> int:
        """The argument at a place as a number; raises `UnknownChoice` if it is not one."""
        return whole(self.args[place] if place < len(self.args) else "")


def whole(text: str) -> int:
    """A number that a click names, if the database can store it.

    Raises:
        UnknownChoice: there is no such choice.
    """
    if re.fullmatch(r"\d{1,19}", text, re.ASCII) and (number := int(text)) <= _LARGEST:
        return number
    raise UnknownChoice


ClickHandler: TypeAlias = Callable[[Click], Awaitable[None]]

ChooseHow: TypeAlias = Callable[[Client, UserId, GameId, tuple[str, ...]], Acknowledge]
"""Decides at once how a click is acknowledged, by its person, game and arguments."""


class ClickRouter:
    """The handlers of clicks and of forms, by verb."""

    def __init__(self) -> None:
        self._handlers: dict[str, tuple[ClickHandler, Acknowledge | ChooseHow]] = {}
        self._before: list[ClickHandler] = []
        self._forms: dict[str, ClickHandler] = {}

    def before(self, handler: ClickHandler) -> None:
        """Let `handler` prepare every click, once it is acknowledged and admitted."""
        self._before.append(handler)

    def on(
        self,
        verb: str,
        handler: ClickHandler,
        how: Acknowledge | ChooseHow = Acknowledge.UPDATE,
    ) -> None:
        """Register the only handler of a verb (`[a-z_]{1,16}`).

        The click is acknowledged as `how` says before the handler runs. A `Refusal` from the
        handler is shown to the person privately. Any other exception is logged, and the person
        is told its mark.
        """
        custom_id(verb)
        if verb in self._handlers:
            raise ValueError(f"the verb {verb} has a handler already")
        self._handlers[verb] = (handler, how)

    def on_form(self, verb: str, handler: ClickHandler) -> None:
        """Register the only handler of a verb's forms; otherwise as `on` with `UPDATE`."""
        custom_id(verb, prefix="m1f")
        if verb in self._forms:
            raise ValueError(f"the form {verb} has a handler already")
        self._forms[verb] = handler

    def _handler(
        self, verb: str, *, of_form: bool
    ) -> tuple[ClickHandler, Acknowledge | ChooseHow]:
        if of_form:
            return self._forms.get(verb, _unknown), Acknowledge.UPDATE
        return self._handlers.get(verb, (_unknown, Acknowledge.PRIVATE))

    async def answer(
        self, interaction: Interaction, verb: str, game: GameId, args: tuple[str, ...]
    ) -> None:
        """Answer one click: acknowledge it, run its handler, report what went wrong."""
        of_form = interaction.type is discord.InteractionType.modal_submit
        handler, how = self._handler(verb, of_form=of_form)
        if not isinstance(how, Acknowledge):
            how = how(interaction.client, interaction.user.id, game, args)
        known = "unknown" if handler is _unknown else verb

        async def run(words: Words, record: LoggedRequest) -> None:
            del record
            data: dict[str, Any] = dict(interaction.data or {})
            values = tuple(map(str, data.get("values", ())))
            if verb not in _WAYS:
                await _admit(interaction, game, words)
            click = Click(
                bot=interaction.client,
                interaction=interaction,
                verb=verb,
                game=game,
                args=args,
                values=values,
                words=words,
                filled_in=_filled_in(data),
            )
            for prepare in self._before:
                await prepare(click)
            await handler(click)

        await handle(interaction, "click", known, run, how=how, game=game)


async def _admit(interaction: Interaction, game: GameId, words: Words) -> None:
    """Before a click is handled, check that a player has not left the table's server.

    That matters for buttons outside the server: in direct messages, and in answers to `/turns`.
    A player's click, once admitted, wakes a resting game. If the game's channel is gone, the
    answer says so.

    Raises:
        NotMember: the person is no longer on the server.
        Resting: the game rests, and another game has its channel.
    """
    bot, user = interaction.client, interaction.user.id
    try:
        table = await bot.games.table(game)
    except (NoSuchGame, Unreadable):
        return  # the handler says so, if it matters
    if interaction.guild_id != table.game.guild and table.seat_of(user) is not None:
        name = await bot.members.check(table.game.guild, user)
        if name is not None:
            await bot.people.note_name(table.game.guild, user, name)
    replies.set_foot(interaction, gone_line(table, user, words))
    await bot.games.revive(game, user)


async def _unknown(click: Click) -> None:
    del click
    raise UnknownChoice


def _filled_in(data: Mapping[str, Any]) -> dict[str, str]:
    """What was filled in, by the keys of the fields; only the first of several values."""
    found = {}
    for label in data.get("components", ()):
        part = label["component"]
        value = next(iter(part.get("values", ())), part.get("value"))
        if value is not None:
            found[part["custom_id"]] = value
    return found


async def answer_other(interaction: Interaction) -> None:
    """Answer what `ClickItem` does not: a form, or a custom_id of an unknown grammar."""
    data: dict[str, Any] = dict(interaction.data or {})
    spelled, answer = str(data.get("custom_id", "")), interaction.client.answer_click
    known = re.fullmatch(f"m1[sf]?:{_GRAMMAR}", spelled)
    of_form = known is not None and spelled.startswith("m1f:")
    match interaction.type:
        case discord.InteractionType.modal_submit if known is not None and of_form:
            await answer(interaction, *_parts(known))
        case discord.InteractionType.component if known is not None and not of_form:
            pass  # `ClickItem` answers it
        case discord.InteractionType.modal_submit | discord.InteractionType.component:
            await answer(interaction, "", 0, ())
        case _:
            pass


def _parts(match: re.Match[str]) -> tuple[str, GameId, tuple[str, ...]]:
    """The verb of a custom_id, its game and its arguments."""
    return match["verb"], int(match["game"]), tuple(match["args"].split(":")[1:])


_Item: TypeAlias = discord.ui.Button[Any] | discord.ui.Select[Any]


class ClickItem(discord.ui.DynamicItem[_Item], template=f"^m1s?:{_GRAMMAR}"):
    """A button or select of ours, found by its custom_id alone, even after a restart."""

    def __init__(self, item: _Item, match: re.Match[str]) -> None:
        super().__init__(item)
        self._match = match

    @classmethod
    async def from_custom_id(
        cls,
        interaction: discord.Interaction[Any],
        item: discord.ui.Item[Any],
        match: re.Match[str],
        /,
    ) -> Self:
        """Make the item; discord.py calls this for a custom_id that the template matches."""
        del interaction
        return cls(cast(_Item, item), match)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Answer the click; discord.py calls this."""
        verb, game, args = _parts(self._match)
        if args and self._match.string.startswith("m1s:") and re.fullmatch(_EDIT, args[-1]):
            args = args[:-1]
        await interaction.client.answer_click(interaction, verb, game, args)


def custom_id(verb: str, game: GameId = 0, *args: str | int, prefix: str = "m1") -> str:
    """The custom_id of a button; raises `ValueError` if it would be invalid."""
    spelled = ":".join([prefix, verb, str(game), *map(str, args)])
    if len(spelled) > limits.CUSTOM_ID or not re.fullmatch(f"{prefix}:{_GRAMMAR}", spelled):
        raise ValueError(f"not a custom_id: {spelled}")
    return spelled


def button(
    verb: str,
    game: GameId,
    *args: str | int,
    label: str,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
    disabled: bool = False,
    emoji: discord.PartialEmoji | None = None,
) -> discord.ui.Button[Any]:
    """A button whose click goes to the handler of `verb`; a long label is cut."""
    return discord.ui.Button(
        style=style,
        emoji=emoji,
        label=limits.cut(label, limits.BUTTON_LABEL),
        disabled=disabled,
        custom_id=custom_id(verb, game, *args),
    )


class Option(msgspec.Struct, frozen=True):
    """One choice of a select: its value comes back in `Click.values`."""

    value: str
    label: str
    hint: str | None = None
    chosen: bool = False
    emoji: discord.PartialEmoji | None = None


def select(
    verb: str,
    game: GameId,
    *args: str | int,
    options: tuple[Option, ...],
    placeholder: str | None = None,
    disabled: bool = False,
) -> discord.ui.Select[Any]:
    """A select of 1 to 25 options; long labels and hints are cut."""
    return discord.ui.Select(
        custom_id=custom_id(verb, game, *args, prefix="m1s"),
        placeholder=placeholder and limits.cut(placeholder, limits.PLACEHOLDER),
        disabled=disabled,
        options=[select_option(each) for each in options],
    )


def select_option(option: Option) -> discord.SelectOption:
    """An option as discord.py takes it; a long label or hint is cut."""
    return discord.SelectOption(
        label=limits.cut(option.label, limits.OPTION_TEXT),
        value=option.value,
        description=limits.cut(option.hint or "", limits.OPTION_TEXT) or None,
        default=option.chosen,
        emoji=option.emoji,
    )
