"""Suggest: who may ask, what is answered, and that it plays nothing."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from random import Random
from typing import Any

import discord
import pytest
from msgspec.structs import replace

from bot.background import workers as workers_module
from bot.background.workers import Limit, Workers
from bot.interactions.message import Message as Composed
from bot.screens import advice as screen
from bot.screens.labels import SEPARATOR
from bot.tables.core.refusals import AdvisedLately, FirstGameOnly, Stale, UnknownOption
from bot.tables.core.table import Table
from bot.tables.opponents import thinking
from bot.tables.opponents.thinking import (
    ABSENT,
    BACK,
    EASY,
    PRESENT,
    PROMPT,
    REVIEW,
    SUGGEST,
    VERDICT,
    WEAKER,
    Thinking,
)
from bot.tables.play.advice import COOLDOWN, AdviceService
from render import scores
from render.words import Words
from rules.contract import Line, Over, name
from rules.journal import Journal
from rules.opponents import ADVISERS, choose
from rules.opponents import told as reason
from rules.opponents.advice import ENOUGH, Advice, Suggestion
from tests.bot.client_message import MENU, Message
from tests.bot.driver import Pooled, table
from tests.bot.put_position import begun, found, put
from tests.bot.running_game import MOVE, give_back, three
from tests.bot.services import ANN, BEN, CHANNEL, CLEO, GUILD, Clock, Inline, Services, services
from tests.bot.stored_results import holding, result
from tests.bot.stored_results import put as put_results
from tests.postgresql import Server

EN = Words("en")
games = pytest.mark.parametrize("game", sorted(ADVISERS))


def _line(message: Message) -> str:
    """The first suggestion."""
    return next(line for line in message.text.splitlines() if line.startswith("**1. "))


# -- the answer --------------------------------------------------------------------


@games
async def test_it_suggests_options_with_a_reason_and_opens_the_panel_there(
    tmp_path: Path, workers: Pooled, game: str
) -> None:
    journal, decision = found(game, lambda _, decision: len(decision.options) > 6)
    async with begun(game, tmp_path, workers) as world:
        await put(world, journal)
        player = list(world.players.values())[decision.seat]
        before = (await world.bot.games.table(1)).number
        public = [message.id for message in world.public]
        await player.click(MOVE)
        await player.click("Suggest", player.panel)
        answer = player.panel
        assert answer.passing, "only this person sees it"
        lines = answer.text.splitlines()
        assert 1 <= len([line for line in lines if line.startswith("**")]) <= 3
        assert "expected final margin " in _line(answer)
        assert [line for line in lines if line.startswith("Now: ")]
        labels = [label for label in answer.buttons if label != "Back"]
        await player.click(labels[0], answer)
        opened = player.panel.buttons[: player.panel.buttons.index("Back")]
        assert len(opened) == 1, "the panel, at this action alone"
        assert not [each for each in player.panel.parts if each["type"] == MENU]
        last = opened[0].rpartition(": ")[2]  # after the number of a place
        assert SEPARATOR not in last, "what leads to it stands above"
        assert labels[0].endswith(last)
        table = await world.bot.games.table(1)
        assert table.number == before, "nothing is played"
        assert [message.id for message in world.public] == public
        assert [row.advised for row in table.seats].count(True) == 1
        await player.click(opened[0], player.panel)
        assert (await world.bot.games.table(1)).number > before, "that plays it"


async def test_who_asks_too_late_gets_a_fresh_panel(tmp_path: Path, workers: Pooled) -> None:
    async with three(tmp_path, workers, setup=False) as world:
        ada = world["Ada"]
        await ada.click(MOVE)
        old = ada.panel
        suggest = old.button("Suggest")
        assert suggest is not None
        await give_back(ada)
        await ada.forge(MOVE, suggest["custom_id"])
        assert "Waiting for" in ada.panel.text
        assert not (await world.bot.games.table(1)).seats[0].advised, "nothing was shown"


def _read(message: Composed) -> str:
    """The texts of a composed message."""
    parts = message.view.walk_children()
    return "\n".join(e.content for e in parts if isinstance(e, discord.ui.TextDisplay))


@games
async def test_the_first_option_says_why_it_is_better(
    tmp_path: Path, workers: Pooled, game: str
) -> None:
    journal, decision = found(game, lambda _, decision: len(decision.options) > 6)
    async with begun(game, tmp_path, workers) as world:
        await put(world, journal)
        now, seat = await world.bot.games.table(1), decision.seat
        first, second = decision.options[:2]
        line = reason.Line("story" if game == "lacrimosa" else "works", 3.0)
        why = reason.Why(name(second), 57.0, 61.0, (line,), None, worlds=48)
        options = (Suggestion(first, 4.0), Suggestion(second, 1.0))
        advised = Advice(options, worlds=48, why=why)
        told = _read(screen.message(world.bot, now, seat, advised, EN))
        label = screen.named(world.bot, now, seat, second, EN)
        assert "48 " in told
        assert f"“{label.split(SEPARATOR)[1]}”" in told
        assert told.index("48 ") < told.index(f"**2. {label}**")
        plain = screen.message(world.bot, now, seat, replace(advised, why=None), EN)
        assert "48 " not in _read(plain)


# -- who may ask -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("option", "newcomer", "known"),
    [
        ("In a first game only", True, False),
        ("For everyone", True, True),
        ("For nobody", False, False),
    ],
)
async def test_the_lobby_chooses_who_may_ask(
    tmp_path: Path, workers: Pooled, option: str, newcomer: bool, known: bool
) -> None:
    async with table(tmp_path, workers) as world:
        ada, bruno = world["Ada"], world["Bruno"]
        await put_results(world.bot.store, result(1, (bruno.id, 1), (None, 2)))
        await ada.slash("play", game="florence")
        for other in ("Bruno", "Chiara"):
            await world[other].click("Join")
        await ada.choose("Suggestions", option)
        await ada.choose("Seats", "In the order of joining")
        await ada.click("Start")
        for player, may in ((ada, newcomer), (bruno, known)):
            await player.click(MOVE)
            assert ("Suggest" in player.panel.buttons) is may
            if not may:
                game = await world.bot.games.in_channel(world.channel.id)
                assert game is not None
                seat = game.seat_of(player.id)
                assert seat is not None
                forged = f"m1:suggest:{game.game.id}:{seat}:{game.arose(seat)}"
                await player.forge(MOVE, forged)
                refused = {"For nobody": "Suggestions are off at this table"}
                told = refused.get(option, "At this table only first-time players")
                assert player.panel.text.startswith(told)
                assert not player.panel.buttons


async def test_a_rematch_keeps_the_option(path: Path) -> None:
    async with services(path) as here:
        lobby = await here.lobbies.create_lobby("florence", GUILD, CHANNEL, ANN, "Ann")
        assert lobby.game.advice == "first"
        await here.lobbies.set_options(1, ANN, {"advice": "all"})
        with pytest.raises(UnknownOption):
            await here.lobbies.set_options(1, ANN, {"advice": "some"})
        await here.lobbies.cancel(1, ANN)
        assert (await here.lobbies.rematch(1, ANN, "Ann")).game.advice == "all"


async def test_only_finished_games_of_the_kind_end_the_first_one(path: Path) -> None:
    async with services(path) as here:
        now = await here.begun(BEN, CLEO)
        advice = _advice(here)
        await put_results(
            here.store,
            result(1, (BEN, 1), (ANN, 2), title="lacrimosa"),
            result(2, (BEN, 1), (ANN, 2), ending="agreed"),
            holding(result(3, (BEN, 1), (ANN, 2)), 1, counted="not"),
        )
        assert await advice.refusal(now, ANN) is None
        await put_results(here.store, result(4, (CLEO, 1), (ANN, 2)))
        assert isinstance(await advice.refusal(now, ANN), FirstGameOnly)
        assert await here.store.results.finished(ANN, "florence") == 1
        assert await here.store.results.finished(BEN, "florence") == 1


# -- limits, and what is not told --------------------------------------------------


def _advice(here: Services, workers: Workers | None = None) -> AdviceService:
    thinker = Thinking(workers or Inline(), choose)
    return AdviceService(
        here.cache, thinker, coached=_coached, rng=Random(1), monotonic=here.clock
    )


async def _coached(user: int, title: str) -> bool:
    """Everyone has the coach."""
    del user, title
    return True


async def test_a_person_asks_now_and_then_and_the_same_again_at_once(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(thinking, "monotonic", lambda: 0.0)  # every reason is in time
    async with services(path) as here:
        now = await here.begun(BEN, CLEO)
        advice = _advice(here)
        first = await advice.suggest(1, ANN, 0, _arose(now, 0))
        again = await advice.suggest(1, ANN, 0, _arose(now, 0))
        assert again.advice == first.advice, "nothing is thought about once more"
        now = await here.by(now, 0, name(first.advice.first))
        for seat in (1, 2):
            now = await here.by(now, seat, name(now.decisions[0].options[0]))
        while 0 not in {each.seat for each in now.decisions}:
            now = await here.step(now)
        with pytest.raises(AdvisedLately):
            await advice.suggest(1, ANN, 0, _arose(now, 0))
        here.clock.now += COOLDOWN
        await advice.suggest(1, ANN, 0, _arose(now, 0))


def _arose(now: Table, seat: int) -> int:
    arose = now.arose(seat)
    assert arose is not None
    return arose


async def test_a_seat_is_marked_only_for_what_it_was_shown(path: Path) -> None:
    """The table moves on while the suggestion is thought about, which makes it void."""
    here: Services

    class Slow(Inline):
        async def run_within(self, limit: Limit, call: Any, *args: Any, **more: Any) -> Any:
            told = await super().run_within(limit, call, *args, **more)
            if call is thinking.advise:
                await here.by(await here.games.table(1), 0, name(told.first))
            return told

    async with services(path) as here:
        now = await here.begun(BEN, CLEO)
        with pytest.raises(Stale):
            await _advice(here, Slow()).suggest(1, ANN, 0, _arose(now, 0))
        assert not (await here.games.table(1)).seats[0].advised
        await _advice(here).suggest(1, BEN, 1, _arose(now, 1))
        await here.cache.forget(1)
        marked = [row.advised for row in (await here.games.table(1)).seats]
        assert marked == [False, True, False], "stored, too"


async def test_what_is_hidden_changes_no_suggestion(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(thinking, "monotonic", lambda: 0.0)  # no search is cut short
    async with services(path) as here:
        now = await here.at_auction()
        seat = now.decisions[0].seat
        journal = now.journal
        assert journal is not None
        view, told = now.view(seat), []
        for seed in range(3):
            other = Journal(journal.game, journal.options)
            state = journal.game.imagine(view, Random(seed)) if seed else journal._state
            other._positions = (state,)
            other._note_decisions()
            decision = other.decision(seat)
            assert decision is not None
            thinker = Thinking(Inline(), choose)  # a new one remembers nothing
            asked = ("florence", other.view(seat), decision, b"secret")
            told.append(await thinker.advise(*asked))
        assert told[0] == told[1] == told[2]
        assert len(told[0].suggestions) > 1


async def test_a_reason_that_would_come_too_late_is_left_out(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Clock()
    clock.now = 100.0
    monkeypatch.setattr(thinking, "monotonic", lambda: clock.now)
    late = 0.0

    class Slow(Inline):
        async def run_within(self, limit: Limit, call: Any, *args: Any, **more: Any) -> Any:
            told = await super().run_within(limit, call, *args, **more)
            clock.now += late if call is thinking.advise else 0.0
            return told

    async with services(path) as here:
        now = await here.at_auction()
        while True:  # until one option is clearly better than the next
            decision = now.decisions[0]
            asked = ("florence", now.view(decision.seat), decision, b"secret")
            known = await Thinking(Slow(), choose).advise(*asked)
            if known.why is not None:
                break
            now = await here.step(now)
        assert known.second is not None
        assert known.why.than == name(known.second)
        thinker = Thinking(Slow(), choose)
        ahead = await thinker.advise(*asked, asked=False)
        assert ahead == replace(known, why=None), "the coach needs no reason"
        late = PROMPT - BACK - 0.01
        assert await Thinking(Slow(), choose).advise(*asked) == known
        late = PROMPT - BACK
        assert await Thinking(Slow(), choose).advise(*asked) == replace(known, why=None)
        assert await thinker.advise(*asked) == known, "it is looked for once somebody asks"


async def test_who_asks_is_told_more_than_there_was_time_for_ahead(path: Path) -> None:
    class Hurried(Inline):
        worlds = ENOUGH - 1

        async def run_within(self, limit: Limit, call: Any, *args: Any, **more: Any) -> Any:
            told = await super().run_within(limit, call, *args, **more)
            return replace(told, worlds=self.worlds) if call is thinking.advise else told

    async with services(path) as here:
        now = await here.at_auction()
        asked = ("florence", now.view(now.decisions[0].seat), now.decisions[0], b"secret")
        workers = Hurried()
        thinker = Thinking(workers, choose)
        assert not (await thinker.advise(*asked, asked=False)).sure
        workers.worlds = ENOUGH
        assert not (await thinker.advise(*asked, asked=False)).sure, "it is not looked anew"
        assert (found := thinker.advice(*asked[1:])) is not None
        assert not found.sure
        assert (await thinker.advise(*asked)).sure
        workers.worlds = 0
        for waits in (True, False):
            assert (await thinker.advise(*asked, asked=waits)).sure
        assert (found := thinker.advice(*asked[1:])) is not None
        assert found.sure


# -- marked in the results ---------------------------------------------------------


async def test_results_mark_who_has_used_a_suggestion(path: Path) -> None:
    async with services(path) as here:
        now = await here.begun(BEN, CLEO)
        await _advice(here).suggest(1, BEN, 1, _arose(now, 1))
        now = await here.games.table(1)
        assert not any(each.advised for each in now.people), "not while it is played"
        ended = replace(now.game, status="over")
        over = Over(tuple((Line("works", n),) for n in (7, 9, 11)), winners=(2,))
        scene = replace(replace(now, game=ended).scene(None), over=over)
        assert "2. ■ Ben (used suggestions): 9 points" in scores.itemised(over, scene, EN)
        assert "1. ▲ Cleo: 11 points" in scores.itemised(over, scene, EN)
        assert "2. Ben (used suggestions): 9 points" in scores.alt(scene, EN)
        assert "suggestions" not in scores.verdict(over, scene, EN)


# -- what is worked out before anyone asks -----------------------------------------


class Counting(Inline):
    """Thinks about verdicts until nobody waits; counts how often one was begun."""

    def __init__(self) -> None:
        super().__init__()
        self.begun = 0
        self.asked, self.dropped = asyncio.Event(), asyncio.Event()

    async def run_within(self, limit: Limit, call: Any, *args: Any, **more: Any) -> Any:
        if call is not thinking.advise:
            return await super().run_within(limit, call, *args, **more)
        self.begun += 1
        self.asked.set()
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            self.dropped.set()
            raise


async def test_a_verdict_is_worked_out_ahead_once_the_table_stands_still(path: Path) -> None:
    async with services(path) as here:
        now = await here.at_auction()
        advice = _advice(here, workers := Counting())
        for _ in range(3):
            advice.look_ahead(now.game.id)
        await _turns_of_the_loop()
        assert workers.begun == 0, "nobody has opened a panel, and the table has just moved"
        advice._ahead.hurry()
        await asyncio.wait_for(workers.asked.wait(), 20)
        shown = asyncio.create_task(advice.soon(now, now.decisions[0].seat))
        await _turns_of_the_loop()
        assert workers.begun == 1, "whoever opens the panel waits for the same"
        shown.cancel()
        await _turns_of_the_loop()
        assert not workers.dropped.is_set()
        advice.look_ahead(now.game.id)
        await asyncio.wait_for(workers.dropped.wait(), 20)
        await advice.close()


async def test_several_processes_work_out_nothing_ahead(postgresql: Server) -> None:
    """The panel is usually opened in another process."""
    async with postgresql.database() as url, services(url) as here:
        now = await here.at_auction()
        advice = _advice(here, workers := Counting())
        advice.look_ahead(now.game.id)
        advice._ahead.hurry()
        await _turns_of_the_loop()
        assert not advice._ahead.busy(now.game.id)
        assert workers.begun == 0
        await advice.close()


async def _turns_of_the_loop() -> None:
    for _ in range(20):
        await asyncio.sleep(0)


# -- who thinks first --------------------------------------------------------------


async def _queued(workers: Workers, done: list[str], who: str, rank: int) -> None:
    """A job of a rank that notes when it is done."""
    await workers.run_within(Limit(20.0, rank=rank), len, who)
    done.append(who)


async def test_suggestions_come_first_then_tables_with_people_and_reviews_last() -> None:
    workers = Workers(1)
    try:
        await workers.run(len, "")  # the process has started
        busy = asyncio.ensure_future(workers.run(time.sleep, 0.3))
        await asyncio.sleep(0)
        done: list[str] = []

        await asyncio.gather(
            busy,
            _queued(workers, done, "review", REVIEW),
            _queued(workers, done, "absent", ABSENT),
            _queued(workers, done, "verdict", VERDICT),
            _queued(workers, done, "present 1", PRESENT),
            _queued(workers, done, "present 2", PRESENT),
            _queued(workers, done, "suggest", SUGGEST),
        )
        assert done == ["suggest", "present 1", "present 2", "verdict", "absent", "review"]
    finally:
        await workers.close()


async def test_a_job_of_a_high_rank_does_not_wait_for_ever(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(workers_module, "STEP", 0.05)
    workers = Workers(1)
    try:
        await workers.run(len, "")  # the process has started
        busy = asyncio.ensure_future(workers.run(time.sleep, 0.5))
        await asyncio.sleep(0)
        done: list[str] = []
        early = asyncio.ensure_future(_queued(workers, done, "early", 1))
        await asyncio.sleep(0.1)  # others come now, and would go first while they keep coming
        await asyncio.gather(busy, early, _queued(workers, done, "late", 0))
        assert done == ["early", "late"]
    finally:
        await workers.close()


async def test_who_waits_no_more_takes_no_process() -> None:
    workers = Workers(1)
    try:
        await workers.run(len, "")
        busy = asyncio.ensure_future(workers.run(time.sleep, 0.3))
        await asyncio.sleep(0)
        first, last = (asyncio.ensure_future(workers.run(len, "four")) for _ in range(2))
        await asyncio.sleep(0)
        first.cancel()
        assert await asyncio.wait_for(last, 20) == 4
        await busy
    finally:
        await workers.close()


async def test_opponents_of_tables_with_people_have_their_rank(path: Path) -> None:
    ranks: list[int] = []

    class Noting(Inline):
        async def run_within(self, limit: Limit, call: Any, *args: Any, **more: Any) -> Any:
            if call is thinking.think:
                ranks.append(limit.rank)
            return await super().run_within(limit, call, *args, **more)

    for present, rank in ((True, PRESENT), (False, ABSENT)):
        folder = path.with_name(f"{present}.db")
        async with services(
            folder, workers=Noting(), is_present={ANN: present}.__getitem__
        ) as here:
            await here.begun(level="novice")
            await here.games.wait_idle()
        assert set(ranks) == {rank}
        ranks.clear()


@pytest.mark.parametrize(("waited", "has"), [(0.0, 1.2), (1.5, 0.7), (9.0, 0.2)])
def test_a_suggestion_that_has_waited_ends_the_sooner(
    monkeypatch: pytest.MonkeyPatch, waited: float, has: float
) -> None:
    limits: list[float] = []

    def within(seconds: float) -> Any:
        limits.append(round(seconds, 3))
        raise ZeroDivisionError

    monkeypatch.setattr(thinking, "monotonic", lambda: 100.0 + waited)
    monkeypatch.setattr(thinking, "_within", within)
    decision: Any = None
    with pytest.raises(ZeroDivisionError):
        thinking.advise("florence", None, decision, Random(1), 100.0, 1.2)
    assert limits == [has]


@pytest.mark.parametrize(
    ("waited", "played"),
    [(0.0, "master"), (WEAKER - 0.1, "master"), (WEAKER, "adept"), (EASY, "novice")],
)
def test_an_opponent_that_has_waited_plays_more_weakly(
    monkeypatch: pytest.MonkeyPatch, waited: float, played: str
) -> None:
    monkeypatch.setattr(thinking, "monotonic", lambda: 100.0 + waited)
    levels: list[str] = []
    told: Any = None

    def noting(_: str, level: str, *asked: Any, **more: Any) -> Any:
        levels.append(level)
        return told

    decision: Any = None
    thinking.think(noting, "florence", "master", None, decision, Random(1), 100.0)
    assert levels == [played]
    assert thinking.after_waiting("novice", WEAKER) == "novice"
