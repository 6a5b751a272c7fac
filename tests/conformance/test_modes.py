"""Three ways to run the rules, one result: compiled, interpreted with warnings as errors, bounds-checked."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import digests
from parlour.engine import registry

SCRIPT = Path(digests.__file__)
IGNORED = "ignore:overflow encountered:RuntimeWarning:parlour.engine.chance"


def run(name: str, games: int, **environment: str) -> dict[str, str]:
    done = subprocess.run(
        [sys.executable, "-W", "error", "-W", IGNORED, str(SCRIPT), name, str(games)],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return json.loads(done.stdout)


@pytest.mark.parametrize("name", registry.names())
def test_interpreted(name):
    assert run(name, 1, NUMBA_DISABLE_JIT="1") == digests.digests(name, 1)


@pytest.mark.parametrize("name", registry.names())
def test_bounds_checked(name):
    assert run(name, 3, NUMBA_BOUNDSCHECK="1") == digests.digests(name, 3)
