"""The coach while cards are laid: what is used now, what counts in maintenance."""

from __future__ import annotations

from typing import Final

from render.coach import Figures, figures, naming
from render.lacrimosa.words import plan
from render.lacrimosa.words.coach.naming import Bottom, Reward, Story
from rules.contract import Decision
from rules.lacrimosa.actions import ToLayExperience, ToLayStory
from rules.lacrimosa.catalogue import (
    COUNTER_PRICE,
    NEEDED_DUCATS,
    ROUNDS,
    TURNS,
    Bonus,
    Edition,
)
from rules.lacrimosa.grammar import Good, Points, reward
from rules.lacrimosa.view import View

MATTERS: Final = 3
"""The ducats from which a Period Bonus is worth a word: as many as a point at the end
or a counter at the bank. Nobody should lay another card for less (L38, L129)."""


def _hand(view: View, decision: Decision) -> tuple[str, ...]:
    return view.seats[decision.seat].hand or ()


def _bonus(edition: Edition, view: View) -> Bonus | None:
    return edition.bonuses[view.bonus[-1]] if view.bonus else None


def _showing(edition: Edition, cards: tuple[str, ...], action: str) -> tuple[str, ...]:
    return tuple(card for card in cards if action in edition.memories[card].actions)


def story_amount(edition: Edition, card: str) -> int:
    """How many points, ducats and steps the bottom of a card brings (L103)."""
    found = reward(edition.memories[card].story)
    return sum(each.amount for each in found if isinstance(each, Good | Points))


def _what(edition: Edition, card: str) -> tuple[int, int]:
    """What the top of a card is good for: its actions, then the size of its reward."""
    memory = edition.memories[card]
    gained = reward(memory.reward)
    return len(memory.actions), sum(
        each.amount for each in gained if isinstance(each, Good | Points)
    )


def _bonus_worth(edition: Edition, bonus: Bonus, cards: tuple[str, ...]) -> int:
    """What the Period Bonus pays for cards, in ducats (L38, L106, L129)."""
    shown = sum(edition.memories[card].actions.count(bonus.action) for card in cards)
    each = 0
    for item in reward(bonus.reward):
        match item:
            case Good("vp", amount):
                each += NEEDED_DUCATS * amount
            case Good(_, amount):
                each += amount
            case Points(_, amount):
                each += COUNTER_PRICE * amount
            case _:
                pass
    return shown * each


def bonus_kept_out(edition: Edition, view: View, decision: Decision) -> Figures | None:
    """A card in Story brings no Period Bonus, and another could be laid there (L106)."""
    bonus = _bonus(edition, view)
    if bonus is None or not isinstance(decision.prompt, ToLayStory):
        return None
    hand = _hand(view, decision)
    cards = _showing(edition, hand, bonus.action)
    if not cards or len(cards) == len(hand) or view.turn == TURNS:
        return None
    if _bonus_worth(edition, bonus, cards[:1]) < MATTERS:
        return None
    return figures(len(cards), reward=Reward(bonus.reward), cards=cards)


def card_pays_nothing(edition: Edition, view: View, decision: Decision) -> Figures | None:
    """Cards in hand with no payable action now, while others have one (L33, L35, L38)."""
    if not isinstance(decision.prompt, ToLayExperience):
        return None
    known: dict[tuple[str, ...], bool] = {}
    useless = []
    hand = _hand(view, decision)
    for card in hand:
        memory = edition.memories[card]
        if memory.reward or memory.actions in known:
            idle = known.get(memory.actions, False) and not memory.reward
        else:
            ways = plan.of_card(edition, view, decision.seat, memory)
            idle = known[memory.actions] = set(ways.values()) == {"nothing"}
        if idle:
            useless.append(card)
    if not useless or len(useless) == len(hand):
        return None
    return figures(len(useless), cards=tuple(useless))


def stories(edition: Edition, view: View, decision: Decision) -> Figures | None:
    """What the bottoms of the hand bring, if their amounts differ (L52, L103).

    Silent if the Story card may be replaced: its bottom then pays nothing.
    """
    if not isinstance(decision.prompt, ToLayStory) or _replaced(edition, view, decision):
        return None
    hand = _hand(view, decision)
    if len({story_amount(edition, card) for card in hand}) < 2:
        return None
    return figures(cards=tuple(Bottom(card, edition.memories[card].story) for card in hand))


def document_replaces(edition: Edition, view: View, decision: Decision) -> Figures | None:
    """The card laid in Story now leaves the game if a memory is documented (L52, L54).

    Among several with equally little at the bottom, the one with the least at the top.
    """
    if not _replaced(edition, view, decision):
        return None
    least = min(
        _hand(view, decision),
        key=lambda card: (story_amount(edition, card), *_what(edition, card)),
    )
    said = figures(card=least, story=Story(edition.memories[least].story))
    return naming(said, "story", least)


def _replaced(edition: Edition, view: View, decision: Decision) -> bool:
    """Whether the card laid in Story now may be replaced in this turn (L52)."""
    match decision.prompt:
        case ToLayStory(laid) if "document" in edition.memories[laid].actions:
            ways = plan.of_card(edition, view, decision.seat, edition.memories[laid])
            return ways.get("document", "now") == "now"
        case _:
            return False


def card_left(edition: Edition, view: View, decision: Decision) -> Figures | None:
    """Of the last two cards, the one that is not laid starts the next hand (L26, L30)."""
    del edition
    last = isinstance(decision.prompt, ToLayStory) and view.turn == TURNS
    hand = _hand(view, decision)
    if not last or view.round == ROUNDS or len(hand) < 2:
        return None
    return figures(cards=hand)
