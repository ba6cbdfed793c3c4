"""docs/new-option.md: one entry, its texts, and where it acts make a table option."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.docs.recipe import blocks, copied, follow, run

PAGE = "docs/new-option.md"
TESTS = tuple(
    f"tests/bot/test_{each}.py" for each in ("options", "lobby", "lobby_times", "no_pauses")
)


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = copied(tmp_path_factory.mktemp("new-option") / "maecenas")
    for block in blocks(PAGE):
        follow(block, folder)
    return folder


def test_an_option_is_an_entry_its_texts_and_where_it_acts() -> None:
    edited = {block.path for block in blocks(PAGE) if block.language == "diff"}
    assert edited == {
        "bot/tables/core/options.py",
        "bot/tables/core/refusals.py",
        "bot/tables/seating/pauses.py",
    }


def test_the_option_is_chosen_stored_and_acts(project: Path) -> None:
    told = run(project, "pytest", "-n0", "-q", *TESTS)
    assert " passed" in told


@pytest.mark.nightly
def test_it_keeps_to_style_types_and_words(project: Path) -> None:
    changed = sorted({block.path for block in blocks(PAGE) if block.path.endswith(".py")})
    run(project, "ruff", "check", "--no-cache", *changed)
    run(project, "ruff", "format", "--no-cache", "--check", *changed)
    run(project, "mypy", "--no-incremental", *changed)
    words = ("tests/render/test_words.py", "tests/render/test_translations.py")
    assert " passed" in run(project, "pytest", "-n0", "-q", *words)
