"""Fingers: a tap beside something means the nearest that can be done, and only shows what it would do."""

import clicks
import pytest
import staged


@pytest.fixture(scope="module")
def table(visit_once):
    page = visit_once(width=390, height=844, has_touch=True, is_mobile=True)
    asked = staged.stage(page)
    page.goto("/")
    page.locator("[data-play=heartcatchers]").tap()
    page.wait_for_selector(clicks.CARDS)
    return page, asked


@pytest.fixture
def phone(table):
    """The staged position on a phone, a card in the hand; and what the page has sent."""
    page, asked = table
    page.keyboard.press("Escape")
    page.locator(".take").first.tap()
    page.wait_for_selector(".slot")
    asked.clear()
    return page, asked


def plays(asked):
    return [message["move"] for message in asked if message["type"] == "play"]


def under(page, x, y):
    """What a finger hits there: what a button does, or nothing."""
    return page.evaluate(
        "([x, y]) => (b => b && (b.dataset.act ?? 'card'))(document.elementFromPoint(x, y).closest('button'))", [x, y]
    )


def test_a_tap_beside_a_slot_hides_only_when_it_is_repeated(phone):
    page, asked = phone
    box = page.locator("[data-position='1'] .slot").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] - 12
    assert under(page, x, y) == "catch", "a stack that cannot be caught lies there"
    page.touchscreen.tap(x, y)
    page.get_by_text("Hide under your column 2").wait_for()
    assert plays(asked) == []
    page.touchscreen.tap(x, y)
    clicks.until(page, lambda: plays(asked) == ["secret h1 s2"])


def test_a_tap_on_the_bare_cloth_finds_what_is_near(phone):
    page, asked = phone
    box = page.locator("[data-position='0'] .slot").bounding_box()
    x, y = box["x"] - 8, box["y"] + box["height"] / 2
    assert under(page, x, y) is None
    page.touchscreen.tap(x, y)
    page.get_by_text("Hide under your column 1").wait_for()
    assert plays(asked) == []


def test_a_tap_far_from_everything_is_answered_with_its_clause(phone):
    page, asked = phone
    box = page.locator("[data-position='1'] .act").bounding_box()
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    clicks.until(page, lambda: bool(plays(asked)))
    assert plays(asked) == [{"kind": "catch", "slot": 0, "place": 1}], "it is sent to be refused"


def test_what_is_hit_is_what_is_meant(phone):
    page, asked = phone
    page.locator("[data-position='2'] .act").tap()
    page.get_by_text("Catch in your column 3").wait_for()
    assert page.locator("[data-position='4'] .does").inner_text().startswith("Steal")
    assert plays(asked) == []


def test_a_steal_asks_what_is_given_and_promises_no_second_tap(phone):
    page, asked = phone
    page.locator("[data-position='4'] .act").tap()
    page.get_by_text("Which of your stacks do you give?").wait_for()
    assert page.get_by_text("Tap again to play it.").count() == 0
    assert plays(asked) == []
