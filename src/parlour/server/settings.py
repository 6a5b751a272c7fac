"""How the server is reached: its address, its public URL, the proxies it believes, and where each came from.

Read from a TOML file, then from environment variables, then from the command line; the last one that says something
counts. Without any of them the server answers this machine only.
"""

import ipaddress
import os
import re
import socket
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal
from urllib.parse import urlsplit

import msgspec

from parlour.bots.engines import check_commands
from parlour.engine.bounded import MAX_TOML_BYTES, load_toml, read_bounded
from parlour.home import check_writable, home
from parlour.server.options import Backup, Bells, check_network

LOOPBACK = "127.0.0.1"
LOOPBACK_NAMES = frozenset({"127.0.0.1", "localhost", "::1"})
# All addresses of this machine, by the kind that it means.
EVERY = {"0.0.0.0": "IPv4", "::": "IPv6"}
DEFAULT_PORTS = {"http": 80, "https": 443}

ROOT_PATH = re.compile(r"(/[A-Za-z0-9_.~-]+)*\Z")

# An address of the documentation range (RFC 5737): asking for the route to it sends nothing.
SOMEWHERE = ("192.0.2.1", 9)
# What only a file of settings can say, since it has several parts.
IN_FILES_ALONE = frozenset({"backup", "bells", "engines"})


class Settings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Where the server listens and by which address people reach it."""

    host: str = LOOPBACK
    port: int = 8000
    # Listen on this machine's address in the local network; `host` is ignored.
    lan: bool = False
    # The public address, such as https://games.example.org; without it the address that the server listens on.
    url: str = ""
    # The path that the server lives under, such as /parlour, if it shares its name with others.
    root_path: str = ""
    # Networks of reverse proxies whose X-Forwarded-For and X-Forwarded-Proto are believed.
    trusted_proxy: tuple[str, ...] = ()
    # Whoever sends it as a bearer token gets /metrics; without it only this machine does.
    metrics_token: str = ""
    store: str = ""
    # The folders of the user's data and of compiled rules, where they are not those of this user.
    home: str = ""
    cache: str = ""
    # How many processes serve; more than one needs PostgreSQL.
    workers: int = 1
    # How lines of the log look.
    log: Literal["text", "json"] = "text"
    bot_threads: int = 2
    limits: bool = True
    # A folder with editions that are offered, as they are.
    editions: str = ""
    # Whether others than this machine may bring some, and run studies in the lab.
    uploads: bool = False
    lab: bool = False
    # Whoever comes has to say it once; without it the house is open to everybody who reaches it.
    password: str = ""
    backup: Backup | None = None
    # Programs that may take a bot's seat, by name: the words of each one's command.
    engines: dict[str, tuple[str, ...]] = {}
    bells: Bells = Bells()

    def __post_init__(self) -> None:
        if not 0 <= self.port < 65_536:
            raise ValueError(f"{self.port} is no port: from 0 to 65535")
        for name in ("bot_threads", "workers"):
            if not 1 <= getattr(self, name) <= 64:
                raise ValueError(f"{name} is from 1 to 64")
        if self.workers > 1 and not self.store.startswith(("postgres://", "postgresql")):
            raise ValueError("several workers need PostgreSQL: a SQLite store belongs to one process")
        if self.backup and self.store.startswith(("postgres://", "postgresql")):
            raise ValueError("[backup] is for SQLite stores; for PostgreSQL let cron or systemd call pg_dump")
        check_commands(self.engines, self.workers)
        if self.password and not 6 <= len(self.password) <= 200:
            raise ValueError("a password has from 6 to 200 letters")
        if self.url:
            check_url(self.url)
        if not ROOT_PATH.match(self.root_path):
            raise ValueError(f"{self.root_path!r} is no path to live under: it looks like /parlour")
        for network in self.trusted_proxy:
            check_network(network)

    def __hash__(self) -> int:
        return hash(repr(self))  # the engines are a dict, which has no hash of its own

    @property
    def address(self) -> str:
        """The address for links, without a slash at its end."""
        reached = self.url.rstrip("/") or f"http://{bracketed(reachable(self.bind))}:{self.port}"
        return reached + self.root_path

    @property
    def bind(self) -> str:
        """The address that the server listens on."""
        return lan_address() if self.lan else self.host

    @property
    def secure(self) -> bool:
        """Whether people reach the server over TLS."""
        return self.url.startswith("https://")

    def is_ours(self, host: str | None, own: str = "") -> bool:
        """Whether a Host header names this server: protects against DNS rebinding.

        `own` is the address that the connection was made to; a name could be made to point there, an address cannot.
        """
        return host_name(host) in {*LOOPBACK_NAMES, own, urlsplit(self.url).hostname} - {"", None}

    def is_same_origin(self, origin: str | None, host: str | None) -> bool:
        """Whether the Origin header is ours; programs that are no browsers send none."""
        if origin is None:
            return True
        scheme, _, named = origin.partition("://")
        if host and named == host:
            # By its public name a house with TLS is reached over TLS alone: a page without was put there by somebody.
            return scheme == "https" or not self.is_public_and_secure(host)
        return bool(self.url) and origin_of(origin) == origin_of(self.url)

    def is_public_and_secure(self, host: str | None) -> bool:
        """Whether a Host header is the public name of a house that people reach over TLS."""
        return self.secure and host_name(host) == urlsplit(self.url).hostname

    def use_folders(self) -> None:
        """Let this process, and those that it starts, keep their files where the settings say."""
        for name, folder in (("PARLOUR_HOME", self.home), ("PARLOUR_CACHE", self.cache)):
            if folder:
                os.environ[name] = folder

    def check_folders(self) -> None:
        """Refuse to start with a sentence where the folders of this process cannot be written."""
        check_writable(home(), "the data")
        if folder := os.environ.get("PARLOUR_CACHE"):
            check_writable(Path(folder), "compiled rules")

    @property
    def local_only(self) -> bool:
        """Whether nobody else can reach the server: no public address, and only loopback."""
        return not self.url and is_loopback(self.bind)


def check_url(url: str) -> None:
    parts = urlsplit(url)
    if "@" in parts.netloc:
        raise ValueError("a public address has no user and no password: everybody who is sent a link would read them")
    if origin_of(url)[0] not in DEFAULT_PORTS or not parts.hostname or parts.path.strip("/") or parts.query:
        raise ValueError(f"{url!r} is no address of a server: it looks like https://games.example.org")


def host_name(host: str | None) -> str:
    """A Host header without its port, and an IPv6 address without its brackets."""
    try:
        return urlsplit(f"//{host or ''}").hostname or ""
    except ValueError:
        return ""


def origin_of(url: str) -> tuple[str, str, int]:
    """Scheme, name and port of an address."""
    try:
        parts = urlsplit(url)
        return parts.scheme, parts.hostname or "", parts.port or DEFAULT_PORTS.get(parts.scheme, 0)
    except ValueError:
        return "", "", 0


def bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def reachable(bind: str) -> str:
    """An address that a browser can use; 0.0.0.0 and :: only mean all addresses of this machine."""
    if bind not in EVERY:
        return bind
    try:
        return lan_address()
    except ValueError:
        return LOOPBACK


def lan_address() -> str:
    """This machine's address on the local network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(SOMEWHERE)
        except OSError:
            raise ValueError("this machine has no local network; name an address with --host") from None
        return str(probe.getsockname()[0])


# Where settings come from


def read_settings(options: Mapping[str, Any], environment: Mapping[str, str] = os.environ, file: str = "") -> Settings:
    """The settings of a file, overruled by the environment, overruled by the options that are not None."""
    found = {name: value for _, values in places(options, environment, file) for name, value in values.items()}
    try:
        # Not strict: the environment has only text.
        return msgspec.convert(found, Settings, strict=False)
    except msgspec.ValidationError as error:
        raise ValueError(f"the settings do not fit: {error}") from None


def sources(options: Mapping[str, Any], environment: Mapping[str, str] = os.environ, file: str = "") -> dict[str, str]:
    """Where each setting that somebody gave comes from."""
    return {name: place for place, values in places(options, environment, file) for name in values}


def places(options: Mapping[str, Any], environment: Mapping[str, str], file: str) -> list[tuple[str, dict[str, Any]]]:
    """What each place says, the one that counts most last."""
    named = file or environment.get("PARLOUR_SETTINGS", "")
    given = {name: value for name, value in options.items() if value is not None}
    found = [
        (named, from_file(Path(named)) if named else {}),
        ("the environment", from_environment(environment)),
        ("the command line", given),
    ]
    if "host" in given and "lan" not in given:
        for _, values in found:
            values.pop("lan", None)
    return found


def from_file(path: Path) -> dict[str, Any]:
    try:
        return load_toml(read_bounded(path, MAX_TOML_BYTES).decode())
    except ValueError as error:
        raise ValueError(f"{path.name} is no TOML: {error}") from None


def from_environment(environment: Mapping[str, str]) -> dict[str, Any]:
    """PARLOUR_HOST, PARLOUR_URL and so on; several networks are separated by spaces."""
    found: dict[str, Any] = {}
    for name in set(Settings.__struct_fields__) - IN_FILES_ALONE:
        if value := environment.get(f"PARLOUR_{name.upper()}"):
            found[name] = value.split() if name == "trusted_proxy" else value
    return found


def explain(settings: Settings, came_from: Mapping[str, str] = MappingProxyType({})) -> list[str]:
    """The resulting set-up in sentences, one a line, and where each setting comes from."""
    proxies = f"from {', '.join(settings.trusted_proxy)}" if settings.trusted_proxy else ""
    bringers = "everybody who is in" if settings.uploads else "this machine alone"
    figures = "whoever has the metrics_token" if settings.metrics_token else "programs on this machine only"
    return [
        f"listens on {listening(settings)}, port {settings.port}",
        f"links begin with {settings.address}/",
        f"answers to the names {', '.join(names(settings))}",
        f"{'believes' if proxies else 'ignores'} X-Forwarded-For and X-Forwarded-Proto {proxies}".rstrip(),
        f"keeps its tables in {without_password(settings.store) or Path(settings.home or home(), 'tables.db')}",
        f"backs them up {backups(settings)}",
        f"serves with {counted(settings.workers, 'process', 'processes')}",
        f"lets {counted(settings.bot_threads, 'bot', 'bots')} think at the same time",
        f"lets {', '.join(settings.engines) or 'no programs'} sit at its tables as engines",
        f"{'limits' if settings.limits else 'does not limit'} what one address may ask for",
        f"offers the editions of {settings.editions or 'the games'}, and takes more from {bringers}",
        f"lets {'whoever says the password' if settings.password else 'everybody who reaches it'} in",
        f"tells seats whose page is closed {rung(settings.bells)}",
        f"logs {'one JSON object a line' if settings.log == 'json' else 'lines of text'}",
        f"tells its figures (/metrics) to {figures}",
        *origins(came_from),
        *warnings(settings),
    ]


def origins(came_from: Mapping[str, str]) -> list[str]:
    """One line for each place that has a say, and one for what nobody has said."""
    said: dict[str, list[str]] = {}
    for name in Settings.__struct_fields__:
        said.setdefault(came_from.get(name, ""), []).append(name)
    unsaid = said.pop("", [])
    return [*(f"from {place}: {', '.join(given)}" for place, given in said.items()), f"not set: {', '.join(unsaid)}"]


def backups(settings: Settings) -> str:
    if settings.backup is None:
        return "never by itself"
    return f"every {settings.backup.every} to {backup_folder(settings)}, and keeps {settings.backup.keep}"


def rung(bells: Bells) -> str:
    ways = ["by web push"] * bells.push + [f"at {scheme}:// addresses" for scheme in sorted(bells.schemes)]
    return ", ".join(ways) or "nothing"


def backup_folder(settings: Settings) -> Path:
    return Path((settings.backup and settings.backup.folder) or Path(settings.home or home(), "backups"))


def counted(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"


def listening(settings: Settings) -> str:
    if settings.bind not in EVERY:
        return settings.bind
    return f"every {EVERY[settings.bind]} address of this machine, such as {reachable(settings.bind)}"


def names(settings: Settings) -> list[str]:
    own = [] if is_loopback(settings.bind) or settings.bind in EVERY else [settings.bind]
    public = [urlsplit(settings.url).hostname or ""] if settings.url else []
    others = ["every address of this machine"] if settings.bind in EVERY else []
    return list(dict.fromkeys([*public, *own, *sorted(LOOPBACK_NAMES), *others]))


def without_password(store: str) -> str:
    """The store's address as it may be shown."""
    shown = re.sub(r"(//[^/:@]*):.*@", r"\1:***@", store)
    # Where the name of a machine is missing, what stands for its port is a password.
    shown = re.sub(r"(//[^/:@\[]*):(?!\d{1,5}(?:[/?]|\Z)|[/?]|\Z|\*\*\*@).*", r"\1:***", shown)
    return re.sub(r"(password)=[^&]*", r"\1=***", shown)


def warnings(settings: Settings) -> list[str]:
    """What whoever runs the server should know before others come."""
    found = []
    if settings.local_only:
        found.append("only this computer reaches it; --lan opens it to the local network")
    elif not settings.secure:
        found.append("WARNING: without TLS everybody on the network between can read and change what is sent")
    if settings.url and is_loopback(settings.bind) and not settings.trusted_proxy:
        found.append("WARNING: all visitors share one rate limit; name the proxy with --trusted-proxy 127.0.0.1")
    if not settings.limits:
        found.append("WARNING: there are no rate limits")
    return found
