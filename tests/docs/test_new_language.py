"""docs/new-language.md: a catalogue is all that a language needs."""

from __future__ import annotations

import re
import shlex
import subprocess
from pathlib import Path
from types import ModuleType

import pytest
from babel.messages import pofile
from babel.messages.catalog import Catalog

from render.words import LANGUAGES
from tests.docs.clicks import english
from tests.docs.recipe import ROOT, blocks, copied, follow, run
from tests.render import test_florence_pictures, test_lacrimosa_pictures
from tests.render.made_up import accented, made_up

PAGE = "docs/new-language.md"
CODE = "cs"
PROPER = {
    *("Ada", "Anna", "Chiara", "Federico", "Isabella", "Lorenzo", "Lucrezia", "Marie"),
    *("II", "III", "IV"),
    *("Ag", "Agn", "Kyr", "Of", "Off", "San", "Seq"),
}
"""People at the tables of samples, numbers, and short names of the movements."""


def translate(file: Path) -> None:
    """Every text of a copy of the English catalogue in accented letters, with all its forms."""
    with file.open("rb") as source:
        catalogue: Catalog = pofile.read_po(source, locale=CODE, abort_invalid=True)
    for message in catalogue:
        if isinstance(message.string, str) and message.id:
            message.string = accented(message.string)
        elif message.id:
            one, many, *_ = tuple(message.string or ())
            forms = [one] + [many] * (catalogue.num_plurals - 1)
            message.string = tuple(map(accented, forms))
    with file.open("wb") as target:
        pofile.write_po(target, catalogue)


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = copied(tmp_path_factory.mktemp("new-language") / "maecenas")
    copying = re.search(r"^cp .*$", (ROOT / PAGE).read_text("utf-8"), re.MULTILINE)
    assert copying
    subprocess.run(shlex.split(copying[0]), cwd=folder, check=True)
    for block in blocks(PAGE):
        follow(block, folder)
    translate(folder / f"render/words/{CODE}.po")
    return folder


def test_the_tests_take_the_language_up(project: Path) -> None:
    others = " or ".join(f"[{each}]" for each in LANGUAGES)  # what they are has not changed
    wanted = f"{CODE} or test_commands or (test_words and not ({others}))"
    tests = ("tests/render", "tests/bot/test_commands.py")
    told = run(project, "pytest", "-n0", "-q", *tests, "-k", wanted)
    assert " passed" in told


def test_the_plural_forms_are_those_of_the_header(project: Path) -> None:
    asked = f'from render.words import Words; print(Words("{CODE}")("unit.points", 5))'
    assert run(project, "python", "-c", asked) == "5 þóíñťš\n"


def test_nobody_reads_english_at_a_table(project: Path) -> None:
    told = run(project, "python", "-m", "tests.docs.clicks", CODE)
    assert told == "florence: 0 lines in English\nlacrimosa: 0 lines in English\n"


@pytest.mark.parametrize("pictures", [test_florence_pictures, test_lacrimosa_pictures])
def test_no_picture_has_words_of_its_own(pictures: ModuleType) -> None:
    words = made_up(lambda _, text: accented(text))
    for name in pictures.ALL:
        for each in pictures.drawn(name, words).written:
            assert set(english(each.text)) <= PROPER, (name, each.text)
