"""The end of a game is what one sees, once the table has shown it."""

import random
from types import SimpleNamespace

import clicks
import hands_positions
import heart_clicks
import heart_stage
import pytest
from heart_stage import Stage

from games.heartcatchers import deals
from parlour.engine.match import Match

# When the game was over, and when the sheet came: the page notes both, so nobody has to look in time.
NOTE = """
window.came = {};
new MutationObserver(() => {
  for (const [what, where] of [['over', 'main[data-status=over]'], ['sheet', '#ending']])
    if (document.querySelector(where)) window.came[what] ??= performance.now();
}).observe(document, { childList: true, subtree: true, attributes: true, attributeFilter: ['data-status'] });
"""


def test_on_a_phone_the_sheet_comes_after_the_show_and_into_view(visit):
    page = visit(width=390, height=844, reduced_motion="no-preference")
    page.add_init_script(clicks.AT_ONCE)
    page.add_init_script(NOTE)
    page.goto("/")
    page.click("[data-play=heartcatchers]")
    page.wait_for_selector("main[data-status=playing]")
    clicks.play_out(page)
    page.wait_for_selector("#ending")
    came = page.evaluate("window.came")
    assert came["sheet"] - came["over"] > 1000
    clicks.until(page, lambda: clicks.in_view(page, "#ending") and clicks.in_view(page, ".main"))
    assert page.locator(".ledger .dots").count() == 0


def hearts_told(page):
    stage, driver = Stage(page), deals.deal()
    page.goto("/")
    page.click("[data-play=heartcatchers]")
    page.wait_for_selector("main[data-status=playing]")
    stage.show(driver)
    stage.show(deals.finish(driver, s1=[deals.BLUE_CHANGE], s2=[deals.BLUE_LOVE]))


def hands_held(page):
    hands_positions.show(page, hands_positions.ended("step p1 h6 n57"))


def hands_apart(page):
    hands_positions.show(page, hands_positions.ended("step p1 h6 n33"))


@pytest.mark.parametrize("size", [(1280, 800), (820, 1180), (390, 844)], ids=str)
@pytest.mark.parametrize("play", [hearts_told, hands_held, hands_apart])
def test_the_result_never_lies_on_the_table(visit, play, size):
    page = visit(width=size[0], height=size[1])
    play(page)
    page.wait_for_selector("#ending")
    board, result = (page.locator(where).bounding_box() for where in (".board", ".ending"))
    beside = result["x"] >= board["x"] + board["width"] or result["y"] >= board["y"] + board["height"]
    assert beside, (board, result)
    assert clicks.in_view(page, ".ending")


def test_a_score_is_told_once_and_a_lost_evening_has_no_sum(visit):
    page = visit()
    hands_held(page)
    assert page.locator(".ending .sheet li").last.inner_text().split() == ["Total", "24"]
    page = visit()
    hands_apart(page)
    page.wait_for_selector("#ending")
    assert page.locator(".ending .sheet").count() == 0
    page = visit()
    hearts_told(page)
    page.wait_for_selector("#ending")
    assert page.locator(".ending .sheet").count() == 0
    assert page.locator(".ledger .total .head").inner_text() == "Total"


def test_my_scale_stays_on_a_board_that_becomes_lower(visit):
    """The result comes to stand below it, and the phone's row for my scale gives way to a smaller one."""
    page = visit(width=390, height=844)
    hands_held(page)
    page.wait_for_selector("#ending")
    values = page.locator(".scale.seat-0 .value").evaluate_all("all => all.map(e => e.getBoundingClientRect().right)")
    assert len(values) == 5
    assert max(values) <= 390, values


def test_below_a_wide_board_everybody_s_lines_stand_side_by_side(visit):
    page = visit(width=1024, height=768, locale="de-DE")
    stage = heart_stage.Stage(page, language="de")
    page.goto("/")
    heart_clicks.lay(page, "me", "bot", "bot", "bot")
    page.wait_for_selector("main[data-status=playing]")
    stage.show(over("work_of_heart", 4, "harem"))
    page.wait_for_selector(".ending .sheet [data-rank]")
    for seat in range(4):
        assert clicks.in_view(page, f".ending [data-rank] >> nth={seat}")
    bottom = page.locator(".ending").evaluate("e => e.getBoundingClientRect().bottom")
    lines = page.locator(".ending [data-rank] li").evaluate_all("a => a.map(e => e.getBoundingClientRect().bottom)")
    assert max(lines) <= bottom, "nobody's lines have to be scrolled to"


def test_a_long_result_leaves_the_story_its_room(visit):
    page = visit()
    stage = heart_stage.Stage(page)
    page.goto("/")
    heart_clicks.lay(page, "me", "bot", "bot", "bot", game="labor_of_love", mode="workshop")
    page.wait_for_selector("main[data-status=playing]")
    stage.show(over("labor_of_love", 4, "workshop"))
    page.wait_for_selector(".ending .sheet [data-rank]")
    result, story = (page.locator(where).bounding_box() for where in (".ending", "aside .told .told"))
    assert result["y"] + result["height"] <= story["y"]
    assert story["height"] >= 100


def over(game, seats, mode):
    """A match played to its end by the first legal moves of a seed."""
    match, pick = Match.deal(game, seed=3, seats=seats, mode=mode), random.Random(3)
    while not match.over:
        seat = match.deciders[0]
        match.play(pick.choice(match.legal(seat)), seat)
    return SimpleNamespace(match=match)


@pytest.mark.parametrize(
    ("game", "seats", "mode"),
    [
        ("labor_of_love", 4, "workshop"),
        ("perfect_match", 4, "dating"),
        ("work_of_heart", 4, "harem"),
        ("work_of_heart", 4, "double-date"),
        ("work_of_heart", 4, "romantic-rival"),
        ("work_of_heart", 3, "flying-solo"),
    ],
)
@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844)])
def test_the_sheet_is_by_rank_and_who_has_won_is_seen_at_once(visit, game, seats, mode, width, height):
    page = visit(width=width, height=height)
    stage = heart_stage.Stage(page)
    page.goto("/")
    heart_clicks.lay(page, "me", *["bot"] * (seats - 1), game=game, mode=mode)
    page.wait_for_selector("main[data-status=playing]")
    end = over(game, seats, mode)
    stage.show(end)
    page.wait_for_selector(".ending .sheet [data-rank]")
    names, points = heart_stage.NAMES, end.match.points
    told = page.locator(".ending [data-rank]").evaluate_all("all => all.map(e => e.getAttribute('aria-label'))")
    ranks = [int(n) for n in page.locator(".ending [data-rank]").evaluate_all("a => a.map(e => e.dataset.rank)")]
    assert sorted(told) == sorted(names[:seats])
    assert told[0] in [names[w] for w in end.match.winners or range(seats)]
    if not end.match.look(0).view.sides:
        assert ranks == sorted(ranks)
        rest = [points[names.index(name)] for name in told if names.index(name) not in end.match.winners]
        assert rest == sorted(rest, reverse=True)
    for each in ("#ending", ".ending [data-rank] .total >> nth=0", ".prompt .answer.main"):
        assert clicks.in_view(page, each), each
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight"), "the page does not scroll"
    assert page.locator(".ending").evaluate("e => e.scrollHeight") < 900, "nor is there much to scroll in the sheet"
    if end.match.look(0).view.sheet:
        # Every line has a picture of the table's own, and says in words what it is about.
        assert page.locator(".ending .marks:not(.words)").count() > 0
    if mode == "double-date":
        low, high = sorted((sum(points[::2]), sum(points[1::2])))
        assert f"{high} to {low}" in page.locator("#ending").inner_text()
        assert page.locator(".ending h3").all_inner_texts()[0].endswith(str(high))
