"""The table of Work of Heart in a real browser: every kind of move, languages, layout and editions."""

import re

import clicks
import heart_clicks as heart
import heart_kinds as kinds
import heart_stage
import pytest
from axe_playwright_python.sync_playwright import Axe

from games.work_of_heart import campus_stage as campus
from games.work_of_heart.test_wh_ending import friday, score
from parlour.games.work_of_heart import moves
from support import Driver


@pytest.fixture
def staged(visit):
    """A table of four whose page shows what a test has driven to."""

    def come(language="en", **options):
        page = visit(**options)
        stage = heart_stage.Stage(page, language)
        page.goto("/")
        heart.lay(page, "me", "bot", "bot", "bot")
        heart.ready(page)
        return page, stage

    return come


# Every kind of move


def test_every_decision_is_made_on_the_board(staged):
    """One page for many checks: laying a table is what takes long."""
    page, stage = staged()
    every_kind_of_move(page, stage)
    re_rolls_and_cards_say_what_they_make(page, stage)
    what_is_not_allowed_is_sent(page, stage)
    pawn_and_card_are_dragged(page, stage)
    a_pawn_is_tapped_to_stay(page, stage)
    a_target_says_what_it_gives(page, stage)
    another_edition_is_followed(page, stage)


def every_kind_of_move(page, stage):
    chance = {str(moves.MOVES.kinds[int(k)].name) for k in moves.CHANCE_KINDS}
    asked = {kind.name for kind in moves.MOVES.kinds} - chance
    assert asked == set(kinds.KINDS) - {"heckle", "again"}, "a kind of move has no place on the board"
    for kind, (driven, selector, seat, sent) in kinds.KINDS.items():
        d = driven()
        stage.show(d, d.match.deciders[0] if seat is None else seat)
        thing = page.locator(selector).first
        # Cards may overlap: their left edge is always free.
        spot = {"position": {"x": 14, "y": 30}} if "slot" in selector else {}
        picks = int(not selector.startswith(".prompt"))
        held = page.locator("[aria-pressed=true]:not(.bell), .over")
        if picks:
            thing.click(**spot)
            assert page.locator(".prompt .answer.main").count() == 1, kind
            # What is half made is gone after a reload, and was not played.
            page.reload()
            page.wait_for_selector(f"main[data-ply='{d.match.ply + 1000}']")
            thing.wait_for()
            assert held.count() == 0, kind
            thing.click(**spot)
        # It outlives a lost line; what is finished without a line is played once when there is one again.
        clicks.cut(page)
        assert page.locator(".prompt .answer.main").count() >= picks, kind
        assert not stage.played, "the first tap only picks"
        thing.click(**spot)
        clicks.mend(page)
        clicks.until(page, lambda: stage.played)
        assert len(stage.played) == 1, kind
        assert stage.played[0].startswith(sent), kind
        assert page.locator(".drawer, [data-move]").count() == 0, "the list of all moves is not needed"


def re_rolls_and_cards_say_what_they_make(page, stage):
    stage.show(kinds.second_thoughts())
    page.wait_for_selector(".scene .check")
    page.wait_for_selector("[data-slot='0'] .tag")
    assert page.locator("[data-slot='0'] .tag").inner_text() == "makes 8"
    assert "faces" in page.locator(".again [data-perk=mojo-1]").inner_text()
    for selector, sent in ((".again [data-perk=mojo-2]", "perk k8"), ("[data-slot='1']", "play h2")):
        stage.show(kinds.second_thoughts())
        page.locator(selector).click()
        page.locator(".prompt .answer.main").click()
        clicks.until(page, lambda: stage.played)
        assert stage.played == [sent]


def what_is_not_allowed_is_sent(page, stage):
    """The server says why, with the clause."""
    stage.show(kinds.answering())
    page.locator("[data-answer='2']").click(force=True)
    clicks.until(page, lambda: stage.played)
    assert stage.played == [{"kind": "answer", "answer": 2}]


# Dragging


def middle(page, selector):
    box = page.locator(selector).first.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page, start, end):
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(start[0] + 8, start[1] - 12, steps=3)
    page.mouse.move(*end, steps=5)
    page.mouse.up()


def pawn_and_card_are_dragged(page, stage):
    d = campus.place(kinds.first_walk("barefoot"), 0, "I5").do("throw", "roll 2")
    stage.show(d)
    target = page.locator(".spot[data-ring=can]").first
    place = int(target.get_attribute("data-place"))
    drag(page, middle(page, "[data-pawn='0']"), middle(page, f"[data-place='{place}']"))
    clicks.until(page, lambda: stage.played)
    assert stage.played == [f"go s{place + 1}"]
    stage.show(kinds.first_walk("barefoot").do("throw", "roll 3"))
    x, y = middle(page, "[data-slot='0']")
    drag(page, (x, y), (x, y - 200))
    clicks.until(page, lambda: stage.played)
    assert stage.played == ["play h1"]


def a_pawn_is_tapped_to_stay(page, stage):
    """A walk may end where it began, and there the pawn lies over the space."""
    d = campus.place(kinds.first_walk(), 0, "theater").do("throw", "roll 1")
    stage.show(d)
    for picked in (1, 0):
        page.mouse.click(*middle(page, "[data-pawn='0']"))
        assert page.locator(".prompt .answer.main").count() == picked
    clicks.until(page, lambda: stage.played)
    assert stage.played == [f"go {campus.at(d, 'theater')}"]


# Reading


def a_target_says_what_it_gives(page, stage):
    d = heart_stage.held().do("throw", "roll 5")
    stage.show(d)
    place = campus.number(d, "college-hall")
    page.locator(f"[data-place='{place}']").click()
    bubble = page.locator(".bubble")
    bubble.wait_for()
    text = bubble.inner_text()
    assert "4 steps, 1 to spare" in text
    assert "Ravi Montague is in and wants 13" in text
    assert "of 36 rolls win" in text
    page.evaluate("localStorage.setItem('help', 'off')")
    page.reload()
    page.wait_for_selector(f"[data-place='{place}'][data-ring]")
    page.locator(f"[data-place='{place}']").click()
    bubble.wait_for()
    assert "rolls win" not in bubble.inner_text()


def test_the_table_speaks_german(staged):
    page, stage = staged("de", locale="de-DE")
    stage.show(kinds.answering())
    assert page.locator(".event h2").inner_text() == "Die Gans kehrt zurück"
    assert page.locator("[data-answer='1'] b").nth(1).inner_text() == "Verbeug dich. Sie verbeugt sich auch."
    assert "Güte +2" in page.locator("[data-answer='1']").inner_text()
    assert "Donnerstag" not in page.locator("header .week").inner_text()
    assert "Montag" in page.locator("header .week").inner_text()


def another_edition_is_followed(page, stage):
    game = kinds.first_walk().match.game
    text = game.base.text.replace("days = 5", "days = 3").replace("rounds = 5", "rounds = 2")
    text = text.replace("top_level = 4", "top_level = 6").replace('name = "Barefoot"', 'name = "Flip-Flops"')
    text = text.replace('id = "library"', 'id = "archive"').replace('name = "Library"', 'name = "Archive"')
    text = trimmed(text)
    d = kinds.first_walk("barefoot")
    own = Driver("work_of_heart", mode="harem", seats=4)
    few = {"few-windows": True}
    own.match.__init__(game, edition=game.edition_from(text), chance=d.match.chance, mode="harem", seats=4, rulings=few)
    own.do("woo l5", *(f"draw c{k + 1}" for k in range(8)), *(f"pick b{s + 1}" for s in range(4)), "throw", "roll 2")
    stage.show(own)
    assert page.locator("header .week li").count() == 3
    assert page.locator("header .week .today i").count() == 2
    assert page.locator(".col").first.locator(".ladder i").count() == 6
    assert page.locator(".hand .head b").all_inner_texts() == ["Rollerblades", "Annotated Map"]
    assert page.locator(".campus svg text", has_text="Archive").count() == 1


def trimmed(text):
    """The weeks of three days: every schedule keeps its first three rows."""
    out, rows = [], None
    for line in text.splitlines():
        if line.startswith("schedule = ["):
            rows = 0
        elif line == "]":
            rows = None
        elif rows is not None:
            rows += 1
            if rows > 3:
                continue
        out.append(line)
    return "\n".join(out)


def test_bonus_cards_are_turned_up_one_by_one(staged):
    """The points and the story wait; a tap skips it. Who asks for less motion sees none of it."""
    page, stage = staged(reduced_motion="no-preference")
    d = score(friday(seats=4), 2, 2, 1, 0)
    d.g.tally[1, campus.TILES] = 3
    stage.show(d)
    d.do("reveal b1", "reveal b2")
    stage.show(d)
    page.wait_for_selector(".finale .card >> nth=1")
    told = page.locator("aside li", has_text="card is turned up")
    assert told.count() == 0
    before = page.locator(".seats .points").all_inner_texts()
    page.locator(".finale").click()
    page.wait_for_selector(".finale", state="detached")
    told.first.wait_for()
    assert page.locator(".seats .points").all_inner_texts() != before


# Layout


def check_axe(page):
    """Whole by day; by night only the colours are others."""
    for scheme, rules in (("light", {}), ("dark", {"runOnly": ["color-contrast"]})):
        page.emulate_media(color_scheme=scheme)
        found = Axe().run(page, options={"rules": {"region": {"enabled": False}}, **rules})
        assert found.violations_count == 0, found.generate_report()


# What does not fit into the menu, or is wider than its button.
SPILT = """() => [...document.querySelectorAll('header .menu, header .menu .button')]
    .filter((e) => e.scrollWidth > e.clientWidth + 1).map((e) => e.className)"""


def check_menu(page):
    """Where a hand is raised: whole on the screen."""
    page.locator("header summary").click()
    page.locator("header .raise label").last.scroll_into_view_if_needed()
    assert page.locator("header .raise label").count() == 4
    assert page.evaluate(SPILT) == []
    assert clicks.in_view(page, "header .menu")
    page.locator("header summary").click()


def test_nothing_lies_below_the_fold(staged):
    page, stage = staged()
    lower = "(() => { const b = document.querySelector('.board'); return b.scrollHeight - b.clientHeight })()"
    walking = heart_stage.walking()
    for driven in (walking, kinds.answering(), kinds.second_thoughts(), kinds.courting()):
        stage.show(driven)
        size = page.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]")
        assert size == [1280, 800]
        assert page.evaluate(lower) <= 1
        check_axe(page)
    check_menu(page)


# Controls that a finger may miss; spaces have the nearest target, and cards lie over each other.
TOO_SMALL = """() => [...document.querySelectorAll('button, summary')]
    .filter((e) => e.checkVisibility() && !e.matches('.spot, .corner, .card'))
    .map((e) => [e.className, e.getBoundingClientRect().toJSON()])
    .filter(([, box]) => box.width < 43.5 || box.height < 43.5)"""


def test_on_a_phone_a_near_tap_picks_and_never_plays(staged):
    page, stage = staged(width=390, height=844, has_touch=True, is_mobile=True)
    d = heart_stage.walking()
    place = campus.number(d, "college-hall")
    for width, height in ((390, 844), (360, 640)):
        page.set_viewport_size({"width": width, "height": height})
        stage.show(d)
        x, y = middle(page, f"[data-place='{place}']")
        page.touchscreen.tap(x + 2, y + 8)
        page.wait_for_selector(f"[data-place='{place}'][aria-pressed=true]")
        assert stage.played == []
        for driven in (d, kinds.answering(), kinds.wooing(), kinds.picking(), kinds.tied(), kinds.second_thoughts()):
            stage.show(driven)
            assert page.evaluate("document.documentElement.scrollWidth") <= width
            assert page.evaluate(TOO_SMALL) == []
        if width == 390:
            check_axe(page)
        check_menu(page)
        stage.show(d)
        page.touchscreen.tap(x, y)
        page.touchscreen.tap(x, y)
        clicks.until(page, lambda: stage.played)
        assert stage.played == [f"go s{place + 1}"]


# Questions with one answer


def test_a_question_with_one_answer_needs_no_aim(staged):
    """It is asked so that being asked tells nothing: Enter, Space and a tap anywhere on it answer."""
    page, stage = staged()
    rolling = kinds.first_walk()
    assert rolling.legal() == ["throw"]
    answers = (
        lambda: page.keyboard.press("Enter"),
        lambda: page.keyboard.press("Space"),
        lambda: page.locator(".prompt .q1").click(force=True),
    )
    for answer in answers:
        stage.show(kinds.answering())
        stage.show(rolling)
        page.wait_for_selector(".prompt .answer:focus")
        answer()
        clicks.until(page, lambda: stage.played)
        assert stage.played == ["throw"]
    # Somebody who is typing is not disturbed.
    stage.show(kinds.answering())
    page.evaluate("document.body.append(Object.assign(document.createElement('input'), {id: 'typed'}))")
    page.locator("#typed").focus()
    stage.show(rolling)
    page.wait_for_selector(".prompt .answer.main")
    page.keyboard.press("Space")
    assert page.evaluate("document.activeElement.id") == "typed"
    assert stage.played == []


def test_a_phone_says_what_decides_first_and_cuts_none_of_two_lines(staged):
    page, stage = staged(width=390, height=844, has_touch=True)
    stage.show(kinds.second_thoughts())
    page.locator(".again [data-perk]").first.tap()
    clicks.until(page, lambda: "rolls win" in page.locator(".prompt .q2").inner_text())
    told = page.locator(".prompt .q2").inner_text()
    assert re.match(r"[^:]*: \d+ of \d+ rolls win", told), told
    page.locator(".prompt .q2").evaluate("e => (e.textContent = 'What it brings. '.repeat(5))")
    ask, facts = (page.locator(f".prompt {part}").bounding_box() for part in (".ask", ".q2"))
    line = page.locator(".prompt .q2").evaluate("e => parseFloat(getComputedStyle(e).lineHeight)")
    assert facts["height"] > 1.9 * line, "two lines"
    assert facts["y"] + facts["height"] <= ask["y"] + ask["height"] + 0.5


def test_a_phone_cuts_no_question_about_interrupting(staged):
    """In both languages."""
    page, stage = staged(width=390, height=844, has_touch=True)
    whole = "e => e.scrollHeight <= e.clientHeight + 1"
    for stage.language in ("en", "de"):
        for step, d in zip(("start", "rolled", "roll", "six"), kinds.interruptions(), strict=True):
            stage.show(d, 0)
            clicks.until(page, lambda: page.locator(".prompt .answer").count() == 2)
            question = page.locator(".prompt .q1")
            assert question.evaluate(whole), (step, question.inner_text())


def test_a_move_of_the_list_is_shown_on_the_board(staged):
    page, stage = staged()
    stage.show(heart_stage.walking())
    page.wait_for_selector(".spot[data-ring=can]")
    before = page.locator(".prompt .q2").count() and page.locator(".prompt .q2").inner_text()
    page.keyboard.press("l")
    page.locator(".drawer [data-move^='go']").first.hover()
    clicks.until(
        page, lambda: page.locator(".prompt .q2").count() and page.locator(".prompt .q2").inner_text() != before
    )
