"""Components and texts within Discord's limits, and whom a message notifies."""

from __future__ import annotations

from typing import Any

import discord
import pytest

from bot.interactions.clicks import Option, button, custom_id, select
from bot.interactions.message import compose, in_rows
from render.presentation import Picture

LONG = "x" * 5000


def test_what_cannot_be_a_custom_id_is_refused() -> None:
    longest = custom_id("pick", 1, "x" * (100 - len("m1:pick:1:")))
    assert len(longest) == 100
    for verb, args in (
        ("pick", (longest,)),
        ("pick", ("two words",)),
        ("Pick", ()),
        ("x" * 17, ()),
    ):
        with pytest.raises(ValueError, match="not a custom_id"):
            custom_id(verb, 1, *args)


def test_long_texts_of_components_are_cut() -> None:
    pressed = button("pick", 1, label=LONG)
    assert (len(pressed.label or ""), (pressed.label or "")[-1]) == (80, "…")
    menu = select("pick", 1, options=(Option("a", LONG, LONG),), placeholder=LONG)
    (option,) = menu.options
    lengths = [len(text or "") for text in (option.label, option.description, menu.placeholder)]
    assert lengths == [100, 100, 150]


def test_rows_hold_five_buttons() -> None:
    buttons = [button("pick", 1, n, label=str(n)) for n in range(11)]
    assert [len(row) for row in in_rows(buttons)] == [5, 5, 1]


def test_the_texts_of_a_message_are_cut_together() -> None:
    message = compose("a" * 3000, "", "b" * 3000, "c" * 3000)
    parts = message.view.walk_children()
    texts = [part.content for part in parts if isinstance(part, discord.ui.TextDisplay)]
    assert [len(text) for text in texts] == [3000, 1000]
    assert texts[1].endswith("b…")


def test_pictures_stand_one_below_the_other() -> None:
    pictures = tuple(Picture(b"", f"{nth}.png", "", (1, 1)) for nth in range(3))
    parts = compose("before", pictures, "after").view.walk_children()
    galleries = [each for each in parts if isinstance(each, discord.ui.MediaGallery)]
    assert [len(each.items) for each in galleries] == [1, 1, 1]


def test_only_who_is_meant_is_notified() -> None:
    text = "@everyone <@&1> <@7> <@8>"
    for people, allowed in (((7,), {"parse": [], "users": [7]}), ((), {"parse": []})):
        told: Any = compose(text, mentions=people).allowed_mentions.to_dict()
        assert told == allowed
