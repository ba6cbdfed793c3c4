"""Ratings of a server's people, computed by openskill from stored results alone."""

from __future__ import annotations

import hashlib
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Mapping
from copy import deepcopy
from itertools import combinations
from statistics import fmean
from typing import Final, TypeAlias

import msgspec
from cachetools import LRUCache
from openskill.models import PlackettLuce, PlackettLuceRating

from bot.background.workers import Workers
from bot.store.result_rows import ResultRow, ResultSeatRow
from bot.store.rows import UserId
from bot.tables.core.results import seats, won

START: Final = 1000
"""The rating before the first game."""

SCALE: Final = 40
"""openskill's own figures are multiplied by this, so that whole numbers are fine enough."""

LISTED_FROM: Final = 5
"""How many counted games a person needs to be listed in a server's ratings."""

KEPT: Final = 64
"""The most servers, or kinds of game on them, whose ratings stay in memory."""

REPEATED_WITHIN: Final = 30 * 24 * 3600.0
"""Seconds within which another game between the same two people counts less."""

_MODEL: Final = PlackettLuce()
_Player: TypeAlias = str
"""A rated player: a person, or all computer players of a level in one kind of game."""
_UNKNOWN: Final = 0
"""All people whose accounts are unknown now: for repeated games they count as one person."""

_encoder = msgspec.json.Encoder()


class Rated(msgspec.Struct, frozen=True):
    """The rating of a person.

    Attributes:
        name: as it was at the latest counted game.
        rating: the current one.
        games, wins: how many games count for it, and how many of them were won.
        course: for each of these games, the number of counted games on the server up to
            it, and the rating after it.
    """

    user: UserId
    name: str
    rating: int
    games: int
    wins: int
    course: tuple[tuple[int, int], ...]


class _Course:
    """What is known about a person so far."""

    def __init__(self) -> None:
        self.name = ""
        self.wins = 0
        self.steps: list[tuple[int, int]] = []


def rated(results: Iterable[ResultRow]) -> tuple[Rated, ...]:
    """The ratings of all people after these results, the best first.

    Each counted game is one match of all its seats; equal places are ties. Only the results
    count, not the order of the seats. The more games the same people have played within thirty
    days, the less another one weighs.

    Args:
        results: those of one server, in the order in which the games ended.
    """
    ratings: dict[_Player, PlackettLuceRating] = defaultdict(_MODEL.rating)
    courses: dict[UserId, _Course] = defaultdict(_Course)
    met = _Meetings()
    for number, result in enumerate(filter(counts, results), start=1):
        _rate(ratings, result, met.weights(result))
        for each in _competing(result):
            if each.user is not None:
                course = courses[each.user]
                course.name = each.name
                course.wins += won(each)
                course.steps.append((number, _shown(ratings[_player(result, each)])))
    found = [
        Rated(
            user=user,
            name=course.name,
            rating=course.steps[-1][1],
            games=len(course.steps),
            wins=course.wins,
            course=tuple(course.steps),
        )
        for user, course in courses.items()
    ]
    return tuple(sorted(found, key=lambda each: (-each.rating, each.user)))


def counts(result: ResultRow) -> bool:
    """Whether a result counts for ratings.

    It does if at least two people competed, they did not agree to end the game, and nobody
    alone undid what was not theirs.
    """
    people = sum(each.level is None for each in _competing(result))
    return people >= 2 and result.ending != "agreed" and not result.taken_back


def _competing(result: ResultRow) -> list[ResultSeatRow]:
    return [each for each in result.seats if each.counted != "not"]


def _player(result: ResultRow, each: ResultSeatRow) -> _Player:
    """The player that a row rates. A person who is now unknown is a new player in each game."""
    if each.user is not None:
        return f"person {each.user}"
    if each.level is not None:
        return f"opponent {result.title} {each.level}"
    return f"unknown {result.game} {each.seat} {each.holder}"


class _Meetings:
    """When each pair of people played counted games together."""

    def __init__(self) -> None:
        self._at: dict[tuple[UserId, UserId], list[float]] = defaultdict(list)

    def weights(self, result: ResultRow) -> dict[_Player, float]:
        """How much a game changes each player's rating; the game is remembered from now on.

        With one other person, the first game in thirty days weighs 1, the next a half, then a
        third. With several people it is the mean of these; for a computer player it is the mean
        over all people.
        """
        people = [each for each in _competing(result) if each.level is None]
        shares: dict[_Player, list[float]] = defaultdict(list)
        pairs = dict[tuple[UserId, UserId], float]()
        for a, b in combinations(people, 2):
            pair = _pair(a, b)
            pairs[pair] = 1 / (1 + self._games(pair, result.ended))
            shares[_player(result, a)].append(pairs[pair])
            shares[_player(result, b)].append(pairs[pair])
        for pair in pairs:
            self._at[pair].append(result.ended)
        found = {who: fmean(each) for who, each in shares.items()}
        mean = fmean(found.values())
        others = (each for each in _competing(result) if each.level is not None)
        return found | {_player(result, each): mean for each in others}

    def _games(self, pair: tuple[UserId, UserId], ended: float) -> int:
        """How many games two people have played in the thirty days before."""
        at = self._at[pair]
        return len(at) - bisect_left(at, ended - REPEATED_WITHIN)


def _pair(a: ResultSeatRow, b: ResultSeatRow) -> tuple[UserId, UserId]:
    first, second = sorted((a.user or _UNKNOWN, b.user or _UNKNOWN))
    return first, second


def _rate(
    ratings: dict[_Player, PlackettLuceRating],
    result: ResultRow,
    weights: Mapping[_Player, float],
) -> None:
    """Replace the ratings before one match with those after it.

    Computer players of one level share a rating: the mean of what each of them would get.

    Args:
        ratings: those of everyone so far.
        result: the match.
        weights: how far each rating moves from the old one to the new one; 1: all the way.
    """
    # Sorted, so that the last digits do not depend on who sat where.
    match = sorted((_rank(result, each), _player(result, each)) for each in _competing(result))
    # A copy for each seat: openskill would treat one object as one seat and change it twice.
    teams = [[deepcopy(ratings[who])] for _, who in match]
    after = _MODEL.rate(teams, [rank for rank, _ in match])
    new: dict[_Player, list[PlackettLuceRating]] = defaultdict(list)
    for (_, who), (rating,) in zip(match, after, strict=True):
        new[who].append(rating)
    for who, each in new.items():
        mu, sigma = fmean(one.mu for one in each), fmean(one.sigma for one in each)
        old, w = ratings[who], weights[who]
        ratings[who] = _MODEL.rating(w * mu + (1 - w) * old.mu, w * sigma + (1 - w) * old.sigma)


def _rank(result: ResultRow, each: ResultSeatRow) -> float:
    """The place that counts; a person who left for good comes behind all others."""
    last = seats(result) + 1
    return float(last if each.counted == "last" else each.place or last)


def _shown(rating: PlackettLuceRating) -> int:
    """A rating as people read it: a cautious estimate of what a person can do."""
    return round(rating.ordinal(alpha=SCALE, target=START))


class Ratings:
    """Computes ratings in a worker, and keeps them until one of the results changes."""

    def __init__(self, workers: Workers) -> None:
        """Nothing is known yet."""
        self._workers = workers
        self._kept: LRUCache[bytes, tuple[Rated, ...]] = LRUCache(KEPT)

    async def of(self, results: tuple[ResultRow, ...]) -> tuple[Rated, ...]:
        """The ratings after these results, as `rated` computes them.

        Raises:
            WorkerFailed: the worker's process hung or died.
        """
        key = hashlib.blake2b(_encoder.encode(results), digest_size=16).digest()
        if key not in self._kept:
            self._kept[key] = await self._workers.run(rated, results)
        return self._kept[key]
