"""What a host may set, in the environment and in a `.env` file.

The environment wins over the file, and an empty value counts as not set.
Every setting is explained in `.env.example`.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated, Final, Literal, TypeVar
from urllib.parse import parse_qs, urlsplit

import msgspec
from pydantic import (
    AfterValidator,
    AnyHttpUrl,
    AnyWebsocketUrl,
    BeforeValidator,
    Field,
    PlainValidator,
    SecretStr,
    TypeAdapter,
    ValidationError,
)
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

PREFIX = "MAECENAS_"

BAD_USE: Final = 2
"""The exit code for a command line or settings that cannot be used.

Starting again would not help: the host must change something.
"""

Level = Literal["DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL"]

_http = TypeAdapter(AnyHttpUrl)
_websocket = TypeAdapter(AnyWebsocketUrl)


class SettingsError(Exception):
    """The settings cannot be used; the text says why in one line and never quotes a secret."""


def _http_address(value: str) -> str:
    _http.validate_python(value)
    return value.rstrip("/")


def _websocket_address(value: str) -> str:
    _websocket.validate_python(value)
    return value.rstrip("/")


def _header_safe(token: SecretStr) -> SecretStr:
    """Check that a token fits into a header: one run of visible ASCII characters."""
    if not re.fullmatch(r"[!-~]+", token.get_secret_value()):
        raise ValueError("not a token")
    return token


_SIGNS: Final = "characters such as / @ # in a password are written %2F %40 %23"

_MEANT: Final = re.compile(r"(\w[\w+.-]+:/|postgres[^@]*@|.*[^/]:[^/]*@)", re.IGNORECASE)
"""A text that begins like this counts as a URL, even if mistyped: messages quote paths."""


def address(value: object) -> Path | str:
    """A PostgreSQL URL as it is; anything else as the path of a file.

    Raises:
        ValueError: it is another URL, or a mistyped one, which the error never quotes.
    """
    text = str(value)
    if not _MEANT.match(text):
        return Path(text).expanduser()
    try:
        parts = urlsplit(text)
    except ValueError:
        raise ValueError(_SIGNS) from None
    if parts.scheme not in ("postgresql", "postgres") or "://" not in text:
        raise ValueError("not a PostgreSQL URL")
    if parts.fragment or "@" in parts.path + parts.query:  # the rest of a password, most likely
        raise ValueError(_SIGNS)
    return text


def has_password(database: Path | str) -> bool:
    """Whether an address has a password, which others could read on a command line."""
    if isinstance(database, Path):
        return False
    parts = urlsplit(database)
    return parts.password is not None or "password" in parse_qs(parts.query)


class Shards(msgspec.Struct, frozen=True):
    """The shards of one process.

    Attributes:
        first, last: the lowest and the highest shard.
        count: how many shards the bot has in all its processes.
    """

    first: int
    last: int
    count: int

    @property
    def ids(self) -> range:
        """The numbers of these shards."""
        return range(self.first, self.last + 1)

    def hear(self, guild: int) -> bool:
        """Whether a server's events come over one of these shards, by Discord's formula."""
        return (guild >> 22) % self.count in self.ids


def _shards(value: object) -> Shards:
    """Shards as they are, or as written in the setting: 0-3/16, 2/16."""
    if isinstance(value, Shards):
        return value
    found = re.fullmatch(r"(\d{1,5})(?:-(\d{1,5}))?/(\d{1,5})", str(value), re.ASCII)
    if found is None:
        raise ValueError("no shards")
    first, last, count = int(found[1]), int(found[2] or found[1]), int(found[3])
    if not first <= last < count:
        raise ValueError("no such shards")
    return Shards(first=first, last=last, count=count)


def _host_names(value: str | frozenset[str]) -> frozenset[str]:
    """Host names as they are, or as written in the setting: a.example,b.example."""
    names = value.split(",") if isinstance(value, str) else value
    found = frozenset(str(each).strip().lower() for each in names)
    if not all(re.fullmatch(r"[a-z0-9.:_-]{1,253}", each) for each in found):
        raise ValueError("no names of hosts")
    return found


def _upper(value: object) -> object:
    return value.upper() if isinstance(value, str) else value


class StorageSettings(BaseSettings):
    """Where the games are kept: all that the commands about the database need.

    Attributes:
        database: the SQLite file with all games, whose folder need not exist yet, or a
            PostgreSQL URL, which may have a password.
        lacrimosa_edition: a file with an edition of Lacrimosa for new games; None:
            the house edition.
    """

    model_config = SettingsConfigDict(
        env_prefix=PREFIX,
        env_ignore_empty=True,
        extra="ignore",
        frozen=True,
        hide_input_in_errors=True,
        validate_by_name=True,
        validate_by_alias=True,
    )

    database: Annotated[Path | str, BeforeValidator(address)] = Field(
        default=Path("data/maecenas.db"), repr=False
    )
    lacrimosa_edition: Annotated[Path, AfterValidator(Path.expanduser)] | None = None

    @property
    def editions(self) -> dict[str, Path]:
        """The files of the editions that the host has set, by game."""
        return {"lacrimosa": self.lacrimosa_edition} if self.lacrimosa_edition else {}


class Settings(StorageSettings):
    """The settings of one running bot.

    Attributes:
        token: the bot's token, secret.
        api_url: the REST address of a server in Discord's place, without a trailing slash,
            or None.
        gateway_url: that server's gateway address; set if and only if `api_url` is.
        log_level: the lowest severity that is logged.
        opponent_pause: seconds that a computer player waits before it acts.
        opponent_workers: the most processes in which computer players think.
        undo_pause: seconds that computer players, bids ahead and plans wait after an action
            that a person can still undo, at a table of several people.
        cache_games: how many games are kept ready in memory.
        health_port: the port on 127.0.0.1 that reports the bot's health; None: no port.
        health_hosts: more names under which it may be reached, next to those of this machine.
        pool: the most connections to PostgreSQL that may be open.
        privacy_url: a privacy page that `/privacy` links to; None: no page.
        erased_percent: the share of the servers that may be erased at once, in percent.
        shards: the shards of this process; None: all that Discord recommends.
    """

    token: Annotated[SecretStr, AfterValidator(_header_safe)] = Field(
        validation_alias="DISCORD_TOKEN"
    )
    api_url: Annotated[str, AfterValidator(_http_address)] | None = Field(
        default=None, validation_alias="DISCORD_API_URL"
    )
    gateway_url: Annotated[str, AfterValidator(_websocket_address)] | None = Field(
        default=None, validation_alias="DISCORD_GATEWAY_URL"
    )
    log_level: Annotated[Level, BeforeValidator(_upper)] = "INFO"
    opponent_pause: float = Field(default=1.0, ge=0, le=60)
    opponent_workers: int = Field(default=2, ge=1, le=64)
    undo_pause: float = Field(default=20.0, ge=0, le=600)
    cache_games: int = Field(default=64, ge=1, le=100_000)
    health_port: int | None = Field(default=None, ge=1, le=65535)
    health_hosts: Annotated[frozenset[str], NoDecode, BeforeValidator(_host_names)] = (
        frozenset()
    )
    pool: int = Field(default=4, ge=1, le=100)
    privacy_url: Annotated[str, AfterValidator(_http_address)] | None = None
    erased_percent: int = Field(default=20, ge=0, le=100)
    shards: Annotated[Shards, PlainValidator(_shards)] | None = None


S = TypeVar("S", bound=StorageSettings)

_WANTED = {
    "token": "DISCORD_TOKEN must be the bot's token, one word",
    "api_url": "DISCORD_API_URL must be an address like http://127.0.0.1:9000/api/v10",
    "gateway_url": "DISCORD_GATEWAY_URL must be an address like ws://127.0.0.1:9000/gateway",
    "database": "MAECENAS_DATABASE must be the path of a file, or postgresql://user@host/name; "
    + _SIGNS,
    "log_level": "MAECENAS_LOG_LEVEL must be DEBUG, INFO, WARNING, ERROR or CRITICAL",
    "opponent_pause": "MAECENAS_OPPONENT_PAUSE must be a number of seconds from 0 to 60",
    "opponent_workers": "MAECENAS_OPPONENT_WORKERS must be a whole number from 1 to 64",
    "undo_pause": "MAECENAS_UNDO_PAUSE must be a number of seconds from 0 to 600",
    "lacrimosa_edition": "MAECENAS_LACRIMOSA_EDITION must be the path of a file",
    "cache_games": "MAECENAS_CACHE_GAMES must be a whole number from 1 to 100000",
    "health_port": "MAECENAS_HEALTH_PORT must be a port, a number from 1 to 65535",
    "health_hosts": "MAECENAS_HEALTH_HOSTS must be host names, like a.example,b.example",
    "pool": "MAECENAS_POOL must be a whole number from 1 to 100",
    "privacy_url": "MAECENAS_PRIVACY_URL must be an address like https://example.org/privacy",
    "shards": "MAECENAS_SHARDS must be shards and the shard count, like 0-3/16 or 2/16",
    "erased_percent": "MAECENAS_ERASED_PERCENT must be a whole number from 0 to 100",
}
_NO_TOKEN = "DISCORD_TOKEN is missing: put the bot's token into .env or the environment"  # noqa: S105 - a sentence, no secret
_FOLDER = "MAECENAS_DATABASE is a folder; it must be the path of a file"


def variables() -> dict[str, str]:
    """The name of each setting in the environment, by its name here."""
    return {
        field: str(info.validation_alias or f"{PREFIX}{field}".upper())
        for field, info in Settings.model_fields.items()
    }


def load(env_file: Path = Path(".env")) -> Settings:
    """The settings from the environment and from `env_file`, if it exists.

    Raises:
        SettingsError: something is missing or wrong; its text is one line.
    """
    settings = _read(Settings, env_file)
    if (settings.api_url is None) != (settings.gateway_url is None):
        raise SettingsError("set both DISCORD_API_URL and DISCORD_GATEWAY_URL, or neither")
    _check_file(settings)
    return settings


def load_storage(env_file: Path = Path(".env")) -> StorageSettings:
    """Like `load`, for commands that need no token.

    Raises:
        SettingsError: something is missing or wrong; its text is one line.
    """
    settings = _read(StorageSettings, env_file)
    _check_file(settings)
    return settings


def _check_file(settings: StorageSettings) -> None:
    """Check that the database is not a folder.

    Raises:
        SettingsError: the database is a folder.
    """
    if isinstance(settings.database, Path) and settings.database.is_dir():
        raise SettingsError(_FOLDER)


def _read(kind: type[S], env_file: Path) -> S:
    try:
        return kind(_env_file=env_file, _env_file_encoding="utf-8")
    except ValidationError as error:
        # The chain is cut, so that a printed traceback does not show the values.
        raise SettingsError(_explanation(error)) from None
    except OSError as error:
        raise SettingsError(f"{env_file} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise SettingsError(f"{env_file} cannot be read as UTF-8 text") from None


def _explanation(error: ValidationError) -> str:
    """All that is wrong, in one line that says what is expected rather than what was given."""
    fields = {variable: field for field, variable in variables().items()}
    lines = []
    for flaw in error.errors(include_url=False, include_input=False, include_context=False):
        at = str(flaw["loc"][0])
        missing = flaw["type"] == "missing"
        lines.append(_NO_TOKEN if missing else _WANTED[fields.get(at, at)])
    return "; ".join(lines)
