"""What is installed from the wheel runs without the checkout: the wheel lacks nothing."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from urllib.request import urlopen

import pytest

from tests.docs.recipe import ROOT, copied
from tests.wheel import unpacked


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The unpacked wheel of a copy of the project."""
    folder = tmp_path_factory.mktemp("wheel")
    return unpacked(copied(folder / "maecenas"), folder)


def started(installed: Path, *arguments: str) -> subprocess.Popen[str]:
    """A command of the wheel, where there is neither a checkout nor a setting."""
    env = {key: value for key, value in os.environ.items() if not key.startswith("MAECENAS_")}
    env.pop("DISCORD_TOKEN", None)
    where = installed.parent / "elsewhere"
    where.mkdir(exist_ok=True)
    return subprocess.Popen(
        [sys.executable, "-P", *arguments],
        cwd=where,
        env=env | {"PYTHONPATH": str(installed)},  # before the checkout
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def told(installed: Path, code: int, *arguments: str) -> str:
    """What a command of the wheel prints, if it exits with that code."""
    with started(installed, "-m", "bot", *arguments) as process:
        output, _ = process.communicate()
    assert process.returncode == code, output
    return output


def test_it_is_the_wheel_that_runs(installed: Path) -> None:
    asked = "import bot, render, rules; print(bot.__file__, render.__file__, rules.__file__)"
    with started(installed, "-c", asked) as process:
        output, _ = process.communicate()
    assert output.count(str(installed)) == 3
    assert str(ROOT) not in output


@pytest.mark.parametrize("game", ["florence", "lacrimosa"])
def test_simulate(installed: Path, game: str) -> None:
    assert told(installed, 0, "simulate", "--game", game, "--games", "1")


@pytest.mark.nightly
def test_gallery(installed: Path) -> None:
    told(installed, 0, "gallery", "pictures")
    assert list((installed.parent / "elsewhere/pictures").glob("*.png"))


def test_run_without_a_token_is_one_line(installed: Path) -> None:
    assert told(installed, 2, "run").splitlines()[-1].startswith("maecenas: DISCORD_TOKEN")


def test_demo(installed: Path) -> None:
    with started(installed, "-m", "bot", "demo", "--port", "0") as process:
        assert process.stdout is not None
        address = None
        while address is None:
            line = process.stdout.readline()
            assert line, "the demo has ended"
            address = re.search(r"http://[\w.:]+\w", line)
        for path in ("", "page.js", "page.css"):
            with urlopen(f"{address[0]}/{path}") as page:  # noqa: S310 - it is http, above
                assert page.status == 200
        process.send_signal(signal.SIGINT)
        process.communicate()
        assert process.returncode == 0
