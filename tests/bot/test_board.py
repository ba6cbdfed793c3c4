"""The table message: what it says, whom it calls, its public buttons, its repair."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Never

from bot.board import verdict
from bot.history import FILM
from bot.store.rows import GameRow, SeatRow
from bot.table import Table
from render.words import Words
from rules.table import Line, Over, Rival
from tests.bot.clicker import play
from tests.bot.driver import Lasting, Player, World
from tests.bot.playing import MOVE, give_back, opener, three


async def test_it_shows_the_board_who_decides_and_what(
    tmp_path: Path, workers: Lasting
) -> None:
    async with three(tmp_path, workers, setup=False) as world:
        board = world.board
        assert "Waiting for Ada, Bruno, and Chiara" in board.text
        assert "choose three Profession cards" in board.text
        assert board.buttons == ("Your move", "My hand", "In words")
        assert len(board.alts) == len(board.files) == 1
        assert board.pinged == {world[name].id for name in ("Ada", "Bruno", "Chiara")}


async def test_a_new_turn_is_a_new_message_and_the_older_one_loses_its_buttons(
    tmp_path: Path, workers: Lasting
) -> None:
    async with three(tmp_path, workers, setup=False) as world:
        first = world.board
        await give_back(world["Ada"])
        assert world.board.id == first.id, "no new turn: edited"
        await give_back(world["Bruno"])
        await give_back(world["Chiara"])
        assert world.board.id > first.id
        assert world.board.pinged == {opener(world).id}
        older = next(m for m in world.public if m.id == first.id)
        assert older.buttons == ()
        assert len(older.alts) == len(older.files) == 1, "its picture stays"


async def test_small_public_decisions_stand_on_it(tmp_path: Path, workers: Lasting) -> None:
    async with three(tmp_path, workers) as world:
        first = opener(world)
        assert {"Forest", "Lake", "Builder", "No item this round"} < set(world.board.buttons)
        await first.click("Builder", world.board)
        assert "Bid 300" in world.board.buttons
        second = opener(world)
        assert second is not first
        await second.click("Bid 300", world.board)
        assert "Bid 400" in world.board.buttons


async def test_who_may_not_act_hears_who_may(tmp_path: Path, workers: Lasting) -> None:
    async with three(tmp_path, workers) as world:
        first = opener(world)
        other = next(world[n] for n in ("Ada", "Bruno", "Chiara") if world[n] is not first)
        board = world.board
        await other.click("Lake", board)
        assert other.panel.text == f"It is not your move. Waiting for {first.name}."
        await world["Dmitri"].click("Lake", board)
        assert world["Dmitri"].panel.text.startswith("You have no seat in this game.")
        await world["Dmitri"].click(MOVE, board)
        assert "The players: Ada, Bruno, and Chiara" in world["Dmitri"].panel.text
        assert world.board.id == board.id


async def test_two_clicks_at_the_same_moment_count_once(
    tmp_path: Path, workers: Lasting
) -> None:
    async with three(tmp_path, workers) as world:
        first, board = opener(world), world.board
        await world.together(first.click("Lake", board), first.click("Builder", board))
        assert "Ada, it is" not in world.board.text
        assert world.board.text.count("opens an auction") == 1
        assert "earlier moment" in first.panel.text


async def test_take_back_stands_on_it_while_it_is_possible(
    tmp_path: Path, workers: Lasting
) -> None:
    async with three(tmp_path, workers) as world:
        first = opener(world)
        await first.click("Lake", world.board)
        assert "Take back" in world.board.buttons
        await world["Dmitri"].click("Take back", world.board)
        assert "no seat" in world["Dmitri"].panel.text
        await first.click("Take back", world.board)
        assert "takes the last action back" in world.board.text
        assert "put an item up for auction" in world.board.text


async def test_in_words_shows_the_whole_position(tmp_path: Path, workers: Lasting) -> None:
    async with three(tmp_path, workers) as world:
        await world["Dmitri"].click("In words")
        panel = world["Dmitri"].panel
        assert "Page 1 of" in panel.text
        await world["Dmitri"].click("Next page", panel)
        assert "Page 2 of" in world["Dmitri"].panel.text


async def test_a_deleted_message_is_posted_anew(tmp_path: Path, workers: Lasting) -> None:
    async with three(tmp_path, workers, setup=False) as world:
        first = world.board
        world.env.backend.delete_message(world.channel.id, first.id)
        await give_back_by_dm(world)
        assert world.board.id > first.id
        assert "Waiting for Bruno and Chiara" in world.board.text


async def give_back_by_dm(world: World) -> None:
    """Ada decides from her direct message."""
    ada = world["Ada"]
    await ada.click(MOVE, ada.direct[-1])
    panel = ada.messages[-1]
    await ada.click(panel.buttons[0], panel)


async def test_a_missing_permission_stops_nothing(tmp_path: Path, workers: Lasting) -> None:
    async with three(tmp_path, workers, faults=True) as world:
        world.env.inject_error(
            "POST", f"/channels/{world.channel.id}/messages", status=403, code=50013
        )
        first = opener(world)
        await first.click("Lake", world.board)
        await first.slash("table")
        assert "bid or pass" in world.board.text


async def test_discord_down_for_a_moment_loses_no_message(
    tmp_path: Path, workers: Lasting
) -> None:
    async with three(tmp_path, workers) as world:
        first = opener(world)
        world.env.inject_error(
            "POST", f"/channels/{world.channel.id}/messages", status=503, times=5
        )
        await first.click("Lake", world.board)
        await world.passes(300)
        assert "bid or pass" in world.board.text


async def test_a_board_that_cannot_be_drawn_is_told_in_words(
    tmp_path: Path, workers: Lasting
) -> None:
    async with three(tmp_path, workers, faults=True) as world:
        world.bot.pictures._workers = _Broken()
        await opener(world).click("Lake", world.board)
        assert "The picture could not be sent" in world.board.text
        assert not world.board.files
        assert "bid or pass" in world.board.text


class _Broken(Lasting):
    """Workers that cannot draw."""

    async def run(self, *_: object, **__: object) -> Never:
        raise ValueError("no ink")


async def test_the_end_tells_the_scores_and_offers_a_rematch(
    tmp_path: Path, workers: Lasting
) -> None:
    async with three(tmp_path, workers) as world:
        await play(world, Random(4))
        board = world.board
        assert "Final scores" in board.text
        assert "wins the game" in board.text or "share the victory" in board.text
        assert board.buttons == ("Rematch", "History", "In words")
        assert len(board.files) == 2
        await _looks_back(world["Dmitri"])
        await world["Dmitri"].click("Rematch", board)
        assert "no seat" in world["Dmitri"].panel.text
        await world["Ada"].click("Rematch")
        assert "who plays?" in world.board.text


def test_the_verdict_names_the_winners_be_they_people_or_the_game() -> None:
    row = GameRow(*(1, 1, 11, None, "florence", 1, {}, "joined", "en", "over", 101, 5.0, 5.0))
    told = []
    for names, winners in (("A", ()), ("A", (0,)), ("AB", (0, 1))):
        seats = tuple(SeatRow(1, seat, seat, name) for seat, name in enumerate(names))
        rival = Rival("lacrimosa.soloist", (Line("works", 9),)) if not winners else None
        over = Over(tuple((Line("works", 3),) for _ in names), winners, rival=rival)
        told.append(verdict(Table(row, seats), over, Words("en")))
    assert told == ["Soloist wins the game", "A wins the game", "A and B share the victory"]


async def _looks_back(player: Player) -> None:
    """The history of a finished game, its film and its file."""
    await player.click("History", player.world.board)
    past = player.panel
    assert {"◀ Back", "◀ Round", "Film", "Game file"} <= set(past.buttons)
    await player.click("◀ Round", past)
    assert "Round ▶" in player.panel.buttons
    await player.click("Film", past)
    (film,) = player.panel.files
    assert str(film["filename"]).endswith(".gif")
    assert int(film["size"]) <= FILM
    await player.click("Game file", past)
    (file,) = player.panel.files
    assert file["filename"] == "florence-1.json"
