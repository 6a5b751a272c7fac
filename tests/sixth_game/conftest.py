"""Puts the sixth game where an installed package would be: on the path, with its entry point."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from parlour.engine import registry

SOURCES = Path(__file__).parent / "src"


@pytest.fixture(scope="module", autouse=True)
def installed() -> Iterator[None]:
    """The registry keeps what it has found, so it has to look again."""
    sys.path.insert(0, str(SOURCES))
    registry.packages.cache_clear()
    yield
    sys.path.remove(str(SOURCES))
    registry.packages.cache_clear()
