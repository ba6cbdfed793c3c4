"""The pages in each language say the same, and name what exists."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from typing import Final

import pytest

from bot.__main__ import main
from bot.screens.labels import MORE
from render.words import LANGUAGES, SOURCE, Words
from tests.docs.recipe import ROOT
from tests.render.translation_checks import typography

OTHERS: Final = tuple(
    each for each in LANGUAGES if each != SOURCE and (ROOT / "docs" / each).is_dir()
)
"""The languages that have pages; one that has begun has none yet."""

SPOKEN: Final = tuple(each for each in LANGUAGES if each == SOURCE or each in OTHERS)
SAME: Final = ("playing.md", "privacy.md")
"""The pages that say the same in each language; translated READMEs omit the developer part."""

ROOTS: Final = ("CONTRIBUTING.md", "SECURITY.md")
"""The pages next to the README."""

ENGLISH: Final = sorted((ROOT / "docs").glob("*.md"))

NAMES: Final = (*SAME, "README.md")

pages = pytest.mark.parametrize("name", NAMES)
same = pytest.mark.parametrize("name", SAME)
languages = pytest.mark.parametrize("language", SPOKEN)
others = pytest.mark.parametrize("language", OTHERS)


def text(name: str, language: str) -> str:
    if language != SOURCE:
        return (ROOT / "docs" / language / name).read_text("utf-8")
    return (ROOT / ("" if name == "README.md" else "docs") / name).read_text("utf-8")


def prose(page: str) -> str:
    """A page without what no language changes: code blocks, pictures, addresses."""
    return re.sub(r"```.*?```|<img [^>]*>|\]\([^)]*\)", "", page, flags=re.DOTALL)


def sections(page: str) -> list[str]:
    return re.split(r"^## ", page, flags=re.MULTILINE)


@cache
def commands(language: str) -> dict[str, str]:
    """The ids of commands and of their options, by name."""
    words = Words(language)
    ids = [id_ for id_ in words.ids if re.fullmatch(r"command\.[\w.]+\.name", id_)]
    return {words(id_): id_ for id_ in sorted(ids, reverse=True)}


@cache
def labels(language: str) -> frozenset[str]:
    """The texts of buttons and options that have no figure, or only a number at the end."""
    words = Words(language)
    texts = (str(words._own.texts.gettext(id_)) for id_ in words.ids)
    bare = (re.sub(r" (?:\({number}\)|· {number})$", "", each) for each in texts)
    return frozenset({MORE, *(each for each in bare if "{" not in each)})


def shape(section: str) -> Counter[str]:
    """What a section has in common with its translation: lists, tables, pictures, figures."""
    bare = prose(section)
    return Counter(
        {
            "items": len(re.findall(r"^(?:- |\d\. )", bare, re.MULTILINE)),
            "rows": len(re.findall(r"^\|", bare, re.MULTILINE)),
            "bold": bare.count("**"),
            "commands": len(re.findall(r"`/", bare)),
            **Counter(re.findall(r"src=\"[./]*(pictures/\w+)\.", section)),
            **Counter(f"figure {each}" for each in re.findall(r"\b\d[\d.]*\b", bare)),
        }
    )


@languages
@pages
def test_each_page_links_to_the_others(name: str, language: str) -> None:
    first = text(name, language).split("\n\n")[1]
    linked = re.findall(r"\]\(([^)]+)\)", first)
    here = (ROOT / "docs" / language if language != SOURCE else ROOT / "docs").resolve()
    if (name, language) == ("README.md", SOURCE):
        here = ROOT
    others = [each for each in SPOKEN if each != language]
    assert [(here / each).read_text("utf-8") for each in linked] == [
        text(name, each) for each in others
    ]


@others
@same
def test_it_says_the_same_as_in_english(name: str, language: str) -> None:
    english, own = sections(text(name, SOURCE)), sections(text(name, language))
    assert len(own) == len(english) > 3
    for there, here in zip(english, own, strict=True):
        assert shape(here) == shape(there), here.splitlines()[0]


@others
def test_the_readme_has_what_players_and_hosts_need(language: str) -> None:
    english, own = text("README.md", SOURCE), text("README.md", language)
    blocks = re.compile(r"```.*?```", re.DOTALL)
    needed = [each for each in blocks.findall(english) if "[demo,test]" not in each]
    assert blocks.findall(own) == needed
    play = [next(s for s in sections(page)[2:]) for page in (english, own)]
    assert shape(play[0]) == shape(play[1])


@languages
@pages
def test_buttons_are_called_as_in_the_catalogue(name: str, language: str) -> None:
    bold = re.findall(r"\*\*([^*]+)\*\*", prose(text(name, language)))
    assert set(bold) - {MORE} - labels(language) == set()


@languages
@pages
def test_commands_are_called_as_in_the_catalogue(name: str, language: str) -> None:
    named = re.findall(r"`/([^`]+)`", text(name, language))
    for words in (each.replace(":", "").split() for each in named):
        assert set(words) <= commands(language).keys(), words


@languages
def test_the_page_for_players_names_every_command(language: str) -> None:
    named = set(re.findall(r"`/([^\s`]+)", text("playing.md", language)))
    known = commands(language)
    wanted = {name for name, id_ in known.items() if re.fullmatch(r"command\.\w+\.name", id_)}
    assert wanted <= named


def test_the_page_for_hosts_names_every_command_of_theirs() -> None:
    page = (ROOT / "docs/hosting.md").read_text("utf-8")
    rows = re.findall(r"^\| `/host (\w+)`", page, re.MULTILINE)
    ids = commands(SOURCE).items()
    wanted = [name for name, id_ in ids if re.fullmatch(r"command\.host\.\w+\.name", id_)]
    assert sorted(rows) == sorted(wanted)


def test_pages_name_every_command_of_the_program(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--help"])
    offered = re.findall(r"^    ([a-z][a-z-]+)", capsys.readouterr().out, re.MULTILINE)
    assert len(offered) > 10
    pages = [ROOT / "README.md", *(ROOT / "docs").glob("*.md")]
    written = "\n".join(page.read_text("utf-8") for page in pages)
    assert [each for each in offered if f"maecenas {each}" not in written] == []


@others
@pages
def test_the_marks_are_those_of_the_language(name: str, language: str) -> None:
    page = re.sub(r"`[^`]*`", "x", prose(text(name, language)))
    said = [each.replace("\n", " ") for each in re.split(r"\n\n|\n(?=[-|\d])", page)]
    said += re.findall(r"alt=\"([^\"]+)\"", text(name, language))
    assert [(each, why) for each in said for why in typography(language, each)] == []


BEGINS: Final = {
    "en": r"This page is for .+?\. It (?:shows|says|lists|gives|names|has)\b",
    "es": r"Esta página es para .+?\. Al acabar sabrás ",
    "fr": r"Cette page s’adresse à .+?\. Vous y (?:apprendrez|lirez) ",
    "ru": r"Эта страница — для .+?\. После неё вы ",
}
"""How a page begins: whom it serves, and in the next sentence what it shows them."""


def begins(page: str) -> str:
    """The first paragraph as one line; the title and the other languages come before it."""
    parts = (each.replace("\n", " ") for each in page.split("\n\n")[1:])
    return next(each for each in parts if not each.startswith("["))


@pytest.mark.parametrize("page", [*ROOTS, *(f"docs/{each.name}" for each in ENGLISH)])
def test_a_page_begins_with_whom_it_serves(page: str) -> None:
    assert re.match(BEGINS[SOURCE], begins((ROOT / page).read_text("utf-8")))


@others
@same
def test_it_begins_so_in_every_language(name: str, language: str) -> None:
    assert re.match(BEGINS[language], begins(text(name, language)))


def test_pictures_are_small_and_all_shown() -> None:
    shown = {
        (page.parent / to).resolve()
        for page in (ROOT / "README.md", *(ROOT / "docs").rglob("*.md"))
        for to in re.findall(r"<img src=\"([^\"]+)\"", page.read_text("utf-8"))
    }
    there = set((ROOT / "docs/pictures").glob("*.png"))
    assert shown == there
    assert all(each.stat().st_size < 180_000 for each in there)
