"""The README keeps its promises: links, figures, and the lines to copy."""

from __future__ import annotations

import re
from pathlib import Path

import discord
import pytest

from bot.settings import BAD_USE

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text("utf-8")

NEEDED = discord.Permissions(
    view_channel=True,
    send_messages=True,
    send_messages_in_threads=True,
    create_public_threads=True,
    attach_files=True,
    read_message_history=True,
)


def test_the_invite_link_asks_for_what_the_table_lists() -> None:
    link = re.search(r"https://discord\.com/oauth2/authorize\?\S+", README)
    assert link
    assert f"&permissions={NEEDED.value}" in link[0]
    assert "scope=bot+applications.commands" in link[0]
    listed = re.findall(r"^\| ([A-Z][\w ]+) \| ", README, re.MULTILINE)
    spelled = {permission.replace("_", " ") for permission, given in NEEDED if given}
    assert {name.lower() for name in listed} == spelled - {"read messages"} | {"view channel"}


@pytest.mark.parametrize("to", re.findall(r"\]\(([^)]+)\)", README))
def test_links_lead_somewhere(to: str) -> None:
    if to.startswith("#"):
        titles = re.findall(r"^#+ (.+)$", README, re.MULTILINE)
        assert to[1:] in {title.lower().replace(" ", "-") for title in titles}
    elif not to.startswith("https://"):
        assert (ROOT / to).is_file()


def test_the_unit_does_not_restart_on_bad_settings() -> None:
    assert f"RestartPreventExitStatus={BAD_USE}\n" in README


def test_ci_runs_the_line_of_the_readme() -> None:
    lines = [line for line in README.splitlines() if '".[demo,test]"' in line]
    assert len(lines) == 1
    assert lines[0].endswith(".venv/bin/pytest")
