"""The key to the symbols: every icon of a game with its word, legible, each in its cell."""

from __future__ import annotations

import re
from io import BytesIO
from pathlib import Path
from typing import Final

import pytest
from PIL import Image

from render import canvas, symbols
from render.florence.pictures.symbols import KEY as FLORENCE
from render.icons import ICONS, icon
from render.icons.signs import SIGNS
from render.lacrimosa.pictures.symbols import KEY as LACRIMOSA
from render.lengths import ALT
from render.plain import Plain
from render.presentations import PRESENTATIONS
from render.symbols import KeyStyle
from tests.render.goldens import EN, LANGUAGES, faults

RENDER: Final = Path(symbols.__file__).parent
CHAT, LEAST = 550, 9
"""The width of a picture in a chat and the least height of letters there, in pixels."""

KEYS: Final = [
    *(FLORENCE, LACRIMOSA),
    *(shown.key for shown in PRESENTATIONS.values() if isinstance(shown, Plain)),
]
keys = pytest.mark.parametrize("key", KEYS, ids=lambda key: key.game)
languages = pytest.mark.parametrize("language", list(LANGUAGES))


def signs_of(game: str) -> frozenset[str]:
    """The shared signs that the pictures of a game name, and those of every game."""
    files = [RENDER / game / "__init__.py", *(RENDER / game / "pictures").glob("*.py")]
    files += RENDER.glob("*.py")
    said = "".join(f.read_text("utf-8") for f in files if f.stem not in {"symbols", "gallery"})
    return frozenset(name for name in SIGNS if f'"{name}"' in said)


def test_every_game_has_a_key() -> None:
    assert {key.game for key in KEYS} == set(PRESENTATIONS)


@keys
def test_the_key_has_every_icon_of_its_game(key: KeyStyle) -> None:
    own = {name for name in ICONS if name.startswith(f"{key.game}.")}
    assert key.icons == own | signs_of(key.game)


@keys
def test_no_icon_stands_there_twice(key: KeyStyle) -> None:
    named = [each.icon for section in key.sections for each in section.symbols]
    assert len(named) == len(key.icons)


@keys
@languages
def test_every_word_stands_whole_in_its_cell(key: KeyStyle, language: str) -> None:
    words = LANGUAGES[language]
    drawn = symbols.draw(key, words)
    assert faults(drawn) == []
    shown = " ".join(each.text for each in drawn.written)
    for section in key.sections:
        for text in (section.title, *(each.text for each in section.symbols)):
            assert all(part in shown for part in words(text).split())
    columns = {16 + 256 * column: 16 + 256 * (column + 1) for column in range(3)}
    for each in drawn.written:
        left = max(x for x in columns if x <= each.box[0])
        titled = each.box[0] == left == 16 or each.box[1] < 72
        assert titled or (each.box[0] >= left + 60 and each.box[2] <= columns[left])


@keys
@languages
def test_it_is_legible_in_a_chat(key: KeyStyle, language: str) -> None:
    drawn = symbols.draw(key, LANGUAGES[language])
    assert min(each.size for each in drawn.written) * CHAT / drawn.size[0] >= LEAST


@keys
def test_every_icon_is_drawn_as_the_pictures_draw_it(
    key: KeyStyle, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[str] = []

    def note(name: str, side: int, colour: str | None, ghost: bool) -> Image.Image:
        drawn.append(name)
        return icon(name, side, colour, ghost)

    monkeypatch.setattr(canvas, "icon", note)
    symbols.draw(key, EN)
    assert sorted(drawn) == sorted(key.icons)


@keys
@languages
def test_the_description_has_all_words(key: KeyStyle, language: str) -> None:
    words = LANGUAGES[language]
    picture = PRESENTATIONS[key.game].symbols(words)
    assert len(picture.alt) <= ALT
    assert words(f"game.{key.game}") in picture.alt
    if len(picture.alt) < ALT:
        for section in key.sections:
            assert all(words(each.text) in picture.alt for each in section.symbols)
    with Image.open(BytesIO(picture.data)) as file:
        assert file.size == picture.size
        assert file.width == symbols.WIDTH


def test_what_a_sign_means_has_a_word_of_its_own() -> None:
    meanings = [EN(f"symbols.sign.{name}") for name in SIGNS]
    assert len(set(meanings)) == len(meanings)
    assert all(re.fullmatch(r"[A-Z][^.]*", each) for each in meanings)
