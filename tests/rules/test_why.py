"""Why an option is better: what is told about two options that were played on."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import msgspec
import pytest

from rules.contract import Action, Decision, Prompt, name
from rules.lacrimosa.actions import LayExperience, LayStory, TakeDucats, ToUse, UseCard
from rules.lacrimosa.catalogue import HOUSE_TEXT, Edition
from rules.lacrimosa.grammar import ACTIONS
from rules.opponents import ADVISERS
from rules.opponents.advice import ENOUGH, Adviser
from rules.opponents.lacrimosa.telling import ABOUT, about
from rules.opponents.told import OTHERS, Got, Line, Plan, Telling, Told, Why
from rules.opponents.why import why
from tests import reasons

WORLDS = 40


class Step(Action, frozen=True, tag="step"):
    """An action of a made-up game."""

    what: str


class Asked(Prompt, frozen=True, tag="asked"):
    """A question that names a thing."""

    lot: str = ""


class Seen(msgspec.Struct, frozen=True):
    """The view of that game, which shows only its two seats."""

    seats: tuple[int, ...] = (0, 1)


class Made:
    """A game whose options lead to given ends, each with its own chance.

    It ends at 1, or at 2 if it is played further: then each line has one point more. The
    better option gives `at_once` coins and `got_at_once` immediately; all else is got later.
    """

    def __init__(
        self,
        ends: dict[str, Told],
        others: float = 0.0,
        noise: float = 0.0,
        at_once: float = 0.0,
        got_at_once: frozenset[Got] = frozenset(),
    ) -> None:
        self.ends = ends
        self.others = others
        self.noise = noise
        self.at_once = at_once
        self.got_at_once = got_at_once
        self.concerned: frozenset[str] | None = None

    def arms(self, view: Any, decision: Decision, rng: Random) -> Sequence[Action]:
        return decision.options

    def imagine(self, view: Any, rng: Random) -> Any:
        return ("", 0, 0.0)

    def kept(self, state: Any, seat: int, action: Action) -> Any:
        assert isinstance(action, Step)
        return (action.what, 0, 0.0)

    def until(self, state: Any) -> int:
        return 1

    def play_on(self, state: Any, until: int, rng: Random) -> Any:
        what, _, _ = state
        return (what, until, Random(f"{rng.random()}/{what}").gauss(0, self.noise))

    def worth(self, state: Any, seat: int) -> float:
        if seat:
            return self.others if state[0] == "better" else 0.0
        found = self.told(state, seat)
        return sum(found.lines.values()) + found.things.get("coins", 0.0) / 2

    def told(self, state: Any, seat: int) -> Told:
        what, at, noise = state
        found = self.ends.get(what, Told({}))
        lines = {line: each + noise + (at == 2) for line, each in found.lines.items()}
        late = {Got("work", "late")} if at == 2 and what == "better" else set[Got]()
        paid = self.at_once if what == "better" else 0.0
        got = found.got | late if at or not what else found.got & self.got_at_once
        return Told(lines, found.things if at else {"coins": paid}, got)

    def about(self, decision: Decision, better: Action, than: Action) -> frozenset[str] | None:
        return self.concerned


class Rare(Made):
    """A game without points, in which a thing does not come if chance is high."""

    def __init__(self, ends: dict[str, Told], thing: Got, most: float) -> None:
        super().__init__(ends, noise=1.0)
        self.thing = thing
        self.most = most

    def told(self, state: Any, seat: int) -> Told:
        got = super().told(state, seat).got
        return Told({}, {}, got - {self.thing} if state[2] > self.most else got)


class Either(Made):
    """A game without points, in which the given options bring a random card."""

    def told(self, state: Any, seat: int) -> Told:
        what, at, chance = state
        card = Got(
            "card", "poet" if abs(chance) < 0.5 else "painter" if chance > 0 else "lawyer"
        )
        return Told({}, {}, frozenset({card} if at and what in self.ends else ()))


class OneSure(Made):
    """A game in which chance affects all lines but the first."""

    def told(self, state: Any, seat: int) -> Told:
        found = super().told(state, seat)
        sure = {
            each: points - state[2] for each, points in found.lines.items() if each == "line 0"
        }
        return Told({**found.lines, **sure}, found.things, found.got)


BOTH = (Step("better"), Step("other"))


def found(
    made: Made,
    *,
    telling: Telling | None = None,
    lot: str = "",
    stopped: int = WORLDS,
) -> Why | None:
    asked = iter(range(WORLDS + 1))
    telling = telling or Telling(worlds=WORLDS, things={"coins": 0.5})
    return why(
        Adviser(lambda *_: made, rollouts=8, telling=telling),
        Seen(),
        Decision(0, Asked(lot), BOTH),
        Random(1),
        better=BOTH[0],
        than=BOTH[1],
        guard=lambda: next(asked) >= stopped,
    )


def told(*lines: float, coins: float = 0.0, got: Sequence[Got] = ()) -> Told:
    named = {f"line {nth}": points for nth, points in enumerate(lines)}
    return Told(named, {"coins": coins, "line 0": lines[0] / 4}, frozenset(got))


def test_the_lines_that_speak_for_it_come_first_and_one_against_it() -> None:
    ends = {"better": told(5, 4, 3, 2, 0, 0, 0), "other": told(0, 0, 0, 0, 1, 2, 0.4)}
    said = found(Made(ends))
    assert said is not None
    assert said.lines == (
        Line("line 0", 5.0, things=1.25),
        Line("line 1", 4.0),
        Line("line 2", 3.0),
        Line("line 5", -2.0),
    )
    assert (said.points, said.worlds) == (14.0, WORLDS)
    assert said.before == pytest.approx(3.4)
    assert said.than == name(BOTH[1])
    assert said.plan is None


def test_what_the_others_lose_speaks_for_it() -> None:
    ends = {"better": told(0), "other": told(0)}
    said = found(Made(ends, others=-3.0))
    assert said is not None
    assert said.lines == (Line(OTHERS, -3.0),)


def test_what_the_others_lose_is_no_reason_by_itself_where_the_seat_loses_too() -> None:
    ends = {"better": told(0, 0), "other": told(0, 1)}
    said = found(Made(ends, others=-3.0))
    assert said is not None
    assert said.lines == ()
    gained = found(Made({"better": told(2, 0), "other": told(0, 1)}, others=-3.0))
    assert gained is not None
    assert [line.what for line in gained.lines] == [OTHERS, "line 0", "line 1"]


def test_nothing_is_told_of_points_where_they_speak_against_it_or_are_not_sure() -> None:
    against = found(Made({"better": told(2, *[0] * 4), "other": told(0, *[1] * 4)}))
    pale = found(Made({"better": told(2, 0), "other": told(0, 3)}, others=-2.0))
    assert pale is not None
    assert pale.lines, "what the others lose counts as well"
    outdone = found(Made({"better": told(*[1] * 4, 0), "other": told(*[0] * 4, 3)}))
    little = found(Made({"better": told(0.4), "other": told(0)}))
    unsure = found(Made({"better": told(1), "other": told(0)}, noise=9.0))
    planned = told(1, 0.5, got=[Got("work", "physicist")])
    chance = found(OneSure({"better": planned, "other": told(0, 0)}, noise=9.0))
    assert chance is not None
    assert chance.plan is not None, "the lead may be none, and nothing is told of points"
    for said in (against, outdone, little, unsure, chance):
        assert said is not None
        assert said.lines == ()


def test_what_comes_to_little_is_not_told() -> None:
    for coins, kinds in ((2.8, ["coins"]), (2.7, [])):
        said = found(Made({"better": told(0.1, coins=coins), "other": told(0)}))
        assert said is not None
        assert [line.what for line in said.lines] == kinds, coins


def test_a_line_that_could_be_chance_is_not_told() -> None:
    """The lead is sure, since the others lose so much."""
    ends = {"better": told(1), "other": told(0)}
    said = found(Made(ends, others=-90.0, noise=9.0))
    assert said is not None
    assert [line.what for line in said.lines] == [OTHERS]


def test_both_options_have_the_same_chance() -> None:
    """What chance gives to both makes no difference."""

    class Even(Made):
        def play_on(self, state: Any, until: int, rng: Random) -> Any:
            return (state[0], until, rng.gauss(0, 9.0))

    said = found(Even({"better": told(1), "other": told(0)}))
    assert said is not None
    assert [line.what for line in said.lines] == ["line 0"]


def test_things_are_told_by_what_they_count() -> None:
    ends = {"better": told(1, coins=9), "other": told(0)}
    said = found(Made(ends))
    assert said is not None
    assert said.lines == (Line("coins", 9.0, thing=True), Line("line 0", 1.0, things=0.25))
    few = found(Made({"better": told(1, coins=0.6), "other": told(0)}))
    assert few is not None
    assert [line.what for line in few.lines] == ["line 0"]


def test_things_that_an_option_gives_by_itself_are_not_told() -> None:
    """The option says so anyway; nor is it news that some of them are spent later."""
    ends = {"better": told(1, coins=9), "other": told(0)}
    for coins, kinds in ((9, []), (12, []), (8, ["coins"]), (-9, ["coins"])):
        said = found(Made(ends, at_once=coins))
        assert said is not None
        assert [line.what for line in said.lines if line.thing] == kinds, coins
        assert said.lines[-1] == Line("line 0", 1.0, things=0.25), "points are told"


def test_a_plan_is_what_comes_of_it_alone_within_the_round() -> None:
    work, lot = Got("work", "physicist"), Got("item", "lake")
    ends = {"better": told(0, got=[work, lot]), "other": told(0, got=[lot])}
    said = found(Made(ends), telling=Telling(worlds=WORLDS, until=2))
    assert said is not None
    assert said.plan == Plan(work, 1.0, 0.0), "nothing that comes after the round"
    assert said.points == 1.0, "the points are those of the end"
    named = found(Made(ends), lot="physicist")
    assert named is not None
    assert named.plan is None, "the question names it"
    got = found(Made(ends, got_at_once=frozenset({work})))
    assert got is not None
    assert got.plan is None, "what it gives at once is said of it anyway"


def test_a_plan_of_the_first_kind_is_told_before_others() -> None:
    """This is so even if it comes less often."""
    work, lot = Got("work", "physicist"), Got("item", "lake")
    ends = {"better": told(0, got=[work, lot]), "other": told(0)}
    rare = Rare(ends, work, most=0.5)
    for first, plan in (("", lot), ("work", work)):
        said = found(rare, telling=Telling(worlds=WORLDS, first=first))
        assert said is not None
        assert said.plan is not None
        assert said.plan.got == plan


def test_what_comes_less_often_than_not_is_no_plan() -> None:
    work = Got("work", "physicist")
    ends = {"better": told(0, got=[work]), "other": told(0)}
    for most, share in ((0.5, 0.725), (-0.1, None)):
        said = found(Rare(ends, work, most))
        assert said is not None
        assert (said.plan.share if said.plan else None) == share


def test_one_thing_in_place_of_another_one_like_it_is_no_plan() -> None:
    ends = {
        "better": told(0, got=[Got("card", "painter")]),
        "other": told(0, got=[Got("card", "poet")]),
    }
    for alike, told_ in ((frozenset[str](), True), (frozenset({"card"}), False)):
        said = found(Made(ends), telling=Telling(worlds=WORLDS, alike=alike))
        assert said is not None
        assert (said.plan is not None) is told_
    more = {"better": ends["better"], "other": told(0)}
    said = found(Made(more), telling=Telling(worlds=WORLDS, alike=frozenset({"card"})))
    assert said is not None
    assert said.plan == Plan(Got("card", "painter"), 1.0, 0.0), "there is one more"


def test_now_this_and_now_that_of_a_kind_is_a_plan() -> None:
    nothing = told(0)
    one, both = (dict.fromkeys(some, nothing) for some in (["better"], ["better", "other"]))
    for ends, some, plan in (
        (one, {"card"}, Plan(Got("card", ""), 1.0, 0.0)),
        (one, set[str](), None),
        (both, {"card"}, None),
    ):
        telling = Telling(worlds=WORLDS, some=frozenset(some))
        said = found(Either(ends, noise=1.0), telling=telling)
        assert said is not None
        assert said.plan == plan


def test_nothing_is_told_that_comes_to_far_more_than_the_lead() -> None:
    """What takes the rest away is not told, so the lines would promise too much."""
    small = [0.4] * 8
    for against, lines in ((small, []), (small[:2], ["line 0", "line 1"])):
        own = [0.0] * len(against)
        ends = {"better": told(2, 2, *own), "other": told(0, 0, *against)}
        said = found(Made(ends))
        assert said is not None
        assert [line.what for line in said.lines] == lines


def test_what_is_given_up_is_a_plan_where_that_has_a_name() -> None:
    opus = Got("commission", "zaide")
    ends = {"": told(0, got=[opus]), "better": told(0), "other": told(0, got=[opus])}
    for given, plan in (({}, None), ({"commission": "sell"}, Got("sell", "zaide"))):
        said = found(Made(ends), telling=Telling(worlds=WORLDS, given=given))
        assert said is not None
        assert (said.plan.got if said.plan else None) == plan


def test_only_what_an_option_is_about_speaks_for_it() -> None:
    """A plan is also told only if the option is about it."""
    made = Made({"better": told(2, 3, 0, got=[Got("work", "poet")]), "other": told(0, 0, 1)})
    for names, lines, planned in (
        (None, ["line 1", "line 0", "line 2"], True),
        (frozenset({"line 0", "work"}), ["line 0", "line 2"], True),
        (frozenset({"line 0"}), ["line 0", "line 2"], False),
        (frozenset({"work"}), [], False),
    ):
        made.concerned = names
        said = found(made)
        assert said is not None
        assert [line.what for line in said.lines] == lines, names
        assert (said.plan is not None) is planned, names


def test_a_card_that_is_laid_or_used_is_about_what_its_half_does() -> None:
    """The card that is not laid in Story keeps its actions."""
    edition, one, two = Edition(HOUSE_TEXT), "start-memory-8", "start-memory-1"
    asked = Asked()
    experience = about(edition, asked, LayExperience(one), LayExperience(two))
    assert experience is not None
    assert {"requiem", "bonus"} <= experience
    assert not experience & {"journey", "document", "story"}
    assert about(edition, ToUse(one, 3), UseCard(), TakeDucats()) == experience
    assert about(edition, ToUse(one, 3), TakeDucats(), UseCard()) is None
    story = about(edition, asked, LayStory(one), LayStory(two))
    assert story == frozenset({"journey", "talent", "composition", "document", "story"})
    assert set(ABOUT) == set(ACTIONS)


def test_without_a_lead_there_is_no_plan() -> None:
    """There is none if the positions played on surely speak against the option."""
    got = [Got("work", "physicist")]
    for points, plan in ((0, True), (1, False)):
        ends = {"better": told(0, got=got), "other": told(points)}
        said = found(Made(ends))
        assert said is not None
        assert (said.plan is not None) is plan
    unsure = found(Made({"better": told(0, got=got), "other": told(-2)}, noise=9.0))
    assert unsure is not None
    assert unsure.points < unsure.before
    assert unsure.plan is not None


def test_what_the_seat_has_is_no_plan() -> None:
    work = Got("work", "physicist")
    ends = {"": told(0, got=[work]), "better": told(0, got=[work]), "other": told(0)}
    said = found(Made(ends))
    assert said is not None
    assert said.plan is None


def test_without_enough_worlds_there_is_no_reason() -> None:
    ends = {"better": told(4), "other": told(0)}
    assert found(Made(ends), stopped=ENOUGH - 1) is None
    said = found(Made(ends), stopped=ENOUGH)
    assert said is not None
    assert said.worlds == ENOUGH
    silent = Adviser(lambda *_: Made(ends), rollouts=8)
    asked = (silent, Seen(), Decision(0, Asked(), BOTH), Random(1))
    assert why(*asked, better=BOTH[0], than=BOTH[1]) is None, "the game tells nothing"


@pytest.mark.timeout(600)
@pytest.mark.parametrize("title", sorted(ADVISERS))
@pytest.mark.nightly
def test_reasons_hold_with_another_generator(title: str) -> None:
    """A small version of `python -m tests.reasons`, which prints the figures."""
    some = list(reasons.reasons(title, 6, seed=3))
    figures = reasons.figures(title, some)
    assert figures.fair, "a first line always speaks for the choice"
    assert figures.held >= figures.lines - 1
    assert figures.said >= 0.3
