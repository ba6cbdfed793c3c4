"""Names and descriptions of the commands: within Discord's limits in every language."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final, cast

import discord
import pytest
from babel.messages.catalog import Catalog
from discord import app_commands

from bot import commands
from bot.commands.translator import CatalogueTranslator
from bot.delivery.outbox import OutboxDelivery
from bot.interactions.clicks import ClickRouter
from bot.interactions.client import Tree
from render.words import LANGUAGES, Words
from render.words.catalogue import best

LOCALE: Final = "es-ES"
"""The locale under which each language is looked at."""

MENU: Final = 2
"""The type of a command in a person's menu, which has no description."""

NAME: Final = re.compile(r"[-_'\w]{1,32}")

GOOD: Final = {
    "command.record.menu.name": "Sus resultados",
    "command.play.name": "jugar",
    "command.play.description": "Abrir una mesa",
    "command.play.game.name": "juego",
    "command.host.status.name": "estado",
    "game.florence": "Los príncipes de Florencia",
}
BAD: Final = {
    "command.play.name": "Jugar una partida",
    "command.table.name": "MESA",
    "command.table.description": "x" * 101,
    "command.hand.description": "La mano de {name}",
    "command.undo.description": "{",
    "command.play.game.name": "x" * 33,
    "command.host.name": "¡anfitrión!",
    "command.record.menu.name": "x" * 33,
    "game.florence": "x" * 101,
}


class OneLanguage(app_commands.Translator):
    """Puts the texts of any one language under one locale."""

    def __init__(self, words: Words) -> None:
        self._words = words

    async def translate(
        self, string: app_commands.locale_str, locale: discord.Locale, context: Any
    ) -> str | None:
        return self._words(string.extras["id"]) if str(locale) == LOCALE else None


@pytest.fixture(scope="module")
def tree() -> Tree:
    tree: Any = app_commands.CommandTree(discord.Client(intents=discord.Intents.none()))
    commands.register(tree, ClickRouter(), cast(OutboxDelivery, None))
    return cast(Tree, tree)


async def _payload(tree: Tree, translator: app_commands.Translator) -> list[Any]:
    return [await each.get_translated_payload(tree, translator) for each in tree.get_commands()]


def _nodes(payload: list[Any]) -> Iterator[Any]:
    """Commands, groups and options, including nested ones."""
    for each in payload:
        yield each
        yield from _nodes(each.get("options") or [])


def _texts(node: Any, key: str) -> tuple[str, ...]:
    """A text of a node in English and, where it has one, in the language."""
    translated = (node.get(f"{key}_localizations") or {}).get(LOCALE)
    return (node[key],) if translated is None else (node[key], translated)


def _characters(node: Any) -> int:
    """The length of names, descriptions and values, as Discord counts: each at its longest."""
    own = sum(
        max(map(len, _texts(node, key))) for key in ("name", "description") if key in node
    )
    inner = [*(node.get("options") or []), *(node.get("choices") or [])]
    return own + len(str(node.get("value", ""))) + sum(map(_characters, inner))


def _broken(payload: list[Any]) -> list[str]:
    """The limits of Discord that a payload breaks."""
    broken = ["too many commands"] * (len(payload) > 100)
    broken += [f"/{each['name']} is too long" for each in payload if _characters(each) > 8000]
    for node in [{"options": payload}, *_nodes(payload)]:
        choices, options = node.get("choices") or [], node.get("options") or []
        siblings = [_texts(each, "name")[-1] for each in options]
        broken += [f"twice: {siblings}"] * (len(set(siblings)) < len(siblings))
        broken += ["too many choices"] * (len(choices) > 25)
        names = [text for each in choices for text in (*_texts(each, "name"), each["value"])]
        broken += [text for text in names if not 1 <= len(text) <= 100]
    menus = [each for each in payload if each["type"] == MENU]
    broken += ["too many menus"] * (len(menus) > 15)
    broken += [e for each in menus for e in _texts(each, "name") if not 1 <= len(e) <= 32]
    for node in _nodes([each for each in payload if each not in menus]):
        names = list(_texts(node, "name"))
        broken += [each for each in names if not NAME.fullmatch(each) or each != each.lower()]
        broken += [e for e in _texts(node, "description") if not 1 <= len(e) <= 100]
        broken += ["too many options"] * (len(node.get("options") or []) > 25)
    return broken


@pytest.mark.parametrize("language", LANGUAGES)
async def test_discord_takes_the_commands_in_every_language(tree: Tree, language: str) -> None:
    payload = await _payload(tree, OneLanguage(Words(language)))
    assert _broken(payload) == []
    described = [*_nodes([each for each in payload if each["type"] != MENU])]
    assert all(len(_texts(node, "description")) == 2 for node in described)
    assert all(len(_texts(node, "name")) == 2 for node in payload)


def _install(monkeypatch: pytest.MonkeyPatch, texts: dict[str, str]) -> Words:
    """Install a Spanish with these texts and no others."""
    catalogue = Catalog("es")
    for id_, text in texts.items():
        catalogue.add(id_, text)
    words, english = Words("es", catalogue), Words("en")

    def pick(locale: str) -> Words:
        return words if best(locale) == "es" else english

    monkeypatch.setattr(Words, "pick", staticmethod(pick))
    return words


def _localised(payload: list[Any]) -> set[str]:
    """The texts that a payload has in the language."""
    nodes = list(_nodes(payload))
    nodes += [choice for node in nodes for choice in node.get("choices") or []]
    keys = ("name", "description")
    return {
        text for node in nodes for key in keys if key in node for text in _texts(node, key)[1:]
    }


async def test_a_text_is_shown_in_the_persons_language(
    tree: Tree, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    _install(monkeypatch, GOOD)
    assert _localised(await _payload(tree, CatalogueTranslator())) == set(GOOD.values())
    assert not caplog.messages


async def test_one_spanish_serves_both_of_discords(
    tree: Tree, monkeypatch: pytest.MonkeyPatch
) -> None:
    _install(monkeypatch, GOOD)
    (play,) = (
        each for each in await _payload(tree, CatalogueTranslator()) if each["name"] == "play"
    )
    assert play["name_localizations"] == {"es-ES": "jugar", "es-419": "jugar"}


async def test_a_text_that_discord_would_refuse_is_logged_and_stays_english(
    tree: Tree, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    _install(monkeypatch, GOOD | BAD)
    payload = await _payload(tree, CatalogueTranslator())
    assert _broken(payload) == []
    kept = {text for id_, text in GOOD.items() if id_ not in BAD}
    assert _localised(payload) == kept
    logged = "\n".join(caplog.messages)
    assert all(id_ in logged for id_ in BAD)


async def test_the_check_finds_each_text_that_discord_would_refuse(tree: Tree) -> None:
    class Bad(OneLanguage):
        async def translate(
            self, string: app_commands.locale_str, locale: discord.Locale, context: Any
        ) -> str | None:
            return BAD.get(string.extras["id"]) if str(locale) == LOCALE else None

    broken = _broken(await _payload(tree, Bad(Words("en"))))
    readable = {text for text in BAD.values() if "{" not in text}
    assert set(broken) >= readable
