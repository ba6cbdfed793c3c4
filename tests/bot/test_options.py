"""The options of every table: each is one entry, which reads the same for every reader."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from bot.database.address import Address
from bot.interactions.limits import FORM_TEXT
from bot.store.changes import Change
from bot.store.columns import GAME
from bot.store.rows import GameRow
from bot.tables.core import options
from bot.tables.core.options import OPTIONS, TableOption
from bot.tables.core.refusals import UnknownOption
from bot.tables.core.table import Table
from bot.tables.lobby import lobby_again, lobby_changes
from render.words import LANGUAGES, Words
from rules.registry import GAMES
from tests.bot.driver import Pooled, table
from tests.bot.services import ANN, MOMENT, game_row, services

EACH = pytest.mark.parametrize("option", OPTIONS, ids=[each.key for each in OPTIONS])


def last(option: TableOption) -> str:
    """The value of an option that differs most from its default."""
    return list(option.values)[-1]


def test_no_two_options_have_one_key_or_one_field() -> None:
    keys = [each.key for each in OPTIONS]
    own = [choice.key for rules in GAMES.values() for choice in rules.choices]
    fields = [each.field for each in OPTIONS if each.field is not None]
    assert len(set(keys)) == len(keys)
    assert not set(keys) & set(own)
    assert len(set(fields)) == len(fields)


@EACH
def test_a_new_table_has_the_first_value(option: TableOption) -> None:
    assert option.value(game_row()) == next(iter(option.values))


@EACH
@pytest.mark.parametrize("language", LANGUAGES)
def test_each_value_has_a_text_of_its_own(option: TableOption, language: str) -> None:
    words = Words.pick(language)
    texts = [option.text(words, each) for each in option.values]
    assert len(set(texts)) == len(texts)
    assert all(0 < len(each) <= 80 for each in texts)


@EACH
async def test_each_value_comes_back_from_the_store(
    option: TableOption, address: Address
) -> None:
    async with services(address) as here:
        row = await here.store.games.create(game_row(id=0), Change())
        for name in option.names(row):
            row = await here.store.games.commit(option.chosen(row, name), Change())
            stored = await here.store.games.game(row.id)
            assert stored is not None
            assert option.value(stored) == name


@EACH
def test_what_it_does_not_know_is_refused_and_read_as_the_default(option: TableOption) -> None:
    with pytest.raises(UnknownOption):
        option.chosen(game_row(), "odd")
    with pytest.raises(UnknownOption):
        lobby_changes.with_options(
            Table(game_row(), ()), GAMES["florence"], ANN, {option.key: "odd"}, MOMENT
        )
    row: GameRow = replace(
        game_row(), **{option.field or "options": "odd" if option.field else {option.key: "x"}}
    )
    assert option.value(row) == next(iter(option.values))


@EACH
def test_a_rematch_has_it(option: TableOption) -> None:
    old = option.chosen(game_row(status="over"), last(option))
    again = lobby_again.rematch(Table(old, ()), GAMES["florence"], ANN, "Ann", MOMENT)
    assert option.value(again.table.game) == last(option)


def test_an_option_that_no_query_asks_for_needs_no_column() -> None:
    option = TableOption(key="odd", values={"one": 1, "two": [2]}, text=lambda _, value: value)
    row = option.chosen(game_row(), "two")
    assert row.options == {"odd": [2]}
    assert option.value(row) == "two"
    stored: Any = GAME.values(row)
    assert option.value(GAME.read(stored)) == "two"


@pytest.mark.by_limits
def test_what_new_tables_have_does_not_differ() -> None:
    for row in (options.begun(game_row()), options.begun(game_row(game="lacrimosa"))):
        assert not any(each.differs(row) for each in options.shown(row))
        for option in options.shown(row):
            offered = option.names(row)
            assert any(option.differs(option.chosen(row, each)) for each in offered)


@pytest.mark.by_limits
def test_options_chosen_together_are_those_that_were_offered_together() -> None:
    lobby = Table(options.begun(game_row()), ())
    chosen = {"pace": "live", "auctions": "bids"}
    draft = lobby_changes.with_options(lobby, GAMES["florence"], ANN, chosen, MOMENT)
    assert draft.table.game.pace == "live"
    with pytest.raises(UnknownOption):
        lobby_changes.with_options(
            draft.table, GAMES["florence"], ANN, {"auctions": "limits"}, MOMENT
        )


def test_one_value_alone_is_no_choice(monkeypatch: pytest.MonkeyPatch) -> None:
    only = TableOption(key="odd", values={"one": 1}, text=lambda _, value: value)
    assert only.names(game_row()) == ("one",)
    assert list(options.shown(game_row())) == list(OPTIONS)
    monkeypatch.setattr(options, "OPTIONS", (only, *OPTIONS))
    assert list(options.shown(game_row())) == list(OPTIONS)


@EACH
@pytest.mark.parametrize("language", LANGUAGES)
def test_each_has_a_name_that_a_form_shows_whole(option: TableOption, language: str) -> None:
    assert 0 < len(Words.pick(language)(f"lobby.name.{option.key}")) <= FORM_TEXT


async def test_the_forms_of_the_lobby_have_a_field_for_each(
    tmp_path: Path, workers: Pooled
) -> None:
    words = Words.pick("en")
    async with table(tmp_path, workers) as world:
        ada = world["Ada"]
        await ada.slash("play", game="florence")
        lobby = await world.bot.games.table(1)
        # The pace comes last: a live table has nothing to choose about auctions.
        for option in sorted(options.shown(lobby.game), key=lambda each: each.key == "pace"):
            name = words(f"lobby.name.{option.key}")
            form = await ada.open_field(name)
            offered = [text.lower() for text in form.choices(name)]
            names = option.names(lobby.game)
            assert offered == [option.text(words, each).lower() for each in names]
            await ada.fill({name: form.choices(name)[-1]})
            row = await world.bot.store.games.game(1)
            assert row is not None
            assert option.value(row) == last(option)
