"""Replays in a browser: a match that is over, gone through step by step with the eyes of every seat and of nobody."""

import random

import houses


def finished(house, game, *kinds, **options):
    """The id of a table whose match was played to its end without a browser."""
    person = houses.Person(house)
    person.lay(*kinds, game=game, **options)
    person.open()
    person.play_to_the_end(random.Random(1))
    person.close()
    person.http.close()
    return person.id


def every_step(page, id, drawn, meant):
    """Go through the replay by steps, with all eyes; all steps by eyes.

    `drawn` is a script that reads the table, `meant(eyes, view, edition)` what it should read by what the server tells.
    """
    page.goto(f"/r/{id}")
    page.wait_for_selector("[data-turn]")
    choices, on, told = page.get_by_role("radio"), page.get_by_role("button", name="One step on"), {}
    # The first is what the page opens with: what everybody sees.
    for number in [*range(1, choices.count()), 0]:
        eyes = number - 1 if number else -3
        with page.expect_response(f"**/replay?eyes={eyes}&**") as answer:
            choices.nth(number).click()
        replay = answer.value.json()
        steps = told[eyes] = replay["steps"]
        page.keyboard.press("Home")
        for ply, step in enumerate(steps):
            page.wait_for_selector(f"[data-turn='{ply}']")
            want = meant(eyes, step["view"], replay["edition"])
            settle(page, lambda want=want: page.evaluate(drawn, want) == want)
            shown = page.evaluate(drawn, want)
            assert shown == want, f"step {ply} through the eyes of {eyes}: {shown} in place of {want}"
            on.click() if ply + 1 < len(steps) else page.wait_for_selector(".sheet")
        assert on.is_disabled()
        page.get_by_role("button", name="One step back").click()
        page.wait_for_selector(f"[data-turn='{len(steps) - 2}']")
    return told


def settle(page, come_true):
    """A moment for a table that has just been changed."""
    for _ in range(200):
        if come_true():
            return
        page.wait_for_timeout(20)


def check_hidden(view, eyes):
    """Until the end no card of another hand has a face, unless those eyes have seen it."""
    for zone in view["zones"]:
        if view["over"] or not zone["id"].startswith(("hand-", "pick-")) or zone["owner"] == eyes:
            continue
        for piece in zone.get("pieces", ()):
            assert "card" not in piece or eyes in piece.get("seen", ()), (zone["id"], piece)


def hand_by(face, back):
    """A script that reads the near hand: how many backs, and the names, with which the labels of faces begin."""
    return f"""(want) => ({{
      names: [...document.querySelectorAll('{face}')].map((n, i) =>
        n.getAttribute('aria-label').slice(0, want.names[i]?.length)),
      backs: document.querySelectorAll('{back}').length }})"""


def hand(eyes, view, edition):
    """The near hand as the server tells it, and nothing of the others."""
    check_hidden(view, eyes)
    cards = next((z.get("pieces", []) for z in view["zones"] if z["id"] == f"hand-{max(eyes, 0)}"), [])
    names = [edition["cards"][card["card"]]["name"] for card in cards if "card" in card]
    return {"names": names, "backs": len(cards) - len(names)}
