"""`/score`: everyone's points line by line, as the person may know them."""

from __future__ import annotations

from pathlib import Path

from msgspec.structs import replace

from render import counted
from render.presentation import Person, Scene
from render.words import Words
from rules.contract import Count, CountedLine, Decision
from rules.journal import AnyJournal
from tests.bot.driver import Pooled, table
from tests.bot.put_position import begun, found, put
from tests.bot.running_game import three
from tests.contract.games import played

EN = Words("en")
HIDDEN = "Prestige cards, at the end: ?"


def late(title: str) -> AnyJournal:
    journal = played(title, 3)
    return journal.at(int(journal.number * 0.8))


async def test_everybody_is_told_their_own_lines_first(tmp_path: Path, workers: Pooled) -> None:
    async with begun("lacrimosa", tmp_path, workers) as world:
        journal = late("lacrimosa")
        await put(world, journal)
        counts = journal.game.counted(journal.view(1))
        await world["Bruno"].slash("score")
        text = world["Bruno"].panel.text
        assert text.startswith(
            "### Points so far, and if the game ended now\n**Bruno (red square)"
        )
        for name, count in zip(("Ada", "Bruno", "Chiara"), counts, strict=True):
            assert f"{name} (" in text
            assert f": {count.points} so far, {count.final} if it ended now**" in text
        for line in counts[1].lines:
            if line.final:
                assert f"{EN(f'score.{line.source}')}, at the end: {line.final}" in text


async def test_what_others_hide_is_a_question_mark(tmp_path: Path, workers: Pooled) -> None:
    def several(journal: AnyJournal, _: Decision) -> bool:
        counts = [seat.prestige_count > 0 for seat in journal.view(None).seats]
        return counts.count(True) > 1

    journal, _ = found("florence", several)
    counts = [seat.prestige_count > 0 for seat in journal.view(None).seats]
    async with begun("florence", tmp_path, workers) as world:
        await put(world, journal)
        for seat, name in enumerate(("Ada", "Bruno", "Chiara", "Dmitri")):
            await world[name].slash("score")
            text = world[name].panel.text
            others = [has for other, has in enumerate(counts) if other != seat]
            assert text.count(HIDDEN) == sum(others)
            assert text.count(" + ? if it ended now") == sum(others)
            assert "only the owner knows" in text


async def test_it_is_a_press_away_from_the_hand_and_from_in_words(
    tmp_path: Path, workers: Pooled
) -> None:
    async with three(tmp_path, workers) as world:
        for name, label in (("Ada", "My hand"), ("Ada", "In words"), ("Dmitri", "My hand")):
            player = world[name]
            await player.click(label, world.board)
            before = player.panel
            await player.click("Score", before)
            assert "if the game ended now" in player.panel.text
            assert player.panel.id != before.id
        await world.restart()
        ada = world["Ada"]
        await ada.click("Score", ada.hand)
        (newest,) = [m for m in ada.messages if m.direct and m.passing]
        assert "if the game ended now" in newest.text


async def test_of_a_conceded_game_it_says_who_won_and_speaks_of_no_other_end(
    tmp_path: Path, workers: Pooled
) -> None:
    async with table(tmp_path, workers, "Ada", "Bruno") as world:
        ada, bruno = world["Ada"], world["Bruno"]
        await ada.slash("play", game="lacrimosa")
        await bruno.click("Join")
        await ada.click("Start")
        await bruno.click("My hand", world.board)
        before = bruno.panel
        await ada.slash("seat")
        for _ in range(2):
            await ada.click("Concede", ada.panel)
        await bruno.click("Score", before)
        text = bruno.panel.text
        assert text.startswith(
            "**■ Bruno wins: ● Ada concedes**\n### Points when the game ended"
        )
        assert text.count(" with the final count**") == 2
        assert "now" not in text
        assert "so far" not in text


async def test_of_a_game_that_was_stopped_it_speaks_of_no_other_end(
    tmp_path: Path, workers: Pooled
) -> None:
    async with three(tmp_path, workers) as world:
        await world["Ada"].click("My hand", world.board)
        before = world["Ada"].panel
        await world.bot.games.end(1)
        await world["Ada"].click("Score", before)
        assert world["Ada"].panel.text.startswith("### Points when the game ended\n**Ada (")
        assert "if it ended now" not in world["Ada"].panel.text


def test_at_the_end_it_is_the_final_score() -> None:
    journal = played("lacrimosa", 1)
    assert journal.over is not None
    people = (Person("Ada"),)
    text = counted.text(
        journal.game.counted(journal.view(0)), Scene(people, over=journal.over), 0, EN
    )
    assert text.startswith("### Final scores\n**Ada (blue circle): ")
    assert f"**Ada (blue circle): {journal.over.totals[0]}**" in text
    assert journal.over.rival is not None
    total = sum(line.points for line in journal.over.rival.lines)
    assert f"**Soloist: {total}**" in text


def test_a_line_says_what_there_is_and_what_would_come() -> None:
    lines = (
        CountedLine("works", 7),
        CountedLine("sold", -2),
        CountedLine("buildings", 0),
        CountedLine("prestige_cards", 3, 6),
        CountedLine("landscapes", 0, 3),
        CountedLine("best_works", 0, None),
    )
    scene = Scene((Person("Ada"),))
    text = counted.text((Count(lines),), scene, None, EN)
    assert text.splitlines()[1:] == [
        "**Ada (blue circle): 8 so far, 17 + ? if it ended now**",
        "- Bought with Works: 7",
        "- Prestige sold: −2",
        "- Prestige cards: 3, at the end 6",
        "- Further Landscapes, at the end: 3",
        "- Best Works, at the end: ?",
        "-# “?”: only the owner knows it until the final count.",
    ]
    whole = replace(Count(lines), lines=lines[:1])
    assert "?" not in counted.text((whole,), scene, None, EN)
