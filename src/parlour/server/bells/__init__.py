"""Bells: telling a seat that it is its turn while its page is closed, by web push or at an address."""
