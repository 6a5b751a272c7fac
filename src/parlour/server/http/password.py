"""The password of a house: without it nobody gets further than the pages, which know nothing.

Whoever has said it once has a cookie that shows so. It follows from the password alone: every worker knows it, it
outlives a restart, and a new password voids it.
"""

import hashlib
import hmac
from functools import cache

from starlette.requests import HTTPConnection

from parlour.server.settings import Settings

PASS, SECURE_PASS = "door", "__Host-door"
# Asked without it: by whoever watches over the server, and to say it.
OPEN = ("/api/live", "/api/ready", "/api/health", "/api/door")


@cache
def pass_for(password: str) -> str:
    """What the cookie holds; who finds one has to try passwords slowly."""
    key = hashlib.scrypt(password.encode(), salt=b"parlour door", n=2**14, r=8, p=1)
    return hmac.new(key, b"pass", "sha256").hexdigest()


def may_enter(connection: HTTPConnection) -> bool:
    """Whether this house has no password, or the browser has said it; the pages themselves are for everybody."""
    settings: Settings = connection.app.state.settings
    path = connection.url.path
    if not settings.password or not path.startswith("/api/") or path in OPEN:
        return True
    shown = [connection.cookies.get(name, "") for name in (PASS, SECURE_PASS)]
    return any(hmac.compare_digest(one.encode(), pass_for(settings.password).encode()) for one in shown)


def is_right(settings: Settings, said: str) -> bool:
    return hmac.compare_digest(said.encode(), settings.password.encode())
