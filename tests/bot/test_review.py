"""The review of one's own game: asked for, computed once, kept, and shown to nobody else."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any

import discord
import msgspec
import pytest
from msgspec.structs import replace

from bot.background.workers import Limit, WorkerFailed, Workers
from bot.screens import panel
from bot.screens import review as screen
from bot.tables.core.refusals import NoReview, TooManyReviews
from bot.tables.opponents.thinking import REVIEW, Thinking
from bot.tables.play import reviews
from bot.tables.play.reviews import (
    MOST_FAILURES,
    MOST_WAITING,
    ReviewRequest,
    ReviewService,
    course,
)
from render.words import Words
from rules.contract import Decision, Moved, Seat, Standings
from rules.journal import AnyJournal
from rules.opponents import ADVISERS, RANDOM, choose
from rules.opponents.advice import Advice, Suggestion
from rules.opponents.review import Choice, Costly, Effort, Review, choices
from rules.opponents.search import lead
from tests.bot.driver import PATIENCE, Player, Pooled, World, table
from tests.bot.finished_game import store_finished
from tests.bot.services import ANN, BEN, CHANNEL, CLEO, GUILD, Inline, Services, services
from tests.contract.games import played

EFFORT = Effort(
    decisions=6, share=0.1, looked=2, sample=2, batch=2, most=4, least=-99, outlook=1, points=2
)
"""Hardly any work: what a review finds is tested in `tests/rules`."""
PEOPLE = ((ANN, "Ann"), (BEN, "Ben"), (CLEO, "Cleo"))
games = pytest.mark.parametrize("title", sorted(ADVISERS))


def _service(
    here: Services, workers: Workers | None = None, effort: Effort = EFFORT
) -> ReviewService:
    thinker = Thinking(workers or Inline(), choose)
    return ReviewService(here.cache, thinker, effort=effort)


async def _finished(here: Services, **more: Any) -> None:
    journal = played("florence", 3, "novice")
    await store_finished(here.store, journal, PEOPLE, guild=GUILD, channel=CHANNEL, **more)


# -- what a person sees ------------------------------------------------------------


@asynccontextmanager
async def _ended(folder: Path, workers: Pooled, title: str) -> AsyncIterator[World]:
    """Ada, Bruno and Chiara have played a game to its end; Dmitri has watched."""
    async with table(folder, workers, "Ada", "Bruno", "Chiara", "Dmitri") as world:
        seats = [(world[each].id, each) for each in ("Ada", "Bruno", "Chiara")]
        journal = played(title, 3, RANDOM)  # a player whose decisions are costly
        await store_finished(
            world.bot.store, journal, seats, guild=world.guild.id, channel=world.channel.id
        )
        world.bot.reviews.effort = EFFORT
        yield world


async def _ask(player: Player) -> None:
    await player.slash("history")
    await player.click("My review", player.panel)


@games
async def test_the_history_links_a_review_with_its_decisions(
    tmp_path: Path, workers: Pooled, title: str
) -> None:
    async with _ended(tmp_path, workers, title) as world:
        ada, public = world["Ada"], len(world.public)
        await _ask(ada)
        answer = ada.panel
        assert answer.passing, "only this person sees it"
        assert answer.text.startswith("### My review")
        assert [each["filename"] for each in answer.files] == ["review.png"]
        assert "What cost you most" in answer.text
        stored = await world.bot.store.reviews.find(1, 0, ada.id)
        assert stored is not None
        kept = msgspec.json.decode(stored.review or "", type=Review)
        assert 1 <= len(kept.costly) <= 3
        numbers = [label for label in answer.buttons if label.startswith("Decision ")]
        assert len(numbers) == len(kept.costly)
        await ada.click("Decision 1", answer)
        assert ada.panel.text.startswith("### Decision 1")
        line = next(each for each in answer.text.splitlines() if each.startswith("1. **"))
        assert line in ada.panel.text
        assert len(ada.panel.files) == 1, "its board as it stood then"
        await ada.click("Back", ada.panel)
        assert ada.panel.text == answer.text
        await _ask(ada)
        assert ada.panel.text == answer.text, "the same again, at once"
        assert len(world.public) == public
        assert len([each for each in ada.direct if not each.passing]) == 0, "nobody is called"


@pytest.mark.parametrize(
    ("weighed", "said"),
    [(0, "you did what **Suggest** puts first"), (4, "cost more than half a point")],
)
async def test_a_review_that_names_nothing_says_whether_it_weighed_anything(
    tmp_path: Path, workers: Pooled, weighed: int, said: str
) -> None:
    async with _ended(tmp_path, workers, "florence") as world:
        over = await world.bot.games.table(1)
        empty = Review(costly=(), outlook=(), weighed=weighed)
        shown = await screen.message(world.bot, over, 0, empty, Words("en"))
        parts = shown.view.walk_children()
        texts = [each.content for each in parts if isinstance(each, discord.ui.TextDisplay)]
        assert any(said in each for each in texts)


async def test_who_has_no_seat_has_no_review(tmp_path: Path, workers: Pooled) -> None:
    async with _ended(tmp_path, workers, "florence") as world:
        dmitri = world["Dmitri"]
        await dmitri.slash("history")
        assert "My review" not in dmitri.panel.buttons
        await dmitri.forge("◀ Back", "m1:review:1")
        assert dmitri.panel.text.startswith("A review is for those who have a seat")
        for verb in ("m1:review_show:1", "m1:review_at:1:1"):
            await dmitri.forge("◀ Back", verb)
            assert dmitri.panel.text.startswith("A review is for those who have a seat")
        assert not await world.bot.store.reviews.next()


async def test_the_end_of_a_game_offers_it(tmp_path: Path, workers: Pooled) -> None:
    async with _ended(tmp_path, workers, "florence") as world:
        await world["Ada"].slash("table")
        assert "My review" in world.board.buttons
        await world["Bruno"].click("My review", world.board)
        assert world["Bruno"].panel.text.startswith("### My review")
        stored = await world.bot.store.reviews.find(1, 1, world["Bruno"].id)
        assert stored is not None
        assert stored.review is not None


@games
async def test_the_panel_of_a_game_that_is_over_offers_it_too(
    tmp_path: Path, workers: Pooled, title: str
) -> None:
    async with _ended(tmp_path, workers, title) as world:
        over = await world.bot.games.table(1)
        shown = await panel.message(world.bot, over, 0, Words("en"))
        parts = shown.view.walk_children()
        labels = [each.label for each in parts if isinstance(each, discord.ui.Button)]
        assert labels == ["History", "My review"]


async def test_while_it_is_computed_a_person_reads_how_far_it_is(
    tmp_path: Path, workers: Pooled, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def nothing(*_: Any) -> bool:
        return False

    monkeypatch.setattr(screen, "WAIT", 0.0)
    async with _ended(tmp_path, workers, "florence") as world:
        ada, service = world["Ada"], world.bot.reviews
        with monkeypatch.context() as patch:
            patch.setattr(service._tasks, "_run", nothing)
            await _ask(ada)
            assert "Your review is 0% done." in ada.panel.text
            service._done[1, 0] = 0.42
            await ada.click("Refresh", ada.panel)
            assert "Your review is 42% done." in ada.panel.text
        service.resume()
        await service.join()
        await ada.click("Refresh", ada.panel)
        assert "What cost you most" in ada.panel.text


async def test_an_answer_turns_into_the_review_once_it_is_there(
    tmp_path: Path, workers: Pooled
) -> None:
    async with _ended(tmp_path, workers, "florence") as world:
        ada, edits = world["Ada"], list[str]()

        async def watch(message: Any) -> None:
            if message.owner == "Ada":
                edits.append(message.text)

        world.watchers.append(watch)
        await ada.slash("history")
        before = len(ada.private)
        await ada.click("My review", ada.panel)
        assert len(ada.private) == before + 1, "one answer"
        assert "What cost you most" in ada.panel.text


async def test_a_person_waits_for_one_review_at_a_time(path: Path) -> None:
    """Each wait is a click that is being answered, and a person has few of them."""
    journal = played("florence", 3, "novice")
    async with services(path) as here:
        for channel in (CHANNEL, CHANNEL + 1):
            await store_finished(here.store, journal, PEOPLE, guild=GUILD, channel=channel)
        service = _service(here)
        first = ReviewRequest(await here.games.table(1), seat=0, review=None)
        other = ReviewRequest(await here.games.table(2), seat=0, review=None)
        asked = (first, first, other, first)
        waits = [asyncio.create_task(service.wait(each, ANN, PATIENCE)) for each in asked]
        bens = asyncio.create_task(service.wait(replace(first, seat=1), BEN, PATIENCE))
        async with asyncio.timeout(PATIENCE / 6):
            assert await asyncio.gather(*waits[:3]) == [None, None, None]
        assert not waits[3].done()
        assert not bens.done(), "another person still waits"
        await service.ask(1, ANN)
        await service.join()
        async with asyncio.timeout(PATIENCE):
            assert await waits[3] is not None
        bens.cancel()
        await asyncio.gather(bens, return_exceptions=True)


# -- computing ---------------------------------------------------------------------


class Counting(Inline):
    """Counts the jobs of reviews, and makes some of them fail."""

    def __init__(self, failures: int = 0) -> None:
        super().__init__()
        self.failures = failures
        self.asked: list[tuple[int, tuple[Any, ...]]] = []

    async def run_within(self, limit: Limit, call: Any, *args: Any, **more: Any) -> Any:
        if call.__module__ == "rules.opponents.review":
            self.asked.append((limit.rank, args))
            if self.failures:
                self.failures -= 1
                raise WorkerFailed("it died")
        return await super().run_within(limit, call, *args, **more)


async def test_it_is_computed_once_at_the_lowest_rank_from_own_views_alone(
    path: Path,
) -> None:
    workers = Counting()
    async with services(path) as here:
        await _finished(here)
        service = _service(here, workers)
        assert (await service.ask(1, ANN)).review is None
        await service.join()
        asked = await service.ask(1, ANN)
        assert asked.review is not None
        assert asked.seat == 0
        jobs = len(workers.asked)
        await service.join()
        assert len(workers.asked) == jobs
        assert {rank for rank, _ in workers.asked} == {REVIEW}
        seen = [each for _, args in workers.asked for each in args if isinstance(each, Choice)]
        journal = played("florence", 3, "novice")
        for choice in seen:
            assert choice.view == journal.view(0, choice.number - 1)
            assert choice.decision.seat == 0


async def test_what_others_did_on_the_seat_is_not_held_against_its_person(path: Path) -> None:
    workers = Counting()
    journal = played("florence", 3, "novice")
    async with services(path) as here:
        await _finished(here, played_by=lambda n, _: n > journal.number // 2)
        service = _service(here, workers)
        await service.ask(1, ANN)
        await service.join()
        numbers = {
            each.number
            for _, args in workers.asked
            for each in args
            if isinstance(each, Choice)
        }
        own = {
            n
            for n, each in enumerate(journal.entries, 1)
            if isinstance(each, Moved) and each.seat == 0 and n > journal.number // 2
        }
        assert numbers <= own
        assert numbers


async def test_what_was_advised_is_no_mistake(path: Path) -> None:
    own = tuple(choices(played("florence", 3, "novice"), 0, lambda _: True))
    several = [each for each in own if len(each.decision.options) > 1]
    alone = several[len(several) // 2]

    class Remembers(Thinking):
        def advice(self, view: Any, decision: Decision, secret: bytes) -> Advice | None:
            asked = (view, decision)
            choice = next(each for each in own if (each.view, each.decision) == asked)
            return None if choice is alone else Advice((Suggestion(choice.action),))

    workers = Counting()
    async with services(path) as here:
        await _finished(here)
        service = ReviewService(here.cache, Remembers(workers, choose), effort=EFFORT)
        await service.ask(1, ANN)
        await service.join()
        review = (await service.ask(1, ANN)).review
        assert review is not None
        assert review.weighed == 1
        assert {each.number for each in review.costly} <= {alone.number}
        assert len(review.outlook) == EFFORT.points, "the course has every turn"


async def test_a_restart_computes_what_was_asked_for(path: Path) -> None:
    stuck = asyncio.Event()

    class Stuck(Inline):
        async def run_within(self, *args: Any, **more: Any) -> Any:
            stuck.set()
            await asyncio.Event().wait()

    async with services(path) as here:
        await _finished(here)
        service = _service(here, Stuck())
        await service.ask(1, ANN)
        await asyncio.wait_for(stuck.wait(), 30)
        await service.close()
    async with services(path) as here:
        service = _service(here)
        service.resume()
        await service.join()
        first = (await service.ask(1, ANN)).review
        assert first is not None
        await here.store._database.write("UPDATE reviews SET review = NULL")
        service.resume()
        await service.join()
        assert (await service.ask(1, ANN)).review == first, "the same, whenever it is computed"


async def test_the_bot_goes_on_with_them_after_a_restart(
    tmp_path: Path, workers: Pooled, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with _ended(tmp_path, workers, "florence") as world:
        ada = world["Ada"]
        await world.bot.store.reviews.ask(1, 0, ada.id, 5.0)
        monkeypatch.setattr("bot.open_bot.ReviewService", _small)
        await world.restart(within=PATIENCE)
        await world.bot.reviews.join()
        found = await world.bot.store.reviews.find(1, 0, ada.id)
        assert found is not None
        assert found.review is not None


def _small(*args: Any, **more: Any) -> ReviewService:
    return ReviewService(*args, **more, effort=EFFORT)


async def test_a_review_that_fails_is_tried_again_and_then_given_up(
    path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("bot.background.tasks.FIRST_PAUSE", 0.01)

    async def computed(service: ReviewService) -> bool:
        async with asyncio.timeout(30):
            while await here.store.reviews.next():  # noqa: ASYNC110 - it is a row
                await asyncio.sleep(0.02)
        return await here.store.reviews.find(1, 0, ANN) is not None

    async with services(path) as here:
        await _finished(here)
        service = _service(here, Counting(MOST_FAILURES - 1))
        await service.ask(1, ANN)
        assert await computed(service)
        await here.store._database.write("DELETE FROM reviews")
        service = _service(here, Counting(MOST_FAILURES))
        await service.ask(1, ANN)
        assert not await computed(service), "the person can ask for it again"
        assert "the review of game 1 is given up" in caplog.text


async def test_a_fault_in_one_review_keeps_no_other_waiting(
    path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    real = reviews._choices

    def broken(journal: AnyJournal, seat: Seat, own: set[int]) -> tuple[Choice, ...]:
        if seat == 0:
            raise ZeroDivisionError
        return real(journal, seat, own)

    monkeypatch.setattr(reviews, "_choices", broken)
    async with services(path) as here:
        await _finished(here)
        service = _service(here)
        for user in (ANN, BEN):
            await service.ask(1, user)
        await service.join()
        assert await here.store.reviews.find(1, 0, ANN) is None
        assert (await service.ask(1, BEN)).review is not None
        assert "game 1 has no review" in caplog.text


# -- limits, privacy ---------------------------------------------------------------


async def test_only_who_has_a_seat_of_a_game_that_is_over_may_ask(path: Path) -> None:
    async with services(path) as here:
        await _finished(here)
        await here.lobbies.create_lobby("florence", GUILD, CHANNEL + 1, ANN, "Ann")
        service = _service(here)
        for game, user in ((1, 999), (2, ANN)):
            with pytest.raises(NoReview):
                await service.ask(game, user)


async def test_a_person_waits_for_few_at_once(path: Path) -> None:
    async with services(path) as here:
        for _ in range(MOST_WAITING + 1):
            await _finished(here)
        service = _service(here)
        await service.close()  # nothing is computed
        for game in range(1, MOST_WAITING + 1):
            await service.ask(game, ANN)
            await service.ask(game, ANN)
        with pytest.raises(TooManyReviews):
            await service.ask(MOST_WAITING + 1, ANN)
        await service.ask(MOST_WAITING + 1, BEN)


async def test_a_new_holder_does_not_get_the_review_of_the_one_before(path: Path) -> None:
    async with services(path) as here:
        await _finished(here)
        service = _service(here)
        await service.ask(1, ANN)
        await service.join()
        await here.store._database.write("UPDATE seats SET user = ? WHERE seat = 0", 104)
        await here.cache.forget(1)
        with pytest.raises(NoReview):
            await service.ask(1, ANN)
        await service.close()  # nothing more is computed
        assert (await service.ask(1, 104)).review is None
        asked = await here.store.reviews.find(1, 0, 104)
        assert asked is not None
        assert asked.review is None
        assert await here.store.reviews.find(1, 0, ANN) is None


async def test_my_data_has_it_and_a_deletion_erases_it(path: Path) -> None:
    async with services(path) as here:
        await _finished(here)
        service = _service(here)
        for user in (ANN, BEN):
            await service.ask(1, user)
        await service.join()
        assert (await here.privacy.counts(ANN))["reviews"] == 1
        (found,) = json.loads(await here.privacy.data(ANN))["reviews"]
        assert found["game"] == 1
        assert json.loads(found["review"])["costly"]
        await here.privacy.delete(ANN)
        assert await here.store.reviews.find(1, 0, ANN) is None
        assert (await service.ask(1, BEN)).review is not None
    with closing(sqlite3.connect(path)) as database:
        assert database.execute("SELECT user FROM reviews").fetchall() == [(BEN,)]


async def test_one_that_cannot_be_read_is_computed_anew(path: Path) -> None:
    async with services(path) as here:
        await _finished(here)
        service = _service(here)
        await service.ask(1, ANN)
        await service.join()
        await here.store._database.write("UPDATE reviews SET review = '{'")
        assert (await service.ask(1, ANN)).review is None
        await service.join()
        assert (await service.ask(1, ANN)).review is not None


# -- the course --------------------------------------------------------------------


@games
async def test_the_course_is_that_of_the_journal(path: Path, title: str) -> None:
    journal = played(title, 3, "novice")
    assert journal.over is not None
    async with services(path) as here:
        await store_finished(here.store, journal, PEOPLE, guild=GUILD, channel=CHANNEL)
        now = await here.games.table(1)
        middle = journal.line[len(journal.line) // 2 - 1]
        review = Review((Costly(middle, "a", "b", 2.0, 0.5, 9),), ((middle, 3.5),), 9)
        found = course(now, 1, review)
        told = [e for n in journal.line for e in journal.told(n, None)]
        rounds = [each.points for each in told if isinstance(each, Standings)]
        assert [points for _, points in found.points] == [
            (0, 0, 0),
            *rounds,
            journal.over.totals,
        ]
        assert found.ahead[0] == (found.costly[0], 3.5)
        assert found.costly[0] == pytest.approx(0.5, abs=0.01)
        totals = [float(each) for each in journal.over.totals]
        assert found.ahead[-1] == (1.0, lead(totals, 1))
        assert len(found.rounds) == len(rounds)
        assert list(found.rounds) == sorted(found.rounds)


@games
async def test_the_course_of_a_conceded_game_ends_with_the_points_as_they_stood(
    path: Path, title: str
) -> None:
    whole = played(title, 3, "novice")
    journal = whole.at(whole.line[len(whole.line) // 2])
    async with services(path) as here:
        await store_finished(here.store, journal, PEOPLE, guild=GUILD, channel=CHANNEL)
        now = await here.games.table(1)
        found = course(now, 1, Review((), (), 0))
        counts = journal.game.counted(journal.view(1))
        assert found.points[-1] == (1.0, tuple(each.points for each in counts))
        assert any(found.points[-1][1])
