"""What hands do at the table of ...and then we held hands...: cards, nodes, the stop and the fan."""

import random

import clicks

READY = "main[data-status=over], .prompt.mine"
# Where a card of a fan can be hit: on the half that shows.
SHOWN = """e => {
  const right = e.parentElement.dataset.shows === 'right', scale = e.getBoundingClientRect().height / 118;
  return e.closest('.slim') ? null : { x: (right ? 68 : 18) * scale, y: 26 * scale };
}"""

PLAYED = {"step", "stop", "left", "right"}


def lay(page, *seats, edition="short", **options):
    """Lay a table through the house's own door and sit down at it."""
    wishes = [{"kind": kind, **({"level": "easy"} if kind == "bot" else {})} for kind in seats]
    wish = {"game": "held_hands", "seats": wishes, "edition": edition, **options}
    made = page.request.post("/api/tables", data=wish)
    assert made.status == 201, made.text()
    page.goto(f"/t/{made.json()['id']}")
    return made.json()


def start(page, edition="short", **options):
    lay(page, "me", "bot", edition=edition, **options)
    return ready(page)


def ready(page):
    """Wait until something is asked; whether it is, or the match is over."""
    page.wait_for_selector(READY)
    return clicks.status(page) != "over"


def press(page, locator, touch="click"):
    spot = locator.evaluate(SHOWN) if locator.evaluate("e => e.matches('.card')") else None
    more = {"position": spot} if spot else {}
    # While cards travel nobody aims well.
    if touch == "event":
        return locator.dispatch_event("click")
    return locator.tap(**more) if touch == "tap" else locator.click(**more)


def played(page, before):
    """Whether the table has moved on; an asked second tap leaves it as it is."""
    page.wait_for_timeout(30)
    return clicks.ply(page) > before or clicks.status(page) == "over"


def again(page, before, act):
    """Do something, and once more if it only asked."""
    act()
    clicks.until(page, lambda: played(page, before) or page.get_by_text("Once more to do it.").count())
    if not played(page, before):
        act()
    clicks.moved(page, before)


def answer(page, text):
    return page.locator(".prompt .answer", has_text=text)


def walk(page, hand, slot, node, touch="click"):
    """A step: the card, then the node."""
    before = clicks.ply(page)
    press(page, page.locator(f".card[data-hand='{hand}'][data-slot='{slot}']"), touch)
    target = page.locator(f".spot.can[data-node='{node}']")
    again(page, before, lambda: press(page, target, touch))


def play_something(page, touch="click", pick=random):
    """A step, a stop or a choice of the fan, whatever is asked."""
    before = clicks.ply(page)
    if answer(page, "halves").count():
        side = answer(page, pick.choice(["Left", "Right"]))
        return again(page, before, lambda: press(page, side, touch))
    stop, cards = answer(page, "Stop"), page.locator(".card.can:not([inert])")
    if stop.count() and (not cards.count() or pick.random() < 0.6):
        return again(page, before, lambda: press(page, stop, touch))
    if not cards.count():
        return None
    press(page, cards.nth(pick.randrange(cards.count())), touch)
    page.wait_for_selector(".spot.can")
    target = page.locator(".spot.can").first
    return again(page, before, lambda: press(page, target, touch))


def play_out(page, touch="click", pick=random):
    while ready(page):
        play_something(page, touch, pick)


def play_advised(page, frames):
    """Play what the house advises, on the board: most games by chance are over before they have begun."""
    before, heard = clicks.ply(page), len(advice(frames))
    page.keyboard.press("h")
    clicks.until(page, lambda: len(advice(frames)) > heard)
    move = advice(frames)[-1]["hints"][0]["move"]
    # It lies over the partner's hand.
    page.keyboard.press("Escape")
    kind, *places = move.split()
    if kind == "step":
        return walk(page, *(int(place[1:]) - 1 for place in places))
    return again(page, before, lambda: play_text(page, move))


def advice(frames):
    return [message for message in frames if message["type"] == "hints"]


def play_text(page, text):
    """Play a move of the log on the board: step p1 h2 n7, stop, left."""
    kind, *places = text.split()
    if kind == "step":
        hand, slot, node = (int(place[1:]) - 1 for place in places)
        press(page, page.locator(f".card[data-hand='{hand}'][data-slot='{slot}']"))
        target = page.locator(f".spot.can[data-node='{node}']")
        target.click()
        return target
    if kind == "stop":
        return page.locator(".spot[data-node][aria-label*='you stand here']").click()
    return page.locator(f"[data-side={kind}]").click()


def go_on(page):
    """Wait for the next question. In one deal of 80 the couple breaks up when both fans are chosen: then a new game."""
    assert ready(page) or start(page)
