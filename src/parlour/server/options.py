"""Parts of the settings that have parts of their own: backups, and notices while a page is closed."""

import ipaddress
import re
from importlib.util import find_spec

import msgspec

DURATION = re.compile(r"([1-9][0-9]{0,3})([mhd])\Z")
SECONDS = {"m": 60.0, "h": 3600.0, "d": 86400.0}
# Kinds of addresses at which a house can ring, by their schemes; all of them go over TLS.
SCHEMES = frozenset({"discord", "gotifys", "mailtos", "mmosts", "ntfys", "slack", "tgram"})


class Backup(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How often a house backs up its SQLite store by itself, where to, and how many backups stay."""

    every: str
    keep: int = 7
    # Without it `backups` in the folder of the user's data.
    folder: str = ""

    def __post_init__(self) -> None:
        if not DURATION.match(self.every):
            raise ValueError(f"{self.every!r} is no time between two backups: it looks like 1d, 12h or 30m")
        if not 1 <= self.keep <= 1000:
            raise ValueError("keep of [backup] is from 1 to 1000")

    @property
    def seconds(self) -> float:
        return int(self.every[:-1]) * SECONDS[self.every[-1]]


class Bells(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Where seats may be told that it is their turn while their page is closed."""

    # By browsers' own services of web push.
    push: bool = False
    # At addresses that visitors type, by their schemes.
    schemes: tuple[str, ...] = ()
    # Whom such a service asks if this house troubles it; without it the public address.
    contact: str = ""
    # For how many seconds nobody has looked before somebody is told.
    pause: float = 60.0
    # How many notices a seat gets a day, at most.
    a_day: int = 20
    # Networks that may be reached though they are not public.
    allow: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if unknown := sorted(set(self.schemes) - SCHEMES):
            raise ValueError(f"{unknown[0]!r} is none of the schemes of [bells]: {', '.join(sorted(SCHEMES))}")
        for what, wanted, package in (("push", self.push, "cryptography"), ("schemes", self.schemes, "apprise")):
            if wanted and find_spec(package) is None:
                raise ValueError(f"{what} of [bells] needs {package}: pip install 'parlour[notices]'")
        if self.contact and not self.contact.startswith(("mailto:", "https://")):
            raise ValueError("contact of [bells] begins with mailto: or https://")
        if not 0 <= self.pause <= 86_400:
            raise ValueError("pause of [bells] is from 0 to 86400 seconds")
        if not 1 <= self.a_day <= 100:
            raise ValueError("a_day of [bells] is from 1 to 100")
        for network in self.allow:
            check_network(network)


def check_network(network: str) -> None:
    try:
        ipaddress.ip_network(network)
    except ValueError:
        raise ValueError(f"{network!r} is no network: it looks like 127.0.0.1 or 10.0.0.0/8") from None
