"""The page of the demo: a loopback web server over the simulated world.

It listens on 127.0.0.1 only, answers requests for that host only, and accepts
actions only with a header that another site cannot send.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from http import HTTPStatus
from pathlib import Path
from typing import Final, TypeVar

import msgspec
from aiohttp import web

from bot.background.health import is_addressed
from bot.demo.world import PEOPLE, World
from render.words import Words, coverage

_FILES: Final = Path(__file__).parent / "page"
_TYPES: Final = {"page.html": "text/html", "page.js": "text/javascript", "page.css": "text/css"}
_WORLD: Final = web.AppKey("world", World)


class _Asked(msgspec.Struct, frozen=True):
    """What the page sends with each action: who does it."""

    person: str = msgspec.field(name="as")


class _Language(_Asked, frozen=True, kw_only=True):
    language: str


class _Press(_Asked, frozen=True, kw_only=True):
    message: int
    custom_id: str = msgspec.field(name="id")
    values: list[str] | None = None


class _Dismissal(_Asked, frozen=True, kw_only=True):
    message: int


class _Form(_Asked, frozen=True, kw_only=True):
    """A form that is submitted; without values, it is dismissed."""

    values: dict[str, str] | None = None


class _Command(_Asked, frozen=True, kw_only=True):
    channel: int
    text: str


_Body = TypeVar("_Body", bound=_Asked)

WebHandler = Callable[[web.Request], Awaitable[web.StreamResponse]]


def application(world: World) -> web.Application:
    """The web application for one world."""
    app = web.Application(middlewares=[_only_here])
    app[_WORLD] = world
    app.router.add_get("/", _page)
    app.router.add_get("/{name:page\\.(?:js|css)}", _page)
    app.router.add_get("/commands", _commands)
    app.router.add_get("/state", _state)
    app.router.add_get("/file/{message:\\d+}/{name}", _file)
    app.router.add_get("/emoji/{id:\\d+}", _emoji)
    app.router.add_get("/languages", _languages)
    app.router.add_post("/language", _language)
    app.router.add_post("/press", _press)
    app.router.add_post("/dismiss", _dismiss)
    app.router.add_post("/form", _form)
    app.router.add_post("/command", _command)
    return app


@web.middleware
async def _only_here(request: web.Request, handler: WebHandler) -> web.StreamResponse:
    """Refuse other hosts (DNS rebinding) and actions from other sites."""
    if not is_addressed(request):
        raise web.HTTPForbidden
    if request.method == "POST" and "X-Maecenas" not in request.headers:
        raise web.HTTPForbidden
    response = await handler(request)
    response.headers["Cache-Control"] = "no-store"
    return response


def _person(name: object) -> str:
    if name not in PEOPLE:
        raise web.HTTPBadRequest(text="nobody of that name is here")
    return str(name)


async def _body(request: web.Request, kind: type[_Body]) -> _Body:
    """What a person who is here sent; the answer is 400 if it is malformed."""
    try:
        body = msgspec.json.decode(await request.read(), type=kind, strict=False)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise web.HTTPBadRequest(text="this is not what the page sends") from error
    _person(body.person)
    return body


async def _page(request: web.Request) -> web.Response:
    name = request.match_info.get("name", "page.html")
    text = await asyncio.to_thread((_FILES / name).read_text, encoding="utf-8")
    return web.Response(text=text, content_type=_TYPES[name], charset="utf-8")


async def _commands(request: web.Request) -> web.Response:
    return web.json_response(request.app[_WORLD].commands())


async def _languages(_: web.Request) -> web.Response:
    names = {each: Words.pick(each)("language.name") for each in coverage.named()}
    return web.json_response(names)


async def _language(request: web.Request) -> web.Response:
    body = await _body(request, _Language)
    if body.language not in coverage.named():
        raise web.HTTPBadRequest(text="there is no such language")
    request.app[_WORLD].speak(body.person, body.language)
    return web.json_response({}, status=202)


async def _state(request: web.Request) -> web.Response:
    person = _person(request.query.get("as"))
    return web.json_response(await request.app[_WORLD].seen_by(person))


async def _file(request: web.Request) -> web.Response:
    person = _person(request.query.get("as"))
    match = request.match_info
    data = await request.app[_WORLD].file(person, int(match["message"]), match["name"])
    if data is None:  # the message shows another picture by now, or is gone: no fault
        return web.Response(status=HTTPStatus.NO_CONTENT)
    kind = {"png": "image/png", "webp": "image/webp", "gif": "image/gif"}
    ending = match["name"].rpartition(".")[2]
    content_type = kind.get(ending, "application/octet-stream")
    return web.Response(body=data, content_type=content_type)


async def _emoji(request: web.Request) -> web.Response:
    data = request.app[_WORLD].emoji(int(request.match_info["id"]))
    if data is None:
        raise web.HTTPNotFound
    return web.Response(body=data, content_type="image/png")


async def _press(request: web.Request) -> web.Response:
    body, world = await _body(request, _Press), request.app[_WORLD]
    world.do(
        body.person,
        lambda: world.press(body.person, body.message, body.custom_id, body.values),
    )
    return web.json_response({}, status=202)


async def _dismiss(request: web.Request) -> web.Response:
    body, world = await _body(request, _Dismissal), request.app[_WORLD]
    world.do(body.person, lambda: world.dismiss(body.person, body.message))
    return web.json_response({}, status=202)


async def _form(request: web.Request) -> web.Response:
    body, world = await _body(request, _Form), request.app[_WORLD]
    values = body.values
    if values is None:
        world.dismiss_form(body.person)
    else:
        world.do(body.person, lambda: world.fill(body.person, values))
    return web.json_response({}, status=202)


async def _command(request: web.Request) -> web.Response:
    body, world = await _body(request, _Command), request.app[_WORLD]
    world.do(body.person, lambda: world.command(body.person, body.channel, body.text))
    return web.json_response({}, status=202)
