"""The review of one seat's game: the decisions that cost most, and how the lead went.

Each decision is weighed as the seat saw it then. Decisions that followed the advice are left
out: with other chance the same search may find something else. What a decision has cost is
measured in three runs, each with its own generator. The first finds what would have been
better, the second which decisions cost most, the third how much they cost. The largest of
eighty noisy figures are too large, so the figures that select a decision never say its cost.
A last run says why.

The work is a chain of short jobs, since others may be waiting for the processor: `reviewing`
yields each job and is sent its result. It knows neither what drives it nor where jobs run.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from itertools import takewhile
from random import Random
from typing import Any, Final, TypeAlias

import msgspec
from msgspec.structs import replace

from rules.contract import Action, Decision, Moved, Seat, name
from rules.journal import AnyJournal
from rules.opponents import ADVISERS
from rules.opponents.advice import Sample, compared, weigh
from rules.opponents.search import Found
from rules.opponents.told import Why
from rules.opponents.why import why


class Effort(msgspec.Struct, frozen=True):
    """How much work a review is.

    Attributes:
        decisions: the most that are weighed in the first run, the last one included.
        share: of a suggestion's rollouts, for each decision in the first run.
        looked: the most decisions compared in the second run.
        sample: worlds of each comparison in the second run.
        shown: the most decisions measured and kept.
        batch: worlds of one job in the second and third runs.
        least_worlds, most: the minimum and maximum worlds of one decision in the third run;
            with few, the error itself is uncertain.
        error: the standard error in points that is good enough.
        least: what a decision must have cost to be kept.
        outlook: worlds for each point of the course.
        points: the most points that the course has.
    """

    decisions: int = 200
    share: float = 1.0
    looked: int = 8
    sample: int = 96
    shown: int = 3
    batch: int = 48
    least_worlds: int = 96
    most: int = 2048
    error: float = 0.5
    least: float = 0.5
    outlook: int = 48
    points: int = 30


EFFORT: Final = Effort()
"""What people get."""


class Choice(msgspec.Struct, frozen=True):
    """A decision as it stood, and what its seat chose.

    Attributes:
        number: the entry of the action.
        view: what the seat knew then.
        last: whether the seat's turn ended with it.
        later: what the seat did after it in the same turn.
        advised: whether the action was advised: then it is not the person's mistake.
    """

    number: int
    view: Any
    decision: Decision
    action: Action
    last: bool = True
    later: tuple[Action, ...] = ()
    advised: bool = False


class Costly(msgspec.Struct, frozen=True):
    """A decision that cost points.

    Attributes:
        number: the entry of the action.
        chosen, better: the names of what was chosen and of what would have been better.
        loss: the points that it cost, and `error`, their standard error.
        worlds: how many it was measured in.
        why: why the better option is better; None: not known.
    """

    number: int
    chosen: str
    better: str
    loss: float
    error: float
    worlds: int
    why: Why | None = None


class Review(msgspec.Struct, frozen=True):
    """What is kept of a seat's game.

    Attributes:
        costly: the decisions that cost most, the worst first.
        outlook: for some of its turns, the entry and the points ahead of the others with which
            the seat could then expect to finish; when alone, its points.
        weighed: how many decisions there were to weigh.
    """

    costly: tuple[Costly, ...]
    outlook: tuple[tuple[int, float], ...]
    weighed: int


class Job(msgspec.Struct, frozen=True):
    """A piece of work for another process: `run(*asked)`.

    Attributes:
        done: how much of the review is done before it, from 0 to 1.
    """

    run: Callable[..., Any]
    asked: tuple[Any, ...]
    done: float


Reviewing: TypeAlias = Generator[Job, Any, Review]


def choices(journal: AnyJournal, seat: Seat, own: Callable[[int], bool]) -> Iterator[Choice]:
    """The decisions of a seat that count, in order.

    Args:
        journal: of a game.
        seat: whose.
        own: whether the person who asks took the action of an entry.
    """
    entries = ((number, journal.entries[number - 1]) for number in journal.line)
    moves = [(number, entry) for number, entry in entries if isinstance(entry, Moved)]
    for place, (number, entry) in enumerate(moves):
        if entry.seat != seat or not own(number):
            continue
        decision = journal.at(number - 1).decision(seat)
        after = [each for _, each in moves[place + 1 :]]
        later = tuple(each.action for each in takewhile(lambda each: each.seat == seat, after))
        if decision is not None:
            view = journal.view(seat, number - 1)
            yield Choice(number, view, decision, entry.action, not later, later)


def reviewing(
    game: str, found: tuple[Choice, ...], seed: str, effort: Effort = EFFORT
) -> Reviewing:
    """The work of a review: yields jobs, is sent their results, returns the review.

    Args:
        game: what was played.
        found: the decisions of the seat.
        seed: of all chance; different for each game.
        effort: how much work it may be.
    """
    weighable = [each for each in found if len(each.decision.options) > 1 and not each.advised]
    weighable = _thinned(weighable, effort.decisions)
    better: list[_Better] = []
    for nth, each in enumerate(weighable):
        asked = (game, each, f"{seed}/1", effort.share)
        arms: Found = yield Job(weighed, asked, 0.7 * nth / len(weighable))
        leads = {arm.action: arm.lead for arm in arms.arms if arm.rollouts}
        # A better action that was still taken later in the turn has cost only its place.
        if arms.choice not in {each.action, *each.later} and each.action in leads:
            better.append(_Better(leads[arms.choice] - leads[each.action], each, arms.choice))
    looked: list[_Better] = []
    for one in _worst(better)[: effort.looked]:
        sample = yield from _sampled(game, one, f"{seed}/2", effort, effort.sample)
        looked.append(replace(one, loss=sample.mean))
    measures: list[tuple[_Better, Sample]] = []
    for one in _worst(looked)[: effort.shown]:
        sample = yield from _sampled(game, one, f"{seed}/3", effort)
        if sample.mean >= effort.least:
            measures.append((one, sample))
    costly: list[Costly] = []
    for one, sample in measures:
        because = (game, one.choice, one.action, f"{seed}/4")
        known: Why | None = yield Job(reasoned, because, 0.85)
        costly.append(_costly(one, sample, known))
    outlook = []
    for each in _thinned([each for each in found if each.last], effort.points):
        ahead: Sample = yield Job(expected, (game, each, f"{seed}/5", effort.outlook), 0.9)
        outlook.append((each.number, round(ahead.mean, 2)))
    costly.sort(key=lambda each: -each.loss)
    return Review(tuple(costly), tuple(outlook), len(weighable))


class _Better(msgspec.Struct, frozen=True):
    """What would have been better than a choice, and what the choice cost, as far as known."""

    loss: float
    choice: Choice
    action: Action


def _worst(found: list[_Better]) -> list[_Better]:
    return sorted(found, key=lambda each: -each.loss)


def _sampled(
    game: str, better: _Better, seed: str, effort: Effort, enough: int | None = None
) -> Generator[Job, Any, Sample]:
    """A comparison, a few worlds per job: `enough` worlds, or until its error is small."""
    sample = Sample()
    while sample.rollouts < (enough or effort.most):
        known = sample.rollouts >= effort.least_worlds and sample.error <= effort.error
        if enough is None and known:
            break
        seeded = f"{seed}/{sample.rollouts}"
        asked = (game, better.choice, better.action, seeded, effort.batch)
        part: Sample = yield Job(measured, asked, 0.8)
        sample = sample.with_(part)
    return sample


def _costly(better: _Better, sample: Sample, known: Why | None) -> Costly:
    return Costly(
        number=better.choice.number,
        chosen=name(better.choice.action),
        better=name(better.action),
        loss=round(sample.mean, 2),
        error=round(sample.error, 3),
        worlds=sample.rollouts,
        why=known,
    )


def _thinned(found: list[Choice], most: int) -> list[Choice]:
    """At most so many choices, evenly spread, the last one included."""
    count = len(found)
    kept = min(count, most)
    return [found[(nth + 1) * count // kept - 1] for nth in range(kept)]


# -- jobs --------------------------------------------------------------------------


def weighed(game: str, choice: Choice, seed: str, share: float) -> Found:
    """The first run: what the seat could have done, and what it did."""
    return weigh(
        ADVISERS[game],
        choice.view,
        choice.decision,
        _random(choice, seed),
        share=share,
        also=(choice.action,),
    )


def measured(game: str, choice: Choice, better: Action, seed: str, worlds: int) -> Sample:
    """How many points better an action would have been."""
    return compared(
        ADVISERS[game],
        choice.view,
        choice.decision,
        _random(choice, seed),
        better=better,
        than=choice.action,
        rollouts=worlds,
    )


def reasoned(game: str, choice: Choice, better: Action, seed: str) -> Why | None:
    """Why an action would have been better."""
    return why(
        ADVISERS[game],
        choice.view,
        choice.decision,
        _random(choice, seed),
        better=better,
        than=choice.action,
    )


def expected(game: str, choice: Choice, seed: str, worlds: int) -> Sample:
    """The lead that the seat could expect after what it did."""
    return compared(
        ADVISERS[game],
        choice.view,
        choice.decision,
        _random(choice, seed),
        better=choice.action,
        than=None,
        rollouts=worlds,
    )


def _random(choice: Choice, seed: str) -> Random:
    """The source of chance for one run of one decision."""
    return Random(f"{seed}/{choice.number}")


def run(jobs: Reviewing) -> Review:
    """Do all the work here, one job after another."""
    result: Any = None
    while True:
        try:
            job = jobs.send(result)
        except StopIteration as end:
            review: Review = end.value
            return review
        result = job.run(*job.asked)
