"""What one person is told: in their language, as it concerns them, not what they did."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.demo.simulation import discord_locale, set_locale
from bot.tables.core.table import Table
from render import scores
from render.words import Words
from rules.contract import name
from tests.bot.driver import Player, Undrawn, World, table
from tests.bot.late_game import advance

LANGUAGES = ("es", "fr", "ru")


def reads(player: Player, language: str) -> None:
    """From now on, the person's Discord is in that language."""
    set_locale(player.world.env, player.id, discord_locale(language))


def closes_dms(player: Player) -> None:
    """From now on, the person accepts no direct messages."""
    path = f"/channels/{player.member.user.dm_channel.id}/messages"
    player.world.env.inject_error("POST", path, status=403, code=50007, times=None)


async def two(world: World) -> tuple[Player, Player]:
    """A game of Lacrimosa that Ada and Bruno have begun."""
    ada, bruno = world["Ada"], world["Bruno"]
    await ada.slash("play", game="lacrimosa")
    await bruno.click("Join")
    await ada.click("Start")
    return ada, bruno


async def ends(world: World) -> Table:
    """Take the first option until the game is over."""
    bot = world.bot
    while (here := await bot.games.table(1)).over is None:
        for decision in here.decisions[:1]:
            user, arose = here.seats[decision.seat].user, here.arose(decision.seat) or 0
            assert user is not None
            action = name(decision.options[0])
            await bot.games.play(1, user, decision.seat, arose, action)
    await bot.delivery.join()
    await world.look()
    return here


@pytest.mark.parametrize("closed", [False, True], ids=["direct", "channel"])
async def test_a_rematch_names_who_opens_it_after_a_concession(
    tmp_path: Path, closed: bool
) -> None:
    async with table(tmp_path, Undrawn(1), "A_da", "Bruno") as world:
        world.players["Ada"] = world["A_da"]
        if closed:
            closes_dms(world["Ada"])
        ada, bruno = await two(world)
        await ada.slash("seat")
        await ada.click("Concede", ada.panel)
        await ada.click("Concede", ada.panel)
        assert not any("concedes" in call.content for call in ada.calls), "it was their doing"
        assert "■ Bruno wins: ● A\\_da concedes" in bruno.calls[-1].content
        await bruno.click("Rematch", world.board)
        assert "Bruno opens a rematch: Lacrimosa with " in ada.calls[-1].content


async def test_the_end_tells_each_in_the_channel_their_place_in_their_language(
    tmp_path: Path,
) -> None:
    names = ("Ada", "Bruno", "Chiara", "Dmitri")
    async with table(tmp_path, Undrawn(1), *names) as world:
        for player in world.players.values():
            closes_dms(player)
        ada, *others = world.players.values()
        await ada.slash("play", game="lacrimosa")
        for player in others:
            await player.click("Join")
        await ada.click("Start")
        await advance(world, 1)
        for player, language in zip(others, LANGUAGES, strict=True):
            reads(player, language)
            await player.slash("turns")  # Discord sends the language with a click
        here = await ends(world)
        assert here.over is not None
        for player, language in zip(world.players.values(), ("en", *LANGUAGES), strict=True):
            words, seat = Words.pick(language), here.seat_of(player.id)
            assert seat is not None
            (call,) = player.calls
            (line,) = (each for each in call.content.split("\n") if f"<@{player.id}>" in each)
            own = words("unit.points", here.over.totals[seat])
            place = scores.place(here.over, seat)
            assert (f"{place}" in line and own in line) == (seat not in here.over.winners)
            assert line.startswith(f"<@{player.id}> {over(words)}")


def over(words: Words) -> str:
    """How a call at the end of a game begins."""
    text = words("call.over", table="\0", verdict="")
    return text.partition("\0")[0]


async def test_a_call_in_the_channel_is_in_the_language_of_whom_it_calls(
    tmp_path: Path,
) -> None:
    async with table(tmp_path, Undrawn(1), "Ada", "Bruno") as world:
        for player, language in zip(world.players.values(), ("fr", "ru"), strict=True):
            closes_dms(player)
            reads(player, language)
            await player.slash("turns")
        reads(world["Ada"], "en")
        ada, bruno = await two(world)
        here = await world.bot.games.table(1)
        first = ada if here.seats[here.deciding[0].seat].user == ada.id else bruno
        words = Words.pick("en" if first is ada else "ru")
        began = words("call.move", table="(", asked="")
        assert first.calls[-1].content.partition("> ")[2].startswith(began.partition("(")[0])
