"""Addresses that visitors type: which of them a house takes, by lists of what is let through."""

import re
from collections.abc import Collection

# No options behind a question mark, since some of them read files, and one address alone.
ADDRESS = re.compile(r"([a-z]{2,12})://[A-Za-z0-9._~:@%/!$&'()*+=-]{1,380}\Z")


def scheme_of(address: str) -> str:
    """The scheme of an address that is plain enough; nothing, if it is not."""
    found = ADDRESS.match(address)
    return found[1] if found else ""


def is_allowed(address: str, schemes: Collection[str]) -> bool:
    return scheme_of(address) in schemes
