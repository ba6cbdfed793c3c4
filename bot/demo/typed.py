"""A typed command: read as Discord's own client reads it, or refused in plain words."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from typing import Any, Final, TypeAlias

from discord import AppCommandOptionType, app_commands

AnyCommand: TypeAlias = app_commands.Command[Any, ..., Any]
Values: TypeAlias = dict[str, Any]
Spoken: TypeAlias = dict[str, tuple[str, dict[str, str]]]
"""By a command's name in some language: its English name, and those of its options."""

SUBCOMMAND: Final = AppCommandOptionType.subcommand.value

_HELP: Final = "/help lists the commands."


class Unclear(Exception):  # noqa: N818 - an answer to a person, not a fault
    """A command that Discord would not send; its text says why."""


def commands(tree: app_commands.CommandTree[Any]) -> dict[str, AnyCommand]:
    """Every command by its full name."""
    walked = tree.walk_commands()
    return {c.qualified_name: c for c in walked if isinstance(c, app_commands.Command)}


def for_managers(command: AnyCommand) -> bool:
    """Whether Discord shows a command only to the server's admins."""
    wanted = (command.root_parent or command).default_permissions
    return wanted is not None and wanted.manage_guild


def spoken(payload: Any, english: str = "", own: str = "", locale: str = "") -> Spoken:
    """What commands and their options are called in each language, as Discord was told.

    Args:
        payload: the commands, or the subcommands of one, with their translations.
        english: the English name of the command with these subcommands; empty: all commands.
        own: its name in the language of `locale`.
        locale: a Discord language; empty: all languages.
    """
    found: Spoken = {}
    for each in payload:
        inner = each.get("options") or []
        for region, name in (each.get("name_localizations") or {}).items():
            if locale not in {"", region}:
                continue
            whole, local = f"{english} {each['name']}".strip(), f"{own} {name}".strip()
            named = ((o.get("name_localizations") or {}, o["name"]) for o in inner)
            options = {names.get(region, option): option for names, option in named}
            found[local] = (whole, options)
            if any(option["type"] == SUBCOMMAND for option in inner):
                found |= spoken(inner, whole, local, region)
    return found


def read(
    text: str,
    known: Mapping[str, AnyCommand],
    named: Mapping[str, Any],
    translated: Spoken | None = None,
) -> tuple[AnyCommand, Values]:
    """A typed line, `/name option:value`, as a command with the values of its options.

    Args:
        text: what was typed.
        known: every command by its full name.
        named: the value for each person and each channel that an option can name.
        translated: the names in other languages, which can be typed too.

    Raises:
        Unclear: Discord would not send such a command.
    """
    if not text.startswith("/"):
        raise Unclear(f"Only commands can be typed here; they begin with /. {_HELP}")
    try:
        words = shlex.split(text.removeprefix("/"))
    except ValueError:
        raise Unclear(f"{text} cannot be read: a quotation mark is missing.") from None
    name, given = _parted(words)
    if name not in known and name in (translated or {}):
        name, options = (translated or {})[name]
        given = {options.get(option, option): said for option, said in given.items()}
    if name not in known:
        raise Unclear(_unknown(name, known))
    command = known[name]
    parameters = {each.name: each for each in command.parameters}
    for option in given:
        if option not in parameters:
            there = " and ".join(parameters) or "no options"
            raise Unclear(f"/{name} knows {there}, not “{option}”.")
    for option, parameter in parameters.items():
        if parameter.required and option not in given:
            raise Unclear(f"/{name} needs “{option}”: {_example(name, parameter)}.")
    return command, {
        key: _value(name, parameters[key], said, named) for key, said in given.items()
    }


def _parted(words: list[str]) -> tuple[str, dict[str, str]]:
    """The name of the command, and what was typed for each option, spaces included."""
    first = next((n for n, word in enumerate(words) if ":" in word), len(words))
    given: dict[str, str] = {}
    option = ""
    for word in words[first:]:
        if ":" in word:
            option, said = word.split(":", 1)
            given[option] = said
        else:
            given[option] += f" {word}"
    return " ".join(words[:first]), given


def _unknown(name: str, known: Mapping[str, AnyCommand]) -> str:
    longer = [f"/{each}" for each in known if name and each.startswith(f"{name} ")]
    if longer:
        return f"/{name} is several commands: {', '.join(longer)}."
    return f"There is no command /{name}. {_HELP}"


def _example(name: str, parameter: app_commands.Parameter) -> str:
    values = [each.value for each in parameter.choices] or ["…"]
    return " or ".join(f"/{name} {parameter.name}:{value}" for value in values)


def _value(
    name: str, parameter: app_commands.Parameter, said: str, named: Mapping[str, Any]
) -> Any:
    channel = parameter.type is AppCommandOptionType.channel
    if channel or parameter.type is AppCommandOptionType.user:
        there = {
            each: value for each, value in named.items() if each.startswith("#") == channel
        }
        found = f"#{said.removeprefix('#')}" if channel else said
        if found not in there:
            raise Unclear(f"“{parameter.name}” is one of {', '.join(there)}.")
        return there[found]
    if parameter.type is AppCommandOptionType.integer:
        low, high = int(parameter.min_value or 0), int(parameter.max_value or 0)
        if not said.isdecimal() or not low <= int(said) <= high:
            raise Unclear(f"“{parameter.name}” is a number from {low} to {high}.")
        return int(said)
    if parameter.choices and said not in {each.value for each in parameter.choices}:
        raise Unclear(f"There is no “{said}” to choose: {_example(name, parameter)}.")
    return said
