"""The end of a game is what one sees, once the table has shown it."""

import clicks

# When the game was over, and when the sheet came: the page notes both, so nobody has to look in time.
NOTE = """
window.came = {};
new MutationObserver(() => {
  for (const [what, where] of [['over', 'main[data-status=over]'], ['sheet', '#ending']])
    if (document.querySelector(where)) window.came[what] ??= performance.now();
}).observe(document, { childList: true, subtree: true, attributes: true, attributeFilter: ['data-status'] });
"""


def test_on_a_phone_the_sheet_comes_after_the_show_and_into_view(visit):
    page = visit(width=390, height=844, reduced_motion="no-preference")
    page.add_init_script(clicks.AT_ONCE)
    page.add_init_script(NOTE)
    page.goto("/")
    page.click("[data-play=heartcatchers]")
    page.wait_for_selector("main[data-status=playing]")
    clicks.play_out(page)
    page.wait_for_selector("#ending")
    came = page.evaluate("window.came")
    assert came["sheet"] - came["over"] > 1000
    clicks.until(page, lambda: clicks.in_view(page, "#ending") and clicks.in_view(page, ".main"))
    assert page.locator(".ledger .dots").count() == 0
