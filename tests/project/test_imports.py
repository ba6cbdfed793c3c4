"""Imports keep to their directions: an import that breaks one is found."""

from __future__ import annotations

import ast
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from rules.registry import GAMES

ROOT = Path(__file__).resolve().parents[2]
LINT = Path(sys.executable).parent / "lint-imports"

REGISTRIES = {"render.icons", "render.presentations", "rules.opponents", "rules.registry"}
INJECTED = {
    "rules of one game in another": ("rules/florence/auction.py", "rules.lacrimosa.grammar"),
    "a game in its opponent's rival": (
        "rules/opponents/florence/__init__.py",
        "rules.opponents.lacrimosa.figures",
    ),
    "rules of one game in another's pictures": (
        "render/florence/pictures/tiles.py",
        "rules.lacrimosa.catalogue",
    ),
    "words of one game in another's": (
        "render/lacrimosa/words/names.py",
        "render.florence.words.names",
    ),
    "a game in a shared module": ("render/scores.py", "rules.florence.catalogue"),
    "a game's icons in a shared module": ("render/canvas.py", "render.icons.lacrimosa.music"),
    "a game in the bot": ("bot/screens/panel.py", "rules.lacrimosa.actions"),
    "words that draw": ("render/lacrimosa/words/hint.py", "render.lacrimosa.pictures.row"),
    "a table of the store in a database": ("bot/database/sqlite.py", "bot.store.rows"),
    "the bot in a host's command": ("bot/host/files.py", "bot.app"),
    "a screen in the tables": ("bot/tables/play/games.py", "bot.screens.board"),
    "delivery in a screen": ("bot/screens/lobby.py", "bot.delivery.outbox"),
    "tables in the background": ("bot/background/workers.py", "bot.tables.core.editions"),
    "a proposal in the table": ("bot/tables/core/table.py", "bot.tables.seating.proposals"),
    "a game that is played in its lobby": (
        "bot/tables/lobby/lobbies.py",
        "bot.tables.play.games",
    ),
    "a clock in the rules": ("rules/journal.py", "time"),
}


def lint(folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [LINT, "--no-logo", "--no-cache"],
        cwd=folder,
        env={"PYTHONPATH": str(folder)},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


@pytest.fixture(scope="session")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sources")
    for package in ("bot", "render", "rules"):
        shutil.copytree(
            ROOT / package,
            folder / package,
            ignore=lambda _, names: {name for name in names if name == "__pycache__"},
        )
    shutil.copy(ROOT / "pyproject.toml", folder)
    return folder


@pytest.mark.parametrize("what", INJECTED)
def test_an_import_in_the_wrong_direction_is_found(copy: Path, what: str) -> None:
    file, module = INJECTED[what]
    source = copy / file
    before = source.read_text("utf-8")
    source.write_text(f"{before}\nimport {module}\n", "utf-8")
    try:
        done = lint(copy)
    finally:
        source.write_text(before, "utf-8")
    assert done.returncode == 1, done.stdout + done.stderr
    assert "BROKEN" in done.stdout
    assert module in done.stdout


@pytest.mark.parametrize("top", ["bot", "render", "rules"])
def test_no_package_bears_the_name_of_a_module_in_it(top: str) -> None:
    folders = {path.parent for path in (ROOT / top).rglob("*.py")}
    assert [each for each in folders if (each / f"{each.name}.py").exists()] == []


def test_every_shared_module_is_held_by_the_contract() -> None:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    held = next(
        set(contract["source_modules"])
        for contract in contracts["tool"]["importlinter"]["contracts"]
        if contract["name"].startswith("Shared modules")
    )
    found = {"bot"}
    for top in ("render", "render/icons", "rules", "rules/opponents"):
        for path in (ROOT / top).iterdir():
            is_module = path.suffix == ".py" and path.name != "__init__.py"
            if is_module or (path / "__init__.py").exists():
                found.add(f"{top}/{path.stem}".replace("/", "."))
    games = {name for name in found if name.endswith(tuple(GAMES))}
    assert held == found - games - REGISTRIES


def test_every_game_is_kept_apart_from_every_other() -> None:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    forbidden = {
        source: set(contract["forbidden_modules"])
        for contract in contracts["tool"]["importlinter"]["contracts"]
        if contract["name"].endswith("knows no other game")
        for source in contract["source_modules"]
    }
    parts = {
        game: {
            f"{top}.{game}"
            for top in ("render", "render.icons", "rules", "rules.opponents")
            if (ROOT / top.replace(".", "/") / game).is_dir()
        }
        for game in GAMES
    }
    assert forbidden.keys() == set().union(*parts.values())
    for game, own in parts.items():
        others = set().union(*(part for other, part in parts.items() if other != game))
        assert all(forbidden[part] == others for part in own), game


def test_no_shared_module_of_the_pictures_has_a_name_of_a_game() -> None:
    """Palettes, say, belong to the games: a third game changes only the registries."""
    for file in (ROOT / "render").glob("*.py"):
        if f"render.{file.stem}" in REGISTRIES:
            continue
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            name = getattr(node, "id", getattr(node, "name", None))
            assert str(name).strip("_").lower() not in GAMES, (file.name, name)
