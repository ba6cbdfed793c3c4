"""`backup`, `check`, `export` and `import`: what a host does while a bot is running."""

from __future__ import annotations

import asyncio
import resource
import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from bot.__main__ import DIFFERS, main
from bot.host.database import verdict_of
from bot.settings import BAD_USE, variables
from bot.store import Store
from bot.store.rows import GameRow
from bot.tables.core.replay import Verdict
from rules import record
from rules.codec import Codec
from rules.contract import Moved
from rules.journal import Journal
from rules.registry import GAMES, PRINTED
from tests.bot.services import BEN, CLEO, services

SITTERS = (record.Sitter("Ada"), record.Sitter("Bot", computer=True), record.Sitter("Cleo"))
EACH = pytest.mark.parametrize("title", sorted(GAMES))


@pytest.fixture
def database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the commands find their database; no file yet."""
    for variable in variables().values():
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MAECENAS_DATABASE", "games.db")
    return Path("games.db")


def journal(title: str, moves: int) -> Journal[Any, Any]:
    """A game played at random for that many moves, or to its end."""
    game, rng = GAMES[title], Random(7)
    played = Journal.start(game, game.options(3, {}), rng)
    for _ in range(moves):
        if played.over is not None:
            break
        decision = played.decisions[0]
        played = played.move(decision.seat, rng.choice(decision.options), rng)
    return played


def written(title: str, moves: int, path: Path) -> Path:
    """A file of such a game."""
    path.write_bytes(record.written(journal(title, moves), {}, SITTERS, running=True))
    return path


def put(path: Path, data: bytes) -> None:
    """Write those bytes to a file."""
    path.write_bytes(data)


def read(path: Path) -> tuple[record.Record, Journal[Any, Any]]:
    """A file, and the game that it folds to."""
    return record.read(path.read_bytes())


def said(capsys: pytest.CaptureFixture[str]) -> str:
    """The one line of a refusal."""
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert err.startswith("maecenas: ")
    return err


def content(path: Path) -> str:
    """Everything that a database holds."""
    with closing(sqlite3.connect(path)) as connection:
        return "\n".join(connection.iterdump())


def checked(capsys: pytest.CaptureFixture[str]) -> tuple[int, list[str]]:
    """What `maecenas check` prints."""
    code = main(["check"])
    out, err = capsys.readouterr()
    assert err == ""
    return code, out.splitlines()


async def apart(*argv: str) -> int:
    """A command while a bot is running: in a thread, since it has a loop of its own."""
    return await asyncio.to_thread(main, argv)


def private(path: Path) -> bool:
    """Whether only the owner may read a file."""
    return path.stat().st_mode & 0o777 == 0o600


def restore(copy: Path, database: Path) -> None:
    """Do what docs/hosting.md says."""
    for old in database.parent.glob(f"{database.name}*"):
        old.unlink()
    copy.rename(database)


# -- backup ------------------------------------------------------------------------


async def test_a_backup_made_while_the_bot_writes_is_whole(database: Path) -> None:
    async with services(database) as here:
        table = await here.begun(BEN, CLEO)
        for n in range(5):
            before, out = table.number, Path(f"copy{n}.db")
            code, table = await asyncio.gather(apart("backup", str(out)), here.step(table))
            assert code == 0
            assert private(out)
            copy = await Store.read(out)
            kept = len(await copy.games.entries(table.game.id))
            assert before <= kept <= table.number
            assert (await verdict_of(copy, table.game.id))[1] == Verdict(kept)
            await copy.close()


async def test_a_backup_in_the_place_of_the_database_goes_on(database: Path) -> None:
    async with services(database) as here:
        table = await here.step(await here.begun(BEN, CLEO))
        assert await apart("backup", "copy.db") == 0
        await here.step(table)
    restore(Path("copy.db"), database)
    async with services(database) as again:
        back = await again.games.table(table.game.id)
        assert back.number == table.number
        assert (await again.step(back)).number > back.number


def test_a_backup_overwrites_nothing(
    database: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["import", str(written("florence", 5, Path("game.json")))]) == 0
    out = Path("copy.db")
    out.write_text("precious")
    capsys.readouterr()
    assert main(["backup", str(out)]) == BAD_USE
    assert "exists" in said(capsys)
    assert out.read_text() == "precious"
    assert main(["backup", "no/folder/copy.db"]) == BAD_USE
    assert "cannot be written" in said(capsys)


def test_a_damaged_database_is_told_and_no_copy_is_left(
    database: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["import", str(written("florence", 5, Path("game.json")))]) == 0
    with closing(sqlite3.connect(database)) as connection:
        ((size,),) = connection.execute("PRAGMA page_size")
        sql = "SELECT rootpage FROM sqlite_schema WHERE name = 'entries'"
        ((page,),) = connection.execute(sql)
    # The second entry of the page is the first one again: a copy would hide that.
    damaged, at = bytearray(database.read_bytes()), (page - 1) * size + 8
    damaged[at + 2 : at + 4] = damaged[at : at + 2]
    database.write_bytes(damaged)
    capsys.readouterr()
    for command in (["check"], ["backup", "copy.db"]):
        assert main(command) == BAD_USE
        assert "the database games.db is damaged: " in said(capsys)
    assert not Path("copy.db").exists()


def test_a_backup_for_which_there_is_no_room_leaves_nothing(
    database: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["import", str(written("florence", 5, Path("game.json")))]) == 0
    capsys.readouterr()
    usual = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (database.stat().st_size // 2, usual[1]))
    try:
        assert main(["backup", "copy.db"]) == BAD_USE
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, usual)
    assert "games.db cannot be copied to copy.db: " in said(capsys)
    assert not Path("copy.db").exists()


@pytest.mark.parametrize("command", [["backup", "copy.db"], ["check"], ["export", "1"]])
def test_no_database_or_no_database_of_ours_is_one_line(
    database: Path, command: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(command) == BAD_USE
    assert "there is no database" in said(capsys)
    database.write_bytes(b"no database at all" * 100)
    assert main(command) == BAD_USE
    assert "games.db" in said(capsys)
    assert list(Path().iterdir()) == [database]


# -- check -------------------------------------------------------------------------


def test_check_says_of_each_game_that_it_is_as_played(
    database: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for title in sorted(GAMES):
        assert main(["import", str(written(title, 30, Path(f"{title}.json")))]) == 0
    capsys.readouterr()
    before = content(database)
    code, lines = checked(capsys)
    assert code == 0
    assert [line.split(":")[0] for line in lines] == [
        *(f"game {n} ({title}, cancelled)" for n, title in enumerate(sorted(GAMES), start=1)),
        "games",
    ]
    assert all("as played" in line for line in lines[:-1])
    assert lines[-1].startswith(f"games: {len(GAMES)}, entries: ")
    assert lines[-1].endswith("games that differ: 0")
    assert content(database) == before


@pytest.mark.parametrize(
    ("harm", "told"),
    [
        ("UPDATE entries SET checksum = 'wrong' WHERE n = 9", "after entry 8: the position"),
        ("UPDATE entries SET entry = x'7B' WHERE n = 9", "after entry 8: "),
        ("DELETE FROM entries WHERE n = 9", "after entry 8: an entry is missing"),
        ("UPDATE games SET steps = 7", "its row cannot be read"),
        ("UPDATE games SET chosen = '{'", "it cannot be started"),
        ("UPDATE games SET game = 'chess'", "it cannot be started"),
        ("UPDATE games SET edition = 'odd'", "it cannot be started: its rules or its"),
    ],
)
def test_check_finds_each_kind_of_harm_and_goes_on(
    database: Path, harm: str, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    for _ in range(2):
        assert main(["import", str(written("florence", 20, Path("game.json")))]) == 0
    with closing(sqlite3.connect(database)) as connection:
        joined = "AND" if "WHERE" in harm else "WHERE"
        column = "game" if "entries" in harm else "id"
        connection.execute(f"{harm} {joined} {column} = 1")
        connection.commit()
    capsys.readouterr()
    code, (first, second, sums) = checked(capsys)
    assert code == DIFFERS == 1
    assert "DIFFERS" in first
    assert told in first
    assert second.endswith("as played")
    assert sums.endswith("games that differ: 1")


# -- export and import -------------------------------------------------------------


@EACH
@pytest.mark.parametrize("moves", [25, 10_000])
def test_a_game_goes_out_and_comes_back_the_same(
    database: Path, title: str, moves: int, capsys: pytest.CaptureFixture[str]
) -> None:
    file = written(title, moves, Path("game.json"))
    assert main(["import", str(file)]) == 0
    status = "over" if moves > 1000 else "cancelled"
    assert f"game 1 ({title}, {status})" in capsys.readouterr().out
    assert main(["export", "1"]) == 0
    out = Path(f"{title}-1.json")
    assert out.read_bytes() == file.read_bytes()
    assert private(out)
    assert checked(capsys)[0] == 0


async def test_a_running_game_is_exported_as_it_stands(database: Path) -> None:
    async with services(database) as here:
        table = await here.step(await here.begun(BEN, CLEO))
        assert await apart("export", str(table.game.id), "out.json") == 0
    told, folded = read(Path("out.json"))
    assert [each.name for each in told.people] == ["Ann", "Ben", "Cleo"]
    assert table.journal is not None
    assert folded.checksum() == table.journal.checksum()


async def test_what_came_from_a_file_is_in_nobodys_way(database: Path) -> None:
    assert await apart("import", str(written("florence", 25, Path("game.json")))) == 0
    async with services(database) as here:
        await here.games.wait_idle()
        table = await here.games.table(1)
        assert (table.game.status, table.humans) == ("cancelled", ())
        assert not await here.store.outbox.games()
        assert here.games.report.aside == ()
        assert (await here.begun(BEN, CLEO)).game.id == 2


def test_only_what_can_be_folded_of_a_game_goes_out(
    database: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["import", str(written("florence", 20, Path("game.json")))]) == 0
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("UPDATE entries SET checksum = 'wrong' WHERE n = 9")
        connection.commit()
    assert main(["export", "1", "out.json"]) == 0
    assert "8 entries; what follows is left out" in capsys.readouterr().out
    assert read(Path("out.json"))[1].number == 8


def test_an_export_that_cannot_be_is_one_line(
    database: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = written("florence", 5, Path("game.json"))
    assert main(["import", str(file)]) == 0
    capsys.readouterr()
    assert main(["export", "7"]) == BAD_USE
    assert "no game 7" in said(capsys)
    before = file.read_bytes()
    assert main(["export", "1", str(file)]) == BAD_USE
    assert "exists" in said(capsys)
    assert file.read_bytes() == before


def _bad_files() -> dict[str, bytes]:
    people = tuple(record.Sitter(name) for name in ("Ada", "Ben", "Cleo"))
    good = msgspec.json.decode(
        record.written(journal("florence", 12), {}, people, running=True)
    )
    encode = msgspec.json.encode
    return {
        "empty": b"",
        "no JSON": b"\xff\x00{",
        "another JSON": b"[1, 2, 3]",
        "deep": b"[" * 100_000,
        "a later form": encode({**good, "format": 2}),
        "another game": encode({**good, "game": "chess"}),
        "other rules": encode({**good, "rules": 999}),
        "an edition of nobody's": encode({**good, "edition": "0" * 16}),
        "no players": encode({**good, "people": []}),
        "a crowd": encode({**good, "people": [{"name": "x"}] * 50}),
        "an unknown option": encode({**good, "chosen": {"size": "huge"}}),
        "no entries": encode({**good, "entries": []}),
        "an entry of nothing": encode({**good, "entries": [*good["entries"], {}]}),
        "entries in another order": encode({**good, "entries": good["entries"][::-1]}),
        "a seat that is none": encode(
            {**good, "entries": [{**each, "seat": 77} for each in good["entries"]]}
        ),
        "cards that are none": encode(
            {**good, "entries": [{"type": "drawn", "items": ["x"]}, *good["entries"][1:]]}
        ),
        "another end": encode({**good, "checksum": "0" * 16}),
        "a name over two lines": encode({**good, "people": [{"name": "A\nB"}] * 3}),
        "a name without end": encode({**good, "people": [{"name": "A" * 500}] * 3}),
        "a nameless player": encode({**good, "people": [{"name": ""}] * 3}),
    }


@pytest.mark.parametrize("kind", sorted(_bad_files()))
def test_a_bad_file_is_one_line_and_changes_nothing(
    database: Path, kind: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["import", str(written("florence", 5, Path("game.json")))]) == 0
    before = content(database)
    capsys.readouterr()
    bad = Path("bad.json")
    bad.write_bytes(_bad_files()[kind])
    assert main(["import", str(bad)]) == BAD_USE
    assert "bad.json" in said(capsys)
    assert content(database) == before


def test_a_file_that_is_too_large_is_not_read(
    database: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    file = written("florence", 5, Path("game.json"))
    monkeypatch.setattr("bot.host.files.LARGEST", file.stat().st_size - 1)
    assert main(["import", str(file)]) == BAD_USE
    assert said(capsys) == "maecenas: game.json is too large for a game\n"


def test_a_bad_file_makes_no_database(
    database: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["import", "missing.json"]) == BAD_USE
    assert "missing.json cannot be read" in said(capsys)
    assert not database.exists()


async def test_a_game_keeps_the_edition_it_was_played_with(
    database: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    printed = PRINTED["lacrimosa"]
    reprint = f"{printed.text}\n# a reprint of ours\n"
    game = printed.learn(reprint)
    played = Journal.start(game, game.options(2, {}), Random(1))
    people = (record.Sitter("Ada"), record.Sitter("Ben"))
    put(Path("game.json"), record.written(played, {}, people, running=True))
    put(Path("own.toml"), reprint.encode())
    monkeypatch.setenv("MAECENAS_LACRIMOSA_EDITION", "own.toml")
    assert await apart("import", "game.json") == 0
    monkeypatch.delenv("MAECENAS_LACRIMOSA_EDITION")
    store = await Store.read(database)
    row = await store.games.game(1)
    texts = await store.editions()
    await store.close()
    assert isinstance(row, GameRow)
    assert row.edition == game.edition
    assert ("lacrimosa", game.edition, reprint) in texts
    assert await apart("check") == 0


def test_a_game_of_very_many_entries_travels(
    database: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Someone acts and undoes it, thousands of times."""
    game = journal("lacrimosa", 4)
    entries = game.entries
    while not (isinstance(last := entries[-1], Moved) and game.undo_entry(last.seat)):
        decision = game.decisions[0]
        game = game.move(decision.seat, decision.options[0], Random(1))
        entries = game.entries
    back = game.take_back(last.seat).entries[-1]
    again = (back, last) * 10_001
    data = msgspec.json.decode(record.written(game, {}, SITTERS, running=True))
    codec = Codec(game.game)
    data["entries"] += [msgspec.json.decode(codec.encode(each)) for each in again]
    file = tmp_path / "long.json"
    put(file, msgspec.json.encode(data))
    assert main(["import", str(file)]) == 0
    assert f"{len(entries) + 20_002} entries" in capsys.readouterr().out
