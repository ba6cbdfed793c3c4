"""The texts of a step's choices: what tells them apart, and what all share, told once."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import cast

import pytest
from discord.ui import Select
from msgspec.structs import replace

from bot.interactions.client import Client
from bot.screens.labels import PHONE
from bot.screens.narrowing import Path, first_step, step
from bot.screens.panel_step import Choice, choice_rows, described
from render.presentations import PRESENTATIONS
from render.words import Words
from rules.contract import Action, Decision
from rules.florence import actions as florence
from rules.journal import AnyJournal
from rules.lacrimosa import actions as lacrimosa
from rules.lacrimosa.catalogue import Space
from tests.bot.walked_steps import faults_of_labels, game_by_chance, panel, steps
from tests.render import florence_samples, lacrimosa_samples

GAMES = ("florence", "lacrimosa")


def positions(game: str) -> Iterator[AnyJournal]:
    """Random games: Florence of three and five, Lacrimosa of one to four, split payments."""
    if game == "florence":
        yield from florence_samples.positions(3, 1)
        yield from florence_samples.positions(5, 1)
    else:
        for seats in (1, 2, 3, 4):
            yield from lacrimosa_samples.played(seats, 1, "ask")


@cache
def walked(game: str) -> tuple[tuple[Decision, Path, tuple[Choice, ...], str], ...]:
    """All steps of some games, but only some of the placings of a tile, which are alike."""
    return tuple(
        (decision, *each)
        for number, journal in enumerate(positions(game))
        for decision in journal.decisions
        if number % 3 == 0 or len(decision.options) < 100
        for each in steps(panel(game, journal, decision))
    )


@pytest.mark.parametrize("seed", range(8))
def test_no_two_choices_of_a_step_look_the_same(seed: int) -> None:
    """As they are sent, in every language, on a phone too; the last step is never cut."""
    assert not list(faults_of_labels(seed))


@pytest.mark.parametrize("game", GAMES)
def test_what_all_choices_of_a_step_share_is_said_once(game: str) -> None:
    said = 0
    for decision, path, choices, shared in walked(game):
        texts = {choice.text for choice in choices}
        assert len(choices) < 3 or len(texts) > 1 or texts == {""}, (decision.prompt, path)
        said += bool(shared)
        if shared:
            assert len(choices) > 1
            assert not any(shared in choice.text for choice in choices)
    assert said or game == "lacrimosa", "whose choices of a step rarely cost the same"


@pytest.mark.parametrize("game", GAMES)
def test_choices_without_a_word_are_places_only(game: str) -> None:
    """A place and a direction are drawn; every other choice has a use, a price or a gain."""
    for decision, path, choices, shared in walked(game):
        if len(choices) > 2 and not shared and not any(choice.text for choice in choices):
            assert path[:1] == ("place",) or isinstance(decision.prompt, florence.ToPlace)


def texts(game: str, tag: str) -> list[str]:
    """The texts of the choices of one kind of action."""
    return [
        choice.text
        for _, _, choices, _ in walked(game)
        for choice in choices
        if choice.spelled.startswith(f"{tag}.")
    ]


def test_a_building_says_its_size_its_places_and_whom_it_is_worth_something_to() -> None:
    said = [
        choice.text
        for _, path, choices, _ in walked("florence")
        for choice in choices
        if path == ("build",)
    ]
    assert any(re.match(r"\w[\w ]* (\d+) → (\d+)", text) for text in said)
    assert any("5 squares; " in text and text.endswith(" places") for text in said)
    assert not any("florins" in text for text in said), "the price is the same for all"


def test_an_item_says_what_it_is_worth_and_how_many_are_left_and_owned() -> None:
    said = texts("florence", "open")
    assert any(re.match(r".*\d → \d.* left", text) for text in said)
    assert any(text.endswith("you have 1") for text in said)


def test_an_item_says_what_it_was_sold_for_and_what_one_more_is_good_for() -> None:
    said = texts("florence", "open") + texts("florence", "take")
    assert any(re.search(r"; went for \d+00(, \d+00)*(;|$)", text) for text in said)
    assert any("Buildings cost 300 instead of 700" in text for text in said)
    assert any(re.match(r"\+2 to each Work in your hand \(\d\)", text) for text in said)


def test_a_freedom_says_whom_it_is_worth_something_to_and_how_many_are_left() -> None:
    said = texts("florence", "freedom")
    assert any(re.match(r".*\d → \d", text) for text in said)
    assert all(" left" in text for text in said)


def test_what_a_profession_wishes_is_not_told_to_spectators() -> None:
    journal = next(each for each in positions("florence") if _opens(each))
    look, words = PRESENTATIONS["florence"], Words("en")
    action, view = florence.Open("lake"), journal.view(None)
    (decision,) = journal.decisions
    hint = look.hint(action, journal.price(decision.seat, action), view, words)
    assert hint == "+3 to the Works of those who love it; 3 PP from the 2nd on; 6 left"


def _opens(journal: AnyJournal) -> bool:
    return any(isinstance(each.prompt, florence.ToOpen) for each in journal.decisions)


def test_a_card_says_what_it_gives_up_where_it_is_laid() -> None:
    said = texts("lacrimosa", "story")
    assert said
    assert all(text.startswith("gives up ") for text in said)
    assert any(" in Story" in text for text in texts("lacrimosa", "experience"))


def test_a_split_payment_says_what_it_leaves() -> None:
    said = texts("lacrimosa", "split")
    assert said
    assert all(text.startswith("leaves ") for text in said)


def test_a_movement_says_its_composers_prices() -> None:
    said = [
        choice.text
        for _, _, choices, _ in walked("lacrimosa")
        for choice in choices
        if choice.spelled.startswith("requiem.") and choice.spelled.count(".") == 1
    ]
    assert said
    assert all(" ducats, " in text and ": " in text for text in said)


def test_of_several_spaces_for_an_instrument_in_a_movement_one_is_offered() -> None:
    look, spaces = PRESENTATIONS["lacrimosa"], lacrimosa_samples.EDITION.spaces
    left_out = 0
    for journal in positions("lacrimosa"):
        for decision in journal.decisions:
            kept = look.distinct(decision.options, journal.view(decision.seat))
            if len(journal.view(None).seats) == 1:
                assert kept == decision.options, "the Soloist takes the next one (L154)"
                continue
            left_out += len(decision.options) - len(kept)
            effects = [_effect(each, spaces) for each in kept]
            assert len(set(effects)) == len(effects)
            assert {_effect(each, spaces) for each in decision.options} == set(effects)
    assert left_out


def _effect(action: Action, spaces: Mapping[str, Space]) -> object:
    match action:
        case lacrimosa.Compose(movement, space, side, marker, gain, wild):
            part = spaces[f"{movement}.{space}"].instrument
            return movement, part, side, marker, gain, wild
        case lacrimosa.PlaceNeutral(space, side):
            part = spaces[space].instrument
            return space.partition(".")[0], part, side
        case _:
            return action


def test_two_menus_of_one_panel_have_ids_of_their_own() -> None:
    """Discord refuses a message with two equal ids."""
    game, journals = game_by_chance(15)
    (decision,) = journals[171].decisions
    shown = replace(panel(game, journals[171], decision), symbols=False)
    choices, _ = described(shown, first_step(decision))
    asides, _ = described(shown, step(decision.asides, skip=False))
    nobody = cast(Client, None)  # it would be asked for symbols
    rows = choice_rows(nobody, shown, choices, 0)
    rows += choice_rows(nobody, shown, asides, 0, are_asides=True)
    menus = [each.custom_id for row in rows for each in row if isinstance(each, Select)]
    assert len(set(menus)) == 2


def test_a_closed_menu_of_a_first_step_says_which_kinds_of_choices_it_has() -> None:
    game, journals = game_by_chance(15)
    asked = set[str]()
    for journal in journals[::7]:
        for decision in journal.decisions:
            shown = replace(panel(game, journal, decision), symbols=False)
            choices, _ = described(shown, first_step(decision))
            rows = choice_rows(cast(Client, None), shown, choices, 0)
            menus = [each for row in rows for each in row if isinstance(each, Select)]
            asked |= {str(each.placeholder) for each in menus}
    assert {"Auction an item", "Build · Introduce a Freedom"} <= asked
    assert "Choose" not in asked


def test_an_exchange_fits_a_button_of_a_phone() -> None:
    labels = {
        choice.label
        for _, _, choices, _ in walked("lacrimosa")
        for choice in choices
        if choice.spelled.startswith(("buy", "cash"))
    }
    assert "1 counter → 1 ducat › Composition" in labels
    assert max(map(len, labels)) <= PHONE
