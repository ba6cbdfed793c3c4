"""Standing orders: private, revocable, and nothing but clicks made ahead."""

from __future__ import annotations

import msgspec
import pytest

from bot.database.address import Address
from bot.tables.core.draft import Draft
from bot.tables.core.refusals import NoSeatHere, NoSuchOrder, NotBegun
from bot.tables.core.table import Table
from bot.tables.orders.standing_orders import row
from rules.contract import Decision, Moved, Order, Prompt, name
from rules.florence.orders import PassLot
from tests.bot.services import ANN, CHANNEL, EVE, GUILD, Services, services


def _user(table: Table, seat: int) -> int:
    user = table.seats[seat].user
    assert user is not None
    return user


def _lot(decision: Decision) -> str:
    prompt: Prompt = decision.prompt
    return str(msgspec.structs.asdict(prompt)["lot"])


def _up_to(offers: tuple[Order, ...], lot: str) -> list[str]:
    """The spelled orders to bid up to an amount for an item, lowest first."""
    return [name(each) for each in offers if name(each).startswith("bid_up_to.1." + lot)]


async def _opened(here: Services) -> Table:
    """Someone has opened an auction; the next seat must bid or pass."""
    return await here.step(await here.at_auction())


async def test_an_order_bids_when_the_decision_comes_and_then_passes(address: Address) -> None:
    async with services(address) as here:
        table = await _opened(here)
        first, lot = table.decisions[0].seat, _lot(table.decisions[0])
        second = (first + 1) % 3
        user = _user(table, second)
        offers = await here.orders.offers(table.game.id, user)
        spelled = _up_to(offers, lot)[1]
        await here.orders.leave(table.game.id, user, spelled)
        await here.games.wait_idle()
        assert (await here.games.table(table.game.id)).number == table.number

        table = await here.step(table)  # a bid of 300: the order goes to 400
        await here.games.wait_idle()
        table = await here.games.table(table.game.id)
        rows = await here.store.games.entries(table.game.id)
        assert rows[-1].by_user == user
        assert table.journal is not None
        latest = table.journal.entries[-1]
        assert isinstance(latest, Moved)
        assert (latest.seat, name(latest.action)) == (second, "bid.400")

        for _ in range(2):  # the other two go to 500 and 600: the order passes
            table = await here.step(table, name(table.decisions[0].public[0]))
        await here.games.wait_idle()
        table = await here.games.table(table.game.id)
        assert table.journal is not None
        latest = table.journal.entries[-1]
        assert isinstance(latest, Moved)
        assert (latest.seat, name(latest.action)) == (second, "pass")


async def test_orders_are_the_persons_own_and_can_be_taken_back(address: Address) -> None:
    async with services(address) as here:
        table = await _opened(here)
        game = table.game.id
        seat, lot = (table.decisions[0].seat + 1) % 3, _lot(table.decisions[0])
        user, other = _user(table, seat), _user(table, (seat + 1) % 3)
        low, *_, high = _up_to(await here.orders.offers(game, user), lot)
        await here.sent()
        for spelled in (high, low, "pass_rest.1"):
            here.clock.now += 1
            await here.orders.leave(game, user, spelled)
        # A new amount replaces the old one; nobody else's message changes.
        assert [name(each) for each in await here.orders.left(game, user)] == [
            "pass_rest.1",
            low,
        ]
        assert await here.orders.left(game, other) == ()
        assert {(row.kind, row.seat) for row in await here.store.outbox.pending(game)} == {
            ("hand", seat)
        }
        with pytest.raises(NoSeatHere):
            await here.orders.left(game, EVE)
        with pytest.raises(NoSeatHere):
            await here.orders.leave(game, EVE, low)
        for unknown in (high, "bid_up_to.1.jester.999999", "x"):
            with pytest.raises(NoSuchOrder):
                await here.orders.revoke(game, user, unknown)
        with pytest.raises(NoSuchOrder):
            await here.orders.leave(game, user, "bid_up_to.1.jester.999999")
        with pytest.raises(NoSuchOrder):
            await here.orders.revoke(game, other, low)
        for spelled in (low, "pass_rest.1"):
            await here.orders.revoke(game, user, spelled)
        assert await here.orders.left(game, user) == ()
        table = await here.step(table)
        await here.games.wait_idle()
        after = await here.games.table(game)
        assert [row.seat for row in after.deciding] == [seat]


async def test_an_order_left_in_time_is_used_at_once_and_the_newest_speaks(
    address: Address,
) -> None:
    async with services(address) as here:
        table = await _opened(here)
        decision = table.decisions[0]
        user = _user(table, decision.seat)
        high = _up_to(await here.orders.offers(table.game.id, user), _lot(decision))[-1]
        (passing,) = (
            name(each)
            for each in await here.orders.offers(table.game.id, user)
            if name(each) == f"pass_lot.1.{_lot(decision)}"
        )
        await here.orders.leave(table.game.id, user, high)
        here.clock.now += 1
        await here.games.wait_idle()
        bid = await here.games.table(table.game.id)
        assert bid.number == table.number + 1
        await here.orders.leave(table.game.id, user, passing)
        for _ in range(2):
            bid = await here.step(bid, name(bid.decisions[0].public[0]))
        await here.games.wait_idle()
        after = await here.games.table(table.game.id)
        assert after.journal is not None
        latest = after.journal.entries[-1]
        assert isinstance(latest, Moved)
        assert (latest.seat, name(latest.action)) == (decision.seat, "pass")


async def test_orders_survive_a_restart(address: Address) -> None:
    async with services(address) as here:
        table = await _opened(here)
        seat = (table.decisions[0].seat + 1) % 3
        user = _user(table, seat)
        await here.orders.leave(table.game.id, user, "pass_rest.1")
        # The bot stops before the order's moment comes.
        await here.games.close()
        await here.step(table, "pass")
    async with services(address) as here:
        await here.games.wait_idle()
        after = await here.games.table(table.game.id)
        assert after.number > table.number + 1
        rows = await here.store.games.entries(table.game.id)
        assert rows[table.number + 1].by_user == user


async def test_an_order_is_kept_for_one_round_and_then_dropped(address: Address) -> None:
    async with services(address) as here:
        table = await here.at_auction()
        game, seat = table.game.id, table.decisions[0].seat
        orders = (PassLot(0, "jester"), PassLot(-1, "lake"))  # rounds are counted from 1
        rows = tuple(row(game, seat, each, here.cache.moment()) for each in orders)
        table = await here.cache.change(game, lambda now: Draft(now, orders=rows))
        assert await here.orders.left(game, _user(table, seat)) == ()
        here.games.resume()
        await here.games.wait_idle()
        left = await here.store.games.orders(game)
        assert [each.subject for each in left] == ["lot.jester"]
        assert (await here.games.table(game)).orders == left


async def test_orders_belong_to_running_games(address: Address) -> None:
    async with services(address) as here:
        lobby = await here.lobbies.create_lobby("florence", GUILD, CHANNEL, ANN, "Ann")
        with pytest.raises(NotBegun):
            await here.orders.offers(lobby.game.id, ANN)
