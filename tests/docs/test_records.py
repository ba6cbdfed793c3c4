"""The architecture is a page to be read once; each design record has the same form."""

from __future__ import annotations

import re

import pytest

from tests.docs.recipe import ROOT

RECORDS = (ROOT / "docs/design-records.md").read_text("utf-8")
ARCHITECTURE = (ROOT / "docs/architecture.md").read_text("utf-8")
FOUND = re.findall(r"^### ([^\n]+)\n\n(.*?)(?=^##|\Z)", RECORDS, re.MULTILINE | re.DOTALL)
CHAPTERS = re.findall(r"^## (.+)$", RECORDS, re.MULTILINE)

LONGEST, ONCE = 15, 120
"""Lines of a record, and of the page to be read once."""


def test_every_chapter_is_a_list_of_records_and_is_listed() -> None:
    assert len(FOUND) == RECORDS.count("\n### ") > 50
    head = RECORDS.partition("\n## ")[0].lower()
    for chapter in CHAPTERS:
        assert f"[{chapter}]".lower() in head


@pytest.mark.parametrize("text", [text for _, text in FOUND], ids=[name for name, _ in FOUND])
def test_a_record_is_context_decision_and_consequence(text: str) -> None:
    assert re.findall(r"^- \*\*(\w+)\*\*: ", text, re.MULTILINE) == [
        *("Context", "Decision", "Consequence")
    ]
    assert len(text.strip().splitlines()) <= LONGEST


def test_the_architecture_is_short() -> None:
    assert len(ARCHITECTURE.splitlines()) <= ONCE
