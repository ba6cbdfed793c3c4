"""A command as it is typed: read as Discord's own client does, or refused in plain words."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from typing import Any, Final, TypeAlias

from discord import AppCommandOptionType, app_commands

AnyCommand: TypeAlias = app_commands.Command[Any, ..., Any]
Values: TypeAlias = dict[str, Any]

_HELP: Final = "/help lists the commands."


class Unclear(Exception):  # noqa: N818 - an answer to a person, not a fault
    """A command that Discord would not send; its text says why."""


def commands(tree: app_commands.CommandTree[Any]) -> dict[str, AnyCommand]:
    """Every command by its whole name."""
    walked = tree.walk_commands()
    return {c.qualified_name: c for c in walked if isinstance(c, app_commands.Command)}


def for_managers(command: AnyCommand) -> bool:
    """Whether Discord shows a command only to those who manage the server."""
    wanted = (command.root_parent or command).default_permissions
    return wanted is not None and wanted.manage_guild


def read(
    text: str, known: Mapping[str, AnyCommand], people: Mapping[str, Any]
) -> tuple[AnyCommand, Values]:
    """A typed line, `/name option:value`, as a command with the values of its options.

    Args:
        text: what was typed.
        known: every command by its whole name.
        people: what stands for each person whom an option can name.

    Raises: Unclear.
    """
    if not text.startswith("/"):
        raise Unclear(f"Only commands can be typed here; they begin with /. {_HELP}")
    try:
        words = shlex.split(text.removeprefix("/"))
    except ValueError:
        raise Unclear(f"{text} cannot be read: a quotation mark is missing.") from None
    name = " ".join(word for word in words if ":" not in word)
    if name not in known:
        raise Unclear(_unknown(name, known))
    given = dict(word.split(":", 1) for word in words if ":" in word)
    command = known[name]
    parameters = {each.name: each for each in command.parameters}
    for option in given:
        if option not in parameters:
            options = " and ".join(parameters) or "no options"
            raise Unclear(f"/{name} knows {options}, not “{option}”.")
    for option, parameter in parameters.items():
        if parameter.required and option not in given:
            raise Unclear(f"/{name} needs “{option}”: {_example(name, parameter)}.")
    return command, {
        key: _value(name, parameters[key], said, people) for key, said in given.items()
    }


def _unknown(name: str, known: Mapping[str, AnyCommand]) -> str:
    longer = [f"/{each}" for each in known if name and each.startswith(f"{name} ")]
    if longer:
        return f"/{name} is several commands: {', '.join(longer)}."
    return f"There is no command /{name}. {_HELP}"


def _example(name: str, parameter: app_commands.Parameter) -> str:
    values = [each.value for each in parameter.choices] or ["…"]
    return " or ".join(f"/{name} {parameter.name}:{value}" for value in values)


def _value(
    name: str, parameter: app_commands.Parameter, said: str, people: Mapping[str, Any]
) -> Any:
    if parameter.type is AppCommandOptionType.user:
        if said not in people:
            raise Unclear(f"“{parameter.name}” is one of {', '.join(people)}.")
        return people[said]
    if parameter.type is AppCommandOptionType.integer:
        low, high = int(parameter.min_value or 0), int(parameter.max_value or 0)
        if not said.isdecimal() or not low <= int(said) <= high:
            raise Unclear(f"“{parameter.name}” is a number from {low} to {high}.")
        return int(said)
    if parameter.choices and said not in {each.value for each in parameter.choices}:
        raise Unclear(f"There is no “{said}” to choose: {_example(name, parameter)}.")
    return said
