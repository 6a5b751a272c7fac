"""The end of a game is what one sees, once the table has shown it."""

import clicks


def test_on_a_phone_the_sheet_comes_after_the_show_and_into_view(visit):
    page = visit(width=390, height=844, reduced_motion="no-preference")
    page.add_init_script(clicks.AT_ONCE)
    page.goto("/")
    page.click("[data-play=heartcatchers]")
    page.wait_for_selector("main[data-status=playing]")
    clicks.play_out(page)
    assert page.locator("#ending").count() == 0
    page.wait_for_selector("#ending")
    clicks.until(page, lambda: clicks.in_view(page, "#ending") and clicks.in_view(page, ".main"))
    assert page.locator(".ledger .dots").count() == 0
