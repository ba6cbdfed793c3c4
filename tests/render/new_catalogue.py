"""`python -m tests.render.new_catalogue cs`: a catalogue without texts, for a new language.

Every entry has the English text as a comment, and no text yet, so that English is shown for it.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

from babel.messages import pofile
from babel.messages.catalog import Catalog

from render.words import SOURCE
from render.words.catalogue import catalogue

WORDS: Final = Path(__file__).parents[2] / "render" / "words"


def begun(language: str) -> Catalog:
    """All ids of English; the rule for plurals is that of CLDR as Babel knows it."""
    source = catalogue(SOURCE)
    made = Catalog(
        locale=language.replace("-", "_"), header_comment=source.header_comment, fuzzy=False
    )
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


def main(language: str) -> None:
    """Write the file; an existing one stays.

    Raises:
        FileExistsError: there is one.
    """
    with (WORDS / f"{language}.po").open("xb") as file:
        pofile.write_po(file, begun(language), width=96)


if __name__ == "__main__":
    main(*sys.argv[1:])
