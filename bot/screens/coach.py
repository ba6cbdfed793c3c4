"""The coach on panels, and the buttons that switch it on and off."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any, Final

import discord

from bot.interactions.clicks import Click, ClickRouter, button
from bot.interactions.client import Client
from bot.interactions.message import Message, Row, compose
from bot.interactions.replies import Acknowledge
from bot.store.rows import UserId
from bot.tables.core.refusals import UnknownChoice
from bot.tables.core.table import Table
from render.words import Words
from rules.contract import Seat
from rules.registry import GAMES

_SPELLED: Final = {"on": True, "off": False}
_BUTTON: Final = {True: "coach.button.on", False: "coach.button.off"}
_SETTING: Final = {True: "settings.coach.on", False: "settings.coach.off"}


async def lines(
    bot: Client,
    table: Table,
    seat: Seat,
    arose: int,
    found: Iterable[tuple[str, str]],
    words: Words,
) -> str:
    """What the coach tells the person of a seat at a decision, a line each.

    Args:
        bot: for the coach.
        table: the game.
        seat: who decides.
        arose: the entry at which the decision arose.
        found: its moments and their texts, as `render.presentation` tells them.
        words: the person's language.
    """
    user = table.seats[seat].sits
    if user is None:
        return ""
    told = await bot.coach.lines(user, table.game, arose, found)
    return "\n".join(words("coach.line", text=each) for each in told)


# -- on and off --------------------------------------------------------------------


def switch(
    title: str,
    words: Words,
    *,
    on: bool,
    verb: str = "coach",
    label: Mapping[bool, str] = MappingProxyType(_BUTTON),
) -> discord.ui.Button[Any]:
    """The button of the coach in a kind of game: it says what it is, and changes it.

    Args:
        title: what is played.
        words: the person's language.
        on: what the coach is now.
        verb: what answers: `coach` in a new private message, `coach_here` in place of the
            private message that it is on.
        label: its texts, by what the coach is.
    """
    return button(
        *(verb, 0, title, "off" if on else "on"),
        label=words(label[on], game=words(f"game.{title}")),
        style=discord.ButtonStyle.success if on else discord.ButtonStyle.secondary,
    )


async def switch_of(
    bot: Client, user: UserId, title: str, words: Words
) -> discord.ui.Button[Any]:
    """The button **Coach: on** or **Coach: off** of a person, for any private message."""
    return switch(title, words, on=await bot.coach.is_on(user, title))


async def switches(bot: Client, user: UserId, words: Words) -> Row:
    """A button for each game, for a person's settings (verb `set_coach`)."""
    return [
        switch(
            title,
            words,
            on=await bot.coach.is_on(user, title),
            verb="set_coach",
            label=_SETTING,
        )
        for title in GAMES
    ]


async def switched(click: Click) -> tuple[str, bool]:
    """Do what a button of the coach says; the game, and whether the coach is on now.

    Raises:
        UnknownChoice: there is no such choice.
        DeletedBefore: nothing may be stored of the person since a deletion.
    """
    title, spelled = (*click.args, "", "")[:2]
    if title not in GAMES or spelled not in _SPELLED:
        raise UnknownChoice
    on = _SPELLED[spelled]
    await click.bot.coach.switch(click.user, title, on=on)
    return title, on


def _said(title: str, words: Words, *, on: bool) -> Message:
    """What the coach is now, with the button to change it back."""
    text = words(f"coach.said.{'on' if on else 'off'}", game=words(f"game.{title}"))
    return compose(text, rows=[[switch(title, words, on=on, verb="coach_here")]])


async def _on_coach(click: Click) -> None:
    """Coach: on, Coach: off: `coach:0:<title>:on|off`, the same for `coach_here`."""
    title, on = await switched(click)
    await click.show(_said(title, click.words, on=on))


def register(clicks: ClickRouter) -> None:
    """The buttons of the coach outside the settings."""
    clicks.on("coach", _on_coach, Acknowledge.PRIVATE)
    clicks.on("coach_here", _on_coach)
