"""docs/new-language.md: a catalogue is all that a language needs, and it may lack texts."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from types import ModuleType

import pytest
from babel.messages import pofile
from babel.messages.catalog import Catalog

from render.words import LANGUAGES, SOURCE
from render.words.catalogue import catalogue
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
"""People at the tables of the samples, numbers, and short names of the movements."""


def translate(file: Path) -> None:
    """Translate every text into accented English, in all its forms."""
    with file.open("rb") as source:
        made: Catalog = pofile.read_po(source, locale=CODE, abort_invalid=True)
    for message in catalogue(SOURCE):
        if isinstance(message.id, str) and message.id:
            made[message.id].string = accented(str(message.string))
        elif message.id:
            one, many, *_ = tuple(message.string or ())
            forms = [one] + [many] * (made.num_plurals - 1)
            made[message.id].string = tuple(map(accented, forms))
    with file.open("wb") as target:
        pofile.write_po(target, made)


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Step 1: a name, a button, and nothing more."""
    folder = copied(tmp_path_factory.mktemp("begun-language") / "maecenas")
    page = (ROOT / PAGE).read_text("utf-8")
    making = re.search(
        r"^\.venv/bin/(python -m tests\.render\.new_catalogue .*)$", page, re.MULTILINE
    )
    assert making
    run(folder, *making[1].split())
    for block in blocks(PAGE):
        follow(block, folder)
    return folder


@pytest.fixture(scope="module")
def project(begun: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Step 2: everything is translated."""
    folder = tmp_path_factory.mktemp("new-language") / "maecenas"
    shutil.copytree(begun, folder)
    translate(folder / f"render/words/{CODE}.po")
    return folder


def said(folder: Path, *asked: str) -> list[str]:
    """What the bot in a folder answers to some questions about its words."""
    lines = [
        "from render.words import Words, coverage",
        f"words = Words('{CODE}')",
        *(f"print({each})" for each in asked),
    ]
    return run(folder, "python", "-c", "\n".join(lines)).splitlines()


WHERE = (
    f"'{CODE}' in coverage.named()",
    f"'{CODE}' in coverage.offered('florence')",
    f"coverage.of_discord('{CODE}').language",
)
"""Whether a person can choose it, whether a table can, and what everyone there reads."""


def test_a_language_that_has_begun_is_read_by_who_chooses_it(begun: Path) -> None:
    """What it lacks is in English, with the plural forms of English."""
    texts = ("words('lobby.button.join')", "words('lobby.button.leave')")
    plurals = ("words('unit.points', 1)", "words('unit.points', 3)")
    assert said(begun, *texts, *plurals) == ["Přidat se", "Leave", "1 point", "3 points"]
    assert said(begun, *WHERE) == ["True", "False", "en"]


@pytest.mark.nightly
def test_a_language_that_has_begun_breaks_no_test(begun: Path) -> None:
    others = " or ".join(f"[{each}]" for each in LANGUAGES)
    wanted = ("words", "translations", "coverage", "language_pictures")
    tests = [f"tests/render/test_{each}.py" for each in wanted]
    tests += [f"tests/bot/test_{each}.py" for each in ("command_texts", "languages", "options")]
    told = run(begun, "pytest", "-n0", "-q", *tests, "-k", f"not ({others})")
    assert " passed" in told
    checked = run(begun, "python", "-m", "tests.render.translation_checks", CODE)
    assert checked.startswith(f"{CODE}: 0 faults; florence 0.1%")


def test_a_whole_language_is_offered_everywhere(project: Path) -> None:
    assert said(project, *WHERE) == ["True", "True", CODE]


@pytest.mark.nightly
def test_the_tests_take_the_language_up(project: Path) -> None:
    others = " or ".join(f"[{each}]" for each in LANGUAGES)  # these have not changed
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
