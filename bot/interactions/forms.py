"""Forms: windows that a person fills in, which Discord calls modals.

A form answers a click at once. What is filled in comes back as another interaction, whose
custom_id is `m1f:<verb>:<game>[:<argument>...]`. Nothing of a form stays in memory, and what
comes back may be forged.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, TypeAlias

import discord
import msgspec
from discord import TextStyle

from bot.interactions import limits, replies
from bot.interactions.clicks import Click, Option, custom_id, select_option

_RADIO_MOST: Final = 3
"""More choices than this become a select, so that a phone shows several fields at once."""


class Choices(msgspec.Struct, frozen=True, kw_only=True):
    """A field in which one of its options is chosen.

    Attributes:
        key: its name in what comes back.
        label: the text above it; a long one is cut.
        options: at least one.
    """

    key: str
    label: str
    options: tuple[Option, ...]


class Text(msgspec.Struct, frozen=True, kw_only=True):
    """A field in which one or several lines are written.

    Attributes:
        key: its name in what comes back.
        label: the text above it; a long one is cut.
        hint: an example, which is shown in the field until something is written.
        most: the most characters that it accepts.
        now: what is in it at first; None: nothing, and something must be written.
        lines: whether several lines can be written.
    """

    key: str
    label: str
    hint: str
    most: int
    now: str | None = None
    lines: bool = False


Field: TypeAlias = Choices | Text


async def ask(
    click: Click, verb: str, *args: str | int, title: str, fields: Iterable[Field]
) -> None:
    """Open a form in answer to a click that is not acknowledged yet.

    Args:
        click: one whose verb is registered with `Acknowledge.NONE`.
        verb: the verb of the form's handler (`ClickRouter.on_form`).
        args: further arguments of its custom_id.
        title: the text above it; a long one is cut.
        fields: at most `limits.FORM`.
    """
    modal = discord.ui.Modal(
        title=limits.cut(title, limits.FORM_TEXT),
        custom_id=custom_id(verb, click.game, *args, prefix="m1f"),
    )
    for each in fields:
        label = limits.cut(each.label, limits.FORM_TEXT)
        modal.add_item(discord.ui.Label(text=label, component=_component(each)))
    modal.stop()  # it is found by its custom_id, even after a restart
    await replies.open_form(click.interaction, modal)


def _component(field: Field) -> discord.ui.Item[Any]:
    match field:
        case Text():
            return discord.ui.TextInput(
                custom_id=field.key,
                style=TextStyle.long if field.lines else TextStyle.short,
                placeholder=limits.cut(field.hint, limits.FORM_HINT),
                default=field.now,
                required=field.now is None,
                max_length=field.most,
            )
        case Choices(options=options) if 1 < len(options) <= _RADIO_MOST:
            return discord.ui.RadioGroup(
                custom_id=field.key,
                options=[
                    discord.RadioGroupOption(
                        label=limits.cut(each.label, limits.OPTION_TEXT),
                        value=each.value,
                        default=each.chosen,
                    )
                    for each in options
                ],
            )
        case Choices(options=options):
            chosen = [select_option(each) for each in options]
            return discord.ui.Select(custom_id=field.key, options=chosen)
