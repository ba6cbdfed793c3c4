"""The pages of each language: they name what there is, and ask for the same permissions."""

from __future__ import annotations

import re
from typing import Final

import pytest

from render.words import LANGUAGES, Words
from tests.docs.recipe import ROOT
from tests.render.translation_checks import typography

PAGES: Final = sorted((ROOT / "docs").glob("??/README.md"))
README: Final = (ROOT / "README.md").read_text("utf-8")

pages = pytest.mark.parametrize("language", [page.parent.name for page in PAGES])


def text(language: str) -> str:
    return (ROOT / f"docs/{language}/README.md").read_text("utf-8")


def test_the_readme_links_every_language_at_its_top() -> None:
    first = README.split("\n\n")[1]
    assert re.findall(r"\]\(docs/(\w\w)/README\.md\)", first) == ["es", "fr", "ru"]
    assert [page.parent.name for page in PAGES] == ["es", "fr", "ru"]


@pages
def test_the_invite_link_is_that_of_the_readme(language: str) -> None:
    link = r"https://discord\.com/oauth2/authorize\?\S+"
    assert re.findall(link, text(language)) == re.findall(link, README)


@pages
def test_links_lead_somewhere(language: str) -> None:
    for to in re.findall(r"\]\(([^)]+)\)", text(language)):
        path, _, anchor = to.partition("#")
        target = (ROOT / "docs" / language / path).resolve()
        assert target.is_file(), to
        titles = re.findall(r"^#+ (.+)$", target.read_text("utf-8"), re.MULTILINE)
        assert not anchor or anchor in {each.lower().replace(" ", "-") for each in titles}, to


@pages
def test_buttons_and_commands_are_called_as_in_the_catalogue(language: str) -> None:
    """Once there is one; until then the pages go before it."""
    if language not in LANGUAGES:
        return
    words = Words(language)
    plain = [id_ for id_ in words.ids if ".button." in id_ or id_.startswith("command.")]
    known = {words(id_) for id_ in plain if "{" not in str(words._own.texts.gettext(id_))}
    named = re.findall(r"\*\*([^*]+)\*\*", text(language))
    named += re.findall(r"`/([^\s`]+)`", text(language))
    assert len(named) > 10
    assert set(named) - known == set()


@pages
def test_the_marks_are_those_of_the_language(language: str) -> None:
    code = r"```.*?```|\]\([^)]*\)|`[^`]*`"
    prose = re.sub(code, "x", text(language), flags=re.DOTALL)
    lines = (line for line in prose.splitlines() if line.strip())
    assert [(line, why) for line in lines for why in typography(language, line)] == []
