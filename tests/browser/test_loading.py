"""Pages and tables are loaded when they are needed: what does not come is tried again, and then told."""

import pytest
from complaints import listen

import waiting

pytestmark = pytest.mark.complains("could not be loaded", "ERR_FAILED")

SAID = {
    "en-GB": ("A part of this page could not be loaded.", "Try again"),
    "de-DE": ("Ein Teil dieser Seite konnte nicht geladen werden.", "Noch einmal versuchen"),
}


@pytest.fixture
def browser(chromium, house):
    """A page whose warnings are kept: here the network fails on purpose."""
    contexts = []

    def come(**options):
        context = chromium.new_context(base_url=house.url, viewport={"width": 390, "height": 844}, **options)
        context.set_default_timeout(waiting.TIMEOUT * 1000)
        contexts.append(context)
        listen(context)
        page, warned = context.new_page(), []
        page.on("console", lambda said: warned.append(said.text) if said.type == "warning" else None)
        return page, warned

    yield come
    for context in contexts:
        context.close()


# The shelf's script, and the styles of the page for a new table.
PARTS = {"/": "**/assets/Shelf-*.js", "/new/heartcatchers": "**/assets/NewTable-*.css"}


@pytest.mark.parametrize(("path", "part"), PARTS.items())
def test_what_fails_once_is_tried_again_by_itself(browser, path, part):
    page, warned = browser(locale="en-GB")
    # A browser may fetch a part twice by itself: it fails until the page has noticed.
    page.route(part, lambda route: route.continue_() if warned else route.abort("failed"))
    page.goto(path)
    page.wait_for_selector("main")
    assert len([text for text in warned if "could not be loaded" in text]) == 1
    assert page.locator("[role=alert]").count() == 0
    page.goto("/about")
    page.wait_for_selector("main")


@pytest.mark.complains("blocked by Playwright")
@pytest.mark.parametrize(("locale", "workers"), [("en-GB", "block"), ("de-DE", "allow")])
def test_what_fails_again_is_said_with_a_way_on(browser, locale, workers):
    """Whether the page loads its parts itself, or on a later visit its service worker does."""
    sentence, button = SAID[locale]
    page, warned = browser(locale=locale, service_workers=workers)
    if workers == "allow":
        page.goto("/about")
        page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    # A worker's requests are seen by the routes of its context alone.
    page.context.route(PARTS["/"], lambda route: route.abort("failed"))
    page.goto("/")
    page.get_by_text(sentence).wait_for()
    assert len([text for text in warned if "could not be loaded" in text]) == 2
    assert page.evaluate("!!navigator.serviceWorker.controller") == (workers == "allow")
    page.context.unroute(PARTS["/"])
    page.get_by_role("button", name=button).click()
    page.wait_for_selector("main")
    assert page.get_by_text(sentence).count() == 0
