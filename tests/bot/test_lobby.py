"""The lobby: from `/play` until its table is started, is cancelled or expires."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bot.screens.labels import MORE
from bot.tables.core import options
from render.words import Words
from tests.bot.client_message import Message
from tests.bot.driver import Pooled, World, table

BUTTONS = ("Join", "Start", "Add computer player", "⋯")
SUCCESS, PRIMARY = 3, 1


async def _opened(world: World, *others: str, game: str = "florence") -> None:
    await world["Ada"].slash("play", game=game)
    for name in others:
        await world[name].click("Join")


async def _in_words(world: World, name: str = "Ada") -> str:
    await world[name].click_more("In words")
    return world[name].panel.text


def _bright(message: Message) -> list[str]:
    """The labels of the buttons that stand out."""
    return [p["label"] for p in message.parts if p.get("style") in {SUCCESS, PRIMARY}]


@pytest.mark.by_limits
async def test_a_lobby_shows_a_picture_one_line_and_four_buttons(
    tmp_path: Path, workers: Pooled
) -> None:
    async with table(tmp_path, workers) as world:
        await _opened(world, "Bruno")
        assert world.board.buttons == BUTTONS
        assert world.board.choices == ()
        assert re.fullmatch(r"Ada opens a table · open until <t:\d+:f>", world.board.text)
        assert world.board.alts == ("The Princes of Florence, at the table: Ada, Bruno.",)
        assert _bright(world.board) == ["Join"], "two cannot play"
        await world["Chiara"].click("Join")
        assert _bright(world.board) == ["Join", "Start"]
        for _ in range(2):
            await world["Ada"].click("Add computer player")
        assert _bright(world.board) == ["Start"], "all seats are taken"


@pytest.mark.by_limits
async def test_what_is_not_as_usual_stands_in_the_line_and_in_the_picture(
    tmp_path: Path, workers: Pooled
) -> None:
    async with table(tmp_path, workers) as world:
        await _opened(world)
        await world["Ada"].choose("Seats", "In the order of joining")
        assert world["Ada"].panel.text.endswith("Seats: in the order of joining"), "said back"
        await world["Ada"].choose("Pace", "Live, everyone is here now")
        told = ("Seats: in the order of joining", "Pace: live, everyone is here now")
        assert world.board.text.endswith(" · ".join(("", *told)))
        assert world.board.alts[0].endswith(f"Options · {', '.join(told)}.")
        await world["Ada"].choose("Pace", "Over days")
        assert world.board.text.endswith(" · Seats: in the order of joining")


async def test_in_words_says_what_the_picture_shows_and_every_option(
    tmp_path: Path, workers: Pooled
) -> None:
    async with table(tmp_path, workers) as world:
        await _opened(world, "Bruno")
        row, words = (await world.bot.games.table(1)).game, Words("en")
        for name in ("Bruno", "Chiara"):
            told = await _in_words(world, name)
            assert "- Ada\n- Bruno\n- Free seats: 3" in told
            for option in options.shown(row):
                label = words(f"lobby.name.{option.key}")
                assert f"{label}: {option.text(words, option.value(row))}" in told
        await world["Chiara"].click("Back")
        assert world["Chiara"].panel.buttons == ("In words",), "with no seat there is no more"


async def test_without_a_picture_the_words_stand_in_its_place(
    tmp_path: Path, workers: Pooled, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def nothing(*_: object) -> None:
        return None

    async with table(tmp_path, workers) as world:
        monkeypatch.setattr(world.bot.pictures, "card", nothing)
        await _opened(world, "Bruno")
        assert "- Ada\n- Bruno\n- Free seats: 3" in world.board.text
        assert world.board.buttons == BUTTONS


async def test_playing_alone_is_offered_with_its_difficulty(
    tmp_path: Path, workers: Pooled
) -> None:
    async with table(tmp_path, workers) as world:
        ada, hard = world["Ada"], "Soloist (solo)"
        await _opened(world, game="lacrimosa")
        assert world.board.buttons == ("Join", "Start alone", "Add computer player", "⋯")
        assert _bright(world.board) == ["Join", "Start alone"]
        await world["Bruno"].click("Join")
        assert "Start" in world.board.buttons
        with pytest.raises(AssertionError, match="in the forms"):
            await ada.open_field(hard)
        await world["Bruno"].click_more("Leave")
        await ada.choose(hard, "Hard")
        assert "Soloist (solo): hard" in world.board.text
        await ada.click("Start alone")
        begun = await world.bot.games.in_channel(world.channel.id)
        assert begun is not None
        assert (begun.game.status, len(begun.seats)) == ("playing", 1)
        assert begun.game.chosen["level"] == "difficult"


async def test_where_nobody_plays_alone_it_is_not_offered(
    tmp_path: Path, workers: Pooled
) -> None:
    async with table(tmp_path, workers) as world:
        await _opened(world)
        assert "alone" not in world.board.words.lower()


async def test_who_leaves_frees_the_seat_and_the_last_one_closes_the_lobby(
    tmp_path: Path, workers: Pooled
) -> None:
    async with table(tmp_path, workers) as world:
        await _opened(world, "Bruno")
        await world["Ada"].click_more("Leave")
        assert world["Ada"].panel.text == "You have left the table."
        assert "Bruno opens a table" in world.board.text
        assert "- Bruno\n- Free seats: 4" in await _in_words(world, "Bruno")
        lobby = world.board
        await world["Bruno"].click_more("Leave")
        closed = next(m for m in world.public if m.id == lobby.id)
        assert closed.buttons == ()
        assert "closed before the game began" in closed.text


async def test_people_and_opponents_go_at_the_wish_of_the_starter(
    tmp_path: Path, workers: Pooled
) -> None:
    async with table(tmp_path, workers) as world:
        ada = world["Ada"]
        await _opened(world, "Bruno")
        await ada.click("Add computer player")
        await ada.click("Add computer player")
        assert "- Lucrezia (computer, easy)\n- Federico (computer, easy)" in await _in_words(
            world
        )
        await ada.click(MORE)
        assert ada.panel.choices == ("Bruno", "Lucrezia", "Federico")
        await ada.select("Lucrezia", ada.panel)
        await ada.select("Bruno", ada.panel)
        assert world.public[-1].content == "Bruno no longer sits at this table."
        assert "- Ada\n- Federico (computer, easy)\n- Free seats: 3" in await _in_words(world)
        await world["Bruno"].click("Add computer player")
        assert world["Bruno"].panel.text == "Only Ada can do that here."
        await world["Bruno"].forge("Join", "m1:lobby_remove:1")
        assert world["Bruno"].panel.text == "Only Ada can do that here."
        await ada.forge("Join", "m1:lobby_remove:1")
        assert ada.panel.text == "That player has already left this table."


async def test_opponents_added_at_the_same_moment_have_names_of_their_own(
    tmp_path: Path, workers: Pooled
) -> None:
    async with table(tmp_path, workers) as world:
        await _opened(world)
        ada = world["Ada"]
        await world.together(ada.click("Add computer player"), ada.click("Add computer player"))
        told = await _in_words(world)
        assert "- Lucrezia (computer, easy)\n- Federico (computer, easy)" in told


async def test_a_wrong_number_of_players_is_told_with_figures(
    tmp_path: Path, workers: Pooled
) -> None:
    async with table(tmp_path, workers) as world:
        await _opened(world, "Bruno")
        await world["Ada"].click("Start")
        assert world["Ada"].panel.text == (
            "The Princes of Florence needs 3 players and has 2 so far."
            " Add a computer player, or wait for someone to join."
        )
        assert world.board.buttons == BUTTONS


async def test_only_who_may_is_heard(tmp_path: Path, workers: Pooled) -> None:
    async with table(tmp_path, workers) as world:
        await _opened(world, "Bruno")
        only = "Only Ada can do that here."
        await world["Bruno"].click("Join")
        assert world["Bruno"].panel.text == "You already have a seat here."
        await world["Bruno"].click("Start")
        assert world["Bruno"].panel.text == only
        await world["Bruno"].click(MORE)
        assert world["Bruno"].panel.buttons == ("In words", "Leave")
        for verb in ("cancel", "lobby_form", "lobby_hour", "lobby_no_hour", "lobby_remove"):
            await world["Bruno"].forge("Join", f"m1:{verb}:1:options:0")
            assert world["Bruno"].panel.text == only
        await world["Chiara"].forge("Join", "m1:leave:1")
        assert world["Chiara"].panel.text == "You have no seat at this table."


async def test_a_form_that_is_sent_later_or_by_somebody_else_is_held_against_the_lobby(
    tmp_path: Path, workers: Pooled
) -> None:
    async with table(tmp_path, workers) as world:
        ada, bruno = world["Ada"], world["Bruno"]
        await _opened(world, "Bruno")
        await ada.open_field("Pace")
        await world.bot.lobbies.leave(1, ada.id)
        await ada.fill({"Pace": "Live, everyone is here now"})
        assert ada.panel.text == "Only Bruno can do that here."
        await bruno.open_field("Pace")
        await world.bot.lobbies.leave(1, bruno.id)
        await bruno.fill({"Pace": "Live, everyone is here now"})
        assert bruno.panel.text == "This table has closed."


async def test_the_starter_starts_and_the_lobby_becomes_the_table(
    tmp_path: Path, workers: Pooled
) -> None:
    async with table(tmp_path, workers) as world:
        await _opened(world, "Bruno", "Chiara")
        lobby = world.board
        await world["Ada"].choose("Seats", "In the order of joining")
        await world["Ada"].click("Start")
        assert "Your move" in world.board.buttons
        begun = await world.bot.games.in_channel(world.channel.id)
        assert begun is not None
        assert [row.name for row in begun.seats] == ["Ada", "Bruno", "Chiara"]
        await world["Dmitri"].forge("Your move", f"m1:join:{begun.game.id}")
        assert world["Dmitri"].panel.text == "This game has already begun."
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
        await world["Ada"].click_more("Close table")
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
        assert world["Bruno"].panel.text == "This game is no longer stored."
        await world["Bruno"].forge("Join", "m1:join:123456")
        assert world["Bruno"].panel.text == "This game is no longer stored."


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
        assert "can do that here" in world[names[1]].panel.text
        assert "**Ada**" not in world[names[1]].panel.text


async def test_a_form_that_changes_nothing_stops_no_start(
    tmp_path: Path, workers: Pooled
) -> None:
    async with table(tmp_path, workers) as world:
        await _opened(world, "Bruno", "Chiara", "Dmitri", "Elena")
        assert ":R>" in world.board.text
        await world["Ada"].choose("Seats", "In random order")
        assert ":R>" in world.board.text
        await world["Ada"].choose("Seats", "In the order of joining")
        assert ":R>" not in world.board.text
