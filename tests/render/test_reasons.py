"""Why an option is better, as people read it."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from render.presentations import PRESENTATIONS
from render.words import LANGUAGES, Words
from rules.florence.catalogue import SCORES
from rules.lacrimosa.catalogue import HOUSE_TEXT, ROUNDS, Edition
from rules.lacrimosa.state import Tally
from rules.opponents.florence.telling import told as florence_told
from rules.opponents.lacrimosa.telling import TELLING
from rules.opponents.lacrimosa.telling import told as lacrimosa_told
from rules.opponents.told import OTHERS, Got, Line, Plan, Why
from rules.registry import GAMES
from tests.contract.games import positions

EN = Words("en")
EDITION = Edition(HOUSE_TEXT)

KINDS = {
    "florence": (
        Got("work", "physicist"),
        Got("card", "painter"),
        Got("build", "university"),
        Got("freedom", "travel"),
        Got("item", "lake"),
        Got("item", "jester", 2),
    ),
    "lacrimosa": (
        Got("commission", next(iter(EDITION.opus))),
        Got("sell", next(iter(EDITION.opus))),
        Got("document", next(iter(EDITION.memories))),
        Got("court", next(iter(EDITION.courts))),
        Got("compose", next(iter(EDITION.movements)), 2),
        *(Got(kind, "") for kind in sorted(TELLING.some)),
    ),
}


def _view(title: str) -> Any:
    game = GAMES[title]
    return game.observe(next(iter(positions(title, 3, every=40))), 0)


def _why(*lines: Line, plan: Plan | None = None, before: float = 57.2) -> Why:
    return Why("pass", before, 61.4, lines, plan, worlds=48)


def _said(
    title: str, why: Why, words: Words = EN, than: str = "Pass", *, bare: bool = False
) -> tuple[str, ...]:
    return PRESENTATIONS[title].reasons(why, _view(title), than, words, bare=bare)


def test_florence_tells_how_the_game_ended_and_what_made_it() -> None:
    lines = (
        Line("works", 4.6, things=0.5),
        Line(OTHERS, -2.2),
        Line("prestige_cards", -0.6),
    )
    (said,) = _said("florence", _why(*lines))
    assert said == (
        "In 48 simulated games you end with 61 points on average, or with 57 after “Pass”: "
        "5 more from Works (1 more Work in 2 games) and 2 less for the others, "
        "but 1 less from Prestige cards."
    )
    (same,) = _said("florence", _why(Line("works", 2.0, things=1.2), before=61.0))
    assert same == (
        "In 48 simulated games you end with 61 points on average, just as after “Pass”. "
        "The difference: 2 more from Works (1 more Work)."
    )


@pytest.mark.parametrize(
    ("things", "said"),
    [
        (0.19, ""),
        (0.2, " (1 more Work in 5 games)"),
        (0.66, " (1 more Work in 2 games)"),
        (0.7, " (1 more Work)"),
        (1.6, " (2 more Works)"),
    ],
)
def test_few_works_are_one_in_so_many_games(things: float, said: str) -> None:
    (told,) = _said("florence", _why(Line("works", 5.0, things=things)))
    assert told.endswith(f": 5 more from Works{said}.")


def test_lacrimosa_tells_what_there_was_more_of() -> None:
    lines = (
        Line("sales", 3.0),
        Line("ducats", 2.1, thing=True),
        Line("talent", -1, thing=True),
    )
    (said,) = _said("lacrimosa", _why(*lines))
    assert said == (
        "In 48 simulated games, compared with “Pass”, the round ends with: "
        "3 VP more (Sales) and 2 ducats more, but 1 Talent less."
    )


def test_in_the_last_round_of_lacrimosa_the_end_is_that_of_the_game() -> None:
    why, look, view = _why(Line("sales", 3.0)), PRESENTATIONS["lacrimosa"], _view("lacrimosa")
    for number, end in ((ROUNDS - 1, "the round ends"), (ROUNDS, "you end")):
        (said,) = look.reasons(why, replace(view, round=number), "Pass", EN)
        told = f"In 48 simulated games, compared with “Pass”, {end} with: "
        assert said.startswith(told), number


def test_without_figures_no_points_are_told_but_where_they_came_from() -> None:
    lines = (Line("works", 4.6, things=1.2), Line("best_works", 1.1), Line(OTHERS, -2.2))
    (said,) = _said("florence", _why(*lines, Line("landscapes", -0.6)), bare=True)
    assert said == (
        "In 48 simulated games, compared with “Pass”, you end with: 1 more Work, "
        "more points (Bought with Works, Best Works), fewer points for the others, "
        "but fewer points (Further Landscapes)."
    )
    things = (Line("sales", 3.0), Line("ducats", 2.1, thing=True), Line(OTHERS, 1.0))
    (said,) = _said("lacrimosa", _why(*things), bare=True)
    assert said == (
        "In 48 simulated games, compared with “Pass”, the round ends with: "
        "2 ducats more, more points (Sales), but more points for the others."
    )


def test_a_plan_says_how_often_it_comes() -> None:
    round_ = _view("florence").turn
    plan = Plan(Got("work", "physicist"), 0.9, 0.02)
    (said,) = _said("florence", _why(plan=plan))
    assert said == (
        f"In round {max(round_, 1)} you then complete the Physicist’s Work "
        "in 9 of 10 games; after “Pass”, in none."
    )
    card = Plan(Got("card", "painter"), 0.9, 0.02)
    (said,) = _said("florence", _why(plan=card))
    assert "you then get the Painter " in said
    view = _view("florence")
    seats = tuple(replace(each, works=("painter",)) for each in view.seats)
    elsewhere = replace(view, seats=(view.seats[0], *seats[1:]))
    (said,) = PRESENTATIONS["florence"].reasons(_why(plan=card), elsewhere, "Pass", EN)
    assert "you then recruit the Painter " in said, "it is face up elsewhere"
    own = replace(view, seats=(seats[0], *view.seats[1:]))
    (said,) = PRESENTATIONS["florence"].reasons(_why(plan=card), own, "Pass", EN)
    assert "you then get the Painter " in said
    always = Plan(Got("item", "jester", 2), 1.0, 0.1)
    (said,) = _said("florence", _why(plan=always))
    assert said.endswith("get another Jester in 10 of 10 games; after “Pass”, in 1.")
    nearly = Plan(Got("item", "jester", 2), 46 / 48, 2 / 48)
    (said,) = _said("florence", _why(plan=nearly))
    assert said.endswith("get another Jester in 9 of 10 games; after “Pass”, in none.")
    (said,) = _said("florence", _why(plan=replace(nearly, share=1.0)))
    assert said.endswith("get another Jester in every game; after “Pass”, in none.")


def test_without_lines_and_plans_nothing_is_said() -> None:
    assert _said("florence", _why()) == _said("lacrimosa", _why()) == ()


@pytest.mark.parametrize("bare", [False, True])
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_line_and_plan_has_its_words(language: str, *, bare: bool) -> None:
    words = Words(language)
    lines = {
        "florence": [Line(each, 1.0) for each in (*SCORES, OTHERS)],
        "lacrimosa": [
            *(Line(each, 1.0) for each in (*Tally.__struct_fields__, OTHERS)),
            *(Line(each, 1.0, thing=True) for each in TELLING.things),
        ],
    }
    for title, some in lines.items():
        seen = {
            _said(title, _why(Line(line.what, n, thing=line.thing)), words, bare=bare)
            for line in some
            for n in (1, -1)
        }
        assert len(seen) == 2 * len(some)
        plans = {_said(title, _why(plan=Plan(got, 0.7, 0.2)), words) for got in KINDS[title]}
        assert len(plans) == len(KINDS[title])


def test_what_a_game_tells_has_words() -> None:
    """The lines, things and kinds are those that the tests above put into words."""
    for state in positions("florence", 3, every=60):
        found = florence_told(state, 0)
        assert tuple(found.lines) == SCORES
        assert {got.kind for got in found.got} <= {got.kind for got in KINDS["florence"]}
    for state in positions("lacrimosa", 3, every=60):
        found = lacrimosa_told(EDITION, state, 0)
        assert tuple(found.lines) == Tally.__struct_fields__
        assert set(found.things) == (set() if state.over else set(TELLING.things))
        assert {got.kind for got in found.got} <= {got.kind for got in KINDS["lacrimosa"]}
