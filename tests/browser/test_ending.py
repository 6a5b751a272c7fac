"""The end of a game is what one sees, once the table has shown it."""

import clicks


def play_to_the_end(page):
    page.goto("/")
    page.click("[data-play=heartcatchers]")
    page.wait_for_selector("main[data-status=playing]")
    clicks.play_out(page)


def in_view(page, selector):
    box = page.locator(selector).bounding_box()
    return box["y"] >= 0 and box["y"] + box["height"] <= page.viewport_size["height"]


def test_who_won_the_sheet_and_the_next_game_are_in_view(visit):
    page = visit()
    play_to_the_end(page)
    page.wait_for_selector("#ending")
    for seen in ("#ending", ".sheet", ".main"):
        assert in_view(page, seen), seen


def test_on_a_phone_the_sheet_comes_after_the_show_and_into_view(visit):
    page = visit(width=390, height=844, reduced_motion="no-preference")
    play_to_the_end(page)
    assert page.locator("#ending").count() == 0
    page.wait_for_selector("#ending")
    clicks.until(page, lambda: in_view(page, "#ending") and in_view(page, ".main"))
    assert page.locator(".ledger .dots").count() == 0
