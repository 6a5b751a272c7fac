"""What is delivered with the browser's pages, by a server and in a page without one: the service worker."""

import json
from collections.abc import Iterable

WORKER = "sw.js"


def fill_worker(text: str, version: str, files: Iterable[str], served: bool) -> str:
    """The service worker's source with its version, the files that it keeps, and whether a server is behind them."""
    told = {"%VERSION%": version, "%FILES%": json.dumps(list(files)), "%SERVED%": json.dumps(served)}
    for mark, value in told.items():
        if mark not in text:
            raise ValueError(f"{WORKER} has no {mark}: it is of another version, or was filled before")
        text = text.replace(mark, value)
    return text
