"""docs/simulate.md: its options and routes are those of the command."""

from __future__ import annotations

import re

import pytest

from bot.__main__ import main
from rules.registry import ANALYSES
from tests.docs.recipe import ROOT

PAGE = (ROOT / "docs/simulate.md").read_text("utf-8")


def test_every_option_is_described_and_exists(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["simulate", "--help"])
    known = set(re.findall(r"--[a-z]+", capsys.readouterr().out))
    assert set(re.findall(r"--[a-z]+", PAGE)) == known


@pytest.mark.parametrize("title", ANALYSES)
def test_every_route_is_named(title: str) -> None:
    table = PAGE.partition("| game | routes |")[2]
    assert set(ANALYSES[title].routes) <= set(re.findall(r"`(\w+)`", table))
