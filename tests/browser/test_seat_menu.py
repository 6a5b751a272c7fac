"""Seats and leaving: muting, moving a seat to another device, clearing a table, deleting finished games."""

import clicks


def open_menu(page):
    page.locator("details summary", has_text="Settings").click()
    page.get_by_role("button", name="Seats and leaving").click()
    page.get_by_role("region", name="Seats and leaving").wait_for()


def say(page, text):
    page.fill("#chat", text)
    page.press("#chat", "Enter")


def meet(ann, bob):
    """A table with both, dealt."""
    clicks.sit_down(bob, clicks.invite(ann))
    for page in (ann, bob):
        page.wait_for_selector("main[data-status=playing]")


def clear(whose, *others):
    """Clear a table by the menu that is open; everybody is told."""
    whose.get_by_role("button", name="Clear the table").click()
    whose.get_by_role("button", name="Tap again to be sure").click()
    for page in (whose, *others):
        page.get_by_role("heading", name="This table has been cleared away").wait_for()


def test_a_muted_person_is_not_heard_and_a_seat_moves(visit):
    ann, bob, phone = visit(), visit(), visit(width=390, height=844)
    meet(ann, bob)
    say(bob, "first word")
    ann.get_by_text("first word").wait_for()
    open_menu(ann)
    ann.get_by_role("button", name="Mute").click()
    ann.get_by_text("first word").wait_for(state="detached")
    ann.get_by_role("button", name="Move my seat to another device").click()
    link = ann.locator("#link-move").input_value()
    say(bob, "second word")
    bob.get_by_text("second word").wait_for()
    assert ann.get_by_text("second word").count() == 0
    phone.goto(link)
    phone.get_by_role("heading", name="Go on playing here").wait_for()
    assert phone.locator("#sit-name").count() == 0, "whoever moves has a name"
    phone.get_by_role("button", name="Sit down").click()
    phone.wait_for_selector("main[data-me='0']")
    ann.wait_for_selector("main[data-me='-3']")


def test_a_table_is_cleared_and_finished_games_are_deleted(visit):
    page = visit()
    clicks.invite(page)
    open_menu(page)
    clear(page)
    page.goto("/")
    page.click("[data-play=heartcatchers]")
    assert clicks.ready(page)
    clicks.let_a_bot_play(page)
    page.wait_for_selector("#ending")
    page.goto("/")
    page.get_by_role("button", name="Delete my finished games").click()
    page.get_by_role("button", name="Delete my finished games").click()
    page.get_by_text("New here?").wait_for()


def test_a_table_that_others_play_at_is_not_cleared(visit):
    ann, bob = visit(), visit()
    meet(ann, bob)
    open_menu(ann)
    ann.get_by_role("button", name="Resign").wait_for()
    assert ann.get_by_role("button", name="Clear the table").count() == 0
    clicks.let_a_bot_play(bob)
    ann.get_by_role("button", name="Clear the table").wait_for()
    open_menu(bob)
    assert bob.get_by_role("button", name="Clear the table").count() == 0
    clear(ann, bob)


def test_a_table_is_cleared_after_the_end(visit):
    ann, bob = visit(), visit()
    meet(ann, bob)
    for page in (ann, bob):
        clicks.let_a_bot_play(page)
    for page in (ann, bob):
        page.wait_for_selector("#ending")
    open_menu(ann)
    clear(ann, bob)


def test_the_ending_says_who_gave_up(visit):
    """Whoever stayed has won, whatever the bot has made of it."""
    ann, bob = visit(), visit()
    meet(ann, bob)
    open_menu(bob)
    bob.get_by_role("button", name="Resign").click()
    bob.get_by_role("button", name="Tap again to be sure").click()
    bob.wait_for_selector("main[data-me='-3']")
    clicks.let_a_bot_play(ann)
    for page in (ann, bob):
        page.wait_for_selector("#ending")
        page.get_by_text("Gave up, and a bot played on: Player 2").wait_for()
    assert ann.locator("#ending").inner_text() == "You win"
    assert bob.locator("#ending").inner_text() == "Player 1 wins"
