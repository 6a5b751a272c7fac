"""Choices at the table of ...and then we held hands...: in any order, dragged, refused, half made."""

import clicks
import halfway
import hands
import positions

from parlour.lesson import lesson_of


def test_a_node_first_then_a_card_and_a_drag(visit):
    page = visit()
    while True:
        assert hands.start(page)
        while hands.answer(page, "halves").count():
            hands.play_something(page)
            hands.go_on(page)
        before = clicks.ply(page)
        node = page.locator(".spot.can").first
        node.hover()
        page.locator(".would ul", has_text="Balance").wait_for()
        node.click()
        page.get_by_text("Which card takes you").wait_for()
        card = page.locator(".card.can").first
        hands.again(page, before, lambda card=card: hands.press(page, card))
        if hands.ready(page) and page.locator(".card.can").count():
            break
    before = clicks.ply(page)
    card = page.locator(".card.can").first
    box, spot = card.bounding_box(), card.evaluate(hands.SHOWN)
    page.mouse.move(box["x"] + spot["x"], box["y"] + spot["y"])
    page.mouse.down()
    page.mouse.move(box["x"] + spot["x"] + 20, box["y"] + spot["y"] + 20, steps=4)
    target = page.locator(".spot.can").first
    to = target.bounding_box()
    page.mouse.move(to["x"] + to["width"] / 2, to["y"] + to["height"] / 2, steps=4)
    page.mouse.up()
    clicks.until(page, lambda: hands.played(page, before) or page.get_by_text("Once more to do it.").count())
    if not hands.played(page, before):
        target.click()
    clicks.moved(page, before)


def test_what_is_not_allowed_is_answered_with_its_clause(visit):
    page = visit()
    assert hands.start(page)
    while hands.answer(page, "halves").count():
        hands.play_something(page)
        hands.go_on(page)
    page.locator(".spot:not(.can)[aria-label*='not open yet']").first.click(force=True)
    page.locator(".prompt .refused .clause").wait_for()


ASKED = ":text('Once more to do it.')"
# The lesson's position, what is tapped one after the other, what shows that the choice is half made, and the taps that
# finish it. A finger's tap asks where a mouse's plays.
HALVES = {
    "my card": (1, ["card 0 0"], ".card.held[data-hand='0']", ["node 15"]),
    "the partner's card": (3, ["card 1 0"], ".card.held[data-hand='1']", ["node 17"]),
    "a node": (1, ["node 15"], ":text('Which card takes you')", ["card 0 0"]),
    "a card and a node": (1, ["card 0 0", "tap 15"], ASKED, ["tap 15"]),
    "a node and a card": (1, ["node 15", "tap 0 0"], ".card.asked", ["tap 0 0"]),
    "the Heart": (7, ["card 0 5", "tap 56"], ASKED, ["tap 56"]),
    "a stop": (2, ["tap you"], ASKED, ["tap you"]),
    "a fan": (0, ["tap left"], ASKED, ["tap left"]),
    "a card on its way": (1, ["lift 0 0"], ".dragged", ["drop 15"]),
}


def test_half_made_choices_outlive_a_lost_line_and_not_a_reload(visit):
    page = visit(has_touch=True)
    hands.lay(page, "me", "bot", edition="tiny")
    page.wait_for_selector(".spot")
    kinds = set()
    for number, half, held, finish in HALVES.values():
        step = lesson_of("held_hands").steps[number]
        match = positions.match_after("held_hands", step.script)
        sent = halfway.interrupted(page, match, lambda h=half: touch(page, h), held, lambda f=finish: touch(page, f))
        assert sent in step.goal
        kinds.add(sent.split()[0].replace("right", "left"))
    assert kinds == hands.PLAYED - {"right"}


def touch(page, what):
    """Taps by mouse or finger, and the two ends of a drag."""
    for how, *where in map(str.split, what):
        place = {"you": "[aria-label*='you stand here']", "left": ""}.get(where[0], f"[data-node='{where[0]}']")
        found = page.locator("[data-side=left]" if where == ["left"] else f".spot{place}")
        if len(where) == 2:
            found = page.locator(f".card[data-hand='{where[0]}'][data-slot='{where[1]}']")
        if how in ("lift", "drop"):
            page.mouse.up() if how == "lift" else None
            box = found.bounding_box()
            x, y = (16, 26) if how == "lift" else (box["width"] / 2, box["height"] / 2)
            page.mouse.move(box["x"] + x, box["y"] + y, steps=2)
            page.mouse.down() if how == "lift" else page.mouse.up()
            page.mouse.move(box["x"] + x + 20, box["y"] + y + 20, steps=2)
        else:
            hands.press(page, found, "tap" if how == "tap" else "click")
