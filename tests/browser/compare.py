"""Puts pages beside their comps: `python tests/browser/compare.py FOLDER [NAME ...]`.

FOLDER holds the comps, one folder a game and frame/.

The pictures go to docs/images/compare: left the comp, right the page.
"""

import base64
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tests"), str(Path(__file__).parent)]

import clicks  # noqa: E402
import compare_labor_of_love  # noqa: E402
import hands_pictures  # noqa: E402
import heart_clicks  # noqa: E402
import heart_stage  # noqa: E402
import match_compare  # noqa: E402
import staged  # noqa: E402

import houses  # noqa: E402

OUT = ROOT / "docs/images/compare"


def main(comps, only=()):
    """All pages, or those whose names begin like one of `only`."""
    OUT.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        house = houses.House(str(Path(folder) / "tables.db"))
        browser = clicks.launch(playwright.chromium)
        wanted = {n: found for n, found in PAGES.items() if not only or n.startswith(tuple(only))}
        for name, (comp, take) in wanted.items():
            context = browser.new_context(base_url=house.url, locale="en-GB", **take.settings)
            context.set_default_timeout(60_000)
            page = context.new_page()
            take(page)
            beside(browser, comps / comp, page.screenshot(full_page=take.full), OUT / f"{name}.png")
            context.close()
        browser.close()
        house.stop()


def beside(browser, comp, shot, path):
    """Both pictures in one, at the same height."""
    html = "".join(
        f'<img src="data:image/png;base64,{base64.b64encode(b).decode()}">' for b in (comp.read_bytes(), shot)
    )
    context = browser.new_context(viewport={"width": 2600, "height": 900})
    page = context.new_page()
    page.set_content(f"<style>body{{display:flex;gap:12px;margin:0}}img{{height:560px}}</style><body>{html}</body>")
    page.wait_for_timeout(300)
    box = page.evaluate("[...document.images].reduce((w, i) => w + i.width + 12, -12)")
    page.screenshot(path=path, clip={"x": 0, "y": 0, "width": box, "height": 560})
    context.close()


def taker(width, height, full=False, **settings):
    def wrap(take):
        take.settings = {"viewport": {"width": width, "height": height}, "reduced_motion": "reduce", **settings}
        take.full = full
        return take

    return wrap


def held(page, tap=False):
    staged.stage(page)
    page.goto("/")
    page.locator("[data-play=heartcatchers]").click()
    page.wait_for_selector(clicks.CARDS)
    page.locator(".take").first.click()
    slot = page.locator("[data-position='0'] .slot")
    slot.tap() if tap else slot.hover()
    page.wait_for_timeout(600)


@taker(1280, 800)
def desktop(page):
    held(page)


@taker(1280, 800, color_scheme="dark")
def dark(page):
    held(page)


@taker(390, 844, has_touch=True, is_mobile=True, device_scale_factor=2)
def phone(page):
    held(page, tap=True)


@taker(390, 844, has_touch=True, is_mobile=True, device_scale_factor=2)
def drawer(page):
    held(page, tap=True)
    page.locator("footer button").first.tap()
    page.wait_for_timeout(600)


@taker(1280, 800, color_scheme="dark")
def moment(page):
    page.emulate_media(reduced_motion="no-preference")
    page.goto("/")
    page.evaluate("localStorage.setItem('pace', 'once')")
    page.click("[data-play=heartcatchers]")
    assert clicks.ready(page)
    clicks.play_out(page)
    page.wait_for_selector(".ledger .now:nth-child(4)")
    page.wait_for_timeout(900)


@taker(1280, 800, full=True)
def shelf(page):
    page.goto("/")
    page.click("[data-play=heartcatchers]")
    assert clicks.ready(page)
    clicks.let_a_bot_play(page)
    page.wait_for_selector("#ending")
    for game in ("heartcatchers", "held_hands", "labor_of_love"):
        page.goto("/")
        page.click(f"[data-play={game}]")
        page.wait_for_selector("main[data-status=playing]")
    page.goto("/")
    page.wait_for_selector(".done li")
    page.wait_for_timeout(600)


@taker(1280, 800)
def invite(page):
    page.goto("/")
    page.locator(".box", has_text="Labor of Love").get_by_role("button", name="Invite").click()
    page.wait_for_selector("[data-code]")
    page.wait_for_timeout(600)


def wide(take, **settings):
    return taker(1280, 800, **settings)(lambda page: take(page))


def narrow(take, **settings):
    phone = {"has_touch": True, "is_mobile": True, "device_scale_factor": 2}
    return taker(390, 844, **phone, **settings)(lambda page: take(page, "tap"))


# Work of Heart


def school(page, driven, tap=""):
    """A driven position of Work of Heart, with something tapped once."""
    stage = heart_stage.Stage(page)
    page.goto("/")
    heart_clicks.lay(page, "me", "bot", "bot", "bot")
    heart_clicks.ready(page)
    stage.show(driven)
    page.wait_for_timeout(400)
    if tap:
        page.locator(tap).first.click()
    page.wait_for_timeout(600)


COLLEGE_HALL = "[data-place='40']"


@taker(1280, 800)
def heart_walk(page):
    school(page, heart_stage.walking(), COLLEGE_HALL)


@taker(1280, 800, color_scheme="dark")
def heart_moment(page):
    school(page, heart_stage.rolling())


@taker(1280, 800)
def heart_event(page):
    school(page, heart_stage.bowing(), "[data-answer='1']")


@taker(1280, 800)
def heart_early(page):
    school(page, heart_stage.early(), ".spot[data-ring=can]")


@taker(1280, 800)
def heart_end(page):
    school(page, heart_stage.ended())
    page.wait_for_selector("#ending")


@taker(1280, 800)
def heart_woo(page):
    school(page, heart_stage.wooing(), "[data-interest='10']")


@taker(390, 844, has_touch=True, is_mobile=True, device_scale_factor=2)
def heart_phone(page):
    school(page, heart_stage.walking(), COLLEGE_HALL)


@taker(390, 844, has_touch=True, is_mobile=True, device_scale_factor=2)
def heart_drawer(page):
    school(page, heart_stage.walking())
    page.locator("footer button").first.tap()
    page.get_by_role("tab", name="Table").tap()
    page.wait_for_timeout(600)


@taker(390, 844, has_touch=True, is_mobile=True, device_scale_factor=2, color_scheme="dark")
def heart_phone_moment(page):
    school(page, heart_stage.rolling())


PAGES = {
    "work_of_heart": ("work_of_heart/desktop.png", heart_walk),
    "work_of_heart-moment": ("work_of_heart/moment.png", heart_moment),
    "work_of_heart-event": ("work_of_heart/event.png", heart_event),
    "work_of_heart-early": ("work_of_heart/desktop.png", heart_early),
    "work_of_heart-end": ("work_of_heart/moment.png", heart_end),
    "work_of_heart-woo": ("work_of_heart/woo.png", heart_woo),
    "work_of_heart-phone": ("work_of_heart/phone.png", heart_phone),
    "work_of_heart-phone-sheet": ("work_of_heart/phone-drawer.png", heart_drawer),
    "work_of_heart-phone-moment": ("work_of_heart/moment.png", heart_phone_moment),
    "heartcatchers": ("heartcatchers/desktop.png", desktop),
    "heartcatchers-dark": ("heartcatchers/desktop-dark.png", dark),
    "heartcatchers-phone": ("heartcatchers/phone.png", phone),
    "heartcatchers-phone-sheet": ("heartcatchers/phone-drawer.png", drawer),
    "heartcatchers-reveal": ("heartcatchers/moment.png", moment),
    "held_hands-early": ("held_hands/desktop.png", wide(hands_pictures.early)),
    "held_hands": ("held_hands/desktop.png", wide(hands_pictures.middle)),
    "held_hands-moment": ("held_hands/moment.png", wide(hands_pictures.moment, color_scheme="dark")),
    "held_hands-end": ("held_hands/moment.png", wide(hands_pictures.end, color_scheme="dark")),
    "held_hands-phone-early": ("held_hands/phone.png", narrow(hands_pictures.early)),
    "held_hands-phone": ("held_hands/phone.png", narrow(hands_pictures.middle)),
    "held_hands-phone-moment": ("held_hands/phone.png", narrow(hands_pictures.moment, color_scheme="dark")),
    "held_hands-phone-end": ("held_hands/phone.png", narrow(hands_pictures.end)),
    "shelf": ("frame/shelf.png", shelf),
    "invite": ("frame/invite-closed.png", invite),
    **match_compare.PAGES,
    **compare_labor_of_love.PAGES,
}

if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
