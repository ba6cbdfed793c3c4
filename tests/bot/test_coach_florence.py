"""What the coach sends in the first decisions of a first game of Florence."""

from __future__ import annotations

from pathlib import Path

from render.coach import Amount
from render.florence.words.coach import spelled
from render.words import Words
from rules.florence.catalogue import LANDSCAPES, PROFESSIONS
from tests.bot.client_message import Message
from tests.bot.driver import Player, Pooled, table
from tests.bot.english import nth_language
from tests.bot.running_game import MOVE, choices, three


def hand_of(player: Player) -> tuple[str, ...]:
    """The professions in hand, as the direct message names them, by their ids."""
    words = player.world.words
    text = player.hand.text
    return tuple(card for card in PROFESSIONS if f"\n- {words(f'term.{card}')}:" in text)


async def test_the_first_choice_says_which_card_fits_least_and_why_values_fall(
    tmp_path: Path, workers: Pooled
) -> None:
    async with three(tmp_path, workers, setup=False) as world:
        ada = world["Ada"]
        await ada.click(MOVE)
        assert "in points of value: " in ada.panel.text
        least = ada.panel.text.partition("Fits least: ")[2].partition(".")[0]
        assert f"**Give back: {least.partition(', ')[0]}**" in ada.panel.text
        told = world.words("florence.coach.hand_counts", adds=1, now=4, then=3)
        assert told in ada.panel.text
        await ada.click(f"Give back: {least.partition(', ')[0]}", ada.panel)
        assert "Value now 3." in ada.hand.text


async def test_the_first_auction_says_how_it_goes_what_to_bid_and_what_nobody_gains_by(
    tmp_path: Path, workers: Pooled
) -> None:
    async with three(tmp_path, workers) as world:
        ada, bruno, words = world["Ada"], world["Bruno"], world.words
        await ada.click(MOVE)
        text = ada.panel.text
        assert auction(words) in text
        assert "Each item can bring you, most florins first: Jester 1200, " in text
        recruiting = beside(ada.panel, "Recruiting card")
        assert recruiting.startswith("brings a face-up Profession of somebody else; none yet")
        loved = {PROFESSIONS[card].landscape for card in hand_of(ada)}
        for kind in LANDSCAPES:
            line = beside(ada.panel, words(f"term.{kind}"))
            said = "minimum 7" if kind in loved else "no Profession in your hand gains by it"
            assert said in line or line.startswith("+3 for "), line
        await ada.click("Jester", ada.panel)
        for player, bid in ((bruno, 300), (world["Chiara"], 400), (ada, 500), (bruno, 600)):
            await player.click(MOVE)
            assert "**Jester**: can bring you about 1200 florins" in player.panel.text
            assert f"A bid of {bid} florins is still worth it" in player.panel.text
            assert (auction(words) in player.panel.text) is (bid in {300, 400}), "only once"
            await player.click(f"Bid {bid}", player.panel)


def beside(message: Message, label: str) -> str:
    """What stands beside an option of a menu."""
    options = (each for part in message.parts for each in part.get("options", ()))
    return next(str(each["description"]) for each in options if each["label"] == label)


def auction(words: Words) -> str:
    """How an auction goes."""
    amounts = {"opening": Amount("florins", 200), "more": Amount("florins", 100)}
    told = {key: spelled(each, words) for key, each in amounts.items()}
    return words("florence.coach.first_auction", **told)


async def test_in_another_language_it_says_the_same(tmp_path: Path, workers: Pooled) -> None:
    """Alone against two opponents: whoever begins, the first auction is explained."""
    async with table(tmp_path, workers, "Ada", language=nth_language(3)) as world:
        ada, words = world["Ada"], world.words
        await ada.slash("play", game="florence")
        for label in ("add_opponent", "add_opponent", "start"):
            await ada.click(words(f"lobby.button.{label}"))
        await ada.click(words("table.button.move"))
        told = words("florence.coach.hand_counts", adds=1, now=4, then=3)
        assert told in ada.panel.text
        given = choices(ada.panel)[0]
        await ada.click(given, ada.panel)
        if (sure := words("panel.button.sure", choice=given)) in ada.panel.buttons:
            await ada.click(sure, ada.panel)
        await ada.click(words("table.button.move"))
        assert auction(words) in ada.panel.text
