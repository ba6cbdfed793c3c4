"""The bot's own application: who it is, where its gateway is, and its commands."""

from __future__ import annotations

from aiohttp import web

from tests.wire.server import installs
from tests.wire.server.faults import answered, refused
from tests.wire.server.messages import Body
from tests.wire.server.world import Json, World, snowflake


class Application:
    """What Discord says about the bot that asks."""

    def __init__(self, world: World) -> None:
        self._world = world

    async def me(self, request: web.Request, body: Body) -> web.StreamResponse:
        """The bot as a user."""
        return answered(self._world.bot.payload)

    async def application(self, request: web.Request, body: Body) -> web.StreamResponse:
        """The application that the token belongs to."""
        return answered(
            {
                "id": str(self._world.bot.id),
                "name": "Maecenas",
                "description": "",
                "icon": None,
                "bot_public": True,
                "bot_require_code_grant": False,
                "owner": self._world.bot.payload,
                "verify_key": "0" * 64,
                "flags": 0,
                "team": None,
                "integration_types_config": {
                    str(kind): {} for kind in installs.kinds(self._world)
                },
            }
        )

    async def gateway(self, request: web.Request, body: Body) -> web.StreamResponse:
        """Where to connect, and by how many shards."""
        # Behind a proxy the URL would be Discord's own, and the token must not go there.
        return answered(
            {
                "url": "ws://127.0.0.1:9/gateway",
                "shards": self._world.shards,
                "session_start_limit": self._world.session_starts,
            }
        )

    async def commands(self, request: web.Request, body: Body) -> web.StreamResponse:
        """Register the commands: all of them, in place of the previous ones.

        Raises:
            Refusal: one of them is for an installation that the application does not have.
        """
        installs.check_commands(self._world, body.json)
        given = {"application_id": str(self._world.bot.id), "version": str(snowflake())}
        # A menu command is sent without a description, and kept with an empty one.
        left_out = {"default_member_permissions": None, "description": ""}
        self._world.commands = [
            left_out | each | given | {"id": str(snowflake())} for each in body.json
        ]
        return answered(self._world.commands)

    async def registered(self, request: web.Request, body: Body) -> web.StreamResponse:
        """The commands as they are registered."""
        del request, body
        return answered(self._world.commands)

    async def emojis(self, request: web.Request, body: Body) -> web.StreamResponse:
        """The emojis of the application."""
        del request, body
        there = self._world.emojis
        return answered({"items": [_emoji(id_, name) for id_, name in there.items()]})

    async def new_emoji(self, request: web.Request, body: Body) -> web.StreamResponse:
        """Add an emoji; refuse it if its name is taken, or if there are too many."""
        del request
        name, there = body.json["name"], self._world.emojis
        if name in there.values() or len(there) >= self._world.most_emojis:
            return refused(400, 50035, "Invalid Form Body")
        id_ = snowflake()
        there[id_] = name
        return answered(_emoji(id_, name), 201)

    async def delete_emoji(self, request: web.Request, body: Body) -> web.StreamResponse:
        """Delete an emoji."""
        del body
        if self._world.emojis.pop(int(request.match_info["emoji_id"]), None) is None:
            return refused(404, 10014, "Unknown Emoji")
        return web.Response(status=204)


def _emoji(id_: int, name: str) -> Json:
    return {
        "id": str(id_),
        "name": name,
        "roles": [],
        "require_colons": True,
        "managed": False,
        "animated": False,
        "available": True,
    }
