"""A command line's complaints quote no address, since it may hold a password."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.settings import BAD_USE, SettingsError, load_storage, variables
from bot.store import Store
from bot.store.person_rows import PersonRow

ROOT = Path(__file__).resolve().parents[2]
SECRET = "hunter2"
URL = f"postgresql://bot:{SECRET}@127.0.0.1:1/games"

MISTYPED = (
    f"postgresq://bot:{SECRET}@127.0.0.1/games",
    f"postgresql:/bot:{SECRET}@127.0.0.1/games",
    f"postgresql//bot:{SECRET}@127.0.0.1/games",
    f"bot:{SECRET}@127.0.0.1/games",
    f"postgresql://bot:/{SECRET}@127.0.0.1/games",
    f"postgresql://bot:#{SECRET}@127.0.0.1/games",
    f"postgresql://bot:?{SECRET}@127.0.0.1/games",
    f"postgresql://bot:[{SECRET}@127.0.0.1/games",
    f"postgresql://bot:{SECRET}℀@127.0.0.1/games",
)
"""℀ is a character that urllib refuses and quotes."""


@pytest.fixture(autouse=True)
def bare(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for variable in variables().values():
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.chdir(tmp_path)


def complaint(capsys: pytest.CaptureFixture[str], *argv: str) -> str:
    """The last line that a refused command prints, which keeps the secret."""
    try:
        code = main(argv)
    except SystemExit as ended:  # argparse's own
        code = int(ended.code or 0)
    out, err = capsys.readouterr()
    assert code == BAD_USE, out
    assert SECRET not in out + err
    return err.splitlines()[-1]


@pytest.mark.parametrize("url", MISTYPED)
@pytest.mark.parametrize(
    "argv",
    [
        ("move", "games.db", "{}"),
        ("move", "{}", "games.db"),
        ("move", "games.db", "other.db", "{}"),
        ("move", "--from-env", "{}", "games.db"),
        ("backup", "{}"),
        ("restore", "{}"),
        ("import", "{}"),
        ("export", "1", "{}"),
        ("export", "{}"),
        ("gallery", "{}"),
        ("simulate", "--game", "lacrimosa", "--edition", "{}"),
        ("simulate", "--game", "{}"),
        ("check", "{}"),
        ("{}",),
    ],
    ids=" ".join,
)
def test_no_command_quotes_an_address(
    capsys: pytest.CaptureFixture[str], argv: tuple[str, ...], url: str
) -> None:
    complaint(capsys, *(each.format(url) for each in argv))
    assert not list(Path().iterdir()), "and no file is made of it"


@pytest.mark.parametrize("url", MISTYPED)
@pytest.mark.parametrize("command", [["check"], ["backup", "copy.db"], ["import", "game.json"]])
def test_no_setting_is_quoted(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    command: list[str],
    url: str,
) -> None:
    monkeypatch.setenv("MAECENAS_DATABASE", url)
    assert "MAECENAS_DATABASE must be" in complaint(capsys, *command)
    with pytest.raises(SettingsError):
        load_storage()


@pytest.mark.parametrize("port", ["1", "99999", "none", "1,127.0.0.1:2"])
def test_a_server_that_cannot_be_reached_is_told_without_its_password(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, port: str
) -> None:
    monkeypatch.setenv("MAECENAS_DATABASE", URL.replace(":1/", f":{port}/"))
    assert "the database 127.0.0.1/games cannot be used" in complaint(capsys, "check")


@pytest.mark.parametrize("url", [URL, f"postgresql:///games?password={SECRET}"])
def test_a_password_is_refused_where_others_can_read_it(
    capsys: pytest.CaptureFixture[str], url: str
) -> None:
    assert "--from-env or --to-env" in complaint(capsys, "move", url, "games.db")


def test_a_variable_names_what_is_moved(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def written() -> None:
        store = await Store.open(Path("games.db"))
        await store.people.write(PersonRow(1, "de"))
        await store.close()

    asyncio.run(written())
    monkeypatch.setenv("SOURCE", "games.db")
    monkeypatch.setenv("TARGET", URL)
    told = complaint(capsys, "move", "games.db", "--to-env", "TARGET")
    assert "the database 127.0.0.1/games cannot be used" in told
    for argv in (
        ["--from-env", "SOURCE", "one.db"],
        ["games.db", "two.db"],
        ["one.db", "--to-env", "THREE"],
    ):
        monkeypatch.setenv("THREE", "three.db")
        assert main(["move", *argv]) == 0
    assert {each.name for each in Path().glob("*.db")} == {
        *("games.db", "one.db", "two.db", "three.db")
    }
    for argv in (["games.db"], ["--from-env", "SOURCE"], ["a", "b", "c"], []):
        assert "exactly one source and one target" in complaint(capsys, "move", *argv)
    told = complaint(capsys, "move", "--from-env", "NOT_SET", "games.db")
    assert "the name of an environment variable" in told


@pytest.mark.parametrize("zone", ["UTC+25", "UTC-24"])
def test_a_time_zone_beyond_a_day_is_one_line(zone: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "bot", "run"],
        env={**os.environ, "PYTHONPATH": str(ROOT), "TZ": zone, "DISCORD_TOKEN": "t"},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == BAD_USE
    (line,) = done.stderr.splitlines()
    assert line.startswith("maecenas: TZ must be a time zone")
