"""A few clicks of a table in another language: `python -m tests.docs.clicks LANGUAGE`.

Prints every line of a message, button or menu in which letters of the English alphabet make a
word. The people's names have no such letters. Addresses, mentions and times are not words; the
titles of an edition stay as its owner wrote them, and languages keep their own names.
"""

from __future__ import annotations

import asyncio
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from bot.store.person_rows import PersonRow
from render.words import LANGUAGES, Words
from rules.lacrimosa import HOUSE_TEXT
from tests.bot.client_message import Message
from tests.bot.driver import Player, Pooled, World, table

NAMES: Final = ("Ада", "Бруно", "Кьяра")
COMMANDS: Final = ("hand", "rules", "journal", "score", "history", "table", "undo")

_NO_WORDS: Final = re.compile(r"https://\S+|<[@#t/:][^>]*>")
_WORD: Final = re.compile(r"[^\W\d_]{2,}")
_TITLES: Final = re.compile(r'^(?:title|name|kv) = "(.*)"$', re.MULTILINE)
_NAMES: Final = " ".join(Words(each)("language.name") for each in LANGUAGES)
_KEPT: Final = frozenset(_WORD.findall("\n".join([*_TITLES.findall(HOUSE_TEXT), _NAMES, "KV"])))


async def clicked(game: str, language: str, folder: Path, workers: Pooled) -> set[str]:
    """The lines with English that anyone saw from the lobby to the first turns."""
    words, found = Words(language), set[str]()

    async def watch(message: Message) -> None:
        found.update(line for line in message.words.splitlines() for _ in english(line))

    async with table(folder, workers, *NAMES) as world:
        for player in world.players.values():
            await world.bot.store.people.write(PersonRow(player.id, language))
        world.watchers.append(watch)
        first, *others = world.players.values()
        await first.slash("play", game=game, language=language)
        for player in others:
            await player.click(words("lobby.button.join"))
        if first.buttons() & {words("lobby.button.start")}:
            await first.click(words("lobby.button.start"))
        await turns(world, words)
        for command in COMMANDS:
            await first.slash(command)
    return found


async def turns(world: World, words: Words) -> None:
    """Each person opens their panel a few times and takes the first choice of each step."""
    move = words("table.button.move")
    for _ in range(3):
        for player in world.players.values():
            if f"<@{player.id}>" in world.board.text:
                await player.click(move, world.board)
                await choose(player)


async def choose(player: Player) -> None:
    """Take the first choice in the panel, up to three steps."""
    for _ in range(3):
        panel = max((m for m in player.messages if m.passing), key=lambda m: m.id)
        if panel.choices:
            await player.select(panel.choices[0], panel)
        elif panel.buttons:
            await player.click(panel.buttons[0], panel)


def english(text: str) -> Iterator[str]:
    """The words of a text that only English can have put there."""
    for word in _WORD.findall(_NO_WORDS.sub("", text)):
        if word.isascii() and word not in _KEPT:
            yield word


def main(language: str) -> None:
    """Click through both games, and print what was English."""
    workers = Pooled(1)
    try:
        for game in ("florence", "lacrimosa"):
            with TemporaryDirectory() as folder:
                found = asyncio.run(clicked(game, language, Path(folder), workers))
                print(f"{game}: {len(found)} lines in English", *sorted(found), sep="\n")  # noqa: T201
    finally:
        workers.end()


if __name__ == "__main__":
    main(*sys.argv[1:])
