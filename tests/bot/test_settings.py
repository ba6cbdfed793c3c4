"""Settings: what a host may write, and the one line that answers what a host may not."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from bot.settings import Settings, SettingsError, Shards, load, variables

ROOT = Path(__file__).resolve().parents[2]
TOKEN = "MTk4NjIyNDgzNDcx.Cl2FMQ.ZnCjm1XVW7vRze4b7Cq4se7kKWs"


@pytest.fixture(autouse=True)
def bare_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for variable in variables().values():
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.chdir(tmp_path)


def test_a_token_is_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    settings = load()
    assert settings.token.get_secret_value() == TOKEN
    assert (settings.api_url, settings.gateway_url) == (None, None)
    assert settings.database == Path("data/maecenas.db")
    assert (settings.log_level, settings.opponent_pause) == ("INFO", 1.0)
    assert (settings.cache_games, settings.health_port) == (64, None)
    assert settings.opponent_workers == 2


def test_the_environment_wins_over_the_file(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    env = tmp_path / ".env"
    env.write_text(f"DISCORD_TOKEN={TOKEN}\nMAECENAS_LOG_LEVEL=debug\nMAECENAS_CACHE_GAMES=9\n")
    monkeypatch.setenv("MAECENAS_CACHE_GAMES", "7")
    settings = load()
    assert settings.token.get_secret_value() == TOKEN
    assert (settings.log_level, settings.cache_games) == ("DEBUG", 7)


def test_both_addresses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    monkeypatch.setenv("DISCORD_API_URL", "http://127.0.0.1:9000/api/v10/")
    monkeypatch.setenv("DISCORD_GATEWAY_URL", "ws://127.0.0.1:9000/gateway")
    settings = load()
    assert settings.api_url == "http://127.0.0.1:9000/api/v10"
    assert settings.gateway_url == "ws://127.0.0.1:9000/gateway"


@pytest.mark.parametrize(
    ("given", "own"),
    [
        ("0-3/16", Shards(first=0, last=3, count=16)),
        ("2/16", Shards(first=2, last=2, count=16)),
        ("0/1", Shards(first=0, last=0, count=1)),
        ("", None),
    ],
)
def test_shards_of_this_process(
    monkeypatch: pytest.MonkeyPatch, given: str, own: Shards | None
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    monkeypatch.setenv("MAECENAS_SHARDS", given)
    assert load().shards == own


def test_the_token_is_never_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    settings = load()
    assert TOKEN not in repr(settings) + str(settings) + settings.model_dump_json()


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({}, "DISCORD_TOKEN is missing"),
        ({"DISCORD_TOKEN": ""}, "DISCORD_TOKEN is missing"),
        ({"DISCORD_TOKEN": "two words"}, "DISCORD_TOKEN must be"),
        ({"DISCORD_TOKEN": "a\nb"}, "DISCORD_TOKEN must be"),
        ({"DISCORD_API_URL": "http://127.0.0.1:9000"}, "both .* or neither"),
        ({"DISCORD_GATEWAY_URL": "ws://127.0.0.1:9000"}, "both .* or neither"),
        ({"DISCORD_API_URL": "ftp://127.0.0.1"}, "DISCORD_API_URL must be"),
        ({"DISCORD_API_URL": "127.0.0.1:9000"}, "DISCORD_API_URL must be"),
        ({"DISCORD_GATEWAY_URL": "http://127.0.0.1"}, "DISCORD_GATEWAY_URL must be"),
        ({"MAECENAS_LOG_LEVEL": "loud"}, "MAECENAS_LOG_LEVEL must be"),
        ({"MAECENAS_OPPONENT_PAUSE": "-1"}, "MAECENAS_OPPONENT_PAUSE must be"),
        ({"MAECENAS_OPPONENT_PAUSE": "61"}, "MAECENAS_OPPONENT_PAUSE must be"),
        ({"MAECENAS_OPPONENT_PAUSE": "nan"}, "MAECENAS_OPPONENT_PAUSE must be"),
        ({"MAECENAS_OPPONENT_WORKERS": "0"}, "MAECENAS_OPPONENT_WORKERS must be"),
        ({"MAECENAS_OPPONENT_WORKERS": "65"}, "MAECENAS_OPPONENT_WORKERS must be"),
        ({"MAECENAS_CACHE_GAMES": "0"}, "MAECENAS_CACHE_GAMES must be"),
        ({"MAECENAS_CACHE_GAMES": "100001"}, "MAECENAS_CACHE_GAMES must be"),
        ({"MAECENAS_CACHE_GAMES": "many"}, "MAECENAS_CACHE_GAMES must be"),
        ({"MAECENAS_HEALTH_PORT": "0"}, "MAECENAS_HEALTH_PORT must be"),
        ({"MAECENAS_HEALTH_PORT": "65536"}, "MAECENAS_HEALTH_PORT must be"),
        ({"MAECENAS_HEALTH_PORT": "http"}, "MAECENAS_HEALTH_PORT must be"),
        ({"MAECENAS_HEALTH_HOSTS": "a.example,"}, "MAECENAS_HEALTH_HOSTS must be"),
        ({"MAECENAS_HEALTH_HOSTS": "http://a/"}, "MAECENAS_HEALTH_HOSTS must be"),
        ({"MAECENAS_SHARDS": "0-3"}, "MAECENAS_SHARDS must be .* like 0-3/16 or 2/16"),
        ({"MAECENAS_SHARDS": "3-2/16"}, "MAECENAS_SHARDS must be"),
        ({"MAECENAS_SHARDS": "0-16/16"}, "MAECENAS_SHARDS must be"),
        ({"MAECENAS_SHARDS": "16/16"}, "MAECENAS_SHARDS must be"),
        ({"MAECENAS_SHARDS": "0/0"}, "MAECENAS_SHARDS must be"),
        ({"MAECENAS_SHARDS": "-1/16"}, "MAECENAS_SHARDS must be"),
        ({"MAECENAS_SHARDS": "all"}, "MAECENAS_SHARDS must be"),
        ({"MAECENAS_DATABASE": "."}, "MAECENAS_DATABASE is a folder"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(
    monkeypatch: pytest.MonkeyPatch, given: dict[str, str], told: str
) -> None:
    if given and "DISCORD_TOKEN" not in given:
        monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    for variable, value in given.items():
        monkeypatch.setenv(variable, value)
    with pytest.raises(SettingsError, match=told) as caught:
        load()
    assert "\n" not in str(caught.value)
    assert caught.value.__cause__ is None
    assert TOKEN not in str(caught.value)


def test_several_faults_are_told_together(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MAECENAS_CACHE_GAMES", "0")
    with pytest.raises(SettingsError, match=r"DISCORD_TOKEN is missing.*; MAECENAS_CACHE"):
        load()


def test_an_unreadable_file_is_told(tmp_path: Path) -> None:
    env = tmp_path / "latin.env"
    env.write_bytes(b"DISCORD_TOKEN=\xe9\xff\n")
    with pytest.raises(SettingsError, match="cannot be read"):
        load(env)


@pytest.mark.parametrize("document", [".env.example", "docs/hosting.md"])
def test_every_setting_is_explained(document: str) -> None:
    text = (ROOT / document).read_text("utf-8")
    named = set(re.findall(r"\b(?:DISCORD|MAECENAS)_[A-Z_]+\b", text))
    assert named - {"MAECENAS_ACCEPT"} == set(variables().values())  # that one is for tests


def test_the_example_gives_the_defaults(monkeypatch: pytest.MonkeyPatch) -> None:
    bare = Settings(token=TOKEN, _env_file=None)
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    assert load(ROOT / ".env.example") == bare


@pytest.mark.parametrize(
    "given",
    [
        {},
        {"DISCORD_TOKEN": f"{TOKEN} {TOKEN}"},
        {"DISCORD_TOKEN": TOKEN, "DISCORD_API_URL": "http://127.0.0.1:9000"},
    ],
)
def test_the_command_answers_bad_settings_with_one_line(
    tmp_path: Path, given: dict[str, str]
) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "bot", "run"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT), **given},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 2
    assert done.stdout == ""
    assert re.fullmatch(r"maecenas: [^\n]+\n", done.stderr)
    assert TOKEN not in done.stderr
