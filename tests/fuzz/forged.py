"""What hostile clients send: clicks and commands that no one was offered.

These are known verbs and near misses; numbers; names of actions of this decision, another
one or another game; parts of someone else's message; options that are not choices.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import zip_longest
from typing import Any, Final, TypeAlias

import discord
import msgspec
from hypothesis import strategies as st
from simcord import interactions
from simcord.backend import serializers

from bot.tables.core.table import Table
from rules.contract import name
from tests.bot.driver import Player, World
from tests.fuzz import texts

OUTSIDER: Final = "Dmitri"
SEATED: Final = ("Ada", "Bruno", "Chiara")

_COMPONENT, _COMMAND, _TYPED = 3, 2, 4
_PERSON: Final = discord.AppCommandOptionType.user.value
_LONGEST: Final = 100


class Sent(msgspec.Struct, frozen=True):
    """One thing that a client sends.

    Attributes:
        who: a name.
        what: a custom_id; `/` and a command; or `?` and a command whose option is typed.
        values: those of a select, or the options of a command in order; None: a button.
    """

    who: str
    what: str
    values: tuple[str, ...] | None = None


Draft: TypeAlias = Callable[[World, Table | None], Sent]
"""Something to send, spelled out when its turn comes, as it names what is pending then."""


# ---------------------------------------------------------------- what is sent


def _visible(world: World) -> list[dict[str, Any]]:
    """The parts with a custom_id on anyone's messages."""
    return [part for m in world.messages for part in m.parts if "custom_id" in part]


def _verb(world: World, n: int) -> str:
    verbs = sorted(world.bot.clicks._handlers)
    return verbs[n % len(verbs)]


def _piece(now: Table | None, kind: str, n: int, text: str) -> str:
    """An argument or a value."""
    asked = now.decisions if now else ()
    match kind:
        case "seat":
            return str(n % 4)
        case "asked" if asked:
            return str(asked[n % len(asked)].seat)
        case "arose" if now and asked:
            return str(now.arose(asked[n % len(asked)].seat))
        case "entry" if now and now.journal:
            return str(n % (now.journal.number + 3) - 1)
        case "action" if asked:
            decision = asked[n % len(asked)]
            listed = decision.options + decision.asides
            return name(listed[n % len(listed)])
        case "going" if now and now.journal and asked:
            decision = asked[n % len(asked)]
            action = decision.options[n % len(decision.options)]
            going = now.journal.game.going_with(now.view(decision.seat), action)
            return name(going[n % len(going)]) if going else text
        case "option" if asked:
            decision = asked[n % len(asked)]
            return name(decision.options[n % len(decision.options)])
        case "other":
            decision = texts.asked()[n % len(texts.asked())]
            return name(decision.options[n % len(decision.options)])
        case "start":
            return _piece(now, "action" if n % 2 else "other", n, text)[: n % 40]
        case "number":
            return str(n - 5)
        case _:
            return text


_SHAPES: Final = (
    ("pick", ("seat", "arose", "action")),
    ("pick", ("seat", "arose", "start")),
    ("public", ("seat", "arose", "action")),
    ("step", ("seat", "arose", "number", "start")),
    ("history_at", ("entry",)),
    ("order", ("action",)),
    ("go", ("asked", "arose", "option", "going")),
)
"""Arguments as the screens write them; most spoilt clicks begin as one of these."""

_WORDS: Final = st.one_of(
    st.sampled_from(texts.HOSTILE),
    st.text(max_size=12),
    st.from_regex(r"[\w.\-]{0,20}", fullmatch=True),
)
_KINDS: Final = ("seat", "arose", "entry", "action", "other", "start", "number", "word")
_PIECES: Final = st.tuples(st.sampled_from(_KINDS), st.integers(0, 2_000), _WORDS)
_GAMES: Final = st.sampled_from(("1",) * 12 + ("0", "2", "999999999999", "1234567890123", "٣"))
_WHO: Final = st.sampled_from((*SEATED, OUTSIDER))


@st.composite
def _clicked(draw: st.DrawFn) -> Draft:
    """A custom_id that follows the grammar, or nearly does."""
    who, game, n = draw(_WHO), draw(_GAMES), draw(st.integers(0, 200))
    pieces = draw(st.lists(_PIECES, max_size=5))
    shape = draw(st.one_of(st.none(), st.sampled_from(_SHAPES)))
    spoilt = draw(st.sampled_from(("", "", "", "m2:", "M1:", "m1:m1:", "m1s:", " ", "\n")))
    values = draw(st.one_of(st.none(), st.lists(_PIECES, max_size=3)))

    def spelled(world: World, now: Table | None) -> Sent:
        verb, kinds = shape or (_verb(world, n), ())
        own = [_piece(now, kind, n, "") for kind in kinds]
        for at, piece in enumerate(pieces if n % 3 else ()):
            own[at : at + 1] = [_piece(now, *piece)]
        head = "m1:" if values is None else "m1s:"
        custom_id = (spoilt or head) + ":".join([verb, game, *own])
        given = None if values is None else tuple(_piece(now, *each) for each in values)
        return Sent(who, custom_id[:_LONGEST], given)

    return spelled


@st.composite
def _copied(draw: st.DrawFn) -> Draft:
    """A part of someone's message, pressed by anyone, perhaps spoilt."""
    who, n, piece = draw(_WHO), draw(st.integers(0, 2_000)), draw(_PIECES)
    spoil = draw(st.integers(0, 3)) == 0

    def spelled(world: World, now: Table | None) -> Sent:
        parts = _visible(world)
        if not parts:
            return Sent(who, "m1:move:1")
        part = parts[n % len(parts)]
        custom_id, values = str(part["custom_id"]), None
        if options := part.get("options"):
            values = (str(options[n % len(options)]["value"]),)
        if spoil and values:
            values = (_piece(now, *piece),)
        elif spoil:
            words = custom_id.split(":")
            words[n % len(words)] = _piece(now, *piece)
            custom_id = ":".join(words)
        return Sent(who, custom_id[:_LONGEST], values)

    return spelled


@st.composite
def _commanded(draw: st.DrawFn) -> Draft:
    """A command with options that it does not offer, or with its option as it is typed."""
    who, n, typed = draw(_WHO), draw(st.integers(0, 200)), draw(st.booleans())
    pieces = draw(st.lists(_PIECES, max_size=3))

    def spelled(world: World, now: Table | None) -> Sent:
        known = sorted(_leaves(world))
        given = tuple(_piece(now, *each) for each in pieces)
        return Sent(who, ("?" if typed else "/") + known[n % len(known)], given)

    return spelled


DRAFTS: Final = st.one_of(_clicked(), _clicked(), _copied(), _copied(), _commanded())


# ---------------------------------------------------------------- sending


def _leaves(world: World) -> dict[str, tuple[dict[str, Any], dict[str, Any]]]:
    """Every command by its full name: its root, and the part that takes the options."""
    backend, ada = world.env.backend, world[SEATED[0]]
    roots = backend.visible_commands(user_id=ada.id, channel_id=world.channel.id)
    return {
        " ".join(path): (root, leaf)
        for root in roots
        for path, leaf in interactions.command_leaves(root)
    }


async def send(world: World, sent: Sent) -> Any:
    """Dispatch it unchanged; simcord's own methods would refuse what no person could do."""
    player = world[sent.who]
    if sent.what[:1] in {"/", "?"} and sent.what[1:] in _leaves(world):
        return await _ask(world, player, sent)
    stored = world.handle(world.public[-1])._message
    kind = 2 if sent.values is None else 3
    part: dict[str, Any] = {"type": kind, "id": 2, "custom_id": sent.what}
    part |= {"style": 2, "label": "?"} if kind == 2 else {"options": []}
    data = {"custom_id": sent.what, "component_type": kind}
    if sent.values is not None:
        data["values"] = list(sent.values)
    payload = dict(serializers.message_payload(world.env.backend, stored))
    payload["components"] = [{"type": 1, "id": 1, "components": [part]}]
    return await player.member._dispatch_interaction(
        _COMPONENT, world.channel, data, extra={"message": payload}, source_message_id=stored.id
    )


async def _ask(world: World, player: Player, sent: Sent) -> Any:
    root, leaf = _leaves(world)[sent.what[1:]]
    typed = sent.what[0] == "?"
    options = [
        {"name": spec["name"], "type": spec["type"], "value": value}
        for spec, text in zip_longest(leaf.get("options") or (), sent.values or ())
        if spec and (value := _value(world, spec, text)) is not None
    ]
    if typed and options:
        options[-1]["focused"] = True
    nested = options
    for part in reversed(sent.what[1:].split()[1:]):
        nested = [{"name": part, "type": 1, "options": nested}]
    data = {"id": root["id"], "name": root["name"], "type": 1, "options": nested}
    data["resolved"] = _resolved(world, player, options)
    focused = any(each.get("focused") for each in options)
    kind = _TYPED if focused and _completes(leaf, options[-1]["name"]) else _COMMAND
    return await player.member._dispatch_interaction(kind, world.channel, data)


def _completes(leaf: dict[str, Any], option: str) -> bool:
    return any(o["name"] == option and o.get("autocomplete") for o in leaf["options"])


def _resolved(
    world: World, player: Player, options: list[dict[str, Any]]
) -> dict[str, dict[str, Any]]:
    """The people whom the options name."""
    resolved: dict[str, dict[str, Any]] = {}
    named = [each["value"] for each in options if each["type"] == _PERSON]
    for other in world.players.values():
        if str(other.id) in named:
            interactions.resolve_handle(
                player.member, other.member, resolved, channel_id=world.channel.id
            )
    return resolved


def _value(world: World, spec: dict[str, Any], text: str | None) -> str | int | None:
    """What Discord itself lets through: required options, figures, and people it knows."""
    if spec["type"] == _PERSON:
        people = list(world.players.values())
        return str(people[len(text) % len(people)].id) if text else None
    if spec["type"] != discord.AppCommandOptionType.integer.value:
        return text or ("" if spec.get("required") else None)
    plain = text is not None and text.isascii() and text.isdecimal() and len(text) < 16
    return int(text) if plain and text else None
