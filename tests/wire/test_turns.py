"""Five tables are played from one message, in a channel and by direct message."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from tests.wire.clicker import Party
from tests.wire.five_tables import Evening
from tests.wire.in_process import running
from tests.wire.server import Loopback

pytestmark = pytest.mark.timeout(240)

TABLES = 5


@pytest.mark.parametrize("direct", [False, True])
async def test_five_tables_take_one_message_and_a_press_each_beside_the_moves(
    tmp_path: Path, *, direct: bool
) -> None:
    async with Loopback() as discord:
        guild = discord.guild()
        ada, bruno, cleo = (discord.person(each) for each in ("Ada", "Bruno", "Cleo"))
        async with running(discord, tmp_path) as bot:
            await bot.hear_everything()
            channels = [discord.world.channel(guild, f"table-{n}") for n in range(TABLES)]
            for openers, channel in zip((bruno, cleo) * TABLES, channels, strict=False):
                others = [each for each in (bruno, cleo, ada) if each is not openers]
                await Party(discord, channel, [openers, *others], Random(1)).gather()
            evening = Evening()
            shown = await evening.play(ada, ada.direct if direct else channels[0])
            assert evening.tables == TABLES
            assert not [each for each in evening.promises if not each.kept]
            assert shown.buttons[-1] == "All my turns"
            for game in range(1, TABLES + 1):
                table = await bot.games.table(game)
                assert table.decision(table.seat_of(ada.id) or 0) is None
        assert not discord.record.breaches
