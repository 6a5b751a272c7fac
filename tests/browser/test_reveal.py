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
