"""The private panel: narrowing, prices, Back, Why not, stale and forged clicks."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.screens.blocked import reason_lines
from bot.screens.labels import MORE
from bot.store.rows import SeatRow
from bot.tables.core.table import Table
from render.presentations import PRESENTATIONS
from render.words import Words
from rules.opponents import LEVELS
from rules.registry import GAMES
from tests.bot.driver import Pooled
from tests.bot.running_game import MOVE, actor, choices, give_back, opener, three
from tests.bot.services import game_row
from tests.contract.games import CONTRACTS, played


async def test_a_complete_choice_is_played_at_once(tmp_path: Path, workers: Pooled) -> None:
    async with three(tmp_path, workers, setup=False) as world:
        ada = world["Ada"]
        await ada.click(MOVE)
        assert "Profession cards goes back?" in ada.panel.text
        assert len(choices(ada.panel)) == 4
        assert ada.panel.alts, "the hand helps to decide"
        await ada.click(choices(ada.panel)[1], ada.panel)
        assert "gives back the" in ada.panel.text
        assert "Waiting for ■ Bruno and ▲ Chiara" in ada.panel.text
        assert not choices(ada.panel)


async def test_a_tile_is_placed_step_by_step_over_numbered_places(
    tmp_path: Path, workers: Pooled
) -> None:
    async with three(tmp_path, workers) as world:
        first = opener(world)
        await first.click(MOVE)
        await first.click("Lake", first.panel)
        for _ in range(2):
            await opener(world).click("Pass", world.board)
        assert "place the " in world.board.text
        await first.click(MOVE)
        panel = first.panel
        assert "as printed" in choices(panel)[0]
        await first.click(choices(panel)[1], panel)
        assert "Numbers as in the picture" in first.panel.text
        assert first.panel.choices[0].startswith("1: ")
        assert len(first.panel.choices) == 25
        assert first.panel.alts
        await first.click("Next page", first.panel)
        assert first.panel.choices[0].startswith("26: ")
        await first.click("Back", first.panel)
        assert choices(first.panel)[0] == choices(panel)[0]
        assert "Back" not in first.panel.buttons
        await first.click(choices(first.panel)[0], first.panel)
        await first.select(first.panel.choices[3], first.panel)
        assert " places the " in first.panel.text


async def test_a_stale_panel_becomes_a_fresh_one(tmp_path: Path, workers: Pooled) -> None:
    async with three(tmp_path, workers, setup=False) as world:
        ada = world["Ada"]
        await ada.click(MOVE)
        first = ada.panel
        world.bot.open_panels.forget(first.id)  # its token was lost: it is not updated
        await ada.click(MOVE)
        second = ada.panel
        assert first.id != second.id
        await ada.click(choices(second)[1], second)
        await ada.click(choices(first)[1], first)
        fresh = next(m for m in ada.private if m.id == first.id)
        assert "has moved on" in fresh.text
        assert "Refresh" in fresh.buttons


async def test_a_step_of_an_earlier_decision_starts_anew(
    tmp_path: Path, workers: Pooled
) -> None:
    async with three(tmp_path, workers) as world:
        player = await actor(world)
        await player.click(MOVE)
        old = player.panel
        world.bot.open_panels.forget(old.id)
        await player.click(MOVE)
        await player.click("Draw a Bonus card", player.panel)
        await player.click("Build", old)
        fresh = next(m for m in player.private if m.id == old.id)
        assert fresh.text.startswith("The game has moved on.")


async def test_a_panel_of_a_game_that_has_ended_is_refused(
    tmp_path: Path, workers: Pooled
) -> None:
    async with three(tmp_path, workers, setup=False) as world:
        ada = world["Ada"]
        await ada.click(MOVE)
        panel = ada.panel
        await world.bot.games.end(1)
        await ada.click(choices(panel)[1], panel)
        assert ada.panel.text == "This game is over."


async def test_a_panel_never_takes_the_place_of_the_table(
    tmp_path: Path, workers: Pooled
) -> None:
    async with three(tmp_path, workers, setup=False) as world:
        ada, board = world["Ada"], world.board
        await ada.forge(MOVE, "m1:fresh:1")
        assert "Profession cards goes back?" in ada.panel.text
        assert world.public[-1].words == board.words


async def test_why_not_names_the_reasons_as_many_as_a_message_holds(
    tmp_path: Path, workers: Pooled, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with three(tmp_path, workers) as world:
        player = await actor(world)
        here = await world.bot.games.table(1)
        seat = here.decisions[0].seat
        lines = reason_lines(world.bot.presentation(here), here, seat, Words("en"))
        assert len(lines) > 1
        longest = sum(len(line) + 1 for line in lines)
        for limit, wanted in (
            (longest, lines),
            (longest - 1, [*lines[:-1], "… and 1 more."]),
        ):
            monkeypatch.setattr("bot.screens.blocked.LONGEST_REASONS", limit)
            await player.click(MOVE, world.board)
            await player.more("Why can’t I …?", player.panel)
            assert player.panel.text.endswith("\n" + "\n".join(wanted))
            assert player.panel.buttons == ("Back",)
            await player.click("Back", player.panel)
            assert MORE in player.panel.buttons
            await player.slash("rules", topic="why")
            assert player.panel.text.endswith("\n" + "\n".join(wanted))


@pytest.mark.parametrize("title", sorted(GAMES))
def test_choices_impossible_for_one_reason_share_a_line(title: str) -> None:
    look, words, shared = PRESENTATIONS[title], Words("en"), 0
    journal = played(title, 3, LEVELS[0])
    seats = tuple(SeatRow(1, seat, seat, str(seat)) for seat in range(3))
    for number in range(0, journal.number, 7):
        here = Table(game_row(game=title, status="playing"), seats, journal.at(number))
        for decision in here.decisions:
            blocked = journal.at(number).blocked(decision.seat)
            whys = [look.why(reason, words) for _, reason in blocked]
            lines = reason_lines(look, here, decision.seat, words)
            told = lines[len(look.outlook(decision, here.view(decision.seat), words)) :]
            assert len(set(whys)) <= len(told) <= len(whys)
            assert all(why in "\n".join(told) for why in whys)
            shared += len(whys) - len(told)
    assert bool(shared) == CONTRACTS[title].blocked


async def test_taking_back_opens_the_decision_again(tmp_path: Path, workers: Pooled) -> None:
    async with three(tmp_path, workers, setup=False) as world:
        ada = world["Ada"]
        await give_back(ada)
        await ada.click("Undo", ada.panel)
        assert "You can choose again. This was undone:\n- ● Ada" in ada.panel.text
        assert len(choices(ada.panel)) == 4


async def test_every_choice_tells_its_price(tmp_path: Path, workers: Pooled) -> None:
    async with three(tmp_path, workers) as world:
        player = await actor(world)
        await player.click(MOVE)
        assert "20 in the pile; −300 florins; can’t be undone" in player.panel.text
        await player.click("Build", player.panel)
        assert "\nEach choice: −700 florins; +3 PP" in player.panel.text
        (menu,) = (part for part in player.panel.parts if "options" in part)
        (opera,) = (each for each in menu["options"] if each["label"] == "Opera")
        assert opera["description"].startswith("5 squares; ")


async def test_a_forged_choice_changes_nothing(tmp_path: Path, workers: Pooled) -> None:
    async with three(tmp_path, workers, setup=False) as world:
        ada = world["Ada"]
        await ada.click(MOVE)
        label = choices(ada.panel)[0]
        before = world.board.text
        true = ada.panel.button(label)
        assert true is not None
        verb, game, seat, arose, spelled = str(true["custom_id"]).split(":")[1:]
        for forged, answer in (
            (f"m1:{verb}:{game}:{seat}:{arose}:give_back.nobody", "no longer works"),
            (f"m1:{verb}:{game}:2:{arose}:{spelled}", "not your move"),
            (f"m1:{verb}:{game}:x:y:{spelled}", "no longer works"),
            (f"m1:{verb}:{game}", "no longer works"),
            (f"m1:{verb}:999:{seat}:{arose}:{spelled}", "no longer stored"),
            (f"m1:unheard:{game}", "no longer works"),
            ("m9:another:version", "no longer works"),
            (f"m1:public:{game}:{seat}:{arose}:end_turn", "no longer works"),
        ):
            news = await ada.forge(label, forged)
            assert any(answer in message.text for message in news), (forged, news)
        assert world.board.text == before


async def test_a_panel_has_one_line_of_navigation_and_the_rest_behind_it(
    tmp_path: Path, workers: Pooled
) -> None:
    async with three(tmp_path, workers) as world:
        first = opener(world)
        await first.click(MOVE)
        assert first.panel.buttons[-2:] == ("Suggest", MORE)
        panel = first.panel
        await first.click(MORE, panel)
        rarer = {"Why can’t I …?", "Bid ahead", "Note", "Symbols", "Closer", "Score", "Back"}
        assert set(first.panel.buttons) == rarer
        assert first.panel.id == panel.id
        await first.click("Back", first.panel)
        assert first.panel.buttons == panel.buttons
        await first.click("Lake", first.panel)
        await opener(world).click("Pass", world.board)
        await opener(world).click("Pass", world.board)
        await first.click(MOVE)
        await first.click(choices(first.panel)[1], first.panel)
        assert first.panel.buttons[-3:] == ("Back", "Suggest", MORE)
