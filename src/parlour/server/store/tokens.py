"""Random names of tables, and secrets that prove a seat; of those the store has only hashes."""

import hashlib
import secrets
import string

LETTERS = string.ascii_letters + string.digits


def new_id() -> str:
    """A table's name, of 71 bits. Letters and digits alone: to a command line a hyphen would begin an option."""
    return "".join(secrets.choice(LETTERS) for _ in range(12))


def new_token() -> str:
    """A seat's secret: 192 bits from the operating system."""
    return secrets.token_urlsafe(24)


def token_hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
