"""How a fault in a rule is found: by running its call as plain Python, in bounds."""

import ast
import contextlib
import gc
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np

from parlour.engine import jit

SOURCES = Path(jit.__file__).parents[2]


def test_interpreted_copies_leave_the_arguments_alone():
    from parlour.engine.explain import run_interpreted

    def fill(values):
        values[:] = 1

    values = np.zeros(3)
    assert run_interpreted(fill, (values,)) is None
    assert values.tolist() == [0, 0, 0]


def test_a_loop_that_calls_nothing_is_given_up(monkeypatch):
    from parlour.engine import explain

    ended = []

    def spin():
        for _ in range(20_000_000):
            pass
        ended.append(True)

    monkeypatch.setattr(explain, "SECONDS", 0.1)
    assert explain.run_interpreted(spin, ()) is None
    assert not ended


def test_threads_may_read_sources_at_once():
    """Python 3.11 could not, if garbage was collected meanwhile: of five games a server found one broken."""
    sources = sorted((SOURCES / "parlour").rglob("*.py"))
    before = gc.get_threshold()
    gc.callbacks.append(let_others_run)
    gc.set_threshold(100)
    ended = threading.Event()
    # Somebody who does not know of our lock.
    stranger = threading.Thread(target=lambda: [parse_something() for _ in iter(ended.is_set, True)])
    try:
        stranger.start()
        with ThreadPoolExecutor(4) as pool:
            found = list(pool.map(jit.read_source.__wrapped__, sources * 2))
    finally:
        ended.set()
        stranger.join()
        gc.set_threshold(*before)
        gc.callbacks.remove(let_others_run)
    assert found[: len(sources)] == found[len(sources) :]


def parse_something():
    with contextlib.suppress(SystemError):
        ast.parse("a + b * (c - d)")
    time.sleep(0.001)


def let_others_run(phase, info):
    time.sleep(0)
