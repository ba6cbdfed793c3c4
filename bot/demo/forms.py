"""The forms that are open in the simulated Discord, one for each person at most."""

from __future__ import annotations

from typing import Any, Final
from weakref import WeakKeyDictionary

import simcord

_FORM: Final = 9
"""The answer that opens a form."""

_SELECT: Final = 3
"""The component of a select."""

_open: Final[WeakKeyDictionary[Any, dict[int, Any]]] = WeakKeyDictionary()
"""The interactions that opened them, by the simulated Discord and the person."""


def keep(backend: Any, path: str, body: Any) -> None:
    """Note the form that an answer has opened: the newest of a person is seen."""
    parts = path.strip("/").split("/")
    if parts[0] == "interactions" and isinstance(body, dict) and body.get("type") == _FORM:
        found = backend.interaction_by_token(parts[2])
        _open.setdefault(backend, {})[found.user_id] = found


def of(env: simcord.Env, user: int) -> dict[str, Any] | None:
    """The form that a person has open: its id, its title, and its fields."""
    found = _open.get(env.backend, {}).get(user)
    return None if found is None else {"id": str(found.id), **found.modal}


def spelled(opened: simcord.InteractionResult, values: dict[str, str]) -> dict[str, Any]:
    """Values by the keys of their fields, as simcord wants them: those of a select as lists."""
    labels = (opened.modal or {}).get("components", ())
    selects = {
        each["component"]["custom_id"]
        for each in labels
        if each["component"]["type"] == _SELECT
    }
    return {key: [value] if key in selects else value for key, value in values.items()}


def close(env: simcord.Env, user: int) -> simcord.InteractionResult | None:
    """Close the form of a person, and return what had opened it."""
    found = _open.get(env.backend, {}).pop(user, None)
    return None if found is None else simcord.InteractionResult(env, found)
