"""The commands that explain: /help and /rules."""

from __future__ import annotations

from pathlib import Path

import discord

from render.words import Words
from tests.bot.command_steps import EVERYBODYS, begun, gives_back
from tests.bot.driver import Pooled, table


async def test_help_tells_a_newcomer_how_to_begin_and_leads_to_the_rules(
    tmp_path: Path, workers: Pooled
) -> None:
    async with table(tmp_path, workers, "Ada") as world:
        ada = world["Ada"]
        await ada.slash("help")
        told = ada.panel.text
        assert len(told) < 1900
        for said in (
            "/play",
            "**Join**",
            "**Add computer player**",
            "**Start**",
            "**Your move**",
        ):
            assert said in told
        assert "**Note**, in your panel and with your hand" in told
        assert all(f"- **/{name}**: " in told for name in EVERYBODYS - {"help"})
        assert "/host" not in told
        await ada.click("Rules of Lacrimosa")
        assert "Rules of Lacrimosa" in ada.panel.text
        await ada.select("Aim of the game")
        assert "Requiem" in ada.panel.text
        assert world.public == ()


async def test_help_names_host_to_those_who_may(tmp_path: Path, workers: Pooled) -> None:
    async with table(tmp_path, workers, "Ada") as world:
        manages = discord.Permissions(manage_guild=True)
        nora = world.add("Nora", roles=[world.guild.create_role("host", permissions=manages)])
        await nora.slash("help")
        assert "- **/host**: " in nora.panel.text


async def test_rules_opens_each_chapter(tmp_path: Path, workers: Pooled) -> None:
    async with table(tmp_path, workers, "Ada") as world:
        ada = world["Ada"]
        await ada.slash("rules")
        assert ada.panel.text == "Choose a game, or use this in a channel with a game."
        await ada.slash("rules", game="florence")
        assert "Rules of The Princes of Florence" in ada.panel.text
        look = world.bot.presentations["florence"]
        chapters = look.topics(Words("en"))
        assert ada.panel.choices == tuple(title for _, title in chapters)
        for id_, title in chapters:
            await ada.select(title, ada.panel)
            assert (look.chapter(id_, Words("en")) or "-")[:200] in ada.panel.text
        id_, title = next(each for each in chapters if each[0] != each[1].casefold())
        await ada.slash("rules", topic=title.upper(), game="florence")
        assert (look.chapter(id_, Words("en")) or "-")[:200] in ada.panel.text
        await ada.slash("rules", topic="castling", game="florence")
        assert ada.panel.text.startswith("There is no chapter of that name. Chapters: ")
        assert chapters[0][1] in ada.panel.text


async def test_rules_suggests_topics(tmp_path: Path, workers: Pooled) -> None:
    async with table(tmp_path, workers) as world:
        ada = world["Ada"].member
        assert await ada.autocomplete(world.channel, "rules", "topic", "") == []
        chosen = {"game": "florence"}
        every = await ada.autocomplete(world.channel, "rules", "topic", "", **chosen)
        assert 1 <= len(every) <= 25
        assert "Why can’t I …?" not in {each["name"] for each in every}
        await begun(world)
        every = await ada.autocomplete(world.channel, "rules", "topic", "")
        assert every[0] == {"name": "Why can’t I …?", "value": "why"}
        some = await ada.autocomplete(world.channel, "rules", "topic", "WORK")
        assert some
        assert all("work" in each["name"].lower() for each in some)


async def test_rules_says_why_something_is_impossible(tmp_path: Path, workers: Pooled) -> None:
    async with table(tmp_path, workers) as world:
        await begun(world)
        for name in ("Ada", "Bruno", "Chiara"):
            await gives_back(world, name)
        here = await world.bot.games.in_channel(world.channel.id)
        assert here is not None
        mover = world[here.deciding[0].name]
        other = world[next(row.name for row in here.seats if row.name != mover.name)]
        await mover.slash("rules", topic="why")
        assert mover.panel.text.split("\n")[1] == "### Why can’t I …?"
        await other.slash("rules")
        await other.click("Why can’t I …?", other.panel)
        assert "It is not your move" in other.panel.text
        await world["Dmitri"].slash("rules", topic="why")
        assert "There is no chapter of that name" in world["Dmitri"].panel.text
        await world["Dmitri"].forge("Your move", f"m1:rules_why:{here.game.id}")
        assert world["Dmitri"].panel.text == "You have no seat at this table."


async def test_a_forged_chapter_is_refused(tmp_path: Path, workers: Pooled) -> None:
    async with table(tmp_path, workers, "Ada") as world:
        await world["Ada"].slash("play", game="florence")
        await world["Ada"].forge("Join", "m1:rules:0:chess")
        assert "Choose a game" in world["Ada"].panel.text
