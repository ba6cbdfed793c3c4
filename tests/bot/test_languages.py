"""Two languages at one table: what everybody reads in the table's, answers in each person's."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from babel.messages.catalog import Catalog

from bot.store.rows import PersonRow
from render.presentation import Picture
from render.words import Words
from render.words.catalogue import catalogue
from tests.bot.driver import Pooled, table

MARK = "¡"
"""Every text of the made-up language begins with it."""


class Undrawn(Pooled):
    """Workers that draw nothing: another process knows no made-up language."""

    async def run(self, *_: object, **__: object) -> Any:
        return (Picture(b"drawn", "picture.png", "picture", (1, 1)),)


@pytest.fixture
def spanish(monkeypatch: pytest.MonkeyPatch) -> Words:
    """A made-up Spanish beside English."""
    made = Catalog(locale="es")
    for message in catalogue("en"):
        if isinstance(message.id, str) and message.id:
            made.add(message.id, MARK + str(message.string))
        elif message.id:
            made.add(message.id, [MARK + form for form in message.string or ()])
    words, english = Words("es", made), Words("en")

    def pick(locale: str) -> Words:
        return words if locale == "es" else english

    monkeypatch.setattr(Words, "pick", staticmethod(pick))
    return words


async def test_each_person_is_answered_in_their_language(
    tmp_path: Path, spanish: Words
) -> None:
    async with table(tmp_path, Undrawn(), "Ada", "Bruno", "Chiara") as world:
        ada, bruno, chiara = world.players.values()
        await world.bot.store.people.write(PersonRow(ada.id, "es"))
        await world.bot.store.people.write(PersonRow(bruno.id, "en"))
        await ada.slash("play", game="florence")  # a table in the language of who opens it
        assert ada.panel.text.startswith(MARK)
        lobby = world.board
        assert spanish("lobby.button.join") in lobby.buttons
        await bruno.click(spanish("lobby.button.start"), lobby)
        assert bruno.panel.text == "Only Ada may do this at this table."
        for player in (bruno, chiara):
            await player.click(spanish("lobby.button.join"), lobby)
        await ada.click(spanish("lobby.button.start"), lobby)
        assert spanish("table.button.move") in world.board.buttons
        for player, words in ((ada, spanish), (bruno, Words("en"))):
            await player.click(spanish("table.button.hand"), world.board)
            assert words("dm.button.move") in player.panel.buttons
            assert (MARK in player.panel.text) is (words is spanish)
        for player, words in ((ada, spanish), (bruno, Words("en")), (chiara, spanish)):
            called = player.calls[-1]
            assert called.direct
            assert called.buttons == (words("dm.button.move"),), "else the table's"
            assert (MARK in called.content) is (MARK in player.hand.text) is (words is spanish)
