"""A dragged card does where it is dropped what it would do there by a click."""

import clicks


def start(page):
    page.goto("/")
    page.click("[data-play=heartcatchers]")
    page.wait_for_selector("main[data-status=playing]")


def slot_that_can(page, row):
    """The slot of a card that can be played on a stack of a row, and that stack's place; or None."""
    for i in range(page.locator(clicks.CARDS).count()):
        page.locator(clicks.CARDS).nth(i).click()
        able = page.locator(f"{row} .act.can")
        if able.count():
            found = page.locator(clicks.CARDS).nth(i).get_attribute("data-slot"), place_of(able.first)
            page.keyboard.press("Escape")
            return found
        page.keyboard.press("Escape")
    return None


def place_of(locator):
    return locator.locator("xpath=ancestor::*[@data-position]").get_attribute("data-position")


def drag(page, slot, target):
    """Slots appear when a card is taken up, so the target is looked for on the way."""
    card = middle(page, f".hand.near button[data-slot='{slot}']")
    page.mouse.move(*card)
    page.mouse.down()
    page.mouse.move(card[0], card[1] - 30, steps=3)
    page.mouse.move(*middle(page, target), steps=5)
    page.mouse.up()


def middle(page, selector):
    box = page.locator(selector).first.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def play_until(page, row):
    """Hide cards until one can be caught or stolen with."""
    while clicks.ready(page):
        if found := slot_that_can(page, row):
            return found
        before = clicks.ply(page)
        page.locator(clicks.CARDS).first.click()
        page.locator(".stack.mine [data-act=secret]").first.click()
        clicks.moved(page, before)
    return None


def test_dropping_a_card_on_a_stack_catches_it(visit):
    page = visit()
    start(page)
    found = play_until(page, ".stack.mine")
    while found is None:
        start(page)
        found = play_until(page, ".stack.mine")
    before = clicks.ply(page)
    drag(page, found[0], f"[data-position='{found[1]}'] .act")
    clicks.moved(page, before)


def test_dropping_a_card_on_anothers_stack_asks_what_to_give(visit):
    page = visit()
    start(page)
    found = play_until(page, ".stack:not(.mine)")
    while found is None:
        start(page)
        found = play_until(page, ".stack:not(.mine)")
    before = clicks.ply(page)
    drag(page, found[0], f"[data-position='{found[1]}'] .act")
    page.locator("[data-act=give]").first.click()
    clicks.moved(page, before)


def test_dropping_a_card_below_a_stack_hides_it(visit):
    page = visit()
    start(page)
    assert clicks.ready(page)
    before = clicks.ply(page)
    place = page.locator(".stack.mine").first.get_attribute("data-position")
    drag(page, page.locator(clicks.CARDS).first.get_attribute("data-slot"), f"[data-position='{place}'] .slot")
    clicks.moved(page, before)
    # The bot may have stolen that stack by now, so the story is asked.
    page.locator("aside li", has_text="hide").first.wait_for()


def test_a_card_that_is_dropped_nowhere_goes_back(visit):
    page = visit()
    start(page)
    assert clicks.ready(page)
    before = clicks.ply(page)
    drag(page, page.locator(clicks.CARDS).first.get_attribute("data-slot"), "aside")
    page.wait_for_selector(".hand.near [aria-pressed=true]", state="detached")
    assert clicks.ply(page) == before


def test_dropping_where_it_is_not_allowed_says_why(visit):
    page = visit()
    start(page)
    # In one deal of 200 every card can be played on every stack before a move or two.
    while (found := unplayable(page)) is None:
        clicks.play_something(page)
    slot, place = found
    drag(page, slot, f"[data-position='{place}'] .act")
    page.locator(".refused .clause").wait_for()


def unplayable(page):
    """The slot of a card and the place of an own stack that it cannot be played on; None if each can on all."""
    assert clicks.ready(page)
    for i in range(page.locator(clicks.CARDS).count()):
        card = page.locator(clicks.CARDS).nth(i)
        card.click()
        unable = page.locator(".stack.mine .act:not(.can)")
        found = (card.get_attribute("data-slot"), place_of(unable.first)) if unable.count() else None
        page.keyboard.press("Escape")
        if found:
            return found
    return None
