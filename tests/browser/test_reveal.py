"""The end of Heartcatchers is told column by column: nothing on the table knows it before."""

import clicks
import pytest
from heart_stage import Stage

from games.heartcatchers import deals

# Where the top cards of a column lie, frame by frame, with what the table shows and what stands in the bar.
WATCH = """cards => { window.frames = [];
  const see = () => {
    const trading = document.querySelector('.arcs') !== null || window.frames.some(f => f.trading);
    window.frames.push({ trading, tops: cards.map(c => Math.round(c.getBoundingClientRect().top)),
      points: [...document.querySelectorAll('header .pts')].map(e => e.innerText).join(' ') });
    requestAnimationFrame(see);
  };
  see(); }"""


def shown_until_the_last_card(visit, **options):
    page = visit(reduced_motion="no-preference", **options)
    page.add_init_script(clicks.AT_ONCE)
    stage = Stage(page)
    page.goto("/")
    page.click("[data-play=heartcatchers]")
    page.wait_for_selector("main[data-status=playing]")
    driver = deals.deal()
    stage.show(driver)
    page.wait_for_timeout(600)
    return page, stage, driver


@pytest.mark.parametrize("undone", [False, True])
def test_cards_lie_as_they_were_played_until_their_column_trades(visit, undone):
    page, stage, driver = shown_until_the_last_card(visit)
    page.evaluate_handle("() => [...document.querySelectorAll('.laid.card')]").evaluate(WATCH)
    changes = [deals.BLUE_CHANGE, deals.RED_CHANGE] if undone else [deals.BLUE_CHANGE]
    stage.show(deals.finish(driver, s1=changes))
    page.wait_for_selector("#ending")
    frames = page.evaluate("window.frames")
    before = [frame["tops"] for frame in frames if not frame["trading"]]
    assert {tuple(tops) for tops in before} == {tuple(before[0])}
    after = frames[-1]["tops"]
    moved = [a != b for a, b in zip(before[0], after, strict=True)]
    assert moved.count(True) == (0 if undone else 2)


# Points of a Secret that stand outside of it, and those over which another one lies, by their boxes.
COVERED = """() => { const boxes = [...document.querySelectorAll('.secret.up')].map(e => e.getBoundingClientRect());
  return [...document.querySelectorAll('.secret.up em')].filter(em => { const own = em.closest('.secret');
    const { left, right, top, bottom } = em.getBoundingClientRect(), at = own.getBoundingClientRect();
    const spilt = [...own.querySelectorAll('em, svg')].map(e => e.getBoundingClientRect());
    return left < at.left - 1 || right > at.right + 1
      || spilt.some(b => b.height && (b.top < at.top - 1 || b.bottom > at.bottom + 1))
      || boxes.some(b => b.left !== at.left && b.left < right - 1 && b.right > left + 1
      && b.top < bottom && b.bottom > top); }).length; }"""


@pytest.mark.parametrize(("width", "height"), [(390, 844), (360, 640)])
def test_on_a_phone_every_secret_shows_its_points(visit, width, height):
    page, stage, driver = shown_until_the_last_card(visit, width=width, height=height)
    many = {"s1": [deals.BLUE_LOVE, deals.RED_BREAKER, deals.GREEN_LOVE], "s4": [deals.GREEN_BREAKER, deals.RED_LOVE]}
    stage.show(deals.finish(driver, **many))
    page.wait_for_selector("#ending")
    assert page.locator(".secret.up em").count() == 6
    assert page.evaluate(COVERED) == 0


def test_a_phone_says_how_many_cards_a_stack_has(visit):
    page, stage, driver = shown_until_the_last_card(visit, width=360, height=640)
    assert page.locator(".count").count() == 0
    stage.show(driver.do("catch h1 s2", "draw c5"))
    page.locator(".count", has_text="2").wait_for()
    assert page.locator(".count").count() == 1
