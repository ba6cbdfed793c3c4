"""docs/new-game.md: its blocks make a game that plays, and needs nothing else.

The copy keeps all languages: they have no text of the new game, and show it in English.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.docs.recipe import Block, blocks, copied, follow, run, side

PAGE = "docs/new-game.md"
GAME = "higher"
REGISTRIES = {
    "pyproject.toml",
    "render/presentations.py",
    "rules/opponents/__init__.py",
    "rules/registry.py",
    "tests/contract/games.py",
}
"""What a new game may edit; the catalogue of words is added to at its end."""

OTHERS = "florence or lacrimosa"
"""The tests of other games have not changed; all others cover every game there is."""

WORDS = ("words", "symbols", "translations", "coverage", "gallery")
"""The tests of `tests/render` that every game must pass."""


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = copied(tmp_path_factory.mktemp("new-game") / "maecenas")
    for block in blocks(PAGE):
        follow(block, folder)
    goldens = ("tests/contract/test_playthroughs.py", "tests/render/test_gallery.py")
    run(folder, "pytest", "-n0", "-q", *goldens, "-k", GAME, MAECENAS_ACCEPT="1")
    return folder


def test_a_game_is_files_and_entries_in_registries() -> None:
    for block in blocks(PAGE):
        if block.language == "diff":
            assert block.path in REGISTRIES or GAME in block.path
        elif block.path in {"pyproject.toml", "render/words/en.po"}:
            pass
        else:
            assert GAME in block.path


def test_the_game_keeps_the_contract(project: Path) -> None:
    tests = ("tests/contract", f"tests/{GAME}")
    told = run(project, "pytest", "-n0", "-q", *tests, "-k", f"not ({OTHERS})")
    assert " passed" in told
    assert "failed" not in told


@pytest.mark.nightly
def test_every_language_goes_on_without_it(project: Path) -> None:
    """English stands in for its texts: the checks of words, commands and chapters pass."""
    tests = [f"tests/render/test_{each}.py" for each in WORDS]
    tests += ["tests/bot/test_command_texts.py", "tests/bot/test_limits.py"]
    assert " passed" in run(project, "pytest", "-n0", "-q", *tests, "-k", f"not ({OTHERS})")
    asked = (
        "from render.words import Words, coverage;"
        f"print(Words('es')('game.{GAME}'), *coverage.offered('{GAME}'),"
        " *coverage.offered('florence'))"
    )
    assert run(project, "python", "-c", asked) == "Higher en en es fr ru\n"


def test_people_play_it_to_its_end(project: Path) -> None:
    told = run(
        project, "python", "-m", "tests.docs.table", GAME, "Ada", "Bruno", "Chiara", "Dmitri"
    )
    assert "Final scores" in told
    assert "wins the game" in told or "share the victory" in told


def test_opponents_play_it(project: Path) -> None:
    told = run(project, "maecenas", "simulate", "--game", GAME, "--seats", "3", "--games", "20")
    assert "0 dead ends" in told


@pytest.mark.nightly
def test_it_keeps_to_style_types_and_directions(project: Path) -> None:
    run(project, "ruff", "check", "--no-cache", ".")
    run(project, "ruff", "format", "--no-cache", "--check", ".")
    assert "0 broken" in run(project, "lint-imports", "--no-logo", "--no-cache")
    tests = "tests/project/test_imports.py"
    told = run(project, "pytest", "-n0", "-q", tests, "-k", "shared or apart or name_of_a_game")
    assert " passed" in told
    assert "Success" in run(project, "mypy", "--no-incremental")


def test_an_edit_that_does_not_fit_is_found(tmp_path: Path) -> None:
    shutil.copy(__file__, tmp_path / "here.py")
    wrong = Block("diff", "here.py", " no such line\n+another\n")
    assert side(wrong, "+") == "no such line\nanother\n"
    with pytest.raises(AssertionError, match=r"here\.py has 0 of"):
        follow(wrong, tmp_path)
