"""`/record`: one's own results and the server's table, and what others see of someone."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import discord
import pytest
from msgspec.structs import replace

from bot.interactions.public_posts import MOST_BY_PERSON, MOST_IN_CHANNEL, WITHIN
from bot.store.result_rows import ResultRow
from bot.tables.core.ratings import rated
from tests.bot.client_message import Message
from tests.bot.driver import Player, Pooled, World, table
from tests.bot.services import Clock
from tests.bot.stored_results import holding, put, result
from tests.fuzz.forged import Sent, send

SHOW = "Show in the channel"
NAMES = ("Ada", "Bruno", "Chiara", "Dmitri")


@asynccontextmanager
async def played(
    folder: Path,
    workers: Pooled,
    count: int = 5,
    *,
    monotonic: Callable[[], float] = time.monotonic,
    **fields: Any,
) -> AsyncIterator[World]:
    """A server where Ada has won `count` games against Bruno and a computer player."""
    async with table(folder, workers, *NAMES, monotonic=monotonic) as world:
        ada, bruno = (world[name].id for name in NAMES[:2])
        places = ((ada, 1), (bruno, 2), ("novice", 3))
        fields = {"guild": world.guild.id} | fields
        await store(world, *(result(n, *places, **fields) for n in range(1, count + 1)))
        yield world


async def store(world: World, *rows: ResultRow) -> None:
    """Store results with the people's names in them."""
    names = {player.id: player.name for player in world.players.values()}
    for row in rows:
        seats = tuple(
            replace(each, name=names.get(each.user or 0, each.name)) for each in row.seats
        )
        await put(world.bot.store, replace(row, seats=seats))


async def record(player: Player, **options: Any) -> Message:
    before = player.world.public
    await player.slash("record", **options)
    assert player.world.public == before, "everything is private"
    return player.panel


async def test_who_never_played_sees_how_it_begins(tmp_path: Path, workers: Pooled) -> None:
    async with table(tmp_path, workers, *NAMES) as world:
        page = await record(world["Ada"])
        assert "Ada’s record on this server" in page.text
        assert "No finished games yet." in page.text
        assert "after 5 rated games; so far you have 0" in page.text
        assert "Nobody has 5 rated games yet." in page.text
        assert not page.files


async def test_own_results_stand_by_game_and_number_of_seats(
    tmp_path: Path, workers: Pooled
) -> None:
    async with played(tmp_path, workers, 3) as world:
        ada, bruno = world["Ada"].id, world["Bruno"].id
        guild = world.guild.id
        more = [
            result(11, (ada, 2), (bruno, 1), ("novice", 3), guild=guild),
            result(12, (ada, 1), guild=guild, title="lacrimosa"),
            result(13, (bruno, 1), (ada, 2), guild=guild, ending="agreed"),
            result(14, (bruno, 2), (ada, 1), guild=guild, taken_back=True, title="lacrimosa"),
            result(15, (ada, 1), (bruno, 2), guild=77),
        ]
        await store(world, *more)
        page = await record(world["Ada"])
        lines = page.text.split("\n")
        assert "**The Princes of Florence**" in lines
        assert "- 3 seats: 4 games, 3 wins; mean 48.8, best 49" in lines
        assert "**Lacrimosa**" in lines
        assert "- 1 seat: 1 game, 1 win; mean 49.0, best 49" in lines
        assert "- 2 seats: 1 game, 1 win" in lines
        assert "1 more game was ended by agreement, without a winner." in lines
        assert any(line.startswith("1 of these games counts neither") for line in lines)
        assert any("so far you have 4" in line for line in lines), (
            "alone and marked: not counted"
        )
        page = await record(world["Ada"], game="lacrimosa")
        assert "Florence" not in page.text
        assert "- 1 seat: 1 game" in page.text


async def test_games_that_count_for_nothing_are_told_with_why(
    tmp_path: Path, workers: Pooled
) -> None:
    async with played(tmp_path, workers, 1) as world:
        ada, bruno = world["Ada"].id, world["Bruno"].id
        row = result(21, (ada, 1), (bruno, 2), guild=world.guild.id, ending="conceded")
        early = {"counted": "not", "left_out": "early"}
        for seat in (0, 1):
            row = holding(row, seat, **early)
        others = holding(row, 0, counted="not", left_out="others")
        await store(world, row, *(replace(others, game=n) for n in (22, 23)))
        page = await record(world["Ada"])
        lines = page.text.split("\n")
        assert "- 3 seats: 1 game, 1 win; mean 49.0, best 49" in lines
        assert not any("2 seats" in line for line in lines)
        assert any(
            line.startswith("1 more game doesn’t count at all: it was") for line in lines
        )
        assert any(line.startswith("2 more games don’t count for you") for line in lines)
        assert any("within 30 days count less" in line for line in lines)


async def test_the_table_begins_with_five_counted_games(
    tmp_path: Path, workers: Pooled
) -> None:
    async with played(tmp_path, workers, 4) as world:
        page = await record(world["Ada"])
        assert "Nobody has 5 rated games yet." in page.text
        assert not page.files
        row = result(9, (world["Ada"].id, 1), (world["Chiara"].id, 2), guild=world.guild.id)
        await store(world, row)
        page = await record(world["Ada"])
        assert "**1.** Ada: " in page.text
        assert "(5 games, 5 wins)" in page.text
        assert "Bruno" not in page.text, "he has four"
        assert "Rating: " in page.text
        (file,) = page.files
        assert "1. Ada: " in file["description"]


async def test_the_ratings_are_those_of_the_stored_results(
    tmp_path: Path, workers: Pooled
) -> None:
    async with played(tmp_path, workers, 6) as world:
        found = await world.bot.store.results.in_guild(world.guild.id)
        first, second = rated(found)
        page = await record(world["Bruno"])
        assert f"**1.** Ada: {first.rating} (6 games, 6 wins)" in page.text
        assert f"**2.** Bruno: {second.rating} (6 games, 0 wins)" in page.text
        assert f"Rating: {second.rating}" in page.text
        assert "novice" not in page.text
        await world.bot.store._database.write("DELETE FROM results WHERE game = 1")
        first, second = rated(found[1:])
        page = await record(world["Bruno"])
        assert f"**1.** Ada: {first.rating} (5 games, 5 wins)" in page.text
        assert f"Rating: {second.rating}" in page.text


async def test_equal_ratings_share_a_place(tmp_path: Path, workers: Pooled) -> None:
    async with played(tmp_path, workers, 5) as world:
        chiara, dmitri = world["Chiara"].id, world["Dmitri"].id
        rows = (
            result(20 + n, (chiara, 1), (dmitri, 1), guild=world.guild.id) for n in range(5)
        )
        await store(world, *rows)
        page = await record(world["Ada"])
        places = [line[:6] for line in page.text.split("\n") if line.startswith("**")][1:]
        assert places == ["**1.**", "**2.**", "**3.**", "**3.**"]


async def test_of_others_there_is_their_line_of_the_table_and_nothing_else(
    tmp_path: Path, workers: Pooled
) -> None:
    async with played(tmp_path, workers) as world:
        ada, chiara = world["Ada"], world["Chiara"]
        own = await record(ada)
        line = next(each for each in own.text.split("\n") if each.startswith("**1.** Ada"))
        page = await record(chiara, person=ada.member)
        assert page.text == f"On this server’s leaderboard:\n{line}"
        assert not page.files
        assert not page.buttons
        page = await record(chiara, person=ada.member, game="lacrimosa")
        assert page.text == "Ada is not on this server’s leaderboard."
        own = await record(ada, person=ada.member)
        assert "Ada’s record" in own.text


async def test_who_is_not_listed_is_as_if_they_had_never_played(
    tmp_path: Path, workers: Pooled
) -> None:
    async with played(tmp_path, workers) as world:
        ada, bruno, dmitri = world["Ada"], world["Bruno"], world["Dmitri"]
        await world.bot.store._database.write(
            "INSERT INTO people (user, listed) VALUES (?, 0)"
            " ON CONFLICT DO UPDATE SET listed = 0",
            ada.id,
        )
        page = await record(bruno, person=ada.member)
        never = await record(bruno, person=dmitri.member)
        assert page.text.replace("Ada", "Dmitri") == never.text
        table_ = await record(bruno)
        assert "Ada" not in table_.text
        assert "**1.** Bruno" in table_.text
        assert all("Ada" not in each["description"] for each in table_.files)
        own = await record(ada)
        assert "- 3 seats: 5 games, 5 wins" in own.text
        assert "Rating: " in own.text
        assert "1.** Ada" not in own.text


async def test_results_of_another_server_are_never_shown(
    tmp_path: Path, workers: Pooled
) -> None:
    async with played(tmp_path, workers, guild=77) as world:
        page = await record(world["Ada"])
        assert "No finished games yet." in page.text
        page = await record(world["Bruno"], person=world["Ada"].member)
        assert "Ada is not on this server’s leaderboard" in page.text


async def test_by_direct_message_it_is_about_the_only_server_or_the_chosen_one(
    tmp_path: Path, workers: Pooled
) -> None:
    async with played(tmp_path, workers) as world:
        ada = world["Ada"]
        (page,) = await ada.slash_directly("record")
        assert page.text.startswith("### Ada’s record on Maecenas")
        assert "- 3 seats: 5 games, 5 wins" in page.text
        assert SHOW not in page.buttons, "there is nobody to show it to"
        (told,) = await world["Dmitri"].slash_directly("record")
        assert told.text.startswith("You haven’t finished a game yet.")
        other = world.env.create_guild("Salon")
        await store(world, result(9, (ada.id, 1), ("novice", 2), guild=other.id))
        (told,) = await ada.slash_directly("record")
        assert told.text.startswith("You have results on several servers")
        choices = await ada.member.user.autocomplete("record", "server", "sal")
        assert [(each["name"], each["value"]) for each in choices] == [("Salon", str(other.id))]
        (told,) = await ada.slash_directly("record", server=str(other.id))
        assert told.text.startswith("You are no longer on that server.")
        (page,) = await ada.slash_directly("record", server=str(world.guild.id))
        assert "5 games, 5 wins" in page.text


@pytest.mark.parametrize("forged", ["0", "77", "x", "", "-1", "9" * 40])
async def test_a_server_without_results_of_the_person_is_not_told_of(
    tmp_path: Path, workers: Pooled, forged: str
) -> None:
    async with played(tmp_path, workers) as world:
        for name in ("Ada", "Dmitri"):
            (told,) = await world[name].slash_directly("record", server=forged)
            assert told.text == "You have no results on that server."
        own = str(world.guild.id)
        (told,) = await world["Dmitri"].slash_directly("record", server=own)
        assert told.text == "You have no results on that server."


async def test_one_shows_ones_own_in_the_channel_once_and_silently(
    tmp_path: Path, workers: Pooled
) -> None:
    async with played(tmp_path, workers) as world:
        ada = world["Ada"]
        page = await record(ada, game="florence")
        before = world.public
        await world.together(ada.click(SHOW, page), ada.click(SHOW, page))
        (posted,) = [each for each in world.public if each not in before]
        assert posted.text == page.text
        assert not posted.buttons
        assert not posted.pinged
        assert posted.flags & 1 << 12, "silent"
        assert len(posted.files) == 1
        assert ada.panel.text == "It is in the channel now."
        with pytest.raises(AssertionError):
            world["Bruno"].offering(SHOW)


async def test_a_forged_button_shows_the_clickers_own_and_nothing_unknown(
    tmp_path: Path, workers: Pooled
) -> None:
    async with played(tmp_path, workers) as world:
        bruno = world["Bruno"]
        await bruno.slash("record")
        for forged in ("m1:record_show:0:chess", "m1:record_show:0", "m1:record_show:0:all:1"):
            before = world.public
            await bruno.forge(SHOW, forged)
            assert world.public == before
        await bruno.slash("record")
        await bruno.forge(SHOW, f"m1:record_show:{world['Ada'].id % 10**12}:all")
        assert "Bruno’s record" in world.public[-1].text


async def test_a_game_that_is_none_is_refused(tmp_path: Path, workers: Pooled) -> None:
    """Discord offers the games; a forged one is answered and not reported as a fault."""
    async with played(tmp_path, workers) as world:
        await world["Ada"].slash("record")
        sent = Sent("Ada", "/record", ("", "chess"))
        await send(world, sent)
        await world.look()
        assert "no longer works" in world["Ada"].panel.text


async def test_the_menu_of_a_person_shows_their_record(tmp_path: Path, workers: Pooled) -> None:
    async with played(tmp_path, workers) as world:
        ada, bruno = world["Ada"], world["Bruno"]
        asked = await record(bruno, person=ada.member)
        await bruno.member.context_menu(world.channel, "Record", ada.member)
        await world.look()
        assert bruno.panel.id != asked.id
        assert bruno.panel.text == asked.text
        await bruno.member.context_menu(world.channel, "Record", bruno.member)
        await world.look()
        assert "Bruno’s record" in bruno.panel.text


async def test_a_name_does_nothing_in_the_table(tmp_path: Path, workers: Pooled) -> None:
    async with table(tmp_path, workers, *NAMES) as world:
        ada, bruno = world["Ada"].id, world["Bruno"].id
        row = result(1, (ada, 1), (bruno, 2), guild=world.guild.id)
        named = holding(row, 0, name="<@123> **x**")
        for n in range(5):
            await put(world.bot.store, replace(named, ended=float(n)))
        page = await record(world["Bruno"])
        assert "<@123>" not in page.text
        assert r"\*\*x\*\*" in page.text


# -- a brake on what everyone sees --------------------------------------------------------


async def test_results_are_shown_only_so_often_by_a_person_and_in_a_channel(
    tmp_path: Path, workers: Pooled
) -> None:
    clock = Clock()
    async with played(tmp_path, workers, monotonic=clock) as world:
        ada, before = world["Ada"], len(world.public)
        for _ in range(MOST_BY_PERSON + 2):
            await ada.click(SHOW, await record_privately(ada))
        assert len(world.public) == before + MOST_BY_PERSON
        assert ada.panel.text.startswith("Too many public messages")
        for name in ("Bruno", "Chiara"):
            for _ in range(MOST_BY_PERSON):
                await world[name].click(SHOW, await record_privately(world[name]))
        assert len(world.public) == before + MOST_IN_CHANNEL
        clock.now += WITHIN + 1
        await ada.click(SHOW, await record_privately(ada))
        assert len(world.public) == before + MOST_IN_CHANNEL + 1


@pytest.mark.parametrize("denied", ["send_messages", "attach_files"])
async def test_who_may_not_write_shows_nothing_there(
    tmp_path: Path, workers: Pooled, denied: str
) -> None:
    async with played(tmp_path, workers) as world:
        ada = world["Ada"]
        overwrite = discord.PermissionOverwrite(**{denied: False})
        world.channel = world.guild.create_text_channel(
            "read", overwrites={ada.member: overwrite}
        )
        page = await record_privately(ada)
        before = world.public
        await ada.click(SHOW, page)
        assert world.public == before
        assert ada.panel.text.startswith("This would post for everyone here")


async def record_privately(player: Player) -> Message:
    """The newest answer to `/record`, whose button has not been pressed yet."""
    await player.slash("record")
    return player.panel
