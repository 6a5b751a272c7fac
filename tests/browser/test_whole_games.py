"""Whole games of Heartcatchers in a real browser."""

import clicks
import pytest

import houses


def test_one_click_from_the_shelf_to_a_whole_game_by_mouse(visit):
    page = visit()
    page.goto("/")
    page.click("[data-play=heartcatchers]")
    assert clicks.ready(page)
    clicks.watch_shifts(page)
    clicks.play_out(page)
    page.wait_for_selector("#ending")
    assert page.evaluate("window.shifts") == []
    for seen in ("#ending", ".ledger", ".main"):
        assert clicks.in_view(page, seen), seen
    totals = clicks.numbers(page, ".ledger .total b")
    columns = clicks.numbers(page, ".ledger > div:not(.total) .ln.numbers b")
    assert totals == [sum(columns[seat::2]) for seat in range(2)]
    assert sorted(totals) == sorted(clicks.numbers(page, ".seats .points"))


def test_a_whole_game_by_keyboard_alone(visit):
    page = visit()
    page.goto("/")
    page.wait_for_selector("[data-play=heartcatchers]")
    clicks.tab_to(page, "[data-play=heartcatchers]")
    page.keyboard.press("Enter")
    page.wait_for_selector("main[data-status=playing]")
    assert clicks.ready(page)
    clicks.tab_to(page, clicks.CARDS)
    turns = 0
    while clicks.ready(page):
        before = clicks.ply(page)
        choose_by_keys(page)
        clicks.moved(page, before)
        turns += 1
    assert turns == 7
    page.wait_for_selector("#ending")


def choose_by_keys(page):
    """A card by its number, a column by its letter: catch if that can be done, else hide."""
    for slot in "123":
        page.keyboard.press(slot)
        for column in "qwe":
            page.keyboard.press(column)
            if clicks.at(page, ".stack.mine .act.can"):
                return page.keyboard.press("Enter")
        if page.locator(".slot").count():
            break
    page.keyboard.press("Shift+Q")
    assert clicks.at(page, ".stack.mine .slot")
    return page.keyboard.press("Enter")


def test_two_browsers_and_a_spectator(visit):
    ann, bob, eve = visit(), visit(), visit()
    heard = {name: clicks.overhear(page) for name, page in (("ann", ann), ("bob", bob), ("eve", eve))}
    link = clicks.invite(ann)
    watch, _, token = link.partition("#")
    assert len(token) >= 22
    eve.goto(watch)
    clicks.sit_down(bob, link)
    for page in (ann, bob, eve):
        page.wait_for_selector("main[data-status=playing]")
    assert "#" not in bob.url
    assert token not in bob.evaluate("location.href + document.cookie + JSON.stringify(history.state)")
    for page in (ann, bob):
        assert page.evaluate("document.cookie") == ""
        assert all(cookie["httpOnly"] for cookie in page.context.cookies())
    assert eve.context.cookies() == []
    play_together(ann, bob)
    for page in (ann, bob, eve):
        page.wait_for_selector("#ending")
    for name, others in (("ann", (1,)), ("bob", (0,)), ("eve", (0, 1))):
        houses.check_frames(heard[name], others)
    assert eve.locator(".prompt .main").count() == 0


def play_together(*pages):
    """Whoever can plays, until it is over."""
    while True:
        now = max(clicks.ply(page) for page in pages)
        for page in pages:
            clicks.moved(page, now - 1)
        if any(clicks.status(page) == "over" for page in pages):
            return
        page = next((p for p in pages if p.locator(clicks.CARDS).count()), None)
        if page:
            clicks.play_something(page)


def test_a_shared_screen_with_the_curtain(visit):
    page = visit()
    frames = clicks.overhear(page)
    page.goto("/")
    page.locator(".box", has_text="Heartcatchers").get_by_role("button", name="Same screen").click()
    seen = set()
    while True:
        clicks.fall(page, clicks.CARDS)
        if page.locator("#ending").count():
            break
        if page.locator(".curtain").count():
            assert page.locator(".hand").count() == 0
            seen.add(page.locator(".curtain h2").inner_text())
            page.click(".curtain button")
            page.wait_for_selector(clicks.CARDS)
        clicks.play_something(page)
    assert seen == {"Pass the screen to Player 1", "Pass the screen to Player 2"}
    for shown in clicks.tables(frames):
        if shown["status"] == "playing":
            houses.check_table(shown, {0, 1} - {shown["me"]})


def test_at_a_shared_screen_one_sees_ones_draw_before_the_curtain_falls(visit):
    page = visit()
    page.goto("/")
    page.locator(".box", has_text="Heartcatchers").get_by_role("button", name="Same screen").click()
    page.click(".curtain button")
    page.wait_for_selector(clicks.CARDS)
    mover = page.get_attribute("main", "data-me")
    clicks.play_something(page)
    page.get_by_text(f"Pass the screen to Player {2 - int(mover)}").wait_for()
    assert page.locator(".curtain").count() == 0
    assert page.get_attribute("main", "data-me") == mover
    assert page.locator(".hand.near button").count() == 3, "the card that was drawn is among them"
    assert page.locator("header .you").count() == 1, "only one of the two is you"
    page.keyboard.press("Enter")
    page.locator(".curtain h2", has_text=f"Player {2 - int(mover)}").wait_for()
    assert page.locator(".hand").count() == 0


@pytest.mark.parametrize(("width", "height"), [(390, 844), (360, 640)])
def test_a_whole_game_by_tap_on_a_phone(visit, width, height):
    page = visit(width=width, height=height, has_touch=True, is_mobile=True)
    page.goto("/")
    page.locator("[data-play=heartcatchers]").tap()
    assert clicks.ready(page)
    clicks.watch_shifts(page)
    while clicks.ready(page):
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        # Until the result comes, for which the table makes room.
        assert page.evaluate("window.shifts") == []
        clicks.play_something(page, "tap")
    page.wait_for_selector("#ending")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
