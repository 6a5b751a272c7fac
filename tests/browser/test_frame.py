"""The frame's rules: nothing moves that is not played, everything fits, and what is sent is light."""

import clicks
import pytest
import staged


def start(page):
    page.goto("/")
    page.click("[data-play=heartcatchers]")
    assert clicks.ready(page)


@pytest.mark.parametrize("width", [1280, 390])
def test_previews_that_come_late_move_nothing(visit, width):
    page, late = visit(width=width, height=844), []
    staged.stage(page, late)
    page.goto("/")
    page.click("[data-play=heartcatchers]")
    assert clicks.ready(page)
    page.locator(".take").nth(1).click()
    page.wait_for_selector(".slot")
    clicks.watch_shifts(page)
    late.pop()()
    page.locator(".foot", has_text="−3").wait_for()
    page.wait_for_timeout(100)
    assert page.evaluate("window.shifts") == []


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (1920, 1080)])
def test_nothing_needed_is_below_the_fold(visit, width, height):
    page = visit(width=width, height=height)
    start(page)
    page.locator(clicks.CARDS).first.click()
    boxes = [
        page.locator(s).nth(i).bounding_box()
        for s in (".take", ".act", ".prompt")
        for i in range(page.locator(s).count())
    ]
    assert len(boxes) > 9
    assert all(b["y"] >= 0 and b["y"] + b["height"] <= height + 1 and b["x"] + b["width"] <= width for b in boxes)
    assert page.evaluate("document.documentElement.scrollHeight") <= height


@pytest.mark.parametrize(("width", "height"), [(390, 844), (360, 640)])
def test_a_phone_shows_all_without_scrolling_and_its_controls_are_large(visit, width, height):
    page = visit(width=width, height=height, has_touch=True, is_mobile=True)
    page.goto("/")
    # A finger does not hit what is still moving.
    page.wait_for_load_state("networkidle")
    page.locator("[data-play=heartcatchers]").tap()
    assert clicks.ready(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.evaluate("document.documentElement.scrollHeight") <= height
    small = page.locator("footer button, header .button, .take").evaluate_all(
        "all => all.map(e => e.getBoundingClientRect()).filter(b => b.height && (b.height < 44 || b.width < 44)).length"
    )
    assert small == 0


def test_all_moves_can_be_listed_found_and_played(visit):
    page = visit()
    start(page)
    before = clicks.ply(page)
    page.keyboard.press("l")
    page.wait_for_selector(".drawer")
    offered = page.locator(".drawer [data-move]").count()
    assert offered > 6
    # In one deal of 400 nothing can be done but hide: "their" parts even those.
    page.keyboard.type("hide their")
    clicks.until(page, lambda: 0 < page.locator(".drawer [data-move]").count() < offered)
    page.locator(".drawer [data-move]").first.click()
    clicks.moved(page, before)
    page.wait_for_selector(".drawer", state="detached")


def test_the_first_tap_of_a_finger_plays_nothing(visit):
    page = visit(width=390, height=844, has_touch=True, is_mobile=True)
    page.goto("/")
    page.locator("[data-play=heartcatchers]").tap()
    assert clicks.ready(page)
    before = clicks.ply(page)
    page.locator(clicks.CARDS).first.tap()
    page.locator(".stack.mine .slot").first.tap()
    page.get_by_text("Tap again to play it.").wait_for()
    assert clicks.ply(page) == before
    page.locator(".stack.mine .slot").first.tap()
    clicks.moved(page, before)


# The show lasts six seconds: on a busy machine too few to look at all of it.
LONG_SHOW = """
const wait = window.setTimeout;
window.setTimeout = (then, ms, ...more) =>
  wait(then, document.querySelector('main[data-status=over]') ? 50 * ms : ms, ...more);
"""


def test_who_won_is_not_told_before_the_show(visit):
    page = visit(reduced_motion="no-preference")
    page.add_init_script(clicks.AT_ONCE)
    page.add_init_script(LONG_SHOW)
    start(page)
    clicks.play_out(page)
    page.wait_for_selector(".ledger .dots")
    assert page.locator("aside li", has_text="wins").count() == 0
    assert page.locator("#ending").count() == 0
    page.get_by_role("button", name="Skip to the end").click()
    page.wait_for_selector("#ending")
    totals = clicks.numbers(page, ".ledger .total .ln")
    shown = clicks.numbers(page, ".duel .points")
    assert totals == shown


def test_a_table_is_light_with_its_art(visit):
    """What Heartcatchers' table loads on top of the shelf."""
    page = visit()
    page.goto("/")
    page.wait_for_selector(".box")
    packed = clicks.weigh(page)
    page.click("[data-play=heartcatchers]")
    assert clicks.ready(page)
    assert 0 < sum(packed.values()) < clicks.MAX_TABLE, packed
