"""The loopback server answers about files as Discord does."""

from __future__ import annotations

from typing import Any

import pytest

from tests.bot.client_message import V2
from tests.wire.server.messages import Body, Refusal, apply
from tests.wire.server.world import Channel, Post, User, snowflake

FILE: Any = {"filename": "board.png", "size": 1, "hash": 1}
ITEM: Any = {"media": {"url": "attachment://board.png"}, "description": "a board"}


def _body(attachments: list[Any], **files: Any) -> Body:
    parts = [{"type": 12, "items": [ITEM]}]
    asked = {"flags": V2, "components": parts, "attachments": attachments}
    return Body(asked, {0: FILE} if files else {}, "application/json")


def test_a_file_that_is_shown_is_no_attachment_and_keeps_its_id_and_name() -> None:
    post = Post(snowflake(), Channel(1, "salon"), User(2, "Maecenas"))
    apply(post, _body([{"id": 0, "filename": "board.png"}], new=True), fresh=True)
    (file,) = post.files
    assert post.payload["attachments"] == []
    media = post.components[0]["items"][0]["media"]
    assert media["attachment_id"] == file["id"]
    assert {"id", "url", "proxy_url"} <= media.keys()
    for attachments in ([], [{"id": file["id"]}]):
        with pytest.raises(Refusal, match=r"board\.png is not there|needs its name"):
            apply(post, _body(attachments), fresh=False)
    apply(post, _body([{"id": file["id"], "filename": "board.png"}]), fresh=False)
    assert post.files == [file]
