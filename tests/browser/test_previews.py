"""What a move would do is asked for once a decision and shown where it would happen."""

import clicks
import pytest
import staged


@pytest.fixture(scope="module")
def table(visit_once):
    """The staged position, and what the page has asked for since it was opened."""
    page = visit_once()
    asked = staged.stage(page)
    page.goto("/")
    page.click("[data-play=heartcatchers]")
    page.wait_for_selector(clicks.CARDS)
    return page, asked


@pytest.fixture
def page(table):
    """The same with nothing in the hand."""
    table[0].keyboard.press("Escape")
    return table[0]


def test_previews_stand_on_their_places(page, table):
    asked = table[1]
    page.locator(".take").first.click()
    page.locator(".does", has_text="4 : 7").first.wait_for()
    assert [m["type"] for m in asked] == ["previews"]
    assert page.locator("[data-position='0'] .slot").inner_text().split() == ["Hide", "6", ":", "4"]
    page.locator("[data-position='0'] .slot").hover()
    page.locator(".would", has_text="3 : 7 → 6 : 4").wait_for()
    page.locator("[data-position='0'] .slot").click()
    clicks.until(page, lambda: asked[-1]["type"] == "play")
    assert asked[-1]["move"] == "secret h1 s1"


def test_a_card_says_what_it_counts_hidden(page):
    page.locator(".foot", has_text="hidden −3 for its side").wait_for()


def test_the_last_move_is_marked_with_its_seal(page):
    assert page.locator(".mat.last .seal").count() == 2
    assert page.locator(".since").inner_text() == "since your last turn"
    assert page.locator(".turn.fresh").count() == 1


def test_reading_help_can_be_switched_off(page):
    page.get_by_text("Not seen").wait_for()
    page.locator("summary", has_text="Settings").click()
    page.get_by_label("Reading help").uncheck()
    page.get_by_text("Not seen").wait_for(state="detached")


def test_a_steal_asks_which_stack_is_given(page, table):
    asked = table[1]
    asked.clear()
    page.locator(".take").first.click()
    page.locator("[data-position='4'] .act").click()
    page.get_by_text("Which of your stacks do you give?").wait_for()
    lies = [page.locator(".laid.card").nth(i).bounding_box() for i in range(page.locator(".laid.card").count())]
    for place in range(3):
        says, ring = (page.locator(f"[data-position='{place}'] {one}").bounding_box() for one in (".chip", ".ring"))
        assert any(abs(card["x"] - ring["x"]) < 6 and abs(card["y"] - ring["y"]) < 6 for card in lies), place
        assert abs(says["x"] + says["width"] / 2 - ring["x"] - ring["width"] / 2) < 6
        assert ring["y"] < says["y"] < ring["y"] + ring["height"] - says["height"]
    page.locator("[data-position='2'] [data-act=give]").click()
    clicks.until(page, lambda: bool(asked))
    assert asked[-1]["move"] == "steal h1 s5 s3"
