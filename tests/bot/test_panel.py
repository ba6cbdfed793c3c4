"""The private panel: narrowing, prices, Back, Why not, stale and forged clicks."""

from __future__ import annotations

from pathlib import Path

from tests.bot.driver import Lasting
from tests.bot.playing import MOVE, choices, give_back, opener, three


async def test_a_complete_choice_is_played_at_once(tmp_path: Path, workers: Lasting) -> None:
    async with three(tmp_path, workers, setup=False) as world:
        ada = world["Ada"]
        await ada.click(MOVE)
        assert "Which one do you give back?" in ada.panel.text
        assert len(choices(ada.panel)) == 4
        assert ada.panel.alts, "the hand helps to decide"
        await ada.click(choices(ada.panel)[0], ada.panel)
        assert "gives one back" in ada.panel.text
        assert "Waiting for Bruno and Chiara" in ada.panel.text
        assert not choices(ada.panel)


async def test_a_tile_is_placed_step_by_step_over_numbered_places(
    tmp_path: Path, workers: Lasting
) -> None:
    async with three(tmp_path, workers) as world:
        first = opener(world)
        await first.click(MOVE)
        await first.click("Lake", first.panel)
        for _ in range(2):
            await opener(world).click("Pass", world.board)
        assert "place a Landscape" in world.board.text
        await first.click(MOVE)
        panel = first.panel
        assert "as printed" in choices(panel)[0]
        await first.click(choices(panel)[1], panel)
        assert "The numbers in the picture" in first.panel.text
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
        assert "places a Landscape" in first.panel.text


async def test_an_unchanged_panel_opens_after_a_restart(
    tmp_path: Path, workers: Lasting
) -> None:
    async with three(tmp_path, workers, setup=False) as world:
        ada = world["Ada"]
        await ada.click(MOVE)
        panel = ada.panel
        await world.restart()
        await ada.click(choices(panel)[0], panel)
        assert "gives one back" in ada.panel.text


async def test_a_stale_panel_becomes_a_fresh_one(tmp_path: Path, workers: Lasting) -> None:
    async with three(tmp_path, workers, setup=False) as world:
        ada = world["Ada"]
        await ada.click(MOVE)
        first = ada.panel
        await ada.click(MOVE)
        second = ada.panel
        assert first.id != second.id
        await ada.click(choices(second)[0], second)
        await ada.click(choices(first)[1], first)
        fresh = next(m for m in ada.private if m.id == first.id)
        assert "earlier moment" in fresh.text
        assert "Refresh" in fresh.buttons


async def test_choices_made_together_do_not_collide(tmp_path: Path, workers: Lasting) -> None:
    async with three(tmp_path, workers, setup=False) as world:
        ada, bruno = world["Ada"], world["Bruno"]
        await ada.click(MOVE)
        await bruno.click(MOVE)
        await ada.click(choices(ada.panel)[0], ada.panel)
        await bruno.click(choices(bruno.panel)[0], bruno.panel)
        assert "gives one back" in bruno.panel.text


async def test_why_not_names_the_reasons(tmp_path: Path, workers: Lasting) -> None:
    async with three(tmp_path, workers) as world:
        first = opener(world)
        await first.click(MOVE)
        await first.click("Why not …?", first.panel)
        assert first.panel.buttons == ("Back",)
        await first.click("Back", first.panel)
        assert "Why not …?" in first.panel.buttons


async def test_taking_back_opens_the_decision_again(tmp_path: Path, workers: Lasting) -> None:
    async with three(tmp_path, workers, setup=False) as world:
        ada = world["Ada"]
        await give_back(ada)
        await ada.click("Take back", ada.panel)
        assert "Your decision is open again" in ada.panel.text
        assert len(choices(ada.panel)) == 4


async def test_every_choice_tells_its_price(tmp_path: Path, workers: Lasting) -> None:
    async with three(tmp_path, workers) as world:
        for _ in range(3):
            player = opener(world)
            await player.click(MOVE)
            await player.click("No item this round", player.panel)
        player = opener(world)
        await player.click(MOVE)
        assert "**Draw a Bonus card**: −300 florins; shows hidden cards" in player.panel.text
        await player.click("Build a Building", player.panel)
        assert "**Opera**: −700 florins; +3 PP" in player.panel.text


async def test_a_forged_choice_changes_nothing(tmp_path: Path, workers: Lasting) -> None:
    async with three(tmp_path, workers, setup=False) as world:
        ada = world["Ada"]
        await ada.click(MOVE)
        label = choices(ada.panel)[0]
        before = world.board.text
        true = ada.panel.button(label)
        assert true is not None
        verb, game, seat, arose, spelled = str(true["custom_id"]).split(":")[1:]
        for forged, answer in (
            (f"m1:{verb}:{game}:{seat}:{arose}:give_back.nobody", "not known here"),
            (f"m1:{verb}:{game}:2:{arose}:{spelled}", "not your move"),
            (f"m1:{verb}:{game}:x:y:{spelled}", "not known here"),
            (f"m1:{verb}:{game}", "not known here"),
            (f"m1:{verb}:999:{seat}:{arose}:{spelled}", "not kept here"),
            (f"m1:unheard:{game}", "not known here"),
            ("m9:another:version", "not known here"),
            (f"m1:public:{game}:{seat}:{arose}:end_turn", "not known here"),
        ):
            news = await ada.forge(label, forged)
            assert any(answer in message.text for message in news), (forged, news)
        assert world.board.text == before
        assert world.bot.tables is not None
