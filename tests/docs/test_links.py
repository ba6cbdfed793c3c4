"""What the pages name exists: files, folders, modules, commands, links and their anchors."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bot.__main__ import main
from tests.docs.recipe import ROOT, blocks

PAGES = sorted(
    str(path.relative_to(ROOT)) for path in (*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"))
)
pages = pytest.mark.parametrize("page", PAGES)

NAMED = re.compile(r"(?<![\w./<>-])((?:bot|docs|render|rules|tests|\.ci)/[\w./-]*\w|\w+\.lock)")
"""A path in the project; one with a placeholder like `<game>` does not count."""

MODULE = re.compile(r"python -m (tests[\w.]*)")
COMMAND = re.compile(r"(?:\.venv/bin/|`)maecenas ([a-z-]+)")
LINK = re.compile(r"(?:\]\(|<img src=\")([^)\s\"]+)[)\"]")


def text(page: str) -> str:
    return (ROOT / page).read_text("utf-8")


def anchors(page: Path) -> set[str]:
    titles = re.findall(r"^#+ (.+)$", page.read_text("utf-8"), re.MULTILINE)
    bare = (re.sub(r"[^\w\s-]", "", title.lower()) for title in titles)
    return {title.replace(" ", "-") for title in bare}


@pages
def test_every_path_exists(page: str) -> None:
    made = {block.path for block in blocks(page)}
    for path in NAMED.findall(text(page)):
        # What a recipe makes exists once it has been followed.
        makes = any(each == path or each.startswith(f"{path}/") for each in made)
        assert makes or (ROOT / path).exists(), path


@pages
def test_every_module_exists(page: str) -> None:
    for module in MODULE.findall(text(page)):
        path = ROOT / module.replace(".", "/")
        assert path.with_suffix(".py").exists() or (path / "__main__.py").exists(), module


@pages
def test_every_command_exists(page: str, capsys: pytest.CaptureFixture[str]) -> None:
    for command in COMMAND.findall(text(page)):
        with pytest.raises(SystemExit) as ended:
            main([command, "--help"])
        assert ended.value.code == 0, command


@pages
def test_every_link_resolves(page: str) -> None:
    for link in LINK.findall(text(page)):
        if link.startswith("https://"):
            continue
        file, _, anchor = link.partition("#")
        to = (ROOT / page).parent / file if file else ROOT / page
        assert to.is_file(), link
        assert not anchor or anchor in anchors(to), link


def test_every_page_is_linked_from_another() -> None:
    linked = {
        ((ROOT / page).parent / link.partition("#")[0]).resolve()
        for page in PAGES
        for link in LINK.findall(text(page))
    }
    assert {ROOT / page for page in PAGES} - linked <= {ROOT / "README.md"}


def test_the_glossary_has_one_meaning_for_each_word() -> None:
    words = re.findall(r"^\| ([a-z ]+) \| ", text("docs/glossary.md"), re.MULTILINE)
    assert words[1:] == sorted(set(words[1:]))
    assert len(words) > 30
