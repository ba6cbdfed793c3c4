"""README and the page for hosts: short enough, with links, permissions and lines to copy."""

from __future__ import annotations

import re
from pathlib import Path

import discord
import pytest

from bot.settings import BAD_USE

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text("utf-8")
HOSTING = (ROOT / "docs/hosting.md").read_text("utf-8")

LONGEST = 6000
"""Bytes of the README, which is read in one go."""

NEEDED = discord.Permissions(
    view_channel=True,
    send_messages=True,
    send_messages_in_threads=True,
    create_public_threads=True,
    attach_files=True,
    read_message_history=True,
)


def test_the_readme_is_short() -> None:
    assert len(README.encode()) <= LONGEST


@pytest.mark.parametrize("page", [README, HOSTING], ids=["readme", "hosting"])
def test_the_invite_link_asks_for_what_is_needed(page: str) -> None:
    link = re.search(r"https://discord\.com/oauth2/authorize\?\S+", page)
    assert link
    assert f"&permissions={NEEDED.value}" in link[0]
    assert "scope=bot+applications.commands" in link[0]


def test_the_table_lists_what_is_needed() -> None:
    listed = re.findall(r"^\| ([A-Z][\w ]+) \| ", HOSTING, re.MULTILINE)
    spelled = {permission.replace("_", " ") for permission, given in NEEDED if given}
    assert {name.lower() for name in listed} == spelled - {"read messages"} | {"view channel"}


def test_the_unit_does_not_restart_on_bad_settings() -> None:
    for page in ("hosting", "processes"):
        unit = (ROOT / f"docs/{page}.md").read_text("utf-8")
        assert f"RestartPreventExitStatus={BAD_USE}\n" in unit


def test_ci_runs_the_line_of_the_readme() -> None:
    lines = [line for line in README.splitlines() if '".[demo,test]"' in line]
    assert len(lines) == 1
    assert lines[0].endswith(".venv/bin/pytest")
