"""Auctions by limits: an item is sealed until all have answered, then all is played at once."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from bot.database.address import Address
from bot.delivery.wanted import wanted_of
from bot.store.out import Board, Hand
from bot.tables.core.draft import Draft
from bot.tables.core.refusals import NoSuchOrder, NothingToTakeBack, NotYourMove
from bot.tables.core.table import Table
from bot.tables.orders import early_answers
from bot.tables.orders.early_answers import ANSWERED_WITHIN
from bot.tables.play import undo
from rules.contract import Moved, Seat, name
from tests.bot.services import ANN, BEN, CLEO, NAMES, Services, services

pytestmark = pytest.mark.by_limits

GAME = 1


async def opened(here: Services, lot: str = "jester") -> Table:
    """Ann has put an item up; Ben and Cleo are asked."""
    table = await here.at_auction("limits")
    opener = table.decisions[0].seat
    table = await here.by(table, opener, f"open.{lot}")
    assert table.sealed is not None
    assert set(table.sealed.seats) == {0, 1, 2} - {opener}
    here.clock.now += 1
    return table


async def answer(here: Services, seat: Seat, spelled: str) -> Table:
    """The person of a seat leaves an order."""
    table = await here.games.table(GAME)
    user = table.seats[seat].user
    assert user is not None
    here.clock.now += 1
    await here.orders.leave(GAME, user, spelled)
    await here.games.wait_idle()
    return await here.games.table(GAME)


def played(table: Table, since: int) -> list[tuple[Seat, str]]:
    """Who has acted, and how, after an entry."""
    assert table.journal is not None
    entries = table.journal.entries[since:]
    return [(each.seat, name(each.action)) for each in entries if isinstance(each, Moved)]


def others(table: Table) -> list[Seat]:
    """Who is still asked."""
    assert table.sealed is not None
    return list(table.sealed.seats)


async def test_nothing_is_bid_before_all_have_answered_then_all_at_once(
    address: Address,
) -> None:
    async with services(address) as here:
        table = await opened(here)
        first, second = others(table)
        bidder = table.seats[first].user or 0
        assert table.decisions == ()
        assert not any(row.waits_since for row in table.seats)
        with pytest.raises(NotYourMove):
            await here.games.play(GAME, bidder, second, 0, "bid.300")
        kinds = {each.kind for each in await here.store.dues.of_game(GAME)}
        assert kinds == {"answer"}
        after = await answer(here, first, "bid_up_to.1.jester.700")
        assert after.number == table.number
        assert after.sealed is not None
        assert after.sealed.seats == (second,)
        await here.sent()
        revision = after.game.revision
        after = await answer(here, second, "bid_up_to.1.jester.400")
        assert after.game.revision == revision + 2, "the answer, and all that follows"
        # The opener named no limit, so they are asked when the bidding comes back to them.
        opener = ({0, 1, 2} - {first, second}).pop()
        assert [row.seat for row in after.deciding] == [opener]
        boards = [
            each for each in await here.store.outbox.pending(GAME) if each.kind == "table"
        ]
        assert len(boards) == 1
        steps = played(after, table.number)
        assert steps == [(first, "bid.300"), (second, "bid.400")]
        rows = (await here.store.games.entries(GAME))[table.number :]
        assert [row.by_user for row in rows] == [
            after.seats[first].user,
            after.seats[second].user,
        ]
        after = await here.by(after, opener, "pass")
        await here.games.wait_idle()
        after = await here.games.table(GAME)
        assert after.view(None).sales[-1].florins == 500
        assert after.view(None).sales[-1].seat == first


async def test_the_opener_names_a_limit_in_the_press_that_opens(address: Address) -> None:
    async with services(address) as here:
        table = await here.at_auction("limits")
        (row,) = table.deciding
        arose = table.arose(row.seat) or 0
        going = "bid_up_to.1.jester.600"
        played_ = await here.games.play(
            *(GAME, row.user or 0, row.seat, arose, "open.jester"), going
        )
        for seat in others(played_.table):
            table = await answer(here, seat, "bid_up_to.1.jester.500")
        sale = table.view(None).sales[-1]
        assert (sale.seat, sale.florins) == (row.seat, 500)
        assert table.seats[row.seat].unread is not None, "what the limit did is told"


async def test_a_limit_is_followed_to_the_end_in_the_rounds_order(address: Address) -> None:
    async with services(address) as here:
        table = await opened(here)
        first, second = others(table)
        await answer(here, second, "bid_up_to.1.jester.400")
        table = await answer(here, first, "pass_lot.1.jester")
        assert played(table, table.number - 2) == [(first, "pass"), (second, "bid.300")]


async def test_who_wants_to_be_asked_at_each_bid_is_asked_when_it_comes(
    address: Address,
) -> None:
    async with services(address) as here:
        table = await opened(here)
        first, second = others(table)
        await answer(here, first, "ask_lot.1.jester")
        table = await answer(here, second, "bid_up_to.1.jester.500")
        assert [row.seat for row in table.deciding] == [first]
        assert table.seats[first].waits_since is not None
        table = await here.by(table, first, "bid.300")
        await here.games.wait_idle()
        table = await here.games.table(GAME)
        assert (second, "bid.400") in played(table, 0)


async def test_after_a_day_a_lot_goes_on_without_an_answer(address: Address) -> None:
    async with services(address) as here:
        here.dues.start()
        table = await opened(here)
        first, second = others(table)
        await answer(here, second, "pass_rest.1")
        here.clock.now += ANSWERED_WITHIN - 60
        here.dues.wake()
        await here.dues.join()
        assert (await here.games.table(GAME)).sealed is not None
        here.clock.now += 60
        here.dues.wake()
        await here.dues.join()
        await here.games.wait_idle()
        table = await here.games.table(GAME)
        assert table.sealed is None
        assert [row.seat for row in table.deciding] == [first]
        kinds = {each.kind for each in await here.store.dues.of_game(GAME)}
        assert kinds == {"remind", "absent"}


async def test_nobody_answers_a_lot_in_a_pause_and_the_day_begins_anew(path: Path) -> None:
    async with services(path) as here:
        await opened(here)
        await here.cache.change(GAME, lambda now: Draft(_paused(now, here.clock.now + 9e9)))
        assert await here.store.dues.of_game(GAME) == ()
        here.clock.now += 5000
        await here.cache.change(GAME, lambda now: Draft(_paused(now, None)))
        ends = here.cache.uptime.now() + ANSWERED_WITHIN
        assert [each.at for each in await here.store.dues.of_game(GAME)] == [ends, ends]


def _paused(table: Table, until: float | None) -> Table:
    return replace(table, game=replace(table.game, paused_until=until))


async def test_nothing_this_round_is_one_press(address: Address) -> None:
    async with services(address) as here:
        table = await opened(here)
        first, second = others(table)
        user = table.seats[first].user or 0
        await answer(here, first, "bid_up_to.1.lake.400")
        await here.answers.decline(GAME, user, whole=True)
        assert [name(each) for each in await here.orders.left(GAME, user)] == ["pass_rest.1"]
        table = await answer(here, second, "pass_lot.1.jester")
        assert [row.seat for row in table.deciding] == [second], "who has nothing opens nothing"
        sale = table.view(None).sales[-1]
        assert sale.florins == 200
        assert table.view(None).declined == (first,)


async def test_no_to_a_lot_is_an_answer_to_it_alone(address: Address) -> None:
    async with services(address) as here:
        table = await opened(here)
        first, _ = others(table)
        user = table.seats[first].user or 0
        await here.answers.decline(GAME, user, whole=False)
        orders = [name(each) for each in await here.orders.left(GAME, user)]
        assert orders == ["pass_lot.1.jester"]
        table = await here.games.table(GAME)
        assert first not in others(table)


async def test_limits_fall_with_a_stand_in_and_a_lot_does_not_wait_for_it(
    address: Address,
) -> None:
    async with services(address) as here:
        table = await opened(here)
        first, second = others(table)
        await answer(here, first, "bid_up_to.1.jester.900")
        assert len((await here.games.table(GAME)).orders) == 1
        await here.seats.leave(GAME, table.seats[first].user or 0)
        table = await here.games.table(GAME)
        assert table.orders == ()
        assert others(table) == [second]
        number = table.number
        table = await answer(here, second, "pass_lot.1.jester")
        acted = [seat for seat, _ in played(table, number)]
        assert acted == [first, second], "the opponent answers when the bidding reaches it"


async def test_the_opening_goes_back_alone_until_somebody_has_answered(
    address: Address,
) -> None:
    async with services(address) as here:
        table = await opened(here)
        opener = ({0, 1, 2} - set(others(table))).pop()
        user = table.seats[opener].user or 0
        table = (await here.games.take_back(GAME, user)).table
        assert [row.seat for row in table.deciding] == [opener]
        table = await here.by(table, opener, "open.lake")
        await answer(here, others(table)[0], "pass_lot.1.lake")
        with pytest.raises(NothingToTakeBack):
            await here.games.take_back(GAME, user)


async def test_what_a_limit_did_is_not_taken_back_alone(address: Address) -> None:
    async with services(address) as here:
        table = await here.at_auction("limits")
        (row,) = table.deciding
        user, opener = row.user or 0, row.seat
        going = "bid_up_to.1.jester.300"
        where = (GAME, user, opener, table.arose(opener) or 0)
        table = (await here.games.play(*where, "open.jester", going)).table
        first, second = others(table)
        await answer(here, first, "bid_up_to.1.jester.900")
        table = await answer(here, second, "pass_lot.1.jester")
        assert played(table, 0)[-1] == (opener, "pass")
        assert table.undo_entry(opener) is None


async def test_nor_is_it_once_something_after_it_went_back(address: Address) -> None:
    """The last free seat takes a lake and places it by orders; it builds, and undoes that."""
    orders = {
        0: (
            "open_first.1.park",
            "bid_up_to.1.park.300",
            "bid_up_to.1.lake.400",
            "place_best.1",
        ),
        1: ("bid_up_to.1.jester.900",),
        2: ("pass_lot.1.jester", "bid_up_to.1.park.900", "place_best.1"),
    }
    async with services(address) as here:
        table = await here.at_auction("limits")
        opener = table.decisions[0].seat
        table = await here.by(table, opener, "open.jester")
        for offset, left in orders.items():
            for spelled in left:
                table = await answer(here, (opener + offset) % 3, spelled)
        table = await here.by(table, opener, "pass")  # the opener has no limit for the Jester
        await here.games.wait_idle()
        table = await here.games.table(GAME)
        assert played(table, 0)[-1][1].startswith("place.lake")
        assert table.undo_entry(opener) is None
        built = next(
            name(each) for each in table.decisions[0].options if name(each).startswith("build")
        )
        table = await here.by(table, opener, built)
        assert table.undo_entry(opener) == table.number
        table = (await here.games.take_back(GAME, table.seats[opener].user or 0)).table
        assert table.seats[opener].unread is None
        assert table.undo_entry(opener) is None


async def test_answers_wait_for_the_pause_in_which_the_opening_can_go_back(
    address: Address,
) -> None:
    async with services(address, undo_pause=600.0) as here:
        table = await here.at_auction("limits")
        (row,) = table.deciding
        for seat in {0, 1, 2} - {row.seat}:
            user = table.seats[seat].user or 0
            await here.orders.leave(GAME, user, "pass_rest.1")
        here.clock.now += 5
        table = await here.by(table, row.seat, "open.jester")
        assert table.sealed is None
        assert table.undo_entry(row.seat) is not None
        (bidder,) = table.deciding
        assert wanted_of(Hand(bidder.seat), table) is None, "their order acts for them"
        table = (await here.games.take_back(GAME, row.user or 0)).table
        assert table.view(None).sales == ()
        await here.games.close()


async def test_an_opponent_bids_when_it_comes_to_it_and_nothing_is_shown_before(
    address: Address,
) -> None:
    async with services(address) as here:
        table = await here.begun(BEN, level="novice", auctions="limits")
        while not any(type(each.prompt).__name__ == "ToOpen" for each in table.decisions):
            table = await here.step(table)
            await here.games.wait_idle()
            table = await here.games.table(GAME)
        while table.sealed is None:
            table = await here.step(table)
            await here.games.wait_idle()
            table = await here.games.table(GAME)
        number, asked = table.number, others(table)
        assert all(table.seats[seat].sits for seat in asked)
        for seat in asked:
            table = await here.games.table(GAME)
            assert table.number == number
            await answer(here, seat, f"pass_lot.1.{_item(table)}")
        table = await here.games.table(GAME)
        assert table.number > number


def _item(table: Table) -> str:
    assert table.sealed is not None
    return str(table.sealed.question.item)


async def test_as_last_round_leaves_the_same_limits_for_this_one(address: Address) -> None:
    async with services(address) as here:
        table = await here.at_auction("limits")
        seat = table.decisions[0].seat
        other = (seat + 1) % 3
        user = table.seats[other].user or 0
        with pytest.raises(NoSuchOrder):
            await here.answers.renew(GAME, user)
        left = {"bid_up_to.1.jester.400", "pass_lot.1.lake", "open_first.1.builder"}
        for spelled in sorted(left):
            await here.orders.leave(GAME, user, spelled)
        table = await _next_round(here, table)
        assert {name(each) for each in early_answers.renewable(table, other)} == {
            each.replace(".1.", ".2.") for each in left
        }
        await here.orders.leave(GAME, user, "bid_up_to.2.jester.600")
        await here.answers.renew(GAME, user)
        assert {name(each) for each in await here.orders.left(GAME, user)} == {
            "bid_up_to.2.jester.600",
            "pass_lot.2.lake",
            "open_first.2.builder",
        }


async def _next_round(here: Services, table: Table) -> Table:
    """Everyone buys nothing more, and ends their turns, until the next auctions."""
    for _ in range(200):
        await here.games.wait_idle()
        table = await here.games.table(GAME)
        if table.view(None).turn == 2:
            return table
        if table.sealed is not None:
            user = table.seats[table.sealed.seats[0]].user or 0
            await here.answers.decline(GAME, user, whole=False)
            continue
        options = [name(each) for each in table.decisions[0].options]
        wanted = ("decline", "pass", "end_turn")
        chosen = next((each for each in wanted if each in options), options[0])
        await here.step(table, chosen)
    raise AssertionError("no second round")


async def test_an_agreement_drops_what_was_answered(address: Address) -> None:
    async with services(address) as here:
        here.proposals.register("undo", here.games.went_back)
        table = await opened(here)
        first, _ = others(table)
        await answer(here, first, "pass_lot.1.jester")
        assert table.journal is not None
        opener = ({0, 1, 2} - set(others(table))).pop()
        user, number = table.seats[opener].user or 0, table.number
        table = await here.proposals.ask(
            GAME, lambda now, moment: undo.asked(now, user, number, moment)
        )
        for each in (ANN, BEN, CLEO):
            if each != user:
                await here.proposals.answer(GAME, each, 1, "yes")
        table = await here.games.table(GAME)
        assert table.orders == ()
        assert [row.seat for row in table.deciding] == [opener]


@pytest.mark.parametrize("live", [False, True])
async def test_it_counts_over_days_alone(address: Address, live: bool) -> None:
    async with services(address) as here:
        lobby = await here.lobbies.create_lobby("florence", 1, 11, ANN, "Ann")
        assert lobby.game.options["auctions"] == "limits"
        for user in (BEN, CLEO):
            await here.lobbies.join(GAME, user, NAMES[user])
        if live:
            await here.lobbies.set_options(GAME, ANN, {"pace": "live"})
        table = await here.lobbies.start(GAME, ANN)
        assert table.by_limits == (not live)


async def test_it_does_not_count_for_one_person(address: Address) -> None:
    async with services(address) as here:
        table = await here.begun(level="novice", auctions="limits")
        assert not table.by_limits


async def test_who_is_asked_gets_a_row_that_calls_them_and_the_board_is_shown(
    address: Address,
) -> None:
    async with services(address) as here:
        table = await here.at_auction("limits")
        (row,) = table.deciding
        await here.sent()
        table = await here.by(table, row.seat, "open.jester")
        rows = [each.what for each in await here.store.outbox.pending(GAME)]
        assert {Hand(seat) for seat in others(table)} <= set(rows)
        assert Board() in rows
