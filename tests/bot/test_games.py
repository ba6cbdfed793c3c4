"""`/games`: a person's tables in one message, and the open ones of the server."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import discord
import pytest
from msgspec.structs import replace

from bot.interactions.channel_rights import may_use
from bot.store.rows import Seating
from tests.bot.driver import Player, Pooled, World, table
from tests.bot.running_game import begin, give_back


async def _opened(world: World, player: Player, name: str, **options: Any) -> Any:
    """A lobby that someone opens in its own channel."""
    world.channel = world.guild.create_text_channel(name, **options)
    await player.slash("play", game="lacrimosa")
    return world.channel


async def test_it_lists_games_lobbies_and_what_is_finished_and_opens_them_in_place(
    tmp_path: Path, workers: Pooled
) -> None:
    async with table(tmp_path, workers, "Ada", "Bruno", "Chiara") as world:
        ada = world["Ada"]
        await ada.slash("games")
        assert ada.panel.text == "### You have no games."
        assert ada.panel.buttons == ("Refresh",)
        await begin(world)
        await begin_another(world)
        await give_back(ada)
        await world.bot.store._database.write("UPDATE games SET status = 'over' WHERE id = 1")
        await _opened(world, ada, "later")
        seen = len(ada.private)
        await ada.slash("games")
        running, lobbies, finished = re.split(r"\n\*\*(?=[A-Z])", ada.panel.text)[1:]
        assert running.startswith(
            "Running**\n**1.** The Princes of Florence with Bruno and Chiara · "
        )
        assert running.endswith(" · waiting for ■ Bruno and ▲ Chiara")
        assert lobbies.startswith(
            "Waiting for players**\n**2.** Lacrimosa · https://discord.com/channels/"
        )
        assert lobbies.endswith(" · 1 seat taken")
        assert finished.startswith("Finished**\n**3.** The Princes of Florence with ")
        assert ":R>" in finished
        people = "The Princes of Florence with Bruno and Chiara"
        assert ada.panel.choices == (f"1 · {people}", f"3 · {people}")
        await ada.select(ada.panel.choices[0], ada.panel)
        assert "Waiting for " in ada.panel.text
        await ada.click("My games", ada.panel)
        assert "\n**Running**\n" in ada.panel.text
        assert len(ada.private) == seen, "one more, and the older panel of that game is gone"
        await world["Bruno"].slash("games")
        assert "Waiting for players" not in world["Bruno"].panel.text


async def test_an_old_list_does_not_say_who_plays_at_a_table_that_one_has_left(
    tmp_path: Path, workers: Pooled
) -> None:
    async with table(tmp_path, workers, "Ada", "Bruno", "Chiara") as world:
        ada = world["Ada"]
        await begin(world)
        await ada.slash("games")
        (choice,) = ada.panel.choices
        now = await world.bot.games.table(1)
        seats = tuple(
            replace(each, user=None) if each.user == ada.id else each for each in now.seats
        )
        world.bot.games._cache.put(replace(now, seats=seats))
        opened = ada.panel
        await ada.select(choice, opened)
        assert ada.panel.text == "This game is no longer stored."
        sat = Seating(at=0.0, entry=0, seat=0, what="left", name="Ada", user=ada.id)
        world.bot.games._cache.put(replace(now, seats=seats, seatings=(sat,)))
        await ada.select(choice, opened)
        assert ada.panel.text == "You have no seat at this table."


async def test_a_forged_rematch_does_not_say_where_a_table_is(
    tmp_path: Path, workers: Pooled
) -> None:
    async with table(tmp_path, workers, "Ada", "Bruno", "Chiara", "Dmitri") as world:
        dmitri = world["Dmitri"]
        await begin(world)
        await _opened(world, dmitri, "elsewhere")
        await dmitri.forge("Join", "m1:rematch:1")
        assert dmitri.panel.text == "This game is no longer stored."


async def begin_another(world: World) -> None:
    """Begin another game of the three, and return to the channel of the first."""
    first, world.channel = world.channel, world.guild.create_text_channel("second")
    await begin(world)
    world.channel = first


async def test_open_tables_are_those_that_one_may_see_and_is_not_barred_from(
    tmp_path: Path, workers: Pooled
) -> None:
    async with table(tmp_path, workers, "Ada", "Bruno", "Chiara", "Dmitri") as world:
        ada, bruno, chiara, dmitri = (world[n] for n in ("Ada", "Bruno", "Chiara", "Dmitri"))
        hall = world.channel
        hidden: dict[Any, discord.PermissionOverwrite] = {
            dmitri.member: discord.PermissionOverwrite(view_channel=False)
        }
        mute: dict[Any, discord.PermissionOverwrite] = {
            dmitri.member: discord.PermissionOverwrite(use_application_commands=False)
        }
        await _opened(world, ada, "open")
        await _opened(world, bruno, "hidden", overwrites=hidden)
        await _opened(world, bruno, "mute", overwrites=mute)
        await _opened(world, chiara, "barred")
        await world.bot.store.bars.set_of_person(chiara.id, (dmitri.id,))
        world.channel = hall
        await dmitri.slash("games")
        assert dmitri.panel.buttons == ("Refresh", "Open tables (1)")
        await dmitri.click("Open tables (1)", dmitri.panel)
        (line,) = dmitri.panel.text.splitlines()[1:]
        assert line.startswith("**1.** Lacrimosa with Ada · 1 seat taken, 4 at most · https://")
        await dmitri.forge("Join · 1", "m1:join_open:2")
        assert "Lacrimosa with Ada" in dmitri.private[-2].text, "that one is not told of"
        here = await world.bot.games.table(2)
        assert here.seat_of(dmitri.id) is None
        await dmitri.click("Join · 1")
        listed = next(m for m in dmitri.private if "Refresh" in m.buttons)
        assert listed.text.startswith("You have a seat: https://discord.com/channels/")
        assert "No table here has a seat for you now." in listed.text
        assert (await world.bot.games.table(1)).seat_of(dmitri.id) is not None
        await world.bot.store.bars.switch_on_server(world.guild.id, bruno.id)
        await bruno.slash("games")
        assert "Open tables" not in " ".join(bruno.panel.buttons)


async def test_a_full_lobby_is_no_open_table_and_the_list_follows(
    tmp_path: Path, workers: Pooled
) -> None:
    people = ("Ada", "Bruno", "Chiara", "Dmitri", "Elena")
    async with table(tmp_path, workers, *people) as world:
        hall = world.channel
        await _opened(world, world["Ada"], "open")
        world.channel = hall
        elena = world["Elena"]
        await elena.slash("games")
        await elena.click("Open tables (1)", elena.panel)
        for name in ("Bruno", "Chiara"):
            await world[name].click("Join", world.public[-1])
        await world.bot.open_lists.refresh()
        await world.look()
        assert "3 seats taken, 4 at most" in elena.panel.text
        await world["Dmitri"].click("Join", world.public[-1])
        await world.bot.open_lists.refresh()
        await world.look()
        assert "No table here has a seat for you now." in elena.panel.text
        assert elena.panel.buttons == ("My games", "Refresh")


async def test_open_tables_are_of_a_server(tmp_path: Path, workers: Pooled) -> None:
    async with table(tmp_path, workers, "Ada", "Bruno") as world:
        await world["Ada"].slash("play", game="lacrimosa")
        (answer,) = await world["Bruno"].slash_directly("games")
        assert answer.buttons == ("Refresh",)


@pytest.mark.parametrize(
    ("private", "manages", "here", "seen"),
    [
        (False, False, False, True),
        (True, False, False, False),
        (True, True, False, True),
        (True, False, True, True),
    ],
)
def test_a_private_thread_is_there_for_who_is_in_it(
    *, private: bool, manages: bool, here: bool, seen: bool
) -> None:
    thread = Mock(spec=discord.Thread)
    thread.is_private.return_value = private
    thread.permissions_for.return_value = discord.Permissions(
        view_channel=True,
        read_message_history=True,
        use_application_commands=True,
        manage_threads=manages,
    )
    interaction = Mock(user=Mock(spec=discord.Member), channel_id=5 if here else 6)
    interaction.guild.get_channel_or_thread.return_value = thread
    assert may_use(interaction, 5) == seen
    thread.parent = None
    assert not may_use(interaction, 5)
    interaction.guild.get_channel_or_thread.return_value = None
    assert not may_use(interaction, 5)
