"""Takes the pictures in docs/images: every page, wide and narrow. `python tests/browser/pictures.py`."""

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tests"), str(Path(__file__).parent)]

import clicks  # noqa: E402
import compare_labor_of_love  # noqa: E402
import hands_pictures  # noqa: E402
import match_compare  # noqa: E402

import houses  # noqa: E402

IMAGES = ROOT / "docs/images"
# Wood and watercolour are three times as large as PNG.
PAINTED = {"type": "jpeg", "quality": 55}
SIZES = {"": (1280, 800), "-phone": (360, 740)}


def main(wanted):
    IMAGES.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        house = houses.House(str(Path(folder) / "tables.db"))
        browser = clicks.launch(playwright.chromium)
        for suffix, (width, height) in SIZES.items():
            settings = {"viewport": {"width": width, "height": height}, "reduced_motion": "reduce", "locale": "en-GB"}
            context = browser.new_context(base_url=house.url, **settings)
            context.set_default_timeout(300_000)
            take_all(context.new_page(), suffix, wanted)
            context.close()
        browser.close()
        house.stop()


def take_all(page, suffix, wanted):
    def take(name, full=False, **kind):
        page.evaluate("scrollTo(0, 0)")
        page.wait_for_timeout(600)
        page.screenshot(path=IMAGES / f"{name}{suffix}.{kind.get('type', 'png')}", full_page=full, **kind)

    page.goto("/")
    page.wait_for_selector(".box")
    take("shelf", full=True)
    page.goto("/new/heartcatchers")
    page.wait_for_selector(".deal")
    take("new-table", full=True)
    page.goto("/learn/heartcatchers")
    page.wait_for_selector(".take")
    take("learn")
    page.goto("/about")
    page.wait_for_selector("dd")
    take("about", full=True)
    take_heartcatchers(page, take)
    take_shared(page, take)
    if wanted == "all":
        # The last ones: from `hands_pictures` on this page is sent positions of its own.
        compare_labor_of_love.played(page)
        take("labor_of_love", **PAINTED)
        hands_pictures.middle(page)
        take("held_hands", **PAINTED)
        match_compare.held(page)
        take("perfect_match")


def take_heartcatchers(page, take):
    page.goto("/")
    page.click("[data-play=heartcatchers]")
    page.wait_for_selector("main[data-status=playing]")
    for _ in range(5):
        clicks.ready(page)
        clicks.play_something(page)
    clicks.ready(page)
    take("heartcatchers")
    page.locator(clicks.CARDS).first.click()
    take("choosing")
    page.keyboard.press("Escape")
    page.keyboard.press("r")
    page.wait_for_selector("dialog p")
    take("rules")
    page.keyboard.press("Escape")
    clicks.play_out(page)
    page.wait_for_selector("#ending")
    take("ending", full=True)
    page.get_by_role("link", name="Fairness").click()
    page.wait_for_selector(".good")
    take("replay")


def take_shared(page, take):
    page.goto("/")
    box = page.locator(".box", has_text="Heartcatchers")
    box.get_by_role("button", name="Same screen").click()
    page.wait_for_selector(".curtain")
    take("curtain")
    page.goto("/")
    page.locator(".box", has_text="Heartcatchers").get_by_role("button", name="Invite").click()
    page.wait_for_selector("[data-code]")
    take("waiting")


if __name__ == "__main__":
    main("all" if "--all" in sys.argv else "")
