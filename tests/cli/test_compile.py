"""`parlour compile`: nothing that is played is left out, and it can be ended while it works."""

import json
import os
import signal
import subprocess
import sys

import pytest

import houses
import waiting
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
    waiting.until(lambda: len(houses.using(tmp_path)) >= 2, "a process that compiles")
    compiling.send_signal(end)
    _, said = compiling.communicate(timeout=waiting.TIMEOUT)
    assert compiling.returncode == 128 + end
    assert "Traceback" not in said
    assert not houses.using(tmp_path)


# Plays in every mode and counts what Python calls that was not called, and so not compiled, by compile_game.
LEFT_OUT = """
import json, random, sys
from parlour.engine import linking, registry
from parlour.compiling import compile_game
from parlour.engine.match import Match

asked, look_up = set(), linking.RootCache.load_overload

def noting(cache, *arguments):
    if len(linking.COMPILING) == 1:
        asked.add(cache.name)
    return look_up(cache, *arguments)

linking.RootCache.load_overload = noting
left_out = {}
for name in registry.names(shelf_only=True):
    compile_game(name, lambda *_: None)
    compiled, game = set(asked), registry.load(name)
    for mode, seats in game.variants():
        match, pick = Match.deal(name, seed=3, seats=seats, mode=game.about.mode_names[mode]), random.Random(3)
        for _ in range(60):
            look = match.look(match.seat)
            look.view, look.previews, look.story(), look.question
            if look.legal:
                match.play(pick.choice(match.moves()))
    left_out[name] = sorted(asked - compiled)
print(json.dumps(left_out))
"""


def test_what_is_compiled_beforehand_is_all_that_a_table_calls():
    """In a process of its own, where every function is looked up in the cache when it is first called."""
    done = subprocess.run([sys.executable, "-c", LEFT_OUT], capture_output=True, text=True, check=True)
    assert {name: left for name, left in json.loads(done.stdout).items() if left} == {}
