"""A call tells the tables apart, on a phone that shows 120 characters."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from bot.screens import call_table
from bot.screens.call import seat_call
from bot.screens.call_table import LONGEST_NAME, MOST, shortest, table_text, with_event
from bot.screens.journal import JournalPages, told_lines
from bot.store.rows import SeatRow
from bot.tables.core.table import Table
from render.presentations import PRESENTATIONS
from render.words import LANGUAGES, Words, plain
from rules.contract import Seat
from rules.opponents import LEVELS
from rules.registry import GAMES
from tests.bot.driver import Pooled
from tests.bot.put_position import begun
from tests.bot.running_game import MOVE, choices, opener
from tests.bot.services import game_row
from tests.bot.test_calls import by_button
from tests.contract.games import played

NAMES = ("Maximilian-Alexander", "Ana", "Chloé-Geneviève-Marie", "Bob", "Dmitri Karamasow")


def _table(title: str, seats: int) -> Table:
    rows = tuple(SeatRow(1, seat, seat + 1, NAMES[seat]) for seat in range(seats))
    return Table(game_row(game=title, status="over"), rows, played(title, seats, LEVELS[0]))


def test_who_sits_there_is_told_without_oneself_and_long_rows_are_counted() -> None:
    table, words = _table("florence", 5), Words("en")
    assert table_text(table, 0, words) == (
        "The Princes of Florence with Ana, Chloé-Geneviève…, Bob and 1 more"
    )
    assert table_text(table, 0, words, 1) == "The Princes of Florence with Ana and 3 more"
    assert len("Chloé-Geneviève…") == LONGEST_NAME
    assert "Maximilian-Alex… and Ana" in table_text(_table("florence", 3), 2, words)


def test_people_are_named_before_opponents_and_alone_nobody_is() -> None:
    table, words = _table("lacrimosa", 4), Words("en")
    computer = replace(table.seats[1], user=None, level="novice")
    one = table.with_seat(computer)
    assert table_text(one, 0, words, 1) == "Lacrimosa with Chloé-Geneviève… and 2 more"
    assert table_text(_table("lacrimosa", 1), 0, words) == "Lacrimosa"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("title", sorted(GAMES))
def test_every_call_of_a_turn_fits_a_phone(title: str, language: str) -> None:
    words, table = Words(language), _table(title, 4)
    look, said = PRESENTATIONS[title], set()
    for number in range(1, table.number):
        past = table.at(number)
        if past.journal is None:
            continue
        for decision in past.journal.decisions:
            asked = look.asked(decision.prompt, words)
            seat = decision.seat
            said.add(
                shortest(
                    lambda most, seat=seat, asked=asked: words(  # type: ignore[misc]  # defaults
                        "call.move", table=table_text(table, seat, words, most), asked=asked
                    )
                )
            )
    assert said
    longest = max(said, key=len)
    assert len(longest) <= MOST, longest


def test_the_last_event_stands_there_only_if_all_of_it_fits() -> None:
    assert with_event("Your move.", "Bob passes.") == "Your move. Bob passes."
    assert with_event("Your move.", "x" * MOST) == "Your move."
    assert with_event("Your move.", "Bob plays *An inn*.") == "Your move."
    assert with_event("Your move.", "") == "Your move."


def test_what_concerns_oneself_stands_first() -> None:
    table = _table("florence", 3)
    for number in range(20, table.number, 5):
        past = table.at(number)
        past = replace(past, game=replace(past.game, status="playing"))
        page = JournalPages(past, PRESENTATIONS["florence"], 0, Words("en")).since_move()
        if page is not None:
            own = [
                "Maximilian" in line.split(" ")[1] and "best Work" not in line
                for line in page.lines
            ]
            first = own.index(False) if False in own else len(own)
            assert not any(own[first:])


async def test_others_who_press_a_call_in_the_channel_are_told_what_happened(
    tmp_path: Path, workers: Pooled
) -> None:
    async with by_button(tmp_path, workers) as world:
        first = opener(world)
        (call,) = first.calls
        other = world["Dmitri"]
        await other.click(MOVE, call)
        assert other.panel.text.startswith("### What happened last")
        await other.click("What happened", call)
        assert other.panel.text.startswith("### What happened last")
        await first.click("What happened", call)
        assert first.panel.text.startswith("### Since your last turn")
        await first.click(MOVE, call)
        assert "Which item do you put up for auction?" in first.panel.text


async def test_a_call_does_not_tell_what_its_person_did_last(
    tmp_path: Path, workers: Pooled, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(call_table, "MOST", 400)  # all of it fits
    async with begun("lacrimosa", tmp_path, workers) as world:
        first = next(p for p in world.players.values() if world.board.waits_for(p.name))
        await first.click(MOVE, world.board)
        await first.click(choices(first.panel)[0], first.panel)
        here = await world.bot.games.table(1)
        seat = here.seat_of(first.id)
        assert seat is not None
        assert here.decision(seat)
        did = told_lines(here, here.number, None, PRESENTATIONS["lacrimosa"], world.words)[-1]
        for by_dm in (True, False):

            def content(seat: Seat, *, by_dm: bool = by_dm) -> str:
                words = world.words
                call = seat_call(world.bot, here, seat, "move", words, {}, by_dm=by_dm)
                return call.content or ""

            assert plain(did) not in content(seat)
            assert plain(did) in content((seat + 1) % 3), "it is news to others"
