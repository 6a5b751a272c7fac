"""How friends come to a table: by a link or a code; and free chairs for bots and for this screen."""

import clicks
import httpx
import pytest

import houses


@pytest.fixture(scope="module")
def open_house(tmp_path_factory):
    """A house that says it can be reached from elsewhere."""
    folder = tmp_path_factory.mktemp("open")
    port = houses.free_port()
    options = ["--no-limits", "--url", f"http://127.0.0.1:{port}"]
    opened = houses.House(str(folder / "tables.db"), port, options)
    yield opened
    opened.stop()


def lay(page, game="Heartcatchers"):
    page.goto("/")
    page.locator(".box", has_text=game).get_by_role("button", name="Invite").click()
    page.wait_for_selector("[data-code]")


def test_an_address_of_this_computer_is_given_to_nobody(visit, house):
    page = visit()
    lay(page)
    assert page.get_by_text("Nobody else can reach this house yet").is_visible()
    assert page.get_by_text("Stop it first (ctrl-C").is_visible()
    command = page.locator("#command-lan").input_value()
    assert command == httpx.get(f"{house.url}/api/reach").json()["command"]
    assert f"play.py serve --lan --port {house.port}" in command
    assert page.locator("#link-player, #link-watch").count() == 0
    fields = page.locator("main input").evaluate_all("all => all.map(one => one.value).join()")
    assert "127.0.0.1" not in page.locator("main").inner_text() + fields


def test_a_link_takes_no_chair_until_somebody_sits_down(visit, open_house):
    ann, bob = visit(open_house), visit(open_house)
    lay(ann)
    link = ann.locator("#link-player").input_value()
    assert link.startswith(open_house.url)
    bob.goto(link)
    bob.get_by_role("heading", name="A chair is free for you").wait_for()
    assert "#" not in bob.url
    assert ann.locator("main").get_attribute("data-status") == "waiting", "opening a link sits down nobody"
    bob.reload()
    assert bob.locator("main").get_attribute("data-status") in (None, "waiting")
    bob.goto(link)
    bob.fill("#sit-name", "Bob")
    bob.get_by_role("button", name="Sit down").click()
    for page in (ann, bob):
        page.wait_for_selector("main[data-status=playing]")
    assert "Bob" in ann.locator("body").inner_text()


@pytest.mark.complains("404")
def test_a_friend_types_the_code(visit, open_house):
    ann, bob = visit(open_house), visit(open_house)
    lay(ann)
    code = ann.locator("[data-code]").get_attribute("data-code")
    assert ann.get_by_text("The code is good until").is_visible()
    bob.goto("/")
    bob.locator("#join-code").press_sequentially(f"{code[:3].lower()} {code[3:]}")
    asked = []
    bob.on("request", lambda request: asked.append(request.url))
    bob.get_by_role("button", name="Join").click()
    bob.get_by_role("button", name="Sit down").click()
    for page in (ann, bob):
        page.wait_for_selector("main[data-status=playing]")
    bob.goto(f"/j#{code}")
    bob.get_by_role("alert").wait_for()
    assert not [url for url in asked if code in url.partition("#")[0]], "a proxy would log it"


@pytest.mark.complains("ERR_CONNECTION_RESET")
@pytest.mark.parametrize("way", ["claim", "join"])
def test_a_chair_is_not_lost_with_the_answer(visit, open_house, way):
    """The house has given it, and the line breaks before the browser hears of that."""
    ann, bob = visit(open_house), visit(open_house)
    lay(ann)
    code = ann.locator("[data-code]").get_attribute("data-code")
    link = ann.locator("#link-player").input_value()
    given = []

    def lose(route):
        request = route.request
        answer = httpx.post(request.url, content=request.post_data, headers=request.all_headers())
        given.append(answer.status_code)
        route.abort("connectionreset")

    bob.route(f"**/{way}", lose, times=1)
    bob.goto(link if way == "claim" else f"/j#{code}")
    bob.get_by_role("button", name="Sit down").click()
    for page in (ann, bob):
        page.wait_for_selector("main[data-status=playing]")
    assert given == [200]


@pytest.mark.complains("404")
@pytest.mark.parametrize("way", ["/j#ZZZZZZ", "/j/ZZZZZZ"])
def test_a_wrong_code_is_told_in_a_sentence(visit, open_house, way):
    page = visit(open_house)
    page.goto(way)
    page.get_by_role("alert").wait_for()
    assert "No table waits" in page.get_by_role("alert").inner_text()
    assert page.get_by_text("A chair is free for you").count() == 0


def test_a_code_says_which_game_it_is_and_whose_table(visit, open_house):
    ann, bob = visit(open_house), visit(open_house)
    lay(ann)
    bob.goto(f"/j#{ann.locator('[data-code]').get_attribute('data-code')}")
    bob.get_by_text("Heartcatchers, with Player 1.").wait_for()
    assert ann.locator("main[data-status=waiting]").count() == 1, "looking takes nothing"


@pytest.mark.complains("404")
def test_a_whole_link_can_be_pasted(visit, open_house):
    page = visit(open_house)
    page.goto("/")
    page.locator("#join-code").fill(f"{open_house.url}/j#ABC123")
    page.get_by_text("ABC 123").wait_for()


def test_a_bot_takes_the_empty_chair(visit):
    page = visit()
    lay(page)
    page.get_by_role("button", name="seat a bot").click()
    page.wait_for_selector("main[data-status=playing]")


def test_the_screen_is_passed_round(visit):
    page = visit()
    lay(page)
    page.locator(".pass").click()
    page.wait_for_selector(".curtain button")


def test_filling_up_deals(visit):
    page = visit(locale="de-DE")
    page.goto("/")
    page.locator(".box", has_text="Heartcatchers").get_by_role("button", name="Einladen").click()
    # The page asks for a code at once, which is refused if there is no free chair any more.
    page.wait_for_selector("[data-code]")
    page.get_by_role("button", name="Auffüllen und geben").click()
    page.wait_for_selector("main[data-status=playing]")


def test_without_a_secure_context_links_are_copied_and_draws_checked(visit, open_house):
    """As at an address of the local network: browsers give scripts neither a clipboard nor hashes there."""
    page = visit(open_house)
    page.add_init_script(
        "Object.defineProperty(window, 'isSecureContext', { value: false });"
        "Object.defineProperty(navigator, 'clipboard', { value: undefined });"
        "Object.defineProperty(crypto, 'subtle', { value: undefined });"
    )
    lay(page)
    page.locator("#link-player ~ .button", has_text="Copy").click()
    page.get_by_role("button", name="Copied").wait_for()
    page.get_by_role("button", name="Fill up and deal").click()
    assert clicks.ready(page)
    clicks.let_a_bot_play(page)
    page.wait_for_selector("#ending")
    page.goto(page.url.replace("/t/", "/r/") + "?check=1")
    page.wait_for_selector(".good")
