"""The bot where only a person has installed it: other servers, and group chats."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.bot.command_steps import PERSONAL
from tests.wire.in_process import running
from tests.wire.server import Loopback, installs
from tests.wire.server.interactions import SentInteraction
from tests.wire.server.world import World

pytestmark = pytest.mark.timeout(120)


async def _answered(question: SentInteraction) -> None:
    assert await question.done()
    (answer,) = question.answers
    assert answer.owner is question.user, "nothing is public"
    assert question.follow_ups <= installs.MOST_FOLLOW_UPS


def _registered_for_people(world: World) -> set[str]:
    return {each["name"] for each in world.commands if 1 in each["integration_types"]}


async def test_without_user_install_all_commands_are_taken(tmp_path: Path) -> None:
    async with Loopback() as discord:
        discord.guild()
        async with running(discord, tmp_path) as bot:
            await bot.hear_everything()
            assert discord.world.commands
            assert _registered_for_people(discord.world) == set()
        assert not discord.record.breaches


async def test_commands_of_one_person_answer_wherever_they_are(tmp_path: Path) -> None:
    async with Loopback() as discord:
        world = discord.world
        world.user_install = True
        home = world.channel(discord.guild(), "table")
        strange = discord.guild("Strange")
        strange.has_bot = False
        foyer, group = world.channel(strange, "foyer"), world.group()
        ada, bruno = discord.person("Ada", installed=True), discord.person("Bruno")
        async with running(discord, tmp_path) as bot:
            await bot.hear_everything()
            assert _registered_for_people(world) == PERSONAL
            for place in (foyer, group):
                assert installs.offered(world, ada.user, place) == PERSONAL
                assert installs.offered(world, bruno.user, place) == set()
                for name in sorted(PERSONAL):
                    options = {"game": "florence"} if name == "learn" else {}
                    await _answered(await ada.slash(place, name, **options))
            assert installs.offered(world, bruno.user, home) > PERSONAL
            assert installs.offered(world, bruno.user, bruno.direct) > PERSONAL
        assert not discord.record.breaches
