"""The table of ...and then we held hands... in a real browser."""

import json
import random

import clicks
import hands
import pytest
import retold
from axe_playwright_python.sync_playwright import Axe

from parlour.bot_names import BOT_NAMES
from parlour.games.held_hands import moves
from parlour.lesson import lesson_of


def test_a_whole_game_by_mouse(visit):
    page = visit()
    assert hands.start(page)
    clicks.watch_shifts(page)
    check_axe(page)
    check_fold(page, 1280, 800)
    for _ in range(6):
        if hands.ready(page):
            hands.play_something(page, pick=random.Random(1))
    assert page.evaluate("window.shifts") == []
    assert hands.start(page, "tiny")
    hands.play_out(page, pick=random.Random(1))
    page.wait_for_selector("#ending")
    reason = page.locator(".reason").inner_text()
    assert any(word in reason for word in ("break up", "won together"))
    assert page.locator(".turns li .dot").count() >= 1
    # A silent table: nothing to say anything with, and names that stay.
    assert page.locator("textarea, aside input, button.nm").count() == 0


def check_axe(page):
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        found = Axe().run(page).response["violations"]
        assert [(v["id"], v["nodes"][0]["html"][:160]) for v in found] == []


def check_fold(page, width, height):
    """Whatever can be tapped or has to be read lies on the screen."""
    boxes = page.locator(".spot, .card, .scale, .prompt, .pile").evaluate_all(
        "all => all.map(e => e.getBoundingClientRect()).map(b => [b.left, b.top, b.right, b.bottom])"
    )
    assert len(boxes) > 60
    assert all(l >= -3 and t >= 0 and r <= width + 3 and b <= height + 3 for l, t, r, b in boxes)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.evaluate("document.documentElement.scrollHeight") <= height


@pytest.mark.parametrize(("width", "height"), [(390, 844), (360, 640)])
def test_by_touch_on_a_phone(visit, width, height):
    page = visit(width=width, height=height, has_touch=True, is_mobile=True, color_scheme="dark")
    assert hands.start(page, "tiny" if height < 700 else "short")
    small = page.locator("footer button, header .button, .spot, .prompt button").evaluate_all(
        "all => all.map(e => e.getBoundingClientRect()).filter(b => b.height && (b.height < 44 || b.width < 44)).length"
    )
    assert small == 0
    if height > 700:
        check_fold(page, width, height)
        check_axe(page)
        page.locator("footer button", has_text="Story").tap()
        page.get_by_role("tab", name="Played cards").tap()
        assert page.locator(".played section").count() == 2
        page.keyboard.press("Escape")
        beside(page)
        assert hands.start(page, "tiny")
    hands.play_out(page, "tap", random.Random(2))
    page.wait_for_selector("#ending")
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def beside(page):
    """A tap beside a node goes to the nearest that can be reached, and is never played by that tap."""
    # In some deals no card can be played at first.
    while hands.answer(page, "halves").count() or not page.locator(".hand.near .card.can").count():
        hands.play_something(page, "tap")
        hands.go_on(page)
    before = clicks.ply(page)
    hands.press(page, page.locator(".hand.near .card.can").first, "tap")
    target = page.locator(".spot.can").first
    box, node = target.bounding_box(), target.get_attribute("data-node")
    away = 26 if box["x"] < 195 else -26
    page.touchscreen.tap(box["x"] + box["width"] / 2 + away, box["y"] + box["height"] / 2)
    page.get_by_text("Once more to do it.").wait_for()
    assert clicks.ply(page) == before
    assert page.locator(".spot.can").count() >= 1
    assert node is not None
    page.keyboard.press("Escape")


def test_by_keyboard_alone(visit):
    page = visit()
    pick, kinds = random.Random(3), set()
    # A tiny game may break up before the first step.
    while not {"side", "step"} <= kinds:
        assert hands.start(page, "tiny")
        while hands.ready(page):
            kinds.add(by_keys(page, clicks.ply(page), pick))
        page.wait_for_selector("#ending")


def by_keys(page, before, pick):
    if hands.answer(page, "halves").count():
        hands.again(page, before, lambda: page.keyboard.press("["))
        return "side"
    if hands.answer(page, "Stop").count() and pick.random() < 0.5:
        hands.again(page, before, lambda: page.keyboard.press("s"))
        return "stop"
    for key in [f"{shift}Digit{n}" for shift in ("", "Shift+") for n in range(1, 7)]:
        page.keyboard.press(key)
        # A place without a card in hand would ask for the card.
        held = page.locator(".card.held").count()
        page.keyboard.press("ArrowRight")
        if held and clicks.at(page, ".spot.can"):
            hands.again(page, before, lambda: page.keyboard.press("Enter"))
            return "step"
        page.keyboard.press("Escape")
    hands.again(page, before, lambda: page.keyboard.press("s"))
    return "stop"


def test_two_browsers_and_a_spectator(visit):
    ann, bob, eve = visit(), visit(), visit()
    heard = [clicks.overhear(page) for page in (ann, bob, eve)]
    # Fans before the deal: of every card one half is covered from the start.
    made = hands.lay(ann, "me", "friend", edition="tiny", rulings={"deal-first": False})
    eve.goto(f"/t/{made['id']}")
    clicks.sit_down(bob, made["links"][0]["path"])
    for page in (ann, bob, eve):
        page.wait_for_selector("main[data-status=playing]")
    both_want_hints(ann, bob)
    pick = random.Random(4)
    while not any(clicks.status(page) == "over" for page in (ann, bob)):
        now = max(clicks.ply(page) for page in (ann, bob))
        for page in (ann, bob):
            clicks.moved(page, now - 1)
        page = next((p for p in (ann, bob) if p.locator(".prompt.mine").count()), None)
        if page and clicks.status(page) != "over":
            hands.play_something(page, pick=pick)
    for page in (ann, bob, eve):
        page.wait_for_selector("#ending")
    assert all(check_covered(frames) > 0 for frames in heard)
    assert eve.locator(".prompt .main").count() == 0


def both_want_hints(ann, bob):
    """Two people who play in silence get no advice either, unless both of them want it."""
    hint = next(p for p in (ann, bob) if p.locator(".prompt.mine").count()).locator(".prompt [aria-label=Hint]")
    for page, other in ((ann, bob), (bob, ann)):
        assert hint.is_disabled()
        page.locator("header summary").click()
        page.get_by_label("Hints, if all of you want them").check()
        other.get_by_text("would like hints.").wait_for(state="attached")
        page.locator("header summary").click()
    clicks.until(ann, hint.is_enabled)


def check_covered(frames):
    """No message before the end knows a half that was never seen, nor what is in the deck. How often one lay there."""
    shown = [m for m in clicks.tables(frames) if m["status"] == "playing" and m.get("view")]
    covered = 0
    for message in shown:
        for zone in message["view"]["zones"]:
            assert zone["id"] != "deck" or not zone.get("pieces")
            for piece in zone.get("pieces", ()) if zone["id"].startswith("hand-") else ():
                if piece.get("face") == "half":
                    covered += 1
                    assert "card" not in piece
                    assert (piece.get("left") is None) != (piece.get("right") is None)
    return covered


def test_a_shared_screen(visit):
    page = visit()
    hands.lay(page, "me", "me", edition="tiny")
    pick, shown = random.Random(5), set()
    while True:
        clicks.fall(page, ".prompt.mine")
        if page.locator("#ending").count():
            break
        if page.locator(".curtain").count():
            page.click(".curtain button")
            continue
        shown.add(page.get_attribute("main", "data-me"))
        hands.play_something(page, pick=pick)
    assert shown == {"0", "1"}


def test_the_lesson_makes_every_kind_of_move_on_the_board(visit):
    page = visit()
    page.goto("/learn/held_hands")
    steps, kinds = lesson_of("held_hands").steps, set()
    assert {kind.name for kind in moves.MOVES.kinds} - {"starts", "draw", "reveal"} == hands.PLAYED
    assert 6 <= len(steps) <= 10
    for number, step in enumerate(steps):
        page.get_by_text(f"Step {number + 1} of {len(steps)}").wait_for()
        page.wait_for_selector(".spot")
        goal = step.goal[number % 2] if step.goal == ["left", "right"] else step.goal[0]
        kinds.add(goal.split()[0])
        again = hands.play_text(page, goal)
        done = page.locator(".answer.done", has_text=step.praise["en"])
        if again:
            kinds |= {"partner"} if " p2 " in goal else set()
            kinds |= {"heart"} if goal.endswith("n57") else set()
        page.wait_for_timeout(80)
        if not done.count():
            hands.play_text(page, goal) if not again else again.click()
        done.wait_for()
        if number + 1 < len(steps):
            page.get_by_role("button", name="Next").click()
    if "right" not in kinds or "left" not in kinds:
        page.goto("/learn/held_hands?step=1")
        hands.play_text(page, "left" if "right" in kinds else "right")
        page.locator(".answer.done").wait_for()
        kinds |= {"left", "right"}
    assert kinds == hands.PLAYED | {"partner", "heart"}


def test_a_replay_through_every_pair_of_eyes(visit, house):
    # Fans before the deal: of every card one half is covered from the start.
    id = retold.finished(house, "held_hands", "me", "bot", edition="tiny", rulings={"deal-first": False})
    told = retold.every_step(visit(), id, DRAWN, position)
    assert set(told) == {0, 1, -3}
    for steps in told.values():
        assert sum(covered_in(step["view"]) for step in steps[:-1]) > 0
        # Nothing is hidden once it is over.
        assert covered_in(steps[-1]["view"]) == 0


def position(eyes, view, edition):
    """Who stands where, which cards are held, and how many halves these eyes do not know."""
    near = max(eyes, 0)
    zones = {zone["id"]: zone.get("pieces", ()) for zone in view["zones"]}
    stand = [next(i for i, n in enumerate(zones["board"]) if seat in n.get("pawns", ())) for seat in (near, 1 - near)]
    held = [f"{seat}/{piece['slot']}" for seat in (0, 1) for piece in zones[f"hand-{seat}"]]
    # Whoever looks through nobody's eyes reads names.
    said = ["Player 1 stands", f"{BOT_NAMES[1]} stands"] if eyes < 0 else ["you stand", "your partner stands"]
    return {"said": said, "at": [str(n) for n in stand], "cards": sorted(held), "veils": covered_in(view)}


DRAWN = """({said}) => {
  const all = (what) => [...document.querySelectorAll(what)];
  return {
    said,
    at: said.map((who) => all(`.spot[aria-label*="${who}"]`)[0]?.dataset.node),
    cards: all('.card').map((c) => `${c.dataset.hand}/${c.dataset.slot}`).sort(),
    veils: all('.card .half.veil').length,
  };
}"""


def covered_in(view):
    """Halves of cards in hands that the view does not tell."""
    hands = [zone for zone in view["zones"] if zone["id"].startswith("hand-")]
    pieces = [piece for zone in hands for piece in zone.get("pieces", ()) if "card" not in piece]
    return sum(piece.get(side) is None for piece in pieces for side in ("left", "right"))


def test_the_table_follows_an_edition_with_other_numbers_and_cards(visit):
    page = visit()
    page.route_web_socket("**/socket", changed)
    assert hands.start(page)
    page.locator(".card[title=Moonstruck]").first.wait_for()
    # Three notches on either side of 0, and a knot for each of five objectives in each of three rings.
    assert page.locator(".scale").first.locator(".notch").count() == 7
    assert page.locator(".knot").count() == 15
    assert "of 15" in page.locator(".joint").get_attribute("aria-label")
    assert page.locator(".card[aria-label*='shows Zest']").count() > 0


def changed(socket):
    """What the server says of its edition, with other numbers and names."""
    server = socket.connect_to_server()

    def from_server(data):
        message = json.loads(data)
        if message["type"] == "table" and message.get("edition"):
            edition = message["edition"]
            edition |= {"limit": 3, "wants": 5}
            edition["cards"] = [card | {"name": "Moonstruck"} for card in edition["cards"]]
            edition["colours"] = [c | {"emotion": "Zest"} for c in edition["colours"]]
        socket.send(json.dumps(message))

    socket.on_message(server.send)
    server.on_message(from_server)


SHOWS = """() => { window.seen = new Set(); new MutationObserver(() =>
  document.querySelectorAll('.hh.table.show, .prompt .answer, #ending').forEach(e => window.seen.add(
    e.id || (e.matches('.show') ? 'show' : e.innerText.trim())))).observe(
  document.body, { subtree: true, childList: true, attributes: true }); }"""


def test_the_end_is_shown_before_the_sheet_and_the_rules_have_pictures(visit):
    page = visit(reduced_motion="no-preference")
    page.goto("/")
    page.evaluate("localStorage.setItem('pace', 'once')")
    assert hands.start(page, "tiny")
    page.keyboard.press("r")
    page.locator("dialog .card").first.wait_for()
    assert page.locator("dialog svg.node").count() == 5
    page.keyboard.press("Escape")
    page.evaluate(SHOWS)
    hands.play_out(page, pick=random.Random(7))
    page.wait_for_selector("#ending")
    seen = page.evaluate("[...window.seen]")
    assert "show" in seen
    assert any(text.startswith("Skip") for text in seen)


def test_cards_that_travel_on_a_phone_go_without_an_error(visit):
    page = visit(width=390, height=844, has_touch=True, is_mobile=True, reduced_motion="no-preference")
    page.goto("/")
    page.evaluate(clicks.AT_ONCE)
    assert hands.start(page)
    hands.play_out(page, touch="event", pick=random.Random(7))
    page.wait_for_selector("#ending")
