"""Somebody who is gone is replaced by a bot, by another person at the table, and has the seat again when back."""

import clicks
import pytest

import houses

# The same server, in which nobody is waited for as long as elsewhere.
SOON = "from parlour.server.table import absence; absence.DECENT = 1.0"


@pytest.fixture(scope="module")
def impatient(tmp_path_factory):
    opened = houses.House(str(tmp_path_factory.mktemp("impatient") / "tables.db"), after=SOON)
    yield opened
    opened.stop()


@pytest.mark.parametrize(("game", "width"), [("Heartcatchers", 1280), ("...and then we held hands...", 390)])
def test_a_bot_stands_in_for_somebody_who_is_gone(visit, impatient, game, width, tmp_path):
    ann, bob = visit(at=impatient, width=width, height=844), visit(at=impatient)
    clicks.sit_down(bob, clicks.invite(ann, game))
    for page in (ann, bob):
        page.wait_for_selector("main[data-status=playing]")
    table = bob.url
    bob.goto("about:blank")
    ann.locator("details summary", has_text="Settings").click()
    ann.get_by_role("button", name="Seats and leaving").click()
    stand_in = ann.get_by_role("button", name="Let a bot play for Player 2")
    stand_in.wait_for()
    ann.screenshot(path=tmp_path / f"menu-{width}.png")
    stand_in.click()
    ann.locator(clicks.TOAST, has_text="Player 1 lets a bot play for Player 2 until Player 2 is back.").wait_for()
    ann.screenshot(path=tmp_path / f"told-{width}.png")
    stand_in.wait_for(state="detached")
    assert ann.get_by_role("button", name="Clear the table").count() == 0, "he has not left"
    bob.goto(table)
    bob.wait_for_selector("main[data-status=playing][data-me='1']")
    assert bob.get_by_role("button", name="I am back").count() == 0
    ann.get_by_text("a bot plays on", exact=True).first.wait_for(state="detached")
