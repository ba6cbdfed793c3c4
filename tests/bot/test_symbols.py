"""The button Symbols: one press from every hand, panel and In words, for everyone."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.interactions import pictures
from bot.interactions.pictures import Pictures
from bot.screens.labels import MORE
from render.words import Words
from tests.bot.driver import Player, Pooled
from tests.bot.running_game import MOVE, choices, give_back, opener, three

KEY = "Key to symbols, The Princes of Florence. "


async def answered(player: Player) -> bool:
    """Whether the button on the newest answer brings the key, in a message of its own."""
    if MORE in player.panel.buttons:
        await player.click(MORE, player.panel)
    panel = player.panel
    await player.click("Symbols", panel)
    key = player.panel
    (alt,) = key.alts
    kept = next(m for m in player.private if m.id == panel.id)
    return alt.startswith(KEY) and key.id != panel.id and kept == panel


async def test_every_hand_panel_and_page_in_words_has_the_button(
    tmp_path: Path, workers: Pooled
) -> None:
    async with three(tmp_path, workers, setup=False) as world:
        ada = world["Ada"]
        for label in (MOVE, "My hand", "In words"):
            await ada.click(label, world.board)
            assert await answered(ada), label
        await ada.click("Symbols", ada.hand)
        (newest,) = [m for m in ada.messages if m.direct and m.passing]
        assert newest.alts[0].startswith(KEY)
        await give_back(ada)
        assert "Waiting for" in ada.panel.text
        assert await answered(ada)


async def test_it_stands_at_a_later_step_of_a_choice(tmp_path: Path, workers: Pooled) -> None:
    async with three(tmp_path, workers) as world:
        first = opener(world)
        await first.click(MOVE)
        await first.click("Lake", first.panel)
        for _ in range(2):
            await opener(world).click("Pass", world.board)
        await first.click(MOVE)
        await first.click(choices(first.panel)[1], first.panel)
        assert "Back" in first.panel.buttons
        assert await answered(first)


async def test_who_only_watches_has_it_too(tmp_path: Path, workers: Pooled) -> None:
    async with three(tmp_path, workers) as world:
        dmitri = world["Dmitri"]
        for label in ("My hand", "In words"):
            await dmitri.click(label, world.board)
            assert await answered(dmitri), label


async def test_it_works_after_a_restart_and_in_the_language_of_the_person(
    tmp_path: Path, workers: Pooled
) -> None:
    async with three(tmp_path, workers) as world:
        ada = world["Ada"]
        await ada.click("In words", world.board)
        await world.restart()
        assert await answered(ada)
        words = Words("en")
        assert words("symbols.florence.grid") in ada.panel.alts[0]


@pytest.mark.parametrize("forged", ["m1:symbols:0", "m1:symbols:0:chess", "m1:symbols:1:x:y"])
async def test_a_forged_game_is_refused(tmp_path: Path, workers: Pooled, forged: str) -> None:
    async with three(tmp_path, workers) as world:
        ada = world["Ada"]
        await ada.click("In words", world.board)
        await ada.forge("Symbols", forged)
        assert not ada.panel.alts


async def test_it_is_drawn_once(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[tuple[str, str]] = []

    class Here:
        async def run_within(self, _: object, call: object, *asked: str) -> object:
            assert call is pictures._symbols
            drawn.append((asked[0], asked[1]))
            return pictures._symbols(*asked)

    shown = Pictures(Here())  # type: ignore[arg-type]  # all that it asks of workers
    words = Words("en")
    first = await shown.symbols("florence", words)
    assert first is not None
    assert await shown.symbols("florence", words) is first
    assert await shown.symbols("lacrimosa", words) != first
    assert drawn == [("florence", "en"), ("lacrimosa", "en")]


async def test_without_the_picture_there_is_a_line(
    tmp_path: Path, workers: Pooled, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def none(*_: object) -> None:
        return None

    async with three(tmp_path, workers) as world:
        ada = world["Ada"]
        monkeypatch.setattr(Pictures, "symbols", none)
        await ada.click("In words", world.board)
        await ada.click("Symbols", ada.panel)
        assert ada.panel.text.startswith("The symbols can’t be shown right now.")
