"""The report on games with one number of seats, as a value and in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from statistics import fmean, pstdev

import msgspec

from bot.host.simulate.games import Playthrough
from bot.host.simulate.intervals import of_mean
from bot.host.simulate.tables import (
    FAILS,
    Mean,
    PlayerRow,
    Result,
    Share,
    Tables,
    Verdict,
    results_of,
    tables,
    won_by,
)
from rules.analysis import Targets


class Outcome(msgspec.Struct, frozen=True, kw_only=True):
    """How one seat, or one player, fared: points, their deviation, and victories.

    Attributes:
        mean_low, mean_high, win_low, win_high: the intervals.
    """

    mean: float
    mean_low: float
    mean_high: float
    spread: float
    win_share: float
    win_low: float
    win_high: float


class SimulationReport(msgspec.Struct, frozen=True, kw_only=True):
    """What the games showed. Points are final; shared victories count as fractions.

    Attributes:
        decisions_per_second: actions taken per second, computer players' thinking included.
        dead_ends: games that got stuck; of the figures below they count only in `actions`.
        mean_score: over all seats of all games; `spread` is the standard deviation.
        unwon: the share of games that nobody won: the game itself beat its player.
        by_setup: the same as `by_seat`, by the table options asked for.
        scores_by_source: mean points of a seat by line of the score.
        actions: how often a seat takes each kind of action in a game.
        tables: what `--report` prints.
    """

    seats: int
    games: int
    decisions_per_second: float
    dead_ends: int
    mean_score: float
    spread: float
    winner_mean: float
    win_share_by_seat: tuple[float, ...]
    by_seat: tuple[Outcome, ...]
    by_player: dict[str, Outcome]
    by_setup: dict[str, Outcome]
    unwon: float
    scores_by_source: dict[str, float]
    actions: dict[str, float]
    tables: Tables


def summed(
    played: Sequence[Playthrough], seats: int, seconds: float, targets: Targets | None = None
) -> SimulationReport:
    """The report on games that took `seconds` together."""
    overs = [game.over for game in played if game.over]
    results = list(results_of(played))
    acted: Counter[str] = Counter()
    for game in played:
        acted.update(game.acted)
    points: Counter[str] = Counter()
    for line in (line for over in overs for seat in over.lines for line in seat):
        points[line.source] += line.points
    by_seat = tuple(
        _outcome([result for result in results if result.seat == seat]) for seat in range(seats)
    )
    totals = [result.points for result in results]
    return SimulationReport(
        seats=seats,
        games=len(played),
        decisions_per_second=round(acted.total() / seconds, 1) if seconds else 0.0,
        dead_ends=sum(game.stuck is not None for game in played),
        mean_score=_average(totals),
        spread=_spread(totals),
        winner_mean=_average(
            [max(over.totals[seat] for seat in over.winners) for over in overs if over.winners]
        ),
        win_share_by_seat=tuple(outcome.win_share for outcome in by_seat),
        by_seat=by_seat,
        by_player={
            player: _outcome([result for result in results if result.player == player])
            for player in sorted({player for game in played for player in game.players})
        },
        by_setup={
            setup: _outcome([r for r in results if spelled_setup(r.game.setup) == setup])
            for setup in dict.fromkeys(spelled_setup(game.setup) for game in played)
            if setup
        },
        unwon=_average([float(not over.winners) for over in overs]),
        scores_by_source=_each(points, len(results)),
        actions=_each(acted, len(played) * seats),
        tables=tables(played, seats, targets or Targets()),
    )


def spelled_setup(setup: Mapping[str, str]) -> str:
    """The table options that were asked for, in a line."""
    return ", ".join(f"{key} {value}" for key, value in setup.items())


def _outcome(results: Sequence[Result]) -> Outcome:
    points = [result.points for result in results]
    mean, (won, wins) = of_mean(points), won_by(results)
    return Outcome(
        mean=_average(points),
        mean_low=round(mean.low, 2),
        mean_high=round(mean.high, 2),
        spread=_spread(points),
        win_share=round(won, 3),
        win_low=round(wins.low, 3),
        win_high=round(wins.high, 3),
    )


def _average(values: Sequence[float]) -> float:
    return round(fmean(values), 3) if values else 0.0


def _spread(values: Sequence[float]) -> float:
    return round(pstdev(values), 2) if values else 0.0


def _each(counts: Counter[str], among: int) -> dict[str, float]:
    """The counts, the most frequent first, each divided by `among`."""
    return {what: round(count / among, 2) for what, count in counts.most_common() if among}


# ---------------------------------------------------------------- in words


def spelled(report: SimulationReport) -> str:
    """The short report for a reader at a terminal."""
    speed = f"{report.decisions_per_second:,.0f} decisions a second"
    lines = [
        f"{report.games} games, {speed}, {report.dead_ends} dead ends",
        f"winners: mean {report.winner_mean:.1f}",
        f"all: mean {report.mean_score:.1f}, spread {report.spread:.1f}",
        *(_row(f"seat {seat + 1}", outcome) for seat, outcome in enumerate(report.by_seat)),
        *(_row(player, outcome) for player, outcome in report.by_player.items()),
        *(_row(setup, outcome) for setup, outcome in report.by_setup.items()),
        *([f"nobody won: {report.unwon:.1%}"] if report.unwon else []),
        "points per seat: " + _listed(report.scores_by_source),
        "actions per seat: " + _listed(report.actions),
    ]
    return "\n".join(lines)


def _row(who: str, outcome: Outcome) -> str:
    mean = f"{outcome.mean:5.1f} [{outcome.mean_low:.1f}–{outcome.mean_high:.1f}]"
    wins = f"{outcome.win_share:6.1%} [{outcome.win_low:.1%}–{outcome.win_high:.1%}]"
    return f"  {who:<10} mean {mean}, spread {outcome.spread:4.1f}, wins {wins}"


def _listed(figures: dict[str, float]) -> str:
    return ", ".join(f"{what} {figure:.2f}" for what, figure in figures.items())


def spelled_tables(found: Tables) -> str:
    """The tables of `--report`; those that have nothing to say are left out."""
    parts = [
        _table(
            "Seats, from the first player of round 1",
            ("seat", "points", "wins", "95 %", "par", "games", ""),
            [(str(row.order), f"{row.mean:.1f}", *_wins(row.wins)) for row in found.seats],
        ),
        "Winners: " + " ".join(filter(None, _mean(found.winners))),
        _table(
            "Points by line of the score",
            ("line", "winners", "others", "difference", "95 %", ""),
            [
                (row.source, f"{row.winners:.1f}", f"{row.others:.1f}", *_mean(row.difference))
                for row in found.sources
            ],
        ),
        _table(
            "Actions by kind",
            ("kind", "per seat", "share", "95 %", ""),
            [
                (row.kind, f"{row.each:.2f}", *_shown(row.taken), _verdict(row.taken.verdict))
                for row in found.kinds
            ],
        ),
        _table(
            "Owners, at the end or until used up; all intervals hold at once",
            ("sort", "component", "points", "wins", "95 %", "par", "owners", ""),
            [(r.group, r.id, f"{r.mean:.1f}", *_wins(r.wins)) for r in found.owners],
        ),
        _players("One route only", found.routes),
        _players("Against the game itself", found.rival),
        "Targets missed: " + (", ".join(found.failed) or "none"),
    ]
    return "\n\n".join(part for part in parts if part)


def _players(title: str, rows: Sequence[PlayerRow]) -> str:
    return _table(
        title,
        ("player", "level", "points", "wins", "95 %", "par", "games", ""),
        [(row.player, row.level, f"{row.mean:.1f}", *_wins(row.wins)) for row in rows],
    )


def _wins(wins: Share) -> tuple[str, ...]:
    par = "" if wins.par is None else f"{wins.par:.1%}"
    return *_shown(wins), par, f"{wins.of:,}", _verdict(wins.verdict)


def _shown(share: Share) -> tuple[str, str]:
    return f"{share.share:.1%}", f"{share.low:.1%}–{share.high:.1%}"


def _mean(mean: Mean) -> tuple[str, str, str]:
    return f"{mean.mean:.1f}", f"{mean.low:.1f} to {mean.high:.1f}", _verdict(mean.verdict)


def _verdict(verdict: Verdict | None) -> str:
    """The last column; what fails stands out."""
    return FAILS.upper() if verdict == FAILS else verdict or ""


def _table(title: str, header: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    """Columns as wide as they must be: words aligned left, figures right."""
    lines = [header, *rows]
    if len(lines) == 1:
        return ""
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    words = [header.index(name) for name in header if name in _WORDS]
    spelled_out = [
        "  ".join(
            cell.ljust(width) if index in words else cell.rjust(width)
            for index, (cell, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in lines
    ]
    return "\n".join([title, *(f"  {line}" for line in spelled_out)])


_WORDS = {"line", "kind", "sort", "component", "player", "level", ""}
"""The columns that hold words."""
