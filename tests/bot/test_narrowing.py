"""From all the actions of a decision to one, a few choices at a step."""

from __future__ import annotations

from random import Random

import pytest

from bot.narrowing import Branch, before, first_step, parsed, path_of, step
from rules.games import GAMES
from rules.journal import Journal
from rules.table import Action, Decision, Prompt, name


class Go(Action, frozen=True, tag="go"):
    where: str
    how: int
    far: int


class Stay(Action, frozen=True, tag="stay"):
    pass


class Say(Action, frozen=True, tag="say"):
    word: str


GOES = tuple(
    Go(where, how, far)
    for where, how in (("east", 1), ("east", 2), ("west", 1))
    for far in range(30)
)


SAYS = (Say("yes"), Say("no"))


def spelled(branches: tuple[Branch, ...]) -> list[str]:
    return [branch.spelled for branch in branches]


def test_the_tags_come_first_then_the_fields_in_order() -> None:
    actions = (*GOES, Stay())
    assert spelled(step(actions)) == ["go", "stay"]
    assert spelled(step(actions, parsed("go"))) == ["go.east", "go.west"]
    assert spelled(step(actions, parsed("go.east"))) == ["go.east.1", "go.east.2"]
    assert len(step(actions, parsed("go.east.2"))) == 30


def test_a_field_without_a_choice_is_passed_over() -> None:
    assert spelled(step(GOES)) == ["go.east", "go.west"]
    assert spelled(step(GOES, parsed("go.west")))[:2] == ["go.west.1.0", "go.west.1.1"]


def test_a_branch_is_an_action_only_when_nothing_is_left_to_choose() -> None:
    one = (Go("east", 1, 3), Stay())
    assert [branch.action for branch in step(one)] == [None, Stay()]
    assert step(one, parsed("go"))[0].action == Go("east", 1, 3)


def test_an_unknown_path_leads_nowhere() -> None:
    assert step(GOES, parsed("go.north")) == ()
    assert step(GOES, parsed("go.east.1.3.9")) == ()


def test_back_leads_to_the_step_in_which_the_choice_was_made() -> None:
    many = Decision(0, Prompt(), (*GOES, Stay()), asides=SAYS)
    assert before(many, parsed("go.east.2")) == parsed("go.east")
    assert before(many, parsed("go.east")) == parsed("go")
    assert before(many, parsed("go")) == ()
    assert before(many, parsed("say")) == ()
    assert before(Decision(0, Prompt(), GOES, asides=SAYS), parsed("go.west")) == ()


def test_what_stands_openly_is_whole_at_the_first_step() -> None:
    say = SAYS
    assert spelled(first_step(Decision(0, Prompt(), say, public=say))) == ["say.yes", "say.no"]
    mixed = Decision(0, Prompt(), (*say, Stay()), public=(*say, Stay()))
    assert spelled(first_step(mixed)) == ["say.yes", "say.no", "stay"]
    one = Decision(0, Prompt(), (Say("no"), *GOES), public=(Say("no"),))
    assert spelled(first_step(one)) == ["say.no", "go"]


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_every_action_of_a_whole_game_can_be_reached(game: object) -> None:
    rules, rng = GAMES[getattr(game, "name", "")], Random(2)
    journal = Journal.start(rules, rules.options(min(rules.seats), {}), rng)
    while journal.over is None:
        for decision in journal.decisions:
            actions = decision.options + decision.asides
            found = _leaves(actions, step(actions, skip=False))
            assert set(found) == set(actions)
        decision = journal.decisions[0]
        journal = journal.move(decision.seat, rng.choice(decision.options), rng)


def _leaves(actions: tuple[Action, ...], branches: tuple[Branch, ...]) -> list[Action]:
    found: list[Action] = []
    for branch in branches:
        if branch.action is not None:
            found.append(branch.action)
            assert path_of(branch.action) == branch.path
            assert name(branch.action) == branch.spelled
        else:
            found += _leaves(actions, step(actions, parsed(branch.spelled)))
    return found
