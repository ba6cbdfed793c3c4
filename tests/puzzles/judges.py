"""The judges of a puzzle: each plays on in a different way, in its own imagined worlds.

The base is the search of the strongest computer player. Another judge has other rules of
thumb, one plays longer, and one lets normal players play on, which catches most.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from math import inf, sqrt
from random import Random
from statistics import fmean, stdev
from typing import Any, ClassVar, Final, NamedTuple

import msgspec
from msgspec.structs import replace

from rules.contract import Action, Decision, Draw, Over
from rules.florence.catalogue import TURNS
from rules.lacrimosa import editions
from rules.lacrimosa.catalogue import Edition
from rules.lacrimosa.state import State as Lacrimosa
from rules.opponents import ADVISERS, choose
from rules.opponents.advice import Explained
from rules.opponents.florence.figures import FIRST
from rules.opponents.florence.looking import Ahead as FlorenceAhead
from rules.opponents.florence.looking import Depth
from rules.opponents.lacrimosa.looking import Ahead as LacrimosaAhead
from rules.opponents.lacrimosa.looking import Order
from rules.opponents.lacrimosa.thumb import Thumb
from rules.opponents.search import imagined, lead
from rules.opponents.why import End, end_of
from rules.registry import GAMES

NORMAL: Final = "adept"
BATCH: Final = 8
"""Worlds between two checks whether there is any hope."""

SURE: Final = 2.0
"""The number of standard errors that a lead must reach."""


class Judge(msgspec.Struct, frozen=True):
    """One way to play on.

    Attributes:
        name: its name in reports.
        ahead: gives what plays on for a view and a decision.
        worlds: how many are imagined.
        least: the points by which the answer must lead.
        far: gives how far to play on from the end of the search, both in the game's own count;
            None: it ends with the search.
        by_far: whether the lead is taken at that later end.
    """

    name: str
    ahead: Callable[[Any, Decision], Explained]
    worlds: int
    least: float
    far: Callable[[int], int] | None = None
    by_far: bool = False


class Lead(NamedTuple):
    """The mean lead of one action over another in points, and its standard error."""

    mean: float
    error: float

    def hopeless(self, least: float) -> bool:
        """Whether a lead of `least` points is out of reach."""
        return self.mean + SURE * self.error < least

    def holds(self, least: float) -> bool:
        """Whether the lead is at least `least` points and not due to chance."""
        return self.mean >= max(least, SURE * self.error)


Ends = list[tuple[End, ...]]
"""Where some actions led, in each world."""


def worlds(
    judge: Judge, view: Any, decision: Decision, seed: str, actions: Sequence[Action]
) -> Iterator[tuple[End, ...]]:
    """Where some actions lead, world by world."""
    ahead, rng = judge.ahead(view, decision), Random(f"{judge.name}/{seed}")
    seat, seats = decision.seat, len(view.seats)
    for state, until, chance in imagined(ahead, view, rng, judge.worlds):
        found = []
        for action in actions:
            on = Random(chance)
            near = far = ahead.play_on(ahead.kept(state, seat, action), until, on)
            if judge.far is not None:
                far = ahead.play_on(near, judge.far(until), on)
            end = end_of(ahead, near, far, seat, seats)
            if near is not far and not judge.by_far:
                worths = [ahead.worth(near, each) for each in range(seats)]
                end = replace(end, lead=lead(worths, seat))
            found.append(end)
        yield tuple(found)


def leads(ends: Ends, nth: int) -> Lead:
    """By how much the first action leads another."""
    sample = [each[0].lead - each[nth].lead for each in ends]
    if len(sample) < 2:
        return Lead(fmean(sample), inf)
    return Lead(fmean(sample), stdev(sample) / sqrt(len(sample)))


def judged(
    judge: Judge, view: Any, decision: Decision, seed: str, actions: Sequence[Action]
) -> Ends | None:
    """Where the answer and others led if the answer leads all; None as soon as it cannot."""
    ends: Ends = []
    for each in worlds(judge, view, decision, seed, actions):
        ends.append(each)
        done = len(ends) == judge.worlds
        if done or len(ends) % BATCH == 0:
            found = [leads(ends, nth) for nth in range(1, len(actions))]
            if any(one.hopeless(judge.least) for one in found):
                return None
            if done and not all(one.holds(judge.least) for one in found):
                return None
    return ends


# -- normal players play on ----------------------------------------------------------


def normally(game: str, state: Any, rng: Random, ended: Callable[[Any], bool]) -> Any:
    """The position at an end, with all seats played by normal computer players.

    Draws come in one order, whatever has been drawn before.
    """
    rules, seed = GAMES[game], rng.getrandbits(64)
    while not ended(state):
        pending = rules.pending(state)
        if isinstance(pending, Over):
            return state
        if isinstance(pending, Draw):
            state = rules.drawn(state, first_of(pending.items, pending.count, seed))
            continue
        decision = min(pending, key=lambda each: each.seat)
        view = rules.observe(state, decision.seat)
        state = rules.act(state, decision.seat, choose(game, NORMAL, view, decision, rng))
    return state


def first_of(items: Sequence[str], count: int, seed: int) -> tuple[str, ...]:
    """Some items of a multiset in the order of a seed, which earlier draws do not change."""
    times = Counter[str]()
    ranks = []
    for item in sorted(items):
        times[item] += 1
        ranks.append((Random(f"{seed}/{item}/{times[item]}").random(), item))
    return tuple(item for _, item in sorted(ranks)[:count])


class FlorenceNormal(FlorenceAhead):
    """Normal computer players play on."""

    def play_on(self, state: Any, until: int, rng: Random) -> Any:
        """The position when a turn begins, or at the end."""
        return normally("florence", state, rng, lambda each: each.turn >= until)


class AnyOrder(Order):
    """Chance that also brings tiles, which are drawn between two rounds, in one order."""

    def __init__(self, edition: Edition, rng: Random) -> None:
        super().__init__(edition, rng)
        self._seed = rng.getrandbits(64)

    def first(self, items: Sequence[str], count: int) -> tuple[str, ...]:
        """The first of some items."""
        return first_of(items, count, self._seed)


class LacrimosaLonger(LacrimosaAhead):
    """Plays like the search, but beyond the end of a round."""

    full: ClassVar[bool] = False

    def play_on(self, state: Lacrimosa, until: int, rng: Random) -> Lacrimosa:
        """The position at the end of a round."""
        order, seats = AnyOrder(self.edition, rng), range(len(state.players))
        thumbs = [Thumb(self.edition, each) for each in seats] if self.full else self.thumbs
        while state.round <= until and not state.over:
            if state.owed:
                state = self._drawn(state, order)
            elif state.upkeep:
                state = self._spread(state)
            else:
                light = not self.full and state.seat != self.seat
                state = thumbs[state.seat].move(state, light=light)
        return state


class LacrimosaFull(LacrimosaLonger):
    """All seats weigh the cards that they lay."""

    full = True


class LacrimosaNormal(LacrimosaAhead):
    """Normal computer players play on."""

    def play_on(self, state: Any, until: int, rng: Random) -> Any:
        """The position at the end of the round."""
        return normally("lacrimosa", state, rng, lambda each: each.round > until or each.over)


def _lacrimosa(kind: type[LacrimosaAhead]) -> Callable[[Any, Decision], LacrimosaAhead]:
    def made(view: Any, decision: Decision) -> LacrimosaAhead:
        return kind(editions.known(view.options.edition), decision.seat, len(view.seats))

    return made


def _to_end(until: int) -> int:
    del until
    return TURNS + 1


def _next_round(until: int) -> int:
    return until + 1


JUDGES: Final[dict[str, tuple[Judge, ...]]] = {
    "florence": (
        Judge("base", ADVISERS["florence"].ahead, 160, 3.0),
        Judge(
            "other figures",
            lambda view, decision: FlorenceAhead(Depth(0, figures=FIRST)),
            48,
            2.0,
            _to_end,
        ),
        Judge("to the end", ADVISERS["florence"].ahead, 48, 2.0, _to_end, by_far=True),
        Judge(
            "normal players",
            lambda view, decision: FlorenceNormal(Depth(0)),
            48,
            2.0,
            _to_end,
            by_far=True,
        ),
    ),
    "lacrimosa": (
        Judge("base", ADVISERS["lacrimosa"].ahead, 160, 2.5),
        Judge("other figures", _lacrimosa(LacrimosaFull), 48, 2.0),
        Judge(
            "to the end",
            _lacrimosa(LacrimosaLonger),
            48,
            2.0,
            _next_round,
            by_far=True,
        ),
        Judge("normal players", _lacrimosa(LacrimosaNormal), 48, 2.0),
    ),
}
"""The judges of each game in the order in which they are asked, the quickest first."""

TELLS: Final = {"florence": "to the end", "lacrimosa": "base"}
"""The judge whose worlds give the reason: it looks as far as **Suggest** does."""

HOLDING: Final = ("other figures", "normal players")
"""The judges that must confirm the reason."""


def judged_again(
    judge: Judge, view: Any, decision: Decision, seed: str, actions: Sequence[Action]
) -> float:
    """The points by which the first action now leads the nearest other one."""
    ends = list(worlds(judge, view, decision, seed, actions))
    return min(leads(ends, nth).mean for nth in range(1, len(actions)))
