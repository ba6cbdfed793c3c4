"""What is stored about a person: listed by kind, handed out as a file, deleted on request."""

from __future__ import annotations

from typing import Final

import discord

from bot.interactions.clicks import Click, ClickRouter, button
from bot.interactions.client import Client
from bot.interactions.message import Document, Message, compose
from bot.store.rows import UserId
from render.words import Words

KINDS: Final = (
    *("settings", "seats", "entries", "orders", "messages", "invitations", "opened"),
    *("coach", "results", "lessons", "puzzles", "reviews", "own_notes", "paces"),
    "follows",
)
"""The kinds of stored data, in the order in which they are shown."""

_FILE: Final = "maecenas-my-data.json"


async def message(bot: Client, user: UserId, words: Words, head: str = "") -> Message:
    """The panel: what is stored and why, **My data**, **Delete**.

    Args:
        bot: for what is stored.
        user: the person.
        words: their language.
        head: what to say first.
    """
    title = f"### {words('privacy.title')}"
    counts = await bot.privacy.counts(user)
    # Something is left only if a deletion was cut off: it can be asked for again.
    if await bot.privacy.deleted(user) and not any(counts.values()):
        allow = button("allow_data", 0, label=words("privacy.button.allow"))
        return compose(head, title, words("privacy.deleted"), _page(bot, words), rows=[[allow]])
    kinds = [kind for kind in KINDS if counts[kind]]
    lines = [f"- {words(f'privacy.stored.{kind}', counts[kind])}" for kind in kinds]
    told = "\n".join((f"**{words('privacy.stored')}**", *lines))
    stored = told if lines else words("privacy.stored.nothing")
    row = [
        button("my_data", 0, label=words("privacy.button.data")),
        button(
            *("delete_data", 0, 1),
            label=words("privacy.button.delete"),
            style=discord.ButtonStyle.danger,
        ),
    ]
    return compose(head, title, stored, words("privacy.why"), _page(bot, words), rows=[row])


def _page(bot: Client, words: Words) -> str:
    """The address of the page that says more."""
    address = bot.settings.privacy_url
    return words("privacy.page", link=address) if address else words("privacy.page.none")


def question(step: int, words: Words) -> Message:
    """The first or the second question before everything is deleted."""
    row = [
        button("privacy", 0, label=words("panel.button.back")),
        button(
            *("delete_data", 0, step + 1),
            label=words(f"privacy.button.delete.{step}"),
            style=discord.ButtonStyle.danger,
        ),
    ]
    return compose(
        f"### {words('privacy.button.delete')}", words(f"privacy.ask.{step}"), rows=[row]
    )


async def _on_panel(click: Click) -> None:
    await click.show(await message(click.bot, click.user, click.words))


async def _on_data(click: Click) -> None:
    """Show the file in place of the panel."""
    document = Document(await click.bot.privacy.data(click.user), _FILE)
    await click.show(compose(click.words("privacy.data"), documents=(document,)))


async def _on_allow(click: Click) -> None:
    await click.bot.privacy.allow(click.user)
    head = click.words("privacy.allowed")
    await click.show(await message(click.bot, click.user, click.words, head))


def register(clicks: ClickRouter) -> None:
    """Register the panel's buttons, except **Delete**, which must reach sent messages."""
    clicks.on("privacy", _on_panel)
    clicks.on("my_data", _on_data)
    clicks.on("allow_data", _on_allow)
