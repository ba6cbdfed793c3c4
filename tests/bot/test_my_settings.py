"""`/settings` and `/turns`: what people choose for themselves, and what waits for them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from bot.screens.time_zones import _names, matching
from bot.store.person_rows import PersonRow
from render.words import Words
from render.words.catalogue import catalogue
from tests.bot.driver import Pooled, World, table
from tests.bot.running_game import begin
from tests.bot.test_reminders_shown import Hands


@asynccontextmanager
async def settings(folder: Path, workers: Pooled) -> AsyncIterator[World]:
    """Ada's settings are open; the clock is at noon UTC."""
    async with table(folder, workers, "Ada", "Bruno", "Chiara", **Hands().both) as world:
        await world["Ada"].slash("settings")
        yield world


async def test_each_change_is_said_back_in_one_line(tmp_path: Path, workers: Pooled) -> None:
    async with settings(tmp_path, workers) as world:
        ada = world["Ada"]
        changes: dict[str, dict[str, Any]] = {
            "Language: English": {"locale": "en"},
            "Language: same as Discord": {"locale": None},
            "Notify me in the channel": {"calls": "channel"},
            "Show my hand by button only": {"hands": "button"},
            "No reminders": {"reminders": 0},
            "Remind me after 3 hours": {"reminders": 3},
            "Remind me after 48 hours": {"reminders": 48},
            "Quiet from 22:00": {"quiet_start": 22, "quiet_end": 6},
            "Quiet until 10:00": {"quiet_end": 10},
        }
        expected: dict[str, Any] = {}
        for label, values in changes.items():
            await ada.select(label)
            assert ada.panel.text.split("\n")[0] == label
            expected |= values
            person = await world.bot.people.read(ada.id)
            assert person == PersonRow(ada.id, **expected)
        assert "Quiet until 11:00" not in ada.panel.choices, "twelve hours at most"
        for before, after in (
            ("Invitations: yes", "Invitations: no"),
            (
                "Show my results on the leaderboard: yes",
                "Show my results on the leaderboard: no",
            ),
            ("Invitations: no", "Invitations: yes"),
        ):
            await ada.click(before)
            assert ada.panel.text.split("\n")[0] == after
            assert after in ada.panel.buttons
        person = await world.bot.people.read(ada.id)
        assert (person.invitations, person.listed) == (True, False)
        assert len(ada.private) == 1, "one panel"
        assert not world["Bruno"].private
        assert not world.public, "it is private"


async def test_who_has_chosen_nothing_is_reminded_after_a_day(
    tmp_path: Path, workers: Pooled
) -> None:
    async with settings(tmp_path, workers) as world:
        assert PersonRow(1).reminders == 24
        panel = world["Ada"].panel
        assert "Time zone: UTC, now 12:00" in panel.text
        assert not any("until" in label for label in panel.choices), "no quiet hours"


async def test_the_language_is_that_of_the_next_answer(tmp_path: Path, workers: Pooled) -> None:
    async with settings(tmp_path, workers) as world:
        ada = world["Ada"]
        await ada.select("Language: English")
        assert "My settings" in ada.panel.text


@pytest.mark.parametrize(
    "custom_id",
    [
        "m1:set:0:user:on",
        "m1:set:0:invitations:maybe",
        "m1:set:0:reminders:1",
        "m1:set:0:quiet_end:7",
        "m1:set:0",
    ],
)
async def test_a_forged_choice_changes_nothing(
    tmp_path: Path, workers: Pooled, custom_id: str
) -> None:
    async with settings(tmp_path, workers) as world:
        ada = world["Ada"]
        await ada.forge("Invitations: yes", custom_id)
        assert await world.bot.people.read(ada.id) == PersonRow(ada.id)
        assert "no longer works" in ada.panel.text


async def test_a_time_zone_is_chosen_by_its_city(tmp_path: Path, workers: Pooled) -> None:
    async with settings(tmp_path, workers) as world:
        ada = world["Ada"]
        offered = await ada.member.autocomplete(world.channel, "settings", "time_zone", "")
        assert len(offered) == 25
        found = await ada.member.autocomplete(world.channel, "settings", "time_zone", "kolk")
        assert found == [{"name": "Kolkata (India), UTC+05:30", "value": "Asia/Kolkata"}]
        newest = await ada.member.autocomplete(world.channel, "settings", "time_zone", "new y")
        assert newest[0]["name"] == "New York (United States), UTC-04:00"
        assert newest[0]["value"] == "America/New_York"
        await ada.slash("settings", time_zone="Asia/Kolkata")
        text = ada.panel.text
        assert text.startswith("Time zone: Kolkata (India)\n")
        assert "Time zone: Kolkata (India), now 17:30." in text
        assert (await world.bot.people.read(ada.id)).time_zone == "Asia/Kolkata"


async def test_a_city_that_was_typed_and_not_chosen_is_found_too(
    tmp_path: Path, workers: Pooled
) -> None:
    async with settings(tmp_path, workers) as world:
        for unclear in ("IST", "san"):
            await world["Ada"].slash("settings", time_zone=unclear)
            assert "I don’t know that time zone" in world["Ada"].panel.text
        await world["Ada"].slash("settings", time_zone="EST")
        assert (await world.bot.people.read(world["Ada"].id)).time_zone == "EST"
        await world["Ada"].slash("settings", time_zone="kolkata")
        assert world["Ada"].panel.text.startswith("Time zone: Kolkata (India)\n")
        assert (await world.bot.people.read(world["Ada"].id)).time_zone == "Asia/Kolkata"


@pytest.mark.parametrize("zone", ["Asia/Nowhere", "../../etc/passwd", "", " "])
async def test_a_time_zone_that_is_none_is_refused(
    tmp_path: Path, workers: Pooled, zone: str
) -> None:
    async with settings(tmp_path, workers) as world:
        ada = world["Ada"]
        await ada.slash("settings", time_zone=zone)
        assert "I don’t know that time zone" in ada.panel.text
        assert (await world.bot.people.read(ada.id)).time_zone is None


@pytest.mark.parametrize("typed", ["a", "e", "san", "kolk", "UTC", "saint", "zzz", "é"])
def test_no_more_time_zones_than_discord_shows_and_cities_first(typed: str) -> None:
    zones = matching(typed, Words("en"))
    assert len(zones) <= 25
    assert len(set(zones)) == len(zones)
    begins = [Words("en").zone(z).casefold().startswith(typed.casefold()) for z in zones]
    assert begins == sorted(begins, reverse=True)
    assert typed not in {"a", "e", "san"} or begins[0]
    shown = [Words("en").zone(z) for z in zones]
    assert len(set(shown)) == len(shown), "the same city under two names"
    assert not any(zone.startswith(("Etc/", "posix", "right", "US/")) for zone in zones)


@pytest.mark.parametrize(
    ("typed", "language", "zone"),
    [
        ("мос", "ru", "Europe/Moscow"),
        ("mosc", "ru", "Europe/Moscow"),
        ("moscu", "es", "Europe/Moscow"),
        ("Moscou", "fr", "Europe/Moscow"),
        ("Nueva Y", "es", "America/New_York"),
        ("londres", "fr", "Europe/London"),
        ("London", "fr", "Europe/London"),
        ("россия", "ru", "Europe/Kaliningrad"),
        ("asia/kolk", "es", "Asia/Kolkata"),
    ],
)
def test_a_city_is_found_in_the_persons_language_and_in_english(
    typed: str, language: str, zone: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    spoken = Words(language, catalogue("en"))
    monkeypatch.setattr(
        Words, "pick", staticmethod(lambda code: spoken if code == language else Words("en"))
    )
    _names.cache_clear()
    assert zone in matching(typed, spoken)
    _names.cache_clear()


# -- turns ------------------------------------------------------------------------


async def test_turns_shows_all_that_waits_the_longest_first(
    tmp_path: Path, workers: Pooled
) -> None:
    clock = Hands()
    async with table(tmp_path, workers, "Ada", "Bruno", "Chiara", **clock.both) as world:
        ada, bruno = world["Ada"], world["Bruno"]
        await ada.slash("turns")
        assert ada.panel.text == "### No table is waiting for you."
        await begin(world)
        first = world.channel
        await clock.moves(world, 3 * 86400 + 5)
        world.channel = world.guild.create_text_channel("second")
        await begin(world)
        await clock.moves(world, 2 * 3600)
        await bruno.slash("turns")
        lines = bruno.panel.text.split("\n")
        assert lines[0] == "### 2 tables are waiting for you"
        where = f"https://discord.com/channels/{world.guild.id}"
        people = "The Princes of Florence with Ada and Chiara"
        asked, now = "Give back one Profession card", clock.now
        assert lines[1].startswith(f"**1.** {people} · {where}/{first.id}/")
        assert lines[2] == f"{asked} · <t:{now - 3 * 86400 - 5 - 2 * 3600:.0f}:R>"
        assert lines[3] == "-# ▲ Chiara looks at 4 Profession cards."
        assert lines[4].startswith(f"**2.** {people} · {where}/{world.channel.id}/")
        assert lines[5] == f"{asked} · <t:{now - 2 * 3600:.0f}:R>"
        assert bruno.panel.buttons == ("Play · 1", "Play · 2", "Refresh")
        await bruno.click("Play · 1")
        assert "Profession cards goes back?" in bruno.panel.text
        await bruno.click(bruno.panel.buttons[0], bruno.panel)
        await bruno.slash("turns")
        assert bruno.panel.text.startswith("### 1 table is waiting for you\n**1.** ")
        assert world.channel.mention[2:-1] in bruno.panel.text
        assert not world["Chiara"].private, "it is private"


async def test_turns_of_another_server_while_one_is_there(
    tmp_path: Path, workers: Pooled
) -> None:
    async with table(tmp_path, workers, "Ada", "Bruno", "Chiara") as world:
        bruno = world["Bruno"]
        await begin(world)
        home, member = world.guild, bruno.member
        abroad = world.env.create_guild("Abroad")
        world.channel = abroad.create_text_channel("foyer")
        bruno.member = abroad.add_member(member.user)
        await bruno.slash("turns")
        assert f"/channels/{home.id}/" in bruno.panel.text
        await bruno.click("Play · 1")
        assert "Profession cards goes back?" in bruno.panel.text
        await bruno.slash("turns")
        await bruno.click("Play · 1")
        home.remove_member(member)
        world.bot.members._known.clear()
        seen = len(bruno.private)
        await bruno.forge("All my turns (1)", "m1:move:1")
        assert "goes back?" not in bruno.private[-1].text
        assert len(bruno.private) == seen + 1
        await bruno.slash("turns")
        assert bruno.panel.text == "### No table is waiting for you."
