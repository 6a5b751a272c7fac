"""After a game: another one is offered and accepted, and nothing of the one before is lost."""

import clicks
import pytest


@pytest.fixture
def played(visit):
    """Two who let bots play their game to its end."""
    ann, bob = visit(), visit(width=390, height=844)
    clicks.sit_down(bob, clicks.invite(ann))
    for page in (ann, bob):
        page.wait_for_selector("main[data-status=playing]")
    clicks.let_a_bot_play(ann)
    while clicks.ready(bob):
        clicks.play_something(bob)
    for page in (ann, bob):
        page.wait_for_selector("#ending")
    return ann, bob


def replay_of(page):
    return page.get_by_role("link", name="Replay").get_attribute("href")


def test_another_game_waits_for_both_and_the_first_keeps_its_replay(played, visit):
    ann, bob = played
    table = ann.url
    ann.get_by_role("button", name="Offer another game").click()
    ann.get_by_text("Another game is offered. Waiting for Player 2.").wait_for()
    assert ann.get_by_role("button", name="Offer another game").count() == 0
    bob.get_by_text("Player 1 would like to play again.").wait_for()
    assert bob.locator("#ending").count() == 1
    first = replay_of(ann)
    bob.get_by_role("button", name="Play again").click()
    for page in (ann, bob):
        page.wait_for_selector("main[data-status=playing]")
    bob.goto("/")
    bob.locator("[data-finished]").get_by_role("link", name="1", exact=True).click()
    bob.wait_for_selector("[data-turn]")
    assert bob.url.endswith(first)
    ann.goto(table)


def test_the_shelf_says_how_a_game_ended_and_lets_one_drop_it(played):
    ann, _ = played
    score = ann.locator("header .points").all_inner_texts()
    won = ann.locator("#ending").inner_text()
    ann.goto("/")
    row = ann.locator("[data-finished]")
    assert row.locator(".result").inner_text() == f"{won}, {score[0]} : {score[1]}"
    row.get_by_role("button", name="Drop this table: Heartcatchers").click()
    row.get_by_role("button", name="Tap again to drop it").click()
    row.wait_for(state="detached")
    ann.reload()
    ann.wait_for_selector("[data-play]")
    assert ann.locator("[data-finished]").count() == 0


def test_the_shelf_says_whose_turn_it_is_and_which_invitation_is_open(visit):
    ann, bob = visit(), visit()
    clicks.invite(ann)
    ann.goto("/")
    assert ann.locator("[data-table] .pill").inner_text() == "invitation not answered"
    clicks.sit_down(bob, clicks.invite(ann))
    for page in (ann, bob):
        page.wait_for_selector("main[data-status=playing]")
        page.goto("/")
    pills = {page.locator("[data-table] .pill").first.inner_text() for page in (ann, bob)}
    assert "your turn" in pills
    assert pills & {"Player 1 to play", "Player 2 to play"}
