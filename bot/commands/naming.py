"""The names and descriptions of commands, from the catalogue, in every language."""

from __future__ import annotations

import discord
from discord import app_commands

from render.words import LANGUAGES, SOURCE, Words


def text(id: str) -> app_commands.locale_str:  # noqa: A002 - the catalogue's word for it
    """A text of the catalogue that Discord shows to each person in their language."""
    return app_commands.locale_str(Words(SOURCE)(id), id=id)


def choice(id: str, value: str) -> app_commands.Choice[str]:  # noqa: A002
    """A choice of an option, named by a text of the catalogue."""
    return app_commands.Choice(name=text(id), value=value)


def languages() -> list[app_commands.Choice[str]]:
    """The languages that a table can have, each by its own name."""
    return [
        app_commands.Choice(name=Words(code)("language.name"), value=code) for code in LANGUAGES
    ]


class CatalogueTranslator(app_commands.Translator):
    """Translates the texts made by `text`; English is Discord's own default."""

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,  # noqa: ARG002 - Discord's signature
    ) -> str | None:
        """The text in the language of a locale, or None for the default."""
        words = Words.pick(str(locale))
        id_ = string.extras.get("id")
        if words.language == SOURCE or id_ is None or id_ not in words:
            return None
        return words(id_)
