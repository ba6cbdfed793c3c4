"""The canvas that pictures are drawn on: letters that fit, names, colours, files."""

from __future__ import annotations

from io import BytesIO

import pytest
from PIL import Image, ImageChops

from render.canvas import Canvas
from render.florence.theme import THEME
from render.icons import ICONS, icon
from render.marks import mark
from render.palette import COLOURS, table
from render.theme import SEATS, SIGNAL, channels, mixed
from render.typesetting import SMALLEST, fitted, font, legible, text_width


def test_a_text_that_fits_keeps_its_size() -> None:
    assert fitted("Forest", "serif", 20, 200, 1) == (20, ["Forest"])


def test_a_cut_name_is_as_wide_as_its_dots_reach() -> None:
    name = "Александра-Мария Конст…"
    reach = font("serif_bold", 26).getbbox(name)[2]
    assert text_width(name, "serif_bold", 26) >= reach


def test_a_wide_text_shrinks_by_single_pixels() -> None:
    free = text_width("Mathematician", "sans_semi", 18) + 0.5
    assert fitted("Mathematician", "sans_semi", 24, free, 1) == (18, ["Mathematician"])


def test_a_text_takes_a_second_line_before_it_shrinks() -> None:
    free = text_width("third Builder", "sans", 20)
    size, lines = fitted("Second and third Builder", "sans", 20, free, 2)
    assert (size, lines) == (20, ["Second and", "third Builder"])


def test_a_hopeless_text_ends_in_an_ellipsis_at_the_smallest_size() -> None:
    size, (line,) = fitted("W" * 32, "serif_bold", 44, 120, 1)
    assert size == SMALLEST
    assert line.endswith("…")
    assert text_width(line, "serif_bold", size) <= 120


def test_only_what_is_no_name_is_noted_as_cut() -> None:
    canvas = Canvas((200, 60), THEME)
    canvas.text((10, 20), "W" * 32, "sans", 20, THEME.ink, width=80, name=True)
    canvas.text((10, 50), "W" * 32, "sans", 20, THEME.ink, width=80)
    assert [written.cut for written in canvas.written] == [False, True]


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("María José", "María José"),
        ("Борис", "Борис"),
        ("孫 Ñandú", "Red square"),
        ("Anna孫", "Red square"),
        ("J🦊nas", "Red square"),
        ("𝓐lice", "Alice"),
        ("ＭＡＸ", "MAX"),
        ("Ⅳ. ﬁn", "IV. fin"),
        ("★彡 Zoë 彡★", "Red square"),
        ("✨Zoë✨ van 🦊", "Zoë van"),
        ("Z\u0336o\u0336e\u0336", "Zoe"),
        ("🦊 Fox 🦊", "Fox"),
        ("孫悟空", "Red square"),
        ("🦊🦊🦊🦊", "Red square"),
        ("محمد", "Red square"),
        ("é" * 2, "éé"),
        ("e\u0301clair", "éclair"),
        ("a\u200b\u202eb", "ab"),
        ("x", "x"),
        ("🦊 Ω", "Ω"),
        ("孫", "Red square"),
        ("...", "Red square"),
        ("", "Red square"),
    ],
)
def test_a_name_is_drawn_whole_or_the_mark_stands_for_it(name: str, shown: str) -> None:
    assert legible(name, "Red square") == shown


def test_the_palette_has_256_colours_and_every_plain_one() -> None:
    parts = table(THEME)
    colours = set(zip(parts[::3], parts[1::3], parts[2::3], strict=True))
    assert len(parts) == 3 * COLOURS
    assert len(colours) == COLOURS
    for colour in (SIGNAL, THEME.paper, THEME.header, *THEME.tiles.values()):
        assert channels(colour) in colours


def test_a_file_has_the_plain_colours_exactly() -> None:
    canvas = Canvas((60, 40), THEME)
    for i, seat in enumerate(SEATS):
        canvas.rect((i * 12, 0, i * 12 + 12, 40), seat.ground)
    with Image.open(BytesIO(canvas.png())) as file:
        assert file.mode == "P"
        seen = file.convert("RGB")
    for i, seat in enumerate(SEATS):
        assert seen.getpixel((i * 12 + 6, 20)) == channels(seat.ground)


def test_a_copy_leaves_its_ground_alone() -> None:
    ground = Canvas((40, 40), THEME)
    before = ground.png()
    top = ground.copy()
    top.rect((0, 0, 40, 40), SIGNAL)
    top.text((2, 30), "x", "sans", 20, THEME.ink, width=30)
    assert ground.png() == before
    assert ground.written == []


def test_a_thin_line_never_vanishes() -> None:
    canvas = Canvas((20, 20), THEME)
    canvas.rect((2, 10.6, 18, 11.4), SIGNAL)
    assert canvas.image.getpixel((10, 11)) == channels(SIGNAL)


def test_mixing_goes_from_one_colour_to_the_other() -> None:
    assert mixed("#000000", "#FFFFFF", 0) == "#000000"
    assert mixed("#000000", "#FFFFFF", 1) == "#FFFFFF"
    assert mixed("#204060", "#406080", 0.5) == "#305070"


@pytest.mark.parametrize("name", sorted(ICONS))
@pytest.mark.parametrize("side", [20, 56])
def test_every_icon_fills_its_square_at_any_size(name: str, side: int) -> None:
    stamp = icon(name, side)
    assert stamp.size == (side, side)
    box = stamp.getchannel("A").getbbox()
    assert box is not None
    assert max(box[2] - box[0], box[3] - box[1]) >= side * 0.5


def _unlike(one: Image.Image, other: Image.Image) -> float:
    """The mean difference between two stamps on paper, from 0 to 255."""
    sheets = []
    for stamp in (one, other):
        sheet = Image.new("RGB", stamp.size, THEME.panel)
        sheet.paste(stamp, (0, 0), stamp)
        sheets.append(sheet.convert("L"))
    counts = ImageChops.difference(*sheets).histogram()
    return sum(value * n for value, n in enumerate(counts)) / sum(counts)


def test_icons_are_distinct_at_their_smallest_size() -> None:
    stamps = {name: icon(name, 22) for name in ICONS}
    sizes = {"florence.large", "florence.medium", "florence.small"}
    names = sorted(set(stamps) - sizes)
    alike = [
        (one, other)
        for i, one in enumerate(names)
        for other in names[i + 1 :]
        if _unlike(stamps[one], stamps[other]) < 12
    ]
    assert alike == []


def test_marks_differ_in_shape_alone() -> None:
    shapes = [mark(seat, 46).getchannel("A") for seat in range(len(SEATS))]
    for i, one in enumerate(shapes):
        for other in shapes[i + 1 :]:
            counts = ImageChops.difference(one, other).histogram()
            assert sum(counts[128:]) > 46 * 46 * 0.05


def test_a_word_wider_than_its_line_is_broken() -> None:
    """A name of one word may be wider than any box, even between other words."""
    for text in ("W" * 60, f"Requiem {'W' * 60}", f"{'W' * 60} Requiem", "WW WW " + "W" * 9):
        for lines in (1, 2, 3):
            size, broken = fitted(text, "serif", 20, 90, lines)
            assert len(broken) <= lines
            assert all(text_width(line, "serif", size) <= 90 for line in broken)


def test_a_narrow_space_that_the_fonts_lack_is_drawn_as_another() -> None:
    narrow, wide = "Quoi\N{NARROW NO-BREAK SPACE}?", "Quoi\N{NO-BREAK SPACE}?"
    assert fitted(narrow, "serif", 30, 300, 1) == (30, [wide])
    assert text_width(narrow, "serif_bold", 30) == text_width(wide, "serif_bold", 30)
