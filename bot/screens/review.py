"""The review of a person's finished game: its course as a picture, what cost most, and why.

Everything here is a private answer to the holder of the seat, made from what the seat saw.
"""

from __future__ import annotations

import asyncio
from typing import Final

import discord

from bot.interactions.clicks import Click, ClickRouter, button
from bot.interactions.client import Client
from bot.interactions.message import Message, compose
from bot.interactions.replies import Acknowledge
from bot.screens import advice
from bot.tables.core.refusals import UnknownChoice
from bot.tables.core.table import Table
from bot.tables.play.reviews import ReviewRequest, course
from render.words import Words
from rules.contract import Action, Seat
from rules.opponents.review import Costly, Review

WAIT: Final = 180.0
"""Seconds during which an answer turns into the review, unless its person asks anew."""


def computing(request: ReviewRequest, words: Words) -> Message:
    """The progress of the review."""
    refresh = button("review_show", request.table.game.id, label=words("review.button.refresh"))
    text = words("review.computing", percent=round(100 * request.done))
    return compose(f"### {words('review.title')}", text, rows=([refresh],))


async def message(
    bot: Client, table: Table, seat: Seat, review: Review, words: Words
) -> Message:
    """The whole review, with a button for each of its decisions."""
    drawn = await asyncio.to_thread(course, table, seat, review)
    picture = await bot.pictures.course(table, drawn, words)
    lines: list[str] = []
    for nth, each in enumerate(review.costly, start=1):
        past = await asyncio.to_thread(table.at, each.number - 1)
        lines += _lines(bot, past, seat, nth, each, words)
    buttons: list[discord.ui.Item[discord.ui.LayoutView]] = [
        button("review_at", table.game.id, nth, label=words("review.decision", nth=nth))
        for nth in range(1, len(review.costly) + 1)
    ]
    return compose(
        f"### {words('review.title')}",
        (picture,) if picture else (),
        f"**{words('review.costly')}**" if lines else words(_none_named(review)),
        "\n".join(lines),
        words("review.by"),
        rows=(buttons,),
    )


def _none_named(review: Review) -> str:
    """Why a review names no decision: there was none to weigh, or none cost much."""
    return "review.none" if review.weighed else "review.advised"


def _lines(
    bot: Client, past: Table, seat: Seat, nth: int, costly: Costly, words: Words
) -> list[str]:
    """What was chosen, what it cost, what would have been better, and why."""
    chosen, better = (_action(past, seat, each) for each in (costly.chosen, costly.better))
    cost = max(1, round(costly.loss))
    line = words(
        "review.line",
        nth=nth,
        chosen=advice.named(bot, past, seat, chosen, words),
        better=advice.named(bot, past, seat, better, words),
        points=words("review.cost", cost),
    )
    return [line, *advice.reasons(bot, past, seat, better, costly.why, words)]


def _action(past: Table, seat: Seat, spelled: str) -> Action:
    """An option of a past decision by its name.

    Raises:
        UnknownChoice: there is no such choice.
    """
    decision = past.decision(seat)
    action = decision.find(spelled) if decision else None
    if action is None:
        raise UnknownChoice
    return action


async def _decision_message(
    bot: Client, table: Table, seat: Seat, review: Review, nth: int, words: Words
) -> Message:
    """One decision with the board of that moment, as the seat saw it."""
    if not 1 <= nth <= len(review.costly):
        raise UnknownChoice
    costly = review.costly[nth - 1]
    past = await asyncio.to_thread(table.at, costly.number - 1)
    look = bot.presentation(table)
    view, scene = past.view(seat), past.scene(seat)
    picture = await bot.pictures.board(past, words, None, seat)
    decision = past.decision(seat)
    back = button("review_show", table.game.id, label=words("panel.button.back"))
    there = button(
        *("history_at", table.game.id, "on", costly.number - 1),
        label=words("table.button.history"),
    )
    return compose(
        f"### {words('review.decision', nth=nth)}",
        look.progress(view, words),
        look.question(decision, view, words) if decision else "",
        (picture,) if picture else look.summary(view, scene, words),
        "\n".join(_lines(bot, past, seat, nth, costly, words)),
        rows=([back, there],),
    )


# -- clicks ------------------------------------------------------------------------


async def _on_review(click: Click) -> None:
    """My review: show the review, or its progress, which turns into it unless they ask anew."""
    bot, words = click.bot, click.words
    request = await bot.reviews.ask(click.game, click.user)
    review = request.review
    if review is None:
        await click.show(computing(request, words))
        review = await bot.reviews.wait(request, click.user, WAIT)
    if review is not None:
        await click.show(await message(bot, request.table, request.seat, review, words))


async def _on_show(click: Click) -> None:
    """Refresh and Back: show the review, or its progress, without waiting."""
    request = await click.bot.reviews.ask(click.game, click.user)
    if request.review is None:
        await click.show(computing(request, click.words))
        return
    shown = await message(click.bot, request.table, request.seat, request.review, click.words)
    await click.show(shown)


async def _on_decision(click: Click) -> None:
    """Show the board of a decision: `review_at:<game>:<which, from 1>`."""
    nth = click.number(0)
    request = await click.bot.reviews.ask(click.game, click.user)
    if request.review is None:
        await click.show(computing(request, click.words))
        return
    game = (request.table, request.seat, request.review)
    await click.show(await _decision_message(click.bot, *game, nth, click.words))


def register(clicks: ClickRouter) -> None:
    """Register **My review**, and the buttons of a review."""
    clicks.on("review", _on_review, Acknowledge.PRIVATE)
    clicks.on("review_show", _on_show)
    clicks.on("review_at", _on_decision)
