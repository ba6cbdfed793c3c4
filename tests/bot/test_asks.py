"""What lists of tables show is stored with each change of a table, and read without it."""

from __future__ import annotations

from pathlib import Path

from msgspec.structs import replace

from bot.store.asks import Ask
from bot.store.lists import ListedTable
from bot.tables.seating import asks
from bot.tables.seating.proposing import Propose
from bot.tables.seating.seat_votes import ending
from rules.contract import TookBack
from rules.florence.actions import ToGiveBack, ToOpen
from rules.florence.events import Opened
from rules.registry import GAMES
from tests.bot.services import ANN, BEN, CLEO, EVE, services

GAME = 1


async def test_the_rows_tell_what_is_asked_of_whom_and_what_happened(tmp_path: Path) -> None:
    async with services(tmp_path / "bot.db") as here:
        table = await here.at_auction()
        (acting,) = table.deciding
        (listed,) = await here.store.lists.started(acting.holder, 10)
        assert listed == ListedTable(table.game, table.seats)
        (ask,) = listed.seats[acting.seat].asks
        assert (ask.kind, ask.since) == ("move", acting.waits_since)
        assert isinstance(asks.prompt_of("florence", ask.what), ToOpen)
        assert not any(row.asks for row in listed.seats if row.seat != acting.seat)
        table = await here.step(table)
        (listed,) = await here.store.lists.started(acting.holder, 10)
        events = asks.events_of("florence", listed.game.latest)
        assert [each.seat for each in events if isinstance(each, Opened)] == [acting.seat]
        assert not listed.seats[acting.seat].asks


async def test_a_proposal_is_asked_of_those_who_have_not_answered(tmp_path: Path) -> None:
    async with services(tmp_path / "bot.db") as here:
        table = await here.at_auction()
        asked: Propose = ending(ANN)
        table = await here.proposals.ask(GAME, asked)
        number = table.proposals[-1].number
        found = {row.user: [each.kind for each in row.asks] for row in table.seats}
        waits = {row.user for row in table.deciding}
        assert found == {
            user: ["move"] * (user in waits) + ["proposal"] * (user != ANN)
            for user in (ANN, BEN, CLEO)
        }
        table = await here.proposals.answer(GAME, BEN, number, "yes")
        assert "proposal" not in [each.kind for each in table.seats[1].asks]
        assert table.seats[2].asks[-1] == Ask(
            kind="proposal", since=table.proposals[-1].began, number=number, what="end"
        )


async def test_who_is_invited_waits_since_then(tmp_path: Path) -> None:
    async with services(tmp_path / "bot.db") as here:
        await here.at_auction()
        await here.seats.invite(GAME, ANN, EVE, 0)
        (listed,) = await here.store.lists.started(EVE, 10)
        (first,) = (each for each in listed.seats[0].asks if each.kind == "invitation")
        here.clock.now += 60
        await here.proposals.ask(GAME, ending(BEN))
        (listed,) = await here.store.lists.started(EVE, 10)
        (later,) = (each for each in listed.seats[0].asks if each.kind == "invitation")
        assert later == first


async def test_what_an_earlier_release_left_is_noted_from_the_table(tmp_path: Path) -> None:
    async with services(tmp_path / "bot.db") as here:
        table = await here.at_auction()
        bare = replace(
            table,
            game=replace(table.game, latest=None),
            seats=tuple(replace(row, asks=()) for row in table.seats),
        )
        assert asks.noted(bare) == table


def test_what_this_release_does_not_know_is_not_told() -> None:
    known = asks.events_of("florence", '[{"type":"odd"},{"type":"took_back","seat":1}]')
    assert known == (TookBack(1),)
    assert asks.events_of("florence", None) == ()
    assert asks.events_of("florence", "{") == ()
    assert asks.prompt_of("florence", '{"type":"odd"}') is None
    assert asks.prompt_of("florence", '{"type":"to_give_back"}') == ToGiveBack()
    assert asks.question_of("") is None
    assert all(game.prompts and game.events for game in GAMES.values())
