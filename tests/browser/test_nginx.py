"""Through a real nginx with TLS, with and without a path to live under: friends come by link and code, and play."""

import shutil

import clicks
import pytest
from complaints import listen

import proxies
import waiting

pytestmark = pytest.mark.skipif(not shutil.which("nginx"), reason="nginx is not installed: play.py test installs it")


def open_browser(chromium, proxy):
    return clicks.launch(chromium.browser_type, *proxy.chromium_options)


def come(browser, proxy):
    context = browser.new_context(base_url=f"{proxy.url}/", locale="en-GB", reduced_motion="reduce")
    context.set_default_timeout(waiting.TIMEOUT * 1000)
    context.add_init_script(clicks.AT_ONCE)
    listen(context)
    return context.new_page()


def invite(page):
    page.goto("")
    page.locator(".box", has_text="Heartcatchers").get_by_role("button", name="Invite").click()
    page.wait_for_selector("[data-code]")


def by_link(ann, bob):
    bob.goto(ann.locator("#link-player").input_value())


def by_code(ann, bob):
    bob.goto("")
    bob.locator("#join-code").press_sequentially(ann.locator("[data-code]").get_attribute("data-code"))
    bob.get_by_role("button", name="Join").click()


@pytest.fixture(scope="module")
def ways(tmp_path_factory):
    """With and without a path, with and without the port in Host."""
    with proxies.every_way(tmp_path_factory.mktemp("nginx")) as opened:
        yield opened


@pytest.mark.parametrize(("root", "with_port", "way"), [("", False, by_link), ("/parlour", True, by_code)])
def test_two_friends_play_over_tls(chromium, ways, root, with_port, way):
    proxy = ways[root, with_port]
    browser = open_browser(chromium, proxy)
    try:
        ann, bob = come(browser, proxy), come(browser, proxy)
        invite(ann)
        assert ann.locator("#link-player").input_value().startswith(f"{proxy.url}/t/")
        way(ann, bob)
        bob.get_by_role("button", name="Sit down").click()
        for page in (ann, bob):
            page.wait_for_selector("main[data-status=playing]")
            assert page.url.startswith(f"{proxy.url}/t/")
            check_cookies(page)
        for page in (ann, bob):
            clicks.let_a_bot_play(page)
        for page in (ann, bob):
            page.wait_for_selector("#ending")
        ann.get_by_role("link", name="Replay").click()
        ann.wait_for_selector("input[type=range]")
        assert ann.url.startswith(f"{proxy.url}/r/")
        ann.reload()
        ann.wait_for_selector("input[type=range]")
    finally:
        browser.close()


@pytest.mark.parametrize("root", ["", "/parlour"])
@pytest.mark.parametrize("with_port", [False, True])
def test_pages_requests_and_sockets_come_through(ways, root, with_port):
    proxies.check_what_comes_through(ways[root, with_port])


def test_nobody_makes_up_an_address(ways):
    proxies.check_made_up_addresses(ways["", False])


def check_cookies(page):
    (cookie,) = page.context.cookies()
    assert cookie["name"] == "__Host-parlour"
    assert cookie["secure"]
    assert cookie["httpOnly"]
