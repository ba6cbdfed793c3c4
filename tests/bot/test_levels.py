"""How well opponents play: chosen in the lobby with few presses, and told where it matters."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from msgspec.structs import replace

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
from tests.bot.client_message import Message
from tests.bot.driver import Pooled, table
from tests.bot.services import ANN, BEN, CHANNEL, GUILD, MOMENT, services
from tests.bot.stored_results import holding, put, result
from tests.contract.games import TABLES

EN = Words("en")
games = pytest.mark.parametrize("game", sorted({title for title, _ in TABLES}))


# -- in the lobby -----------------------------------------------------------------------


def _levels(message: Message) -> list[str]:
    """What can be chosen about the levels of opponents."""
    return [each for each in message.choices if re.search(r" plays?: ", each)]


@games
async def test_a_lobby_chooses_how_well_each_opponent_plays(
    tmp_path: Path, workers: Pooled, game: str
) -> None:
    async with table(tmp_path, workers) as world:
        ada = world["Ada"]
        await ada.slash("play", game=game)
        assert not _levels(world.board), "no opponent, nothing to choose"
        privately = len(ada.private)
        await ada.click("Add opponent")
        assert "2. Lucrezia (computer, easy)" in world.board.text, "it is a first game"
        await ada.select("Lucrezia plays: hard")
        assert "2. Lucrezia (computer, hard)" in world.board.text
        await ada.click("Add opponent")
        assert "3. Federico (computer, hard)" in world.board.text, "as was chosen last"
        await ada.select("Federico plays: normal")
        assert (
            "2. Lucrezia (computer, hard)\n3. Federico (computer, normal)" in world.board.text
        )
        assert _levels(world.board) == [
            *(f"All opponents play: {each}" for each in ("easy", "normal", "hard")),
            *(f"Lucrezia plays: {each}" for each in ("easy", "normal")),
            *(f"Federico plays: {each}" for each in ("easy", "hard")),
        ], "what is so already is not offered"
        await ada.select("All opponents play: easy")
        assert "2. Lucrezia (computer, easy)\n3. Federico (computer, easy)" in world.board.text
        assert "All opponents play: easy" not in world.board.choices
        assert len(ada.private) == privately, "nobody is answered: the lobby shows it"
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
        await world["Ada"].click("Add opponent")
        await world["Bruno"].select("Lucrezia plays: hard")
        assert world["Bruno"].panel.text == "Only Ada may do this at this table."
        here = await world.bot.games.in_channel(world.channel.id)
        assert here is not None
        await world["Ada"].forge("Join", f"m1:level:{here.game.id}")
        assert world["Ada"].panel.text.startswith("This button is not known here")
        after = await world.bot.games.table(here.game.id)
        assert after.game.revision == here.game.revision


async def test_a_level_belongs_to_one_opponent_whoever_comes_and_goes(path: Path) -> None:
    async with services(path) as here:
        game = (await here.lobbies.create_lobby("florence", GUILD, CHANNEL, ANN, "Ann")).game.id
        await here.lobbies.add_opponent(game, ANN, None, "Bot 0")
        await here.lobbies.join(game, BEN, "Ben")
        await here.lobbies.add_opponent(game, ANN, None, "Bot 1")
        await here.lobbies.leave(game, BEN)
        now = await here.lobbies.set_level(game, ANN, 1, "master")
        assert [row.level for row in now.seats] == [None, EASIEST, "master"]
        for which, level, refusal in (
            (2, "master", NoOpponent),
            (0, "grandmaster", UnknownOption),
            (None, "", UnknownOption),
        ):
            with pytest.raises(refusal):
                await here.lobbies.set_level(game, ANN, which, level)
        for _ in range(2):
            await here.lobbies.remove_opponent(game, ANN)
        with pytest.raises(NoOpponent):
            await here.lobbies.set_level(game, ANN, None, "master")
        now = await here.lobbies.add_opponent(game, ANN, None, "Bot")
        assert now.seats[1].level == "master", "the level chosen last stays chosen"


async def test_a_first_game_begins_with_easy_opponents_and_others_with_normal_ones(
    path: Path,
) -> None:
    async with services(path) as here:
        (row,) = await put(here.store, result(1, (BEN, 1), (None, 2)))
        await here.store._database.write(
            "INSERT INTO seats (game, seat, user, name) VALUES (?, 0, ?, 'Ben')",
            *(row.game, BEN),
        )
        assert await here.store.games.has_finished(BEN, "florence")
        for n, (user, level) in enumerate(((ANN, EASIEST), (BEN, DEFAULT))):
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
            "● Ann is away: an opponent plays this seat. Its level: normal.",
            "■ Ben has left the game for good. An opponent plays this seat. Its level: normal.",
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
        assert "- Against opponents of the level hard: 2 games, 2 wins" in ada.panel.text
        assert "easy" not in ada.panel.text
