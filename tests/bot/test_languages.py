"""Languages at a table: what everyone reads is in the table's, answers in each person's."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from babel.messages.catalog import Catalog
from msgspec.structs import replace

from bot.commands.play import table_language
from bot.demo.simulation import set_locale
from bot.screens import rulebook
from bot.store.person_rows import PersonRow
from bot.tables.core.options import OPTIONS
from bot.tables.core.refusals import UnknownOption
from bot.tables.core.table import Table
from bot.tables.lobby import lobby_again, lobby_changes
from render.words import Words, coverage
from render.words.catalogue import catalogue
from rules.registry import GAMES
from tests.bot.driver import Pooled, Undrawn, table
from tests.bot.english import english
from tests.bot.services import ANN, MOMENT, game_row

MARK = "¡"
"""Every text of the made-up language begins with it."""


@pytest.fixture
def spanish(monkeypatch: pytest.MonkeyPatch) -> Words:
    """A made-up Spanish alongside English."""
    made = Catalog(locale="en")  # for its plural forms, which are the texts' own
    for message in catalogue("en"):
        if isinstance(message.id, str) and message.id:
            made.add(message.id, MARK + str(message.string))
        elif message.id:
            made.add(message.id, [MARK + form for form in message.string or ()])
    words, english = Words("es", made), Words("en")

    def pick(locale: str) -> Words:
        return words if locale.startswith("es") else english

    monkeypatch.setattr(Words, "pick", staticmethod(pick))
    monkeypatch.setattr("render.words.catalogue.LANGUAGES", ("en", "es"))
    monkeypatch.setattr(coverage, "offered", lambda game: ("en", "es"))
    monkeypatch.setattr(coverage, "spoken", lambda: frozenset({"en", "es"}))
    monkeypatch.setattr(coverage, "named", lambda: ("en", "es"))
    both = {"en": "en", "es": "es"}
    shared = [
        replace(each, values=both) if each.key == "language" else each for each in OPTIONS
    ]
    monkeypatch.setattr("bot.tables.core.options.OPTIONS", shared)
    return words


async def test_each_person_is_answered_in_their_language(
    tmp_path: Path, spanish: Words
) -> None:
    """By their settings, their Discord, or the table."""
    async with table(tmp_path, Undrawn(), "Ada", "Bruno", "Chiara") as world:
        ada, bruno, chiara = world.players.values()
        for player, locale in ((ada, "es-ES"), (bruno, "es-419"), (chiara, "es-419")):
            set_locale(world.env, player.id, locale)
        await world.bot.store.people.write(PersonRow(bruno.id, "en"))
        await ada.slash("play", game="florence")  # nobody has chosen a language for the server
        assert ada.panel.text.startswith(MARK)
        lobby = world.board
        assert spanish("lobby.button.join") in lobby.buttons
        await bruno.click(spanish("lobby.button.start"), lobby)
        assert bruno.panel.text == "Only Ada can do that here."
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
            assert called.buttons == (words("dm.button.move"), words("call.button.since"))
            assert (MARK in called.content) is (MARK in player.hand.text) is (words is spanish)


async def test_direct_messages_follow_the_persons_discord_after_a_restart(
    tmp_path: Path, spanish: Words
) -> None:
    async with table(tmp_path, Undrawn(), "Ada", "Bruno", "Chiara", "Dmitri") as world:
        ada, bruno, chiara, dmitri = world.players.values()
        for player in (bruno, dmitri):
            set_locale(world.env, player.id, "es-ES")
        await ada.slash("play", game="florence")
        for player in (bruno, chiara):
            await player.click("Join")
        await dmitri.slash("hand")
        assert (await world.bot.people.read(bruno.id)).discord_locale == "es-ES"
        assert (await world.bot.people.read(dmitri.id)).discord_locale is None, "no seat"
        await world.restart()
        await ada.click("Start")
        assert MARK in bruno.hand.text
        assert MARK in bruno.calls[-1].content
        assert MARK not in chiara.hand.text
        assert MARK not in world.board.text


async def test_the_language_of_a_table_is_chosen_in_its_lobby(
    tmp_path: Path, spanish: Words
) -> None:
    async with table(tmp_path, Undrawn(), "Ada", "Bruno", "Chiara") as world:
        ada, bruno, chiara = world.players.values()
        await ada.slash("play", game="lacrimosa")  # the longest lobby
        await ada.click("Add computer player")
        name, own = Words("en")("lobby.name.language"), spanish("language.name")
        assert MARK not in world.board.text
        await ada.choose(name, own)
        assert MARK in world.board.text
        assert (await ada.open_field(name)).chosen(name) == own, "Ada reads English"
        await bruno.click(spanish("lobby.button.join"))
        await chiara.click(spanish("lobby.button.join"))
        await ada.click(spanish("lobby.button.start"))
        assert MARK in world.board.text
        assert MARK not in ada.hand.text, "the table's language is nobody's own"


@pytest.mark.parametrize(
    ("preferred", "community", "language"),
    [
        ("es-ES", False, "es-ES"),
        ("es-419", True, "es-419"),
        ("en-US", True, "en-US"),
        ("en-US", False, "fr"),  # what every server has that has not chosen one
        ("ja", True, "fr"),  # no catalogue
        (None, False, "fr"),
    ],
)
@pytest.mark.usefixtures("spanish")
def test_a_new_table_has_the_servers_language_else_that_of_who_opens_it(
    preferred: str | None, community: bool, language: str
) -> None:
    interaction: Any = SimpleNamespace(
        guild_locale=None if preferred is None else discord.Locale(preferred),
        guild=SimpleNamespace(features=["COMMUNITY"] if community else []),
    )
    french: Any = SimpleNamespace(language="fr")
    assert table_language(interaction, french, "florence") == language


@pytest.mark.parametrize("typed", ["mon", "DINERO", "día y", "dia"])
async def test_a_topic_is_found_in_the_persons_language_and_in_english(
    tmp_path: Path, spanish: Words, monkeypatch: pytest.MonkeyPatch, typed: str
) -> None:
    def topics(_: object, __: object, words: Words) -> tuple[tuple[str, str], ...]:
        return (("money", "Dinero, día y noche" if words is spanish else "Money"),)

    monkeypatch.setattr(rulebook, "topics", topics)
    async with table(tmp_path, Undrawn(), "Ada") as world:
        ada = world["Ada"]
        set_locale(world.env, ada.id, "es-419")
        found = await ada.member.autocomplete(
            world.channel, "rules", "topic", typed, game="florence"
        )
        assert found == [{"name": "Dinero, día y noche", "value": "money"}]
        assert not await ada.member.autocomplete(
            world.channel, "rules", "topic", "nada", game="florence"
        )


def test_a_word_of_a_language_that_is_cut_off_is_not_taken_for_english() -> None:
    assert list(english("−1 de talent", "es")) == ["talent"]
    assert list(english("−1 de talent…", "es")) == []
    assert list(english("Waiting…", "es")) == ["Waiting"]


def test_what_discords_portal_calls_its_pages_is_no_english_of_ours() -> None:
    assert list(english("«Installation», «User Install»", "ru")) == []
    assert list(english("Install", "ru")) == ["Install"]


@pytest.fixture
def half_spanish(monkeypatch: pytest.MonkeyPatch) -> None:
    """Spanish as if it lacked most texts of Lacrimosa."""
    offered = {"florence": ("en", "es", "fr", "ru"), "lacrimosa": ("en", "fr", "ru")}
    monkeypatch.setattr(coverage, "_offered", lambda: offered)


@pytest.mark.usefixtures("half_spanish")
@pytest.mark.parametrize(("game", "language"), [("florence", "es"), ("lacrimosa", "en")])
async def test_a_table_can_have_a_language_once_it_is_whole_for_its_game(
    tmp_path: Path, workers: Pooled, game: str, language: str
) -> None:
    async with table(tmp_path, workers, "Ada", language=language) as world:
        ada, words = world["Ada"], Words(language)
        await ada.slash("play", game=game, language="es")
        row = await world.bot.store.games.game(1)
        assert row is not None
        assert row.language == language
        assert words("lobby.button.join") in world.board.buttons
        name = words("lobby.name.language")
        offered = (await ada.open_field(name)).choices(name)
        assert ("Español" in offered) is (language == "es")
        assert "Русский" in offered


@pytest.mark.usefixtures("half_spanish")
def test_a_rematch_leaves_a_language_that_is_not_offered_any_more() -> None:
    old = game_row(game="lacrimosa", status="over", language="es")
    again = lobby_again.rematch(Table(old, ()), GAMES["lacrimosa"], ANN, "Ann", MOMENT)
    assert again.table.game.language == "en"


@pytest.mark.usefixtures("half_spanish")
def test_a_language_that_is_not_offered_is_refused_in_the_lobby() -> None:
    lobby, rules = Table(game_row(game="lacrimosa"), ()), GAMES["lacrimosa"]
    with pytest.raises(UnknownOption):
        lobby_changes.with_options(lobby, rules, ANN, {"language": "es"}, MOMENT)
    changed = lobby_changes.with_options(lobby, rules, ANN, {"language": "fr"}, MOMENT)
    assert changed.table.game.language == "fr"


async def test_a_language_of_few_texts_is_read_by_who_chooses_it_alone(
    tmp_path: Path, workers: Pooled, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By `/settings`; not by everyone whose Discord is set to it, nor in the commands."""
    monkeypatch.setattr(coverage, "_offered", lambda: dict.fromkeys(GAMES, ("en",)))
    monkeypatch.setattr(coverage, "spoken", lambda: frozenset({"en"}))
    spanish, english = Words("es"), Words("en")
    async with table(tmp_path, workers, "Ada", "Bruno", "Chiara") as world:
        ada, bruno, chiara = world.players.values()
        for player in (ada, bruno):
            set_locale(world.env, player.id, "es-ES")
        await ada.slash("play", game="florence")
        name = english("lobby.name.language")
        with pytest.raises(AssertionError, match="in the forms"):
            await ada.open_field(name)
        for player in (bruno, chiara):
            await player.click("Join")
        await ada.click("Start")
        assert english("dm.button.move") in bruno.calls[-1].buttons
        await ada.slash("settings")
        await ada.select(english("settings.locale", language="Español"))
        assert spanish("settings.locale", language="Español") in ada.panel.choices
        await ada.click("My hand", world.board)
        assert spanish("dm.button.move") in ada.panel.buttons
        await bruno.click("My hand", world.board)
        assert english("dm.button.move") in bruno.panel.buttons
