"""Through a real nginx with TLS, with and without a path to live under: friends come by link and code, and play."""

import shutil
import ssl

import clicks
import httpx
import pytest

import proxies

pytestmark = pytest.mark.skipif(not shutil.which("nginx"), reason="nginx is not installed: play.py test installs it")


def open_browser(chromium, proxy):
    return clicks.launch(chromium.browser_type, *proxy.chromium_options)


def come(browser, proxy):
    context = browser.new_context(base_url=f"{proxy.url}/", locale="en-GB", reduced_motion="reduce")
    context.set_default_timeout(clicks.PATIENCE * 1000)
    context.add_init_script("localStorage.setItem('pace', 'once')")
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


@pytest.mark.parametrize(("root", "with_port", "way"), [("", False, by_link), ("/parlour", True, by_code)])
def test_two_friends_play_over_tls(chromium, tmp_path, root, with_port, way):
    with proxies.behind_nginx(tmp_path, root, with_port) as proxy:
        check_answers(proxy)
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


def check_answers(proxy):
    """The certificate is believed by our authority, assets are where the page says, and browsers are kept on TLS."""
    trust = ssl.create_default_context(cafile=proxy.authority)
    headers = {"Host": f"{proxies.NAME}:{proxy.port}"}
    with httpx.Client(verify=trust, headers=headers, base_url=f"https://127.0.0.1:{proxy.port}{proxy.root}") as client:
        named = {"extensions": {"sni_hostname": proxies.NAME}}
        page = client.get("/t/nothing", **named)
        assert page.headers["strict-transport-security"]
        assert f'src="{proxy.root}/assets/' in page.text
        assert client.get("/api/live", **named).json()["ok"]
        assert client.get("/metrics", **named).status_code == 404


def check_cookies(page):
    (cookie,) = page.context.cookies()
    assert cookie["name"] == "__Host-parlour"
    assert cookie["secure"]
    assert cookie["httpOnly"]
