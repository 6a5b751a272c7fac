"""Secrets that prove a seat; the store has only their hashes."""

import hashlib
import secrets


def new_token() -> str:
    """A seat's secret: 192 bits from the operating system."""
    return secrets.token_urlsafe(24)


def token_hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
