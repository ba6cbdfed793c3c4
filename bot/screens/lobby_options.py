"""The options of a lobby and the levels of its computer players: in words, and in forms."""

from __future__ import annotations

import msgspec

from bot.interactions import limits
from bot.interactions.clicks import Option
from bot.interactions.client import Client
from bot.interactions.forms import Choices
from bot.tables.core import options
from bot.tables.core.levels import known
from bot.tables.core.options import TableOption
from bot.tables.core.table import Table
from render.words import Words, bare
from rules.contract import Choice
from rules.opponents import LEVELS


class ShownOption(msgspec.Struct, frozen=True, kw_only=True):
    """An option of a lobby: one of every table, or one of its game.

    Attributes:
        key: its key.
        name: what it is called.
        values: what can be chosen, by name.
        now: the value that is chosen.
        told: whether everyone is told the value, because it is not the usual one.
    """

    key: str
    name: str
    values: dict[str, str]
    now: str
    told: bool

    def said(self, words: Words) -> str:
        """The option with its chosen value."""
        return words("lobby.option", name=self.name, value=self.values[self.now])

    @property
    def field(self) -> Choices:
        """The form field in which it is chosen."""
        choices = tuple(
            Option(value, _capital(text), chosen=value == self.now)
            for value, text in self.values.items()
        )
        return Choices(key=self.key, label=self.name, options=choices)


def shown(bot: Client, table: Table, words: Words) -> tuple[ShownOption, ...]:
    """The options that apply: those of every table, then those of the game."""
    own = [
        each
        for each in bot.lobbies.rules_of(table).choices
        if max(each.seats) >= len(table.seats)
    ]
    return (
        *(shared(each, table, words) for each in options.shown(table.game)),
        *(_own(bot, table, each, words) for each in own),
    )


def told(bot: Client, table: Table, words: Words) -> tuple[str, ...]:
    """The options that do not have their usual value, each with its value."""
    return tuple(each.said(words) for each in shown(bot, table, words) if each.told)


def shared(option: TableOption, table: Table, words: Words) -> ShownOption:
    """An option that every table has."""
    return ShownOption(
        key=option.key,
        name=words(f"lobby.name.{option.key}"),
        values={each: option.text(words, each) for each in option.names(table.game)},
        now=option.value(table.game),
        told=option.told and option.differs(table.game),
    )


def _own(bot: Client, table: Table, choice: Choice, words: Words) -> ShownOption:
    """An option of one game; a stored value that no longer exists counts as the usual one."""
    look, usual = bot.presentation(table), choice.values[0]
    now = table.game.chosen.get(choice.key, usual)
    now = now if now in choice.values else usual
    return ShownOption(
        key=choice.key,
        name=words(f"{table.game.game}.option.{choice.key}"),
        values={each: look.option(choice.key, each, words) for each in choice.values},
        now=now,
        told=now != usual,
    )


def levels(table: Table, words: Words) -> tuple[Choices, ...]:
    """A field for each computer player, by its number in seat order: how well it plays."""
    return tuple(
        Choices(
            key=str(number),
            label=bare(row.name),
            options=tuple(
                Option(each, _capital(words(f"level.{each}")), chosen=each == known(row.level))
                for each in LEVELS
            ),
        )
        for number, row in enumerate(row for row in table.seats if row.level)
        if row.level
    )


def pages(fields: tuple[Choices, ...]) -> tuple[tuple[Choices, ...], ...]:
    """The fields, divided into forms."""
    return tuple(fields[at : at + limits.FORM] for at in range(0, len(fields), limits.FORM))


def _capital(text: str) -> str:
    """A text that follows a colon elsewhere, for the beginning of a line."""
    return text[:1].upper() + text[1:]
