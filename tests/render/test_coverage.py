"""Where a language is offered, by how many texts it has; English fills in for the rest."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from babel.messages.catalog import Catalog

from render.words import LANGUAGES, SOURCE, Words, coverage
from render.words.catalogue import catalogue
from rules.registry import GAMES
from tests.render.translation_checks import facts

GAME = "florence"
READ = sorted(coverage.missing(Words(SOURCE, Catalog()), (GAME,)))


def with_texts(ids: set[str]) -> Words:
    """A made-up Danish that has these texts and no others."""
    made = Catalog(locale="da")
    for message in catalogue(SOURCE):
        id_ = message.id if isinstance(message.id, str) else message.id[0] if message.id else ""
        if id_ in ids:
            made.add(message.id, message.string)
    return Words("da", made)


def without(few: Callable[[int], int], ids: list[str] = READ) -> Words:
    """All texts of a Florence table, less as many of `ids` as `few` says."""
    left_out = [each for each in ids if each != coverage.NAME][: few(len(ids))]
    return with_texts({*READ}.difference(left_out))


@pytest.mark.parametrize("game", GAMES)
def test_the_languages_of_the_house_have_every_text(game: str) -> None:
    """The three translations promise both games in their facts and have every text of them."""
    assert {"en", "es", "fr", "ru"} <= {*LANGUAGES}
    for language in ("es", "fr", "ru"):
        games = facts(language).games
        assert games is not None
        assert {"florence", "lacrimosa"} <= {*games}
        if game in games:
            assert coverage.missing(Words(language), (game,)) == frozenset()
            assert language in coverage.offered(game)
            assert language in coverage.spoken()
        assert language in coverage.named()


def test_a_language_is_whole_with_nearly_all_texts_of_a_table() -> None:
    shared = [each for each in READ if {GAME, "command"}.isdisjoint(each.split("."))]
    assert coverage.is_whole(without(lambda n: n // 25, shared), GAME)
    assert not coverage.is_whole(without(lambda n: n // 10, shared), GAME)


@pytest.mark.parametrize("part", ["command", GAME])
def test_the_parts_count_by_themselves(part: str) -> None:
    """A table is not offered if too many texts of one part are missing, however few it has."""
    ids = [each for each in READ if part in each.split(".")]
    assert coverage.is_whole(without(lambda n: n // 25, ids), GAME)
    assert not coverage.is_whole(without(lambda n: n // 8, ids), GAME)


def test_other_games_do_not_count() -> None:
    assert coverage.is_whole(with_texts({*READ}), GAME)
    assert not coverage.is_whole(with_texts({*READ}), "lacrimosa")


@pytest.fixture
def danish(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[Words], None]]:
    """Danish as a fifth language, with some texts."""
    pick = Words.pick

    def added(words: Words) -> None:
        def picked(locale: str) -> Words:
            return words if locale == "da" else pick(locale)

        monkeypatch.setattr(Words, "pick", staticmethod(picked))
        monkeypatch.setattr(coverage, "LANGUAGES", (*LANGUAGES, "da"))

    cached = (coverage._offered, coverage.spoken, coverage.named)
    for each in cached:
        each.cache_clear()
    yield added
    for each in cached:
        each.cache_clear()


def test_a_language_of_few_texts_can_be_chosen_by_a_person_alone(
    danish: Callable[[Words], None],
) -> None:
    danish(with_texts({coverage.NAME, "lobby.button.join"}))
    assert "da" in coverage.named()
    assert "da" not in coverage.spoken()
    assert coverage.of_discord("da").language == SOURCE
    assert coverage.of_table("da", GAME) is None


def test_a_language_without_a_name_cannot_be_chosen(danish: Callable[[Words], None]) -> None:
    danish(with_texts({*READ} - {coverage.NAME}))
    assert "da" not in coverage.named()
    assert "da" not in coverage.offered(GAME)


def test_a_whole_language_is_offered_for_its_game(danish: Callable[[Words], None]) -> None:
    danish(with_texts({*READ}))
    assert coverage.of_table("da", GAME) == "da"
    assert coverage.of_table("da", "lacrimosa") is None
    assert coverage.of_table("da", "no such game") is None
    assert coverage.of_discord("da").language == "da"
    assert coverage.offered(GAME)[0] == SOURCE
