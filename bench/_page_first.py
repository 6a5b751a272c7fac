"""What bench/pages.py runs in a page's Python, in Node, for the processor time until a first table is seen."""

from typing import Any

from _page_inside import started, whole_look

from parlour.engine import registry


def everything(name: str) -> dict[str, Any]:
    match = started(registry.load(name))
    return {"story": len(whole_look(match, match.deciders[0])[3])}
