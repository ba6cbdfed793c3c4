"""From all the actions of a decision to one, a few choices at a step."""

from __future__ import annotations

from random import Random

import pytest

from bot.screens.narrowing import (
    Branch,
    first_step,
    parsed,
    previous_path,
    shared_path,
    step,
    values,
)
from rules.contract import Action, Decision, Prompt, name, path_of
from rules.journal import Journal
from rules.registry import GAMES


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
    two = (Go("east", 1, 3), Go("east", 2, 3), Stay())
    assert [branch.action for branch in step(two)] == [None, Stay()]
    assert step(two, parsed("go"))[0].action == Go("east", 1, 3)


def test_the_only_action_behind_a_choice_is_the_choice_and_says_all_of_it() -> None:
    (alone, _) = step((Go("east", 1, 3), Stay()))
    assert alone.action == Go("east", 1, 3)
    assert alone.starts == (("go",), ("go", "east"), ("go", "east", 1), ("go", "east", 1, 3))


def test_an_unknown_path_leads_nowhere() -> None:
    assert step(GOES, parsed("go.north")) == ()
    assert step(GOES, parsed("go.east.1.3.9")) == ()


def test_back_leads_to_the_step_in_which_the_choice_was_made() -> None:
    many = Decision(0, Prompt(), (*GOES, Stay()), asides=SAYS)
    assert previous_path(many, parsed("go.east.2")) == parsed("go.east")
    assert previous_path(many, parsed("go.east")) == (), "the only kind is opened at once"
    assert previous_path(many, parsed("go")) == ()
    assert previous_path(many, parsed("say")) == ()
    assert previous_path(Decision(0, Prompt(), GOES, asides=SAYS), parsed("go.west")) == ()


def test_a_value_with_a_dot_is_one_value() -> None:
    actions = tuple(Go(where, how, 3) for where in ("far.east", "far.west") for how in range(9))
    branches = step(actions, parsed("go"))
    assert spelled(branches) == ["go.far.east", "go.far.west"]
    assert [branch.path for branch in branches] == [("go", "far.east"), ("go", "far.west")]
    assert shared_path(branches) == ("go",)
    assert shared_path(step(actions, parsed("go.far.west"))) == ("go", "far.west")
    assert values(actions[0], 3) == ("go", "far.east")


def test_a_step_is_about_what_its_choices_share() -> None:
    assert shared_path(step(GOES)) == ("go",)
    assert shared_path(step(GOES, parsed("go.west"))) == ("go", "west", 1)
    assert shared_path(step(GOES[:1])) == ("go", "east", 1)
    assert shared_path(step((*GOES, *SAYS))) == ()
    declined = Decision(0, Prompt(), (*SAYS, Stay()))
    assert shared_path(first_step(declined)) == ("say",)
    mixed = Decision(0, Prompt(), (*SAYS, GOES[0], Stay()))
    assert shared_path(first_step(mixed)) == ()


def test_the_only_kind_with_something_to_choose_is_opened_at_once() -> None:
    decision = Decision(0, Prompt(), (*GOES, Stay()))
    assert spelled(first_step(decision)) == ["go.east", "go.west", "stay"]
    several = Decision(0, Prompt(), (*GOES, *SAYS, Stay()))
    assert "go" in spelled(first_step(several))


def test_what_stands_openly_is_whole_at_the_first_step() -> None:
    say = SAYS
    assert spelled(first_step(Decision(0, Prompt(), say, public=say))) == ["say.yes", "say.no"]
    mixed = Decision(0, Prompt(), (*say, Stay()), public=(*say, Stay()))
    assert spelled(first_step(mixed)) == ["say.yes", "say.no", "stay"]
    one = Decision(0, Prompt(), (Say("no"), *GOES), public=(Say("no"),))
    assert spelled(first_step(one)) == ["say.no", "go.east", "go.west"]


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
