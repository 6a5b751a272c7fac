"""`parlour compile`, ended while it works."""

import os
import signal
import subprocess
import sys
import time

import pytest

import houses
from parlour.engine import jit

pytestmark = pytest.mark.skipif(bool(jit.CONFIG.DISABLE_JIT), reason="nothing is compiled")


def ctrl_c_works():
    """As in a terminal; a process that is started in the background may ignore it."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGTERM])
def test_compiling_that_is_ended_ends_its_processes(tmp_path, end):
    """They were left behind, and waited for ever."""
    command = [sys.executable, "-m", "parlour", "compile"]
    environment = {**os.environ, "PARLOUR_CACHE": str(tmp_path / "cache")}
    compiling = subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True, preexec_fn=ctrl_c_works)
    until = time.monotonic() + 60
    while len(houses.using(tmp_path)) < 2 and time.monotonic() < until:
        time.sleep(0.05)
    assert len(houses.using(tmp_path)) >= 2
    compiling.send_signal(end)
    _, said = compiling.communicate(timeout=20)
    assert compiling.returncode == 128 + end
    assert "Traceback" not in said
    assert not houses.using(tmp_path)
