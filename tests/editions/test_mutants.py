"""Editions changed at random are refused in sentences, or can be played to the end; bench/mutants.py plays more."""

import json
import os
import subprocess
import sys

import pytest

import places

SCRIPT = places.TESTS / "editions" / "mutants.py"


@pytest.mark.parametrize("game", places.RELEASED)
def test_ten_changed_editions_are_played_bounds_checked(game):
    done = subprocess.run(
        [sys.executable, str(SCRIPT), game, "10", "7", "random"],
        env={**os.environ, "NUMBA_BOUNDSCHECK": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    found = json.loads(done.stdout)
    assert found["faults"] == []
    assert (found["good"], found["ended"] + len(found["unended"])) == (10, 10)
