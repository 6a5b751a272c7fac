"""Research: the games as environments for learning systems and for experiments. Imports nothing heavy until it is used.

`vector` plays many games at once. `parlour.research.gymnasium`, `parlour.research.pettingzoo` and
`parlour.research.openspiel` are the same games behind the interfaces of these packages; none of them is installed with
Parlour (`pip install "parlour[research]"`).
"""

from typing import Any

PLACES = {
    "IllegalAction": "batch",
    "Table": "table",
    "Vector": "batch",
    "WordGame": "words",
    "vector": "batch",
}
__all__ = ["IllegalAction", "Table", "Vector", "WordGame", "vector"]


def __getattr__(name: str) -> Any:
    if name not in PLACES:
        raise AttributeError(f"parlour.research has no {name}")
    from importlib import import_module

    return getattr(import_module(f"parlour.research.{PLACES[name]}"), name)
