"""Real positions of ...and then we held hands... beside the comp, of the game that its lesson ends with."""

import hands
import positions

from parlour.server.lessons import lesson_of

SCRIPT = lesson_of("held_hands").steps[-1].script
# The first walk; in the Middle Ring, with steps behind and steps to choose from; the last step of all.
EARLY, MIDDLE = 16, 85


def position(ply):
    """The first decision of the first seat from a ply on that has cards to choose from."""
    while True:
        match = positions.match_after("held_hands", SCRIPT[:ply])
        if match.seat == 0 and len(match.moves(0)) > 3:
            return match
        ply += 1


def show(page, match):
    positions.stage(page, match)
    page.goto("/")
    page.locator("[data-play=held_hands]").click()
    page.wait_for_selector(".spot")


def take_up(page, touch="click"):
    """A card that leads somewhere, and one of its nodes."""
    hands.press(page, page.locator(".card.can").first, touch)
    node = page.locator(".spot.can").last
    node.tap() if touch == "tap" else node.hover()
    page.wait_for_timeout(600)


def early(page, touch="click"):
    show(page, position(EARLY))
    page.wait_for_timeout(600)


def middle(page, touch="click"):
    show(page, position(MIDDLE))
    take_up(page, touch)


def moment(page, touch="click"):
    show(page, position(len(SCRIPT)))
    hands.press(page, page.locator(".card.can").first, touch)
    node = page.locator(".spot.can[data-node='56']")
    node.tap() if touch == "tap" else node.hover()
    page.wait_for_timeout(600)


def end(page, touch="click"):
    goal = lesson_of("held_hands").steps[-1].goal[0]
    show(page, positions.match_after("held_hands", [*SCRIPT, goal, "stop"]))
    page.wait_for_selector("#ending")
    if touch == "tap":
        page.locator(".prompt .more summary").tap()
    page.get_by_role("button", name="Look at the table").click()
    page.wait_for_timeout(600)
