"""`python -m tests.demo.pictures`: the pictures of the pages, most of them from the demo.

In each language, a game of The Princes of Florence is begun in the demo and shown as it appears
on a phone: the lobby, the table that all see, and the panel of a turn that only Ada sees.
Cards are dealt at random, so each run shows another game. A game in which Ada goes first is
begun again, since all seven items make a closed menu; so is one in which she puts none up. The
last board of each game is one of the gallery's. This needs the extra `test` and two Debian
packages: chromium, and fonts-noto-color-emoji for the sign of the coach.
"""

from __future__ import annotations

import argparse
import re
import sys
from base64 import b64encode
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path
from typing import Final

import font_source_sans_pro as fonts
from PIL import Image
from playwright.sync_api import Browser, Locator, Page, ViewportSize, expect

from render import gallery
from render.words import LANGUAGES, SOURCE, Words
from tests.demo.running import PICTURE, chromium, demo
from tests.docs.recipe import ROOT

FOLDER: Final = ROOT / "docs" / "pictures"
PHONE: Final[ViewportSize] = {"width": 390, "height": 844}
SHARPNESS: Final = 2
COLOURS: Final = (256, 96, 48)
"""The most colours of a picture; fewer where that many would make it too large."""

LARGEST: Final = 180_000
"""Bytes of a picture."""

PATIENCE: Final = 30_000
"""Milliseconds that something may take to appear."""

ALONE: Final = """
    header, nav, #composer, #private > h2, .dismiss, li > small { display: none !important; }
    body { height: auto; }
    body, .text, button, select { font-family: Page, sans-serif !important; }
    section { padding: 0; }
    .messages { max-height: none; overflow: visible; margin: 0; }
    .messages > li { display: none; }
    .messages > li.shown { display: block; }
"""
"""The page without what belongs to the demo, showing only the chosen messages."""

COMPUTERS: Final = 2

GAMES: Final = 12
"""The most games begun until Ada opens an auction with fewer items."""

BOARDS: Final = {"florence": "florence-4-end-board", "lacrimosa": "lacrimosa-4-end-board"}
"""Which pictures of the gallery show the board of each game, with four seats."""

PASSES: Final = 12
"""The most times Ada passes before she may put up an item herself."""

SYMBOLS: Final = 20
"""The most times the symbols are looked for."""


def take(browser: Browser, language: str) -> dict[str, bytes]:
    """The pictures in one language, by name."""
    for _ in range(GAMES):
        with demo(pause=0.1) as address:
            page = browser.new_page(viewport=PHONE, device_scale_factor=SHARPNESS)
            page.set_default_timeout(PATIENCE)
            expect.set_options(timeout=PATIENCE)
            page.goto(address)
            taken = _Taking(page, Words(language)).all(language)
            page.close()
        if taken:
            return taken
    raise AssertionError(f"Ada puts no item up after others in {GAMES} games")


class _Taking:
    """One page of a demo, in which Ada plays."""

    def __init__(self, page: Page, words: Words) -> None:
        self._page = page
        self._words = words
        self._private = page.locator("#channel li.private")
        self._public = page.locator("#channel li:not(.private)")

    def all(self, language: str) -> dict[str, bytes]:
        """The lobby, the table and the turn; nothing if it is a closed menu, or never comes."""
        self._open(language)
        lobby = self._shown(self._public.last)
        self._press(self._public.last, "lobby.button.start")
        self._give_back()
        if not self._opens() or self._private.last.locator("select").count():
            return {}
        table, turn = self._shown(self._public.last), self._shown(self._private.last)
        return {"lobby": lobby, "table": table, "turn": turn}

    def _open(self, language: str) -> None:
        """Open a lobby in a language, in place of the one that the demo has opened."""
        expect(self._page.get_by_label("Command")).to_be_enabled()
        expect(self._page.locator("#busy")).to_be_empty()
        self._page.locator("#language").select_option(language)
        self._type("/host free")
        self._press(self._private.last, "host.free.button")
        join = self._button(self._public.last, "lobby.button.join")
        expect(join).to_have_count(0)
        expect(self._page.locator("#busy")).to_be_empty()
        self._type(f"/play game:florence language:{language}")
        expect(join).to_have_count(1)
        for _ in range(COMPUTERS):
            card = self._public.last.locator(PICTURE)
            before = card.get_attribute("alt")
            self._press(self._public.last, "lobby.button.add_opponent")
            expect(card).not_to_have_attribute("alt", before or "")

    def _give_back(self) -> None:
        """Make the first decision: one of four professions goes back."""
        said = self._asked()
        panel = self._private.last
        before = panel.inner_text()
        panel.locator(".row button").first.click()
        expect(panel).not_to_have_text(before, use_inner_text=True)
        sure = re.compile(f"^{re.escape(self._words('panel.button.sure', choice='').strip())}")
        if (asked := panel.get_by_role("button", name=sure)).count():
            asked.click()
        expect(self._public.last).not_to_have_text(said, use_inner_text=True)

    def _opens(self) -> bool:
        """Whether Ada gets to put an item up; she passes on what others put up."""
        for _ in range(PASSES):
            said = self._asked()
            if self._button(self._private.last, "florence.label.decline").count():
                self._wait_for_symbols()
                return True
            if self._button(self._private.last, "florence.label.pass").count():
                self._press(self._private.last, "florence.label.pass")
                expect(self._public.last).not_to_have_text(said, use_inner_text=True)
        return False

    def _wait_for_symbols(self) -> None:
        """Ask again until the symbols are at Discord; the page shows none in a menu."""
        for _ in range(SYMBOLS):
            if self._private.last.locator(".emoji, select").count():
                return
            self._page.wait_for_timeout(10_000)
            self._asked()
        raise AssertionError("the symbols are not there yet: is the machine busy?")

    def _asked(self) -> str:
        """Open Ada's panel once it is her turn; what the table's message says then."""
        expect(self._page.locator("#people button").first).to_contain_text("●")
        expect(self._page.locator("#busy")).to_be_empty()
        said = self._public.last.inner_text()
        before = self._private.last.get_attribute("data-id")
        self._press(self._public.last, "table.button.move")
        expect(self._private.last).not_to_have_attribute("data-id", before or "")
        expect(self._private.last.locator(".row button, select").first).to_be_visible()
        return said

    def _press(self, message: Locator, text: str) -> None:
        self._button(message, text).click()

    def _button(self, message: Locator, text: str) -> Locator:
        """A button by the id of its text."""
        name = re.compile(f"^{re.escape(self._words(text))}$")
        return message.get_by_role("button", name=name)

    def _type(self, command: str) -> None:
        count = self._private.count()
        self._page.get_by_label("Command").fill(command)
        self._page.keyboard.press("Enter")
        expect(self._private).to_have_count(count + 1)
        expect(self._page.locator("#busy")).to_be_empty()

    def _shown(self, message: Locator) -> bytes:
        """A message as it appears on a phone; the page is then as before."""
        style = self._page.add_style_tag(content=_font() + ALONE)
        message.evaluate("node => node.classList.add('shown')")
        for image in message.locator("img").all():
            image.evaluate("node => node.decode()")
        self._page.evaluate("document.fonts.ready")
        picture = message.screenshot()
        message.evaluate("node => node.classList.remove('shown')")
        style.evaluate("node => node.remove()")
        return picture


def boards(language: str) -> dict[str, bytes]:
    """The last board of each game in one language, by the name of the game."""
    return {
        game: next(
            shot.picture.data
            for shot in gallery.shots(game, 4, Words(language))
            if shot.name == name
        )
        for game, name in BOARDS.items()
    }


def _font() -> str:
    """The font of the pictures, so that a page looks the same on every machine."""
    weights = ((400, fonts.SourceSansPro), (700, fonts.SourceSansProBold))
    return "".join(
        f"@font-face {{ font-family: Page; font-weight: {weight};"
        f" src: url(data:font/otf;base64,{b64encode(Path(file).read_bytes()).decode()}); }}"
        for weight, file in weights
    )


def small(picture: bytes) -> bytes:
    """A picture with few colours, small enough for a page."""
    drawn = Image.open(BytesIO(picture)).convert("RGB")
    made = (_with_colours(drawn, colours) for colours in COLOURS)
    return next(each for each in made if len(each) <= LARGEST)


def _with_colours(drawn: Image.Image, colours: int) -> bytes:
    file = BytesIO()
    drawn.quantize(colours, dither=Image.Dither.NONE).save(file, "PNG", optimize=True)
    return file.getvalue()


def main(arguments: Sequence[str]) -> int:
    """Take the pictures in some languages, and write them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--folder", type=Path, default=FOLDER, help="default: docs/pictures")
    parser.add_argument("--language", action="append", choices=LANGUAGES, help="default: all")
    asked = parser.parse_args(arguments)
    asked.folder.mkdir(parents=True, exist_ok=True)
    with chromium() as browser:
        for language in asked.language or LANGUAGES:
            ending = "" if language == SOURCE else f".{language}"
            taken = {**take(browser, language), **boards(language)}
            for name, picture in taken.items():
                (asked.folder / f"{name}{ending}.png").write_bytes(small(picture))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
