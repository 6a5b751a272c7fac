"""A house on one machine and browsers on another: a whole game over TLS, and over plain HTTP at a LAN address."""

import contextlib

import clicks
import pytest
import qr
from complaints import listen

import houses
import namespaces
import proxies
import waiting


@pytest.fixture(scope="module")
def machines():
    with namespaces.two_machines() as pair:
        yield pair


@contextlib.contextmanager
def guests(playwright, folder, guest, url, options=()):
    """Browsers on the guests' machine; whoever comes starts at the house's door."""
    browser = clicks.launch(playwright.chromium, *options, program=guest.program(folder, clicks.CHROMIUM))

    def come():
        context = browser.new_context(base_url=f"{url}/", locale="en-GB", reduced_motion="reduce")
        context.set_default_timeout(waiting.TIMEOUT * 1000)
        context.add_init_script(clicks.AT_ONCE)
        listen(context)
        return context.new_page()

    try:
        yield come
    finally:
        browser.close()


def by_qr(ann, bob):
    """The text that a camera reads."""
    text = qr.read_svg(ann.locator(".qr svg path").get_attribute("d"))
    assert text == ann.locator("#link-player").input_value()
    bob.goto(text)


def by_code(ann, bob):
    bob.goto("")
    bob.locator("#join-code").press_sequentially(ann.locator("[data-code]").get_attribute("data-code"))
    bob.get_by_role("button", name="Join").click()


def sit_down(ann, bob, way):
    clicks.invite(ann, root="")
    way(ann, bob)
    bob.get_by_role("button", name="Sit down").click()
    for page in (ann, bob):
        page.wait_for_selector("main[data-status=playing]")


def play_a_few(ann, bob, decisions):
    """Whoever is asked plays by mouse, so many times."""
    for _ in range(decisions):
        clicks.until(ann, lambda: any(page.locator(clicks.CARDS).count() for page in (ann, bob)))
        clicks.play_something(next(page for page in (ann, bob) if page.locator(clicks.CARDS).count()))


def play_by_hand(ann, bob):
    """Both play by mouse until the match is over."""
    while clicks.status(ann) != "over":
        page = next((p for p in (ann, bob) if p.locator(clicks.CARDS).count()), None)
        if page is None:
            ann.wait_for_timeout(20)
        else:
            clicks.play_something(page)
    for page in (ann, bob):
        page.wait_for_selector("#ending")


def play_by_bots(ann, bob):
    for page in (ann, bob):
        clicks.let_a_bot_play(page)
    for page in (ann, bob):
        page.wait_for_selector("#ending")


def check_draws(page):
    page.get_by_role("link", name="Fairness").click()
    page.locator(".good", has_text="draws").wait_for()


def test_friends_come_by_qr_and_by_code_and_play_over_tls(playwright, machines, tmp_path):
    house, guest = machines
    with (
        proxies.behind_nginx(tmp_path, place=house) as proxy,
        guests(playwright, tmp_path, guest, proxy.url, proxy.chromium_options) as come,
    ):
        ann, bob, eve = come(), come(), come()
        clicks.invite(ann, root="")
        check_copy(ann)
        sit_down(ann, bob, by_qr)
        assert ann.evaluate("isSecureContext && location.protocol") == "https:"
        play_by_hand(ann, bob)
        check_draws(bob)
        sit_down(ann, eve, by_code)
        play_by_bots(ann, eve)


def test_a_lan_address_without_tls_is_enough(playwright, machines, tmp_path):
    """Browsers give such pages neither crypto.subtle nor a clipboard."""
    house, guest = machines
    opened = houses.House(str(tmp_path / "tables.db"), options=["--no-limits", "--lan"], place=house)
    try:
        assert opened.url == f"http://{namespaces.HOUSE}:{opened.port}"
        assert "WARNING: without TLS" in opened.printed()
        with guests(playwright, tmp_path, guest, opened.url) as come:
            ann, bob = come(), come()
            clicks.invite(ann, root="")
            assert ann.evaluate("[isSecureContext, typeof crypto.subtle, typeof navigator.clipboard]") == [
                False,
                "undefined",
                "undefined",
            ]
            check_copy(ann)
            sit_down(ann, bob, by_qr)
            assert [cookie["secure"] for cookie in ann.context.cookies()] == [False]
            play_a_few(ann, bob, 4)
            play_by_bots(ann, bob)
            check_draws(ann)
    finally:
        opened.stop()


def check_copy(page):
    """What the button has copied can be pasted."""
    field = page.locator(".field", has=page.locator("#link-player"))
    field.get_by_role("button", name="Copy").click()
    field.get_by_role("button", name="Copied").wait_for()
    page.evaluate("document.body.append(Object.assign(document.createElement('input'), { id: 'pasted' }))")
    page.locator("#pasted").focus()
    page.keyboard.press("Control+V")
    assert page.locator("#pasted").input_value() == page.locator("#link-player").input_value()
