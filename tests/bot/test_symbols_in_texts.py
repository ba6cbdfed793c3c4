"""Symbols in texts: amounts and names on boards, hands, panels and pages of the journal."""

from __future__ import annotations

import re
from pathlib import Path

from tests.bot.client_message import V2, Message
from tests.bot.driver import Pooled, World
from tests.bot.running_game import MOVE, choices, opener, three

FLORIN = re.compile(r"\d <:florin:\d+>")
SEAT = re.compile(r"<:seat_[1-5]:\d+> (Ada|Bruno|Chiara)")
ANY = re.compile(r"<:\w+:\d+>")
MARK = re.compile("[●■▲]")


async def bought(world: World) -> None:
    """Someone buys a Jester, and the others read about it."""
    player = opener(world)
    await player.click(MOVE)
    await player.click("Jester", player.panel)
    for _ in range(2):
        await opener(world).click("Pass", world.board)


def labels(message: Message) -> str:
    """All that cannot hold symbols: labels, descriptions, alternative texts."""
    options = (each for part in message.parts for each in part.get("options", ()))
    told = [f"{each['label']} {each.get('description')}" for each in options]
    return "\n".join([*message.buttons, *told, *message.alts])


async def test_amounts_and_names_have_symbols_where_they_are_read_beside_pictures(
    tmp_path: Path, workers: Pooled
) -> None:
    async with three(tmp_path, workers) as world:
        await world.bot.application_emojis.bring()
        await bought(world)
        assert FLORIN.search(world.board.text)
        assert SEAT.search(world.board.text)
        assert "●" not in world.board.text
        ada = world["Ada"]
        await ada.slash("journal")
        assert SEAT.search(ada.panel.text)
        await ada.click("In words", world.board)
        assert not ANY.search(ada.panel.text)
        deciding = opener(world)
        await deciding.click(MOVE)
        assert FLORIN.search(deciding.panel.text)
        await deciding.click(choices(deciding.panel)[0], deciding.panel)
        for message in world.messages:
            assert not ANY.search(labels(message))
            assert message.flags & V2 or not ANY.search(message.text), "a call"


async def test_who_wants_none_reads_words_and_the_opener_decides_for_the_table(
    tmp_path: Path, workers: Pooled
) -> None:
    async with three(tmp_path, workers) as world:
        await world.bot.application_emojis.bring()
        ada, bruno = world["Ada"], world["Bruno"]
        await ada.slash("settings")
        await ada.click("Symbols: yes")
        await bought(world)
        assert not ANY.search(world.board.text)
        assert "florins" in world.board.text
        for player, symbols in ((ada, False), (bruno, True)):
            await player.slash("journal")
            assert bool(ANY.search(player.panel.text)) is symbols


async def test_what_happened_meanwhile_has_the_symbols_of_the_panel_that_tells_it(
    tmp_path: Path, workers: Pooled
) -> None:
    async with three(tmp_path, workers) as world:
        await world.bot.application_emojis.bring()
        first = opener(world)
        other = next(each for each in (world["Ada"], world["Bruno"]) if each != first)
        await other.click(MOVE)
        await first.click(MOVE)
        await first.click("Lake", first.panel)
        await world.bot.live_panels.join()
        await world.env.settle()
        await world.look()
        assert SEAT.search(other.panel.text)
        assert not MARK.search(other.panel.text)
