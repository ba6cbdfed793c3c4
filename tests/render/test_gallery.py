"""The gallery: every picture of every game as it was accepted, and the games shown.

First look at what has changed with `maecenas gallery OUT/`, then accept it with
`MAECENAS_ACCEPT=1 pytest -n0 tests/render/test_gallery.py`. This also plays new games
in place of those that are missing or that the rules no longer accept.
"""

from __future__ import annotations

import hashlib
import math
import os
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from PIL import Image, ImageChops
from PIL import __version__ as pillow

from bot.__main__ import main
from render import gallery
from render.gallery import Shot
from render.presentation import Picture
from render.presentations import PRESENTATIONS
from render.words import Words
from rules import record
from rules.journal import Journal
from rules.record import NoRecord, Sitter
from rules.registry import GAMES
from tests.opponents.players import YARDSTICK, choose

GOLDEN = Path(__file__).parent / "golden" / "gallery"
ACCEPT = os.environ.get("MAECENAS_ACCEPT") == "1"
ADVICE = "look at them by `maecenas gallery OUT/`, then accept by MAECENAS_ACCEPT=1 pytest -n0"
DRAWN_WITH = "13.0.0"
"""The version of Pillow that drew the accepted pictures; others may place letters otherwise."""

THUMB = (80, 60)
COLUMNS = 10
NAMES = ("Ana María", "Борис", "Chiara", "David", "Ева Константинова")
TABLES = [(game, seats) for game in PRESENTATIONS for seats in GAMES[game].seats]
tables = pytest.mark.parametrize(("game", "seats"), TABLES)


class Accepted(msgspec.Struct, frozen=True):
    """What a picture was like when it was accepted: the digest of its pixels, its size."""

    digest: str
    size: tuple[int, int]


def played(game: str, seats: int) -> bytes:
    """A whole game between players of release 0.1.0, as a record."""
    rules, rng = GAMES[game], Random(f"gallery/{game}/{seats}")
    chosen = {each.key: each.values[0] for each in rules.choices if seats in each.seats}
    journal: Journal[Any, Any] = Journal.start(rules, rules.options(seats, chosen), rng)
    while not journal.over:
        decision = rng.choice(journal.decisions)
        view = journal.view(decision.seat)
        action = choose(game, YARDSTICK, view, decision, rng)
        journal = journal.move(decision.seat, action, rng)
    people = tuple(Sitter(name, name == "David") for name in NAMES[:seats])
    return record.written(journal, chosen, people)


def replay(game: str, seats: int) -> None:
    """Write a new game for the package if the old one is missing or no longer folds."""
    file = Path(str(gallery.PLAYED)) / f"{game}-{seats}.json"
    try:
        record.read(file.read_bytes())
    except (FileNotFoundError, NoRecord):
        file.parent.mkdir(exist_ok=True)
        file.write_bytes(played(game, seats))


def opened(picture: Picture) -> Image.Image:
    with Image.open(BytesIO(picture.data)) as file:
        return file.convert("RGB")


def accepted(shot: Shot) -> Accepted:
    image = opened(shot.picture)
    digest = hashlib.blake2b(image.tobytes(), digest_size=12).hexdigest()
    return Accepted(digest, image.size)


def contact(shots: list[Shot]) -> Image.Image:
    """All pictures in rows, small and grey, for comparison where letters differ."""
    rows = math.ceil(len(shots) / COLUMNS)
    sheet = Image.new("L", (COLUMNS * THUMB[0], rows * THUMB[1]), 255)
    for i, shot in enumerate(shots):
        small = opened(shot.picture).convert("L").resize(THUMB, Image.Resampling.BOX)
        sheet.paste(small, (i % COLUMNS * THUMB[0], i // COLUMNS * THUMB[1]))
    return sheet


@tables
def test_every_picture_is_as_it_was_accepted(game: str, seats: int) -> None:
    if ACCEPT:
        replay(game, seats)
    drawn = list(gallery.shots(game, seats, Words("en")))
    now = {shot.name: accepted(shot) for shot in drawn}
    assert len(now) == len(drawn), "two pictures have one name"
    listed, sheet = GOLDEN / f"{game}-{seats}.json", GOLDEN / f"{game}-{seats}.png"
    if ACCEPT:
        GOLDEN.mkdir(exist_ok=True)
        listed.write_bytes(msgspec.json.format(msgspec.json.encode(now), indent=1) + b"\n")
        contact(drawn).save(sheet, optimize=True)
    before = msgspec.json.decode(listed.read_bytes(), type=dict[str, Accepted])
    assert list(now) == list(before), f"other pictures than before: {ADVICE} {__file__}"
    changed = [name for name, each in now.items() if each != before[name]]
    if pillow == DRAWN_WITH:
        assert not changed, f"these pictures changed: {ADVICE} {__file__}"
    elif changed:  # letters may differ, but nothing may have moved far
        with Image.open(sheet) as file:
            counts = ImageChops.difference(file.convert("L"), contact(drawn)).histogram()
        assert sum(n * i for i, n in enumerate(counts)) / sum(counts) < 2, f"{ADVICE} {changed}"


@tables
def test_the_gallery_has_every_phase_and_kind(game: str, seats: int) -> None:
    stored = (gallery.PLAYED / f"{game}-{seats}.json").read_bytes()
    _, journal = record.read(stored)
    assert journal.over is not None
    listed = msgspec.json.decode((GOLDEN / f"{game}-{seats}.json").read_bytes())
    kinds = {name.removeprefix(f"{game}-{seats}-") for name in listed}
    assert {"end-board", "end-scores", f"lobby-{seats}"} <= kinds
    asked = {
        type(decision.prompt).__name__.lower()
        for number in range(journal.number)
        for decision in journal.at(number).decisions
    }
    assert {f"{each}-board" for each in asked} <= kinds
    assert {f"{each}-hand-1" for each in asked} <= kinds


def test_every_game_of_the_package_is_shown() -> None:
    known = {f"{game}-{seats}.json" for game, seats in TABLES}
    assert {file.name for file in gallery.PLAYED.iterdir()} == known
    golden = {Path(name).with_suffix(end).name for name in known for end in (".json", ".png")}
    assert {file.name for file in GOLDEN.iterdir()} == golden


def test_the_command_writes_the_pictures_and_a_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    game = next(iter(PRESENTATIONS))
    few = GAMES[game].seats[:1]
    first = [*zip(range(4), gallery.shots(game, few[0], Words("en")), strict=False)]
    monkeypatch.setattr(gallery, "PRESENTATIONS", {game: PRESENTATIONS[game]})
    monkeypatch.setattr(gallery, "shots", lambda *_: iter([shot for _, shot in first]))
    monkeypatch.setattr(gallery, "charts", lambda *_: iter(()))
    assert main(["gallery", str(tmp_path / "out")]) == 0
    assert "index.html" in capsys.readouterr().out
    page = (tmp_path / "out" / "index.html").read_text("utf-8")
    for _, shot in first:
        assert (tmp_path / "out" / f"{shot.name}.png").read_bytes() == shot.picture.data
        assert f'src="{shot.name}.png"' in page
    (tmp_path / "file").touch()
    assert main(["gallery", str(tmp_path / "file")]) == 2
    with pytest.raises(SystemExit) as unknown:
        main(["gallery", str(tmp_path / "out"), "--language", "xx"])
    assert unknown.value.code == 2
    assert "invalid choice: 'xx'" in capsys.readouterr().err
