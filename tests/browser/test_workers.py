"""Browsers behind nginx at a house of two workers: one of them dies, and the table goes on by itself at the other."""

import pytest
import worker_kills
from complaints import CUT

# What a browser may take to come back, and to play a move by mouse, on a busy machine; bench/workers.py measures it.
SECONDS = 30.0


@pytest.mark.complains(*CUT)
def test_browsers_go_on_when_a_worker_dies(playwright, tmp_path):
    result = worker_kills.play_through_kills(playwright, tmp_path, kills=5, seed=3)
    assert result["longest"] < SECONDS, result
    assert result["acknowledged"] >= 5
