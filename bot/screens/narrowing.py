"""From all the actions of a decision to one of them, a few choices per step.

An action's name is its tag and its fields in order. A step offers the values of the
next field, among the actions that begin with what has been chosen before. Fields that
leave no choice are skipped. This module knows no game.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from itertools import accumulate, repeat, takewhile
from typing import Final

import msgspec
from msgspec.structs import replace

from bot.interactions import limits
from rules.contract import Action, Decision, name, path_of

FEW: Final = 10
"""Up to this many actions are offered at once, however many values distinguish them."""

Path = tuple[str, ...]
"""The leading parts of a name: the tag, then fields as they are spelled."""


class Branch(msgspec.Struct, frozen=True):
    """One choice of a step.

    Attributes:
        spelled: how it is named in a custom_id: an action's name, or the start of one.
        path: the same as values, for the label.
        actions: the complete actions that it leads to, in the order of the decision.
        chosen: how many values of `path` were chosen before, and need no words.
    """

    spelled: str
    path: tuple[object, ...]
    actions: tuple[Action, ...]
    chosen: int | None = None

    @property
    def starts(self) -> tuple[tuple[object, ...], ...]:
        """The paths whose labels together name the choice, each one value longer."""
        first = len(self.path) - 1 if self.chosen is None else self.chosen
        return starts_of(self.path, first)

    @property
    def action(self) -> Action | None:
        """The action that this choice is, if nothing is left to choose."""
        first = self.actions[0]
        return first if name(first) == self.spelled else None


def parsed(spelled: str) -> Path:
    """A name, or the start of one, as a path; empty for the first step."""
    return tuple(spelled.split(".")) if spelled else ()


def starts_of(path: tuple[object, ...], first: int = 0) -> tuple[tuple[object, ...], ...]:
    """The starts of a path that are longer than `first`, each one value longer."""
    return tuple(path[:length] for length in range(first + 1, len(path) + 1))


def under(actions: Iterable[Action], path: Path) -> tuple[Action, ...]:
    """The actions whose names begin with `path`."""
    return tuple(each for each in actions if parsed(name(each))[: len(path)] == path)


def step(
    actions: Iterable[Action], path: Path = (), *, skip: bool = True
) -> tuple[Branch, ...]:
    """The choices after `path`; none if no action begins with it.

    Args:
        actions: the options, the asides, or both.
        path: what has been chosen before.
        skip: whether to skip fields that leave no choice.
    """
    left = under(actions, path)
    if path and len(left) == 1 and parsed(name(left[0])) == path:
        return (_whole(left[0], 0),)  # it is complete, and only has to be played
    # Fields that are chosen together share one menu once the first one is chosen: a menu of all
    # actions of a tag would be as long, and would not say what they have in common.
    at_once = limits.OPTIONS if left and left[0].together and len(path) > 1 else FEW
    if skip and path and 1 < len(left) <= at_once:
        return tuple(map(_whole, left, repeat(len(values(left[0], len(path))))))
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
    """A choice; if it leads to a single action, it is that whole action."""
    if len(actions) == 1:
        before = len(values(actions[0], depth - 1)) if depth > 1 else 0
        return _whole(actions[0], before)
    return Branch(spelled, values(actions[0], depth), actions)


def values(action: Action, parts: int) -> tuple[object, ...]:
    """The leading values of an action, spelled by the first `parts` parts of its name.

    A value that contains a dot is more than one part.
    """
    path = path_of(action)
    ends = list(accumulate(str(value).count(".") + 1 for value in path))
    return path[: bisect_left(ends, parts) + 1]


def shared_path(branches: Iterable[Branch]) -> tuple[object, ...]:
    """The values that the choices of a step share, without the one that each chooses.

    A bare tag among them, such as one that declines, is no choice of the same kind.
    """
    fielded = [branch for branch in branches if len(branch.path) > 1]
    starts = [values(each.actions[0], len(parsed(each.spelled)) - 1) for each in fielded]
    alike = takewhile(lambda column: len(set(column)) == 1, zip(*starts, strict=False))
    return tuple(column[0] for column in alike)


def first_step(decision: Decision) -> tuple[Branch, ...]:
    """The first choices of a decision: by tags, or further if a tag would save nothing.

    Options that everyone can see are all offered at once. If only one kind has something to
    choose, it is opened. Of several kinds, those with the fewest actions are opened while they
    fit. A kind whose fields are chosen together may be opened by one step instead.
    """
    if set(decision.public).issuperset(decision.options):
        return tuple(map(_whole, decision.options))
    kinds = step(decision.options, skip=False)
    closed = [each for each in kinds if each.action is None]
    if len(closed) == 1:
        return tuple(b for kind in kinds for b in (_opened(kind) or (kind,)))
    opened: dict[str, tuple[Branch, ...]] = {}
    left = FEW - len(kinds)
    for kind in sorted(closed, key=lambda each: len(each.actions)):
        left -= len(kind.actions) - 1
        if left >= 0:
            opened[kind.spelled] = tuple(map(_whole, kind.actions, repeat(0)))
            continue
        left += len(kind.actions) - 1
        further = _opened(kind) if kind.actions[0].together else ()
        if further and left >= len(further) - 1:
            left -= len(further) - 1
            opened[kind.spelled] = tuple(replace(each, chosen=0) for each in further)
    return tuple(b for kind in kinds for b in opened.get(kind.spelled, (kind,)))


def _opened(kind: Branch) -> tuple[Branch, ...]:
    """The choices behind a tag; none for a tag that is a whole action."""
    return () if kind.action else step(kind.actions, parsed(kind.spelled))


def _whole(action: Action, chosen: int | None = None) -> Branch:
    return Branch(name(action), path_of(action), (action,), chosen)


def previous_path(decision: Decision, path: Path) -> Path:
    """The path of the step from which `path` was chosen; empty for the first step."""
    actions = decision.options if under(decision.options, path) else decision.asides
    here = step(actions, path)
    back = path
    while back and step(actions, back) == here:
        back = back[:-1]
    while back and step(actions, back[:-1]) == step(actions, back):
        back = back[:-1]
    first = {branch.spelled for branch in first_step(decision)}
    return back if len(back) != 1 or back[0] in first or decision.asides == actions else ()
