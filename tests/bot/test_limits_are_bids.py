"""A phase by limits ends as if each had bid by those limits in turn: by the same actions."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Final

import pytest

from bot.tables.core.table import Table
from rules.contract import Action, Decision, Moved, Seat, name
from rules.florence.actions import (
    Bid,
    Decline,
    Open,
    Pass,
    Place,
    Take,
    ToAct,
    ToBid,
    ToOpen,
    ToPlace,
    ToTake,
)
from rules.florence.catalogue import LOTS
from rules.florence.principality import roomiest
from tests.bot.services import BEN, CLEO, Services, services

pytestmark = pytest.mark.by_limits

GAME: Final = 1


class Limits:
    """How far each seat goes for each item; 0: not at all. Each opens its two highest first."""

    def __init__(self, seed: int) -> None:
        rng = Random(seed)
        self.most = [
            {lot: rng.choice((0, 300, 400, 500, 700, 900)) for lot in LOTS} for _ in range(3)
        ]

    def wanted(self, seat: int) -> list[str]:
        """The items that a seat would open, dearest first: two at most."""
        most = self.most[seat]
        dear = sorted((lot for lot in LOTS if most[lot]), key=lambda lot: -most[lot])
        return dear[:2]

    def orders(self, seat: int) -> list[str]:
        """The same limits as orders."""
        most = self.most[seat]
        if not any(most.values()):
            return ["pass_rest.1"]
        lots = [
            f"bid_up_to.1.{lot}.{most[lot]}" if most[lot] else f"pass_lot.1.{lot}"
            for lot in LOTS
        ]
        opens = zip(("open_first", "open_second"), self.wanted(seat), strict=False)
        return [*lots, *(f"{tag}.1.{lot}" for tag, lot in opens), "place_best.1"]

    def chosen(self, table: Table, decision: Decision) -> str:
        """What a seat that bids by its limits would click."""
        names, most = [name(each) for each in decision.options], self.most[decision.seat]
        match decision.prompt:
            case ToBid(lot, amount):
                bid = f"bid.{amount + 100}"
                return bid if amount + 100 <= most[lot] and bid in names else "pass"
            case ToOpen():
                opens = [f"open.{lot}" for lot in self.wanted(decision.seat)]
                return next((each for each in opens if each in names), "decline")
            case ToTake():
                takes = [lot for lot in LOTS if most[lot] and f"take.{lot}" in names]
                dearest = max((most[lot] for lot in takes), default=0)
                dear = [lot for lot in takes if most[lot] == dearest]
                return f"take.{dear[0]}" if dear else "decline"
            case ToPlace(landscape):
                tiles = table.view(decision.seat).seats[decision.seat].tiles
                best = roomiest(landscape, tiles)
                assert best is not None
                return name(best)
            case _:
                return names[0]


_AUCTION: Final = (Open, Bid, Pass, Take, Decline, Place)
"""What limits decide; which card is kept is left to chance, drawn in another order."""


async def _phase(
    here: Services, limits: Limits, *, ordered: bool
) -> tuple[list[tuple[Seat, Action]], object]:
    """What was done in the first auctions of a game, in order, and what was sold to whom."""
    table = await here.begun(BEN, CLEO, auctions="limits" if ordered else "bids")
    if not ordered:
        assert not table.by_limits
    while not any(isinstance(each.prompt, ToOpen) for each in table.decisions):
        table = await here.step(table)
    if ordered:
        assert table.by_limits
        for row in table.seats:
            for spelled in limits.orders(row.seat):
                now = {name(each) for each in await here.orders.offers(GAME, row.user or 0)}
                if spelled in now:
                    await here.orders.leave(GAME, row.user or 0, spelled)
    while True:
        await here.games.wait_idle()
        table = await here.games.table(GAME)
        assert table.sealed is None
        if any(isinstance(each.prompt, ToAct) for each in table.decisions):
            assert table.journal is not None
            moved = (each for each in table.journal.entries if isinstance(each, Moved))
            done = [(each.seat, each.action) for each in moved]
            kept = [each for each in done if isinstance(each[1], _AUCTION)]
            return kept, table.view(None).sales
        await here.by(table, table.decisions[0].seat, limits.chosen(table, table.decisions[0]))


@pytest.mark.parametrize("seed", range(12))
async def test_the_same_actions_follow_from_limits_and_from_bids(
    tmp_path: Path, seed: int
) -> None:
    limits, found = Limits(seed), []
    for ordered in (True, False):
        async with services(tmp_path / f"{ordered}.db", seed=seed) as here:
            found.append(await _phase(here, limits, ordered=ordered))
    assert found[0] == found[1]
    assert found[0][0]
