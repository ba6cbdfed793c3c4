"""What the panels of Lacrimosa tell learners: the coach, and the lines of choices."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, Final

from bot.interactions import limits
from bot.tables.persons.coach import CoachService
from rules.lacrimosa.state import Laying, Player, State
from tests.bot.client_message import Message
from tests.bot.driver import Pooled, World
from tests.bot.put_position import begun, journal_at, put
from tests.bot.running_game import MOVE, choices
from tests.lacrimosa.positions import NINE, acting, on_turn, player, position, start

RICH: dict[str, Any] = {"ducats": 20, "tracks": (8, 8, 8)}
CATHEDRAL = {"praha": "city-dom-musik", "salzburg": ""}
"""At Praha, a tile grants the performance of religious music."""

NUMBER: Final = re.compile(r"^\d+: ")
"""The number of a place in the picture."""


async def panel(world: World, state: State) -> Message:
    """Ada's panel at a position; what the coach says there is then dated one entry earlier."""
    await put(world, journal_at(state))
    ada = world["Ada"]
    await ada.slash("table")
    await ada.click(MOVE)
    await world.bot.coach.close()
    await world.bot.store.coach._database.write("UPDATE coach_told SET entry = entry - 1")
    world.bot.coach = CoachService(world.bot.store)
    return ada.panel


def told(message: Message) -> list[str]:
    """The lines of the coach."""
    return [line.removeprefix("💡 ") for line in message.text.split("\n") if "💡" in line]


def lines(message: Message) -> dict[str, str]:
    """The text beside each choice of a list or a menu, by the choice's name."""
    pairs = (each.split("**: ", 1) for each in message.text.split("\n") if "**: " in each)
    beside = {name.removeprefix("- **"): text for name, text in pairs}
    options = (each for part in message.parts for each in part.get("options", ()))
    return beside | {NUMBER.sub("", each["label"]): each["description"] for each in options}


def acts(actor: Player | None = None, /, *rights: str, **fields: Any) -> State:
    """Ana, one of three, takes her actions."""
    return acting(actor, rights=rights, seats=3, **fields)


def lays(*hand: str, story: bool = False, **fields: Any) -> State:
    """Ana, one of three, lays a card."""
    more: dict[str, Any] = {"experiences": (start(1),)} if story else {}
    more |= {name: fields.pop(name) for name in ("ducats", "tracks") if name in fields}
    own = player(hand=hand, **more)
    return position(own, player(), player(), stack=(Laying(story),), **fields)


async def test_what_is_lost_by_documenting_is_said_without_what_brings_most(
    tmp_path: Path, workers: Pooled
) -> None:
    """Of two cards with the same bottom, the one with less at its top is named."""
    async with begun("lacrimosa", tmp_path, workers) as world:
        message = await panel(world, lays(start(5), start(4), start(8), story=True, turn=2))
        (line,) = told(message)
        assert line.endswith("You lose least with A sheet on the desk (Requiem): 1 Journey.")
        message = await panel(world, lays(start(5), start(4), start(8), story=True, turn=2))
        assert "brings most" not in message.text, "nor when the other line was told before"


async def test_lines_of_a_list_are_whole(tmp_path: Path, workers: Pooled) -> None:
    """Only a select has a limit, and there the warning is the last to be cut."""
    async with begun("lacrimosa", tmp_path, workers) as world:
        own = on_turn(ducats=4, tracks=(8, 8, 8))
        found = lines(await panel(world, acts(own, "travel", on_map=CATHEDRAL)))
        assert found["Praha"].endswith("plus 7 ducats; you have no such Opus")
        found = lines(await panel(world, acts(on_turn(**RICH), "requiem")))
        assert len(found["Agnus Dei"]) > limits.OPTION_TEXT
        assert found["Agnus Dei"].endswith("; 5 or 3 VP for each marker at the end")
        assert not any("…" in text for text in found.values())
        message = await panel(world, acts(on_turn(**RICH), "travel", on_map=CATHEDRAL))
        (menu, *_) = (each for each in message.parts if "options" in each)
        (text,) = (e["description"] for e in menu["options"] if e["label"].endswith("Praha"))
        assert text.endswith("you have no such Opus")


async def test_a_memory_says_what_its_top_does(tmp_path: Path, workers: Pooled) -> None:
    async with begun("lacrimosa", tmp_path, workers) as world:
        found = lines(await panel(world, acts(on_turn(**RICH), "document")))
        tops = [text for text in found.values() if "; Story: " in text]
        assert len(tops) > 2
        assert any("; later " in text for text in tops), "where an option has room for it"


async def test_a_court_says_what_is_still_missing(tmp_path: Path, workers: Pooled) -> None:
    async with begun("lacrimosa", tmp_path, workers) as world:
        own = on_turn(**RICH, courts=("court-types-1", "court-instruments-1"))
        missing = {
            "commission": "still needs: an Opus (Opera), an Opus (Religious Music).",
            "requiem": "still needs: a marker (Strings), a marker (Voice).",
        }
        for right, text in missing.items():
            said = "\n".join(told(await panel(world, acts(own, right, turn=2))))
            assert text in said, said
        nearer = on_turn(**RICH, courts=("court-types-1",), opus=("opus-k139",))
        (line, *_) = told(await panel(world, acts(nearer, "document", "commission")))
        assert "completes your Royal Court: 6 VP at the end" in line


async def test_the_first_question_and_the_first_requiem_are_explained(
    tmp_path: Path, workers: Pooled
) -> None:
    async with begun("lacrimosa", tmp_path, workers) as world:
        first = told(await panel(world, lays(start(1), start(6))))
        assert first[0] == "Whatever is left on your tracks after turn 4 is lost."
        first = told(await panel(world, acts(on_turn(**RICH), "requiem")))
        assert (
            "each of your markers scores 1 VP to 5 VP: more if its composer has the" in first[0]
        )
        again = told(await panel(world, acts(on_turn(**RICH), "requiem", turn=2)))
        assert not any("each of your markers" in line for line in again)


async def test_a_period_bonus_of_a_ducat_is_not_worth_a_word(
    tmp_path: Path, workers: Pooled
) -> None:
    async with begun("lacrimosa", tmp_path, workers) as world:
        assert not told(await panel(world, lays(start(1), start(2), start(5), turn=2)))
        beside = lines(world["Ada"].panel).values()
        assert any("Period Bonus 1 ducat" in text for text in beside), (
            "the line of the card says it"
        )
        travels: dict[str, Any] = {"bonus": ("bonus-1-travel",), "turn": 2}
        assert not told(await panel(world, lays(start(6), start(5), **travels)))
        stored = lays(start(6), start(5), story=True, **travels)
        said = "\n".join(told(await panel(world, stored)))
        assert "In Story this card won’t earn you the Period Bonus" in said


async def test_the_same_is_told_again_when_twice_as_much_is_at_stake(
    tmp_path: Path, workers: Pooled
) -> None:
    async with begun("lacrimosa", tmp_path, workers) as world:
        said = []
        for tracks in ((1, 1, 0), (2, 1, 0), (2, 2, 0), (4, 3, 0), (4, 4, 0)):
            own = on_turn(tracks=tracks, experiences=NINE[:4], story=NINE[4:8], hand=NINE[8:])
            coached = told(await panel(world, acts(own, "travel", turn=4)))
            said.append(any("the last turn of the round" in line for line in coached))
        assert said == [True, False, True, False, True]


async def test_a_card_that_pays_nothing_says_so_before_it_is_chosen(
    tmp_path: Path, workers: Pooled
) -> None:
    async with begun("lacrimosa", tmp_path, workers) as world:
        hand = (start(3), start(6))
        found = lines(await panel(world, lays(*hand, ducats=0, tracks=(0, 4, 0))))
        assert "none of its actions is possible now" in found["1 · Commission"]
        assert "you can’t pay" not in found["2 · Travel"]


async def test_many_parts_of_the_requiem_are_chosen_by_their_movement(
    tmp_path: Path, workers: Pooled
) -> None:
    """This is so even where all would fit one menu; the line says which track goes up."""
    async with begun("lacrimosa", tmp_path, workers) as world:
        own = on_turn(
            ducats=20, tracks=(0, 0, 2), markers=("board.strings-1", "board.strings-2")
        )
        message = await panel(world, acts(own, "requiem"))
        assert "1: Kyrie" in message.buttons
        assert not message.choices
        assert "1 Journey each round" in lines(message)["Sequentia"]
        await world["Ada"].click("2: Sequentia", message)
        assert any("Strings" in each for each in choices(world["Ada"].panel))


async def test_who_has_nothing_to_exchange_is_not_sent_to_the_bank(
    tmp_path: Path, workers: Pooled
) -> None:
    async with begun("lacrimosa", tmp_path, workers) as world:
        for ducats, form in (
            (2, "End your turn"),
            (3, "You can still exchange at the bank"),
        ):
            message = await panel(world, acts(on_turn(ducats=ducats)))
            assert f"You have no actions left. {form}." in message.text
