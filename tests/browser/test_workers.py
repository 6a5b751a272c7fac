"""A browser at a house of two workers: one of them dies, and the table goes on by itself at the other."""

import os
import signal
import time

import clicks
import pytest

import houses

# What a browser may take to come back; longer than it should, since this machine may be busy.
SECONDS = 15.0


@pytest.fixture
def two_workers():
    with houses.postgres() as url:
        opened = houses.House(url, options=["--no-limits", "--workers", "2"])
        yield opened
        opened.stop()


def test_a_browser_goes_on_when_its_worker_dies(visit, two_workers):
    page = visit(two_workers)
    page.goto("/")
    page.click("[data-play=heartcatchers]")
    assert clicks.ready(page)
    for _ in range(2):
        two_workers.wait_for_workers(2)
        assert clicks.ready(page)
        before = clicks.ply(page)
        # The older one first: the browser's own is among the two.
        os.kill(houses.workers_of(two_workers.process.pid)[0], signal.SIGKILL)
        began = time.monotonic()
        clicks.play_something(page)
        clicks.moved(page, before)
        assert time.monotonic() - began < SECONDS
