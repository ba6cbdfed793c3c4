"""REST: each endpoint that our bot may use, answered as Discord answers it."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Any, Final

from aiohttp import web

from bot.demo.emojis import shown
from tests.bot.client_message import Form
from tests.wire.server import installs
from tests.wire.server.application import Application
from tests.wire.server.faults import Faults, answered, refused
from tests.wire.server.interactions import FORM, SentInteraction
from tests.wire.server.limits import Limits
from tests.wire.server.messages import LONGEST_NONCE, Body, Refusal, apply, read
from tests.wire.server.official import Official
from tests.wire.server.record import Record
from tests.wire.server.world import (
    DIRECT,
    EPHEMERAL,
    LOADING,
    PUBLIC_THREAD,
    READ_HISTORY,
    SEND,
    SEND_IN_THREADS,
    Channel,
    Json,
    Post,
    User,
    World,
    member,
    snowflake,
)

API: Final = "/api/v10"
MODAL_MOST: Final = 45
EXPECTED: Final = frozenset(
    {10003, 10007, 10062, 10015, 40060, 50027, 10008, 50007, 30046, 50083, 50013}
)
"""Errors that come with normal operation, not from a mistake in the request."""

Respond = Callable[[web.Request, Body], Awaitable[web.StreamResponse]]


class Rest:
    """The endpoints of a world."""

    def __init__(
        self,
        world: World,
        record: Record,
        faults: Faults,
        token: str,
        official: Official | None,
        *,
        paced: bool,
        nonces: float = 300.0,
    ) -> None:
        """Prepare the endpoints; `routes` adds them.

        Args:
            world: what the endpoints read and change.
            record: where sights and breaches go.
            faults: what goes wrong.
            token: the bot's token.
            official: the description that bodies are checked against; None: they are not.
            paced: whether Discord's usual rate limits are enforced.
            nonces: seconds for which a message's nonce is remembered.
        """
        self.world, self.record, self._faults = world, record, faults
        self._authorization = f"Bot {token}"
        self._official = official
        self.limits = Limits(paced=paced)
        self._nonces = nonces
        self.questions: dict[str, SentInteraction] = {}
        self.refused: Counter[int] = Counter()
        self.pictures: set[str] = set()
        self.changed: Callable[[Post], None] = lambda post: None
        self.opened: Callable[[Channel], Awaitable[None]] | None = None

    def routes(self, router: web.UrlDispatcher) -> None:
        """Add the endpoints, each under the name by which a fault is switched on."""
        own = Application(self.world)
        message = "/channels/{channel_id}/messages"
        webhook = "/webhooks/{webhook_id}/{webhook_token}"
        for method, path, name, respond in (
            ("GET", "/users/@me", "me", own.me),
            ("GET", "/oauth2/applications/@me", "application", own.application),
            ("GET", "/gateway/bot", "gateway", own.gateway),
            ("PUT", "/applications/{application_id}/commands", "commands", own.commands),
            ("GET", "/applications/{application_id}/commands", "commands.get", own.registered),
            ("GET", "/applications/{application_id}/emojis", "emojis.get", own.emojis),
            ("POST", "/applications/{application_id}/emojis", "emojis.post", own.new_emoji),
            (
                "DELETE",
                "/applications/{application_id}/emojis/{emoji_id}",
                "emojis.delete",
                own.delete_emoji,
            ),
            ("GET", "/users/{user_id}", "user", self._user),
            ("GET", "/guilds/{guild_id}/members/{user_id}", "member", self._member),
            ("POST", "/users/@me/channels", "direct", self._direct),
            ("GET", "/channels/{channel_id}", "channel", self._channel),
            ("POST", message + "/{message_id}/threads", "thread", self._thread),
            ("POST", message, "message.post", self._post),
            ("GET", message, "message.list", self._list),
            ("GET", message + "/{message_id}", "message.get", self._get),
            ("PATCH", message + "/{message_id}", "message.edit", self._edit),
            ("DELETE", message + "/{message_id}", "message.delete", self._delete),
            (
                "POST",
                "/interactions/{interaction_id}/{interaction_token}/callback",
                "callback",
                self._callback,
            ),
            ("POST", webhook, "answer.post", self._follow_up),
            ("GET", webhook + "/messages/@original", "answer.get", self._original),
            ("PATCH", webhook + "/messages/@original", "answer.edit", self._edit_original),
            (
                "DELETE",
                webhook + "/messages/@original",
                "answer.delete",
                self._delete_original,
            ),
            ("PATCH", webhook + "/messages/{message_id}", "answer.edit2", self._edit_answer),
        ):
            router.add_route(method, API + path, self._served(path, respond), name=name)

    def _served(
        self, template: str, respond: Respond
    ) -> Callable[[web.Request], Awaitable[web.StreamResponse]]:
        async def serve(request: web.Request) -> web.StreamResponse:
            self.record.requests += 1
            # Answers to interactions are authorized by the token in their URL.
            free = template.startswith(("/interactions", "/webhooks"))
            if not free and request.headers.get("Authorization") != self._authorization:
                return refused(401, 0, "401: Unauthorized")
            pace = self.limits.count(request)
            if isinstance(pace, web.Response):
                return pace
            response = await self._faults.around(
                request, lambda request: self._answer(request, template, respond)
            )
            if response.status < 500 and response.status != 429:
                response.headers.update(pace)
            return response

        return serve

    async def _answer(
        self, request: web.Request, template: str, respond: Respond
    ) -> web.StreamResponse:
        try:
            body = await read(request)
            self._hold(request.method, template, body)
            if self._refuses_an_emoji(body):
                return refused(400, 50035, "BUTTON_COMPONENT_INVALID_EMOJI")
            return await respond(request, body)
        except ConnectionError:
            return refused(400, 0, "the request broke off")  # the bot was just killed
        except Refusal as no:
            self.refused[no.code] += 1
            if no.code not in EXPECTED:
                self.record.breaches.append(f"{request.method} {template}: {no}")
            return refused(no.status, no.code, no.message)

    def _hold(self, method: str, template: str, body: Body) -> None:
        """Check a body against the description; a flaw is refused, and recorded there.

        Raises:
            Refusal: there is a flaw, or an emoji does not exist.
        """
        if not self.world.emojis.keys() >= shown(body.json):
            raise Refusal(400, 50035, "BUTTON_COMPONENT_INVALID_EMOJI")
        if self._official is not None and method != "GET":
            flaw = self._official.flaw(method, template, body.kind, body.json)
            if flaw is not None:
                raise Refusal(400, 50035, flaw)

    def _refuses_an_emoji(self, body: Body) -> bool:
        """Whether to refuse a message for an emoji that does exist, as happens now and then."""
        world = self.world
        if not world.refused_each or not shown(body.json):
            return False
        world.with_emojis += 1
        return world.with_emojis % world.refused_each == 0

    # -- people and channels -----------------------------------------------------------

    async def _user(self, request: web.Request, body: Body) -> web.StreamResponse:
        user = self.world.users.get(int(request.match_info["user_id"]))
        if user is None:
            raise Refusal(404, 10013, "Unknown User")
        return answered(user.payload)

    async def _member(self, request: web.Request, body: Body) -> web.StreamResponse:
        guild = self.world.guilds.get(int(request.match_info["guild_id"]))
        if guild is None or not guild.has_bot:
            raise Refusal(404, 10004, "Unknown Guild")
        user = self.world.users.get(int(request.match_info["user_id"]))
        if user is None or user.id in self.world.strangers:
            raise Refusal(404, 10007, "Unknown Member")
        return answered(member(user))

    async def _direct(self, request: web.Request, body: Body) -> web.StreamResponse:
        user = self.world.users.get(int(body.json["recipient_id"]))
        if user is None:
            raise Refusal(400, 50033, "Invalid Recipient(s)")
        return answered(self.world.direct(user).payload)

    async def _channel(self, request: web.Request, body: Body) -> web.StreamResponse:
        return answered(self._of(request).payload)

    async def _thread(self, request: web.Request, body: Body) -> web.StreamResponse:
        line = self._message(request)
        parent = line.channel
        guild = self.world.guilds[parent.guild or 0]
        if line.id in self.world.channels:
            raise Refusal(400, 160004, "A thread has already been created for this message")
        name = str(body.json["name"])
        if not 1 <= len(name) <= 100:
            raise Refusal(400, 50035, "a thread's name has 1 to 100 characters")
        thread = self.world.channel(guild, name, PUBLIC_THREAD, parent.id, line.id)
        if self.opened is not None:
            await self.opened(thread)
        return answered(thread.payload)

    def _of(self, request: web.Request) -> Channel:
        channel = self.world.channels.get(int(request.match_info["channel_id"]))
        if channel is None:
            raise Refusal(404, 10003, "Unknown Channel")
        if not self.world.reaches(channel):
            raise Refusal(403, 50001, "Missing Access")
        return channel

    # -- messages ----------------------------------------------------------------------

    async def _post(self, request: web.Request, body: Body) -> web.StreamResponse:
        channel = self._of(request)
        needed = SEND_IN_THREADS if channel.type == PUBLIC_THREAD else SEND
        if not channel.permissions & needed and channel.type != DIRECT:
            raise Refusal(403, 50013, "Missing Permissions")
        if channel.recipient is not None and channel.recipient.closed:
            raise Refusal(403, 50007, "Cannot send messages to this user")
        nonce = body.json.get("nonce")
        known = self._known(nonce, enforced=bool(body.json.get("enforce_nonce")))
        if known is not None:
            self.record.merged += 1
            return answered(known.payload)
        channel.archived = False
        post = self._new(channel, body)
        recipient = None if channel.recipient is None else channel.recipient.id
        self.record.ring(post.message, channel.id, recipient)
        if nonce is not None:
            post.nonce = str(nonce)
            self.world.nonces[post.nonce] = (time.monotonic(), post)
        return answered(post.payload)

    def _known(self, nonce: Any, *, enforced: bool) -> Post | None:
        """The message that was posted with this nonce in the last few minutes."""
        if nonce is None:
            return None
        if len(str(nonce)) > LONGEST_NONCE:
            raise Refusal(400, 50035, "a nonce over 25 characters")
        at, post = self.world.nonces.get(str(nonce), (0.0, None))
        fresh = post is not None and time.monotonic() - at < self._nonces
        return post if enforced and fresh else None

    def _new(self, channel: Channel, body: Body, owner: User | None = None) -> Post:
        post = Post(snowflake(), channel, self.world.bot, owner=owner)
        apply(post, body, fresh=True)
        self._stands(post)
        return post

    def _stands(self, post: Post) -> None:
        """Add a new message, which people now see."""
        self.world.add(post)
        self.record.note("posted", post.channel.id, post.message)
        self.pictures |= {file["hash"] for file in post.files}
        self.changed(post)

    def _change(self, post: Post, body: Body) -> None:
        loading = post.flags & LOADING
        post.flags &= ~LOADING
        try:
            apply(post, body, fresh=False)
        except Refusal:
            post.flags |= loading
            raise
        post.edited = time.time()
        self.record.note("edited", post.channel.id, post.message)
        self.pictures |= {file["hash"] for file in post.files}
        self.changed(post)

    def _message(self, request: web.Request) -> Post:
        self._of(request)
        post = self.world.posts.get(int(request.match_info["message_id"]))
        if post is None or post.deleted or post.owner is not None:
            raise Refusal(404, 10008, "Unknown Message")
        return post

    async def _list(self, request: web.Request, body: Body) -> web.StreamResponse:
        """The next messages after a given one, newest first."""
        channel = self._of(request)
        if not channel.permissions & READ_HISTORY:
            return answered([])
        after, most = int(request.query.get("after", 0)), int(request.query.get("limit", 50))
        later = [
            post
            for post in channel.posts
            if post.id > after and not post.deleted and post.owner is None
        ]
        return answered([post.payload for post in reversed(later[:most])])

    async def _get(self, request: web.Request, body: Body) -> web.StreamResponse:
        return answered(self._message(request).payload)

    async def _edit(self, request: web.Request, body: Body) -> web.StreamResponse:
        post = self._message(request)
        if post.channel.archived:
            raise Refusal(400, 50083, "Thread is archived")
        self._change(post, body)
        return answered(post.payload)

    async def _delete(self, request: web.Request, body: Body) -> web.StreamResponse:
        post = self._message(request)
        post.deleted = True
        self.record.note("removed", post.channel.id, post.message)
        self.changed(post)
        return web.Response(status=204)

    # -- interactions -------------------------------------------------------------------

    async def _callback(self, request: web.Request, body: Body) -> web.StreamResponse:
        question = self.questions.get(request.match_info["interaction_token"])
        if question is None or str(question.id) != request.match_info["interaction_id"]:
            raise Refusal(404, 10062, "Unknown interaction")
        if question.response is not None:
            raise Refusal(400, 40060, "Interaction has already been acknowledged.")
        if question.late:
            question.failed = True
            raise Refusal(404, 10062, "Unknown interaction")
        kind = int(body.json["type"])
        self._respond(question, kind, Body(body.json.get("data") or {}, body.files, body.kind))
        question.note_first(kind)
        self.record.firsts.append((question.first or 0.0) - question.asked)
        return answered(self._response(question, kind))

    def _respond(self, question: SentInteraction, kind: int, data: Body) -> None:
        """Carry out an answer of this kind.

        Raises:
            Refusal: the answer is not accepted.
        """
        private = question.user if int(data.json.get("flags") or 0) & EPHEMERAL else None
        match kind:
            case 4:
                question.original = self._new(question.channel, data, private)
                question.note_final(question.original)
            case 5:
                waiting = Post(snowflake(), question.channel, self.world.bot, owner=private)
                waiting.flags = LOADING | (EPHEMERAL if private else 0)
                self.world.add(waiting)
                question.original = waiting
            case 6:
                question.original = question.pressed
            case 7 if question.pressed is not None:
                question.original = question.pressed
                self._change(question.pressed, data)
                question.note_final(question.pressed)
            case 8:
                question.choices = list(data.json.get("choices") or [])
                self.record.note_choices(question)
                if len(question.choices) > 25:
                    raise Refusal(400, 50035, "more than 25 choices")
                question.note_final(None)
            case 9 if question.kind != FORM:
                if len(str(data.json.get("title"))) > MODAL_MOST:
                    raise Refusal(400, 50035, "a modal's title over 45 characters")
                question.form = Form.read(data.json)
                question.note_final(None)
            case _:
                raise Refusal(400, 50035, f"no answer of type {kind}")

    def _response(self, question: SentInteraction, kind: int) -> Json:
        post = question.original
        interaction: Json = {
            "id": str(question.id),
            "type": question.kind,
            "response_message_loading": kind == 5,
            "response_message_ephemeral": bool(post and post.owner),
        }
        resource: Json = {"type": kind}
        if post is not None:
            interaction["response_message_id"] = str(post.id)
            if kind != 6:
                resource["message"] = post.payload
        return {"interaction": interaction, "resource": resource}

    def _question(self, request: web.Request) -> SentInteraction:
        question = self.questions.get(request.match_info["webhook_token"])
        if question is None or question.expired:
            raise Refusal(401, 50027, "Invalid Webhook Token")
        if question.response is None:
            raise Refusal(404, 10015, "Unknown Webhook")
        return question

    async def _original(self, request: web.Request, body: Body) -> web.StreamResponse:
        return answered(self._kept(self._question(request).original).payload)

    async def _edit_original(self, request: web.Request, body: Body) -> web.StreamResponse:
        question = self._question(request)
        return self._edited(question, self._kept(question.original), body)

    async def _delete_original(self, request: web.Request, body: Body) -> web.StreamResponse:
        post = self._kept(self._question(request).original)
        if post.owner is None:  # it would disappear for everyone
            self.record.breaches.append(f"an answer deletes a public message: {post.message}")
        post.deleted = True
        self.record.note("removed", post.channel.id, post.message)
        self.changed(post)
        return web.Response(status=204)

    async def _edit_answer(self, request: web.Request, body: Body) -> web.StreamResponse:
        question = self._question(request)
        wanted = int(request.match_info["message_id"])
        post = next((each for each in question.answers if each.id == wanted), None)
        return self._edited(question, self._kept(post), body)

    def _edited(self, question: SentInteraction, post: Post, body: Body) -> web.StreamResponse:
        self._change(post, body)
        self._finish(question, post)
        return answered(post.payload)

    async def _follow_up(self, request: web.Request, body: Body) -> web.StreamResponse:
        question = self._question(request)
        question.follow_ups += 1
        installs.check_follow_up(self.world, question)
        post = question.original
        if post is not None and post.flags & LOADING:
            return self._edited(question, post, body)  # the first fills the waiting answer
        private = question.user if int(body.json.get("flags") or 0) & EPHEMERAL else None
        new = self._new(question.channel, body, private)
        self._finish(question, new)
        return answered(new.payload)

    def _finish(self, question: SentInteraction, post: Post) -> None:
        if question.final is None:
            self.record.finals.append(time.monotonic() - question.asked)
        question.note_final(post)

    @staticmethod
    def _kept(post: Post | None) -> Post:
        if post is None or post.deleted:
            raise Refusal(404, 10008, "Unknown Message")
        return post
