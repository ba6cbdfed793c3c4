"""What the coach sends in the first decisions of a first game of Florence."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from bot.interactions import late_edits
from bot.interactions.late_edits import LateEdits
from bot.tables.opponents import thinking
from render.coach import Amount
from render.florence.words.coach import spelled
from render.words import Words
from rules.florence.catalogue import LANDSCAPES, PROFESSIONS
from tests.bot.client_message import Message
from tests.bot.driver import Player, Pooled, table
from tests.bot.english import nth_language
from tests.bot.running_game import MOVE, choices, three
from tests.bot.test_coach import without_advice


@pytest.fixture(autouse=True)
def _a_slow_machine_has_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinking, "SAID", 20.0)
    monkeypatch.setattr(late_edits, "WITHIN", 60.0)


def hand_of(player: Player) -> tuple[str, ...]:
    """The professions in hand, by their ids, as the direct message describes its picture."""
    words, (alt, *_) = player.world.words, player.hand.alts
    return tuple(card for card in PROFESSIONS if f"{words(f'term.{card}')}:" in alt)


async def test_the_first_choice_says_what_cards_share(tmp_path: Path, workers: Pooled) -> None:
    async with three(tmp_path, workers, setup=False) as world:
        ada = world["Ada"]
        await ada.click(MOVE)
        line = ada.panel.text.partition("Points in common: ")[2].partition("\n")[0]
        shares = dict(re.findall(r"([A-Z][a-z ]+) (\d+)", line))
        assert len(shares) == 4
        await ada.click(min(shares, key=lambda each: int(shares[each])))
        assert "Worth 3 now." in ada.hand.alts[0]


async def test_the_first_auction_says_how_it_goes_and_what_to_do(
    tmp_path: Path, workers: Pooled
) -> None:
    async with three(tmp_path, workers) as world:
        ada, bruno, words = world["Ada"], world["Bruno"], world.words
        await ada.click(MOVE)
        await world.bot.late_edits.join()
        text = ada.panel.text
        assert auction(words) in text
        assert len(re.findall(OPENS, text)) == 1
        recruiting = beside(ada.panel, "Recruiting card")
        assert recruiting.startswith("takes a face-up profession; there is none yet")
        loved = {PROFESSIONS[card].landscape for card in hand_of(ada)}
        for kind in LANDSCAPES:
            line = beside(ada.panel, words(f"term.{kind}"))
            said = "(needs 7)" if kind in loved else "none of your professions loves it"
            assert said in line or line.startswith("+3 for "), line
        await ada.click("Jester", ada.panel)
        for player, bid in ((bruno, 300), (world["Chiara"], 400), (ada, 500), (bruno, 600)):
            await world.bot.advice.join()
            await player.click(MOVE)
            lines = [each for each in player.panel.text.split("\n") if each.startswith("💡")]
            assert re.match(BIDS, lines[0]), lines
            assert (auction(words) in player.panel.text) is (bid in {300, 400}), "only once"
            await player.click(f"Bid {bid}", player.panel)


OPENS = r"💡 (?:Put the [A-Z]|Sit out)"
"""What the coach says to the person who opens."""


def beside(message: Message, label: str) -> str:
    """The description of a menu option."""
    options = (each for part in message.parts for each in part.get("options", ()))
    return next(str(each["description"]) for each in options if each["label"] == label)


BIDS = (
    r"💡 (The Jester is worth up to about \d+00 florins to you\. Bid \d00 florins\."
    r"|The Jester is worth only about \d+00 florins to you\. Pass\."
    r"|The Jester is worth nothing to you now\. Pass\."
    r"|It’s about even: bid \d00 florins or pass)"
)
"""What the coach says about a bid for the Jester."""


async def test_a_verdict_that_is_late_is_added_once_and_counts_as_advice(
    tmp_path: Path, workers: Pooled, monkeypatch: pytest.MonkeyPatch
) -> None:
    workers.forget()
    waiting: list[Any] = []
    begin = LateEdits.begin
    monkeypatch.setattr(LateEdits, "begin", lambda _, *asked: waiting.append(asked))
    async with three(tmp_path, workers) as world:
        ada, late = world["Ada"], world.bot.late_edits
        world.bot.advice._thinking._advised.clear()
        waiting.clear()
        await ada.click(MOVE)
        assert not re.search(OPENS, ada.panel.text), "the panel does not wait"
        assert not (await world.bot.games.table(1)).seats[0].advised
        (asked,) = waiting
        begin(late, *asked)
        await late.join()
        await world.look()
        assert re.search(OPENS, ada.panel.text)
        assert (await world.bot.games.table(1)).seats[0].advised
        assert "Jester" in ada.panel.choices, "it is the same panel"


async def test_a_panel_that_follows_the_table_gets_its_verdict_a_moment_later(
    tmp_path: Path, workers: Pooled
) -> None:
    async with three(tmp_path, workers) as world:
        ada, bruno = world["Ada"], world["Bruno"]
        await bruno.click(MOVE)
        panel = bruno.panel
        assert "Waiting for " in panel.text
        await ada.click("Jester", world.board)
        await world.bot.live_panels.join()
        await world.bot.late_edits.join()
        await world.look()
        shown = next(each for each in bruno.private if each.id == panel.id)
        assert "Pass" in shown.buttons
        assert re.search(BIDS, shown.text)
        assert (await world.bot.games.table(1)).seats[1].advised


async def test_who_may_have_no_advice_is_told_facts_alone(
    tmp_path: Path, workers: Pooled
) -> None:
    workers.forget()
    async with three(tmp_path, workers) as world:
        ada, bruno = world["Ada"], world["Bruno"]
        await without_advice(world)
        await ada.click("Jester", world.board)
        await world.bot.advice.join()
        await bruno.click(MOVE)
        await world.bot.late_edits.join()
        assert auction(world.words) in bruno.panel.text
        assert not re.search(BIDS, bruno.panel.text)
        assert not (await world.bot.games.table(1)).seats[1].advised


async def test_how_far_to_bid_is_what_the_item_is_said_to_be_worth(
    tmp_path: Path, workers: Pooled
) -> None:
    """The line on the panel, Suggest, and the button behind Up to name the same amount."""
    async with three(tmp_path, workers) as world:
        await world["Ada"].click("Jester", world.board)
        bruno = world["Bruno"]
        await world.bot.advice.join()
        await bruno.click(MOVE)
        said = re.search(r"worth up to about (\d+) florins", bruno.panel.text)
        assert said
        line = next(each for each in bruno.panel.text.split("\n") if each.startswith("💡"))
        await bruno.click("Suggest", bruno.panel)
        assert line.removeprefix("💡 ") in bruno.panel.text
        assert "**1. Raise › Bid 300**" in bruno.panel.text
        await bruno.click("Back", bruno.panel)
        await bruno.click("Up to …", bruno.panel)
        assert line.removeprefix("💡 ") in bruno.panel.text
        await bruno.click(f"Up to {said[1]}", bruno.panel)
        told = f"You bid 300 florins now, and up to {said[1]} florins later."
        assert bruno.panel.text.startswith(told)


def auction(words: Words) -> str:
    """The coach's explanation of an auction."""
    amounts = {"opening": Amount("florins", 200), "more": Amount("florins", 100)}
    told = {key: spelled(each, words) for key, each in amounts.items()}
    return words("florence.coach.first_auction", **told)


async def test_in_another_language_it_says_the_same(tmp_path: Path, workers: Pooled) -> None:
    """Alone against two computer players: whoever begins, the first auction is explained."""
    async with table(tmp_path, workers, "Ada", language=nth_language(3)) as world:
        ada, words = world["Ada"], world.words
        await ada.slash("play", game="florence")
        for label in ("add_opponent", "add_opponent", "start"):
            await ada.click(words(f"lobby.button.{label}"))
        await ada.click(words("table.button.move"))
        given = choices(ada.panel)[0]
        await ada.click(given, ada.panel)
        if (sure := words("panel.button.sure", choice=given)) in ada.panel.buttons:
            await ada.click(sure, ada.panel)
        await ada.click(words("table.button.move"))
        assert auction(words) in ada.panel.text
