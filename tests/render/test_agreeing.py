"""Facts and advice: a fact is left out if it names an option other than the advised one."""

from __future__ import annotations

import pytest

from render.coach import Fact, agreeing
from render.florence.words.coach.verdict import verdict
from render.words import Words
from rules.florence.actions import Bid, Build, Decline, Introduce, Open, Pass, Take, Work
from rules.opponents.advice import ENOUGH, Advice, Suggestion
from rules.opponents.search import Limit

TOWER = Build("tower", 0, 1)
OTHER_PLACE = Build("tower", 1, 30)
FACTS = (
    Fact("any", "It is late."),
    Fact("tower", "A tower.", ("build", "tower")),
    Fact("opera", "An opera.", ("build", "opera")),
    Fact("travel", "Freedom of Travel.", ("freedom", "travel")),
    Fact("sure", "A tower first.", ("build", "tower"), agreed=True),
    Fact("poet", "A Poet first.", ("work", "poet"), agreed=True),
)


def said(advice: Advice | None) -> list[str]:
    return [each.moment for each in agreeing(FACTS, advice)]


def advised(*leads: tuple[object, float], worlds: int = ENOUGH) -> Advice:
    found = tuple(Suggestion(action, lead) for action, lead in leads)  # type: ignore[arg-type]  # actions
    return Advice(found, worlds=worlds)


def test_a_fact_that_names_another_option_gives_way() -> None:
    close, far = (Introduce("travel"), 4.6), (Work("poet"), 2.0)
    assert said(advised((TOWER, 5.0), close, far)) == ["any", "tower", "travel", "sure"]
    assert said(advised((OTHER_PLACE, 5.0), far)) == ["any", "tower", "sure"]
    worse = (Introduce("travel"), 4.5)
    assert "travel" not in said(advised((TOWER, 5.0), worse)), "half a point is a difference"
    assert said(advised((Work("poet"), 5.0), (TOWER, 4.9))) == ["any", "tower", "poet"]


def test_without_advice_a_fact_that_needs_it_is_not_said() -> None:
    plain = ["any", "tower", "opera", "travel"]
    assert said(None) == plain
    assert said(advised((TOWER, 5.0), worlds=ENOUGH - 1)) == plain, "too few worlds"


def limited(worth: int, gain: float, error: float = 0.2) -> Advice:
    limit = Limit(item="jester", next=400, worth=worth, gain=gain, error=error, worlds=48)
    return Advice((Suggestion(Bid(400), 1.0), Suggestion(Pass(), 0.0)), limit, 48)


@pytest.mark.parametrize(
    ("advice", "line"),
    [
        (
            limited(700, 2.0),
            "The Jester is worth up to about 700 florins to you. Bid 400 florins.",
        ),
        (
            limited(300, -1.0),
            "The Jester is worth only about 300 florins to you. Pass.",
        ),
        (limited(0, -6.0), "The Jester is worth nothing to you now. Pass."),
        (
            limited(400, 0.4),
            "It’s about even: bid 400 florins or pass, as you like.",
        ),
        (
            limited(300, -1.0, error=0.6),
            "It’s about even: bid 400 florins or pass, as you like.",
        ),
        (advised((Open("jester"), 2.0)), "Put the Jester up for auction."),
        (advised((Take("lake"), 2.0)), "Take the Lake."),
        (advised((Decline(), 2.0)), "Sit out this round and keep your florins."),
        (advised((Open("jester"), 2.0), worlds=ENOUGH - 1), None),
        (advised((TOWER, 2.0)), None),
    ],
)
def test_a_verdict_ends_in_an_act(advice: Advice, line: str | None) -> None:
    assert verdict(advice, Words("en")) == line
