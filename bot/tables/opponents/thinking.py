"""What computer players do, worked out in separate processes of low priority.

A picture or an answer to a click never waits for a computer player: other processes make those,
and the system gives thinking processes only the time that nothing else needs.
"""

from __future__ import annotations

import hashlib
import logging
from asyncio import timeout
from collections.abc import Callable, Mapping
from math import inf
from random import Random
from time import monotonic
from typing import Any, Final, Protocol, TypeVar

import msgspec
from cachetools import LRUCache
from msgspec.structs import replace

from bot.background.shared import SharedTasks
from bot.background.workers import Limit, WorkerFailed, Workers, unwanted
from bot.tables.core import levels
from bot.tables.core.levels import EASIEST
from rules.contract import Action, Decision, name
from rules.opponents import ADVISERS, LEVELS
from rules.opponents.advice import Advice, advice, weigh
from rules.opponents.search import Guard
from rules.opponents.told import Why
from rules.opponents.why import why

NICENESS: Final = 15
"""How far a thinking process gives way to others; 19 is the maximum."""

THOUGHT: Final = 1.5
"""Seconds after which a computer player is asked to finish; a slow machine takes longer."""

LIMITS: Final[Mapping[str, float]] = {"novice": 10.0, "adept": 15.0, "master": 20.0}
"""Seconds after which the process of a computer player that does not finish is killed."""

SUGGEST, PRESENT, VERDICT, ABSENT, REVIEW = range(5)
"""The order in which tasks get a process when all are busy: a suggestion, which someone waits
for; computer players at tables where people are present; what the coach will say about a
decision that someone may look at; the other computer players; and reviews.
"""

WEAKER: Final = 2.0
"""Seconds of waiting for a process after which a computer player plays one level lower."""

EASY: Final = 5.0
"""Seconds of waiting after which it plays at the easiest level, by rules of thumb."""

SUGGESTION: Final = 1.2
"""Seconds after which the search for a suggestion is asked to finish: someone waits for it."""

SAID: Final = 0.6
"""The same for what the coach says, which is worked out for many decisions."""

PROMPT: Final = 2.2
"""Seconds from the request until a suggestion and its reason must be ready, with waiting."""

BACK: Final = 0.15
"""Seconds of `PROMPT` that are kept for sending a reason back: a late one is not shown."""

LEAST: Final = 0.2
"""The fewest seconds for a suggestion, however long it has waited."""

KEPT: Final = 2000
"""How many answers are remembered."""

T = TypeVar("T")

_encoder = msgspec.json.Encoder(order="deterministic")

_log = logging.getLogger(__name__)


class Chooser(Protocol):
    """A computer player, such as `rules.opponents.choose`. Picklable."""

    def __call__(
        self,
        game: str,
        level: str,
        view: Any,
        decision: Decision,
        rng: Random,
        /,
        *,
        guard: Guard,
    ) -> Action:
        """What it does: an option or an aside of the decision."""


def think(
    choose: Chooser,
    game: str,
    level: str,
    view: Any,
    decision: Decision,
    rng: Random,
    asked: float,
) -> Action:
    """What a computer player does, worked out in a worker.

    Its guard ends the thought when time is up, or when nobody waits for it any more. A player
    that has waited long for a process, since `asked` by the machine's clock, plays more
    weakly: its table is waiting too.
    """
    level = after_waiting(level, monotonic() - asked)
    return choose(game, level, view, decision, rng, guard=_within(THOUGHT))


def after_waiting(level: str, seconds: float) -> str:
    """The level at which a computer player plays after so many seconds' wait for a process."""
    if seconds >= EASY:
        return EASIEST
    if seconds >= WEAKER:
        return LEVELS[max(LEVELS.index(level) - 1, 0)]
    return level


def advise(
    game: str, view: Any, decision: Decision, rng: Random, asked: float, seconds: float
) -> Advice:
    """What the strongest level would do in a person's place, worked out in a worker.

    It takes at most `seconds`, and less if it has waited for a process since it was `asked`
    for, by the machine's clock.
    """
    left = PROMPT - (monotonic() - asked)
    guard = _within(min(seconds, max(left, LEAST)))
    return advice(weigh(ADVISERS[game], view, decision, rng, guard=guard))


def explain(
    game: str,
    view: Any,
    decision: Decision,
    options: tuple[Action, Action],
    rng: Random,
    asked: float,
) -> Why | None:
    """Why the first of two options is better, worked out in a worker; None: no time is left."""
    guard = _within(PROMPT - BACK - (monotonic() - asked))
    better, than = options
    return why(ADVISERS[game], view, decision, rng, better=better, than=than, guard=guard)


def _within(seconds: float) -> Guard:
    """A guard that ends a search after `seconds`, or when nobody waits for it any more."""
    until = monotonic() + seconds

    def guard() -> bool:
        return unwanted() or monotonic() >= until

    return guard


class Thinking:
    """Asks computer players. In the same position of a game, each does the same again."""

    def __init__(self, workers: Workers, choose: Chooser) -> None:
        """Nothing is asked yet.

        Args:
            workers: where computer players think; others make pictures and answers to clicks.
            choose: decides what a computer player does.
        """
        self._workers = workers
        self._choose = choose
        # Where time ran out, the same seed need not lead to the same action.
        self._answers: LRUCache[tuple[str, bytes], Action] = LRUCache(KEPT)
        self._advised: LRUCache[bytes, Advice] = LRUCache(KEPT)
        # Unsure answers that were worked out ahead: a person who asks gets a longer search.
        self._unsure: LRUCache[bytes, Advice] = LRUCache(KEPT)
        self._thoughts: SharedTasks[tuple[bytes, bool], Advice] = SharedTasks()
        self._unknown: set[str] = set()

    async def action(
        self,
        game: str,
        level: str,
        view: Any,
        decision: Decision,
        secret: bytes,
        *,
        present: bool = True,
    ) -> Action:
        """What a computer player of a level does.

        If it fails or hangs, the easiest level decides in its place. If that fails too, any
        option is taken: a game never stalls. Cancelling this call ends the thought.

        Args:
            game: what is played.
            level: as stored.
            view: the game as the deciding seat may know it.
            decision: what it must decide.
            secret: that of the game, so that nobody can predict the player's chance.
            present: whether people are at the table: such tables come first.

        Raises:
            WorkerFailed: the easiest level's process hung or died, so its choice is not known.
        """
        played, seed = self._played(level), seed_of(secret, view, decision)
        if (played, seed) not in self._answers:
            rank = PRESENT if present else ABSENT
            answer = await self._new(game, played, view, decision, seed, rank)
            self._answers[played, seed] = answer
        return self._answers[played, seed]

    async def advise(
        self, game: str, view: Any, decision: Decision, secret: bytes, *, asked: bool = True
    ) -> Advice:
        """What the strongest level would do in a seat's place.

        It is the same in the same position of a game; its chance is not the computer players'.
        A person who waits for it gets the reason as well, if that is known in time.

        Args:
            game: what is played.
            view: the game as the deciding seat may know it.
            decision: what it must decide.
            secret: that of the game, so that nobody can predict the advice's chance.
            asked: whether the person waits for it; if not, it is worked out ahead.

        Raises:
            KeyError: that game has no adviser.
            WorkerFailed: its process hung or died.
        """
        seed = seed_of(secret, view, decision, b"advice")
        since = monotonic() if asked else inf
        if seed not in self._advised:
            if not asked and seed in self._unsure:
                return self._unsure[seed]
            seconds, rank = (SUGGESTION, SUGGEST) if asked else (SAID, VERDICT)
            thought = (game, view, decision, _random(seed), since, seconds)
            limit = Limit(LIMITS["master"], rank=rank)
            found = await self._thoughts.result(
                (seed, asked), lambda: self._workers.run_within(limit, advise, *thought)
            )
            if not (asked or found.sure):
                return self._unsure.setdefault(seed, found)
            # If another call was faster, its answer counts: everyone is told the same.
            self._advised.setdefault(seed, found)
        found = self._advised[seed]
        if asked and found.why is None and (than := found.second) is not None:
            options = (found.first, than)
            rng = _random(seed_of(secret, view, decision, b"why"))
            known = await self._explained(game, view, decision, options, rng, since)
            found = self._advised.get(seed, found)
            if known is not None and found.why is None:
                self._advised[seed] = found = replace(found, why=known)
        return found

    async def _explained(
        self,
        game: str,
        view: Any,
        decision: Decision,
        options: tuple[Action, Action],
        rng: Random,
        since: float,
    ) -> Why | None:
        """Why the first option is better; None: that is not known in time."""
        thought = (game, view, decision, options, rng, since)
        limit = Limit(LIMITS["master"], rank=SUGGEST)
        try:
            async with timeout(PROMPT - (monotonic() - since)):
                return await self._workers.run_within(limit, explain, *thought)
        except TimeoutError:
            return None
        except WorkerFailed as error:
            _log.error("no reason for the suggestion in %s: %r", game, error)
            return None

    def advice(self, view: Any, decision: Decision, secret: bytes) -> Advice | None:
        """The advice already known for a decision, without a thought; None: there is none."""
        seed = seed_of(secret, view, decision, b"advice")
        return self._advised.get(seed) or self._unsure.get(seed)

    async def review(self, run: Callable[..., T], *asked: Any) -> T:
        """A piece of a review, worked out once no other thought waits for a process.

        Raises:
            WorkerFailed: the worker's process hung or died.
        """
        limit = Limit(LIMITS["master"], rank=REVIEW)
        return await self._workers.run_within(limit, run, *asked)

    async def _new(
        self, game: str, level: str, view: Any, decision: Decision, seed: bytes, rank: int
    ) -> Action:
        """The level's answer; failing that, the easiest level's; failing that, any option.

        Raises:
            WorkerFailed: the worker's process hung or died.
        """
        run = self._workers.run_within
        for each in dict.fromkeys((level, EASIEST)):
            asked = (self._choose, game, each, view, decision, _random(seed), monotonic())
            limit = Limit(LIMITS[each], rank=rank)
            try:
                found = decision.find(name(await run(limit, think, *asked)))
            except WorkerFailed as error:
                if each == EASIEST:
                    raise
                _log.error("computer player %s of %s gave no answer: %r", each, game, error)
            except Exception as error:  # noqa: BLE001 - whatever it is, the game goes on
                fault = "computer player %s of %s gave no answer: %r"
                _log.error(fault, each, game, error, exc_info=error)
            else:
                if found is not None:
                    return found
                _log.error("computer player %s of %s chose no valid option", each, game)
        return _random(seed).choice(decision.options)

    def _played(self, level: str) -> str:
        """The level that is played for a stored one; an unknown level is logged once."""
        played = levels.known(level)
        if played != level and level not in self._unknown:
            self._unknown.add(level)
            _log.error("level %r is unknown: computer players play at %s", level, played)
        return played


def seed_of(secret: bytes, view: Any, decision: Decision, use: bytes = b"") -> bytes:
    """The seed of a computer player's chance: the same in the same position of a game.

    Nobody can learn anything new about it by undoing actions. Each game has its own secret, and
    each `use` its own chance.
    """
    seen = _encoder.encode((view, decision))
    return hashlib.blake2b(seen, key=secret, digest_size=16, person=use).digest()


def _random(seed: bytes) -> Random:
    return Random(seed)  # noqa: S311 - nobody can tell it without the secret
