"""The table of Labor of Love in a real browser: by mouse, touch and keys, alone and together, whole games."""

import clicks
import halfway
import positions
import pytest
import retold
import workshop
from axe_playwright_python.sync_playwright import Axe

from parlour.games.labor_of_love.moves import MOVES
from parlour.lesson import lesson_of

LESSON = lesson_of("labor_of_love")
# What players decide; the other kinds are chance's.
KINDS = {"take", "blind", "react", "glow"}
# The lesson's steps stand before each of them.
STEPS = {"take": 1, "blind": 6, "react": 7, "glow": 8}
WHERE = {"take": ".stacks", "blind": ".stacks", "react": ".board[data-drop]", "glow": "button.goal"}


def box(page, selector):
    return page.locator(selector).first.bounding_box()


def axe(page):
    found = Axe().run(page).response["violations"]
    return [(v["id"], [n["html"][:160] for n in v["nodes"]]) for v in found]


def learn(page, number):
    page.goto(f"/learn/labor_of_love?step={number}")
    page.wait_for_selector(workshop.CHOICES)


def test_a_whole_game_by_mouse_at_four_seats(visit):
    page = visit()
    workshop.deal(page, ["me", "bot", "bot", "bot"], "edition")
    assert workshop.ready(page)
    desk = box(page, ".desk")

    def check():
        assert box(page, ".desk") == desk
        for choice in page.locator(workshop.CHOICES).all():
            found = choice.bounding_box()
            assert found["y"] + found["height"] <= 800
        assert page.locator(".all-moves").count() == 0

    workshop.play_out(page, check=check)
    page.wait_for_selector("#ending")
    assert "more than" in page.locator("aside").inner_text()
    assert page.locator(".sheet").count() == 1


def test_every_kind_of_move_is_made_on_the_board_by_tap_and_by_drag(visit):
    assert {kind.name for kind in MOVES.kinds} - {"starts", "under", "hang", "deal", "draw"} == KINDS
    page = visit()
    for kind, number in STEPS.items():
        learn(page, number)
        step = LESSON.steps[number - 1]
        move = step.goal[0]
        thing = page.locator(f"button[data-move='{move}']").last
        thing.click()
        assert thing.get_attribute("aria-pressed") == "true"
        thing.click()
        page.locator(".answer.done", has_text=step.praise["en"]).wait_for()
        learn(page, number)
        if kind == "glow":
            page.locator(f"button[data-move='{move}']").click()
        workshop.drag(page, move, WHERE[kind])
        page.locator(".answer.done").wait_for()


@pytest.mark.parametrize(("language", "places"), [("en", ("2nd", "3rd", "4th")), ("de", ("2.", "3.", "4."))])
def test_seats_on_a_small_phone_have_their_names_and_places_whole(visit, language, places):
    page = visit(width=360, height=640, locale=f"{language}-{language.upper()}")
    workshop.deal(page, ["me", "bot", "bot", "bot"], "edition")
    assert workshop.ready(page)
    for words in page.locator(".chip > span").all():
        assert words.evaluate("e => e.scrollWidth <= e.clientWidth"), words.inner_text()
    # The others follow in an order that the deal decides.
    assert sorted(page.locator(".chip small").all_inner_texts()) == ["", *sorted(places)]


def test_the_whole_lesson_and_what_a_step_shows(visit):
    page = visit()
    learn(page, 1)
    for number, step in enumerate(LESSON.steps):
        page.get_by_text(f"Step {number + 1} of {len(LESSON.steps)}").wait_for()
        thing = page.locator(f"button[data-move='{step.goal[0]}']").last
        thing.click()
        if step.goal[0] == "take r2" and number == 4:
            assert page.locator(".strings .ghost").count() == 2
            assert page.locator(".strings .ring").count() == 1
            assert page.locator(".tape button.ghost").count() == 1
        thing.click()
        page.locator(".answer.done", has_text=step.praise["en"]).wait_for()
        if number + 1 < len(LESSON.steps):
            page.get_by_role("button", name="Next", exact=True).click()


def test_a_whole_game_by_keyboard_alone(visit):
    page = visit()
    workshop.deal(page, ["me", "bot"])
    while workshop.ready(page):
        before = clicks.ply(page)
        kind = workshop.kind_of(page)
        page.keyboard.press("0" if kind == "blind" else "1")
        held = page.locator("button[data-move][aria-pressed=true]").last
        held.wait_for()
        page.keyboard.press("Escape")
        page.locator("button[data-move][aria-pressed=true]").wait_for(state="detached")
        page.keyboard.press("0" if kind == "blind" else "1")
        held.wait_for()
        page.keyboard.press("Enter")
        clicks.moved(page, before)
    page.wait_for_selector("#ending")


@pytest.mark.parametrize(("width", "height"), [(390, 844), (360, 640)])
def test_a_whole_game_by_touch(visit, width, height):
    page = visit(width=width, height=height, has_touch=True, is_mobile=True)
    workshop.deal(page, ["me", "bot"])

    def check():
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert page.evaluate("document.querySelector('.desk').scrollWidth") <= width
        for choice in page.locator(workshop.CHOICES).all():
            found = choice.bounding_box()
            assert min(found["width"], found["height"]) >= 43.5

    assert workshop.settled(page)
    for scheme in ("light", "dark") if height > 700 else ():
        page.emulate_media(color_scheme=scheme)
        assert axe(page) == []
    workshop.play_out(page, "tap", check)
    page.wait_for_selector("#ending")


def test_four_browsers_and_a_spectator(visit):
    ann, *friends, eve = (visit() for _ in range(5))
    pages = [ann, *friends]
    heard = [clicks.overhear(page) for page in (*pages, eve)]
    made = workshop.deal(ann, ["me", "friend", "friend", "friend"])
    eve.goto(made["path"])
    for page, link in zip(friends, made["links"], strict=True):
        clicks.sit_down(page, link["path"])
    kinds = set()
    while True:
        now = max(clicks.ply(page) for page in pages if page.locator("main[data-ply]").count())
        for page in pages:
            page.wait_for_selector("main[data-ply]")
            clicks.moved(page, now - 1)
        if any(clicks.status(page) == "over" for page in pages):
            break
        clicks.until(ann, lambda: any(page.locator(workshop.CHOICES).count() for page in pages))
        page = next(p for p in pages if p.locator(workshop.CHOICES).count())
        kinds.add(workshop.choose(page))
    eve.wait_for_selector("#ending")
    assert eve.locator(workshop.CHOICES).count() == 0
    for frames in heard:
        check_frames(frames)


def check_frames(frames):
    """Nobody is told which cards are in the pile, nor the secret of the draws."""
    shown = [m for m in frames if m["type"] == "table" and m["status"] == "playing"]
    assert shown
    for message in shown:
        assert message["fairness"]["secret"] is None
        pile = next(zone for zone in message["view"]["zones"] if zone["id"] == "pile")
        assert not pile.get("pieces")
        drawn = {p["card"] for z in message["view"]["zones"] for p in z.get("pieces", ()) if "card" in p}
        told = {line["fields"]["card"] for line in message["story"] if "card" in line["fields"]}
        assert told <= drawn


def test_a_setting_plays_on_the_first_tap(visit):
    page = visit(reduced_motion="no-preference")
    workshop.deal(page, ["me", "bot"], "edition")
    assert workshop.ready(page)
    page.locator("header summary").click()
    page.get_by_label("Play on the first tap").check()
    page.locator("header summary").click()
    page.evaluate(FLOWN)
    before = clicks.ply(page)
    page.locator("button[data-move='take r1']").click()
    clicks.moved(page, before)
    # The card travels from the row to its stack.
    clicks.until(page, lambda: page.evaluate("window.flown") > 40)


FLOWN = """() => { window.flown = 0; const look = () => { document.querySelectorAll('.stacks .top').forEach(e =>
  window.flown = Math.max(window.flown, Math.abs(parseFloat(getComputedStyle(e).translate) || 0)));
  requestAnimationFrame(look); }; look(); }"""


def test_a_shared_screen(visit):
    page = visit()
    workshop.deal(page, ["same", "same"])
    workshop.play_out(page)
    page.wait_for_selector("#ending")


# What is taken up and how it is played after that.
HALVES = {
    "take r1": lambda page: page.get_by_role("button", name="Make it").click(),
    "blind": lambda page: page.locator("button[data-move=blind]").click(),
    "react e1": lambda page: page.keyboard.press("Enter"),
    "glow b1": lambda page: page.locator("button.goal").click(),
}


def test_half_made_choices_outlive_a_lost_line_and_not_a_reload(visit):
    page = visit()
    workshop.deal(page, ["me", "bot"])
    assert {move.split()[0] for move in HALVES} == KINDS
    for move, finish in HALVES.items():
        match = positions.match_after("labor_of_love", LESSON.steps[STEPS[move.split()[0]] - 1].script)
        thing, held = page.locator(f"button[data-move='{move}']").last, f"button[data-move='{move}'][aria-pressed=true]"
        assert halfway.interrupted(page, match, thing.click, held, lambda f=finish: f(page)) == move
    # The same with a project that is on its way to its stack.
    match = positions.match_after("labor_of_love", LESSON.steps[0].script)
    held = "button[data-move='take r2'][style*=translate]"
    sent = halfway.interrupted(page, match, lambda: workshop.lift(page, "take r2"), held, lambda: workshop.drop(page))
    assert sent == "take r2"


def test_what_is_not_allowed_is_answered_and_the_boards_of_others_only_open(visit):
    page = visit()
    workshop.deal(page, ["me", "bot"], "edition")
    assert workshop.ready(page)
    # What is not allowed is answered with its clause; the others' boards only open.
    page.locator("button[data-move^=react]").first.click()
    page.locator(".refused", has_text="LL-20").wait_for()
    page.locator(".other").click()
    page.locator("dialog .strings").wait_for()
    page.keyboard.press("ArrowRight")
    page.locator("dialog .tab.on", has_text="You").or_(page.locator("dialog .tab.on")).first.wait_for()
    page.keyboard.press("Escape")
    page.locator("dialog").wait_for(state="detached")
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        page.locator("button[data-move='take r1']").focus()
        assert axe(page) == []


def test_a_replay_through_every_pair_of_eyes(visit, house):
    id = retold.finished(house, "labor_of_love", "me", "bot", "bot", edition="tiny")
    told = retold.every_step(visit(), id, DRAWN, position)
    assert set(told) == {0, 1, 2, -3}
    for steps in told.values():
        # What comes from the pile is nobody's to know.
        assert not any(z.get("pieces") for step in steps[:-1] for z in step["view"]["zones"] if z["id"] == "pile")


def position(eyes, view, edition):
    """The points, the row, the pile, the bulbs and the projects of this step and seat."""
    near = max(eyes, 0)
    zones = {zone["id"]: zone for zone in view["zones"]}
    made = sum(len(z["pieces"]) for z in view["zones"] if z["id"].startswith(f"s{near + 1}-"))
    bulbs = sorted(str(bulb["value"]) for bulb in zones[f"board-{near}"].get("pieces", ()))
    row = sorted(f"take r{piece['slot'] + 1}" for piece in zones["row"].get("pieces", ()))
    return {
        "points": str(view["points"][near]),
        "row": row,
        "pile": str(zones["pile"]["count"]),
        "bulbs": bulbs,
        "made": made,
    }


DRAWN = """() => {
  const all = (what) => [...document.querySelectorAll(what)];
  const words = (what) => all(what).map((e) => e.textContent.trim());
  return {
    points: words('.mine .points')[0],
    row: all('.take').map((e) => e.dataset.move).sort(),
    pile: words('.pile .cap b')[0],
    bulbs: words('.mine .strings .value').filter(Boolean).sort(),
    made: all('.stacks .top, .stacks .strip').length,
  };
}"""


@pytest.mark.parametrize("edition", ["tiny", "edition"])
def test_the_table_follows_the_edition(visit, edition):
    page = visit()
    frames = clicks.overhear(page)
    workshop.deal(page, ["me", "bot"], edition)
    assert workshop.ready(page)
    printed = next(m["edition"] for m in clicks.tables(frames) if m.get("edition"))
    assert page.locator(".mine .strings .name").count() == len(printed["rows"])
    spaces = sum(value is not None for row in printed["rows"] for value in row["values"])
    assert page.locator(".mine .strings .v").count() == spaces
    assert page.locator(".tape .n").count() == printed["end"] - 1
    assert page.locator(".stacks .stack").count() == len(printed["passion"])


def test_a_chain_is_told_step_by_step_can_be_skipped_and_seen_again(visit):
    page = visit(width=390, height=844, has_touch=True, is_mobile=True, reduced_motion="no-preference")
    learn(page, STEPS["react"])
    beads, told = page.locator(".beads li"), page.locator(".beads li.done")
    assert told.count() == beads.count() > 4
    page.get_by_role("button", name="See it again").tap()
    page.locator(".beads li:not(.done)").first.wait_for()
    assert page.locator(".choice.waits").count() == 1
    page.locator(".stage .board").tap()
    clicks.until(page, lambda: told.count() == beads.count())
    page.locator(".choice:not(.waits) button").first.tap()
    assert page.locator("button[aria-pressed=true]").count() >= 1
