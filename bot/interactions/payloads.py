"""What is read from a Discord event before discord.py parses it.

An event has far more than this bot needs: sounds, colours, scheduled events. Only the fields in
these tables are passed on, so nothing odd in the others can matter. A field that is missing or
of the wrong type gets the default given here. If its object means nothing without the field,
the object is left out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from itertools import islice
from typing import Any, Final, NamedTuple, TypeAlias

Json: TypeAlias = dict[str, Any]
Read: TypeAlias = Callable[[Any], Any]
"""Returns the part of a value that is passed on, or raises `OddValueError`."""

_ReadObject: TypeAlias = Callable[[Any], Json]


class OddValueError(ValueError):
    """A value is not what Discord promises; the message names its place, never the value."""


class _Field(NamedTuple):
    """How a field is read, and its value if that fails; `...`: the field is left out."""

    read: Read
    otherwise: Any = ...


class _Needed(NamedTuple):
    """A field without which its object means nothing."""

    read: Read


_Table: TypeAlias = Mapping[str, _Field | _Needed]


def _is(kind: type) -> Read:
    """A reader of values of this type; a bool does not count as an int."""

    def read(value: Any) -> Any:
        if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            raise OddValueError(f"not {kind.__name__}")
        return value

    return read


_text, _flag, _number = _is(str), _is(bool), _is(int)
_object: Final[_ReadObject] = _is(dict)


def _big(value: Any) -> str:
    """An id or a set of permissions: a number of up to 64 bits, mostly as a string."""
    digits = str(value) if isinstance(value, int | str) else ""
    if not (digits.isascii() and digits.isdigit() and int(digits[:21]) < 1 << 64):
        raise OddValueError("not an id")
    return digits


def _instant(value: Any) -> str:
    """A moment in time."""
    try:
        datetime.fromisoformat(_text(value))
    except ValueError as error:
        raise OddValueError("not a time") from error
    return str(value)


def _list(read: Read) -> Read:
    """A reader of lists that leaves out odd elements."""

    def read_all(value: Any) -> list[Any]:
        found = []
        for each in _is(list)(value):
            try:
                found.append(read(each))
            except OddValueError:
                continue
        return found

    return read_all


def _by_id(read: Read) -> _ReadObject:
    """A reader of objects by their ids that leaves out odd ones."""

    def read_all(value: Any) -> Json:
        found = {}
        for key, each in _object(value).items():
            try:
                found[_big(key)] = read(each)
            except OddValueError:
                continue
        return found

    return read_all


def _table(fields: _Table, *, keep: bool = False) -> _ReadObject:
    """A reader of objects with only these fields; `keep`: the others stay as they are."""

    def read(value: Any) -> Json:
        given = _object(value)
        found: Json = dict(given) if keep else {}
        for name, field in fields.items():
            try:
                found[name] = field.read(given.get(name))
            except OddValueError as error:
                if isinstance(field, _Needed):
                    raise OddValueError(f"{name}: {error}") from error
                found.pop(name, None)
                if field.otherwise is not ...:
                    found[name] = field.otherwise
        return found

    return read


_ID: Final = {"id": _Needed(_big)}
_OF_GUILD: Final = {"guild_id": _Needed(_big)}

_USER: Final = _table(
    {
        **_ID,
        "username": _Field(_text, ""),
        "global_name": _Field(_text),
        "discriminator": _Field(_text, "0"),
        "avatar": _Field(_text, None),
        "bot": _Field(_flag, False),
    }
)

_RESOLVED_MEMBER_FIELDS: Final[_Table] = {
    "nick": _Field(_text, None),
    "roles": _Field(_list(_big), []),
    "flags": _Field(_number, 0),
    "permissions": _Field(_big),
    "communication_disabled_until": _Field(_instant),
}
_MEMBER_FIELDS: Final[_Table] = {"user": _Needed(_USER), **_RESOLVED_MEMBER_FIELDS}
_MEMBER: Final = _table(_MEMBER_FIELDS)

_ROLE: Final = _table(
    {
        **_ID,
        "name": _Field(_text, ""),
        "permissions": _Field(_big, "0"),
        "position": _Field(_number, 0),
    }
)

_OVERWRITE: Final = _table(
    {
        **_ID,
        "type": _Needed(_number),
        "allow": _Field(_big, "0"),
        "deny": _Field(_big, "0"),
    }
)

_CHANNEL_FIELDS: Final[_Table] = {
    **_ID,
    "guild_id": _Field(_big),
    "name": _Field(_text, ""),
    "position": _Field(_number, 0),
    "parent_id": _Field(_big),
    "permission_overwrites": _Field(_list(_OVERWRITE), []),
    # discord.py requires these for a voice channel.
    "bitrate": _Field(_number, 64000),
    "user_limit": _Field(_number, 0),
}

_THREAD_STATE: Final = _table(
    {
        "archived": _Field(_flag, False),
        "locked": _Field(_flag, False),
        "auto_archive_duration": _Field(_number, 1440),
        "archive_timestamp": _Field(_instant, "2015-01-01T00:00:00+00:00"),
    }
)

_THREAD_FIELDS: Final[_Table] = {
    **_ID,
    "guild_id": _Field(_big),
    "type": _Field(_number, 11),
    "parent_id": _Field(_big, "0"),
    "owner_id": _Field(_big, "0"),
    "name": _Field(_text, ""),
    "message_count": _Field(_number, 0),
    "member_count": _Field(_number, 0),
    "newly_created": _Field(_flag),
    "thread_metadata": _Field(_THREAD_STATE, _THREAD_STATE({})),
}
_THREAD: Final = _table(_THREAD_FIELDS)
_CHANNEL: Final = _table({**_CHANNEL_FIELDS, "type": _Needed(_number)})

_GUILD_FIELDS: Final[_Table] = {
    **_ID,
    "name": _Field(_text, ""),
    "owner_id": _Field(_big),
    "preferred_locale": _Field(_text),
    "features": _Field(_list(_text), []),
    "roles": _Field(_list(_ROLE), []),
}

_WHOLE_GUILD_FIELDS: Final[_Table] = {
    **_GUILD_FIELDS,
    "unavailable": _Field(_flag),
    "member_count": _Field(_number),
    "members": _Field(_list(_MEMBER), []),
    "channels": _Field(_list(_CHANNEL), []),
    "threads": _Field(_list(_THREAD), []),
}


def _place(more: _Table) -> _ReadObject:
    """A reader of a channel or thread, with the fields of its kind and `more` of them."""
    thread = _table({**_THREAD_FIELDS, **more})
    channel = _table({**_CHANNEL_FIELDS, "type": _Needed(_number), **more})

    def read(value: Any) -> Json:
        kind = _number(_object(value).get("type"))
        return thread(value) if kind in _THREAD_KINDS else channel(value)

    return read


_THREAD_KINDS: Final = (10, 11, 12)

_RESOLVED: Final = _table(
    {
        "users": _Field(_by_id(_USER), {}),
        "members": _Field(_by_id(_table(_RESOLVED_MEMBER_FIELDS)), {}),
        "channels": _Field(_by_id(_place({"permissions": _Field(_big, "0")})), {}),
    }
)

_BUTTON: Final = 2
_MENU: Final = 3
_CLICKED: Final = frozenset({_BUTTON, _MENU, 5, 6, 7, 8})


def _clicked(value: Any) -> int:
    """The kind of a component that can be clicked."""
    if _number(value) not in _CLICKED:
        raise OddValueError("not a component")
    return int(value)


def _option(value: Any) -> Json:
    """What someone filled in for a command's option, or a subcommand."""
    return _table(
        {
            "name": _Needed(_text),
            "type": _Needed(_number),
            "options": _Field(_list(_option)),
            "value": _Field(_filled_in) if "options" in _object(value) else _Needed(_filled_in),
        },
        keep=True,
    )(value)


def _filled_in(value: Any) -> Any:
    if not isinstance(value, str | int | float):
        raise OddValueError("no value")
    return value


_COMMAND: Final = _table(
    {
        "name": _Field(_text, ""),
        "type": _Field(_number, 1),
        "options": _Field(_list(_option)),
        "resolved": _Field(_RESOLVED),
        "target_id": _Field(_big),
        "guild_id": _Field(_big),
    },
    keep=True,
)
_CLICK: Final = _table(
    {
        "custom_id": _Field(_text, ""),
        "component_type": _Field(_clicked, _BUTTON),
        "values": _Field(_list(_text)),
        "resolved": _Field(_RESOLVED),
    },
    keep=True,
)
_FIELD: Final = _table(
    {
        "type": _Needed(_number),
        "custom_id": _Needed(_text),
        "value": _Field(_text),
        "values": _Field(_list(_text)),
    }
)
_FORM: Final = _table(
    {
        "custom_id": _Field(_text, ""),
        "components": _Field(
            _list(_table({"type": _Needed(_number), "component": _Needed(_FIELD)})), []
        ),
    }
)
"""What was filled in: fields without a label are not ours."""

_COMPONENT: Final = 3
_DATA: Final[Mapping[int, _ReadObject]] = {
    2: _COMMAND,
    _COMPONENT: _CLICK,
    4: _COMMAND,
    5: _FORM,
}

_MESSAGE: Final = _table(
    {
        **_ID,
        "channel_id": _Field(_big, "0"),
        "type": _Field(_number, 0),
        "flags": _Field(_number, 0),
        "content": _Field(lambda _: "", ""),
    }
)

_INTERACTION_FIELDS: Final[_Table] = {
    **_ID,
    "type": _Needed(_number),
    "token": _Needed(_text),
    "application_id": _Field(_big),
    "version": _Field(_number, 1),
    "guild_id": _Field(_big),
    "guild": _Field(_table(_GUILD_FIELDS)),
    "channel_id": _Field(_big),
    "channel": _Field(_place({}), {}),
    "locale": _Field(_text),
    "guild_locale": _Field(_text),
    "app_permissions": _Field(_big, "0"),
    "attachment_size_limit": _Field(_number, 10 * 1024 * 1024),
    "message": _Field(_MESSAGE),
    "member": _Field(_MEMBER),
    "user": _Field(_USER),
}


HOMES: Final = ("my_turns", "my_games")
"""The verbs of buttons that lead to a list; whatever replaces a list has such a button."""

_HOME: Final = re.compile(f"m1:(?:{'|'.join(HOMES)}):[0-9]{{1,12}}")
_DEEPEST: Final = 4


def _interaction(value: Any) -> Json:
    """What someone did; of its message, only the clicked component is kept.

    The button that leads to a list is kept too, if any: it shows which list was replaced.
    """
    found = _table(_INTERACTION_FIELDS)(value)
    if ("member" if "guild_id" in found else "user") not in found:
        raise OddValueError("nobody")
    read = _DATA.get(found["type"])
    if read is None:
        raise OddValueError("of an unknown type")
    if not found["channel"] and "channel_id" in found:
        kind = 0 if "guild_id" in found else 1
        found["channel"] = _CHANNEL({"id": found["channel_id"], "type": kind})
    data = value.get("data")
    found["data"] = data = read(data if isinstance(data, dict) else {})
    clicked = found["type"] == _COMPONENT
    if clicked:
        found.setdefault("message", _MESSAGE(found))
    if "message" in found:
        message = value.get("message")
        shown = message.get("components") if isinstance(message, dict) else None
        kept = [*([_component(data)] if clicked else []), *islice(_homes(shown), 1)]
        found["message"]["components"] = [{"type": 1, "components": kept}] if kept else []
    return found


def _homes(components: Any, deep: int = _DEEPEST) -> Iterator[Json]:
    """The buttons that lead to a list, among components of any kind."""
    for each in components if isinstance(components, list) else ():
        given = each if isinstance(each, dict) else {}
        custom_id = given.get("custom_id")
        if isinstance(custom_id, str) and _HOME.fullmatch(custom_id):
            yield _component({"custom_id": custom_id})
        if deep:
            yield from _homes(given.get("components"), deep - 1)


def _component(data: Json) -> Json:
    """The component that a click names, with only what discord.py reads."""
    kind = data.get("component_type", _BUTTON)
    found: Json = {"type": kind, "custom_id": data.get("custom_id", "")}
    if kind == _BUTTON:
        found |= {"style": 2, "label": "-"}
    if kind == _MENU:
        found |= {"options": []}
    return found


def _thread_list(value: Any) -> Json:
    """The threads of some channels; if no channels are named, those of the whole server."""
    some = {"channel_ids": _Needed(_list(_big))} if "channel_ids" in _object(value) else {}
    return _table({**_OF_GUILD, **some, "threads": _Field(_list(_THREAD), [])})(value)


def _as_it_is(value: Any) -> Any:
    return value


EVENTS: Final[Mapping[str, Read]] = {
    "READY": _table(
        {"guilds": _Field(_list(_table({**_ID, "unavailable": _Field(_flag, True)})), [])},
        keep=True,
    ),
    "RESUMED": _as_it_is,
    "GUILD_CREATE": _table(_WHOLE_GUILD_FIELDS),
    "GUILD_UPDATE": _table(_GUILD_FIELDS),
    "GUILD_DELETE": _table({**_ID, "unavailable": _Field(_flag)}),
    "GUILD_MEMBER_UPDATE": _table({**_OF_GUILD, **_MEMBER_FIELDS}),
    "GUILD_ROLE_CREATE": _table({**_OF_GUILD, "role": _Needed(_ROLE)}),
    "GUILD_ROLE_UPDATE": _table({**_OF_GUILD, "role": _Needed(_ROLE)}),
    "GUILD_ROLE_DELETE": _table({**_OF_GUILD, "role_id": _Needed(_big)}),
    "CHANNEL_CREATE": _CHANNEL,
    "CHANNEL_UPDATE": _table({**_CHANNEL_FIELDS, "type": _Field(_number)}),
    "CHANNEL_DELETE": _table({**_ID, "guild_id": _Field(_big)}),
    "THREAD_CREATE": _table({**_THREAD_FIELDS, **_OF_GUILD}),
    "THREAD_UPDATE": _table({**_THREAD_FIELDS, **_OF_GUILD}),
    "THREAD_DELETE": _table(
        {
            **(_ID | _OF_GUILD),
            "type": _Field(_number, 11),
            "parent_id": _Field(_big, "0"),
        }
    ),
    "THREAD_LIST_SYNC": _thread_list,
    "INTERACTION_CREATE": _interaction,
}
"""The events that the bot hears, and what is read from each."""
