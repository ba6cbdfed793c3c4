"""How well computer players play: chosen in the lobby in few presses, told where it matters."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from bot.screens.labels import MORE
from bot.screens.names import seat_name_with_level
from bot.screens.seatings import seating_lines
from bot.store.rows import SeatRow
from bot.tables.core.levels import DEFAULT, EASIEST, LEVEL
from bot.tables.core.refusals import NoOpponent, UnknownOption
from bot.tables.core.results import against
from bot.tables.seating import seat_changes
from render import scores
from render.words import Words
from rules.contract import Line, Over
from rules.opponents import LEVELS
from tests.bot.driver import Player, Pooled, World, table
from tests.bot.services import ANN, BEN, CHANNEL, CLEO, GUILD, MOMENT, services
from tests.bot.stored_results import holding, put, result
from tests.contract.games import TABLES

EN = Words("en")
games = pytest.mark.parametrize("game", sorted({title for title, _ in TABLES}))


# -- in the lobby -----------------------------------------------------------------------


async def _levels(player: Player) -> list[str]:
    """What the form of the levels says, if there is one: each computer player and its level."""
    await player.click(MORE)
    if "Levels" not in player.panel.buttons:
        return []
    await player.click("Levels", player.panel)
    return [f"{label}: {player.form.chosen(label)}" for label in player.form.fields]


async def _in_words(world: World) -> str:
    await world["Ada"].click(MORE)
    await world["Ada"].click("In words", world["Ada"].panel)
    return world["Ada"].panel.text


@games
async def test_a_lobby_chooses_how_well_each_opponent_plays(
    tmp_path: Path, workers: Pooled, game: str
) -> None:
    async with table(tmp_path, workers) as world:
        ada = world["Ada"]
        await ada.slash("play", game=game)
        assert await _levels(ada) == [], "no opponent, nothing to choose"
        await ada.click("Add computer player")
        assert await _levels(ada) == ["Lucrezia: Easy"], "it is a first game"
        assert ada.form.choices("Lucrezia") == ("Easy", "Normal", "Hard")
        await ada.fill({"Lucrezia": "Hard"})
        assert "- Lucrezia (computer, hard)" in await _in_words(world)
        await ada.click("Add computer player")
        assert await _levels(ada) == ["Lucrezia: Hard", "Federico: Hard"], "as chosen last"
        await ada.fill({"Lucrezia": "Easy", "Federico": "Normal"})
        told = await _in_words(world)
        assert "- Lucrezia (computer, easy)\n- Federico (computer, normal)" in told
        await ada.choose("Federico", "Easy")
        await ada.click("Start")
        begun = await world.bot.games.in_channel(world.channel.id)
        assert begun is not None
        assert sorted(row.level or "" for row in begun.seats) == ["", EASIEST, EASIEST]
        assert LEVEL not in begun.game.chosen, "it is an option of the lobby alone"


async def test_only_who_decides_chooses_and_what_is_forged_changes_nothing(
    tmp_path: Path, workers: Pooled
) -> None:
    async with table(tmp_path, workers) as world:
        await world["Ada"].slash("play", game="florence")
        await world["Bruno"].click("Join")
        await world["Ada"].click("Add computer player")
        assert await _levels(world["Bruno"]) == [], "they are not Bruno's to choose"
        here = await world.bot.games.in_channel(world.channel.id)
        assert here is not None
        await world["Bruno"].forge("In words", f"m1:lobby_form:{here.game.id}:levels:0")
        assert world["Bruno"].panel.text == "Only Ada can do that here."
        for page in ("levels:1", "levels:x", "odd:9", "levels"):
            await world["Ada"].forge("Join", f"m1:lobby_form:{here.game.id}:{page}")
            assert world["Ada"].panel.text.startswith("This button no longer works")
        after = await world.bot.games.table(here.game.id)
        assert after.game.revision == here.game.revision


async def test_a_level_belongs_to_one_opponent_whoever_comes_and_goes(path: Path) -> None:
    async with services(path) as here:
        game = (await here.lobbies.create_lobby("florence", GUILD, CHANNEL, ANN, "Ann")).game.id
        await here.lobbies.add_opponent(game, ANN, None, "Bot 0")
        await here.lobbies.join(game, BEN, "Ben")
        await here.lobbies.add_opponent(game, ANN, None, "Bot 1")
        await here.lobbies.leave(game, BEN)
        now = await here.lobbies.set_levels(game, ANN, {1: "master"})
        assert [row.level for row in now.seats] == [None, EASIEST, "master"]
        for which, level, refusal in (
            (2, "master", NoOpponent),
            (0, "grandmaster", UnknownOption),
        ):
            with pytest.raises(refusal):
                await here.lobbies.set_levels(game, ANN, {which: level})
        for number in range(2):
            await here.lobbies.remove(game, ANN, f"Bot {number}")
        with pytest.raises(NoOpponent):
            await here.lobbies.set_levels(game, ANN, {})
        now = await here.lobbies.add_opponent(game, ANN, None, "Bot")
        assert now.seats[1].level == "master", "the level chosen last stays chosen"


async def test_a_first_game_begins_with_easy_opponents_and_others_with_normal_ones(
    path: Path,
) -> None:
    async with services(path) as here:
        left = result(2, (CLEO, 1), (None, 2))
        seats = (replace(left.seats[0], counted="not", left_out="early"), left.seats[1])
        await put(here.store, result(1, (BEN, 1), (None, 2)), replace(left, seats=seats))
        levels = ((ANN, EASIEST), (BEN, DEFAULT), (CLEO, EASIEST))
        for n, (user, level) in enumerate(levels):
            lobby = await here.lobbies.create_lobby("florence", GUILD, CHANNEL + n, user, "P")
            now = await here.lobbies.add_opponent(lobby.game.id, user, None, "Bot")
            assert now.seats[1].level == level
    assert {EASIEST, DEFAULT} < set(LEVELS)


# -- where it is told -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("level", "told"), [("adept", "Bot (computer, normal)"), ("gone", "Bot (computer, easy)")]
)
def test_an_opponent_is_named_with_its_level(level: str, told: str) -> None:
    assert seat_name_with_level(SeatRow(1, 0, None, "Bot", level), EN) == told
    stand_in = SeatRow(1, 0, ANN, "Bot", stand_in=level)
    assert seat_name_with_level(stand_in, EN) == told


async def test_the_final_scores_say_how_well_each_opponent_played(path: Path) -> None:
    async with services(path) as here:
        now = await here.begun(BEN, level="master")
        over = Over(tuple((Line("works", n),) for n in (7, 9, 11)), winners=(2,))
        scene = replace(now.scene(None), over=over)
        assert "1. ▲ Bot 0 (computer, hard): 11 points" in scores.itemised(over, scene, EN)
        assert scores.verdict(over, scene, EN) == "▲ Bot 0 (computer, hard) wins the game"
        assert "1. Bot 0 (computer, hard): 11 points; 2. Ben: 9" in scores.alt(scene, EN)


async def test_the_journal_says_at_which_level_a_seat_is_played_on(path: Path) -> None:
    async with services(path) as here:
        now = await here.at_auction()
        away = seat_changes.away(now, ANN, DEFAULT, MOMENT).table
        left = seat_changes.left(away, BEN, DEFAULT, MOMENT).table
        told = seating_lines(left, 0, left.number, EN)
        assert told == (
            "● Ann is away: a computer player has this seat (normal).",
            "■ Ben has left the game for good. A computer player (normal) has this seat.",
        )
        await here.seats.away(now.game.id, ANN)
    async with services(path) as here:
        (line,) = seating_lines(await here.games.table(1), 0, 999, EN)
        assert line == told[0], "stored, too"


def test_a_record_counts_games_against_opponents_by_level() -> None:
    rows = [
        result(1, (ANN, 1), (BEN, 2), ("master", 3)),
        result(2, (ANN, 2), ("master", 1), ("master", 3)),
        result(3, (ANN, 1), ("novice", 2), ("master", 3)),
        result(4, (ANN, 1), ("of another release", 2)),
        result(5, (ANN, 1), (BEN, 2)),
        result(6, (ANN, 1), ("adept", 2), ending="agreed"),
        holding(result(7, (ANN, 1), ("adept", 2)), 0, counted="not"),
    ]
    assert against(rows, ANN) == (("novice", 2, 2), ("master", 3, 2))
    assert against(rows, BEN) == (("master", 1, 0),)


async def test_a_record_shows_them(tmp_path: Path, workers: Pooled) -> None:
    async with table(tmp_path, workers) as world:
        ada = world["Ada"]
        rows = [result(n, (ada.id, 1), ("master", 2), guild=world.guild.id) for n in (1, 2)]
        await put(world.bot.store, *rows)
        await ada.slash("record")
        assert "- Against hard computer players: 2 games, 2 wins" in ada.panel.text
        assert "easy" not in ada.panel.text
