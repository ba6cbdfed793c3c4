"""From all the actions of a decision to one, a few choices at a step.

An action's name is its tag and fields in order, and so is the way to it: a step
offers the values of the next field, under what has been chosen before. Fields
that leave no choice are passed over. Knows no game.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import msgspec
from msgspec.structs import replace

from rules.table import Action, Decision, Order, name

MOST_AT_ONCE: Final = 25
"""So many choices fit one step, those that stand openly included: a select's options."""

Path = tuple[str, ...]
"""The leading parts of a name: the tag, then fields as they are spelled."""


class Branch(msgspec.Struct, frozen=True):
    """One choice of a step.

    Attributes:
        spelled: how it is named in a custom_id: an action's name, or the start of one.
        path: the same as values, for the label.
        actions: the complete actions that it leads to, in the order of the decision.
        led: its tag was no step of its own, so its label must tell it as well.
    """

    spelled: str
    path: tuple[object, ...]
    actions: tuple[Action, ...]
    led: bool = False

    @property
    def action(self) -> Action | None:
        """The action that this choice is, if nothing is left to choose."""
        first = self.actions[0]
        return first if name(first) == self.spelled else None


def parsed(spelled: str) -> Path:
    """A name, or the start of one, as a path; empty for the first step."""
    return tuple(spelled.split(".")) if spelled else ()


def path_of(action: Action | Order) -> tuple[object, ...]:
    """The whole path of an action: its tag and fields as values."""
    return (action.__struct_config__.tag, *msgspec.structs.astuple(action))


def under(actions: Iterable[Action], path: Path) -> tuple[Action, ...]:
    """The actions whose names begin like this."""
    return tuple(each for each in actions if parsed(name(each))[: len(path)] == path)


def step(
    actions: Iterable[Action], path: Path = (), *, skip: bool = True
) -> tuple[Branch, ...]:
    """The choices after `path`; none if no action begins like that.

    Args:
        actions: the options, the asides, or both.
        path: what has been chosen before.
        skip: pass over fields that leave no choice.
    """
    left = under(actions, path)
    depth = len(path) + 1
    while True:
        groups: dict[Path, list[Action]] = {}
        for action in left:
            groups.setdefault(parsed(name(action))[:depth], []).append(action)
        branches = tuple(
            _branch(".".join(start), depth, tuple(group)) for start, group in groups.items()
        )
        if not skip or len(branches) != 1 or branches[0].action is not None:
            return branches
        depth += 1


def _branch(spelled: str, depth: int, actions: tuple[Action, ...]) -> Branch:
    """A choice; an action's path is whole, though its name leaves empty ends out."""
    path = path_of(actions[0])
    return Branch(spelled, path if name(actions[0]) == spelled else path[:depth], actions)


def first_step(decision: Decision) -> tuple[Branch, ...]:
    """The choices of the options: by their tags, or all at once.

    At once where all stand openly, and where a tag would save nobody anything: few
    actions of several kinds, each of them only one choice behind its tag.
    """
    public = set(decision.public)
    if public.issuperset(decision.options):
        return tuple(map(_whole, decision.options))
    if _shallow(tuple(each for each in decision.options if each not in public)):
        whole = map(_whole, decision.options)
        return tuple(replace(each, led=len(parsed(each.spelled)) > 1) for each in whole)
    return tuple(
        _whole(branch.actions[0])
        if len(branch.actions) == 1 and branch.actions[0] in public
        else branch
        for branch in step(decision.options)
    )


def _shallow(actions: tuple[Action, ...]) -> bool:
    """Whether a handful of actions can be told apart by their tag and one choice more.

    Of a single kind they may have a picture that numbers them: its tag stays a step.
    """
    kinds = step(actions, skip=False)
    if len(actions) >= MOST_AT_ONCE or len(kinds) < 2:
        return False
    return all(
        branch.action is not None
        for kind in kinds
        for branch in step(kind.actions, parsed(kind.spelled)) or (kind,)
    )


def _whole(action: Action) -> Branch:
    return Branch(name(action), path_of(action), (action,))


def before(decision: Decision, path: Path) -> Path:
    """The path of the step from which `path` was chosen; empty for the first step."""
    actions = decision.options if under(decision.options, path) else decision.asides
    here = step(actions, path)
    back = path
    while back and step(actions, back) == here:
        back = back[:-1]
    while back and step(actions, back[:-1]) == step(actions, back):
        back = back[:-1]
    return back
