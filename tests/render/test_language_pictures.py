"""Pictures in each language: as they were accepted, and as legible in a chat as in English.

First look at what has changed with `maecenas gallery OUT/ --language ...`, then accept it
with `MAECENAS_ACCEPT=1 pytest -n0 tests/render/test_language_pictures.py`.
"""

from __future__ import annotations

import hashlib
import os
from io import BytesIO
from types import ModuleType
from typing import Final

import msgspec
import pytest
from PIL import Image, ImageChops
from PIL import __version__ as pillow

from render.canvas import Canvas
from render.florence.theme import THEME
from render.words import LANGUAGES, SOURCE, Words, coverage
from tests.bot.english import english
from tests.render import test_florence_pictures, test_lacrimosa_pictures
from tests.render.goldens import ACCEPT, DRAWN_WITH, GOLDEN

SAMPLES: Final[dict[str, tuple[ModuleType, tuple[str, ...]]]] = {
    "florence": (
        test_florence_pictures,
        ("auction", "actions", "hand", "first_cards", "scores"),
    ),
    "lacrimosa": (test_lacrimosa_pictures, ("turn", "solo", "hand", "movement", "scores")),
}
"""The samples kept of each game: boards, hands, a choice of places, the final scores."""

CHAT: Final = 550
LEGIBLE: Final = 9
"""The least height in pixels of legible letters where a picture is `CHAT` pixels wide."""

PEOPLE: Final = (
    *("Ada", "Anna", "Chiara", "Federico", "Isabella", "Lorenzo", "Lucrezia", "María José"),
    *("II", "III", "IV", "Ag", "Agn", "Kyr", "Of", "Off", "San", "Seq", "Zoë-Marie"),
)
"""People at the tables of the samples, numerals, and short names of the movements."""

THUMB: Final = (160, 120)
FOLDER: Final = GOLDEN / "languages"
OTHERS: Final = [each for each in LANGUAGES if each != SOURCE]
ADVICE: Final = f"look at them, then accept by MAECENAS_ACCEPT=1 pytest -n0 {__file__}"


def drawn(language: str) -> dict[str, Canvas]:
    """The samples of all games in a language."""
    words = Words(language)
    return {
        f"{game}-{name}": module.drawn(name, words)
        for game, (module, names) in SAMPLES.items()
        for name in names
    }


def digest(data: bytes) -> str:
    """The digest of a picture's pixels."""
    with Image.open(BytesIO(data)) as image:
        pixels = image.convert("RGB").tobytes()
    return hashlib.blake2b(pixels, digest_size=12).hexdigest()


def contact(pictures: dict[str, bytes]) -> Image.Image:
    """All pictures in a row, small and grey, for comparison where letters differ."""
    sheet = Image.new("L", (THUMB[0] * len(pictures), THUMB[1]), 255)
    for i, data in enumerate(pictures.values()):
        with Image.open(BytesIO(data)) as image:
            small = image.convert("L").resize(THUMB, Image.Resampling.BOX)
        sheet.paste(small, (i * THUMB[0], 0))
    return sheet


def test_every_language_is_drawn_as_it_was_accepted() -> None:
    """A language that no table can have yet may have no accepted pictures."""
    for language in OTHERS:
        listed, sheet = FOLDER / f"{language}.json", FOLDER / f"{language}.png"
        if not (os.environ.get(ACCEPT) or listed.exists() or language in coverage.spoken()):
            continue
        pictures = {name: canvas.png() for name, canvas in drawn(language).items()}
        now = {name: digest(data) for name, data in pictures.items()}
        if os.environ.get(ACCEPT):
            listed.write_bytes(msgspec.json.format(msgspec.json.encode(now), indent=1) + b"\n")
            contact(pictures).save(sheet, optimize=True)
        assert listed.exists(), f"nothing is accepted for {language}: {ADVICE}"
        before = msgspec.json.decode(listed.read_bytes(), type=dict[str, str])
        changed = sorted(name for name, _ in before.items() ^ now.items())
        if pillow == DRAWN_WITH:
            assert not changed, f"{language}: {sorted(set(changed))} changed: {ADVICE}"
        elif changed:  # letters may differ, but nothing may have moved far
            with Image.open(sheet) as file:
                moved = ImageChops.difference(file.convert("L"), contact(pictures)).histogram()
            assert sum(n * i for i, n in enumerate(moved)) / sum(moved) < 2, ADVICE


def test_no_accepted_pictures_are_of_a_language_that_is_gone() -> None:
    kept = {file.stem for file in (*FOLDER.glob("*.json"), *FOLDER.glob("*.png"))}
    assert kept <= set(OTHERS)


def small(canvas: Canvas, english: Canvas) -> list[str]:
    """Texts that are not legible in a chat, in places where English has a legible text."""
    scale = CHAT / canvas.size[0]
    legible = [each.box for each in english.written if each.size * scale >= LEGIBLE]
    found = []
    for each in canvas.written:
        x, y = (each.box[0] + each.box[2]) / 2, (each.box[1] + each.box[3]) / 2
        there = any(x0 <= x <= x1 and y0 - 3 <= y <= y1 + 3 for x0, y0, x1, y1 in legible)
        if there and each.size * scale < LEGIBLE:
            found.append(f"{each.size * scale:.1f} px: {each.text}")
    return found


@pytest.mark.parametrize("game", sorted(SAMPLES))
def test_what_is_read_in_a_chat_in_english_is_read_there_in_every_language(game: str) -> None:
    module, names = SAMPLES[game]
    for name in names:
        english = module.drawn(name, Words(SOURCE))
        for language in OTHERS:
            found = small(module.drawn(name, Words(language)), english)
            assert not found, f"{game}-{name}, {language}: {found}"


@pytest.mark.parametrize("game", sorted(SAMPLES))
def test_no_picture_has_english_in_another_language(game: str) -> None:
    module, names = SAMPLES[game]
    for language in OTHERS:
        for name in names:
            for each in module.drawn(name, Words(language)).written:
                left = list(english(each.text, language, PEOPLE))
                assert not left, f"{game}-{name}, {language}: {left} in {each.text}"


def test_a_text_that_gets_too_small_is_found() -> None:
    english, other = (Canvas((1200, 100), THEME) for _ in "ab")
    for canvas, size in ((english, 20), (other, 19)):
        canvas.text((40, 50), "Torre", "serif", size, "#000000", width=400)
    assert small(other, english) == ["8.7 px: Torre"]
    assert small(english, other) == []
