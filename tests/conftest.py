"""What must hold after every test: no fallback was used."""

from collections.abc import Iterator

import pytest

from parlour.engine.words import FAILED


@pytest.fixture(autouse=True)
def every_sentence_was_said() -> Iterator[None]:
    """A sentence that cannot be made is shown as its key; in a test that is a failure. Subprocesses: see houses.py."""
    FAILED.clear()
    yield
    assert not FAILED, f"sentences that could not be made: {dict(FAILED)}"
