"""The lobby: from `/play` to a table that is started, cancelled or has expired."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.tables.core import options
from render.words import Words
from tests.bot.driver import Pooled, World, table

BUTTONS = ("Join", "Leave", "Add opponent", "Start", "Cancel")


async def _opened(world: World, *others: str) -> None:
    await world["Ada"].slash("play", game="florence")
    for name in others:
        await world[name].click("Join")


async def test_a_lobby_shows_its_seats_and_its_buttons(tmp_path: Path, workers: Pooled) -> None:
    async with table(tmp_path, workers) as world:
        await _opened(world, "Bruno")
        assert world.board.buttons == BUTTONS
        assert "1. Ada\n2. Bruno\n3. free seat" in world.board.text
        assert "2 of 5 seats taken" in world.board.text
        assert world.board.alts == (
            "The Princes of Florence, a table that waits for players. Seats: Ada, Bruno.",
        )
        row, words = (await world.bot.games.table(1)).game, Words("en")
        assert world.board.choices == tuple(
            option.text(words, each)
            for option in options.shown(row)
            for each in option.names(row)
        )
        assert "Absent for 3 days: an opponent stands in" in world.board.choices


async def test_playing_alone_is_offered_with_its_difficulty(
    tmp_path: Path, workers: Pooled
) -> None:
    async with table(tmp_path, workers) as world:
        ada = world["Ada"]
        await ada.slash("play", game="lacrimosa")
        assert "Nobody else? **Start alone** begins a game for one." in world.board.text
        how_hard = (
            "Choose below how hard it is: “Composer, alone” and “Alone against the Soloist”."
        )
        assert how_hard in world.board.text
        assert world.board.buttons == ("Join", "Leave", "Add opponent", "Start alone", "Cancel")
        await world["Bruno"].click("Join")
        assert "It can be played alone as well" in world.board.text
        assert "Start" in world.board.buttons
        assert "Soloist" not in " ".join(world.board.choices)
        await world["Bruno"].click("Leave")
        await ada.select("Alone against the Soloist: Difficult")
        await ada.click("Start alone")
        begun = await world.bot.games.in_channel(world.channel.id)
        assert begun is not None
        assert (begun.game.status, len(begun.seats)) == ("playing", 1)
        assert begun.game.chosen["level"] == "difficult"


async def test_where_nobody_plays_alone_it_is_not_offered(
    tmp_path: Path, workers: Pooled
) -> None:
    async with table(tmp_path, workers) as world:
        await world["Ada"].slash("play", game="florence")
        assert "alone" not in world.board.words.lower()


async def test_who_leaves_frees_the_seat_and_the_last_one_closes_the_lobby(
    tmp_path: Path, workers: Pooled
) -> None:
    async with table(tmp_path, workers) as world:
        await _opened(world, "Bruno")
        await world["Ada"].click("Leave")
        assert "Bruno opens a table" in world.board.text
        assert "2. free seat" in world.board.text
        lobby = world.board
        await world["Bruno"].click("Leave")
        closed = next(m for m in world.public if m.id == lobby.id)
        assert closed.buttons == ()
        assert "did not start" in closed.text


async def test_opponents_come_and_go_at_the_wish_of_the_starter(
    tmp_path: Path, workers: Pooled
) -> None:
    async with table(tmp_path, workers) as world:
        await _opened(world, "Bruno")
        await world["Ada"].click("Add opponent")
        await world["Ada"].click("Add opponent")
        assert "3. Lucrezia (computer, easy)\n4. Federico (computer, easy)" in world.board.text
        await world["Ada"].click("Remove opponent")
        assert "4. free seat" in world.board.text
        await world["Bruno"].click("Add opponent")
        assert world["Bruno"].panel.text == "Only Ada may do this at this table."


async def test_opponents_added_at_the_same_moment_have_names_of_their_own(
    tmp_path: Path, workers: Pooled
) -> None:
    async with table(tmp_path, workers) as world:
        await _opened(world)
        ada = world["Ada"]
        await world.together(ada.click("Add opponent"), ada.click("Add opponent"))
        assert "2. Lucrezia (computer, easy)\n3. Federico (computer, easy)" in world.board.text


async def test_a_wrong_number_of_players_is_told_with_figures(
    tmp_path: Path, workers: Pooled
) -> None:
    async with table(tmp_path, workers) as world:
        await _opened(world, "Bruno")
        await world["Ada"].click("Start")
        assert world["Ada"].panel.text == (
            "The Princes of Florence needs at least 3 players; the table has 2."
            " “Add opponent” fills a seat."
        )
        assert world.board.buttons == BUTTONS


async def test_only_who_may_is_heard(tmp_path: Path, workers: Pooled) -> None:
    async with table(tmp_path, workers) as world:
        await _opened(world, "Bruno")
        for doing, told in (
            ("Join", "You already have a seat here."),
            ("Start", "Only Ada may do this at this table."),
            ("Cancel", "Only Ada may do this at this table."),
        ):
            await world["Bruno"].click(doing)
            assert world["Bruno"].panel.text == told
        await world["Chiara"].click("Leave")
        assert world["Chiara"].panel.text == "You have no seat here."
        await world["Bruno"].select("Seats in the order of joining")
        assert world["Bruno"].panel.text == "Only Ada may do this at this table."


async def test_the_starter_starts_and_the_lobby_becomes_the_table(
    tmp_path: Path, workers: Pooled
) -> None:
    async with table(tmp_path, workers) as world:
        await _opened(world, "Bruno", "Chiara")
        lobby = world.board
        await world["Ada"].select("Seats in the order of joining")
        await world["Ada"].click("Start")
        assert "Your move" in world.board.buttons
        begun = await world.bot.games.in_channel(world.channel.id)
        assert begun is not None
        assert [row.name for row in begun.seats] == ["Ada", "Bruno", "Chiara"]
        await world["Dmitri"].forge("Your move", f"m1:join:{begun.game.id}")
        assert world["Dmitri"].panel.text == "The game of this lobby has begun."
        assert all(m.button("Join") is None for m in world.public if m.id >= lobby.id)


async def test_two_people_take_the_last_seat_at_the_same_moment(
    tmp_path: Path, workers: Pooled
) -> None:
    names = ("Ada", "Bruno", "Chiara", "Dmitri", "Elena", "Fedor")
    async with table(tmp_path, workers, *names) as world:
        await _opened(world, "Bruno", "Chiara", "Dmitri")
        await world.together(world["Elena"].click("Join"), world["Fedor"].click("Join"))
        begun = await world.bot.games.in_channel(world.channel.id)
        assert begun is not None
        assert begun.game.status == "lobby"
        assert len(begun.seats) == 5
        assert len(world["Elena"].private) + len(world["Fedor"].private) == 1


async def test_the_starter_cancels(tmp_path: Path, workers: Pooled) -> None:
    async with table(tmp_path, workers) as world:
        await _opened(world, "Bruno")
        lobby = world.board
        await world["Ada"].click("Cancel")
        assert next(m for m in world.public if m.id == lobby.id).buttons == ()
        await world["Bruno"].slash("play", game="florence")
        assert "Bruno opens a table" in world.board.text


async def test_a_lobby_of_another_server_is_unknown(tmp_path: Path, workers: Pooled) -> None:
    async with table(tmp_path, workers) as world:
        await _opened(world)
        here = await world.bot.games.in_channel(world.channel.id)
        assert here is not None
        elsewhere = await world.bot.lobbies.create_lobby(
            "florence", world.guild.id + 1, world.channel.id + 1, 99, "Zoe"
        )
        join = f"m1:join:{elsewhere.game.id}"
        await world["Bruno"].forge("Join", join)
        assert world["Bruno"].panel.text == "This game is not kept here any more."
        await world["Bruno"].forge("Join", "m1:join:123456")
        assert world["Bruno"].panel.text == "This game is not kept here any more."


@pytest.mark.parametrize("key", ["seat_order", "nonsense"])
async def test_a_forged_option_changes_nothing(
    tmp_path: Path, workers: Pooled, key: str
) -> None:
    async with table(tmp_path, workers) as world:
        await _opened(world)
        here = await world.bot.games.in_channel(world.channel.id)
        assert here is not None
        await world["Ada"].forge("Join", f"m1:lobby_set:{here.game.id}:{key}")
        assert world["Ada"].panel.text.startswith("This button is not known here")
        after = await world.bot.games.table(here.game.id)
        assert after.game.revision == here.game.revision


async def test_names_never_break_the_message(tmp_path: Path, workers: Pooled) -> None:
    names = ("**Ada** @everyone <@1> [x](http://y)", "# Bruno `code` ||s||")
    async with table(tmp_path, workers, *names) as world:
        await world[names[0]].slash("play", game="florence")
        await world[names[1]].click("Join")
        assert "**Ada**" not in world.board.text
        assert "@everyone" not in world.board.text
        assert "<@1>" not in world.board.text
        assert world.board.pinged == frozenset()
        await world[names[1]].click("Start")
        assert "may do this at this table" in world[names[1]].panel.text
        assert "**Ada**" not in world[names[1]].panel.text
