"""Following the coach wins games, and none of its lines costs points.

The figures for facts come from one run of `python -m tests.coached --moments`.
"""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any, Final

import pytest

from render.florence.words.coach.verdict import verdict
from render.words import Words
from rules.contract import Decision, Over
from rules.florence.actions import Bid, Pass, ToBid
from rules.florence.view import View
from rules.opponents import ADVISERS, choose, review
from rules.opponents.advice import ENOUGH, advice, compared, weigh
from rules.opponents.florence.prices import WORLDS
from rules.opponents.review import Choice
from rules.registry import GAMES
from tests import coached
from tests.coached import Obeyed
from tests.render import test_florence_coach, test_lacrimosa_coach

EN = Words("en")

pytestmark = pytest.mark.timeout(1200)
"""These tests take a minute or two, and many more on a busy machine."""


# -- verdicts ------------------------------------------------------------------------


@pytest.mark.nightly
def test_who_obeys_the_verdicts_wins_half_of_the_games() -> None:
    """One of three easy seats wins a third of the games; the obedient one won 21 of 24."""
    found = coached.verdicts(3, games=24, share=0.5)
    assert found.wins >= 0.5
    assert found.more > 0
    assert found.said > 10, "it is told something"


@cache
def decided() -> tuple[tuple[View, Decision], ...]:
    """200 bids from games between easy players."""
    florence, found = GAMES["florence"], list[tuple[View, Decision]]()
    for seed in range(30):
        rng, state = Random(seed), florence.start(florence.options(3 + seed % 3, {}))
        while not isinstance(pending := florence.pending(state), Over):
            if not isinstance(pending, tuple):
                state = florence.drawn(state, tuple(rng.sample(pending.items, pending.count)))
                continue
            view = florence.observe(state, pending[0].seat)
            if isinstance(pending[0].prompt, ToBid) and len(pending[0].options) > 1:
                found.append((view, pending[0]))
            action = choose("florence", "novice", view, pending[0], rng)
            state = florence.act(state, pending[0].seat, action)
        if len(found) >= 200:
            break
    return tuple(found[:200])


@pytest.mark.parametrize("count", [50, pytest.param(200, marks=pytest.mark.nightly)])
def test_coach_suggest_and_review_say_the_same(count: int) -> None:
    """They read one object, so a review finds the same choice best as the coach."""
    share, checked, adviser = ENOUGH / WORLDS, 0, ADVISERS["florence"]
    for nth, (view, decision) in enumerate(decided()[:: 200 // count]):
        found = weigh(adviser, view, decision, Random(f"{nth}/{nth}"), share=share)
        reviewed = review.weighed(
            "florence", Choice(nth, view, decision, Pass()), f"{nth}", share
        )
        assert reviewed.choice == found.choice
        told, limit = advice(found), found.limit
        assert told.first == found.choice
        if limit is None:
            continue  # it could not be paid without selling prestige
        line, act = verdict(told, EN) or "", "Pass."
        if told.first != Pass():
            act = f"Bid {limit.next} florins."
        assert "about even" in line if limit.even else line.endswith(act), line
        checked += 1
    assert checked > count * 3 / 4


def test_what_a_review_measures_anew_agrees_with_the_verdict() -> None:
    """The second run of a review uses other random numbers."""
    sure = agree = 0
    for nth, (view, decision) in enumerate(decided()[::8]):
        limit = weigh(ADVISERS["florence"], view, decision, Random(nth)).limit
        if limit is None or limit.even:
            continue
        asked = (ADVISERS["florence"], view, decision, Random(f"{nth}/2"))
        better, than = Bid(limit.next), Pass()
        sample = compared(*asked, better=better, than=than, rollouts=WORLDS)
        sure += 1
        agree += (sample.mean > 0) is (limit.gain > 0)
    assert sure > 12
    assert agree >= 0.95 * sure


# -- facts ---------------------------------------------------------------------------

FACT, AGREED = "names no option", "said only where it is advised"

OBEYED: Final[dict[str, Obeyed | str]] = {
    "florence.freedom_serves": Obeyed(100, 0.55, 58.4, 4.7, 2.0, 1.6),
    "florence.building_serves": Obeyed(100, 0.395, 54.4, 0.7, 1.4, 0.7),
    "florence.draw_before_work": Obeyed(100, 0.39, 53.9, 0.2, 1.2, 0.8),
    "florence.last_copy": Obeyed(100, 0.315, 52.4, -1.3, 1.2, 0.8),
    "florence.few_professions": Obeyed(100, 0.40, 53.8, 0.1, 0.4, 0.2),
    "florence.bonus_may_lift": Obeyed(100, 0.37, 53.8, 0.1, 0.5, 0.3),
    "florence.wish_alone": Obeyed(100, 0.38, 53.7, 0.0, 0.0, 0.1),
    "florence.bonus_needed": Obeyed(100, 0.38, 53.7, 0.0, 0.0, 1.5),
    "florence.item_reaches_minimum": Obeyed(100, 0.29, 52.9, -0.8, 1.6, 7.3),
    "florence.item_pays_prestige_card": Obeyed(100, 0.39, 53.8, 0.1, 0.1, 0.1),
    **dict.fromkeys(
        (
            "florence.better_before_work",
            "florence.bonus_lifts",
            "florence.lifted_by_action",
            "florence.minimum_rises",
        ),
        AGREED,
    ),
    "lacrimosa.court_fulfilled": Obeyed(100, 0.35, 94.5, 0.1, 0.1, 0.1),
    "lacrimosa.court_served": Obeyed(100, 0.37, 94.4, 0.0, 0.6, 0.7),
    "lacrimosa.document_replaces": Obeyed(100, 0.26, 93.6, -0.8, 1.1, 4.0),
    "lacrimosa.funds_overflow": Obeyed(100, 0.35, 94.4, 0.0, 0.0, 0.0),
    "lacrimosa.memory_actions": Obeyed(100, 0.305, 93.9, -0.5, 0.8, 1.2),
    "lacrimosa.memory_last_round": Obeyed(100, 0.35, 94.3, -0.1, 0.2, 0.7),
    "lacrimosa.no_surcharge": Obeyed(100, 0.34, 94.9, 0.5, 1.4, 3.2),
    **dict.fromkeys(
        (
            "florence.bid_sells_prestige",
            "florence.bonus_for_later",
            "florence.bonus_never_again",
            "florence.exchange_building",
            "florence.exchange_final",
            "florence.first_auction",
            "florence.keep_bonus",
            "florence.keep_prestige",
            "florence.keep_profession",
            "florence.keeps_too_little",
            "florence.last_action",
            "florence.last_auctions",
            "florence.place_keeps_room",
            "florence.prestige_is_shared",
            "florence.prestige_pays_nothing",
            "florence.recruited_works",
            "florence.under_far",
            "florence.under_soon",
            "florence.wish_equal",
            "florence.wish_shared",
            "florence.work_lacks",
            "lacrimosa.again_left",
            "lacrimosa.bonus_kept_out",
            "lacrimosa.card_left",
            "lacrimosa.card_pays_nothing",
            "lacrimosa.court_marked",
            "lacrimosa.court_needs_marker",
            "lacrimosa.court_needs_opus",
            "lacrimosa.end_counts",
            "lacrimosa.exchanges_missing",
            "lacrimosa.first_turn",
            "lacrimosa.majority_turns",
            "lacrimosa.marker_counts",
            "lacrimosa.neutral_decides",
            "lacrimosa.offertorium_scores",
            "lacrimosa.reward_first",
            "lacrimosa.row_leaves",
            "lacrimosa.sale_breaks_court",
            "lacrimosa.soloist_ahead",
            "lacrimosa.split_keeps_counters",
            "lacrimosa.spread_least",
            "lacrimosa.spread_overflows",
            "lacrimosa.stories",
            "lacrimosa.tracks_expire",
        ),
        FACT,
    ),
}
"""What obeying each moment brings; a moment that names no option cannot be obeyed."""

CHAPTERS: Final[dict[str, Any]] = {
    "florence": test_florence_coach,
    "lacrimosa": test_lacrimosa_coach,
}


@pytest.mark.parametrize("title", CHAPTERS)
def test_every_moment_is_measured_or_names_no_option(title: str) -> None:
    chapter = CHAPTERS[title]
    assert {f"{title}.{each}" for each in chapter.BY_NAME} == {
        each for each in OBEYED if each.startswith(title)
    }
    for name, case in chapter.CASES.items():
        asked = chapter.seen(case.speaks())
        found = chapter.BY_NAME[name](
            *asked if title == "florence" else (chapter.EDITION, *asked)
        )
        match OBEYED[f"{title}.{name}"]:
            case str(why):
                assert found.agreed is (why == AGREED), name
                assert bool(found.names) is (why != FACT), name
            case measured:
                assert not found.agreed, name
                assert not measured.harms, name
