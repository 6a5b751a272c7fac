"""Who a browser is: a cookie with the tokens of the seats that it was given, the newest first.

A seat that is taken belongs to a token which nobody had before. So whoever planted a cookie in a browser has no part in
what is taken with it: over plain HTTP another site of the domain can do that, or another port of the machine.
"""

import re

from starlette.requests import HTTPConnection
from starlette.responses import Response

from parlour.server.settings import Settings

# One cookie for the whole house; behind TLS with the prefix that keeps other sites of the domain from setting it.
SESSION, SECURE_SESSION = "parlour", "__Host-parlour"
SESSION_AGE = 90 * 86400
TOKEN = re.compile(r"[A-Za-z0-9_-]{22,64}\Z")

# Tokens in that cookie which are read; a browser takes no cookie of more than 4,096 bytes.
MAX_TOKENS = 100

# Before, every table had a cookie of its own: the prefix of its name.
OF_ONE_TABLE = "parlour-"


def is_secure(connection: HTTPConnection) -> bool:
    """Whether a request or a socket comes over TLS, here or as far as the proxy in front."""
    settings: Settings = connection.app.state.settings
    return settings.is_public_and_secure(connection.headers.get("host")) or connection.url.scheme in ("https", "wss")


def tokens_of(connection: HTTPConnection) -> list[str]:
    """The tokens of a browser's session.

    Over TLS only the cookie with the prefix counts: another site of the domain could have set the plain one.
    """
    value = connection.cookies.get(SECURE_SESSION if is_secure(connection) else SESSION, "")
    return [token for token in value.split(".")[:MAX_TOKENS] if TOKEN.match(token)]


def older_cookies(cookies: dict[str, str]) -> dict[str, str]:
    """By table the tokens of cookies for one table each."""
    return {k.removeprefix(OF_ONE_TABLE): v for k, v in cookies.items() if k.startswith(OF_ONE_TABLE)}


def tokens_for(connection: HTTPConnection, id: str) -> list[str]:
    """Those of a browser that may hold a seat at a table."""
    return [*tokens_of(connection), *connection.cookies.get(OF_ONE_TABLE + id, "").split(".")]


def keep_session(connection: HTTPConnection, response: Response, tokens: list[str]) -> None:
    """Set the session's cookie, which scripts cannot read."""
    secure = is_secure(connection)
    name = SECURE_SESSION if secure else SESSION
    if tokens:
        response.set_cookie(name, ".".join(tokens), SESSION_AGE, httponly=True, samesite="lax", secure=secure)


def prolonged(connection: HTTPConnection) -> list[tuple[bytes, bytes]]:
    """The header that prolongs the cookie of a browser which opens a table, if it has one."""
    response = Response()
    keep_session(connection, response, tokens_of(connection))
    return [header for header in response.raw_headers if header[0] == b"set-cookie"]
