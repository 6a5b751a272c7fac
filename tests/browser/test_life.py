"""What happens at a table in a browser: lost lines, taking back, refusals, names, leaving."""

import clicks
import pytest
from complaints import CUT

import houses


@pytest.fixture
def own_house(tmp_path):
    """A house that a test may kill."""
    opened = houses.House(str(tmp_path / "tables.db"))
    yield opened
    opened.stop()


def start(page, other="bot"):
    page.goto("/")
    if other == "bot":
        page.click("[data-play=heartcatchers]")
    else:
        page.locator(".box", has_text="Heartcatchers").get_by_role("button", name="Same screen").click()
        page.wait_for_selector(".curtain button")
    page.wait_for_selector("main[data-status=playing]")


def pair(visit):
    ann, bob = visit(), visit()
    clicks.sit_down(bob, clicks.invite(ann))
    for page in (ann, bob):
        page.wait_for_selector("main[data-status=playing]")
    clicks.until(ann, lambda: any(p.locator(clicks.CARDS).count() for p in (ann, bob)))
    return (ann, bob) if ann.locator(clicks.CARDS).count() else (bob, ann)


def hand(page):
    return page.locator(".hand.near button").evaluate_all(
        "cards => cards.map(c => c.getAttribute('aria-label').split(',')[0])"
    )


def hide_first_card(page):
    page.locator(clicks.CARDS).first.click()
    page.locator(".stack.mine [data-act=secret]").first.click()


def find_refused(page):
    """A stack of one's own that a chosen card cannot catch; in one deal of 300 there is none before a move or two."""
    refused = page.locator(".stack.mine .act:not(.can)")
    while clicks.ready(page):
        for i in range(page.locator(clicks.CARDS).count()):
            page.locator(clicks.CARDS).nth(i).click()
            if refused.count():
                return refused.first
        page.keyboard.press("Escape")
        clicks.play_something(page)
    raise AssertionError("every card could be played everywhere")


def test_a_reload_in_mid_game_brings_everything_back(visit):
    page = visit()
    start(page)
    for _ in range(2):
        assert clicks.ready(page)
        clicks.play_something(page)
    assert clicks.ready(page)
    before = clicks.ply(page), hand(page), page.locator("aside ol li").all_inner_texts()
    page.reload()
    assert clicks.ready(page)
    assert (clicks.ply(page), hand(page), page.locator("aside ol li").all_inner_texts()) == before
    clicks.play_something(page)


@pytest.mark.complains(*CUT)
def test_a_house_that_dies_in_mid_move(visit, own_house):
    page = visit(own_house)
    start(page)
    assert clicks.ready(page)
    before = clicks.ply(page)
    own_house.kill()
    page.wait_for_selector(".banner")
    hide_first_card(page)
    page.get_by_text("One move is waiting to be sent.").wait_for()
    own_house.start()
    page.wait_for_selector(".banner", state="detached")
    clicks.moved(page, before)
    assert clicks.ready(page)
    kept = page.request.get(f"/api/tables/{page.url.rsplit('/', 1)[1]}/replay").json()
    mine = [line for step in kept["steps"] for line in step["story"] if "secret" in line["key"]]
    assert sum(line["fields"]["who"] == 0 for line in mine) == 1
    clicks.play_something(page)


def test_a_line_that_is_cut_and_comes_back(visit):
    page = visit()
    start(page)
    assert clicks.ready(page)
    before = clicks.ply(page)
    clicks.cut(page)
    hide_first_card(page)
    clicks.mend(page)
    clicks.moved(page, before)


def test_a_move_is_taken_back_freely_if_nobody_has_learnt_anything(visit):
    page = visit()
    start(page, "same")
    while True:
        clicks.fall(page, clicks.CARDS)
        if page.locator(".curtain").count():
            page.click(".curtain button")
            page.wait_for_selector(clicks.CARDS)
        empty = "empty" in page.locator(".pile").inner_text()
        before = clicks.ply(page)
        hide_first_card(page)
        clicks.moved(page, before)
        if empty:
            break
    page.get_by_role("button", name="Take back").click()
    clicks.until(page, lambda: clicks.ply(page) == before)


def test_against_a_bot_taking_back_goes_to_ones_last_decision(visit):
    page = visit()
    start(page)
    assert clicks.ready(page)
    before, held = clicks.ply(page), hand(page)
    hide_first_card(page)
    clicks.moved(page, before)
    assert clicks.ready(page)
    page.get_by_role("button", name="Take back").click()
    clicks.until(page, lambda: clicks.ply(page) == before)
    assert hand(page) == held


def test_taking_back_by_consent(visit):
    page, other = pair(visit)
    before = clicks.ply(page)
    hide_first_card(page)
    clicks.moved(page, before)
    page.get_by_role("button", name="Take back").click()
    other.get_by_role("button", name="Better not").click()
    page.get_by_text("The others would rather go on.").wait_for()
    page.get_by_role("button", name="Take back").click()
    other.get_by_role("button", name="Agree").click()
    clicks.until(page, lambda: clicks.ply(page) == before)
    assert clicks.ready(page)


def test_at_one_screen_the_person_beside_is_asked(visit):
    page = visit()
    start(page, "same")
    page.click(".curtain button")
    page.wait_for_selector(clicks.CARDS)
    before, mover = clicks.ply(page), int(page.get_attribute("main", "data-me"))
    hide_first_card(page)
    clicks.moved(page, before)
    for answer in ("Better not", "Agree"):
        page.get_by_role("button", name="Take back").click()
        page.get_by_text(f"Player {mover + 1} would like to take the last move back.").wait_for()
        page.get_by_text(f"Player {2 - mover}, is that all right with you?").wait_for()
        page.get_by_role("button", name=answer).click()
        if answer == "Better not":
            page.get_by_text("The others would rather go on.").wait_for()
            assert clicks.ply(page) > before
    clicks.until(page, lambda: clicks.ply(page) == before)


def test_a_refusal_opens_its_clause(visit):
    page = visit()
    start(page)
    find_refused(page).click()
    page.locator(".refused .clause").click()
    found = page.locator("dialog .found")
    found.wait_for()
    assert found.inner_text().startswith("HC-")
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog", state="detached")
    clicks.play_something(page)


def test_a_bot_plays_on_while_somebody_is_away(visit):
    page, other = pair(visit)
    before = clicks.ply(page)
    clicks.let_a_bot_play(page)
    clicks.moved(other, before)
    other.get_by_text("a bot plays on").wait_for()
    page.get_by_role("button", name="I am back").click()
    other.get_by_text("a bot plays on").wait_for(state="detached")


def test_names_and_talk(visit):
    page, other = pair(visit)
    page.get_by_role("button", name="Change name").click()
    page.get_by_label("Your name").fill("Dr. Ann")
    page.keyboard.press("Enter")
    other.locator(".seat", has_text="Dr. Ann").wait_for()
    page.get_by_label("Say something kind").fill("<b>good luck</b>")
    page.keyboard.press("Enter")
    other.get_by_text("<b>good luck</b>").wait_for()


def test_a_hint_can_be_played(visit):
    page = visit()
    start(page)
    assert clicks.ready(page)
    before = clicks.ply(page)
    page.keyboard.press("h")
    page.locator(".pop li button").first.click()
    assert page.locator(".pop li button", has_text="Tap again to play it").count() == 1
    assert page.locator(".take[aria-pressed=true]").count() == 1, "the board shows what it would do"
    page.locator(".pop li button").first.click()
    clicks.moved(page, before)


@pytest.mark.parametrize("way", ["escape", "press"])
def test_whatever_lies_open_closes_by_escape_and_by_a_press_beside_it(visit, way):
    page = visit()
    start(page)
    assert clicks.ready(page)
    for opening, lies in (
        (lambda: page.keyboard.press("h"), ".pop li"),
        (lambda: page.keyboard.press("?"), ".pop"),
        (lambda: page.locator("summary", has_text="Settings").click(), "header details[open]"),
        (lambda: page.locator(".prompt .menu summary").click(), ".prompt .menu[open]"),
    ):
        opening()
        page.locator(lies).first.wait_for()
        page.keyboard.press("Escape") if way == "escape" else page.mouse.click(640, 790)
        page.locator(lies).first.wait_for(state="detached")


def test_another_game_at_the_same_table(visit):
    page = visit()
    start(page)
    clicks.let_a_bot_play(page)
    page.wait_for_selector("#ending")
    page.get_by_role("button", name="Play again").click()
    page.wait_for_selector("#ending", state="detached")
    page.wait_for_selector("main[data-status=playing]")
    assert clicks.ready(page)


def test_the_table_stays_from_move_to_move(visit):
    """Only what stays can travel, keep the focus and be chosen from in peace."""
    page = visit()
    start(page)
    assert clicks.ready(page)
    page.evaluate("document.querySelector('.felt').id = 'same'")
    clicks.play_something(page)
    assert clicks.ready(page)
    assert page.locator("#same").count() == 1


def test_a_link_to_a_seat_of_the_table_that_is_watched_seats_one(visit):
    ann, bob = visit(), visit()
    link = clicks.invite(ann)
    bob.goto(link.partition("#")[0])
    bob.wait_for_selector("main[data-status=waiting]")
    clicks.sit_down(bob, link)
    bob.wait_for_selector("main[data-status=playing]")
    assert "#" not in bob.url


def test_a_link_for_spectators_is_at_hand_while_one_plays(visit):
    page, eve = visit(), visit()
    start(page)
    page.locator("summary", has_text="Settings").click()
    eve.goto(page.get_by_label("Link for spectators").input_value())
    eve.get_by_text("You are watching.").wait_for()
