"""`/help`: what the bot is, how to begin, the commands, and the way to the rules."""

from __future__ import annotations

from typing import Final

from bot.commands.command import CommandContext, command
from bot.commands.reach import Reach
from bot.interactions.clicks import button
from bot.interactions.client import Tree
from bot.interactions.membership import on_server
from bot.interactions.message import compose, in_rows
from rules.registry import GAMES, LESSONS

_COMMANDS: Final = (
    *("play", "table", "hand", "seat", "undo", "journal", "score", "history"),
    *("turns", "games", "record", "learn", "puzzle", "rules", "settings", "privacy"),
)


def register(tree: Tree) -> None:
    """Add `/help` to the tree."""
    tree.add_command(command("help", _help, reach=Reach.EVERYWHERE))


async def _help(context: CommandContext) -> None:
    words = context.words
    interaction = context.interaction
    manages = on_server(interaction) and interaction.permissions.manage_guild
    listed = (*_COMMANDS, "host") if manages else _COMMANDS
    named = ((f"**{words(f'game.{game}')}**", words(f"game.{game}.about")) for game in GAMES)
    games = [f"- {words('list.named', name=name, text=text)}" for name, text in named]
    begin = words(
        "help.begin",
        play=words("command.play.name"),
        join=words("lobby.button.join"),
        opponent=words("lobby.button.add_opponent"),
        start=words("lobby.button.start"),
        move=words("table.button.move"),
    )
    lines = [
        words(
            "help.command",
            name=words(f"command.{each}.name"),
            does=words(f"command.{each}.description"),
        )
        for each in listed
    ]
    rules = [
        button("rules", 0, game, label=words("rules.title", game=words(f"game.{game}")))
        for game in GAMES
    ]
    learn = [
        button("learn", 0, game, label=words("lesson.title", game=words(f"game.{game}")))
        for game in LESSONS
    ]
    about = "\n".join((f"### {words('help.title')}", words("help.about"), *games))
    watching = words(
        "help.following",
        hand=words("table.button.hand"),
        words=words("table.button.words"),
        follow=words("follow.button.follow"),
    )
    more = "\n".join((words("help.notes", note=words("own_note.button")), watching))
    texts = (about, begin, "\n".join(lines), more, f"-# {words('game.unofficial')}")
    await context.answer(compose(*texts, rows=[*in_rows(learn), *in_rows(rules)]))
