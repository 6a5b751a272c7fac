"""A finished match watched again: every step through every pair of eyes."""

import clicks

SPECTATOR = -3
# What the page shows of a step: its number, how many lines are told, and the hand as labels and backs.
SHOWN = """([face, back]) => ({
  turn: Number(document.querySelector('[data-turn]').dataset.turn),
  told: document.querySelectorAll('aside ol li').length,
  board: document.querySelectorAll('.place > *').length,
  labels: [...document.querySelectorAll(face)].map(n => n.getAttribute('aria-label')),
  backs: document.querySelectorAll(back).length })"""


def walk(page, id, seats, face, back):
    """Go through a replay step by step. The hand that is shown, read by these selectors, is what those eyes may see."""
    page.goto(f"/r/{id}")
    page.wait_for_selector("[data-turn]")
    offered = page.locator(".controls option").evaluate_all("all => all.map(o => Number(o.value))")
    assert offered == [SPECTATOR, *range(seats)]
    for eyes in offered:
        if eyes != SPECTATOR:
            with page.expect_response("**/replay**"):
                page.locator(".controls select").select_option(str(eyes))
            page.evaluate("document.activeElement.blur()")
        replay = page.request.get(f"/api/tables/{id}/replay?eyes={eyes}").json()
        page.keyboard.press("Home")
        for number, step in enumerate(replay["steps"]):
            clicks.until(page, lambda n=number: page.get_attribute("[data-turn]", "data-turn") == str(n))
            shown = page.evaluate(SHOWN, [face, back])
            check_hidden(step["view"], eyes)
            assert shown["board"] > 0
            hand = hand_of(step["view"], max(eyes, 0))
            if shown["labels"] or shown["backs"]:
                known = [replay["edition"]["cards"][c["card"]]["name"] for c in hand if "card" in c]
                assert [label[: len(n)] for label, n in zip(shown["labels"], known, strict=True)] == known
                assert shown["backs"] == len(hand) - len(known)
            page.keyboard.press("]")
        assert number == len(replay["steps"]) - 1


def hand_of(view, seat):
    return next((z.get("pieces", []) for z in view["zones"] if z["id"] == f"hand-{seat}"), [])


def check_hidden(view, eyes):
    """Until the end no card of another hand has a face, unless those eyes have seen it."""
    for zone in view["zones"]:
        if view["over"] or not zone["id"].startswith(("hand-", "pick-")) or zone["owner"] == eyes:
            continue
        for piece in zone.get("pieces", ()):
            assert "card" not in piece or eyes in piece.get("seen", ()), (zone["id"], piece)
