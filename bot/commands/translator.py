"""The names and descriptions of commands, from the catalogue, in every language."""

from __future__ import annotations

import logging
import re

import discord
from discord import app_commands
from discord.app_commands import TranslationContextLocation as Location

from bot.interactions import limits
from render.words import SOURCE, Words, coverage

_log = logging.getLogger(__name__)


def text(id: str) -> app_commands.locale_str:  # noqa: A002 - the catalogue's word for it
    """A text of the catalogue that Discord shows to each person in their language."""
    return app_commands.locale_str(Words(SOURCE)(id), id=id)


def choice(id: str, value: str) -> app_commands.Choice[str]:  # noqa: A002
    """A choice of an option, named by a text of the catalogue."""
    return app_commands.Choice(name=text(id), value=value)


def languages() -> list[app_commands.Choice[str]]:
    """The languages that a table of some game can have, each by its own name."""
    return [
        app_commands.Choice(name=Words.pick(code)("language.name"), value=code)
        for code in coverage.named()
        if code in coverage.spoken()
    ]


class CatalogueTranslator(app_commands.Translator):
    """Translates the texts made by `text`; English is Discord's own default."""

    def __init__(self) -> None:
        """Read the words of each locale: Discord asks for each text in each of them."""
        self._words = {each: coverage.of_discord(each.value) for each in discord.Locale}

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        """The text in the language of a locale, or None for the default.

        One bad text makes Discord refuse all commands, so such a text is logged and left out.
        """
        words = self._words[locale]
        id_ = string.extras.get("id")
        if words.language == SOURCE or id_ is None or id_ not in words.ids:
            return None
        try:
            translated = words(id_)
        except (KeyError, IndexError, ValueError) as error:  # a figure that is not given
            _log.warning("the text %s in %s cannot be read: %r", id_, words.language, error)
            return None
        if not accepted(translated, context):
            _log.warning("the text %s in %s breaks a Discord limit", id_, words.language)
            return None
        return translated


def accepted(text: str, context: app_commands.TranslationContextTypes) -> bool:
    """Whether Discord accepts a text at its place in a command."""
    if isinstance(context.data, app_commands.ContextMenu):  # spaces and capitals are allowed
        return 1 <= len(text) <= limits.COMMAND_NAME
    match context.location:
        case Location.command_name | Location.group_name | Location.parameter_name:
            name = re.fullmatch(rf"[-_'\w]{{1,{limits.COMMAND_NAME}}}", text)
            return name is not None and text == text.lower()
        case Location.choice_name:
            return 1 <= len(text) <= limits.OPTION_TEXT
        case _:
            return 1 <= len(text) <= limits.COMMAND_DESCRIPTION
