"""The coach on panels, and the buttons that switch it on and off."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any, Final

import discord
import msgspec
from msgspec.structs import replace

from bot.interactions.clicks import Click, ClickRouter, button
from bot.interactions.client import Client
from bot.interactions.message import Message, Row, compose
from bot.interactions.replies import Acknowledge
from bot.store.rows import UserId
from bot.tables.core.refusals import UnknownChoice
from bot.tables.core.table import Table
from bot.tables.persons.coach import MOST
from render.coach import Fact, agreeing
from render.words import Words
from rules.contract import Decision, Seat
from rules.registry import GAMES

_SPELLED: Final = {"on": True, "off": False}
_BUTTON: Final = {True: "coach.button.on", False: "coach.button.off"}
_SETTING: Final = {True: "settings.coach.on", False: "settings.coach.off"}


class Said(msgspec.Struct, frozen=True):
    """What the coach says on a panel.

    Attributes:
        text: one line for each thing.
        waits: whether more is to be said once the advice is there.
    """

    text: str = ""
    waits: bool = False


async def said(bot: Client, table: Table, seat: Seat, decision: Decision, words: Words) -> Said:
    """What the coach tells the person of a seat at a decision: a verdict, then facts.

    A person who may not have advice is told only facts. A seat that is shown a verdict, or a
    fact that needs advice, counts as advised.

    Args:
        bot: for the coach.
        table: the game.
        seat: who decides.
        decision: what it decides, as the panel offers it.
        words: the person's language.
    """
    user, arose = table.seats[seat].sits, table.arose(seat)
    if user is None or arose is None or not await bot.coach.speaks(user, table.game.game):
        return Said()
    look, view = bot.presentation(table), table.view(seat)
    facts = tuple(look.coached(view, decision, words))
    wanted = await _wanted(bot, table, decision, user, facts)
    advice = await bot.advice.ready(table, seat, user) if wanted else None
    verdict = look.verdict(advice, view, words) if advice is not None else None
    most = MOST if verdict is None else MOST - 1
    told = await bot.coach.told(user, table.game, arose, agreeing(facts, advice), most)
    if verdict is not None or any(each.agreed for each in told):
        await bot.advice.mark(table.game.id, user, seat, arose)
    texts = (*([verdict] if verdict else []), *(each.text for each in told))
    lines = "\n".join(words("coach.line", text=each) for each in texts)
    return Said(lines, waits=wanted and advice is None)


async def _wanted(
    bot: Client, table: Table, decision: Decision, user: UserId, facts: Iterable[Fact]
) -> bool:
    """Whether advice is wanted for what is said: a verdict, or a fact that needs it."""
    if await bot.advice.speaks(table, decision, user):
        return True
    agreed = any(each.agreed for each in facts)
    return agreed and await bot.advice.refusal(table, user) is None


def completed(
    bot: Client,
    table: Table,
    seat: Seat,
    shown: Callable[[Table], Awaitable[Message]],
) -> Callable[[], Awaitable[Message | None]]:
    """A function that makes a panel again once advice is there, if the decision is the same.

    Args:
        bot: for the advice.
        table: the game as the panel shows it.
        seat: who decides.
        shown: makes the panel.
    """

    async def made() -> Message | None:
        if await bot.advice.soon(table, seat) is None:
            return None
        now = await bot.games.table(table.game.id)
        if now.arose(seat) != table.arose(seat):
            return None
        return replace(await shown(now), later=None)

    return made


# -- on and off --------------------------------------------------------------------


def switch(
    title: str,
    words: Words,
    *,
    on: bool,
    verb: str = "coach",
    label: Mapping[bool, str] = MappingProxyType(_BUTTON),
) -> discord.ui.Button[Any]:
    """The button of the coach in a kind of game, which shows and changes whether it is on.

    Args:
        title: the kind of game.
        words: the person's language.
        on: whether the coach is on now.
        verb: what answers: `coach` in a new private message, `coach_here` in place of the
            private message that it is on.
        label: its texts, by whether the coach is on.
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
    """Do what a coach button says; returns the game, and whether the coach is on now.

    Raises:
        UnknownChoice: there is no such choice.
        DeletedBefore: the person's data was deleted, and nothing may be stored about them.
    """
    title, spelled = (*click.args, "", "")[:2]
    if title not in GAMES or spelled not in _SPELLED:
        raise UnknownChoice
    on = _SPELLED[spelled]
    await click.bot.coach.switch(click.user, title, on=on)
    return title, on


def _said(title: str, words: Words, *, on: bool) -> Message:
    """Whether the coach is on now, with the button to change it back."""
    text = words(f"coach.said.{'on' if on else 'off'}", game=words(f"game.{title}"))
    return compose(text, rows=[[switch(title, words, on=on, verb="coach_here")]])


async def _on_coach(click: Click) -> None:
    """Switch the coach on or off: `coach:0:<title>:on|off`, and the same for `coach_here`."""
    title, on = await switched(click)
    await click.show(_said(title, click.words, on=on))


def register(clicks: ClickRouter) -> None:
    """Register the buttons of the coach outside the settings."""
    clicks.on("coach", _on_coach, Acknowledge.PRIVATE)
    clicks.on("coach_here", _on_coach)
