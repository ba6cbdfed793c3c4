"""Ratings of the people of a server, by openskill, from nothing but stored results."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterable
from copy import deepcopy
from statistics import fmean
from typing import Final, TypeAlias

import msgspec
from cachetools import LRUCache
from openskill.models import PlackettLuce, PlackettLuceRating

from bot.background.workers import Workers
from bot.store.rows import ResultRow, ResultSeatRow, UserId
from bot.tables.results import seats, won

START: Final = 1000
"""The rating before the first game."""

SCALE: Final = 40
"""By what openskill's own figures are multiplied, so that whole numbers tell enough."""

LISTED_FROM: Final = 5
"""After so many counted games a person stands in the table of a server."""

KEPT: Final = 64
"""For how many servers, or kinds of game on them, ratings stay in memory."""

_MODEL: Final = PlackettLuce()
_Player: TypeAlias = str
"""Who is rated: a person, or all opponents of a level in one kind of game."""

_encoder = msgspec.json.Encoder()


class Rated(msgspec.Struct, frozen=True):
    """The rating of a person.

    Attributes:
        name: as it was at the latest counted game.
        rating: the present one.
        games, wins: how many games count for it, and how many of them were won.
        course: after each of these games the number of counted games on the server so
            far, and the rating then.
    """

    user: UserId
    name: str
    rating: int
    games: int
    wins: int
    course: tuple[tuple[int, int], ...]


class _Course:
    """What is known of a person so far."""

    def __init__(self) -> None:
        self.name = ""
        self.wins = 0
        self.steps: list[tuple[int, int]] = []


def rated(results: Iterable[ResultRow]) -> tuple[Rated, ...]:
    """The ratings of all people after these results, the best first.

    Each counted game is one match of all its seats; equal places are ties. Neither the
    order of the seats nor anything but the results counts.

    Args:
        results: of one server, in the order in which the games ended.
    """
    ratings: dict[_Player, PlackettLuceRating] = defaultdict(_MODEL.rating)
    courses: dict[UserId, _Course] = defaultdict(_Course)
    for number, result in enumerate(filter(counts, results), start=1):
        _rate(ratings, result)
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
    """Whether a result counts for ratings: two people at least, and nothing left it out."""
    people = sum(each.level is None for each in _competing(result))
    return people >= 2 and result.ending != "agreed" and not result.taken_back


def _competing(result: ResultRow) -> list[ResultSeatRow]:
    return [each for each in result.seats if each.counted != "not"]


def _player(result: ResultRow, each: ResultSeatRow) -> _Player:
    """Whom a row rates. A person who is not known any more is a new one in each game."""
    if each.user is not None:
        return f"person {each.user}"
    if each.level is not None:
        return f"opponent {result.title} {each.level}"
    return f"unknown {result.game} {each.seat} {each.holder}"


def _rate(ratings: dict[_Player, PlackettLuceRating], result: ResultRow) -> None:
    """Put the ratings after one match in the place of those before it.

    Opponents of one level share a rating: the mean of what each of them would get.
    """
    # Sorted, so that the last digits do not depend on who sat where.
    match = sorted((_rank(result, each), _player(result, each)) for each in _competing(result))
    # A copy for each seat: openskill would take one object for one seat and change it twice.
    teams = [[deepcopy(ratings[who])] for _, who in match]
    after = _MODEL.rate(teams, [rank for rank, _ in match])
    new: dict[_Player, list[PlackettLuceRating]] = defaultdict(list)
    for (_, who), (rating,) in zip(match, after, strict=True):
        new[who].append(rating)
    for who, each in new.items():
        mu, sigma = fmean(one.mu for one in each), fmean(one.sigma for one in each)
        ratings[who] = _MODEL.rating(mu, sigma)


def _rank(result: ResultRow, each: ResultSeatRow) -> float:
    """The place that counts; behind all others for who left for good."""
    last = seats(result) + 1
    return float(last if each.counted == "last" else each.place or last)


def _shown(rating: PlackettLuceRating) -> int:
    """A rating as people read it: what a person can do at least, most likely."""
    return round(rating.ordinal(alpha=SCALE, target=START))


class Ratings:
    """Computes ratings in a worker, and keeps them until one of the results changes."""

    def __init__(self, workers: Workers) -> None:
        """Nothing is known yet."""
        self._workers = workers
        self._kept: LRUCache[bytes, tuple[Rated, ...]] = LRUCache(KEPT)

    async def of(self, results: tuple[ResultRow, ...]) -> tuple[Rated, ...]:
        """The ratings after these results, as `rated` has them. Raises: WorkerFailed."""
        key = hashlib.blake2b(_encoder.encode(results), digest_size=16).digest()
        if key not in self._kept:
            self._kept[key] = await self._workers.run(rated, results)
        return self._kept[key]
