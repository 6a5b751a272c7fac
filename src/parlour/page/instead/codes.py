"""There are no codes in a page: nobody comes to it from elsewhere. In the place of `parlour.server.store.codes`."""

from typing import Any


class Codes:
    """No code leads to a table here."""

    def __init__(self, store: Any) -> None:
        self.store = store

    async def give(self, id: str) -> tuple[str, float]:
        raise NotImplementedError

    async def table(self, typed: str) -> str | None:
        return None

    async def end(self, id: str) -> None:
        """There is none."""
