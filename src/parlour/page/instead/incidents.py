"""What can go wrong with the store of a page; in the place of `parlour.server.store.incidents`."""

MAX_TRIES = 8


class StoreError(RuntimeError):
    """A write failed; nothing of it is kept."""


class WriteRejected(StoreError):
    """One write was refused."""


class InDoubt(StoreError):
    """Nobody knows whether a write is kept; never here."""


class Overtaken(StoreError):
    """Somebody else has changed the table since it was read."""
