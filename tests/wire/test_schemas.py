"""The vendored description of Discord's API: complete for the bot's requests, and strict."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.wire.server.official import SCHEMAS, Official
from tests.wire.server.trimming import held, trimmed

KEPT: dict[str, Any] = json.loads(SCHEMAS.read_text("utf-8"))
POST = ("POST", "/channels/{channel_id}/messages", "application/json")


def test_every_request_of_the_bot_is_described() -> None:
    assert {(method, path) for path, each in KEPT["paths"].items() for method in each} == held()


def test_nothing_is_lacking_and_nothing_is_left_over() -> None:
    assert trimmed({**KEPT, "info": KEPT}, KEPT["trimmed"]) == KEPT


def test_it_says_where_it_comes_from() -> None:
    assert KEPT["source"]
    assert KEPT["version"] == "10"


def _button(**traits: Any) -> Any:
    return {"components": [{"type": 1, "components": [{"type": 2, **traits}]}]}


@pytest.mark.parametrize(
    "body",
    [
        {"content": "x" * 4001},
        {"content": 5},
        {"components": [{"type": 99}]},
        {"components": [{"content": "Hello"}]},
        {"components": [{"type": 10, "content": 5}]},
        _button(custom_id="m1"),
        _button(custom_id="m1", style=99),
        _button(custom_id="x" * 101, style=1),
    ],
)
def test_a_body_that_discord_refuses_has_a_flaw(body: Any) -> None:
    assert Official().flaw(*POST, body)


def test_a_body_that_discord_takes_has_none() -> None:
    text = {"type": 10, "content": "Hello"}
    assert Official().flaw(*POST, {"flags": 1 << 15, "components": [text]}) is None
    assert Official().flaw(*POST, _button(custom_id="m1", style=1)) is None


def test_an_unknown_request_is_a_fault() -> None:
    with pytest.raises(KeyError, match="not described"):
        Official().flaw("POST", "/guilds", "application/json", {})
