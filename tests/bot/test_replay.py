"""Replaying stored games: what differs is set aside, stays readable, and its players decide."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import ParamSpec, TypeVar

import pytest
from msgspec.structs import replace

from bot.background.workers import Limit, Workers
from bot.store import Address, Store
from bot.tables.core import replay
from bot.tables.core.refusals import CannotContinue, NotSeated, NotSetAside, SetAside
from bot.tables.core.replay import Verdict, replayed
from bot.tables.core.table import Table
from bot.tables.orders import plans
from rules.contract import name
from tests.bot.notices import told_texts
from tests.bot.services import ANN, BEN, CHANNEL, CLEO, EVE, Inline, services

P = ParamSpec("P")
T = TypeVar("T")


@pytest.fixture
def updated(monkeypatch: pytest.MonkeyPatch) -> None:
    """The next start is that of a new release."""
    monkeypatch.setattr(replay, "release", lambda: "the next release")


async def _stored(address: Address, moves: int = 12) -> Table:
    async with services(address) as here:
        table = await here.at_auction()
        for _ in range(moves):
            table = await here.step(table)
        await here.sent()
    return table


async def _tamper(address: Address, sql: str, *values: object) -> None:
    store = await Store.open(address)
    try:
        assert await store._database.write(sql, *values) == 1
    finally:
        await store.close()


async def _differs_at(address: Address, table: Table, n: int) -> None:
    await _tamper(
        address,
        "UPDATE entries SET checksum = 'other' WHERE game = ? AND n = ?",
        *(table.game.id, n),
    )


async def test_games_that_fold_as_they_were_played_go_on(
    address: Address, updated: None, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO", "bot")
    table = await _stored(address)
    await _tamper(address, "UPDATE games SET verified = 'an old release'")
    async with services(address) as here:
        await here.games.wait_idle()
        assert here.games.report == replay.Report(good=1, done=True)
        assert "replayed: 1 as they were played, 0 set aside" in caplog.text
        again = await here.games.table(table.game.id)
        assert again.game.verified == "the next release"
        assert again.view(0) == table.view(0)
    async with services(address) as here:
        await here.games.wait_idle()
        assert here.games.report == replay.Report(good=0, done=True), "checked once"
        await here.step(await here.games.table(table.game.id))


async def test_a_release_replays_a_game_once(address: Address) -> None:
    await _stored(address)
    async with services(address) as here:
        await here.games.wait_idle()
        assert here.games.report == replay.Report(good=0, done=True)


async def test_a_game_whose_edition_is_unknown_is_told_as_that(
    address: Address, updated: None, caplog: pytest.LogCaptureFixture
) -> None:
    table = await _stored(address)
    await _tamper(address, "UPDATE games SET verified = 'an old release', edition = 'odd'")
    async with services(address) as here:
        await here.games.wait_idle()
        (told,) = (each.message for each in caplog.records if each.levelname == "ERROR")
        assert told == (
            f"game {table.game.id} (florence) does not replay as it was played and is set "
            "aside: DIFFERS, it cannot be started: its rules or its edition are "
            "no longer known"
        )


async def test_a_game_that_differs_is_set_aside_and_reported(
    address: Address, updated: None, caplog: pytest.LogCaptureFixture
) -> None:
    table = await _stored(address)
    n = table.number - 3
    await _differs_at(address, table, n)
    await _tamper(
        address, "UPDATE games SET verified = 'an old release' WHERE id = ?", table.game.id
    )
    async with services(address) as here:
        await here.games.wait_idle()
        game = table.game.id
        verdict = Verdict(n - 1, "the position differs")
        assert here.games.report == replay.Report(0, ((game, verdict),), done=True)
        assert "does not replay as it was played" in caplog.text
        assert await told_texts(here, game) == ["table.set_aside"]
        assert here.announced == [game]
        # It can be read up to its last checked entry, and nobody can play on.
        there = await here.games.table(game)
        assert (there.game.status, there.game.checked, there.number) == ("aside", n - 1, n - 1)
        assert there.decisions == ()
        assert table.journal is not None
        assert there.view(1) == table.journal.view(1, n - 1)
        with pytest.raises(SetAside):
            await here.by(table, table.decisions[0].seat, name(table.decisions[0].options[0]))
        assert len(await here.store.games.entries(game)) == table.number
    async with services(address) as here:
        await here.games.wait_idle()
        assert here.games.report.aside == ()  # told once
        assert await told_texts(here, game) == ["table.set_aside"]


async def test_an_opened_game_is_checked_before_it_is_shown(
    address: Address, updated: None
) -> None:
    table = await _stored(address)
    await _differs_at(address, table, 5)
    await _tamper(address, "UPDATE games SET verified = NULL WHERE id = ?", table.game.id)
    async with services(address) as here:
        there = await here.games.table(table.game.id)  # long before the check gets there
        assert (there.game.status, there.game.checked) == ("aside", 4)


class _Overtaken(Inline):
    """While the first game is being replayed, another process writes."""

    def __init__(self, address: Address) -> None:
        super().__init__()
        self._address, self._first = address, True

    async def run_within(
        self, limit: Limit, call: Callable[P, T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        if self._first:
            await _tamper(self._address, "UPDATE games SET revision = revision + 1")
        self._first = False
        return call(*args, **kwargs)


async def test_a_game_that_is_written_while_it_is_replayed_is_read_anew(
    address: Address, updated: None
) -> None:
    table = await _stored(address)
    await _differs_at(address, table, 5)
    await _tamper(address, "UPDATE games SET verified = NULL WHERE id = ?", table.game.id)
    async with services(address, workers=_Overtaken(address)) as here:
        there = await here.games.table(table.game.id)
        assert (there.game.status, there.game.checked) == ("aside", 4)


async def test_the_check_goes_on_past_a_game_that_is_written_meanwhile(
    address: Address, updated: None
) -> None:
    table = await _stored(address)
    await _differs_at(address, table, 5)
    await _tamper(address, "UPDATE games SET verified = NULL WHERE id = ?", table.game.id)
    async with services(address, workers=_Overtaken(address)) as here:
        await here.games.wait_idle()
        assert here.games.report == replay.Report(done=True)
        there = await here.games.table(table.game.id)
        assert (there.game.status, there.game.checked) == ("aside", 4)


_BROKEN = "UPDATE entries SET entry = ? WHERE n = 6"


@pytest.mark.parametrize(
    ("sql", "values", "fault"),
    [
        (_BROKEN, (b"{",), "DecodeError"),
        (_BROKEN, (b'{"type":"drawn","items":["x"]}',), "refused by the rules"),
        ("DELETE FROM entries WHERE n = 6", (), "an entry is missing"),
    ],
)
async def test_a_corrupt_entry_sets_a_game_aside_too(
    address: Address, sql: str, values: tuple[bytes, ...], fault: str
) -> None:
    table = await _stored(address)
    await _tamper(address, sql, *values)
    async with services(address) as here:  # the same release: found when the game is opened
        there = await here.games.table(table.game.id)
        assert (there.game.status, there.game.checked) == ("aside", 5)
        assert fault in str(here.games.report.aside[0][1].fault)


async def _aside(address: Address, table: Table) -> int:
    n = table.number - 3
    await _differs_at(address, table, n)
    await _tamper(address, "UPDATE games SET verified = NULL WHERE id = ?", table.game.id)
    return n - 1


async def test_a_majority_continues_from_the_last_checked_entry(address: Address) -> None:
    table = await _stored(address)
    game, good = table.game.id, await _aside(address, table)
    async with services(address) as here:
        with pytest.raises(NotSeated):
            await here.games.vote(game, EVE, "end")
        first = await here.games.vote(game, ANN, "end")
        assert first.votes == ((0, "end"),)
        await here.games.vote(game, BEN, "continue")
    async with services(address) as here:  # votes are kept
        there = await here.games.table(game)
        assert there.votes == ((0, "end"), (1, "continue"))
        assert there.game.status == "aside"
        again = await here.games.vote(game, ANN, "continue")  # Ann changes her mind
        assert again.game.status == "playing"
        assert again.votes == ()
        assert again.number >= good
        assert again.decisions
        assert "vote.done.continue" in await told_texts(here, game)
        again = await here.step(again)
        with pytest.raises(NotSetAside):
            await here.games.vote(game, CLEO, "end")
    async with services(address) as here:
        assert (await here.games.table(game)).view(2) == again.view(2)
        left = await here.store._database.all("SELECT count(*) FROM left_entries")
    assert left == [(table.number - good,)]


async def test_half_of_the_people_decide_nothing(address: Address) -> None:
    async with services(address) as here:
        table = await here.begun(BEN, CLEO, EVE)
        for _ in range(3):
            table = await here.step(table)
    game = table.game.id
    await _aside(address, table)
    async with services(address) as here:
        for user in (ANN, BEN):
            assert (await here.games.vote(game, user, "end")).game.status == "aside"
        await here.games.vote(game, CLEO, "continue")
        assert (await here.games.vote(game, EVE, "continue")).game.status == "aside"
        assert (await here.games.vote(game, EVE, "end")).game.status == "cancelled"


async def test_a_majority_ends_a_game(address: Address) -> None:
    table = await _stored(address)
    game = table.game.id
    await _aside(address, table)
    async with services(address) as here:
        await here.games.vote(game, CLEO, "end")
        ended = await here.games.vote(game, ANN, "end")
        assert ended.game.status == "cancelled"
        assert await told_texts(here, game) == ["table.set_aside", "table.ended_by_vote"]
    async with services(address) as here:
        assert (await here.games.table(game)).number > 0


async def test_a_host_continues_a_game(address: Address) -> None:
    table = await _stored(address)
    game = table.game.id
    async with services(address) as here:
        with pytest.raises(NotSetAside):
            await here.games.continue_from(game)
        await here.messages.set_message(game, CHANNEL, 77, table.number)
    good = await _aside(address, table)
    async with services(address) as here:
        again = await here.games.continue_from(game)
        assert again.game.status == "playing"
        assert again.game.message_entry == good, "its turns are news to the table message"
    async with services(address) as here:
        assert (await here.games.table(game)).game.message_entry == good


async def test_plans_end_where_a_game_goes_on(address: Address) -> None:
    async with services(address) as here:
        table = await here.at_auction()
        for _ in range(3):
            table = await here.by(table, table.decisions[0].seat, "decline")
        seat = (table.decisions[0].seat + 1) % 3
        user = table.seats[seat].user
        assert user is not None
        spelled = name(plans.offered(table, seat)[0][0])
        table = await here.orders.leave_plan(table.game.id, user, spelled)
    game = table.game.id
    await _aside(address, table)
    async with services(address) as here:
        assert (await here.games.table(game)).plans == table.plans
        assert (await here.games.continue_from(game)).plans == ()
    async with services(address) as here:
        assert (await here.games.table(game)).plans == ()


async def test_a_game_whose_start_is_gone_can_only_be_ended(address: Address) -> None:
    table = await _stored(address)
    game = table.game.id
    await _tamper(
        address,
        'UPDATE games SET chosen = \'{"moon": "full"}\', verified = NULL WHERE id = ?',
        game,
    )
    async with services(address) as here:
        there = await here.games.table(game)
        assert (there.game.status, there.game.checked) == ("aside", -1)
        assert there.journal is None
        with pytest.raises(CannotContinue):
            await here.games.vote(game, ANN, "continue")
        with pytest.raises(CannotContinue):
            await here.games.continue_from(game)
        ended = await here.games.end(game)
        assert ended is not None
        assert ended.game.status == "cancelled"


async def test_a_game_whose_edition_is_lost_can_only_be_ended(address: Address) -> None:
    table = await _stored(address)
    game = table.game.id
    await _aside(address, table)
    await _tamper(address, "UPDATE games SET edition = 'of nobody' WHERE id = ?", game)
    async with services(address) as here:
        assert (await here.games.table(game)).journal is None
        for user in (ANN, BEN):
            with pytest.raises(CannotContinue):
                await here.games.vote(game, user, "continue")
        with pytest.raises(CannotContinue):
            await here.games.continue_from(game)
        await here.games.vote(game, ANN, "end")
        ended = await here.games.vote(game, BEN, "end")
        assert ended.game.status == "cancelled"
        assert (await here.lobbies.rematch(game, ANN, "Ann")).game.status == "lobby"


async def test_the_check_runs_in_a_process(address: Address) -> None:
    table = await _stored(address)
    async with services(address) as here:
        row = await here.store.games.game(table.game.id)
        rows = await here.store.games.entries(table.game.id)
    assert row is not None
    workers = Workers(1)
    try:
        verdict = await workers.run(replayed, row, 3, rows)
    finally:
        await workers.close()
    assert verdict == Verdict(table.number)
    for strange in ({"game": "chess"}, {"edition": "of nobody"}):
        assert replayed(replace(row, **strange), 3, rows).good == -1


def test_the_release_is_the_rules_sources_and_editions(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    assert replay.release() == replay.release()
    monkeypatch.setattr(replay, "files", lambda _: tmp_path)
    folder = tmp_path / "game"
    for path in (
        "game/turns.py",
        "game/edition.toml",
        "game/statements.toml",
        "opponents/a.py",
    ):
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_text("one")
    first = replay.release()
    (tmp_path / "opponents" / "a.py").write_text("better")
    (folder / "statements.toml").write_text("two")
    (folder / "README.md").write_text("new")
    assert replay.release() == first
    (folder / "edition.toml").write_text("two")
    assert (second := replay.release()) != first
    (folder / "turns.py").write_text("two")
    assert replay.release() not in {first, second}
