"""In the place of `parlour.server.store.reading`."""

from parlour.server.store.store import count_unbegun, list_holding  # type: ignore[attr-defined]

__all__ = ["count_unbegun", "list_holding"]
