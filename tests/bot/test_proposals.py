"""Proposals at a table: who answers, what decides, how they end, what is stored of them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from bot.store.rows import Proposal, ProposalKind
from bot.tables.core.draft import Draft
from bot.tables.core.refusals import (
    AlreadyProposed,
    GameEnded,
    NoElector,
    NoProposal,
    NoSeatHere,
)
from bot.tables.core.table import Table
from bot.tables.opponents.autoplay import Autoplay
from bot.tables.opponents.deciding import OpponentDecisions
from bot.tables.opponents.thinking import think
from bot.tables.seating import proposals
from bot.tables.seating.proposals import HOUR, RULES, open_proposals, waiting_for
from rules.contract import name
from rules.opponents import LEVELS
from tests.bot.services import ANN, BEN, CLEO, EVE, MOMENT, Clock, Inline, Services, services


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "bot.db"


@pytest.fixture
def carried() -> list[int]:
    """The proposals that were agreed to."""
    return []


@pytest.fixture
async def here(path: Path, carried: list[int]) -> AsyncIterator[Services]:
    async with services(path) as made:

        async def carry(table: Table, proposal: Proposal) -> Draft:
            carried.append(proposal.number)
            return Draft(table)

        for kind in RULES:
            made.proposals.register(kind, carry)
        yield made


async def ask(here: Services, table: Table, kind: ProposalKind, seat: int = 0) -> Table:
    """Propose something from, or about, a seat."""
    value = "2e9" if kind == "pause" else ""
    return await here.proposals.ask(
        table.game.id, lambda now, moment: proposals.opened(now, kind, seat, value, moment)
    )


async def test_all_must_agree_and_who_asks_is_not_asked(
    here: Services, carried: list[int]
) -> None:
    table = await ask(here, await here.begun(BEN, CLEO), "pause")
    (pause,) = open_proposals(table)
    assert waiting_for(table, pause) == (1, 2)
    game = table.game.id
    with pytest.raises(NoElector):
        await here.proposals.answer(game, ANN, pause.number, "yes")
    with pytest.raises(NoSeatHere):
        await here.proposals.answer(game, EVE, pause.number, "yes")
    table = await here.proposals.answer(game, BEN, pause.number, "yes")
    assert waiting_for(table, open_proposals(table)[0]) == (2,)
    assert carried == []
    table = await here.proposals.answer(game, CLEO, pause.number, "yes")
    assert not open_proposals(table)
    assert table.proposals[-1].ended == "agreed"
    assert carried == [1]
    with pytest.raises(NoProposal):
        await here.proposals.answer(game, CLEO, pause.number, "no")


async def test_one_no_ends_what_all_must_agree_to(here: Services, carried: list[int]) -> None:
    table = await ask(here, await here.begun(BEN, CLEO), "end")
    table = await here.proposals.answer(table.game.id, BEN, 1, "no")
    assert [each.ended for each in table.proposals] == ["refused"]
    assert carried == []


async def test_it_is_decided_when_who_has_not_answered_goes_away(
    here: Services, carried: list[int]
) -> None:
    table = await ask(here, await here.begun(BEN, CLEO), "pause")
    await here.seats.away(table.game.id, CLEO)
    await here.dues.join()
    assert carried == [], "nobody has agreed yet"
    await here.seats.back(table.game.id, CLEO)
    await here.proposals.answer(table.game.id, BEN, 1, "yes")
    await here.seats.away(table.game.id, CLEO)
    here.dues.start()
    await here.dues.join()
    assert carried == [1]
    table = await here.games.table(table.game.id)
    assert [each.ended for each in table.proposals] == ["agreed"]


async def test_more_than_half_decide_on_a_stand_in(here: Services) -> None:
    table = await ask(here, await here.begun(BEN, CLEO), "stand_in", 2)
    table = await here.proposals.answer(table.game.id, ANN, 1, "yes")
    assert open_proposals(table), "one of two is not more than half"
    table = await here.proposals.answer(table.game.id, BEN, 1, "yes")
    assert table.proposals[-1].ended == "agreed"
    table = await ask(here, table, "stand_in", 2)
    table = await here.proposals.answer(table.game.id, BEN, 2, "no")
    assert table.proposals[-1].ended == "refused"


async def test_one_of_a_kind_stands_at_a_time(here: Services) -> None:
    table = await ask(here, await here.begun(BEN, CLEO), "pause")
    with pytest.raises(AlreadyProposed):
        await ask(here, table, "pause", 1)
    assert len(open_proposals(await ask(here, table, "end", 1))) == 2


async def test_only_who_asks_withdraws(here: Services) -> None:
    table = await ask(here, await here.begun(BEN, CLEO), "pause")
    with pytest.raises(NoElector):
        await here.proposals.withdraw(table.game.id, BEN, 1)
    table = await here.proposals.withdraw(table.game.id, ANN, 1)
    assert table.proposals[-1].ended == "withdrawn"
    with pytest.raises(NoProposal):
        await here.proposals.withdraw(table.game.id, ANN, 1)


@pytest.mark.parametrize(
    ("kind", "seat", "actor", "ended"),
    [
        ("undo", 0, 1, "acted"),
        ("undo", 0, 0, "acted"),
        ("stand_in", 1, 1, "acted"),
        ("stand_in", 1, 0, None),
        ("open_seat", 2, 2, "acted"),
        ("pause", 0, 0, None),
        ("end", 0, 1, None),
    ],
)
async def test_an_action_ends_what_it_answers(
    here: Services, kind: ProposalKind, seat: int, actor: int, ended: str | None
) -> None:
    table = await ask(here, await here.begun(BEN, CLEO), kind, seat)
    decision = table.decision(actor)
    assert decision is not None
    table = await here.by(table, actor, name(decision.options[0]))
    assert table.proposals[-1].ended == ended


async def test_a_proposal_ends_after_its_time_by_uptime(path: Path) -> None:
    clock = Clock()
    async with services(path, clock=clock) as here:
        table = await ask(here, await here.begun(BEN, CLEO), "undo")
        table = await ask(here, table, "pause")
        here.dues.start()
        await here.dues.join()
    clock.now += 30 * 24 * HOUR  # the bot is down
    async with services(path, clock=clock) as here:
        here.dues.start()
        for hours, left in ((23, ["undo", "pause"]), (2, ["pause"]), (50, [])):
            clock.now += hours * HOUR
            here.dues.wake()
            await here.dues.join()
            table = await here.games.table(table.game.id)
            assert [each.kind for each in open_proposals(table)] == left
        assert [each.ended for each in table.proposals] == ["expired", "expired"]
        dues = await here.store.dues.of_game(table.game.id)
        assert "proposal" not in {due.kind for due in dues}


async def test_proposals_are_stored_with_their_answers(path: Path) -> None:
    async with services(path) as here:
        table = await ask(here, await here.begun(BEN, CLEO), "pause")
        table = await here.proposals.answer(table.game.id, BEN, 1, "yes")
        table = await here.proposals.withdraw(table.game.id, ANN, 1)
        table = await ask(here, table, "end", 2)
        stored = table.proposals
    async with services(path) as here:
        assert (await here.games.table(table.game.id)).proposals == stored


async def test_a_game_that_ends_has_no_open_proposals(here: Services) -> None:
    table = await ask(here, await here.begun(BEN, CLEO), "pause")
    await here.games.end(table.game.id)
    table = await here.games.table(table.game.id)
    assert not open_proposals(table)
    with pytest.raises(GameEnded):
        await here.proposals.answer(table.game.id, BEN, 1, "yes")


async def test_those_who_are_asked_are_told_when_it_is_asked_and_when_it_ends(
    here: Services,
) -> None:
    table = await here.begun(BEN, CLEO)
    for doing in ("ask", "withdraw"):
        await here.sent()
        if doing == "ask":
            table = await ask(here, table, "pause")
        else:
            table = await here.proposals.withdraw(table.game.id, ANN, 1)
        rows = await here.store.outbox.pending(table.game.id)
        assert {(row.kind, row.seat) for row in rows} == {
            ("table", None),
            ("hand", 1),
            ("hand", 2),
        }


async def test_opponents_wait_while_an_undo_is_asked_for_and_go_on_after_it(
    here: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(Autoplay, "wake", lambda *_: None)
        table = await here.begun(BEN, level=LEVELS[0])
        table = await ask(here, table, "undo")
        assert table.game.steps
        assert table.decision(2)
    game = table.game.id
    here.games.resume()
    await here.games.wait_idle()
    assert (await here.games.table(game)).number == table.number
    await here.proposals.withdraw(game, ANN, 1)
    await here.games.wait_idle()
    assert (await here.games.table(game)).number > table.number


async def test_an_opponent_that_has_thought_meanwhile_does_not_act(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    thinking, asked = asyncio.Event(), asyncio.Event()

    class Slow(Inline):
        async def run_within(self, limit: Any, call: Any, *args: Any, **more: Any) -> Any:
            answer = call(*args, **more)
            if call is think:
                thinking.set()
                await asked.wait()
            return answer

    async with services(path, workers=Slow()) as here:
        table = await here.begun(BEN, level=LEVELS[0])
        await asyncio.wait_for(thinking.wait(), 20)
        with monkeypatch.context() as patch:
            # The computer player thinks on.
            patch.setattr(OpponentDecisions, "stop_unneeded", lambda *_: None)
            await ask(here, table, "undo")
        asked.set()
        await here.games.wait_idle()
        assert (await here.games.table(table.game.id)).number == table.number


async def test_who_took_a_seat_just_before_it_was_asked_is_asked(
    here: Services, carried: list[int]
) -> None:
    """A game of two people does not end without the word of the one who has yet to act."""
    table = await here.begun(BEN, level=LEVELS[0])
    await here.seats.invite(table.game.id, BEN, EVE, 1)
    await here.seats.take(table.game.id, EVE, "Eve", 1)
    table = await ask(here, await here.games.table(table.game.id), "end")
    (end,) = open_proposals(table)
    assert waiting_for(table, end) == (1,)
    assert carried == []
    await here.proposals.answer(table.game.id, EVE, end.number, "yes")
    assert carried == [end.number]


async def test_who_takes_a_seat_after_it_was_asked_does_not_vote(path: Path) -> None:
    async with services(path) as here:
        table = await ask(here, await here.begun(BEN, CLEO), "pause")
        game = table.game.id
        await here.seats.invite(game, CLEO, EVE, 2)
        await here.seats.take(game, EVE, "Eve", 2)
    async with services(path) as here:
        table = await here.games.table(game)
        (pause,) = open_proposals(table)
        assert waiting_for(table, pause) == (1,), "stored, too"


async def test_who_comes_back_at_the_next_decision_is_asked(
    here: Services, carried: list[int]
) -> None:
    table = await here.at_auction()
    game = table.game.id
    await here.seats.away(game, BEN)
    await here.seats.away(game, CLEO)
    row = replace((await here.games.table(game)).seats[1], wants_back=True)
    table = await here.games.table(game)
    seats = (table.seats[0], row, table.seats[2])
    asking = proposals.opened(replace(table, seats=seats), "pause", 0, "", MOMENT).table
    (pause,) = open_proposals(asking)
    assert waiting_for(asking, pause) == (1,), "but not who stays away"
    assert proposals.outcome(asking, pause) is None
    assert carried == []
