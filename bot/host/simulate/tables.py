"""The tables of a report: seats, scores, actions, owners, routes, the game itself.

A row has a verdict where its game's analysis has a target for it: it fails, holds, or is open
until more games decide.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from statistics import fmean
from typing import Final, Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from bot.host.simulate.games import ROUTE, Playthrough
from bot.host.simulate.intervals import Interval, of_mean, of_share
from rules.analysis import Component, Targets
from rules.contract import Seat

Verdict: TypeAlias = Literal["fails", "holds", "open"]
FAILS: Final = "fails"


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """How one seat of a game fared.

    Attributes:
        order: its position from the first player of the first round, from 0.
        won: its share of the victory.
    """

    seat: Seat
    order: int
    player: str
    points: int
    won: float
    game: Playthrough


class Share(msgspec.Struct, frozen=True, kw_only=True):
    """A share of `of` cases and its interval, from 0 to 1."""

    of: int
    share: float
    low: float
    high: float
    par: float | None = None
    verdict: Verdict | None = None


class Mean(msgspec.Struct, frozen=True, kw_only=True):
    """Mean points, or a difference of two means, and its interval."""

    mean: float
    low: float
    high: float
    verdict: Verdict | None = None


class SeatRow(msgspec.Struct, frozen=True):
    """A place in the order of the first round, from 1."""

    order: int
    mean: float
    wins: Share


class SourceRow(msgspec.Struct, frozen=True):
    """A line of the score: mean points of winners and others, and the difference."""

    source: str
    winners: float
    others: float
    difference: Mean


class KindRow(msgspec.Struct, frozen=True):
    """A kind of action: how often a seat takes it in a game, and its share of all."""

    kind: str
    each: float
    taken: Share


class OwnerRow(msgspec.Struct, frozen=True):
    """A component: the players who owned it at the end or used it up."""

    group: str
    id: str
    mean: float
    wins: Share


class PlayerRow(msgspec.Struct, frozen=True):
    """A player who follows a route, or one who plays the game itself at a level."""

    player: str
    mean: float
    wins: Share
    level: str = ""


class Tables(msgspec.Struct, frozen=True, kw_only=True):
    """All tables; `failed` names the rows that fail."""

    seats: tuple[SeatRow, ...]
    winners: Mean
    sources: tuple[SourceRow, ...]
    kinds: tuple[KindRow, ...]
    owners: tuple[OwnerRow, ...]
    routes: tuple[PlayerRow, ...]
    rival: tuple[PlayerRow, ...]
    failed: tuple[str, ...]


def results_of(played: Iterable[Playthrough]) -> Iterator[Result]:
    """One result for each seat of each game that ended."""
    for game in played:
        over = game.over
        if over is None:
            continue
        seats = len(game.players)
        for seat, (player, total) in enumerate(zip(game.players, over.totals, strict=True)):
            yield Result(
                seat=seat,
                order=(seat - game.first) % seats,
                player=player,
                points=total,
                won=1 / len(over.winners) if seat in over.winners else 0.0,
                game=game,
            )


def tables(played: Sequence[Playthrough], seats: int, targets: Targets) -> Tables:
    """The tables of games with one number of seats."""
    results = list(results_of(played))
    by_order = _seats(results, seats, targets)
    winners = _winners(played, seats, targets)
    sources = tuple(_sources(results, seats, targets))
    kinds = tuple(_kinds(played, seats, targets))
    owners = tuple(_owners(results, seats, targets))
    routes = tuple(_routes(results, seats, targets))
    rival = tuple(_rival(results, seats, targets))
    failed = (
        *(f"seat {row.order}" for row in by_order if row.wins.verdict == FAILS),
        *(["mean of the winners"] if winners.verdict == FAILS else []),
        *(f"line {row.source}" for row in sources if row.difference.verdict == FAILS),
        *(f"action {row.kind}" for row in kinds if row.taken.verdict == FAILS),
        *(f"{row.group} {row.id}" for row in owners if row.wins.verdict == FAILS),
        *(f"route {row.player}" for row in routes if row.wins.verdict == FAILS),
        *(f"{row.level} against {row.player}" for row in rival if row.wins.verdict == FAILS),
    )
    return Tables(
        seats=by_order,
        winners=winners,
        sources=sources,
        kinds=kinds,
        owners=owners,
        routes=routes,
        rival=rival,
        failed=failed,
    )


def won_by(results: Sequence[Result], intervals: int = 1) -> tuple[float, Interval]:
    """The share of victories of some seats, and its interval."""
    won = sum(result.won for result in results)
    among = len(results)
    return won / among if among else 0.0, of_share(won, among, intervals)


def _wins(
    results: Sequence[Result],
    par: float | None = None,
    within: tuple[float, float] | None = None,
    intervals: int = 1,
) -> Share:
    """A share of victories; it fails wholly outside `within`, in percentage points from par."""
    share, interval = won_by(results, intervals)
    verdict = None
    if within is not None and par is not None:
        below, above = within
        verdict = _judged(interval, par + below / 100, par + above / 100)
    return _share(len(results), share, interval, par, verdict)


def _judged(interval: Interval, low: float, high: float) -> Verdict:
    """Wholly outside, an interval fails; wholly inside, it holds."""
    if interval.high < low or interval.low > high:
        return "fails"
    return "holds" if low <= interval.low and interval.high <= high else "open"


def _kept(*, kept: bool) -> Verdict:
    """The verdict where the figure itself decides."""
    return "holds" if kept else "fails"


def _share(
    among: int, share: float, interval: Interval, par: float | None, verdict: Verdict | None
) -> Share:
    return Share(
        of=among,
        share=round(share, 4),
        low=round(interval.low, 4),
        high=round(interval.high, 4),
        par=None if par is None else round(par, 4),
        verdict=verdict,
    )


def _points(results: Sequence[Result]) -> float:
    return round(fmean(result.points for result in results), 2) if results else 0.0


def _seats(results: Sequence[Result], seats: int, targets: Targets) -> tuple[SeatRow, ...]:
    within = None if targets.seat is None or seats == 1 else (-targets.seat, targets.seat)
    rows = []
    for order in range(seats):
        here = [result for result in results if result.order == order]
        rows.append(SeatRow(order + 1, _points(here), _wins(here, _par(seats), within)))
    return tuple(rows)


def _par(seats: int) -> float | None:
    """The share that everyone would win if all were equal; None for a single player."""
    return 1 / seats if seats > 1 else None


def _winners(played: Sequence[Playthrough], seats: int, targets: Targets) -> Mean:
    """The points with which games are won; several winners of a game count once."""
    overs = [game.over for game in played if game.over and game.over.winners]
    values = [over.totals[over.winners[0]] for over in overs]
    mean = fmean(values) if values else 0.0
    verdict = None
    if targets.winners and seats > 1 and values:
        low, high = targets.winners
        verdict = _kept(kept=low <= mean <= high)
    return _mean(mean, of_mean(values), verdict)


def _mean(mean: float, interval: Interval, verdict: Verdict | None) -> Mean:
    low, high = round(interval.low, 2), round(interval.high, 2)
    return Mean(mean=round(mean, 2), low=low, high=high, verdict=verdict)


def _sources(results: Sequence[Result], seats: int, targets: Targets) -> Iterator[SourceRow]:
    """Winners and others line by line."""
    points: dict[str, tuple[list[int], list[int]]] = defaultdict(lambda: ([], []))
    for result in results:
        over = result.game.over
        for line in over.lines[result.seat] if over else ():
            points[line.source][0 if result.won else 1].append(line.points)
    for source, (winners, others) in points.items():
        means = [fmean(values) if values else 0.0 for values in (winners, others)]
        most = targets.lines.get(source) if seats > 1 and winners and others else None
        difference = means[0] - means[1]
        verdict = None if most is None else _kept(kept=abs(difference) <= most)
        row = _mean(difference, _difference(winners, others), verdict)
        yield SourceRow(source, round(means[0], 2), round(means[1], 2), row)


def _difference(first: Sequence[int], second: Sequence[int]) -> Interval:
    """The interval of the difference of two means."""
    one, other = of_mean(first), of_mean(second)
    middle = (one.low + one.high - other.low - other.high) / 2
    half = (((one.high - one.low) / 2) ** 2 + ((other.high - other.low) / 2) ** 2) ** 0.5
    return Interval(middle - half, middle + half)


def _kinds(played: Sequence[Playthrough], seats: int, targets: Targets) -> Iterator[KindRow]:
    """What was done; the target is for the share itself, as there are thousands of actions."""
    taken: Counter[str] = Counter()
    ended = [game for game in played if game.over]
    for game in ended:
        taken.update(game.kinds)
    total = taken.total()
    for kind, count in taken.items():
        share = count / total if total else 0.0
        asked = targets.kind is not None and seats > 1 and total
        verdict = _kept(kept=share * 100 >= (targets.kind or 0)) if asked else None
        row = _share(total, share, of_share(count, total), None, verdict)
        yield KindRow(kind, round(count / len(ended) / seats, 2), row)


def _owners(results: Sequence[Result], seats: int, targets: Targets) -> Iterator[OwnerRow]:
    """Owners of each component; all intervals hold at once."""
    owners: dict[Component, list[Result]] = defaultdict(list)
    for result in results:
        for component in result.game.owned[result.seat] if result.game.owned else ():
            owners[component].append(result)
    par = sum(result.won for result in results) / len(results) if results else 0.0
    within = targets.owner if seats > 1 else None
    for component, had in sorted(owners.items()):
        wins = _wins(had, par, within, intervals=len(owners))
        yield OwnerRow(component.group, component.id, _points(had), wins)


def _routes(results: Sequence[Result], seats: int, targets: Targets) -> Iterator[PlayerRow]:
    """Players who follow one route; the target is for the only one of them in a game."""
    for player in sorted({result.player for result in results if ROUTE in result.player}):
        here = [result for result in results if result.player == player]
        wins = _wins(here, _par(seats))
        alone = all(sum(ROUTE in p for p in result.game.players) == 1 for result in here)
        if targets.route is not None and seats == targets.route_seats and alone:
            most = targets.route / 100
            wins = replace(wins, verdict=_judged(Interval(wins.low, wins.high), 0.0, most))
        yield PlayerRow(player, _points(here), wins)


def _rival(results: Sequence[Result], seats: int, targets: Targets) -> Iterator[PlayerRow]:
    """How often its only player beats the game itself, at each of its levels."""
    target = targets.rival
    if target is None or seats > 1:
        return
    fallen: dict[tuple[str, str], list[Result]] = defaultdict(list)
    for result in results:
        known = next(iter(target.shares.values()), {})
        level = result.game.setup.get(target.option) or next(iter(known), "")
        fallen[result.player, level].append(result)
    for (player, level), here in fallen.items():
        wanted = target.shares.get(player, {}).get(level)
        wins = _wins(here, None if wanted is None else wanted / 100)
        if wanted is not None:
            kept = abs(wins.share * 100 - wanted) <= target.within
            enough = len(here) >= target.games
            wins = replace(wins, verdict=_kept(kept=kept) if enough else "open")
        yield PlayerRow(player, _points(here), wins, level)
