"""Pages beside the table: the lesson, replays, fairness, phones, everybody's needs, another language."""

import gzip
import json
import random

import clicks
import pytest
from axe_playwright_python.sync_playwright import Axe

import houses
from parlour.engine import registry
from parlour.lesson import lesson_of

# Draws of a whole game of Heartcatchers: the starter, six cards laid, two hands of three and eight from the pile.
DRAWS = 21


@pytest.fixture(scope="module")
def finished(house):
    """A finished game and whose it was."""
    ann = houses.Person(house)
    ann.lay("me", "bot")
    ann.open()
    ann.play_to_the_end(random.Random(4))
    ann.close()
    yield ann.id
    ann.http.close()


def test_the_first_load_is_small(visit):
    page = visit()
    scripts = []
    page.on("response", lambda r: scripts.append(r) if r.request.resource_type == "script" else None)
    page.goto("/", wait_until="networkidle")
    assert page.locator(".box").count() == len(registry.names(shelf_only=True))
    assert scripts
    assert sum(len(gzip.compress(r.body())) for r in scripts) < 200_000


def test_nothing_comes_from_elsewhere(visit, house):
    page = visit()
    asked = []
    page.on("request", lambda r: asked.append(r.url))
    page.goto("/", wait_until="networkidle")
    assert asked
    assert all(url.startswith((house.url, "data:")) for url in asked)


def test_the_lesson_from_first_to_last(visit):
    page = visit()
    page.goto("/")
    page.locator(".box", has_text="Heartcatchers").get_by_role("link", name="Learn").click()
    steps = lesson_of("heartcatchers").steps
    for number, step in enumerate(steps):
        page.get_by_text(f"Step {number + 1} of {len(steps)}").wait_for()
        page.wait_for_selector(clicks.CARDS)
        clicks.play_text(page, step.goal[0])
        page.locator(".answer.done", has_text=step.praise["en"]).wait_for()
        if number + 1 < len(steps):
            page.get_by_role("button", name="Next").click()
    page.get_by_role("link", name="Play now").click()
    page.get_by_role("button", name="Deal").wait_for()


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844)])
def test_a_lesson_says_what_a_swap_brings_and_its_board_stays(visit, width, height):
    page = visit(width=width, height=height)
    page.goto("/learn/heartcatchers?step=5")
    page.wait_for_selector(clicks.CARDS)
    # On a phone the page is scrolled to the hand: places are those on the page.
    place = (
        "e => { const { x, y, width, height } = e.getBoundingClientRect(); return [x, y + scrollY, width, height]; }"
    )
    before = page.locator(".board").evaluate(place)
    clicks.play_text(page, lesson_of("heartcatchers").steps[4].goal[0])
    facts = page.locator(".answer .facts")
    facts.wait_for()
    assert facts.inner_text() == "At the end the stacks of column 1 trade places."
    page.get_by_role("button", name="Next").wait_for()
    assert page.locator(".board").evaluate(place) == before


def test_a_lesson_calls_the_other_seat_as_its_page_does(visit):
    page = visit()
    page.goto("/learn/heartcatchers?step=4")
    page.wait_for_selector(clicks.CARDS)
    clicks.play_text(page, lesson_of("heartcatchers").steps[3].goal[0])
    page.locator(".answer .facts", has_text="-3 for Cyrano, if").wait_for()


def test_a_lesson_nudges_and_refuses(visit):
    page = visit()
    page.goto("/learn/heartcatchers")
    page.wait_for_selector(clicks.CARDS)
    clicks.act(page, "secret", 0, 0)
    page.get_by_text(lesson_of("heartcatchers").steps[0].nudge["en"]).wait_for()
    page.locator(".stack.mine .act:not(.can)").first.click()
    page.locator(".answer .clause").click()
    page.locator("dialog .found").wait_for()


def test_a_new_table_with_choices(visit):
    page = visit()
    page.goto("/new/heartcatchers")
    page.get_by_label("Strength").select_option("easy")
    page.get_by_label("Name").fill("Ann")
    page.get_by_text("Rules and pace").click()
    page.get_by_label("Series").select_option("3")
    page.get_by_role("button", name="Deal").click()
    page.wait_for_selector("main[data-status=playing]")
    page.locator(".seat", has_text="Ann").wait_for()
    page.get_by_text("Best of 3").wait_for()


def test_a_replay_with_a_link_to_a_turn_and_keys(visit, finished):
    page = visit()
    page.goto(f"/r/{finished}?turn=20")
    page.wait_for_selector("[data-turn='20']")
    story = page.locator("aside li").count()
    page.keyboard.press("ArrowRight")
    page.wait_for_selector("[data-turn='21']")
    assert page.url.endswith("?turn=21")
    assert page.locator("aside li").count() >= story
    page.keyboard.press("Home")
    page.wait_for_selector("[data-turn='0']")
    page.keyboard.press("End")
    page.wait_for_selector(".sheet")
    page.keyboard.press("[")
    page.wait_for_selector(".sheet", state="detached")
    page.get_by_role("radio").nth(2).click()
    page.evaluate("document.activeElement.blur()")
    # In some deals nothing can be taken up there at this very turn: then at an earlier one.
    clicks.until(page, lambda: page.locator(".take").count() or page.keyboard.press("["))


def test_every_draw_is_checked_in_the_browser(visit, finished):
    page = visit()
    page.goto(f"/r/{finished}")
    page.get_by_role("button", name="Check every draw here").click()
    page.locator(".good", has_text=f"All {DRAWS} draws").wait_for()


def other_draw(record):
    """The first draw of many gets another index."""
    ply = next(i for i, line in enumerate(record["lines"]) if " @" in line)
    text, _, drawn = record["lines"][ply].partition(" @")
    index, _, n = drawn.partition("/")
    record["lines"][ply] = f"{text} @{(int(index) + 1) % int(n)}/{n}"


def other_move(record):
    """A player's move is exchanged for another: the first, since only draws that follow it can show it."""
    ply = next(i for i, line in enumerate(record["lines"]) if " @" not in line)
    record["lines"][ply] = "secret h3 s6" if record["lines"][ply] != "secret h3 s6" else "secret h3 s5"


def other_secret(record):
    record["fairness"]["secret"] = "00" * 32


@pytest.mark.parametrize("tamper", [other_draw, other_move, other_secret])
def test_a_tampered_record_fails_the_check(visit, finished, tamper):
    page = visit()

    def forge(route):
        record = route.fetch().json()
        tamper(record)
        route.fulfill(body=json.dumps(record), content_type="application/json")

    page.route("**/replay?*", forge)
    page.goto(f"/r/{finished}")
    page.get_by_role("button", name="Check every draw here").click()
    page.locator(".bad").wait_for()
    assert page.locator(".good").count() == 0


def test_a_browser_remembers_what_it_was_promised(visit):
    """A whole record that is fair in itself, but not the one that was promised, fails as well."""
    page = visit()
    page.goto("/")
    page.click("[data-play=heartcatchers]")
    clicks.let_a_bot_play(page)
    page.wait_for_selector("#ending")
    page.get_by_role("link", name="Fairness").click()
    page.locator(".good").wait_for()
    page.evaluate(
        "id => localStorage.setItem(`promises-${id}`, JSON.stringify([{ commitment: 'another', nonce: '' }]))",
        page.url.split("/r/")[1].partition("?")[0],
    )
    page.get_by_role("button", name="Check every draw here").click()
    page.locator(".bad").wait_for()


def pages(house, finished):
    """Every page of the house, and something that is there when it is drawn."""
    ann = houses.Person(house)
    ann.lay("me", "bot")
    ann.open()
    ann.close()
    playing, waiting = ann.id, ann.lay("me", "friend")["id"]
    cookies = [{"name": name, "value": value, "url": house.url} for name, value in ann.http.cookies.items()]
    ann.http.close()
    return cookies, {
        "/": ".box",
        "/new/heartcatchers": ".deal",
        f"/t/{playing}": ".take",
        f"/t/{finished}": "#ending",
        "/learn/heartcatchers": ".take",
        "/learn/perfect_match": "h1",
        f"/r/{finished}?turn=25": ".take",
        "/rules/heartcatchers": "dialog p",
        "/about": "dd",
        "/privacy": "main li",
        "/j#ABC234": "[role=alert]",
        f"/t/{waiting}": "[data-code]",
        "/nowhere": "h1",
    }


@pytest.mark.complains("404")
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nobody_is_shut_out(visit, house, finished, scheme):
    page = visit(color_scheme=scheme)
    cookies, addresses = pages(house, finished)
    page.context.add_cookies(cookies)
    for path, selector in addresses.items():
        page.goto(path)
        page.wait_for_selector(selector)
        if selector == ".take" and page.locator(clicks.CARDS).count():
            page.locator(clicks.CARDS).first.click()
        found = Axe().run(page)
        assert found.violations_count == 0, f"{path}: {found.generate_report()}"


WIDE = """[...document.querySelectorAll('main *')].filter(e => e.getBoundingClientRect().right > 360)
  .map(e => `${e.tagName}.${e.className} ${Math.round(e.getBoundingClientRect().right)}`)"""


@pytest.mark.complains("404")
def test_no_page_is_wider_than_a_phone(visit, house, finished):
    page = visit(width=360, height=740, is_mobile=True, has_touch=True)
    cookies, addresses = pages(house, finished)
    page.context.add_cookies(cookies)
    for path, selector in addresses.items():
        page.goto(path)
        page.wait_for_selector(selector)
        width = page.evaluate("document.documentElement.scrollWidth")
        assert width <= 360, f"{path} is {width} wide: {page.evaluate(WIDE)}"


def test_the_signs_of_a_code_are_wide_enough_on_a_phone(visit):
    page = visit(width=360, height=740, is_mobile=True, has_touch=True)
    page.goto("/")
    signs = page.locator(".signs span")
    signs.first.wait_for()
    assert min(box.bounding_box()["width"] for box in signs.all()) >= 28


def test_german(visit):
    page = visit(locale="de-DE")
    page.goto("/")
    page.get_by_role("heading", level=1, name="Spiele").wait_for()
    page.click("[data-play=heartcatchers]")
    page.wait_for_selector("main[data-status=playing]")
    assert page.evaluate("document.documentElement.lang") == "de"
    assert clicks.ready(page)
    page.get_by_text("beginn").first.wait_for()
    page.locator("summary", has_text="Einstellungen").click()
    page.get_by_label("Sprache").select_option("en")
    page.get_by_role("button", name="Rules").wait_for()


MAX_SCRIPT = 200_000


def test_the_first_load_is_light(visit):
    """All scripts that the shelf and the first table take, packed as they are sent."""
    page, packed = visit(), {}

    def weigh(response):
        if response.request.resource_type == "script":
            packed[response.url] = len(gzip.compress(response.body(), 6))

    page.on("response", weigh)
    page.goto("/")
    page.click("[data-play=heartcatchers]")
    assert clicks.ready(page)
    assert len(packed) > 3
    assert sum(packed.values()) < MAX_SCRIPT


def test_scripts_are_sent_packed(visit):
    page = visit()
    page.goto("/")
    script = page.locator("script[src]").first.get_attribute("src")
    assert page.request.get(script).headers["content-encoding"] == "gzip"


def test_the_shelf_says_what_is_open_and_offers_what_there_is(visit):
    page = visit()
    page.goto("/")
    page.click("[data-play=perfect_match]")
    page.wait_for_selector("main[data-status=playing]")
    page.go_back()
    page.locator("[data-table] a", has_text="Perfect Match").wait_for()
    box = page.locator(".box", has_text="Perfect Match")
    assert box.get_by_role("link", name="Learn").count() == 1
    # A game without a lesson offers its rules in that place; they are also to be had by their address.
    assert box.get_by_role("link", name="Rules").count() == 0
    page.goto("/rules/perfect_match")
    page.wait_for_selector("dialog p")


def test_a_replay_plays_by_itself_and_its_link_has_turn_and_eyes(visit, finished):
    page = visit()
    page.goto(f"/r/{finished}?turn=0&eyes=1")
    page.wait_for_selector("[data-turn='0']")
    assert page.get_by_role("radio").nth(2).get_attribute("aria-checked") == "true"
    page.keyboard.press("Space")
    page.get_by_role("button", name="Pause").wait_for()
    page.wait_for_selector("[data-turn='2']")
    assert "eyes=1" in page.url
    page.keyboard.press("ArrowRight")
    page.get_by_role("button", name="Play", exact=True).wait_for()
    page.keyboard.press("0")
    clicks.until(page, lambda: "eyes" not in page.url)


def test_a_replay_says_who_won_and_its_keys_do_not_move_the_page(visit, finished):
    page = visit()
    page.goto(f"/t/{finished}")
    page.wait_for_selector("#ending")
    won, score = page.locator("#ending").inner_text(), clicks.numbers(page, ".ledger .total b")
    page.goto(f"/r/{finished}?turn=3")
    page.wait_for_selector("[data-turn='3']")
    assert page.locator("h1").inner_text().split("\n") == [won, " : ".join(map(str, score)).replace("-", "−")]
    page.keyboard.press("End")
    page.wait_for_selector(".sheet")
    assert page.evaluate("document.documentElement.scrollHeight > innerHeight")
    page.keyboard.press("Home")
    page.wait_for_selector("[data-turn='0']")
    page.keyboard.press("End")
    page.wait_for_selector(".sheet")
    assert page.evaluate("scrollY") == 0


def test_whoever_comes_for_fairness_reads_the_answer_first(visit, finished):
    page = visit(width=390, height=844)
    page.goto(f"/r/{finished}?check=1")
    page.locator("p[role=status]").wait_for()
    assert clicks.in_view(page, "p[role=status]")


def test_a_replay_has_a_speed_that_it_keeps(visit, finished):
    page = visit()
    page.goto(f"/r/{finished}?turn=0")
    page.get_by_label("Speed").select_option("4")
    page.get_by_role("button", name="To the end").click()
    page.wait_for_selector(".sheet")
    page.get_by_role("button", name="To the beginning").click()
    page.wait_for_selector("[data-turn='0']")
    page.reload()
    page.wait_for_selector("[data-turn='0']")
    assert page.get_by_label("Speed").input_value() == "4"


def test_one_plays_on_from_a_turn_of_a_replay(visit, finished):
    page = visit()
    page.goto(f"/r/{finished}?turn=20&eyes=1")
    page.get_by_role("button", name="Play on from turn 20 as").click()
    page.wait_for_selector("main[data-status=playing]")
    assert "/t/" in page.url
    assert finished not in page.url
    assert clicks.ready(page)
    assert clicks.ply(page) >= 20
    assert page.get_attribute("main", "data-me") == "1"
    clicks.play_out(page)
    page.wait_for_selector("#ending")
    page.get_by_role("link", name="Fairness").click()
    page.locator(".good", has_text="since turn 20").wait_for()
