"""Why one option is better than another: both are played on in the same worlds.

A reason reports what happened there and how often: points by the lines of the score, things,
and what was acquired within the round. It may illustrate the advice but never overrules it:
where the positions played on speak against the option, points are not mentioned.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import inf, sqrt
from random import Random
from statistics import fmean, stdev
from typing import Any, Final, TypeAlias

import msgspec
from msgspec.structs import asdict, replace

from rules.contract import Action, Decision, Seat, name, path_of
from rules.opponents.advice import ENOUGH, Adviser, Explained
from rules.opponents.search import Guard, imagined, lead, never
from rules.opponents.told import OTHERS, Got, Line, Plan, Telling, Told, Why

LEAST: Final = 0.5
"""The minimum points for a line to be reported."""

LEAST_THINGS: Final = 0.7
"""The minimum difference in things for them to be reported by themselves."""

SURE: Final = 2.0
"""How many standard errors a difference must reach."""

TOGETHER: Final = 0.75
"""The minimum points that a reason must come to in all, whatever it is made of."""

UNPLANNED: Final = 1.4
"""The same where things are included and no plan says what they are for."""

AGAINST: Final = 0.5
"""Without a plan, what speaks against the option may be at most this share of what is for it,
where the worth of things is a guess.
"""

TIMES_LEAD: Final = 2.0
"""Without a plan, a total over so many times the lead is too much: the rest is against it."""

FOR: Final = 3
"""The most lines reported in favour of the option."""

APART: Final = 0.4
"""How much the shares of worlds in which something was acquired must differ."""

MOSTLY: Final = 0.55
"""The minimum share of worlds in which it must come: less often than not is no plan."""


class End(msgspec.Struct, frozen=True):
    """Where one option led in one world.

    Attributes:
        told: what the seat has at the end.
        lead: the lead then, and `others`, what it deducts for the other seats.
        got: what was acquired by the end of the round.
    """

    told: Told
    lead: float
    others: float
    got: frozenset[Got]


Pairs: TypeAlias = Sequence[tuple[End, End]]
"""Where two options led, each pair in one world with the same chance."""


def why(
    adviser: Adviser,
    view: Any,
    decision: Decision,
    rng: Random,
    *,
    better: Action,
    than: Action,
    guard: Guard = never,
) -> Why | None:
    """What one option leads to and another does not.

    None: the game gives no reasons, or there was no time for enough worlds.

    Args:
        adviser: of the game.
        view: the game as the deciding seat may know it.
        decision: what it must decide.
        rng: the source of all chance.
        better: the option.
        than: the other option.
        guard: True ends it between two worlds.
    """
    telling = adviser.telling
    if telling is None:
        return None
    ahead = adviser.ahead(view, decision)
    asked = (telling, ahead, view, decision, rng)
    pairs = played_on(*asked, actions=(better, than), guard=guard)
    if len(pairs) < ENOUGH:
        return None
    return reasoned(telling, ahead, view, decision, rng, pairs=pairs, better=better, than=than)


def reasoned(
    telling: Telling,
    ahead: Explained,
    view: Any,
    decision: Decision,
    rng: Random,
    *,
    pairs: Pairs,
    better: Action,
    than: Action,
) -> Why:
    """What can be reported about two options that have been played on.

    Args:
        telling: what the game reports.
        ahead: what has played them on.
        view: the game as the deciding seat may know it.
        decision: what it must decide.
        rng: the source of all chance.
        pairs: where the options led.
        better: the option.
        than: the other option.
    """
    state, seat = ahead.imagine(view, rng), decision.seat
    known = ahead.told(state, seat).got
    at_once = [ahead.told(ahead.kept(state, seat, each), seat) for each in (better, than)]
    named = {*path_of(better), *path_of(than), *asdict(decision.prompt).values()}
    about = ahead.about(decision, better, than)
    plan = _plan(pairs, telling, known, named, about, at_once[0].got)
    lines = _lines(pairs, telling, at_once, about, planned=plan is not None)
    return Why(
        than=name(than),
        before=fmean(_points(other) for _, other in pairs),
        points=fmean(_points(own) for own, _ in pairs),
        lines=lines,
        # A plan alone would only say what a card is for.
        plan=plan if lines or about is None else None,
        worlds=len(pairs),
    )


def played_on(
    telling: Telling,
    ahead: Explained,
    view: Any,
    decision: Decision,
    rng: Random,
    *,
    actions: tuple[Action, Action],
    guard: Guard = never,
) -> Pairs:
    """Two options played on, in as many worlds as there is time for.

    Args:
        telling: how far.
        ahead: what plays on.
        view: the game as the deciding seat may know it.
        decision: what it must decide.
        rng: the source of all chance.
        actions: the options.
        guard: True ends it between two worlds.
    """
    seat, seats = decision.seat, len(view.seats)
    pairs: list[tuple[End, End]] = []
    for state, until, chance in imagined(ahead, view, rng, telling.worlds):
        if guard():
            break
        ends = []
        for action in actions:
            on = Random(chance)
            near = far = ahead.play_on(ahead.kept(state, seat, action), until, on)
            if telling.until is not None:
                far = ahead.play_on(near, telling.until, on)
            ends.append(end_of(ahead, near, far, seat, seats))
        pairs.append((ends[0], ends[1]))
    return pairs


def end_of(ahead: Explained, near: Any, far: Any, seat: Seat, seats: int) -> End:
    """What a seat has where an option led, and what it had at the end of the round.

    Args:
        ahead: what has played on.
        near: the position at the end of the round.
        far: the position where the option led.
        seat: whose.
        seats: how many there are at the table.
    """
    worths = [ahead.worth(far, each) for each in range(seats)]
    ahead_by, told = lead(worths, seat), ahead.told(far, seat)
    got = told.got if near is far else ahead.told(near, seat).got
    return End(told, ahead_by, worths[seat] - ahead_by, got)


def _points(end: End) -> float:
    return sum(end.told.lines.values())


# -- points and things -------------------------------------------------------------


def _lines(
    pairs: Pairs,
    telling: Telling,
    at_once: Sequence[Told],
    about: frozenset[str] | None,
    *,
    planned: bool,
) -> tuple[Line, ...]:
    """What made the difference: some lines for the option, and one against it.

    Empty where the lead speaks against the option, or the lines are no fair account of it. That
    the others lose is no reason by itself where the seat loses as well. Only the lines that the
    option is `about` can speak for it (None: all).
    """
    mean, error = _lead(pairs)
    if mean <= 0 or mean < SURE * error:
        return ()
    weighed = sorted(_all(pairs, telling, at_once), key=lambda each: -abs(each[0]))
    good = [
        each for each in weighed if each[0] > 0 and (about is None or each[1].what in about)
    ][:FOR]
    bad = [each for each in weighed if each[0] < 0][:1]
    own = any(line.what != OTHERS for _, line in good)
    fair = (own or not bad) and _fair(good, bad, mean, planned=planned)
    return tuple(line for _, line in (*good, *bad)) if fair else ()


Weighed: TypeAlias = Sequence[tuple[float, Line]]
"""Lines, each with the points that it counts for the option."""


def _fair(good: Weighed, bad: Weighed, lead_: float, *, planned: bool) -> bool:
    """Whether the lines come to enough, and to about what the option brings."""
    gain, loss = (abs(sum(points for points, _ in some)) for some in (good, bad))
    total = gain - loss
    if planned:
        return gain >= TOGETHER and total >= 0
    if any(line.thing for _, line in (*good, *bad)):
        return total >= UNPLANNED and loss <= AGAINST * gain and total <= TIMES_LEAD * lead_
    return TOGETHER <= total <= TIMES_LEAD * lead_


def _all(
    pairs: Pairs, telling: Telling, at_once: Sequence[Told]
) -> Iterator[tuple[float, Line]]:
    """Every sure line, with the points that it counts for the option.

    Things that an option gives `at_once` (the better one comes first) are known anyway. What it
    costs is reported all the same, or it would seem to cost nothing.
    """
    for what in (*pairs[0][0].told.lines, OTHERS):
        line = Line(what, _sure(more(pairs, what), LEAST))
        if line.more:
            things = _sure(more(pairs, what, thing=True), 0.0)
            alike = things * line.more > 0
            sign = -1 if what == OTHERS else 1
            yield sign * line.more, replace(line, things=things if alike else 0.0)
    for what, worth in telling.things.items():
        things = _sure(more(pairs, what, thing=True), LEAST_THINGS)
        now, other = (each.things.get(what, 0.0) for each in at_once)
        told = 0 < things <= now - other + LEAST and now > other
        if things and not told:
            yield things * worth, Line(what, things, thing=True)


def more(pairs: Pairs, what: str, *, thing: bool = False) -> list[float]:
    """How much more of something one option has than the other, in each world."""
    if what == OTHERS and not thing:
        return [own.others - other.others for own, other in pairs]
    sides = [[end.told.things if thing else end.told.lines for end in pair] for pair in pairs]
    return [own.get(what, 0.0) - other.get(what, 0.0) for own, other in sides]


def _lead(pairs: Pairs) -> tuple[float, float]:
    """How much higher the lead was, with the standard error."""
    return _mean([own.lead - other.lead for own, other in pairs])


def _sure(sample: Sequence[float], least: float) -> float:
    """The mean of a sample; 0 if it is below `least` or could be chance alone."""
    mean, error = _mean(sample)
    return mean if abs(mean) >= max(least, SURE * error) else 0.0


def _mean(sample: Sequence[float]) -> tuple[float, float]:
    """The mean of a sample and its standard error."""
    error = stdev(sample) / sqrt(len(sample)) if len(sample) > 1 else inf
    return fmean(sample), error


# -- what is got within the round ----------------------------------------------------


def _plan(
    pairs: Pairs,
    telling: Telling,
    known: frozenset[Got],
    named: set[object],
    about: frozenset[str] | None,
    at_once: frozenset[Got],
) -> Plan | None:
    """What the option leads to within the round, much more often than the other.

    What the seat has already or gets `at_once` is no news, nor is what the options or the
    question name. There is no plan where the lead surely speaks against the option. Where no
    single thing comes often, its kind is reported, unless the option gives one at once.
    """
    mean, error = _lead(pairs)
    if mean < min(0.0, -SURE * error):
        return None
    done = [tuple(_done(end.got, known, telling) for end in pair) for pair in pairs]
    things = {each for own, _ in done for each in own}
    plans = [
        Plan(
            each,
            fmean(each in own for own, _ in done),
            fmean(each in other for _, other in done),
        )
        for each in sorted(things, key=lambda each: (each.kind, each.what, each.nth))
        if each.what not in named
        and each not in at_once
        and (about is None or each.kind in about)
        and (each.kind not in telling.alike or _added(done, each.kind) >= APART)
    ]
    apart = [
        each for each in plans if each.share >= MOSTLY and each.share - each.other >= APART
    ]
    kinds = telling.some - {each.kind for each in _done(at_once, known, telling)}
    return max(
        apart or [*_of_any(done, kinds if about is None else kinds & about)],
        key=lambda each: (each.got.kind == telling.first, each.share - each.other),
        default=None,
    )


def _of_any(done: Sequence[Sequence[frozenset[Got]]], kinds: frozenset[str]) -> Iterator[Plan]:
    """Kinds of which something comes much more often, though not always the same thing."""
    for kind in sorted(kinds):
        share, other = (
            fmean(any(got.kind == kind for got in each[at]) for each in done) for at in (0, 1)
        )
        if share >= MOSTLY and share - other >= APART:
            yield Plan(Got(kind, ""), share, other)


def _done(got: frozenset[Got], known: frozenset[Got], telling: Telling) -> frozenset[Got]:
    """What a seat acquired within the round, and what it gave up of what it had."""
    given = telling.given
    lost = (each for each in known - got if each.kind in given)
    return (got - known) | {Got(given[each.kind], each.what, each.nth) for each in lost}


def _added(done: Sequence[Sequence[frozenset[Got]]], kind: str) -> float:
    """How many more of a kind were acquired; one in place of another does not count."""
    counts = ([sum(got.kind == kind for got in each) for each in pair] for pair in done)
    return fmean(own - other for own, other in counts)
