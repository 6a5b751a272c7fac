"""Laid out positions of Perfect Match: in the middle of a game, and just before a date."""

import match_staged

from games.perfect_match.stage import EVERYBODY, Stage

NAMES = ("Juno", "Beatrice", "Rosalind", "Cyrano")
WISHES = ("sunday-reader", "well-kept-garden", "grand-tour", "crossword")


def theatre(stage=("quilla", "ada", "ines"), wooed=True):
    """The position of the comp, as near as the edition of today comes to it."""
    s = Stage(*WISHES, seats=4, stage=stage, edition="edition", names=NAMES)
    if wooed:
        s.wooed(0, "celeste").wooed(1, "esme").wooed(2, "dmitri").wooed(3, "oona")
    return s.give(1, *("tender",) * 6, "musical").give(2, *("orderly",) * 6).give(3, *("funny",) * 7)


def middle():
    s = theatre()
    s.lay(1, 1, "daring", by=3, up=True).lay(1, 2, "bookish")
    s.lay(2, 1, "orderly", by=3, up=True).lay(2, 3, "tender").flag("claps-at-films", "ada")
    s.lay(3, 1, "daring", by=2).lay(3, 2, "bookish").lay(3, 3, "tender", by=3)
    first = 64
    s.g.seen[first + 5] |= 8
    s.g.seen[first + 6] = EVERYBODY
    for id in ("bookish", "daring", "new-haircut", "orderly", "musical", "funny"):
        s.g.discards[s.g.gone] = s.take(id)
        s.g.gone += 1
    s.turn("mutual-friend", "long-talk", "tender", "tender", "orderly").give(0, "eleven-cats", "funny")
    for held in (1, 2, 5):
        s.g.seen[held] |= 8
    return s


def evening(last):
    """Celeste's profile is what Juno looks for, but for the last card."""
    s = theatre(stage=("esme", "celeste", "jonah"), wooed=False)
    s.lay(2, 1, "bookish", by=3).lay(2, 2, last, by=1).lay(2, 3, "daring")
    return s.turn("tender", "bookish", "overheard", "orderly", "labels-food")


def shown(page, s):
    staged = match_staged.Staged(page, NAMES).open()
    staged.show(s.match)
    page.wait_for_timeout(500)
    return staged


def held(page):
    """In the middle of a game, with a card taken up over a slot."""
    shown(page, middle())
    page.locator(".hand [data-slot='5']").click()
    page.locator(".over[data-act=play][data-place='0']").hover()
    page.wait_for_timeout(500)
