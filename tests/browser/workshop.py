"""What hands do at the table of Labor of Love: a first tap takes up, a second plays."""

import clicks

# Everything on the board that can be chosen now.
CHOICES = ", ".join(f"button{one}:not([inert] *)" for one in ("[data-move].can", "[data-move]:has(.can)", ".spark"))
READY = f"main[data-status=over], .curtain button, {CHOICES}"
DEAL = """async (wish) => {
  const headers = { 'Content-Type': 'application/json' };
  const answer = await fetch('/api/tables', { method: 'POST', headers, body: JSON.stringify(wish) });
  return await answer.json();
}"""


def deal(page, seats, edition="tiny", **more):
    """A table with these seats: `me`, `bot`, `friend` or `same`; the page goes there."""
    page.goto("/about")
    wishes = [{"kind": kind, **({"level": "easy"} if kind == "bot" else {})} for kind in seats]
    made = page.evaluate(DEAL, {"game": "labor_of_love", "seats": wishes, "edition": edition, **more})
    page.goto(made["path"])
    return made


def ready(page):
    """Wait until something can be chosen; whether it can, or the match is over."""
    page.wait_for_selector(READY)
    return clicks.status(page) != "over"


def settled(page):
    """The same, once nothing more comes: a blind draw, for one, is two messages."""
    while ready(page):
        before = clicks.ply(page)
        page.wait_for_timeout(60)
        if clicks.ply(page) == before and page.locator(READY).count():
            return True
    return False


def kind_of(page):
    """The kind of move that is asked for: the last on the board, so that an open project comes before the pile."""
    return page.locator(CHOICES).last.get_attribute("data-move").split()[0]


def choose(page, touch="click", which=0):
    """Take something up and play it; the kind of move that it was."""
    before = clicks.ply(page)
    choices = page.locator(CHOICES)
    found = choices.nth(which % choices.count())
    move = found.get_attribute("data-move")
    clicks.press(found, touch)
    held = page.locator(f"button[data-move='{move}'][aria-pressed=true]").last
    held.wait_for()
    assert clicks.ply(page) == before
    clicks.press(held, touch)
    clicks.moved(page, before)
    return move.split()[0]


def play_out(page, touch="click", check=lambda: None):
    """A whole game on the board; the kinds of moves that came up."""
    kinds = set()
    turn = 0
    while settled(page):
        if page.locator(".curtain button").count():
            page.click(".curtain button")
            page.wait_for_selector(CHOICES)
        check()
        kinds.add(choose(page, touch, turn))
        turn += 1
    return kinds


def drag(page, move, target):
    """Carry something to where it goes."""
    lift(page, move)
    drop(page, target)


def lift(page, move):
    page.mouse.up()
    source = page.locator(f"button[data-move='{move}']").last.bounding_box()
    page.mouse.move(source["x"] + source["width"] / 2, source["y"] + source["height"] / 2)
    page.mouse.down()
    page.mouse.move(source["x"] + source["width"] / 2 + 12, source["y"] + source["height"] / 2 + 12)


def drop(page, target=".stacks"):
    goal = page.locator(target).last.bounding_box()
    page.mouse.move(goal["x"] + goal["width"] / 2, goal["y"] + goal["height"] / 2, steps=4)
    page.mouse.up()
