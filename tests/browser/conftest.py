"""A real Chromium, and a house whose bots answer at once."""

from contextlib import contextmanager

import clicks
import pytest
from complaints import complaints, listen
from playwright.sync_api import sync_playwright

import houses
import waiting
from seeds import SAME_NONCE


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
    """Somebody with a browser of their own."""
    with visitors(chromium, house) as come:
        yield come


@pytest.fixture(scope="module")
def visit_once(chromium, house):
    """The same for pages that all tests of a module use."""
    with visitors(chromium, house) as come:
        yield come


@contextmanager
def visitors(chromium, house):
    contexts = []

    def come(at=house, width=1280, height=800, **options):
        settings = {"locale": "en-GB", "reduced_motion": "reduce", **options}
        context = chromium.new_context(base_url=at.url, viewport={"width": width, "height": height}, **settings)
        context.set_default_timeout(waiting.TIMEOUT * 1000)
        context.add_init_script(SAME_NONCE)
        contexts.append(context)
        listen(context)
        return context.new_page()

    yield come
    for context in contexts:
        context.close()


@pytest.fixture(autouse=True)
def quiet_consoles(request):
    """No page complains but of what its test has named."""
    yield
    names = [name for mark in request.node.iter_markers("complains") for name in mark.args]
    assert complaints.unnamed(names) == []
