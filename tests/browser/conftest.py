"""A real Chromium, and a house whose bots answer at once."""

from contextlib import contextmanager

import clicks
import pytest
from playwright.sync_api import sync_playwright

import houses


@pytest.fixture(scope="session")
def house(tmp_path_factory):
    opened = houses.House(str(tmp_path_factory.mktemp("house") / "tables.db"))
    yield opened
    printed = opened.printed()
    opened.stop()
    assert "Traceback" not in printed, printed


@pytest.fixture(scope="session")
def playwright():
    with sync_playwright() as started:
        yield started


@pytest.fixture(scope="session")
def chromium(playwright):
    browser = clicks.launch(playwright.chromium)
    yield browser
    browser.close()


@pytest.fixture
def visit(chromium, house):
    """Somebody with a browser of their own; whatever goes wrong in a page fails the test."""
    with visitors(chromium, house) as come:
        yield come


@pytest.fixture(scope="module")
def visit_once(chromium, house):
    """The same for pages that all tests of a module use."""
    with visitors(chromium, house) as come:
        yield come


@contextmanager
def visitors(chromium, house):
    contexts, faults = [], []

    def come(at=house, width=1280, height=800, **options):
        settings = {"locale": "en-GB", "reduced_motion": "reduce", **options}
        context = chromium.new_context(base_url=at.url, viewport={"width": width, "height": height}, **settings)
        context.set_default_timeout(clicks.PATIENCE * 1000)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("console", lambda said: note(faults, said))
        return page

    yield come
    for context in contexts:
        context.close()
    assert faults == []


def note(faults, said):
    """What a browser complains about, except that a line was cut: tests do that on purpose."""
    lost = (
        "ERR_CONNECTION_REFUSED",
        "ERR_CONNECTION_RESET",
        "ERR_INTERNET_DISCONNECTED",
        "WebSocket connection to",
        "404",
        "403",
    )
    if said.type in ("error", "warning") and not any(word in said.text for word in lost):
        faults.append(said.text)
