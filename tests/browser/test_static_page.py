"""The page that needs no server, in a real browser: opened once from a plain web host, and from then on without it."""

import random
import subprocess
import sys

import clicks
import hands
import heart_clicks
import matchplay
import pytest
import workshop
from complaints import listen

import waiting
from parlour.engine.log import read_save
from parlour.engine.match import Match
from parlour.server.table.patches import Reader
from static_page import page_folder, page_host

__all__ = ["page_folder", "page_host"]

# What a browser says of the file of a host that is gone: it looks for a newer page.
pytestmark = pytest.mark.complains("ERR_CONNECTION_REFUSED", "ERR_INTERNET_DISCONNECTED", "Failed to update")

KEPT = "navigator.serviceWorker.ready.then(kept => !!kept.active && !!navigator.serviceWorker.controller)"

# Keeps what the house in the page tells a table.
HEAR = """window.said = [];
window.Worker = class extends Worker {
  constructor(...all) {
    super(...all);
    this.addEventListener('message', ({ data }) => data.kind === 'said' && window.said.push(data.text));
  }
};"""
MOVES = 3


@pytest.fixture(scope="module")
def offline(chromium, page_host):
    """A browser that has been at the page once, and has no network any more; opens it in any width."""
    address, close = page_host
    context = chromium.new_context(base_url=address, locale="en-GB", reduced_motion="reduce")
    context.set_default_timeout(waiting.TIMEOUT * 1000)
    context.add_init_script(clicks.AT_ONCE)
    context.add_init_script(HEAR)
    listen(context)
    first = context.new_page()
    first.goto("./")
    first.wait_for_selector("[data-play=heartcatchers]")
    clicks.until(first, lambda: first.evaluate(KEPT))
    first.close()
    close()
    context.set_offline(True)

    def come(width=1280, height=800):
        page = context.new_page()
        page.set_viewport_size({"width": width, "height": height})
        page.goto("./")
        page.wait_for_selector("[data-play=heartcatchers]")
        return page

    yield come
    context.close()


def save(page, to):
    """The running game as a file."""
    page.locator("header details summary").click()
    page.get_by_role("button", name="Seats and leaving").click()
    with page.expect_download() as loading:
        page.get_by_text("Save this game as a file").click()
    loading.value.save_as(to)
    return to


def test_a_whole_game_without_a_network_and_its_file_goes_on_elsewhere(offline, tmp_path):
    page = offline()
    assert page.get_by_role("button", name="Invite").count() == 0
    assert page.get_by_text("parlour serve --lan").count() == 1
    page.click("[data-play=heartcatchers]")
    assert clicks.ready(page)
    clicks.play_something(page)
    assert clicks.ready(page)
    stood, at = clicks.ply(page), page.url.partition("#")[2]
    page.keyboard.press("h")
    page.wait_for_selector(".pop")
    file = save(page, tmp_path / "evening.json")
    # A tab that is closed in mid-game loses nothing.
    page.close()
    page = offline()
    page.locator(f"a[href='#{at}']").first.click()
    assert clicks.ready(page)
    assert clicks.ply(page) == stood
    # The file goes on in a terminal, and at a table of its own here.
    assert Match.load(file).ply == stood
    command = [sys.executable, "-m", "parlour", "play", "--resume", str(file)]
    resumed = subprocess.run(command, input="q\n", capture_output=True, text=True, check=False)
    assert "Cyrano" in resumed.stdout, resumed.stderr
    page.locator("a.home").click()
    page.set_input_files("input[type=file]", file)
    page.wait_for_selector("main[data-status]")
    clicks.until(page, lambda: at not in page.url)
    clicks.play_out(page)
    page.wait_for_selector("#ending")
    assert len(read_save(file).log) == stood
    page.close()


class Heard:
    """What a page's house has told its table, patches made whole."""

    def __init__(self, page):
        self.page, self.reader, self.messages = page, Reader(), []

    def __iter__(self):
        self.messages += [self.reader.read(text) for text in self.page.evaluate("window.said.splice(0)")]
        return iter(self.messages)


def play_match(page, heard, turn):
    matchplay.make(page, matchplay.choose(heard, random.Random(turn)))
    if page.locator(".scene").count():
        page.locator(".prompt .answer", has_text="Skip").first.click()


# How a game's table is waited for, and how a move is made there.
OTHERS = {
    "held_hands": (hands.ready, lambda page, heard, turn: hands.play_something(page, pick=random.Random(turn))),
    "labor_of_love": (workshop.settled, lambda page, heard, turn: workshop.choose(page, which=turn)),
    "perfect_match": (matchplay.ready, play_match),
    "work_of_heart": (heart_clicks.ready, lambda page, heard, turn: heart_clicks.play_something(page, pick=turn)),
}


@pytest.mark.parametrize("game", OTHERS)
def test_a_phone_without_a_network_plays_previews_takes_back_and_speaks_german(offline, game):
    ready, play = OTHERS[game]
    page = offline(390, 844)
    heard = Heard(page)
    page.click(f"a[href='#/new/{game}']")
    page.locator("form .seat").first.wait_for()
    for level in page.locator("form .seat select:has(option[value=easy])").all():
        level.select_option("easy")
    page.locator("form button.main").click()
    assert ready(page)
    for turn in range(MOVES):
        play(page, heard, turn)
        # A move may be the last one; bots never mind before.
        if not ready(page):
            break
        if turn == 0:
            before = clicks.ply(page)
            page.get_by_role("button", name="Take back").click()
            clicks.until(page, lambda at=before: clicks.ply(page) < at)
            assert ready(page)
    assert any(message["previews"] for message in heard if message["type"] == "previews")
    asked = page.locator(".prompt").first.inner_text()
    page.locator("header details summary").click()
    page.locator("header select:has(option[value=de])").select_option("de")
    clicks.until(page, lambda: page.locator(".prompt").first.inner_text() not in ("", asked))
    assert page.evaluate("document.documentElement.lang") == "de"
    page.evaluate("localStorage.setItem('language', 'en')")
    page.close()
