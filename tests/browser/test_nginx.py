"""Through a real nginx with TLS, with and without a path to live under: friends come by link and code, and play."""

import json
import shutil
import socket
import ssl

import clicks
import httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

import houses
import proxies
from parlour.server.patches import Reader

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
    """The certificate is believed by our authority, assets are where the page says, and browsers are kept on TLS."""
    proxy = ways[root, with_port]
    trust = ssl.create_default_context(cafile=proxy.authority)
    origin = f"https://{proxies.NAME}:{proxy.port}"
    headers = {"Host": f"{proxies.NAME}:{proxy.port}", "Origin": origin}
    at = f"https://{proxy.address}:{proxy.port}{proxy.root}"
    with httpx.Client(verify=trust, headers=headers, base_url=at) as client:
        named = {"extensions": {"sni_hostname": proxies.NAME}}
        page = client.get("/t/nothing", **named)
        assert page.headers["strict-transport-security"]
        assert f'src="{proxy.root}/assets/' in page.text
        assert client.get("/api/live", **named).json()["ok"]
        assert client.get("/metrics", **named).status_code == 404
        strange = {"Origin": "https://elsewhere.example"}
        assert client.post("/api/tables", json=WISH, headers=strange, **named).status_code == 403
        laid = client.post("/api/tables", json=WISH, **named)
        assert laid.status_code == 201
        cookie = laid.headers["set-cookie"].partition(";")[0]
    socket_of_table(proxy, trust, laid.json()["id"], {"Cookie": cookie})


WISH = {"game": "heartcatchers", "seats": [{"kind": "me"}, {"kind": "bot"}]}


def socket_of_table(proxy, trust, id, headers):
    """It opens for a page of ours, shows the seat of whoever laid the table, and is closed to pages of others."""
    address = f"wss://{proxies.NAME}:{proxy.port}{proxy.root}/api/tables/{id}/socket"
    for origin, opens in ((f"https://{proxies.NAME}:{proxy.port}", True), ("https://elsewhere.example", False)):
        line = socket.create_connection((proxy.address, proxy.port))
        try:
            with connect(address, sock=line, ssl=trust, origin=origin, additional_headers=headers) as opened:
                opened.send(json.dumps({"type": "hello", "last": 0, "language": "en", "nonce": "0" * 32}))
                assert Reader().read(opened.recv(houses.PATIENCE))["me"] == 0
                assert opens
        except InvalidStatus:
            assert not opens


def check_cookies(page):
    (cookie,) = page.context.cookies()
    assert cookie["name"] == "__Host-parlour"
    assert cookie["secure"]
    assert cookie["httpOnly"]
