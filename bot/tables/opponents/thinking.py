"""What opponents do, worked out in separate processes of low priority.

A picture or an answer to a click never waits for an opponent: other processes make those, and
the system gives the thinking ones only the time that nothing else needs.
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
"""How far a process that thinks gives way to others; 19 is the most possible."""

THOUGHT: Final = 1.5
"""Seconds after which an opponent is asked to come to an end: a slow machine takes longer."""

LIMITS: Final[Mapping[str, float]] = {"novice": 10.0, "adept": 15.0, "master": 20.0}
"""Seconds after which the process of an opponent that does not come to an end is killed."""

SUGGEST, PRESENT, VERDICT, ABSENT, REVIEW = range(5)
"""The order in which tasks get a process when all are busy: a suggestion, which somebody waits
for; then opponents of tables where people are; what the coach will say of a decision that
somebody may look at; the other opponents; and reviews.
"""

WEAKER: Final = 2.0
"""Seconds of waiting for a process after which an opponent takes fewer rollouts."""

EASY: Final = 5.0
"""Seconds of waiting after which it decides by rules of thumb."""

SUGGESTION: Final = 1.2
"""Seconds after which a suggestion is asked to come to an end: somebody waits for it."""

SAID: Final = 0.6
"""The same for what the coach says, which is worked out at many decisions."""

PROMPT: Final = 2.2
"""Seconds after the request in which a suggestion and its reason end, waiting included."""

BACK: Final = 0.15
"""Seconds of these that are left for sending a reason back: a late one is not shown."""

LEAST: Final = 0.2
"""The fewest seconds for a suggestion, however long it has waited."""

KEPT: Final = 2000
"""How many answers are remembered."""

T = TypeVar("T")

_encoder = msgspec.json.Encoder(order="deterministic")

_log = logging.getLogger(__name__)


class Chooser(Protocol):
    """An opponent, as `rules.opponents.choose`. Picklable."""

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
    """What an opponent does, in a worker.

    Its guard ends the thought when the time is over, or nobody waits for it any more. One
    that has waited for a process for long, since `asked` by the clock of the machine, plays
    more weakly: its table waits too.
    """
    level = after_waiting(level, monotonic() - asked)
    return choose(game, level, view, decision, rng, guard=_within(THOUGHT))


def after_waiting(level: str, seconds: float) -> str:
    """The level at which an opponent plays after waiting so many seconds for a process."""
    if seconds >= EASY:
        return EASIEST
    if seconds >= WEAKER:
        return LEVELS[max(LEVELS.index(level) - 1, 0)]
    return level


def advise(
    game: str, view: Any, decision: Decision, rng: Random, asked: float, seconds: float
) -> Advice:
    """What the strongest level would do in a person's place, worked out in a worker.

    It takes at most `seconds`, and fewer if it has waited for a process since it was `asked`
    for, by the clock of the machine.
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
    """Why the first of two options is better, in a worker; None: there is no time for it."""
    guard = _within(PROMPT - BACK - (monotonic() - asked))
    better, than = options
    return why(ADVISERS[game], view, decision, rng, better=better, than=than, guard=guard)


def _within(seconds: float) -> Guard:
    """A guard that ends a search after so long, or when nobody waits for it any more."""
    until = monotonic() + seconds

    def guard() -> bool:
        return unwanted() or monotonic() >= until

    return guard


class Thinking:
    """Asks opponents. In the same position of a game each does the same again."""

    def __init__(self, workers: Workers, choose: Chooser) -> None:
        """Nothing is asked yet.

        Args:
            workers: where opponents think; nothing that people wait for runs there.
            choose: what an opponent does.
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
        """What an opponent of a level does.

        If it fails or hangs, the easiest level decides in its place, and if that fails too any
        option is taken: a game never stalls. Cancelling this call ends the thought.

        Args:
            game: what is played.
            level: as stored.
            view: the game as the deciding seat may know it.
            decision: what it must decide.
            secret: of this very game, so that nobody can predict its chance.
            present: whether people are at the table: such tables come first.

        Raises:
            WorkerFailed: the process of the easiest level hung or died, so what it would do is
                not known.
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

        It is the same in the same position of a game, and its chance is not that of opponents.
        A person who waits for it gets the reason as well, if that is known in time.

        Args:
            game: what is played.
            view: the game as the deciding seat may know it.
            decision: what it must decide.
            secret: of this very game, so that nobody can predict its chance.
            asked: whether the person waits for it; if not, it is worked out ahead.

        Raises:
            KeyError: nobody advises in that game.
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
            # If another call was faster, its answer counts: everybody is told the same.
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
            _log.error("no reason for what is suggested in %s: %r", game, error)
            return None

    def advice(self, view: Any, decision: Decision, secret: bytes) -> Advice | None:
        """What is known already about a decision, and needs no thought."""
        seed = seed_of(secret, view, decision, b"advice")
        return self._advised.get(seed) or self._unsure.get(seed)

    async def review(self, run: Callable[..., T], *asked: Any) -> T:
        """A piece of a review, once nobody else thinks.

        Raises:
            WorkerFailed: the process of the worker hung or died.
        """
        limit = Limit(LIMITS["master"], rank=REVIEW)
        return await self._workers.run_within(limit, run, *asked)

    async def _new(
        self, game: str, level: str, view: Any, decision: Decision, seed: bytes, rank: int
    ) -> Action:
        """The answer of the level; without one, of the easiest level; without one, any option.

        Raises:
            WorkerFailed: the process of the worker hung or died.
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
                _log.error("opponent %s of %s gave no answer: %r", each, game, error)
            except Exception as error:  # noqa: BLE001 - whatever it is, the game goes on
                fault = "opponent %s of %s gave no answer: %r"
                _log.error(fault, each, game, error, exc_info=error)
            else:
                if found is not None:
                    return found
                _log.error("opponent %s of %s chose what is no option", each, game)
        return _random(seed).choice(decision.options)

    def _played(self, level: str) -> str:
        """The level that is played for a stored one; an unknown one is logged once."""
        played = levels.known(level)
        if played != level and level not in self._unknown:
            self._unknown.add(level)
            _log.error("nobody plays at level %r: such opponents play at %s", level, played)
        return played


def seed_of(secret: bytes, view: Any, decision: Decision, use: bytes = b"") -> bytes:
    """The seed of an opponent's chance: the same in the same position of a game.

    So nobody learns anything new of it by undoing actions. Each game has a secret, and each
    `use` has other chance.
    """
    seen = _encoder.encode((view, decision))
    return hashlib.blake2b(seen, key=secret, digest_size=16, person=use).digest()


def _random(seed: bytes) -> Random:
    return Random(seed)  # noqa: S311 - nobody can tell it without the secret
