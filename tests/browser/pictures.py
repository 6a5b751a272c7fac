"""Takes the pictures in docs/images, one of each table: `python tests/browser/pictures.py [GAME ...]`."""

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tests"), str(Path(__file__).parent)]

import clicks  # noqa: E402
import hands_positions  # noqa: E402
import heart_clicks  # noqa: E402
import heart_stage  # noqa: E402
import match_positions  # noqa: E402
import staged  # noqa: E402
import workshop  # noqa: E402

import houses  # noqa: E402

IMAGES = ROOT / "docs/images"
SCREEN = {"viewport": {"width": 1280, "height": 800}, "reduced_motion": "reduce", "locale": "en-GB"}
# Wood and watercolour are three times as large as PNG.
PAINTED = {"type": "jpeg", "quality": 55}


def main(wanted):
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        house = houses.House(str(Path(folder) / "tables.db"))
        browser = clicks.launch(playwright.chromium)
        for name in wanted:
            context = browser.new_context(base_url=house.url, **SCREEN)
            context.set_default_timeout(300_000)
            lay_out, kind = TABLES[name]
            page = context.new_page()
            lay_out(page)
            page.wait_for_timeout(600)
            page.screenshot(path=IMAGES / f"{name}.{kind.get('type', 'png')}", **kind)
            context.close()
        browser.close()
        house.stop()


def heartcatchers(page):
    """A card taken up over a slot."""
    staged.stage(page)
    page.goto("/")
    page.locator("[data-play=heartcatchers]").click()
    page.wait_for_selector(clicks.CARDS)
    page.locator(".take").first.click()
    page.locator("[data-position='0'] .slot").hover()


def labor_of_love(page):
    """After some turns, the project that moves most bulbs taken up."""
    workshop.deal(page, ["me", "bot", "bot", "bot"], "edition")
    for turn in range(4):
        assert workshop.settled(page)
        workshop.choose(page, which=turn)
    while workshop.settled(page) and workshop.kind_of(page) != "take":
        workshop.choose(page)
    cards = page.locator("button.take")
    lights = [cards.nth(i).locator(".lights svg").count() for i in range(cards.count())]
    cards.nth(lights.index(max(lights))).click()


def work_of_heart(page):
    """On the way to College Hall."""
    stage = heart_stage.Stage(page)
    page.goto("/")
    heart_clicks.lay(page, "me", "bot", "bot", "bot")
    heart_clicks.ready(page)
    stage.show(heart_stage.walking())
    page.locator("[data-place='40']").first.click()


TABLES = {
    "heartcatchers": (heartcatchers, {}),
    "held_hands": (hands_positions.middle, PAINTED),
    "labor_of_love": (labor_of_love, PAINTED),
    "perfect_match": (match_positions.held, {}),
    "work_of_heart": (work_of_heart, {}),
}

if __name__ == "__main__":
    main(sys.argv[1:] or TABLES)
