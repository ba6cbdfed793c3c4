"""`/host`: what those who manage a server, and nobody else, see and may end."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import discord
import pytest

from bot.background.health import VERSION
from bot.store.changes import Change
from bot.tables.core import replay
from bot.tables.core.table import Table
from tests.bot.driver import Player, Pooled, World, table
from tests.bot.services import game_row
from tests.bot.two_processes import lapse, written

PEOPLE = ("Ada", "Bruno", "Chiara")


def _host(world: World) -> Player:
    manages = discord.Permissions(manage_guild=True)
    return world.add("Hanna", roles=[world.guild.create_role("host", permissions=manages)])


async def _begun(world: World) -> Table:
    await world["Ada"].slash("play", game="florence")
    for name in PEOPLE[1:]:
        await world[name].click("Join")
    await world["Ada"].click("Start")
    return await _here(world)


async def _here(world: World) -> Table:
    here = await world.bot.games.in_channel(world.channel.id)
    assert here is not None
    return here


async def test_status_lists_every_open_table(tmp_path: Path, workers: Pooled) -> None:
    async with table(tmp_path, workers, *PEOPLE) as world:
        hanna = _host(world)
        await hanna.slash("host status")
        none, bot = hanna.panel.text.split("**The bot, on all servers**")
        assert none.strip() == "No table is open on this server."
        assert re.fullmatch(
            rf"\nVersion {re.escape(VERSION)}, started <t:\d+:R>\."
            r"\n0 messages are waiting to be sent\."
            r"\nIn the last minute the bot was never more than \d+ ms late\."
            r"\nTo use .* Tick \*\*User Install\*\* .*, then restart the bot\.",
            bot,
        )
        begun = await _begun(world)
        world.channel = world.guild.create_text_channel("second")
        await world["Bruno"].slash("play", game="florence")
        with world.unsent():  # it has no channel: sending would notice and close it
            await world.bot.lobbies.create_lobby("florence", world.guild.id + 1, 77, 99, "Zoe")
        await hanna.slash("host status")
        told = hanna.panel.text
        assert told.startswith("### 2 tables are open on this server.")
        _, bot = told.split("**The bot, on all servers**")
        assert len(re.findall(r"^\d+", bot, re.MULTILINE)) == 1, "what waits to be sent alone"
        assert (
            f"/{begun.game.channel}/{begun.game.message}" in told
            or str(begun.game.channel) in told
        )
        assert "Setup" in told
        assert "waits for players" in told
        assert "1 open game replays correctly." in told


async def test_status_says_how_many_tables_it_leaves_out(
    tmp_path: Path, workers: Pooled
) -> None:
    async with table(tmp_path, workers, "Ada") as world:
        hanna = _host(world)
        with world.unsent():
            for n in range(23):
                await world.bot.lobbies.create_lobby(
                    "florence", world.guild.id, 1000 + n, 500 + n, "Zoe"
                )
        await hanna.slash("host status")
        told = hanna.panel.text
        assert told.startswith("### 23 tables are open on this server.")
        assert told.count("waits for players") == 20
        assert "\n… and 3 more.\n" in told


async def test_free_asks_and_then_ends_the_game(tmp_path: Path, workers: Pooled) -> None:
    async with table(tmp_path, workers, *PEOPLE) as world:
        hanna = _host(world)
        await hanna.slash("host free")
        assert hanna.panel.text == "Nothing to free: there is no table here."
        await _begun(world)
        await hanna.slash("host free")
        assert "Close this table and free the channel?" in hanna.panel.text
        assert (await _here(world)).game.status == "playing"
        await hanna.click("Close the table")
        assert hanna.panel.text.startswith("The channel is free.")
        assert hanna.panel.buttons == ()
        assert (await _here(world)).game.status != "playing"
        assert any("An admin of this server ended this game." in m.text for m in world.public)
        await hanna.slash("play", game="florence")
        assert "Hanna opens a table" in world.board.text


async def test_limits_are_seen_and_set(tmp_path: Path, workers: Pooled) -> None:
    async with table(tmp_path, workers, *PEOPLE) as world:
        hanna = _host(world)
        begun = await _begun(world)
        await hanna.slash("host limits")
        assert hanna.panel.text == (
            "Open tables that this server allows: 100.\n"
            "Open now: 1. None of them is closed by a lower limit.\n"
            "Tables that one person can keep waiting for players, on all servers: 3."
        )
        await hanna.slash("host limits", tables=1)
        assert ": 1.\nOpen now: 1." in hanna.panel.text
        assert (await _here(world)).game.id == begun.game.id
        world.channel = world.guild.create_text_channel("second")
        await world["Bruno"].slash("play", game="florence")
        told = world["Bruno"].panel.text
        assert told.startswith("Open tables on this server: 1, the most it allows.")
        assert f"/{world.guild.id}/{begun.game.channel}" in told
        assert await world.bot.games.in_channel(world.channel.id) is None
        await hanna.slash("host limits", tables=2)
        await world["Bruno"].slash("play", game="florence")
        assert (await _here(world)).game.status == "lobby"


async def test_free_closes_a_lobby_too(tmp_path: Path, workers: Pooled) -> None:
    async with table(tmp_path, workers, *PEOPLE) as world:
        hanna = _host(world)
        await world["Ada"].slash("play", game="florence")
        await hanna.slash("host free")
        await hanna.click("Close the table")
        assert (await _here(world)).game.status == "cancelled"


async def test_a_table_elsewhere_is_chosen_by_its_name(tmp_path: Path, workers: Pooled) -> None:
    async with table(tmp_path, workers, *PEOPLE) as world:
        hanna = _host(world)
        begun = await _begun(world)
        world.channel = world.guild.create_text_channel("second")
        offered = await hanna.member.autocomplete(world.channel, "host free", "table", "salon")
        name = f"The Princes of Florence, #salon, no. {begun.game.id}"
        assert offered == [{"name": name, "value": str(begun.game.id)}]
        assert not await hanna.member.autocomplete(world.channel, "host free", "table", "chess")
        await hanna.slash("host free", table=str(begun.game.id))
        await hanna.click("Close the table")
        assert (await world.bot.games.table(begun.game.id)).game.status != "playing"


@pytest.mark.parametrize("typed", ["0", "999", "salon", "1; DROP TABLE games"])
async def test_an_unknown_table_is_told(tmp_path: Path, workers: Pooled, typed: str) -> None:
    async with table(tmp_path, workers, *PEOPLE) as world:
        hanna = _host(world)
        await _begun(world)
        await hanna.slash("host free", table=typed)
        assert hanna.panel.text == "There is no open table with that number on this server."


async def test_a_table_of_another_server_is_unknown(tmp_path: Path, workers: Pooled) -> None:
    async with table(tmp_path, workers, *PEOPLE) as world:
        hanna = _host(world)
        await _begun(world)
        # Stored and not posted: without such a channel, its lobby would be closed.
        row = game_row(guild=world.guild.id + 1, channel=77)
        other = await world.bot.store.games.create(row, Change())
        await hanna.slash("host free", table=str(other.id))
        assert "no open table" in hanna.panel.text
        await hanna.slash("host free")
        await hanna.forge("Close the table", f"m1:host_free:{other.id}")
        assert "no open table" in hanna.panel.text
        assert (await world.bot.games.table(other.id)).game.status == "lobby"


async def test_nobody_else_may_even_if_the_command_is_shown_to_them(
    tmp_path: Path, workers: Pooled
) -> None:
    async with table(tmp_path, workers, *PEOPLE) as world:
        begun = await _begun(world)
        ada = world["Ada"]
        assert not {c for c in ada.member.available_commands(world.channel) if "host" in c}
        host = next(c for c in await world.bot.tree.fetch_commands() if c.name == "host")
        world.guild.set_command_permissions(host, {ada.member: True})
        for command in ("host status", "host limits", "host free", "host continue"):
            await ada.slash(command)
            assert ada.panel.text == "Only admins of this server can use this."
        assert not await ada.member.autocomplete(world.channel, "host free", "table", "")
        await ada.forge("Your move", f"m1:host_free:{begun.game.id}")
        assert ada.panel.text == "Only admins of this server can use this."
        assert (await _here(world)).game.status == "playing"


async def _set_aside(
    world: World, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> tuple[Table, int]:
    """A game whose replay differs under the next release from its third entry on."""
    begun = await _begun(world)
    for name in PEOPLE[:2]:
        await world[name].click("Your move", world.board)
        await world[name].click(world[name].panel.buttons[0], world[name].panel)
    number = (await _here(world)).number
    with closing(sqlite3.connect(folder / "bot.db")) as connection:
        connection.execute("UPDATE games SET verified = 'an old release'")
        connection.execute("UPDATE entries SET checksum = 'other' WHERE n = ?", (number,))
        connection.commit()
    monkeypatch.setattr(replay, "release", lambda: "the next release")
    await world.restart()
    await world.bot.games.wait_idle()
    return begun, number - 1


async def test_a_host_continues_a_game_that_was_set_aside(
    tmp_path: Path, workers: Pooled, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with table(tmp_path, workers, *PEOPLE, faults=True) as world:
        hanna = _host(world)
        await hanna.slash("host continue")
        assert hanna.panel.text == "No game was set aside here."
        _, good = await _set_aside(world, tmp_path, monkeypatch)
        assert (await _here(world)).game.status == "aside"
        await hanna.slash("host status")
        assert f"checked up to entry {good}." in hanna.panel.text
        assert "1 open game does not replay as it was played" in hanna.panel.text
        assert f"the replay differs from entry {good + 1} on." in hanna.panel.text
        await hanna.slash("host continue")
        assert hanna.panel.text.startswith(f"The game goes on from entry {good};")
        assert (await _here(world)).game.status == "playing"
        await hanna.slash("host continue")
        assert hanna.panel.text == "No game was set aside here."


async def test_the_players_vote_on_a_game_that_was_set_aside(
    tmp_path: Path, workers: Pooled, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with table(tmp_path, workers, *PEOPLE, faults=True) as world:
        _, good = await _set_aside(world, tmp_path, monkeypatch)
        for command in ("games", "hand"):
            await world["Ada"].slash(command)
            if command == "games":
                await world["Ada"].select(world["Ada"].panel.choices[0], world["Ada"].panel)
            assert "This game is set aside" in world["Ada"].panel.text
            assert "The game is over" not in world["Ada"].panel.text
        on = f"Continue from step {good}"
        hanna = _host(world)
        await hanna.click(on)
        assert "no seat" in hanna.panel.text
        await world["Ada"].click(on)
        assert (await _here(world)).game.status == "aside"
        assert "You can change it" in world["Ada"].panel.text
        assert "Continue: 1 of 2. End: 0 of 2." in world.board.text
        await world["Bruno"].click(on)
        assert world["Bruno"].panel.text == "Your vote has decided it."
        assert (await _here(world)).game.status == "playing"
        assert "Your move" in world.board.buttons


async def test_status_of_one_table_says_whom_it_waits_for_and_why(
    tmp_path: Path, workers: Pooled
) -> None:
    async with table(tmp_path, workers, *PEOPLE) as world:
        hanna = _host(world)
        begun = await _begun(world)
        await hanna.slash("host status", table=str(begun.game.id))
        told = hanna.panel.text
        assert "Setup" in told
        _, waits, due, pending = re.split(r"\*\*(?:Waits for|Due|Still to be sent)\*\*\n", told)
        for person, line in zip(begun.seats, waits.strip().splitlines(), strict=True):
            assert re.fullmatch(rf"- \S {person.name}: already called", line)
        for person, line in zip(begun.seats, due.strip().splitlines(), strict=True):
            what = r"a computer player stands in, or the others are asked"
            assert re.fullmatch(rf"- \S {person.name}, {what}: <t:\d+:R>", line)
        assert pending == "Nothing."
        assert "process" not in told, "there is only one"


async def test_status_tells_nothing_of_quiet_hours(tmp_path: Path, workers: Pooled) -> None:
    async with table(tmp_path, workers, *PEOPLE) as world:
        hanna = _host(world)
        hours = {"quiet_start": 0, "quiet_end": 12}
        if datetime.now(UTC).hour >= 12:
            hours = {"quiet_start": 12, "quiet_end": 0}
        await world.bot.people.change(world["Ada"].id, calls="channel", **hours)
        begun = await _begun(world)
        await hanna.slash("host status", table=str(begun.game.id))
        later = "no call at the moment; one comes later if it is still needed"
        assert f"Ada: {later}" in hanna.panel.text
        assert "quiet" not in hanna.panel.text
        _, due = hanna.panel.text.split("**Due**")
        dues = await world.bot.store.dues.of_game(begun.game.id)
        assert {each.kind for each in dues} >= {"ring", "absent", "remind"}
        told = [each.kind for each in dues if each.kind == "absent"]
        assert due.count("<t:") == len(told), "neither when they end, nor reminders"


async def test_status_of_a_lobby_waits_for_nobody(tmp_path: Path, workers: Pooled) -> None:
    async with table(tmp_path, workers, *PEOPLE) as world:
        hanna = _host(world)
        await world["Ada"].slash("play", game="florence")
        lobby = await _here(world)
        await hanna.slash("host status", table=str(lobby.game.id))
        lines = hanna.panel.text.splitlines()
        assert "waits for players" in lines[0]
        assert lines[1:4] == ["**Waits for**", "Nothing.", "**Due**"]
        assert lines[4].startswith("- the table is looked at: does it start, or close?: <t:")
        assert lines[5:] == ["**Still to be sent**", "Nothing."]


async def test_status_of_one_table_is_for_hosts_of_its_server_alone(
    tmp_path: Path, workers: Pooled
) -> None:
    async with table(tmp_path, workers, *PEOPLE) as world:
        hanna = _host(world)
        with world.unsent():
            lobby = await world.bot.lobbies.create_lobby(
                "florence", world.guild.id + 1, 77, 99, "Zoe"
            )
        await hanna.slash("host status", table=str(lobby.game.id))
        assert hanna.panel.text == "There is no open table with that number on this server."


async def test_status_says_which_process_acts_for_a_table(
    tmp_path: Path, workers: Pooled, url: str
) -> None:
    async with table(tmp_path, workers, *PEOPLE, database=url) as world:
        hanna = _host(world)
        begun = await _begun(world)
        chosen = str(begun.game.id)
        await hanna.slash("host status", table=chosen)
        assert "\nThis process of the bot acts for the table." in hanna.panel.text
        owned = "UPDATE games SET owner = ? WHERE id = ?"
        await written(world.bot.store, owned, "0123456789abcdef", begun.game.id)
        await hanna.slash("host status", table=chosen)
        other = "\nAnother process of the bot acts for the table: 0123456789abcdef."
        assert other in hanna.panel.text
        await lapse(world.bot.store, begun.game.id)
        await hanna.slash("host status", table=chosen)
        assert "\nNo process of the bot acts for the table now;" in hanna.panel.text
