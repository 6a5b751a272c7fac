"""Whole games of Work of Heart in a real browser: by mouse, finger and keyboard, by several people, and its lesson."""

import clicks
import heart_clicks as heart
import pytest
import retold

# Each is of another mode, so that all are played.
MOUSE, TAP, KEYS, FRIENDS = heart.MODES
PHONE = {"width": 390, "height": 844, "has_touch": True, "is_mobile": True}
GERMAN_STEPS = ["Sechsen", "Herzenswürfen", "Ankünften", "jedem Abschnitt"]


def test_a_whole_game_by_mouse_against_three_bots(visit):
    """Nothing on the board is moved by the layout, and all that is loaded is light."""
    page = visit()
    packed = clicks.weigh(page)
    page.goto("/", wait_until="networkidle")
    shelf = set(packed)
    heart.lay(page, "me", "bot", "bot", "bot", edition="tiny", mode=MOUSE)
    heart.ready(page)
    clicks.watch_shifts(page)
    heart.play_out(page)
    page.wait_for_selector("#ending")
    assert page.evaluate("window.shifts") == []
    own = {address: size for address, size in packed.items() if address not in shelf}
    assert 0 < sum(own.values()) < clicks.MAX_TABLE, own
    sums = page.locator(".sheet section").all()
    assert len(sums) == 4
    for one in sums:
        (total,) = [int(text.split()[-1].replace("−", "-")) for text in one.locator(".total").all_inner_texts()]
        parts = [text.lstrip("+").replace("−", "-") for text in one.locator("li > .n").all_inner_texts()]
        assert sum(map(int, parts)) == total
    assert page.locator(".ending p").first.inner_text()


def test_a_whole_game_by_tap_on_a_phone(visit):
    page = visit(**PHONE)
    page.goto("/")
    heart.lay(page, "me", "bot", "bot", "bot", edition="tiny", mode=TAP)
    heart.play_out(page, "tap")
    page.wait_for_selector("#ending")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_a_whole_game_by_keyboard_alone_and_its_replay(visit):
    page = visit()
    page.goto("/")
    made = heart.lay(page, "me", "bot", edition="tiny", mode=KEYS)
    while heart.ready(page):
        before = clicks.ply(page)
        found = heart.choices(page)
        clicks.tab_to(page, found[0] if found else heart.ANSWER)
        page.keyboard.press("Enter")
        if found:
            page.keyboard.press("Enter")
        clicks.moved(page, before)
    page.wait_for_selector("#ending")
    hand = retold.hand_by(".tray .hand button", ".tray .hand .down")
    assert set(retold.every_step(page, made["id"], hand, held)) == {0, 1, -3}


def held(eyes, view, edition):
    """The near hand, which is not drawn beside the cast."""
    hand = retold.hand(eyes, view, edition)
    return {"names": [], "backs": 0} if view["phase"] in ("woo", "pick") and not view["over"] else hand


def test_four_browsers_and_a_spectator_see_nobody_elses_cards(visit):
    pages = [visit() for _ in range(5)]
    heard = [clicks.overhear(page) for page in pages]
    pages[0].goto("/")
    made = heart.lay(pages[0], "me", "friend", "friend", "friend", edition="tiny", mode=FRIENDS)
    for page, link in zip(pages[1:4], made["links"], strict=True):
        clicks.sit_down(page, link["path"])
    pages[4].goto(f"/t/{made['id']}")
    for page in pages:
        page.wait_for_selector("main[data-status=playing]")
    asked = ", ".join((*heart.BOARD, ".prompt.mine .answer"))
    while not any(clicks.status(page) == "over" for page in pages):
        # Tied seats are asked together and answer in the order of seats, so all pages must show the question.
        now = max(clicks.ply(page) for page in pages)
        for page in pages:
            clicks.moved(page, now - 1)
        page = next((p for p in pages[:4] if p.locator(asked).count()), None)
        if page:
            heart.play_something(page)
        else:
            pages[0].wait_for_timeout(20)
    for page in pages:
        page.wait_for_selector("#ending")
    for seat, frames in enumerate(heard):
        check_frames(frames, seat)


def check_frames(frames, seat):
    """No message before the end names a card in another hand, or a bonus card that another has picked."""
    shown = [m for m in clicks.tables(frames) if m["status"] == "playing"]
    assert len(shown) > 5
    for message in shown:
        for zone in message["view"]["zones"]:
            if zone["id"].startswith(("hand-", "pick-")) and zone["owner"] != seat:
                for piece in zone.get("pieces", ()):
                    if seat not in piece.get("seen", ()):
                        assert piece["face"] == "down"
                        assert not {"card", "name", "bonus", "standing"} & piece.keys()
        for line in message["story"]:
            if line["key"] in ("story.draw", "story.pick"):
                assert line["fields"]["who"] == seat


def test_a_shared_screen_with_the_curtain(visit):
    page = visit()
    page.goto("/")
    heart.lay(page, "me", "same", edition="tiny")
    seen = set()
    while True:
        clicks.fall(page, heart.ASKED)
        if clicks.status(page) == "over":
            break
        if page.locator(".curtain").count():
            seen.add(page.locator(".curtain h2").inner_text())
            page.click(".curtain button")
            page.wait_for_selector(".curtain", state="detached")
            continue
        heart.play_something(page)
    assert len(seen) == 2
    page.wait_for_selector("#ending")


def test_the_lesson_is_played_on_the_board(visit):
    page = visit()
    page.goto("/learn/work_of_heart")
    steps = ["[data-interest='4']", "[data-bonus='1']", "[data-place='33']", "[data-answer='0']", "[data-slot='1']",
             ".mine [data-perk=charm]", ".says .button.main", "[data-slot='0']",
             ".says .button:not(.main)"]  # fmt: skip
    for number, selector in enumerate(steps, 1):
        page.wait_for_selector(f"text={number} of {len(steps)}")
        page.locator(selector).first.click()
        if not selector.startswith(".says"):
            page.locator(selector).first.click()
        page.wait_for_selector(".answer.done")
        if number < len(steps):
            page.get_by_role("button", name="Next").click()


@pytest.mark.parametrize(
    ("screen", "asked", "steps"),
    [
        ({}, "Raise a hand: ask me at", ["sixes", "affection rolls", "landings", "every step"]),
        (PHONE | {"locale": "de-DE"}, "Hand heben: frag mich bei", GERMAN_STEPS),
    ],
    ids=["a wide screen", "a phone in German"],
)
def test_a_hand_is_raised_in_the_menu_and_stays_so(visit, screen, asked, steps):
    """WH-59 In one place; what was chosen is kept for the match."""
    page = visit(**screen)
    page.goto("/")
    heart.lay(page, "me", "bot", edition="tiny")
    heart.ready(page)
    menu, field = page.locator("header details > summary"), page.locator("fieldset.raise")
    menu.click()
    assert field.locator("legend").all_inner_texts() == [asked]
    assert field.locator("label").all_inner_texts() == steps
    assert chosen(field) == [True, True, False, False]
    field.get_by_label(steps[3]).click()
    field.get_by_label(steps[0]).click()
    page.reload()
    heart.ready(page)
    menu.click()
    clicks.until(page, lambda: chosen(field) == [False, True, False, True])
    assert clicks.in_view(page, "fieldset.raise")
    box, width = field.bounding_box(), page.viewport_size["width"]
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= width
    assert all(label.evaluate("e => e.scrollWidth <= e.clientWidth") for label in field.locator("label").all())


def chosen(field):
    return [box.is_checked() for box in field.get_by_role("checkbox").all()]
