"""The coach while cards are laid: what is used now, what counts in maintenance."""

from __future__ import annotations

from render.coach import Figures, figures
from render.lacrimosa.words import plan
from render.lacrimosa.words.coach.naming import Reward, Story
from rules.contract import Decision
from rules.lacrimosa.actions import ToLayExperience, ToLayStory
from rules.lacrimosa.catalogue import ROUNDS, TURNS, Bonus, Edition
from rules.lacrimosa.grammar import Good, Points, reward
from rules.lacrimosa.view import View


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


def bonus_cards(edition: Edition, view: View, decision: Decision) -> Figures | None:
    """Cards in hand that the Period Bonus pays for if they lie in Experiences (L106)."""
    bonus = _bonus(edition, view)
    if bonus is None or not isinstance(decision.prompt, ToLayExperience):
        return None
    cards = _showing(edition, _hand(view, decision), bonus.action)
    if not cards:
        return None
    return figures(len(cards), reward=Reward(bonus.reward), cards=cards)


def bonus_kept_out(edition: Edition, view: View, decision: Decision) -> Figures | None:
    """In Story a card brings no Period Bonus, and another one could lie there (L106)."""
    bonus = _bonus(edition, view)
    if bonus is None or not isinstance(decision.prompt, ToLayStory):
        return None
    hand = _hand(view, decision)
    cards = _showing(edition, hand, bonus.action)
    if not cards or len(cards) == len(hand) or view.turn == TURNS:
        return None
    return figures(len(cards), reward=Reward(bonus.reward), cards=cards)


def card_pays_nothing(edition: Edition, view: View, decision: Decision) -> Figures | None:
    """Cards in hand of which no action can be paid now, beside others (L33, L35, L38)."""
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
            ways = plan.of_card(edition, view, memory)
            idle = known[memory.actions] = set(ways.values()) == {"nothing"}
        if idle:
            useless.append(card)
    if not useless or len(useless) == len(hand):
        return None
    return figures(len(useless), cards=tuple(useless))


def story_most(edition: Edition, view: View, decision: Decision) -> Figures | None:
    """The card whose bottom brings more than that of every other one in hand (L103)."""
    if not isinstance(decision.prompt, ToLayStory):
        return None
    found = sorted(((story_amount(edition, c), c) for c in _hand(view, decision)), reverse=True)
    if len(found) < 2 or found[0][0] == found[1][0]:
        return None
    (_, card), (_, other) = found[0], found[-1]
    return figures(
        card=card,
        story=Story(edition.memories[card].story),
        least=Story(edition.memories[other].story),
    )


def document_replaces(edition: Edition, view: View, decision: Decision) -> Figures | None:
    """The card laid in Story now leaves the game if a memory is documented (L52, L54)."""
    match decision.prompt:
        case ToLayStory(laid) if "document" in edition.memories[laid].actions:
            ways = plan.of_card(edition, view, edition.memories[laid])
            if ways.get("document", "now") != "now":
                return None
            least = min(_hand(view, decision), key=lambda card: story_amount(edition, card))
            story = Story(edition.memories[least].story)
            return figures(card=least, story=story)
        case _:
            return None


def card_left(edition: Edition, view: View, decision: Decision) -> Figures | None:
    """Of the last two cards the one that is not laid opens the next hand (L26, L30)."""
    del edition
    last = isinstance(decision.prompt, ToLayStory) and view.turn == TURNS
    hand = _hand(view, decision)
    if not last or view.round == ROUNDS or len(hand) < 2:
        return None
    return figures(cards=hand)
