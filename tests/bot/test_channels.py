"""A deleted channel takes no table with it: people are told, and move the table elsewhere."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import discord
import pytest

from bot.interactions.limits import OPTIONS
from bot.screens.turns import MOST_MOVED
from bot.tables.core.table import Table
from render.words import LANGUAGES, Words
from tests.bot.client_message import Message
from tests.bot.driver import Player, Pooled, World, table
from tests.bot.running_game import MOVE, begin, choices, give_back, opener, three
from tests.bot.test_reminders_shown import Hands
from tests.bot.test_turns import newest, plays, tables

GONE = "Your table’s channel was deleted: The Princes of Florence."
PLAYERS = ("Ada", "Bruno", "Chiara")


async def row(world: World, game: int = 1) -> Table:
    return await world.bot.games.table(game)


async def lose(world: World) -> Any:
    """Delete the table's channel; everyone goes on in another one, which is returned."""
    gone, world.channel = world.channel, world.guild.create_text_channel("garden")
    await world.delete_channel(gone)
    return world.channel


def told(player: Player) -> list[Message]:
    return [each for each in player.direct if GONE in each.text and not each.files]


async def test_everybody_is_told_at_once_that_the_channel_is_gone(
    tmp_path: Path, workers: Pooled
) -> None:
    async with three(tmp_path, workers) as world:
        await lose(world)
        for name in PLAYERS:
            (message,) = told(world[name])
            assert message.text.endswith(
                "you can play on from here, or bring the table to another channel of the server"
                " with /table."
            )
            assert "#deleted-channel" in world[name].hand.text
            assert "To the table" not in world[name].hand.buttons
        assert not told(world["Dmitri"])
        assert [MOVE in told(world[name])[0].buttons for name in PLAYERS].count(True) == 1


async def test_people_are_still_invited_to_a_table_whose_channel_is_gone(
    tmp_path: Path, workers: Pooled
) -> None:
    async with three(tmp_path, workers) as world:
        ada, dmitri = world["Ada"], world["Dmitri"]
        await lose(world)
        await ada.member.context_menu(world.channel, "Invite to a table", target=dmitri.member)
        await world.look()
        assert ada.panel.text.startswith("The invitation is sent.")
        assert (await row(world)).seats[0].invited == dmitri.id


async def test_in_quiet_hours_it_is_told_without_a_sound(
    tmp_path: Path, workers: Pooled
) -> None:
    clock = Hands()
    async with three(tmp_path, workers, **clock.both) as world:
        await world.bot.people.change(world["Ada"].id, quiet_start=11, quiet_end=20)
        await lose(world)
        assert [told(world[name])[0].silent for name in PLAYERS] == [True, False, False]


async def test_the_game_goes_on_by_direct_message_without_its_channel(
    tmp_path: Path, workers: Pooled
) -> None:
    async with three(tmp_path, workers, setup=False) as world:
        await lose(world)
        before = len(world.env.http_requests)
        number = (await row(world)).number
        for name in PLAYERS:
            player = world[name]
            await player.click(MOVE)
            assert GONE in player.direct[-1].text  # this stays there until the table is moved
            await player.click(choices(player.direct[-1])[0], player.direct[-1])
            for label in player.direct[-1].buttons:
                if label.startswith("Yes: "):
                    await player.click(label, player.direct[-1])
        assert (await row(world)).number >= number + 3
        gone = f"/channels/{(await row(world)).game.channel}"
        assert not [e for e in world.env.http_requests[before:] if e.path.startswith(gone)]


async def test_a_player_takes_the_table_to_a_free_channel(
    tmp_path: Path, workers: Pooled
) -> None:
    async with three(tmp_path, workers) as world:
        number = (await row(world)).number
        await lose(world)
        await world["Dmitri"].slash("table")
        assert (
            world["Dmitri"].panel.text
            == "There is no game in this channel. Open a table with /play."
        )
        await world["Bruno"].slash("table")
        assert world["Bruno"].panel.text == "The table is in this channel now."
        assert GONE not in world["Bruno"].panel.text
        moved = (await row(world)).game
        assert (moved.channel, moved.channel_gone) == (world.channel.id, None)
        assert MOVE in world.board.buttons
        assert world.board.id == moved.message
        await opener(world).click("Lake", world.board)
        assert (await row(world)).number > number
        assert f"/{world.channel.id}/{moved.message}" in world["Ada"].hand.text


async def test_turns_shows_what_has_no_channel_and_brings_it_here(
    tmp_path: Path, workers: Pooled
) -> None:
    async with three(tmp_path, workers) as world:
        acting = opener(world)
        idle = next(world[name] for name in PLAYERS if world[name] is not acting)
        await lose(world)
        await acting.slash("turns")
        assert "**1.** The Princes of Florence with " in acting.panel.text
        assert "#deleted-channel" in acting.panel.text
        assert acting.panel.buttons == ("Play · 1", "Move the table here · 1", "Refresh")
        await idle.slash_directly("turns")
        assert "\nIts channel was deleted\n" in idle.direct[-1].text
        assert "Move the table here · 1" not in idle.direct[-1].buttons
        await idle.slash("turns")
        await idle.click("Move the table here · 1")
        assert idle.panel.text == "The table is in this channel now."
        assert (await row(world)).game.channel == world.channel.id
        await idle.slash("turns")
        assert idle.panel.text == "### No table is waiting for you."


async def test_a_table_goes_only_where_it_may(tmp_path: Path, workers: Pooled) -> None:
    async with three(tmp_path, workers) as world:
        ada, dmitri = world["Ada"], world["Dmitri"]
        free = await lose(world)
        await ada.slash("turns")
        offer = next(each for each in ada.private if each.buttons)
        label = offer.buttons[-2]
        await dmitri.slash("play", game="lacrimosa")
        before = (await row(world)).game.message
        await ada.click(label, offer)
        assert ada.panel.text.startswith("A table here is already waiting for players")
        assert (await row(world)).game.message == before, "nothing has changed"
        await dmitri.click_more("Close table")
        await ada.click(label, offer)
        assert (await row(world)).game.channel == free.id
        await ada.forge(MOVE, "m1:move_here:1")
        assert ada.panel.text.startswith("This table’s channel still exists: https://")


async def test_only_players_move_a_table_and_only_on_its_server(
    tmp_path: Path, workers: Pooled
) -> None:
    async with three(tmp_path, workers) as world:
        await lose(world)
        dmitri = world["Dmitri"]
        await dmitri.slash("play", game="lacrimosa")
        await dmitri.forge("Join", "m1:move_here:1")
        assert dmitri.panel.text == "This game is no longer stored."  # as for any other
        await world.bot.store._database.write("UPDATE games SET guild = 5 WHERE id = 1")
        await world.bot.games._cache.forget(1)
        await world["Ada"].forge("Join", "m1:move_here:1")
        assert (await row(world)).game.channel_gone is not None


async def test_who_takes_no_direct_messages_reads_it_with_the_next_answer(
    tmp_path: Path, workers: Pooled
) -> None:
    async with three(tmp_path, workers) as world:
        bruno = world["Bruno"]
        path = f"/channels/{bruno.member.user.dm_channel.id}/messages"
        world.env.inject_error("POST", path, status=403, code=50007, times=None)
        await lose(world)
        assert not told(bruno)
        for command in ("hand", "journal", "score", "seat", "history"):
            await bruno.slash(command)
            assert GONE in bruno.panel.text, command


@pytest.mark.parametrize("first", [1, 2])
async def test_of_tables_opened_from_a_list_only_the_one_without_a_channel_says_so(
    tmp_path: Path, workers: Pooled, first: int
) -> None:
    async with tables(tmp_path, workers, 2) as (world, bruno):
        await lose(world)  # that of the second
        await bruno.slash("turns")
        await bruno.click(f"Play · {first}", newest(bruno))
        assert (GONE in newest(bruno).text) == (first == 2)
        await plays(bruno, newest(bruno))
        await bruno.click("Next table (1)", newest(bruno))
        assert (GONE in newest(bruno).text) == (first == 1)
        await bruno.slash("games")
        for game, choice in enumerate(bruno.panel.choices):
            await bruno.select(choice, bruno.panel)
            opened = world.bot.open_panels.get(bruno.panel.id)
            assert opened is not None, game
            assert (GONE in bruno.panel.text) == (opened.shown.game == 2)
            await bruno.click("My games", bruno.panel)
        assert GONE not in bruno.panel.text


async def test_a_panel_that_follows_its_table_goes_on_saying_that_the_channel_is_gone(
    tmp_path: Path, workers: Pooled
) -> None:
    async with three(tmp_path, workers) as world:
        acting = opener(world)
        waits = next(world[name] for name in PLAYERS if world[name] is not acting)
        await lose(world)
        await waits.click(MOVE, waits.hand)
        panel = waits.direct[-1]
        assert GONE in panel.text
        await acting.click(MOVE, acting.hand)
        await acting.click("No item this round", acting.direct[-1])
        now = next(each for each in waits.direct if each.id == panel.id)
        assert now.text != panel.text
        assert now.text.count(GONE) == 1


async def test_a_deletion_that_nobody_heard_of_is_found_at_the_next_message(
    tmp_path: Path, workers: Pooled, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with three(tmp_path, workers) as world:
        gone, world.channel = world.channel, world.guild.create_text_channel("garden")
        acting = opener(world)
        monkeypatch.setattr(type(world.bot), "on_guild_channel_delete", unheard)
        await world.delete_channel(gone)
        assert not told(world["Bruno"])
        await acting.click(MOVE, acting.hand)
        await acting.click("No item this round", acting.direct[-1])
        assert told(world["Bruno"])


async def unheard(*_: Any) -> None:
    """Replaces what the bot does when it hears of a deletion."""


async def test_a_deletion_while_the_bot_was_down_is_found_at_the_start(
    tmp_path: Path, workers: Pooled, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with three(tmp_path, workers) as world:
        gone, world.channel = world.channel, world.guild.create_text_channel("garden")
        with monkeypatch.context() as deaf:
            deaf.setattr(type(world.bot), "on_guild_channel_delete", unheard)
            await world.delete_channel(gone)
        assert not told(world["Bruno"])
        await world.restart()
        await world.bot.deleted_channels.join()
        await world.bot.delivery.join()
        await world.look()
        assert all(len(told(world[name])) == 1 for name in PLAYERS)


async def test_an_archived_thread_is_not_taken_for_a_deleted_one(
    tmp_path: Path, workers: Pooled
) -> None:
    async with three(tmp_path, workers) as world:
        guild = world.bot.get_guild(world.guild.id)
        assert guild is not None
        guild._channels.pop(world.channel.id)  # as if Discord had not listed it
        world.bot.deleted_channels.look_for(world.guild.id)
        await world.bot.deleted_channels.join()
        assert (await row(world)).game.channel_gone is None


@pytest.mark.parametrize("parent", [False, True])
async def test_a_thread_goes_by_itself_or_with_its_channel(
    tmp_path: Path, workers: Pooled, parent: bool
) -> None:
    async with table(tmp_path, workers, *PLAYERS) as world:
        ada, above = world["Ada"], world.channel
        await ada.slash("play", game="florence")
        await ada.click("Play in a thread")
        (world.channel,) = above.threads
        for name in PLAYERS[1:]:
            await world[name].click("Join")
        await ada.click("Start")
        gone, world.channel = world.channel, world.guild.create_text_channel("garden")
        await world.delete_channel(above if parent else gone)
        assert all(told(world[name]) for name in PLAYERS)
        assert (await row(world)).game.channel_gone is not None


async def test_a_lobby_is_closed_with_its_channel(tmp_path: Path, workers: Pooled) -> None:
    async with table(tmp_path, workers, *PLAYERS) as world:
        await world["Ada"].slash("play", game="florence")
        await world["Bruno"].click("Join")
        await lose(world)
        for name in ("Ada", "Bruno"):
            assert (
                world[name]
                .direct[-1]
                .text.startswith("Your table’s channel was deleted, so the table has closed")
            )
        assert not world["Chiara"].direct
        assert (await row(world)).game.status == "cancelled"


async def test_a_host_reads_of_no_dead_link(tmp_path: Path, workers: Pooled) -> None:
    async with three(tmp_path, workers) as world:
        manages = discord.Permissions(manage_guild=True)
        hanna = world.add("Hanna", roles=[world.guild.create_role("host", permissions=manages)])
        await lose(world)
        await hanna.slash("host status")
        line = next(each for each in hanna.panel.text.split("\n") if "Florence in" in each)
        assert "in #deleted-channel: " in line
        assert "https://discord.com/channels" not in line


async def test_a_call_that_went_with_the_channel_comes_again_where_the_table_is(
    tmp_path: Path, workers: Pooled
) -> None:
    async with table(tmp_path, workers, "Ada", "Bruno", "Chiara", "Dmitri") as world:
        for name in PLAYERS:
            await world[name].slash("settings")
            await world[name].select("Notify me in the channel")
        await begin(world)
        for name in PLAYERS:
            await give_back(world[name])
        acting = opener(world)
        assert len(acting.calls) == 1
        await lose(world)
        called = [each for each in acting.calls if not each.direct]
        assert not called
        await acting.slash("table")
        (again,) = (each for each in acting.calls if not each.direct)
        assert again.id in {each.id for each in world.channel.history()}


async def test_whoever_could_not_be_called_is_called_once_the_channel_is_open_again(
    tmp_path: Path, workers: Pooled
) -> None:
    """The table itself could be edited: the bot had only lost the right to send messages."""
    async with table(tmp_path, workers, "Ada", "Bruno", "Chiara", "Dmitri") as world:
        for name in PLAYERS:
            await world.bot.people.change(world[name].id, calls="channel")
        await begin(world)
        for name in PLAYERS[:-1]:
            await give_back(world[name])
        path = f"/channels/{world.channel.id}/messages"
        world.env.inject_error("POST", path, status=403, code=50013, times=None)
        await give_back(world[PLAYERS[-1]])
        acting = opener(world)
        assert "put an item up for auction" in world.board.text
        assert not acting.calls
        world.env.backend.faults.clear()
        for _ in range(2):  # the second change of the channel calls nobody again
            world.env.backend.announce_channel_update(world.channel.id)
            await world.env.settle()
            await world.look()
            (call,) = acting.calls
            assert call.pinged == {acting.id}


async def test_a_channel_that_was_closed_to_the_bot_shows_the_table_when_it_is_open_again(
    tmp_path: Path, workers: Pooled
) -> None:
    async with three(tmp_path, workers) as world:
        path = f"/channels/{world.channel.id}/messages"
        for method, where in (("POST", path), ("PATCH", f"{path}/*")):
            world.env.inject_error(method, where, status=403, code=50013, times=None)
        acting, stale = opener(world), world.board
        await acting.click(MOVE, acting.hand)
        await acting.click("No item this round", acting.direct[-1])
        assert world.board == stale
        world.env.backend.announce_channel_update(world.channel.id)  # of another role, say
        await world.env.settle()
        await world.look()
        assert world.board == stale
        world.env.backend.faults.clear()
        world.env.backend.announce_channel_update(world.channel.id)
        await world.env.settle()
        await world.look()
        assert world.board != stale


# -- commands for a named game ----------------------------------------------------------


COMMANDS = ("table", "hand", "journal", "undo", "history", "score", "seat")


@pytest.mark.parametrize("name", COMMANDS)
async def test_every_command_of_a_game_finds_the_only_one_from_elsewhere(
    tmp_path: Path, workers: Pooled, name: str
) -> None:
    async with three(tmp_path, workers) as world:
        salon, world.channel = world.channel, world.guild.create_text_channel("garden")
        before = world.public
        await world["Ada"].slash(name)
        alone = world["Ada"].panel.text
        assert "There is no game in this channel" not in alone
        await world["Bruno"].slash(name, table="1")
        assert "There is no game" not in world["Bruno"].panel.text
        assert [m.id for m in world.public] == [m.id for m in before], salon
        await world["Dmitri"].slash(name)
        assert (
            world["Dmitri"].panel.text
            == "There is no game in this channel. Open a table with /play."
        )


@pytest.mark.parametrize(
    "forged", ["1", "2", "99999999999999999999", "-1", "x", "", "¹", "0x1"]
)
async def test_what_comes_back_for_the_option_is_never_trusted(
    tmp_path: Path, workers: Pooled, forged: str
) -> None:
    async with three(tmp_path, workers) as world:
        for name in COMMANDS:
            await world["Dmitri"].slash(name, table=forged)
            assert world["Dmitri"].panel.text.startswith(
                "You have no seat at a table with that number."
            )


async def test_a_channel_with_a_game_means_that_one_and_another_asks_which(
    tmp_path: Path, workers: Pooled
) -> None:
    async with three(tmp_path, workers) as world:
        ada, salon = world["Ada"], world.channel
        world.channel = world.guild.create_text_channel("garden")
        await ada.slash("play", game="lacrimosa")
        await ada.click("Add computer player")
        await ada.click("Start")
        world.channel, garden = world.guild.create_text_channel("hall"), world.channel
        await ada.slash("score")
        assert ada.panel.text.startswith("You have several tables. Choose one")
        shown = await named(world, ada, "score", "")
        assert shown == [
            ("Lacrimosa, #garden, no. 2", "2"),
            ("The Princes of Florence, #salon, no. 1", "1"),
        ]
        assert [value for _, value in await named(world, ada, "score", "floren")] == ["1"]
        assert await named(world, world["Dmitri"], "score", "") == []
        for world.channel, game in ((salon, "The Princes of Florence"), (garden, "Lacrimosa")):
            await ada.slash("hand")
            assert ada.panel.text.startswith(f"### Your hand in {game}")


async def named(
    world: World, player: Player, command: str, typed: str
) -> list[tuple[str, str]]:
    """What Discord offers for the option `table`; no table is loaded for that."""
    choices_ = await player.member.autocomplete(world.channel, command, "table", typed)
    return [(each["name"], str(each["value"])) for each in choices_]


def test_the_buttons_of_turns_have_room() -> None:
    assert MOST_MOVED <= 5
    assert OPTIONS == 25
    for language in LANGUAGES:
        assert len(Words(language)("turns.button.move_here", number=25)) <= 80
