"""Sends one notice, in a process of its own: `python -m parlour.server.bells.sender`, the notice as JSON on its input.

It prints one word and nothing else: what services answer, and where a notice went, is told to nobody.
"""

import http.client
import json
import ssl
import sys
from typing import Literal
from urllib.parse import urlsplit

import msgspec

from parlour.server.bells.addresses import is_allowed
from parlour.server.bells.guarding import guard

# How it went. `gone`: nobody listens there any more.
Outcome = Literal["sent", "gone", "failed"]

# In seconds: for one answer of a service, and for how long it keeps what a browser has not fetched.
ANSWER_TIMEOUT, KEPT = 10, 86400
# Bytes that this process may have, and seconds for which it may compute.
MEMORY, COMPUTING = 1 << 30, 20
GONE = frozenset({404, 410})


class Message(msgspec.Struct, kw_only=True, frozen=True):
    """What is told: the same by every way."""

    title: str
    body: str
    # Where a click leads, and what newer notices replace.
    path: str
    url: str = ""
    tag: str


class Errand(msgspec.Struct, kw_only=True, frozen=True):
    """One notice, where it goes, and by what right."""

    message: Message
    to: str
    # Of web push, else empty: the browser's keys, and the private key of this house.
    p256dh: str = ""
    auth: str = ""
    key: str = ""
    contact: str = ""
    schemes: tuple[str, ...] = ()
    allow: tuple[str, ...] = ()


def send(errand: Errand) -> Outcome:
    if errand.p256dh:
        return push(errand)
    return tell(errand) if is_allowed(errand.to, errand.schemes) else "failed"


def push(errand: Errand) -> Outcome:
    """A POST to a browser's service. Redirects are answers like others: they are not followed."""
    from parlour.server.bells import webpush

    parts = urlsplit(errand.to)
    if parts.scheme != "https" or not parts.hostname:
        return "failed"
    headers = {
        "Authorization": webpush.signature(errand.to, errand.key, errand.contact),
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(KEPT),
        "Urgency": "high",
        "Topic": errand.message.tag,
    }
    body = webpush.encrypt(msgspec.json.encode(errand.message), errand.p256dh, errand.auth)
    context = ssl.create_default_context()
    line = http.client.HTTPSConnection(parts.hostname, parts.port, timeout=ANSWER_TIMEOUT, context=context)
    line.request("POST", parts.path + (f"?{parts.query}" if parts.query else ""), body, headers)
    status = line.getresponse().status
    if status in GONE:
        return "gone"
    return "sent" if 200 <= status < 300 else "failed"


def tell(errand: Errand) -> Outcome:
    """A notice at an address, as Apprise understands it."""
    import apprise
    import requests

    # A redirect is an answer that is no success.
    requests.Session.get_redirect_target = lambda self, resp: None  # type: ignore[method-assign]
    # No pictures from elsewhere, and nothing on the disk.
    asset = apprise.AppriseAsset(
        app_id="Parlour", app_desc="Parlour", app_url="", image_url_mask="", image_url_logo="", storage_mode="memory"
    )
    line = apprise.Apprise.instantiate(errand.to, asset=asset, suppress_exceptions=True)
    if not line:
        return "failed"
    message = errand.message
    body = f"{message.body}\n{message.url}".strip()
    # Names are typed by players: nobody is called by them.
    told = line.notify(body=body.replace("@", "＠"), title=message.title, body_format=apprise.NotifyFormat.TEXT)
    return "sent" if told else "failed"


def limit() -> None:
    """No more memory and time than a notice needs; where the system knows such limits."""
    try:
        import resource
    except ImportError:
        return
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (COMPUTING, COMPUTING))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def main() -> None:
    errand = msgspec.json.decode(sys.stdin.buffer.read(), type=Errand)
    limit()
    guard(errand.allow)
    outcome: Outcome = "failed"
    try:
        outcome = send(errand)
    except Exception:
        # Whatever it was, it may name where the notice goes: the word is all that is told of it.
        outcome = "failed"
    json.dump(outcome, sys.stdout)


if __name__ == "__main__":
    main()
