"""`python -m tests.render.new_catalogue cs`: a catalogue without texts, for a new language.

Every entry has the English text as a comment and no translation yet, so English is shown.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

import discord
from babel import Locale
from babel.messages import pofile
from babel.messages.catalog import Catalog

from render.words import SOURCE
from render.words.catalogue import catalogue

WORDS: Final = Path(__file__).parents[2] / "render" / "words"

_REGIONS: Final = {each.value for each in discord.Locale}
CODES: Final = frozenset(_REGIONS | {each.partition("-")[0] for each in _REGIONS})
"""The codes of Discord's languages, with and without a region."""


def begun(language: str) -> Catalog:
    """A catalogue with all ids of English and Babel's CLDR plural rule for the language."""
    source, spoken = catalogue(SOURCE), Locale.parse(language, sep="-").get_display_name("en")
    head = f"# The words of Maecenas in {spoken}; docs/new-language.md says how."
    made = Catalog(locale=language.replace("-", "_"), header_comment=head, fuzzy=False)
    made.mime_headers = [
        ("Language", language),
        ("Content-Type", "text/plain; charset=UTF-8"),
        ("Content-Transfer-Encoding", "8bit"),
        ("Plural-Forms", made.plural_forms),
    ]
    for message in source:
        if not message.id:
            continue
        if isinstance(message.id, str):
            made.add(message.id, "", auto_comments=[str(message.string)])
        else:
            forms = [""] * made.num_plurals
            made.add(message.id, forms, auto_comments=[" | ".join(message.string or ())])
    return made


def write(language: str, folder: Path = WORDS) -> Path:
    """Write the file, unless it exists.

    Args:
        language: its code in Discord, with or without a region.
        folder: where the file goes.

    Raises:
        FileExistsError: the file exists.
        ValueError: Discord has no such language.
    """
    if language not in CODES:
        raise ValueError(f"Discord has no language {language}, but {' '.join(sorted(CODES))}")
    made, path = begun(language), folder / f"{language}.po"
    with path.open("xb") as file:
        pofile.write_po(file, made, width=96)
    return path


def main(*asked: str) -> int:
    """Write the catalogue of the language asked for; 2 if that is impossible."""
    if len(asked) != 1:
        print(__doc__, file=sys.stderr)  # noqa: T201
        return 2
    try:
        print(write(*asked))  # noqa: T201 - what was done
    except FileExistsError as error:
        print(f"{error.filename} exists; it was not touched", file=sys.stderr)  # noqa: T201
    except ValueError as error:
        print(error, file=sys.stderr)  # noqa: T201
    else:
        return 0
    return 2


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
