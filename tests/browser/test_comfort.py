"""Comfort: larger words, less motion, keys, the focus, a line that is down, and words for whoever reads them."""

import clicks
import pytest

import houses

GAMES = {
    "heartcatchers": "Q W E your columns",
    "held_hands": "S stops",
    "labor_of_love": "take up a project",
    "perfect_match": "lead to the stage",
    "work_of_heart": "looks under a tile",
}


def start(page, game="heartcatchers"):
    page.goto("/")
    page.click(f"[data-play={game}]")
    page.wait_for_selector("main[data-status=playing] .prompt.mine")


def settings(page):
    page.locator("summary", has_text="Settings").click()


def height(page, selector):
    return page.locator(selector).first.bounding_box()["height"]


def test_words_beside_the_board_grow_and_stay_large(visit):
    page = visit()
    start(page)
    before, board = height(page, ".prompt .q1"), height(page, ".board")
    settings(page)
    page.get_by_label("Text beside the board").select_option("largest")
    assert height(page, ".prompt .q1") > 1.2 * before
    page.reload()
    page.wait_for_selector(".prompt .q1")
    assert height(page, ".prompt .q1") > 1.2 * before
    assert height(page, ".board") == board
    assert page.evaluate("document.documentElement.scrollWidth") <= 1280


def test_less_motion_is_a_setting_and_sounds_are_off_until_wanted(visit):
    page = visit(reduced_motion="no-preference")
    page.add_init_script("window.AudioContext = class { constructor() { document.title = 'sound'; } }")
    start(page)
    moves = "getComputedStyle(document.querySelector('.button')).transitionDuration"
    assert page.evaluate(moves) != "0s"
    settings(page)
    assert not page.get_by_label("Sounds").is_checked()
    with page.expect_navigation():
        page.get_by_label("Less motion").check()
    page.wait_for_selector("main[data-status=playing] .prompt.mine")
    assert page.evaluate(moves) == "0s"
    assert page.title() != "sound"
    settings(page)
    assert page.get_by_label("Less motion").is_checked()


@pytest.mark.parametrize("game", GAMES)
def test_the_list_of_keys_has_those_of_the_table(visit, game):
    page = visit()
    start(page, game)
    page.keyboard.press("?")
    page.locator(".pop", has_text=GAMES[game]).wait_for()


def test_whoever_plays_by_keys_is_led_to_the_next_question(visit):
    page = visit()
    start(page)
    before = clicks.ply(page)
    page.keyboard.press("1")
    page.keyboard.press("Shift+Q")
    page.keyboard.press("Enter")
    clicks.moved(page, before)
    page.wait_for_selector(".prompt.mine")
    clicks.until(page, lambda: clicks.at(page, ".prompt[role=group]"))
    page.keyboard.press("Tab")
    assert clicks.at(page, ".prompt button")


@pytest.mark.parametrize("way", ["escape", "press"])
def test_drawers_and_dialogs_close_alike(visit, way):
    page = visit()
    start(page)

    def seats():
        settings(page)
        page.get_by_role("button", name="Seats and leaving").click()

    for opening, lies in (
        (lambda: page.keyboard.press("l"), ".drawer"),
        (seats, ".drawer"),
        (lambda: page.get_by_role("button", name="Rules").click(), "dialog[open] p"),
    ):
        opening()
        page.locator(lies).first.wait_for()
        page.keyboard.press("Escape") if way == "escape" else page.mouse.click(8, 790)
        page.locator(lies).first.wait_for(state="detached")
    page.get_by_role("button", name="All moves").click()
    page.wait_for_selector(".drawer")
    page.get_by_role("button", name="All moves").click()
    page.wait_for_selector(".drawer", state="detached")


def test_a_phone_says_who_is_not_connected(visit):
    ann, bob = visit(width=390, height=844), visit()
    clicks.sit_down(bob, clicks.invite(ann))
    for page in (ann, bob):
        page.wait_for_selector("main[data-status=playing]")
    gone = ann.get_by_role("img", name="not connected")
    assert gone.count() == 0
    bob.close()
    gone.wait_for()
    assert gone.bounding_box()["width"] > 10
    if ann.locator(clicks.CARDS).count():
        clicks.play_something(ann)
    ann.get_by_text("Player 2 is not connected.").wait_for()


def test_whoever_looks_on_has_no_hand_and_no_side(visit, house):
    ann = houses.Person(house)
    ann.lay("me", "bot")
    ann.open()
    eve = visit()
    eve.goto(f"/t/{ann.id}")
    eve.wait_for_selector("main[data-status=playing] .mat")
    said = eve.evaluate("""() => document.querySelector('.board').innerText
      + [...document.querySelectorAll('.board [aria-label]')].map(e => e.ariaLabel).join('; ')""")
    ann.close()
    ann.http.close()
    assert "Player 1’s side" in said
    for mine in ("your", "Your", "a bluff"):
        assert mine not in said
