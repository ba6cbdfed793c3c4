"""Looks for puzzles among decisions of games between normal players, and refuses most."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from random import Random
from typing import Final

import msgspec
from msgspec.structs import replace

from rules.contract import Action, name
from rules.florence import actions as florence
from rules.florence import works
from rules.florence.catalogue import MINIMUM
from rules.lacrimosa import editions
from rules.opponents import ADVISERS, choose
from rules.opponents.advice import advice, weigh
from rules.opponents.lacrimosa.thumb import Thumb
from rules.opponents.search import EVEN
from rules.opponents.told import OTHERS, Got, Why
from rules.opponents.why import Pairs, more, reasoned
from rules.puzzles import Grade, Puzzle, Wrong
from rules.registry import GAMES
from tests.puzzles.judges import (
    HOLDING,
    JUDGES,
    TELLS,
    Ends,
    Judge,
    Lead,
    judged,
    judged_again,
    leads,
    worlds,
)
from tests.puzzles.positions import Place, choice, place_of

MOST: Final = 25
"""The most choices that fit one menu."""

FIRST_LOOK: Final = 0.25
"""The share of a suggestion's rollouts that shows whether a decision is worth a closer look."""

SCREEN: Final = 16
"""The worlds in which every choice is compared before the judges are asked."""

NEAR: Final = 6.0
"""Every judge compares the choices that are behind by less."""

SEVERAL: Final = 3
"""The most near choices that are compared with the answer."""

BEST: Final = 3
"""How many choices are told in order."""

DECLINING: Final = frozenset({"end_turn", "skip", "pass", "decline", "finish"})
"""Actions that nobody takes for points."""

ASKED: Final = 5
"""How many computer players of a level are asked; a level finds the answer if most do."""

APART: Final = 0.2
"""By how much the two shares of a plan must differ for each judge."""

A_GAME: Final = {"florence": 1, "lacrimosa": 2}
"""The most puzzles from one game."""


class Refused(Exception):  # noqa: N818 - a candidate that is none
    """A decision is no puzzle; the message says why."""


def led_again(puzzle: Puzzle, judge: Judge) -> float:
    """The points by which a judge now sees the answer of a puzzle lead the nearest choice."""
    place = place_of(puzzle)
    best = {choice(each): each for each in _representatives(place)}
    actions = [best[each] for each in (puzzle.answer, *puzzle.near)]
    return judged_again(judge, place.view, place.decision, puzzle.seed, actions)


# -- refusals, the cheapest first ----------------------------------------------------


def found(place: Place, wanted: Callable[[str], bool], count: Counter[str]) -> Puzzle:
    """The puzzle of a decision.

    Args:
        place: the decision.
        wanted: whether a puzzle with this answer is wanted.
        count: the count of decisions that each judge was asked about.

    Raises:
        Refused: it is no puzzle.
    """
    answer = _first_look(place)
    if not wanted(choice(answer)):
        raise Refused("enough of its kind")
    wrong, grade = _graded(place, choice(answer))
    base, *others = JUDGES[place.game]
    order = _screened(place, answer, wrong.choice, base)
    said = _led(place, base, order, count)
    behind = {each: leads(said, nth) for nth, each in enumerate(order) if nth}
    ranked = sorted(behind, key=lambda each: behind[each].mean)
    near = _near(ranked, behind, wrong)
    than = next(each for each in near if choice(each) == wrong.choice)
    told = {base.name: _pairs(said, order.index(than))}
    least, why = behind[ranked[0]].mean, None
    for judge in others:
        why = why or _told(place, answer, than, told)
        said = _led(place, judge, (answer, *near), count)
        told[judge.name] = _pairs(said, 1 + near.index(than))
        least = min(least, *(leads(said, nth).mean for nth in range(1, len(near) + 1)))
    assert why is not None
    why = _held(why, [told[each] for each in HOLDING])
    best = tuple(map(choice, (answer, *ranked)))[:BEST]
    compared = tuple(map(choice, near))
    return _made(
        place, order=best, near=compared, wrong=wrong, grade=grade, least=least, why=why
    )


def _led(place: Place, judge: Judge, actions: tuple[Action, ...], count: Counter[str]) -> Ends:
    """Where actions lead according to a judge, which must find the first one best."""
    count[f"asked: {judge.name}"] += 1
    said = judged(judge, place.view, place.decision, place.seed, actions)
    if said is None:
        raise Refused(judge.name)
    return said


def _first_look(place: Place) -> Action:
    """What the search would do, if it sees that action clearly ahead."""
    view, decision = place.view, place.decision
    choices = {choice(each) for each in decision.options}
    if not 1 < len(choices) <= MOST:
        raise Refused("one choice" if len(choices) == 1 else "too many choices")
    adviser = ADVISERS[place.game]
    rng = Random(f"first/{place.seed}")
    seen = advice(weigh(adviser, view, decision, rng, share=FIRST_LOOK)).suggestions
    if len(seen) < 2:
        raise Refused("one choice")
    first, second = seen[:2]
    if any(each.action in decision.asides for each in seen):
        raise Refused("an aside may be best")
    if (first.lead or 0.0) - (second.lead or 0.0) < JUDGES[place.game][0].least - EVEN:
        raise Refused("first look")
    if choice(first.action) == choice(second.action):
        raise Refused("one choice")
    return first.action


def _graded(place: Place, answer: str) -> tuple[Wrong, Grade]:
    """What others wrongly choose, and how hard that makes the puzzle."""
    easy, normal = (_asked(place, level) for level in ("novice", "adept"))
    asides = {choice(each) for each in place.decision.asides}
    points = most_points(place)
    missed = {
        "adept": _most_wrong(normal, answer, {answer, *asides}),
        "novice": _most_wrong(easy, answer, {answer, *asides}),
        "points": points[0] if points and answer not in points else None,
    }
    if missed["adept"] and missed["novice"]:
        return Wrong(missed["adept"], "adept"), 3
    if missed["novice"]:
        return Wrong(missed["novice"], "novice"), 2
    if missed["points"] and not missed["adept"]:
        return Wrong(missed["points"], "points"), 1
    raise Refused("anybody finds it")


def _asked(place: Place, level: str) -> Counter[str]:
    """What computer players of a level choose."""
    view, decision, said = place.view, place.decision, Counter[str]()
    for nth in range(ASKED):
        rng = Random(f"{level}/{nth}/{place.seed}")
        said[choice(choose(place.game, level, view, decision, rng))] += 1
    return said


def _most_wrong(said: Counter[str], answer: str, but: Collection[str]) -> str | None:
    """What they most often choose instead of the answer, if at most half of them find it."""
    if said[answer] * 2 > said.total():
        return None
    return next((each for each, _ in said.most_common() if each not in but), None)


def most_points(place: Place) -> tuple[str, ...]:
    """The choices that bring the most points now; empty if none brings any."""
    worth = {
        each: _points(place, each)
        for each in place.decision.options
        if name(each) not in DECLINING
    }
    most = max(worth.values(), default=0.0)
    best = (choice(each) for each in worth if worth[each] == most)
    return tuple(dict.fromkeys(best)) if most > 0 else ()


def _points(place: Place, action: Action) -> float:
    """The points that an action brings now."""
    rules, seat = GAMES[place.game], place.decision.seat
    if isinstance(action, florence.Work):
        value = works.reach(place.state.players[seat], action.profession)
        return value / 2 if value >= MINIMUM[place.state.turn - 1] else 0.0
    price = rules.price(place.state, seat, action)
    changes = (*price.amounts, *price.later)
    return sum(each.amount for each in changes if each.what in {"prestige", "vp"})


def _screened(place: Place, answer: Action, wrong: str, base: Judge) -> tuple[Action, ...]:
    """The answer, the choices least far behind it, and the wrong choice."""
    others = tuple(each for each in _representatives(place) if choice(each) != choice(answer))
    few, actions = replace(base, worlds=SCREEN), (answer, *others)
    ends = list(worlds(few, place.view, place.decision, f"screen/{place.seed}", actions))
    behind = {each: leads(ends, nth) for nth, each in enumerate(actions) if nth}
    if any(each.hopeless(base.least) for each in behind.values()):
        raise Refused("screen")
    others = tuple(sorted(others, key=lambda each: behind[each].mean))
    within = [each for each in others if behind[each].mean < 2 * NEAR]
    kept = (within if len(within) >= SEVERAL else others[:SEVERAL])[: SCREEN // 2]
    tempting = (each for each in others if choice(each) == wrong)
    return (answer, *dict.fromkeys((*kept, *tempting)))


def _representatives(place: Place) -> Iterator[Action]:
    """The best action for each choice, as far as that can be seen at once."""
    kinds: dict[str, list[Action]] = {}
    for each in place.decision.options:
        kinds.setdefault(choice(each), []).append(each)
    for actions in kinds.values():
        yield actions[0] if len(actions) == 1 else _best(place, actions)


def _best(place: Place, actions: Sequence[Action]) -> Action:
    """The best place for a building; the best way to travel, to pay, to compose."""
    adviser = ADVISERS[place.game]
    if adviser.place is not None:
        return adviser.place(place.view, actions) or actions[0]
    seat = place.decision.seat
    thumb = Thumb(editions.known(place.view.options.edition), seat)
    return max(actions, key=lambda each: thumb.me.promise(thumb.after(place.state, each)))


def _near(
    ranked: list[Action], behind: Mapping[Action, Lead], wrong: Wrong
) -> tuple[Action, ...]:
    """The choices near the answer, the nearest first, then what others would choose."""
    near = [each for each in ranked[:SEVERAL] if behind[each].mean < NEAR] or ranked[:1]
    near += [each for each in ranked if choice(each) == wrong.choice]
    return tuple(dict.fromkeys(near))


def _told(place: Place, better: Action, than: Action, told: Mapping[str, Pairs]) -> Why | None:
    """Why the answer is better than what others choose; None: that judge was not asked yet.

    Raises:
        Refused: the seat gets nothing by it that can be told.
    """
    adviser, view, decision = ADVISERS[place.game], place.view, place.decision
    pairs = told.get(TELLS[place.game])
    if pairs is None:
        return None
    assert adviser.telling is not None
    why = reasoned(
        adviser.telling,
        adviser.ahead(view, decision),
        view,
        decision,
        Random(place.seed),
        pairs=pairs,
        better=better,
        than=than,
    )
    return _speaking(why)


def _held(why: Why, others: Sequence[Pairs]) -> Why:
    """What is left of a reason once other judges have confirmed it.

    Raises:
        Refused: nothing is left.
    """
    lines = tuple(
        line
        for line in why.lines
        if all(sum(more(each, line.what, thing=line.thing)) * line.more > 0 for each in others)
    )
    plan = why.plan
    if plan is not None and not all(_apart(each, plan.got) >= APART for each in others):
        plan = None
    return _speaking(replace(why, lines=lines, plan=plan))


def _speaking(why: Why) -> Why:
    """A reason, without its lines if none of them speaks for what the seat itself gets."""
    own = any(line.more > 0 and line.what != OTHERS for line in why.lines)
    if not own and why.plan is None:
        raise Refused("no reason")
    return why if own else replace(why, lines=())


def _pairs(ends: Ends, nth: int) -> Pairs:
    """Where the answer and another action led."""
    return [(each[0], each[nth]) for each in ends]


def _apart(pairs: Pairs, got: Got) -> float:
    """How much more often something came of the one than of the other."""
    return sum((got in own.got) - (got in other.got) for own, other in pairs) / len(pairs)


def _made(
    place: Place,
    *,
    order: tuple[str, ...],
    near: tuple[str, ...],
    wrong: Wrong,
    grade: Grade,
    least: float,
    why: Why,
) -> Puzzle:
    digest = hashlib.blake2b("\n".join(place.entries).encode(), digest_size=3).hexdigest()
    return Puzzle(
        id=f"{place.game}.{digest}",
        seed=place.seed,
        seats=len(place.view.seats),
        options=place.options,
        edition=GAMES[place.game].edition,
        seat=place.decision.seat,
        entries=place.entries,
        round=place.round,
        prompt=msgspec.to_builtins(place.decision.prompt),
        choices=tuple(dict.fromkeys(choice(each) for each in place.decision.options)),
        order=order,
        near=near,
        wrong=wrong,
        grade=grade,
        least=round(least, 2),
        why=why,
    )
