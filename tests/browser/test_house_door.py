"""A house with a password: asked once at the door, on whatever page somebody comes in."""

import pytest

import houses

SECRET = "six white horses"


@pytest.fixture(scope="module")
def locked(tmp_path_factory):
    folder = tmp_path_factory.mktemp("locked")
    opened = houses.House(str(folder / "tables.db"), PARLOUR_PASSWORD=SECRET)
    yield opened
    opened.stop()


def say(page, word):
    page.get_by_label("Password").fill(word)
    page.get_by_role("button", name="Come in").click()


@pytest.mark.complains("401", "403")
def test_the_password_is_asked_once_and_opens_the_page_that_one_came_for(visit, locked):
    page = visit(locked, width=390, height=844)
    page.goto("/")
    say(page, "six white houses")
    page.get_by_role("alert").filter(has_text="That is not the password.").wait_for()
    say(page, SECRET)
    page.locator(".box").first.wait_for()
    page.goto("/new/heartcatchers")
    page.get_by_role("button", name="Deal").wait_for()


@pytest.mark.complains("401", "403", "WebSocket")
def test_a_tables_page_asks_too(visit, locked):
    page = visit(locked)
    page.goto("/t/abcdefghijkl")
    page.get_by_role("heading", name="A closed door").wait_for()
    say(page, SECRET)
    page.get_by_text("This table has been cleared away").wait_for()
