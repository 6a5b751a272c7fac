""" "Your turn" while the tab is away: asked for by a click, a no is a no, and the title and icon say it anyway."""

import clicks
import hands
import pytest
import workshop

# A browser whose reader answers as the test says, and whose tab is away when the test says so.
READER = """
window.asked = 0; window.told = []; window.away = false;
const kept = () => sessionStorage.getItem('permission') ?? 'default';
window.Notification = class {
  static get permission() { return kept(); }
  static async requestPermission() {
    window.asked += 1;
    sessionStorage.setItem('permission', '%s');
    return kept();
  }
  constructor(title) { window.told.push(title); }
  close() { window.told.push('closed'); }
};
Object.defineProperty(document, 'hidden', { get: () => window.away });
"""


def sit_down(visit, answer):
    """Ann by this browser, Bob by another; Ann's reader answers the question for permission in one way."""
    ann, bob = visit(), visit()
    ann.add_init_script(READER % answer)
    clicks.sit_down(bob, clicks.invite(ann))
    for page in (ann, bob):
        page.wait_for_selector("main[data-status=playing]")
    return ann, bob


def bobs_turn(ann, bob):
    clicks.until(ann, lambda: any(p.locator(clicks.CARDS).count() for p in (ann, bob)))
    if ann.locator(clicks.CARDS).count():
        clicks.play_something(ann)
    bob.wait_for_selector(clicks.CARDS)


def bell(page):
    return page.get_by_role("button", name="Tell me when it is my turn")


@pytest.mark.parametrize("answer", ["granted", "denied"])
def test_your_turn_while_the_tab_is_away(visit, answer):
    ann, bob = sit_down(visit, answer)
    bobs_turn(ann, bob)
    assert ann.evaluate("window.asked") == 0, "nobody asks before a click"
    bell(ann).click()
    clicks.until(ann, lambda: ann.evaluate("window.asked") == 1)
    if answer == "denied":
        ann.get_by_text("does not allow notices").wait_for()
        bell(ann).click()
        assert ann.evaluate("window.asked") == 1, "a no is a no"
    else:
        ann.wait_for_selector(".bell[aria-pressed=true]")
    assert ann.title() == "Heartcatchers · Parlour"
    ann.evaluate("window.away = true")
    before = clicks.ply(ann)
    clicks.play_something(bob)
    clicks.moved(ann, before)
    ann.wait_for_selector(clicks.CARDS)
    clicks.until(ann, lambda: ann.title() == "● Your turn · Heartcatchers")
    assert ann.locator("link[rel=icon]").get_attribute("href") == "/icon-turn.svg"
    assert ann.evaluate("window.told") == (["Your turn · Heartcatchers"] if answer == "granted" else [])


def test_who_switches_notices_off_gets_none(visit):
    ann, bob = sit_down(visit, "granted")
    bobs_turn(ann, bob)
    bell(ann).click()
    ann.wait_for_selector(".bell[aria-pressed=true]")
    bell(ann).click()
    ann.wait_for_selector(".bell[aria-pressed=false]")
    ann.evaluate("window.away = true")
    clicks.play_something(bob)
    ann.wait_for_selector(clicks.CARDS)
    assert ann.evaluate("window.told") == []


def test_whoever_comes_for_the_first_time_has_missed_nothing(visit):
    page = visit()
    # The other one has moved before the page is there.
    hands.start(page)
    assert page.locator(".digest").count() == 0
    page.reload()
    assert hands.ready(page)
    page.wait_for_selector(".digest")


def test_only_who_was_away_is_told_what_happened_meanwhile(visit):
    page = visit()
    page.add_init_script(READER % "denied")
    workshop.deal(page, ["me", "bot", "bot", "bot"], "edition")
    for _ in range(3):
        assert workshop.settled(page)
        workshop.choose(page)
        assert page.locator(".digest").count() == 0, "I sat there"
    assert workshop.settled(page)
    page.evaluate("window.away = true; document.dispatchEvent(new Event('visibilitychange'))")
    workshop.choose(page)
    page.evaluate("window.away = false; document.dispatchEvent(new Event('visibilitychange'))")
    while workshop.settled(page) and not page.locator(".digest").count():
        workshop.choose(page)
    page.wait_for_selector(".digest")
    seals = page.locator(".digest .seal b").all_inner_texts()
    assert seals
    assert "?" not in seals, "cards that come into the row are nobody's turn"
