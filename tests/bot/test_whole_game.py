"""Whole games of Florence by people who press only what they see."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from tests.bot.clicker import play
from tests.bot.driver import Undrawn, World, table
from tests.bot.english import nth_language
from tests.bot.secrets import SecretsWatcher

RESTART = 60
"""The bot is stopped and started again after this many decisions."""


@pytest.mark.nightly
async def test_five_people_play_from_the_lobby_to_the_winner(tmp_path: Path) -> None:
    async with table(tmp_path, Undrawn(1), language=nth_language(2)) as world:
        words = world.words
        secrecy = SecretsWatcher(world)
        world.watchers.append(secrecy.watch)
        ada, *others = world.players.values()
        await ada.slash("play", game="florence")
        for player in others:
            await player.click(words("lobby.button.join"))
        await ada.click(words("lobby.button.start"))
        for player in world.players.values():
            assert player.hand.alts, "its picture is its whole text"
            assert words("dm.button.move") in player.hand.buttons

        await play(world, Random(1), between=lambda n: _restart_at(world, n))

        end = world.board
        won = (words("scores.winner", name="|"), words("scores.winners", names="|"))
        assert any(end_of.strip("|") in end.text for end_of in won)
        assert all(player.name in end.text for player in world.players.values())
        assert words("table.button.rematch") in end.buttons
        assert all(
            words("dm.over", game=words("game.florence"), link="|").partition("|")[0]
            in player.hand.text
            for player in world.players.values()
        )
        await ada.slash("journal")
        assert ada.panel.text.startswith(f"### {words('journal.watching')}\n- ")
        assert secrecy.checked > 10_000
        _seen_by_their_owners_alone(world)


async def _restart_at(world: World, decisions: int) -> None:
    if decisions == RESTART:
        before = world.messages
        await world.restart()
        assert world.messages == before, "a restart said something"


def _seen_by_their_owners_alone(world: World) -> None:
    """What simcord itself shows each person is what the driver took for theirs."""
    for player in world.players.values():
        shown = {m.id for m in world.channel.history(viewer=player.member)}
        own = {m.id for m in player.messages if not m.direct}
        assert shown == own
        others = {m.id for m in world.messages if m.owner not in {None, player.name}}
        assert others
        assert not shown & others
