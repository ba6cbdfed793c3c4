"""What Discord sends is cut down to what the bot reads before discord.py parses it."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

import discord
import pytest

from bot.interactions.event_guard import EventGuard
from bot.interactions.payloads import EVENTS, OddValueError

CLICK = {
    "id": "5",
    "type": 3,
    "token": "secret",
    "channel_id": "7",
    "user": {"id": "9"},
    "data": {"custom_id": "m1:turns:0", "component_type": 2},
}


def guarded() -> tuple[discord.Client, dict[str, Callable[[Any], None]]]:
    """A client and its parsers, with the guard in front of them."""
    client = discord.AutoShardedClient(intents=discord.Intents(guilds=True))
    EventGuard(client)
    return client, client._connection.parsers


async def test_discord_py_has_a_parser_for_each_event_that_is_heard_and_no_other() -> None:
    """Fails when discord.py renames or moves the table that the guard uses."""
    client = discord.AutoShardedClient(intents=discord.Intents(guilds=True))
    parsers = client._connection.parsers
    assert parsers.keys() > EVENTS.keys()
    EventGuard(client)
    assert client._connection.parsers is parsers, "the gateway keeps this very table"
    assert parsers.keys() == EVENTS.keys(), "what nobody needs is not parsed"


async def test_what_a_parser_raises_is_logged_and_the_next_event_is_heard(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    heard = []

    def parse(_: object, data: Any) -> None:
        heard.append(data["id"])
        if data["id"] == "1":
            raise KeyError("a field that discord.py wants by now")

    monkeypatch.setattr(discord.state.ConnectionState, "parse_guild_create", parse)
    _, parsers = guarded()
    with caplog.at_level(logging.WARNING):
        for number in ("1", "x", "2"):
            parsers["GUILD_CREATE"]({"id": number})
    assert heard == ["1", "2"]
    assert "GUILD_CREATE is ignored, id 1" in caplog.text
    assert "GUILD_CREATE is ignored, of no server: id: not an id" in caplog.text


async def test_no_value_of_what_is_left_out_stands_in_the_log(
    caplog: pytest.LogCaptureFixture,
) -> None:
    _, parsers = guarded()
    with caplog.at_level(logging.WARNING):
        parsers["INTERACTION_CREATE"](CLICK | {"type": "odd"})
    assert "INTERACTION_CREATE is ignored" in caplog.text
    assert "secret" not in caplog.text


async def test_beside_odd_objects_of_a_server_the_others_are_read() -> None:
    channel = {"id": "2", "type": 2, "name": "voice"}
    thread = {"id": "3", "parent_id": "2", "name": "table"}
    guild = {
        "id": "1",
        "channels": [{"type": 0}, None, channel],
        "threads": [{"id": "x"}, thread],
        "guild_scheduled_events": [{}],
    }
    client, parsers = guarded()
    parsers["GUILD_CREATE"](guild)
    (found,) = client.guilds
    assert [each.name for each in found.channels] == ["voice"]
    assert [each.name for each in found.threads] == ["table"]
    assert not found.scheduled_events


async def test_an_odd_channel_of_an_interaction_keeps_its_id() -> None:
    read = EVENTS["INTERACTION_CREATE"]
    found = read(CLICK | {"channel": {"id": None, "type": "odd"}})
    assert (found["channel"]["id"], found["channel"]["type"]) == ("7", 1)
    with pytest.raises(OddValueError, match="nobody"):
        read(CLICK | {"guild_id": "8"})


async def test_of_the_message_of_a_click_only_what_was_clicked_is_parsed() -> None:
    """Whatever other components it has, even of kinds that discord.py does not know."""
    message = {"id": "6", "channel_id": "7", "flags": 64, "components": [{"type": 999}]}
    found = EVENTS["INTERACTION_CREATE"](CLICK | {"message": message})["message"]
    (row,) = found["components"]
    assert [each["custom_id"] for each in row["components"]] == ["m1:turns:0"]
    assert found["flags"] == 64


async def test_of_a_list_the_way_back_to_it_is_parsed_too() -> None:
    deep: object = {"custom_id": "m1:my_turns:3", "type": [], "label": {}}
    for _ in range(3):
        deep = {"components": [None, {"custom_id": 7}, deep]}
    message = {"id": "6", "flags": 64, "components": [deep, deep]}
    (row,) = EVENTS["INTERACTION_CREATE"](CLICK | {"message": message})["message"]["components"]
    assert [each["custom_id"] for each in row["components"]] == ["m1:turns:0", "m1:my_turns:3"]
    assert row["components"][1] | {"custom_id": ""} == row["components"][0] | {"custom_id": ""}
    for odd in ({"components": [deep]}, {"custom_id": "m1:my_turns:x"}, 5):
        far: object = {"components": [{"components": [odd]}]}
        message["components"] = [far]
        found = EVENTS["INTERACTION_CREATE"](CLICK | {"message": message})["message"]
        assert len(found["components"][0]["components"]) == 1, odd


async def test_of_a_form_only_fields_with_labels_are_read() -> None:
    field = {"type": 3, "custom_id": "pace", "values": ["live", 5, None], "value": None}
    row = {"type": 18, "id": 1, "component": field}
    odd: list[Any] = [
        None,
        {"type": 18},
        {"type": 18, "component": None},
        {"type": 18, "component": {"type": 3}},
        {"type": 18, "component": {"type": "odd", "custom_id": "x"}},
        {"type": 1, "components": [field]},
    ]
    data = {"custom_id": "m1f:lobby_options:1", "components": [*odd, row], "odd": 1}
    found = EVENTS["INTERACTION_CREATE"](CLICK | {"type": 5, "data": data})["data"]
    assert found == {
        "custom_id": "m1f:lobby_options:1",
        "components": [
            {"type": 18, "component": {"type": 3, "custom_id": "pace", "values": ["live"]}}
        ],
    }
    nothings: tuple[Any, ...] = (None, 5, {}, {"components": {}})
    for nothing in nothings:
        bare = EVENTS["INTERACTION_CREATE"](CLICK | {"type": 5, "data": nothing})["data"]
        assert bare == {"custom_id": "", "components": []}
