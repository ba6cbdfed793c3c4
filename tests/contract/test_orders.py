"""Standing orders: what a seat decides ahead, using only its own options."""

from __future__ import annotations

from collections import Counter
from random import Random

import msgspec
import pytest

from rules.contract import Order, Seat, name
from rules.journal import Journal
from rules.registry import GAMES
from tests.contract.games import CONTRACTS, positions, set_up, tables

NAME_MOST = 48


@tables
def test_offered_orders_stand_and_are_spelled_and_back(title: str, seats: int) -> None:
    game = GAMES[title]
    decoder = msgspec.json.Decoder(game.orders)
    offered = 0
    for state in positions(title, seats, every=4):
        for seat in (*range(seats), None):
            view = game.observe(state, seat)
            offers = game.offers(view)
            assert seat is not None or not offers
            names = [name(order) for order in offers]
            assert len(set(names)) == len(names)
            for order, text in zip(offers, names, strict=True):
                assert text.isascii()
                assert len(text) <= NAME_MOST
                assert game.stands(order, view)
                assert decoder.decode(msgspec.json.encode(order)) == order
            offered += len(offers)
    assert bool(offered) == CONTRACTS[title].orders


@tables
def test_orders_pick_options_of_the_own_decision(title: str, seats: int) -> None:
    """Games in which seats leave random orders that act for them."""
    game, rng = GAMES[title], Random(seats)
    followed: Counter[str] = Counter()
    journal = Journal.start(game, set_up(game, seats), rng)
    orders: dict[Seat, list[Order]] = {seat: [] for seat in range(seats)}
    while not journal.over:
        for seat in range(seats):
            view = journal.view(seat)
            orders[seat] = [order for order in orders[seat] if game.stands(order, view)]
            offers = game.offers(view)
            if offers and not orders[seat]:
                orders[seat].append(rng.choice(offers))
        decision = rng.choice(journal.decisions)
        view = journal.view(decision.seat)
        action = rng.choice(decision.options)
        wish = game.follow(orders[decision.seat], view, decision)
        if wish is not None:
            assert wish in decision.options
            followed[type(wish).__name__] += 1
            action = wish
        journal = journal.move(decision.seat, action, rng)
    if any(game.offers(game.observe(state, 0)) for state in journal._positions):
        assert followed.total() > 5


@tables
def test_orders_of_the_past_do_not_stand(title: str, seats: int) -> None:
    game = GAMES[title]
    everything = list(positions(title, seats, every=6))
    last = everything[-1]
    for state in everything:
        for seat in range(seats):
            for order in game.offers(game.observe(state, seat)):
                assert not game.stands(order, game.observe(last, seat))


@tables
def test_what_is_no_order_is_not_decoded(title: str, seats: int) -> None:
    decoder = msgspec.json.Decoder(GAMES[title].orders)
    for raw in (b"[]", b'{"type":"nothing"}', b'{"type":"moved"}'):
        with pytest.raises(msgspec.DecodeError):
            decoder.decode(raw)
