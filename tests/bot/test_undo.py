"""Undo by consent: what can be asked for, what the table sees of it, and how it ends."""

from __future__ import annotations

from itertools import takewhile
from pathlib import Path
from random import Random
from typing import Any

import discord
import msgspec
import pytest
from msgspec.structs import replace

from bot.screens import notes, proposals
from bot.screens import undo as screen
from bot.store.rows import Note, Proposal, ProposalKind
from bot.tables.core import results
from bot.tables.core.refusals import AskedThisTurn, NothingToTakeBack, Refused
from bot.tables.core.table import Table
from bot.tables.opponents.thinking import seed_of
from bot.tables.play import undo
from render.words import Words
from rules.contract import Action, Agreed, Decision, Drawn, Moved, Order, Prompt, name
from rules.florence.actions import SellPrestige
from rules.journal import Journal
from rules.opponents import LEVELS
from rules.registry import GAMES
from tests.bot.driver import Player, Pooled, World, table
from tests.bot.put_position import begun, put
from tests.bot.running_game import three
from tests.bot.services import BEN, CLEO, MOMENT, Services, services
from tests.bot.test_hidden import moments, put_journal, started_table
from tests.bot.twin import Twin
from tests.contract.games import played
from tests.contract.test_undo import walk

WORDS = Words("en")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "bot.db"


def registered(here: Services) -> Services:
    here.proposals.register("undo", here.games.went_back)
    return here


async def acted(here: Services) -> Table:
    """A game in which seat 0 has put an item up and seat 1 has passed or raised."""
    table = await here.at_auction()
    first = table.decisions[0]
    opening = next(each for each in first.options if name(each).startswith("open"))
    table = await here.by(table, first.seat, name(opening))
    return await here.step(table)


async def ask(here: Services, table: Table, seat: int, number: int | None = None) -> Table:
    user = table.seats[seat].user or 0
    found = undo.points(table, seat)
    chosen = found[0].number if number is None else number
    return await here.proposals.ask(
        table.game.id, lambda now, moment: undo.asked(now, user, chosen, moment)
    )


def opener_of(table: Table) -> int:
    """The seat that acted last but one."""
    assert table.journal is not None
    moves = [each for each in table.journal.entries if isinstance(each, Moved)]
    return moves[-2].seat


async def test_all_agree_and_the_game_goes_back(path: Path) -> None:
    async with services(path) as here:
        table = await acted(registered(here))
        seat, number = opener_of(table), table.number
        (point, *_) = undo.points(table, seat)
        table = await ask(here, table, seat)
        for row in table.humans:
            if row.seat != seat:
                assert table.number == number
                assert row.user is not None
                table = await here.proposals.answer(table.game.id, row.user, 1, "yes")
        assert table.journal is not None
        assert table.journal.entries[-1] == Agreed(point.to, seat)
        assert table.arose(seat) == table.number, "the decision arises anew"
        assert table.turn_of(seat) == table.number, "and calls whoever must decide"
        assert table.journal.checksum() == table.journal.checksum(point.to)
        stored = await here.store.games.entries(table.game.id)
        assert len(stored) == table.number
        assert stored[-1].by_user == table.seats[seat].user
        await here.games.play(
            table.game.id,
            table.seats[seat].user or 0,
            seat,
            table.number,
            name(table.decisions[0].options[0]),
        )
    async with services(path) as here:  # the game is replayed
        again = await here.games.table(table.game.id)
        assert again.journal is not None
        assert again.journal.line[-1] == again.number


async def test_one_request_a_turn_and_none_again_for_what_was_refused(path: Path) -> None:
    async with services(path) as here:
        table = await acted(registered(here))
        seat = opener_of(table)
        table = await ask(here, table, seat)
        other = next(row.user for row in table.humans if row.seat != seat)
        table = await here.proposals.answer(table.game.id, other or 0, 1, "no")
        with pytest.raises(AskedThisTurn):
            undo.points(table, seat)
        table = await here.step(table)
        turn = undo_turn(table, seat)
        while undo_turn(table, seat) == turn:
            table = await here.step(table)
        assert undo.points(table, seat), "a new turn"


def undo_turn(table: Table, seat: int) -> int:
    assert table.journal is not None
    found = table.journal.undo_to(seat)
    return found[-1].number if found else 0


async def test_after_an_agreement_the_same_turn_is_not_asked_for_again(path: Path) -> None:
    async with services(path) as here:
        table = await acted(registered(here))
        seat = opener_of(table)
        table = await ask(here, table, seat)
        for row in table.humans:
            if row.seat != seat:
                table = await here.proposals.answer(table.game.id, row.user or 0, 1, "yes")
        opening = next(each for each in table.decisions[0].options if "open" in name(each))
        table = await here.by(table, seat, name(opening))
        table = await here.step(table)
        with pytest.raises(AskedThisTurn):
            undo.points(table, seat)


async def test_what_does_not_go_back_is_refused(path: Path) -> None:
    async with services(path) as here:
        table = await acted(registered(here))
        assert table.journal is not None
        setup = takewhile(lambda each: isinstance(each, Drawn), table.journal.entries)
        begun = table.journal.at(len(tuple(setup)))
        started = replace(table, journal=begun)
        with pytest.raises(NothingToTakeBack):
            undo.points(started, 0)
        seat = opener_of(table)
        (point, *_) = undo.points(table, seat)
        row = replace(table.seats[seat], since=table.number)
        seats = (*table.seats[:seat], row, *table.seats[seat + 1 :])
        changed = replace(table, seats=seats)
        with pytest.raises(Refused) as refused:
            undo.asked(changed, row.user or 0, point.number, MOMENT)
        assert refused.value.reason.code == "undo_seat_changed"


async def test_all_orders_are_dropped_and_their_owners_told(path: Path) -> None:
    async with services(path) as here:
        table = await acted(registered(here))
        seat, game = opener_of(table), table.game.id
        owner = next(
            row for row in table.humans if row.seat not in {seat, table.decisions[0].seat}
        )
        assert owner.user is not None
        offered: tuple[Order, ...] = await here.orders.offers(game, owner.user)
        table = await here.orders.leave(game, owner.user, name(offered[0]))
        await here.games.wait_idle()
        table = await here.games.table(game)
        assert await here.store.games.orders(game)
        table = await ask(here, table, seat)
        for row in table.humans:
            if row.seat != seat:
                table = await here.proposals.answer(game, row.user or 0, 1, "yes")
        assert await here.store.games.orders(game) == ()
        assert [(each.seat, each.text) for each in table.notes] == [
            (owner.seat, "note.went_back")
        ]
        rows = await here.store.outbox.pending(game)
        assert ("hand", owner.seat) in {(row.kind, row.seat) for row in rows}
    async with services(path) as here:
        assert (await here.games.table(game)).notes == table.notes
        assert (await here.games.table(game)).at(table.number).journal


@pytest.mark.parametrize("doing", ["away", "leave", "delete"])
@pytest.mark.parametrize("asks", [True, False])
async def test_a_request_ends_when_who_sits_changes(path: Path, doing: str, asks: bool) -> None:
    """Nobody could agree to the request any more, and computer players would wait for it."""
    async with services(path) as here:
        table = await acted(registered(here))
        seat, game = opener_of(table), table.game.id
        table = await ask(here, table, seat)
        user = next(row.user for row in table.humans if (row.seat == seat) == asks) or 0
        match doing:
            case "away":
                await here.seats.away(game, user)
            case "leave":
                await here.seats.leave(game, user)
            case _:
                await here.privacy.delete(user)
        await here.games.wait_idle()
        table = await here.games.table(game)
        assert [each.ended for each in table.proposals] == ["acted"]


async def test_alone_it_is_decided_at_once(path: Path) -> None:
    async with services(path) as here:
        registered(here)
        table = await here.begun(level=LEVELS[0])
        await here.games.wait_idle()
        table = await here.games.table(table.game.id)
        table = await here.step(table)
        await here.games.wait_idle()
        table = await here.games.table(table.game.id)
        for _ in range(200):
            assert table.journal is not None
            if table.journal.undo_point(0) is None:
                found = table.journal.undo_to(0)
                if found and found[0].wall is None:
                    break
            table = await here.step(table)
            await here.games.wait_idle()
            table = await here.games.table(table.game.id)
        before = table.number
        table = await ask(here, table, 0)
        assert table.journal is not None
        assert isinstance(table.journal.entries[before], Agreed)
        assert results.decided_alone(table)


# -- what people see -----------------------------------------------------------------


async def _bid(world: World) -> tuple[Player, Player]:
    """Someone has put an item up, and the next person has passed."""
    first = next(p for p in world.players.values() if world.board.waits_for(p.name))
    await first.click("Lake", world.board)
    second = next(p for p in world.players.values() if world.board.waits_for(p.name))
    await second.click("Pass", world.board)
    return first, second


async def test_a_note_is_read_by_its_seat_alone(tmp_path: Path) -> None:
    async with started_table(tmp_path, "florence") as world:
        here = await world.bot.games.table(1)
        told = replace(here, notes=(Note(0, "note.went_back"),))
        assert notes.text(world.bot, told, 0, WORDS) == f"⚠ {WORDS('note.went_back')}"
        assert [notes.text(world.bot, told, seat, WORDS) for seat in (1, 2)] == ["", ""]
        told = replace(here, notes=(Note(0, "note.order_followed"),))
        text = notes.text(world.bot, told, 0, WORDS)
        assert text == f"✓ {WORDS('note.order_followed')}", "no warning"


async def test_what_nobody_has_asked_for_nobody_withdraws(tmp_path: Path) -> None:
    async with started_table(tmp_path, "florence") as world:
        here = await world.bot.games.table(1)
        kinds: tuple[tuple[ProposalKind, bool], ...] = (
            *(("undo", True), ("end", True)),
            ("stand_in", False),
        )
        for kind, withdrawn in kinds:
            asked = Proposal(number=1, kind=kind, seat=0, entry=here.number, began=0.0)
            (row,) = proposals.rows(replace(here, proposals=(asked,)), WORDS)
            labels = [each.label for each in row if isinstance(each, discord.ui.Button)]
            assert (WORDS("proposal.button.withdraw") in labels) == withdrawn


async def test_people_ask_agree_and_play_on(tmp_path: Path, workers: Pooled) -> None:
    async with three(tmp_path, workers) as world:
        first, _ = await _bid(world)
        others = [p for p in map(world.__getitem__, ("Ada", "Bruno", "Chiara")) if p != first]
        await first.slash("undo")
        assert "Ask the table to undo" in first.panel.text
        assert not first.panel.button("Undo")
        (label,) = first.panel.choices
        assert "Lake" in label
        await first.select(label)
        assert "asked the table" in first.panel.text
        assert f"{first.name} asks to undo" in world.board.text
        waits = next(e for e in world.board.text.splitlines() if "Still to answer: " in e)
        assert first.name not in waits
        assert all(each.name in waits for each in others)
        for each in others:
            asking = [m for m in each.calls if "needs your answer" in m.text]
            assert len(asking) == 1, "each is called once"
            assert asking[0].button("Agree")
        assert not [m for m in first.calls if "needs your answer" in m.text]
        await first.click("Agree", world.board)
        assert "That question is for others" in first.panel.text
        await others[0].click("Agree", world.board)
        assert "counts" in others[0].panel.text
        await others[1].click("Agree")
        assert "decided" in others[1].panel.text
        assert "asks to undo" not in world.board.text
        assert world.board.waits_for(first.name)
        assert not [m for p in others for m in p.calls if "needs your answer" in m.text]
        await first.click("Lake", world.board)


@pytest.mark.parametrize("how", ["refused", "withdrawn", "acted"])
async def test_it_ends_by_a_no_a_withdrawal_or_an_action(
    tmp_path: Path, workers: Pooled, how: str
) -> None:
    async with three(tmp_path, workers) as world:
        first, second = await _bid(world)
        third = next(p for p in world.players.values() if world.board.waits_for(p.name))
        await first.slash("undo")
        await first.select(next(iter(first.panel.choices)))
        match how:
            case "refused":
                await second.click("No", world.board)
                assert "Not everyone agreed, so nothing was undone." in world.board.text
            case "withdrawn":
                await first.click("Withdraw", world.board)
                assert "was withdrawn" in world.board.text
            case _:  # people do not wait
                await third.click("Pass", world.board)
        assert "asks to undo" not in world.board.text
        assert not world.board.button("Agree")
        assert not [m for m in third.calls if "needs your answer" in m.text]
        if how != "acted":
            assert third.calls[-1].button("Your move"), "they are waited for as before"
            await first.slash("undo")
            assert "once a turn" in first.panel.text


async def test_it_is_told_that_nothing_was_undone_as_the_players_have_changed(
    tmp_path: Path, workers: Pooled
) -> None:
    async with three(tmp_path, workers) as world:
        first, second = await _bid(world)
        await first.slash("undo")
        await first.select(next(iter(first.panel.choices)))
        await second.slash("seat")
        await second.click("Take a break: a computer plays for me", second.panel)
        assert "The players have changed, so nothing was undone." in world.board.text


@pytest.mark.parametrize("title", sorted(GAMES))
async def test_a_request_tells_nothing_that_is_hidden(tmp_path: Path, title: str) -> None:
    """It is the same, byte for byte, in worlds that differ in what spectators cannot know."""
    async with started_table(tmp_path, title) as world:
        asked = 0
        for journal in _all_moments(title):
            for seat in range(journal.options.seats):
                for point in journal.undo_to(seat):
                    if point.wall is not None:
                        continue
                    texts = []
                    for each in (journal, Twin(journal, None)):
                        here = await put_journal(world, each)
                        proposal = Proposal(
                            number=1,
                            kind="undo",
                            seat=seat,
                            entry=journal.number,
                            value=str(point.to),
                            began=0.0,
                        )
                        texts.append(screen.request(world.bot, here, proposal, WORDS))
                    assert texts[0] == texts[1]
                    asked += 1
        assert asked > 10


async def test_where_it_ends_and_why_is_said(tmp_path: Path) -> None:
    """In Florence, undo ends at a draw that only one seat saw."""
    async with started_table(tmp_path, "florence") as world:
        seen = set()
        for journal in _all_moments("florence"):
            here = await put_journal(world, journal)
            for seat in range(3):
                found = journal.undo_to(seat)
                open_ = [point for point in found if point.wall is None]
                if not found:
                    continue
                shown = screen.message(world.bot, here, seat, WORDS)
                text = str(shown.view.to_components())
                assert (WORDS("why.undo_seen_alone") in text) == (len(open_) < len(found))
                assert text.count("'value'") == len(open_)
                seen.add(len(open_) < len(found))
        assert seen == {True, False}


async def test_two_actions_that_say_the_same_are_told_apart(tmp_path: Path) -> None:
    sale = SellPrestige(points=1)
    whole = played("florence", 3, LEVELS[0])
    journal, seat = next(
        (now, decision.seat)
        for now in map(whole.at, range(whole.number))
        for decision in now.decisions
        if SellPrestige(points=2) in decision.asides and now.undo_to(decision.seat)
    )
    for _ in range(2):
        journal = journal.move(seat, sale, Random(1))
    async with started_table(tmp_path, "florence") as world:
        here = await put_journal(world, journal)
        view = screen.message(world.bot, here, seat, WORDS).view
        (menu,) = (e for e in view.walk_children() if isinstance(e, discord.ui.Select))
        labels = [each.label for each in menu.options]
        assert sum("sells 1 PP" in each for each in labels) >= 2
        assert len(set(labels)) == len(labels)


async def test_history_offers_what_was_taken_back(tmp_path: Path, workers: Pooled) -> None:
    async with three(tmp_path, workers) as world:
        first, second = await _bid(world)
        await first.slash("undo")
        await first.select(next(iter(first.panel.choices)))
        for name_ in {"Ada", "Bruno", "Chiara"} - {first.name}:
            await world[name_].click("Agree", world.board)
        await first.click("Forest", world.board)
        watcher = world["Dmitri"]
        await watcher.slash("history")
        while not watcher.panel.button("What was undone"):
            await watcher.click("◀ Back")
        await watcher.click("What was undone")
        assert "Lake" in watcher.panel.text
        assert second.name in watcher.panel.text
        assert "Forest" not in watcher.panel.text
        await watcher.click("Back", watcher.panel)
        assert watcher.panel.button("What was undone")


def _all_moments(title: str) -> list[Journal[Any, Any]]:
    whole = next(iter(moments(title)))
    return [
        whole,
        *moments(title),
        *(whole.at(whole.number - n) for n in range(1, min(40, whole.number), 3)),
    ]


# -- computer players ----------------------------------------------------------------


def others(table: Table, entries: tuple[int, ...]) -> bool:
    """Whether a seat other than seat 0 acts in some entries."""
    assert table.journal is not None
    found = (table.journal.entries[n - 1] for n in entries)
    return any(isinstance(each, Moved) and each.seat for each in found)


async def test_in_the_same_position_an_opponent_does_the_same_again(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody learns what else it could have done, not even through a restart."""
    monkeypatch.setattr(
        "bot.tables.opponents.thinking.KEPT", 1
    )  # it remembers nothing of what it did
    seen: dict[str, list[float]] = {}

    def noting(
        game: str, level: str, view: Any, decision: Decision, rng: Random, **_: Any
    ) -> Action:
        del game, level
        position = str(msgspec.json.encode((view, decision), order="deterministic"))
        seen.setdefault(position, []).append(rng.random())
        return decision.options[int(rng.random() * len(decision.options))]

    async with services(path, choose=noting) as here:
        registered(here)
        game = (await here.begun(level=LEVELS[0])).game.id
        for _ in range(40):
            await here.games.wait_idle()
            table = await here.games.table(game)
            assert table.journal is not None
            found = table.journal.undo_to(0)
            if found and found[0].wall is None and others(table, found[0].entries):
                break
            await here.step(table)
        else:
            pytest.fail("nothing could be asked for")
        after = table.journal.entries[found[0].number - 1 :]
        await ask(here, table, 0)
        await here.games.wait_idle()
        await here.step(await here.games.table(game), name(found[0].action))
        await here.games.wait_idle()
        table = await here.games.table(game)
        assert table.journal is not None
        assert table.journal.entries[-len(after) :] == after
    assert any(len(each) > 1 for each in seen.values()), "a position came up again"
    assert all(len(set(each)) == 1 for each in seen.values())


async def test_the_secret_of_a_game_stays(path: Path) -> None:
    async with services(path) as here:
        table = await here.begun(BEN, CLEO)
        assert await here.store.games.secret(table.game.id, b"a" * 16) == b"a" * 16
    async with services(path) as here:
        assert await here.store.games.secret(table.game.id, b"b" * 16) == b"a" * 16
    position = ((1, frozenset({"x", "y"})), Decision(0, Prompt(), ()))
    assert seed_of(b"a", *position) == seed_of(b"a", *position)
    assert seed_of(b"a", *position) != seed_of(b"b", *position)


async def test_what_came_up_before_the_table_went_back_is_shown_to_everybody(
    tmp_path: Path, workers: Pooled
) -> None:
    journal = next(
        journal
        for journal in walk("lacrimosa", 3)
        if journal.known(None) and not journal.over and journal.known(0) != journal.known(None)
    )
    async with begun("lacrimosa", tmp_path, workers) as world:
        for person in ("Ada", "Dmitri"):
            await world[person].click("In words", world.board)
            assert "Known to come up next" not in await _last_page(world[person])
        await put(world, journal)
        pages = []
        for person in ("Ada", "Dmitri"):
            await world[person].click("In words", world.board)
            pages.append(await _last_page(world[person]))
        assert pages[0] == pages[1], "nobody reads more than a spectator"
        assert pages[0].startswith("**Known to come up next**")
        assert "Card row: " in pages[0]
        assert "hand" not in pages[0]


async def _last_page(player: Player) -> str:
    """What the last page of the table's text says."""
    while "Next page" in player.panel.buttons:
        await player.click("Next page", player.panel)
    return player.panel.text


async def test_alone_nobody_is_said_to_agree_and_what_goes_back_is_shown_first(
    tmp_path: Path, workers: Pooled
) -> None:
    async with table(tmp_path, workers, "Ada") as world:
        ada = world["Ada"]
        await ada.slash("play", game="lacrimosa")
        await ada.click("Start alone")
        here = await world.bot.games.table(1)
        while here.undo_entry(0) is not None or not here.last_move(0):
            here = await _first_option(world)
        await ada.slash("undo")
        asked = ada.panel
        assert "everyone" not in asked.text.casefold()
        assert "latest turn" not in asked.text
        assert asked.text.startswith("### Undo more\nNobody else plays here now")
        (*_, label) = asked.choices
        await ada.select(label, asked)
        assert ada.panel.text.startswith("This will be undone:\n- ● Ada")
        assert (await world.bot.games.table(1)).number == here.number, "not yet"
        await ada.click("Undo", ada.panel)
        assert ada.panel.text == "The game went back."
        assert "The game goes back to before an action by ● Ada." in world.board.text
        assert "greed" not in world.board.text


async def _first_option(world: World) -> Table:
    """The first person who must decide takes their first option."""
    now = await world.bot.games.table(1)
    decision, user = now.decisions[0], now.deciding[0].user or 0
    arose = now.arose(decision.seat) or 0
    await world.bot.games.play(1, user, decision.seat, arose, name(decision.options[0]))
    await world.bot.games.wait_idle()
    await world.bot.delivery.join()
    await world.look()
    return await world.bot.games.table(1)
