"""A message as it appears in someone's client, and Discord's limits for it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple, TypeAlias

from render.words import plain

BUTTON, MENU, PEOPLE, TEXT, GALLERY, FILE = 2, 3, 5, 10, 12, 13
INPUT, LABEL, RADIO = 4, 18, 21
V2: Final = 1 << 15
"""The flag of a message made of components."""

SILENT: Final = 1 << 12
"""The flag of a message that makes no phone ring."""

EPHEMERAL: Final = 1 << 6
"""The flag of a private answer."""

MOST_FILE: Final = 10 * 1024 * 1024

Component: TypeAlias = dict[str, Any]


class Message(NamedTuple):
    """What can be seen of one message.

    `owner` is the one person who can see it; None if the channel can.
    """

    id: int
    owner: str | None
    direct: bool
    flags: int
    content: str
    components: Sequence[Component]
    files: Sequence[dict[str, Any]]
    pinged: frozenset[int]

    def waits_for(self, name: str) -> bool:
        """Whether a table message says that it waits for a person of that name."""
        status = self.text.split("\n", 1)[0]
        return plain(name) in status and "<t:" in status

    @property
    def silent(self) -> bool:
        """Whether it made no phone ring."""
        return bool(self.flags & SILENT)

    @property
    def passing(self) -> bool:
        """Whether it is an answer that only the person who asked sees, and only for a while."""
        return bool(self.flags & EPHEMERAL)

    @property
    def parts(self) -> Iterator[Component]:
        """Every component, including nested ones, in reading order."""
        return _walk(self.components)

    @property
    def text(self) -> str:
        """All that can be read, apart from labels and alternative texts."""
        said = [str(part["content"]) for part in self.parts if part["type"] == TEXT]
        return "\n".join([self.content, *said]).strip()

    @property
    def alts(self) -> tuple[str, ...]:
        """The alternative texts of the pictures."""
        items = (i for part in self.parts if part["type"] == GALLERY for i in part["items"])
        return tuple(str(item.get("description") or "") for item in items)

    @property
    def buttons(self) -> tuple[str, ...]:
        """The labels of the buttons that can be pressed."""
        return tuple(str(part["label"]) for part in self._active(BUTTON))

    @property
    def links(self) -> tuple[str, ...]:
        """Where the buttons lead whose clicks the bot does not hear of."""
        return tuple(str(part["url"]) for part in self.parts if "url" in part)

    @property
    def choices(self) -> tuple[str, ...]:
        """The labels of the choices in the menus that can be opened."""
        return tuple(str(o["label"]) for part in self._active(MENU) for o in part["options"])

    @property
    def words(self) -> str:
        """All words on it: texts, pictures' texts, labels, hints."""
        said = [self.text, *self.alts]
        for part in self.parts:
            said += [str(part.get(key) or "") for key in ("label", "placeholder")]
            for option in part.get("options", ()):
                said += [str(option.get(key) or "") for key in ("label", "description")]
        return "\n".join(said)

    def button(self, label: str) -> Component | None:
        """The button with that label, if it can be pressed."""
        return next((p for p in self._active(BUTTON) if p["label"] == label), None)

    def choice(self, label: str) -> tuple[Component, str] | None:
        """The menu with a choice of that label, and that choice's value."""
        for part in self._active(MENU):
            for option in part["options"]:
                if option["label"] == label:
                    return part, str(option["value"])
        return None

    def _active(self, kind: int) -> Iterator[Component]:
        for part in self.parts:
            if part["type"] == kind and "custom_id" in part and not part.get("disabled"):
                yield part

    def __str__(self) -> str:
        where = "dm" if self.direct else "private" if self.owner else "channel"
        offers = [f"[{label}]" for label in self.buttons] + [f"<{c}>" for c in self.choices]
        return f"{where} {self.owner or ''}: {self.text!r} {' '.join(offers)}"


class Form(NamedTuple):
    """What can be seen of one form: its title, and its fields by the label above them."""

    title: str
    custom_id: str
    fields: dict[str, Component]

    @classmethod
    def read(cls, modal: Component) -> Form:
        """A form as the bot sent it."""
        labels = [part for part in modal["components"] if part["type"] == LABEL]
        fields = {str(part["label"]): part["component"] for part in labels}
        assert len(fields) == len(modal["components"]), "a field without a label of its own"
        return cls(str(modal["title"]), str(modal["custom_id"]), fields)

    def choices(self, label: str) -> tuple[str, ...]:
        """What can be chosen in a field."""
        return tuple(str(each["label"]) for each in self.fields[label].get("options", ()))

    def chosen(self, label: str) -> str | None:
        """What is chosen in a field before it is touched."""
        options = self.fields[label].get("options", ())
        return next((str(o["label"]) for o in options if o.get("default")), None)

    @property
    def words(self) -> str:
        """All words on it."""
        hints = [str(each.get("placeholder") or "") for each in self.fields.values()]
        choices = (choice for label in self.fields for choice in self.choices(label))
        return "\n".join((self.title, *self.fields, *choices, *hints))

    def answers(self, given: Mapping[str, str]) -> dict[str, str]:
        """What is sent of it, by the keys of its fields: what is not given stays as it is.

        Args:
            given: the words of a choice or the text written, by the label above the field.
        """
        assert given.keys() <= self.fields.keys(), f"{given} is not in {list(self.fields)}"
        found = {}
        for label, part in self.fields.items():
            wanted = given.get(label, self.chosen(label))
            if part["type"] == INPUT:
                found[part["custom_id"]] = given.get(label, str(part.get("value") or ""))
            elif wanted is not None:
                values = {str(o["label"]): str(o["value"]) for o in part["options"]}
                found[part["custom_id"]] = values[wanted]
        return found


def _walk(parts: Any) -> Iterator[Component]:
    for part in parts:
        yield part
        yield from _walk(part.get("components") or ())
        if part.get("accessory"):
            yield from _walk([part["accessory"]])


def within_limits(message: Message) -> None:
    """Check a message against Discord's limits.

    Raises:
        AssertionError: a limit is broken; it names the limit and the message.
    """
    broken = [*_of_message(message), *_of_parts(message)]
    assert not broken, f"{'; '.join(broken)}: {message}"


def _of_message(message: Message) -> Iterator[str]:
    parts = list(message.parts)
    ids = [part["custom_id"] for part in parts if "custom_id" in part]
    texts = [part["content"] for part in parts if part["type"] == TEXT]
    if len(parts) > 40:
        yield f"{len(parts)} components"
    if len(set(ids)) < len(ids):
        yield "a custom_id twice"
    if sum(map(len, texts)) > 4000:
        yield f"{sum(map(len, texts))} characters of text"
    if not all(text.strip() for text in texts):
        yield "an empty text"
    if len(message.content) > 2000 or (message.content and message.flags & V2):
        yield "content beside components, or too long"
    if len(message.files) > 10:
        yield f"{len(message.files)} files"
    shown = {item["media"]["url"] for p in parts if p["type"] == GALLERY for item in p["items"]}
    shown |= {p["file"]["url"] for p in parts if p["type"] == FILE}
    for file in message.files:
        if int(file["size"]) > MOST_FILE:
            yield f"a file of {file['size']} bytes"
        if message.flags & V2 and not any(str(file["filename"]) in url for url in shown):
            yield f"the file {file['filename']} is not shown"


def _of_parts(message: Message) -> Iterator[str]:
    for part in message.parts:
        if len(str(part.get("custom_id") or "")) > 100:
            yield "a custom_id over 100"
        match part["type"]:
            case 1:
                kinds = [child["type"] for child in part["components"]]
                menus = [kind for kind in kinds if kind in {MENU, PEOPLE}]
                if not (1 <= len(kinds) <= 5) or (menus and len(kinds) > 1):
                    yield "a row of neither 5 buttons nor 1 menu"
            case 2 if not 1 <= len(str(part.get("label") or "")) <= 80:
                yield f"a label of {len(str(part.get('label') or ''))} characters"
            case 3:
                yield from _of_menu(part)
                yield from _of_placeholder(part)
            case 5:
                yield from _of_placeholder(part)
            case 12:
                alts = [str(item.get("description") or "") for item in part["items"]]
                if not all(1 <= len(alt) <= 1024 for alt in alts) or not 1 <= len(alts) <= 10:
                    yield f"alternative texts of {[len(alt) for alt in alts]} characters"
            case _:
                pass


def _of_menu(part: Component) -> Iterator[str]:
    options = part["options"]
    if not 1 <= len(options) <= 25:
        yield f"a menu of {len(options)} choices"
    if len({option["value"] for option in options}) < len(options):
        yield "a menu with a value twice"
    if len({option["label"] for option in options}) < len(options):
        yield "a menu with a label twice: nobody can tell the two apart"
    for option in options:
        for key in ("label", "value", "description"):
            if len(str(option.get(key) or "")) > 100:
                yield f"a choice's {key} over 100"


def _of_placeholder(part: Component) -> Iterator[str]:
    if len(str(part.get("placeholder") or "")) > 150:
        yield "a menu's placeholder over 150"
