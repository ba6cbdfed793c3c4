"""The forms that are open in the simulated Discord, at most one per person."""

from __future__ import annotations

from typing import Any, Final
from weakref import WeakKeyDictionary

import simcord

_FORM: Final = 9
"""The type of the answer that opens a form."""

_SELECT: Final = 3
"""The type of the component that is a select."""

_open: Final[WeakKeyDictionary[Any, dict[int, Any]]] = WeakKeyDictionary()
"""The interactions that opened the forms, by the simulated Discord and the person."""


def keep(backend: Any, path: str, body: Any) -> None:
    """Note the form that an answer has opened; only a person's newest form is seen."""
    parts = path.strip("/").split("/")
    if parts[0] == "interactions" and isinstance(body, dict) and body.get("type") == _FORM:
        found = backend.interaction_by_token(parts[2])
        _open.setdefault(backend, {})[found.user_id] = found


def of(env: simcord.Env, user: int) -> dict[str, Any] | None:
    """The form that a person has open: its id, its title, and its fields."""
    found = _open.get(env.backend, {}).get(user)
    return None if found is None else {"id": str(found.id), **found.modal}


def is_private(env: simcord.Env, user: int) -> bool:
    """Whether the form that a person has open was opened in a direct message."""
    found = _open.get(env.backend, {}).get(user)
    return found is not None and found.guild_id is None


def spelled(opened: simcord.InteractionResult, values: dict[str, str]) -> dict[str, Any]:
    """Values by the keys of their fields, as simcord needs them: those of a select as lists."""
    labels = (opened.modal or {}).get("components", ())
    selects = {
        each["component"]["custom_id"]
        for each in labels
        if each["component"]["type"] == _SELECT
    }
    return {key: [value] if key in selects else value for key, value in values.items()}


def close(env: simcord.Env, user: int) -> simcord.InteractionResult | None:
    """Close the form of a person, and return what opened it."""
    found = _open.get(env.backend, {}).pop(user, None)
    return None if found is None else simcord.InteractionResult(env, found)
