"""What a process that sends notices may do: connect to public addresses, and start nothing.

The check is at `connect` itself, by an audit hook that nothing in the process takes away: names are resolved by
libraries, perhaps more than once and to something else each time, and what is connected to is what counts.
"""

import ipaddress
import sys
from collections.abc import Iterable
from typing import Any

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
Network = ipaddress.IPv4Network | ipaddress.IPv6Network

# Events of Python's own by which something is sent: each has the address as its second argument.
SENDING = frozenset({"socket.connect", "socket.sendto", "socket.sendmsg"})
STARTING = frozenset(
    {"subprocess.Popen", "os.system", "os.exec", "os.posix_spawn", "os.spawn", "os.fork", "os.forkpty"}
)
# By them IPv6 reaches IPv4 addresses through a gateway: what lies in them counts.
TRANSLATED = ipaddress.IPv6Network("64:ff9b::/96")
# Meant for use inside of a network alone, though some versions of Python call them global.
INSIDE = ipaddress.IPv6Network("64:ff9b:1::/48"), ipaddress.IPv4Network("192.0.0.0/24")


class Refused(PermissionError):
    """This process may not do that."""


def guard(allowed: Iterable[str] = ()) -> None:
    """From now on this process reaches public addresses and the allowed networks alone."""
    networks = [ipaddress.ip_network(network) for network in allowed]

    def hook(event: str, args: tuple[Any, ...]) -> None:
        if event in STARTING:
            raise Refused("a process that sends notices starts no other")
        if event in SENDING and args[1] is not None and not may_reach(args[1], networks):
            raise Refused("that address is not public")

    sys.addaudithook(hook)


def may_reach(target: object, networks: Iterable[Network]) -> bool:
    """Whether a socket may be connected to something: a name is no address yet, and a path none at all."""
    if not isinstance(target, tuple) or not target:
        return False
    try:
        address = ipaddress.ip_address(target[0])
    except ValueError:
        return False
    inner = meant(address)
    return is_public(inner) or any(inner in network for network in networks)


def meant(address: Address) -> Address:
    """The IPv4 address inside of an IPv6 one that leads there."""
    if isinstance(address, ipaddress.IPv4Address):
        return address
    teredo = address.teredo
    inner = address.ipv4_mapped or address.sixtofour or (teredo[1] if teredo else None)
    if address in TRANSLATED:
        inner = ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
    return inner or address


def is_public(address: Address) -> bool:
    if isinstance(address, ipaddress.IPv6Address) and (address.scope_id or address.is_site_local):
        return False
    if any(address in network for network in INSIDE):
        return False
    never = address.is_multicast or address.is_reserved or address.is_private or address.is_link_local
    return address.is_global and not (never or address.is_loopback or address.is_unspecified)
