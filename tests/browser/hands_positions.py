"""A position of ...and then we held hands... from the game that its lesson ends with."""

import hands
import positions

from parlour.lesson import lesson_of

SCRIPT = lesson_of("held_hands").steps[-1].script
# In the Middle Ring, with steps behind and steps to choose from.
MIDDLE = 85


def position(ply):
    """The first decision of the first seat from a ply on that has cards to choose from."""
    while True:
        match = positions.match_after("held_hands", SCRIPT[:ply])
        if match.seat == 0 and len(match.moves(0)) > 3:
            return match
        ply += 1


def ended(*last):
    """The end of the lesson's game: `step p1 h6 n57` leads into the Heart, where the partner stands; `n33` past it."""
    return positions.match_after("held_hands", [*SCRIPT, *last, "stop"])


def show(page, match):
    positions.stage(page, match)
    page.goto("/")
    page.locator("[data-play=held_hands]").click()
    page.wait_for_selector(".spot")


def middle(page):
    """A card taken up that leads somewhere, over one of its nodes."""
    show(page, position(MIDDLE))
    hands.press(page, page.locator(".card.can").first, "click")
    page.locator(".spot.can").last.hover()
    page.wait_for_timeout(600)
