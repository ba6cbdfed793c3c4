"""Animated games and pictures that must shrink: exact frames, within the size asked for."""

from __future__ import annotations

import os
from io import BytesIO
from multiprocessing import get_context

from PIL import Image, ImageChops

from render.canvas import Canvas
from render.film import END, LASTS, WIDTHS, film
from render.fitting import within
from render.florence.theme import THEME
from render.presentation import Picture
from render.theme import SEATS


def sheet(n: int, size: tuple[int, int] = (600, 450)) -> bytes:
    """A picture that differs by `n`: its letters change and its mark moves."""
    canvas = Canvas(size, THEME)
    for row in range(0, size[1] - 40, 40):
        canvas.text((20, row + 30), f"Row {row * (n + 1)}", "serif", 30, THEME.ink, width=400)
    canvas.rect((n * 30, 100, n * 30 + 30, 400), SEATS[n % 5].ground)
    return canvas.png()


def opened(data: bytes) -> list[Image.Image]:
    with Image.open(BytesIO(data)) as file:
        frames = []
        for n in range(getattr(file, "n_frames", 1)):
            file.seek(n)
            frames.append(file.convert("RGB"))
        return frames


def test_a_film_shows_each_frame_as_it_was() -> None:
    sheets = [sheet(n) for n in (0, 1, 1, 2, 0)]
    made = film(sheets, 8_000_000, "game.gif", "A game.")
    frames = opened(made.data)
    assert len(frames) == 5
    assert made.size == (600, 450)
    for drawn, n in zip(frames, (0, 1, 1, 2, 0), strict=True):
        (still,) = opened(sheet(n))
        counts = ImageChops.difference(still, drawn).convert("L").histogram()
        assert sum(counts[12:]) == 0
    with Image.open(BytesIO(made.data)) as file:
        assert file.info["loop"] == 0
        assert file.info["duration"] == LASTS
        file.seek(4)
        assert file.info["duration"] == END


def test_a_film_is_scaled_and_then_thinned_to_its_limit() -> None:
    sheets = [sheet(n, (1300, 900)) for n in range(4)]
    whole = film(sheets, 8_000_000, "game.gif", "A game.")
    assert whole.size[0] == WIDTHS[0]
    smaller = film(sheets, len(whole.data) // 3, "game.gif", "A game.")
    assert len(smaller.data) <= len(whole.data) // 3
    assert smaller.size[0] in WIDTHS[1:]
    assert len(opened(smaller.data)) == 4
    tiny = film(sheets, 12_000, "game.gif", "A game.")
    assert len(tiny.data) <= 12_000
    assert tiny.size[0] == WIDTHS[-1]
    kept = opened(tiny.data)
    assert 1 <= len(kept) < 4
    (end,) = opened(film(sheets[-1:], 0, "game.gif", "A game.").data)
    assert ImageChops.difference(kept[-1], end).getbbox() is None


def test_a_picture_that_fits_stays_as_it_is() -> None:
    data = sheet(1)
    picture = Picture(data, "board.png", "A board.", (600, 450))
    assert within(picture, len(data)) is picture


def test_a_picture_that_is_too_large_is_packed_and_scaled_never_dropped() -> None:
    noise = Image.effect_noise((800, 600), 90).convert("RGB").quantize(200)
    file = BytesIO()
    noise.save(file, "PNG", compress_level=0)
    picture = Picture(file.getvalue(), "board.png", "A board.", (800, 600))
    packed = within(picture, len(picture.data) - 1)
    assert packed.size == (800, 600)
    small = within(picture, 100_000)
    assert len(small.data) <= 100_000
    assert 200 <= small.size[0] < 800
    assert (small.name, small.alt) == (picture.name, picture.alt)
    least = within(picture, 10)
    assert least.size[0] >= 200
    assert opened(least.data)[0].size == least.size


def _film_of(count: int) -> None:
    sheets = [sheet(n % 7, (1300, 900)) for n in range(count)]
    film(sheets, 8_000_000, "game.gif", "A game.")


def test_a_long_film_takes_no_more_memory_than_a_short_one() -> None:
    peaks = {}
    for count in (3, 60):
        process = get_context("spawn").Process(target=_film_of, args=(count,))
        process.start()
        _, _, usage = os.wait4(process.pid or 0, 0)
        peaks[count] = usage.ru_maxrss // 1024
    assert peaks[60] - peaks[3] < 30, peaks
