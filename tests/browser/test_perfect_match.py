"""The table of Perfect Match in a real browser: every move on the board, whole games, and what nobody may see."""

import random

import clicks
import match_positions
import match_staged
import matchplay
import pytest
import retold
from axe_playwright_python.sync_playwright import Axe

from games.perfect_match.stage import Stage
from parlour.games.perfect_match.moves import MOVES

CHANCE = {"starts", "profile", "enter", "draw"}

# What is played from `busy`, by the drama in the hand or the favour that is asked for.
DRAMAS = {
    "overheard": ("pick s1 k1", "stop"),
    "group-chat": ("pick s2 k1",),
    "its-not-you": ("pick s1 k3",),
    "wrong-coat": ("pick s1 k1", "pick s2 k1"),
    "moved-seats": ("pick s1 k1", "point s3"),
    "second-thoughts": ("pick s1 k2",),
    "new-haircut": ("pick s1 k1", "offer h1"),
    "mutual-friend": ("face p3",),
    "borrowed": ("grab p2 h1",),
    "clean-slate": ("point s1",),
    "long-talk": ("name c2",),
    "double-espresso": (),
    "lost-property": ("fetch d2",),
}
FAVOURS = {
    "kiko": ("play h1 s2",),
    "ines": ("point s1", "point s2"),
    "jonah": ("pick s1 k1",),
    "percy": ("face p2", "discard h2"),
    "rufus": ("name c18", "point s1"),
}
# What a turn offers at once.
ACTIONS = ("play h1 s2", "reveal s1 k1", "drama h3", "date s1", "rest")


# One for each kind of move is enough for a finger.
FINGER = ("overheard", "moved-seats", "new-haircut", "borrowed", "long-talk", "lost-property", "percy")


def walks(some=(*DRAMAS, *FAVOURS)):
    """Every walk as a match and what is played in it, move by move."""
    for move in ACTIONS:
        yield match_staged.busy(), (move,)
    for drama, choices in DRAMAS.items():
        if drama in some:
            yield match_staged.busy(drama), ("drama h3", *choices)
    for who, choices in FAVOURS.items():
        if who not in some:
            continue
        s = match_staged.busy(wooed=("leopold", who))
        yield s, (f"favour c{s.number('contestants', who) + 1}", *choices)
    s = match_staged.busy().give(0, *("tender",) * 4)
    s.do("rest")
    yield s, ("discard h2",)


def play_walk(staged, s, texts, touch="click", half=lambda move: None):
    """Make the moves of a walk on the board; what the page has sent is played in the match."""
    for text in texts:
        staged.show(s.match, s.seat)
        staged.page.keyboard.press("Escape")
        staged.played.clear()
        move = next(m for m in matchplay.described(staged.look) if m["move"] == text)
        matchplay.tap_all(staged.page, move, touch, half)
        clicks.mend(staged.page)
        clicks.until(staged.page, lambda: staged.played)
        assert staged.played == [text]
        s.do(text)


class Interrupted:
    """Half a choice of each kind: a reload forgets it, a lost line does not. The last tap is made without a line."""

    def __init__(self, staged):
        self.staged, self.kinds = staged, set()

    def __call__(self, move):
        page, kind = self.staged.page, move["data"]["kind"]
        if kind in self.kinds:
            return
        self.kinds.add(kind)
        page.reload()
        page.wait_for_selector(f"{matchplay.DECIDES}[data-armed='']")
        assert page.locator(".hand [aria-pressed=true]").count() == 0
        assert matchplay.tap_half(page, move, "tap")
        clicks.cut(page)
        assert matchplay.armed(page) == move["move"]
        assert self.staged.played == []


@pytest.mark.parametrize("touch", ["click", "tap"])
def test_every_kind_of_move_is_made_on_the_board(visit, touch):
    phone = {"width": 390, "height": 844, "has_touch": True, "is_mobile": True}
    page = visit(**(phone if touch == "tap" else {}))
    staged = match_staged.Staged(page, tells=False).open()
    boxes, kinds = set(), set()
    # A finger's first tap never plays, so that every kind of move can be half made.
    half = Interrupted(staged) if touch == "tap" else lambda move: None
    for s, texts in walks(FINGER) if touch == "tap" else walks():
        play_walk(staged, s, texts, touch, half)
        kinds |= {text.split()[0] for text in texts}
        box = page.locator(".stage").bounding_box()
        boxes.add((round(box["x"]), round(box["y"]), round(box["width"])))
        if touch == "tap":
            assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]
    assert kinds == {kind.name for kind in MOVES.kinds} - CHANCE
    assert touch == "click" or half.kinds == kinds
    # The stage never moves; and the list of all moves was never open.
    assert len(boxes) == 1
    assert page.locator(".drawer").count() == 0


def test_nothing_is_below_the_fold_and_nobody_is_shut_out(visit):
    page = visit()
    staged = match_staged.Staged(page).open()
    s = match_staged.busy()
    for dark in (False, True):
        page.emulate_media(color_scheme="dark" if dark else "light")
        staged.show(s.match)
        for selector in (".hand [data-slot]", "[data-act=date]", "[data-act=reveal]", "[data-pile]", ".wish"):
            for found in page.locator(selector).all():
                box = found.bounding_box()
                assert box["y"] >= 0, selector
                assert box["y"] + box["height"] <= 800, selector
        page.locator(".hand [data-slot='0']").click()
        found = Axe().run(page)
        assert found.violations_count == 0, found.generate_report()
        page.keyboard.press("Escape")
    assert page.evaluate("document.documentElement.scrollHeight") <= 800


def test_nobody_is_shut_out_on_a_phone(visit):
    page = visit(width=390, height=844, has_touch=True, is_mobile=True)
    staged = match_staged.Staged(page, tells=False).open()
    staged.show(match_staged.busy().match)
    page.locator(".hand [data-slot='0']").tap()
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        found = Axe().run(page)
        assert found.violations_count == 0, found.generate_report()


def test_a_move_is_shown_before_it_is_made(visit):
    page = visit()
    staged = match_staged.Staged(page).open()
    staged.show(match_staged.busy().match)
    page.locator(".hand [data-slot='1']").click()
    assert page.locator(".prompt .q1").inner_text() == "Slip Labels Every Yoghurt into whose profile?"
    page.locator(".over[data-act=play][data-place='1']").hover()
    assert "A date would fail." in page.locator(".bubble.preview").inner_text()
    page.keyboard.press("Escape")
    page.locator("[data-act=date][data-place='0']").click()
    assert "If it fails, your actions are over" in page.locator(".prompt .q2").inner_text()
    assert staged.played == []
    # What does not go there is sent, and the server says why; here nobody answers.
    page.keyboard.press("Escape")
    page.locator(".hand [data-slot='0']").click()
    page.locator(".over[data-place='0']").click()
    assert staged.played == [{"kind": "play", "slot": 0, "place": 0}]


def test_a_full_stage_says_why_the_hand_is_grey_and_no_failing_date_is_an_invitation(visit):
    s = match_positions.theatre(wooed=False)
    for place in (1, 2, 3):
        for slot, trait in enumerate(("tender", "orderly", "musical"), 1):
            s.lay(place, slot, trait, by=3, up=True)
    page = visit()
    match_positions.shown(page, s.turn("bookish", "daring", "funny", "bookish", "daring"))
    assert "Every profile is full" in page.locator(".prompt .q2").inner_text()
    assert page.locator(".hand .dim").count() == 5
    dates = page.locator("[data-act=date]")
    assert dates.count() == 3
    assert page.locator("[data-act=date].doomed").count() == 3
    colours = set(dates.evaluate_all("all => all.map(e => getComputedStyle(e).backgroundColor)"))
    assert colours.isdisjoint({"rgb(168, 58, 84)"})


def test_a_card_can_be_dragged_and_is_put_back_by_a_move(visit):
    page = visit()
    staged = match_staged.Staged(page).open()
    for slot, target, move in ((0, "[data-drop='1']", "play h1 s2"), (2, ".stage", "drama h3")):
        staged.show(match_staged.busy().match)
        page.locator(f".hand [data-slot='{slot}']").hover()
        page.mouse.down()
        box = page.locator(target).bounding_box()
        page.mouse.move(box["x"] + 40, box["y"] + 40, steps=4)
        page.mouse.up()
        clicks.until(page, lambda expected=move: staged.played[-1:] == [expected])
        staged.look = None
    s = match_staged.busy("wrong-coat")
    staged.show(s.match)
    page.locator(".hand [data-slot='0']").click()
    s.do("drama h3", "pick s1 k1")
    staged.show(s.match)
    assert page.locator(".hand [aria-pressed=true]").count() == 0
    assert page.locator(".slots .lifted").count() == 1


def test_an_edition_is_followed(visit, tmp_path):
    """Other numbers, cards and names than those that were drawn: the table shows what the server says."""
    text = Stage(seats=2).match.edition.text
    for old, new in (
        ("stage = 3", "stage = 2"),
        ("actions = 3", "actions = 4"),
        ("goals = [8, 7, 6]", "goals = [9, 9, 9]"),
        ('letter = "B"', 'letter = "X"'),
        ('name = "Bookish"', 'name = "Xylophile"'),
        ('name = "Ada Wren"', 'name = "Zoe New"'),
        ('id = "ada"', 'id = "zoe"'),
        ('id = "eleven-cats"\nname = "Eleven Cats"', 'id = "two-left-feet"\nname = "Two Left Feet"'),
    ):
        assert old in text
        text = text.replace(old, new)
    path = tmp_path / "other.toml"
    path.write_text(text, "utf-8")
    page = visit()
    staged = match_staged.Staged(page).open()
    s = Stage(seats=4, edition=path, stage=("zoe", "boris"), names=match_staged.NAMES)
    s.flag("two-left-feet", "zoe").turn("bookish", "two-left-feet", "overheard", "tender", "funny")
    staged.show(s.match)
    assert page.locator(".stage section").count() == 2
    assert page.locator(".stars > *").count() == 4
    assert page.locator(".me .hearts svg").count() == 9
    assert page.locator(".plate .nm").first.inner_text() == "Zoe New"
    face = page.locator(".stage img").first
    clicks.until(page, lambda: face.evaluate("i => i.complete && i.naturalWidth > 0"))
    assert page.locator(".hand .name").first.inner_text() == "Xylophile"
    play_walk(staged, s, ("play h1 s2",))


def test_a_date_is_told_card_by_card(visit):
    """The outcome, the points and the story wait; it can be skipped."""
    page = visit(reduced_motion="no-preference")
    s = match_positions.evening("funny")
    staged = match_staged.Staged(page, match_positions.NAMES).open()
    staged.show(s.match)
    s.do("date s2").enter("kiko")
    staged.show(s.match)
    page.wait_for_selector(".scene")
    assert page.locator(".scene .down").count() == 3
    assert page.locator("aside li", has_text="perfect match").count() == 0
    assert page.locator("aside li", has_text="Kiko").count() == 0
    page.keyboard.press("Space")
    clicks.until(page, lambda: page.locator(".scene .down").count() == 2)
    page.get_by_role("button", name="Skip the date").click()
    page.wait_for_selector(".scene", state="detached")
    page.locator("aside li", has_text="perfect match").first.wait_for()
    assert page.locator(".me .top b").last.inner_text() == "5"


def test_reading_helps_can_be_switched_off_and_are_off_from_memory(visit):
    page = visit()
    staged = match_staged.Staged(page).open()
    staged.show(match_staged.busy().match)
    assert page.locator(".fit").count() == 3
    assert page.locator(".slot .by").count() == 3
    page.locator("summary", has_text="Settings").click()
    page.get_by_label("Reading help").uncheck()
    assert page.locator(".fit").count() == 0
    page.get_by_label("Reading help").check()
    staged.show(match_staged.busy(rulings={"from-memory": True}).match)
    assert page.locator(".fit").count() == 0
    assert page.locator(".slot .by").count() == 0
    assert page.locator(".slot .note").count() == 0


# Whole games


@pytest.mark.parametrize(("width", "height", "touch"), [(1280, 800, "click"), (390, 844, "tap"), (360, 640, "tap")])
def test_a_whole_game(visit, width, height, touch):
    phone = {"has_touch": True, "is_mobile": True} if touch == "tap" else {}
    page = visit(width=width, height=height, **phone)
    frames = clicks.overhear(page)
    page.goto(matchplay.lay(page, "me", "bot", "bot", "bot")["path"])
    pick = random.Random(3)
    rename(page, touch)
    while matchplay.ready(page):
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        matchplay.make(page, matchplay.choose(frames, pick), touch)
    page.wait_for_selector("#ending")
    assert page.locator(".ending p").first.inner_text()


def rename(page, touch):
    """One's own name: beside the hand, or on a phone among the players in the sheet."""
    if touch == "tap":
        page.locator("footer").get_by_role("button", name="Story").tap()
        page.get_by_role("tab", name="Players").tap()
    button = page.get_by_role("button", name="Change name")
    assert touch == "click" or button.bounding_box()["height"] >= 44
    clicks.press(button, touch)
    page.get_by_label("Your name").fill("Dr. Juno")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Dr. Juno").wait_for()
    page.keyboard.press("Escape")
    page.wait_for_selector(".bsheet", state="detached")


def test_a_whole_game_by_keyboard_alone(visit):
    page = visit()
    frames = clicks.overhear(page)
    page.goto(matchplay.lay(page, "me", "bot")["path"])
    while matchplay.ready(page):
        before = clicks.ply(page)
        kinds = {m["data"]["kind"] for m in matchplay.offered(frames)}
        if "date" in kinds:
            page.keyboard.press("d")
        elif kinds & {"play", "drama", "discard", "offer"}:
            page.keyboard.press("1")
            if page.locator(".over").count():
                page.keyboard.press("q")
        else:
            clicks.tab_to(page, ".board [data-act]:not([data-act=aim], [data-act=browse], [data-act=sheet]), .answer")
        for _ in range(2):
            if clicks.ply(page) == before and matchplay.armed(page) is not None:
                page.keyboard.press("Enter")
        clicks.moved(page, before)
    page.wait_for_selector("#ending")


def test_a_shared_screen(visit):
    page = visit()
    frames = clicks.overhear(page)
    page.goto(matchplay.lay(page, "same", "same")["path"])
    seen, pick = set(), random.Random(1)
    while True:
        clicks.fall(page, matchplay.DECIDES)
        if page.locator("#ending").count():
            break
        if page.locator(".curtain").count():
            assert page.locator(".hand").count() == 0
            seen.add(page.locator(".curtain h2").inner_text())
            page.click(".curtain button")
            page.wait_for_selector(matchplay.DECIDES)
        matchplay.make(page, matchplay.choose(frames, pick))
    assert len(seen) == 2


def test_the_lesson_and_the_replay(visit):
    page = visit()
    frames = clicks.overhear(page)
    page.goto("/learn/perfect_match")
    for n, move in enumerate(("play h1 s1", "play h3 s2", "reveal s2 k2", "date s1"), 1):
        page.get_by_text(f"Step {n} of 8").wait_for()
        kind, *places = move.split()
        numbers = [int(place[1:]) - 1 for place in places]
        names = {"play": ("slot", "place"), "reveal": ("place", "card"), "date": ("place",)}[kind]
        data = {"kind": kind, **dict(zip(names, numbers, strict=True))}
        matchplay.tap_all(page, {"move": move, "data": data, "text": ""})
        page.locator(".answer.done").wait_for()
        page.get_by_role("button", name="Next", exact=True).click()
    made = matchplay.lay(page, "me", "bot")
    page.goto(made["path"])
    while matchplay.ready(page):
        matchplay.make(page, matchplay.choose(frames, random.Random(2)))
    hand = retold.hand_by(".hand.near .take", ".hand.near .place:not(:has(.take))")
    assert set(retold.every_step(page, made["id"], hand, retold.hand)) == {0, 1, -3}
