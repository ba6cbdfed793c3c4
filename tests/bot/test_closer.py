"""Closer: the board in parts, one a gallery, private, for everyone who sees the table."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.interactions import pictures
from bot.interactions.pictures import Pictures
from render.words import Words
from tests.bot.client_message import GALLERY
from tests.bot.driver import Pooled
from tests.bot.running_game import three


async def test_the_board_comes_in_parts_one_below_the_other(
    tmp_path: Path, workers: Pooled
) -> None:
    async with three(tmp_path, workers) as world:
        for name, label in (("Ada", "My hand"), ("Dmitri", "In words")):
            player = world[name]
            await player.click(label, world.board)
            before = player.panel
            await player.click("Closer", before)
            parts = player.panel
            assert parts.id != before.id
            assert parts.alts[:2] == ("Auction piles", "Auction")
            assert set(parts.alts) > {"Ada", "Bruno", "Chiara"}
            galleries = [each for each in parts.parts if each["type"] == GALLERY]
            assert all(len(each["items"]) == 1 for each in galleries)


async def test_without_pictures_it_says_so(
    tmp_path: Path, workers: Pooled, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with three(tmp_path, workers) as world:
        monkeypatch.setattr(Pictures, pictures.Pictures.closer.__name__, _nothing)
        await world["Ada"].click("My hand", world.board)
        await world["Ada"].click("Closer", world["Ada"].panel)
        assert world["Ada"].panel.text == Words("en")("closer.missing")


async def _nothing(*_: object) -> tuple[()]:
    return ()
