"""`python -m tests.render.new_catalogue` begins only Discord's languages, each only once."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.render import new_catalogue, translation_checks


def test_a_catalogue_says_which_language_it_is(tmp_path: Path) -> None:
    head = new_catalogue.write("pt-BR", tmp_path).read_text("utf-8").splitlines()[0]
    assert (
        head == "# The words of Maecenas in Portuguese (Brazil); docs/new-language.md says how."
    )


@pytest.mark.parametrize("code", ["xx", "it_IT", "IT", ""])
def test_a_language_that_discord_does_not_have_is_not_begun(tmp_path: Path, code: str) -> None:
    with pytest.raises(ValueError, match="Discord has no language"):
        new_catalogue.write(code, tmp_path)
    assert not [*tmp_path.iterdir()]


def test_what_cannot_be_begun_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert new_catalogue.main("es") == 2
    assert capsys.readouterr().err.endswith("es.po exists; it was not touched\n")
    assert new_catalogue.main("xx") == 2
    assert capsys.readouterr().err.startswith("Discord has no language xx, but ")
    assert new_catalogue.main("de", "it") == 2
    assert "new_catalogue cs" in capsys.readouterr().err


def test_what_cannot_be_checked_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert translation_checks.main("xx") == 2
    assert capsys.readouterr().err == "there is no render/words/xx.po\n"
