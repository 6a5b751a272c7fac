"""Talk at a table: the newest is always seen, and nothing is missed while it is folded away."""

import clicks
import hands
import pytest

PHONE = {"width": 390, "height": 844, "has_touch": True, "is_mobile": True}
END = "list => list.scrollHeight > list.clientHeight && list.scrollTop + list.clientHeight >= list.scrollHeight - 1"


@pytest.fixture
def friends(visit):
    ann, bob = visit(), visit(**PHONE)
    clicks.sit_down(bob, clicks.invite(ann))
    for page in (ann, bob):
        page.wait_for_selector("main[data-status=playing]")
    return ann, bob


def say(page, text):
    page.fill("#chat", text)
    page.press("#chat", "Enter")


def lines(page):
    return page.locator("section[aria-label=Talk] li")


def test_a_phone_announces_what_is_said_until_it_is_read(friends):
    ann, bob = friends
    say(ann, "Shall we play for the washing-up? I am told that you are very good at this game.")
    bob.locator("footer .fresh", has_text="Shall we play for the washing-up? I am told").wait_for()
    talk = bob.get_by_role("button", name="Talk")
    assert talk.inner_text() == "1\nnew"
    bob.locator("footer .fresh").tap()
    lines(bob).get_by_text("very good at this game").wait_for()
    bob.keyboard.press("Escape")
    assert talk.inner_text() == ""
    assert bob.locator("footer .fresh").count() == 0


def test_the_list_follows_what_is_new_unless_somebody_reads_further_up(friends):
    ann, bob = friends
    bob.get_by_role("button", name="Talk").tap()
    for i in range(30):
        say(bob, f"message {i}")
    lines(ann).get_by_text("message 29").wait_for()
    for page in friends:
        clicks.until(page, lambda page=page: page.locator("section[aria-label=Talk] ul").evaluate(END))
    ann.locator("section[aria-label=Talk] ul").evaluate("list => list.scrollTop = 0")
    say(bob, "one more")
    lines(ann).get_by_text("one more").wait_for()
    assert ann.locator("section[aria-label=Talk] ul").evaluate("list => list.scrollTop") == 0


def test_a_reaction_takes_one_tap_and_silent_tables_have_none(friends, visit):
    ann, bob = friends
    ann.get_by_role("button", name="👏").click()
    bob.locator("footer .fresh").get_by_alt_text("👏").wait_for()
    silent = visit(**PHONE)
    hands.start(silent, "tiny")
    assert silent.get_by_role("button", name="Talk").count() == 0
    assert silent.get_by_role("button", name="👏").count() == 0
