"""The body of a message request: read, checked against the limits, made into a message."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from aiohttp import BodyPartReader, web

from tests.bot.client_message import V2, within_limits
from tests.wire.server.world import Json, Post, media_of, snowflake

LONGEST_NONCE: Final = 25
_CDN: Final = "https://cdn.discordapp.com/attachments"
_MEDIA: Final = ("url", "proxy_url", "content_type", "width", "height")
"""What a component says about the file that it refers to, apart from two ids."""


class Refusal(Exception):  # noqa: N818 - Discord says no
    """Discord would answer with an error."""

    def __init__(self, status: int, code: int, message: str) -> None:
        super().__init__(message)
        self.status, self.code, self.message = status, code, message


@dataclass
class Body:
    """A request's JSON and the files sent along, by their number."""

    json: Any
    files: dict[int, Json]
    kind: str


async def read(request: web.Request) -> Body:
    """The body of a request, JSON or multipart.

    Raises:
        Refusal: the body is neither.
    """
    if request.content_type == "multipart/form-data":
        return await _parts(request)
    raw = await request.read()
    if not raw:
        return Body({}, {}, "application/json")
    if request.headers.get("Content-Type") != "application/json":
        raise Refusal(400, 50035, "the content type is not application/json")
    return Body(json.loads(raw), {}, "application/json")


async def _parts(request: web.Request) -> Body:
    whole: Any = {}
    files: dict[int, Json] = {}
    async for part in await request.multipart():
        named = re.fullmatch(r"files\[(\d+)\]", str(getattr(part, "name", "")))
        if not isinstance(part, BodyPartReader):
            raise Refusal(400, 50035, "a part made of parts")
        raw = bytes(await part.read(decode=False))
        if named:
            files[int(named[1])] = {
                "filename": str(part.filename),
                "size": len(raw),
                "hash": hash(raw),
            }
        elif part.name == "payload_json":
            whole = json.loads(raw)
        else:
            raise Refusal(400, 50035, f"an unknown part {part.name}")
    return Body(whole, files, "application/json")


def apply(post: Post, body: Body, *, fresh: bool) -> None:
    """Change a message as a body says.

    Args:
        post: the message; left as it was if the body is refused.
        body: the body of the request.
        fresh: whether the message is new, so that all of it is in the body.

    Raises:
        Refusal: Discord would not accept the body.
    """
    asked: Json = body.json
    flags = post.flags | int(asked.get("flags") or 0)
    if post.flags & V2 and "flags" in asked and not int(asked["flags"] or 0) & V2:
        flags |= V2  # the flag can never be removed; Discord ignores its absence
    content = asked.get("content", "" if fresh else post.content) or ""
    files = _files(post, body, fresh=fresh)
    components = post.components
    if "components" in asked:
        components = copy.deepcopy(asked["components"] or [])
        _show(components, files)
    if asked.get("embeds") and flags & V2:
        raise Refusal(400, 50035, "embeds beside components")
    if components and not flags & V2 and any(part["type"] != 1 for part in components):
        raise Refusal(400, 50035, "components without their flag")
    if not (content or components or files):
        raise Refusal(400, 50006, "cannot send an empty message")
    new = copy.copy(post)
    new.content, new.components = content, components
    new.files, new.flags = files, flags
    try:
        within_limits(new.message)
    except AssertionError as error:
        raise Refusal(400, 50035, str(error)[:500]) from error
    post.content, post.components, post.files, post.flags = content, components, files, flags
    if fresh:
        post.pinged = _pinged(post, asked.get("allowed_mentions"))
    post.version += 1


def _files(post: Post, body: Body, *, fresh: bool) -> list[Json]:
    """The files that the message will have: kept and new ones."""
    named = body.json.get("attachments")
    kept = [] if fresh else post.files
    described: dict[int, Json] = {}
    if named is not None:
        ids = {str(each["id"]) for each in named}
        kept = [each for each in kept if each["id"] in ids]
        bare = {str(each["id"]) for each in named if not each.get("filename")}
        if bare & {each["id"] for each in kept if each["id"] in post.referred}:
            raise Refusal(400, 50035, "a file that components refer to needs its name")
        described = {int(each["id"]): each for each in named}
        unknown = ids - {each["id"] for each in kept} - set(map(str, body.files))
        if unknown:
            raise Refusal(400, 50035, f"unknown attachments {sorted(unknown)}")
    new = []
    for number, file in sorted(body.files.items()):
        name = described.get(number, {}).get("filename") or file["filename"]
        alt = described.get(number, {}).get("description")
        if alt is not None and len(alt) > 1024:
            raise Refusal(400, 50035, "a description over 1,024 characters")
        where = f"{_CDN}/{post.channel.id}/{snowflake()}/{name}"
        new.append(
            {
                "id": str(snowflake()),
                "filename": name,
                "description": alt,
                "size": file["size"],
                "url": where,
                "proxy_url": where,
                "content_type": "image/png",
                "width": 1,
                "height": 1,
                "hash": str(file["hash"]),
            }
        )
    return [*kept, *new]


def _show(components: list[Json], files: list[Json]) -> None:
    """Replace the names of files by their URLs, and number the components."""
    by_name = {each["filename"]: each for each in files}
    for number, part in enumerate(_walk(components), 1):
        part.setdefault("id", number)
        for media in media_of(part):
            name = str(media["url"]).removeprefix("attachment://")
            if name != media["url"]:
                if name not in by_name:
                    raise Refusal(400, 50035, f"the file {name} is not there")
                file = by_name[name]
                media.update({key: file[key] for key in _MEDIA})
                media.update(id=str(snowflake()), attachment_id=file["id"])


def _walk(parts: list[Json]) -> Iterator[Json]:
    for part in parts:
        yield part
        yield from _walk(part.get("components") or [])


def _pinged(post: Post, allowed: Json | None) -> frozenset[int]:
    """Who is notified by a new message.

    Raises:
        Refusal: everyone would be, which no one ever wants here.
    """
    said = post.message.text
    parse = {"users", "everyone", "roles"} if allowed is None else set(allowed.get("parse", ()))
    if "everyone" in parse and re.search(r"@(everyone|here)", said):
        raise Refusal(400, 0, "everybody would be notified")
    users = {int(each) for each in re.findall(r"<@!?(\d+)>", said)}
    if "users" in parse:
        return frozenset(users)
    return frozenset(users & {int(each) for each in (allowed or {}).get("users", ())})
