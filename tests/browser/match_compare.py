"""Perfect Match beside its comp: early, middle, the date and the end. `compare.py` takes these pictures too."""

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


def early():
    return theatre(stage=("marisol", "hugo", "boris"), wooed=False).turn(
        "bookish", "daring", "overheard", "reply-all", "tender"
    )


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


def held(page, tap=False):
    shown(page, middle())
    page.locator(".hand [data-slot='5']").click()
    target = page.locator(".over[data-act=play][data-place='0']")
    target.tap() if tap else target.hover()
    page.wait_for_timeout(500)


def dated(page, last):
    """Far into the date: every card is turned, and the outcome is told."""
    page.emulate_media(reduced_motion="no-preference")
    s = evening(last)
    staged = shown(page, s)
    s.do("date s2")
    if last == "funny":
        s.enter("kiko")
    staged.show(s.match)
    page.wait_for_selector(".outcome")
    page.wait_for_timeout(700)


def ended(page):
    s = evening("funny").wooed(0, "hugo")
    staged = shown(page, s)
    s.do("date s2")
    staged.show(s.match)
    page.wait_for_selector("#ending")
    page.wait_for_timeout(400)


def sheet(page):
    shown(page, middle())
    page.locator("footer button").first.tap()
    page.get_by_role("tab", name="Players").tap()
    page.wait_for_timeout(500)


WIDE = {"viewport": {"width": 1280, "height": 800}, "reduced_motion": "reduce"}
NIGHT = WIDE | {"color_scheme": "dark"}
PHONE = {
    "viewport": {"width": 390, "height": 844},
    "reduced_motion": "reduce",
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 2,
}


def taken(settings, take, *arguments, **options):
    def wrapped(page):
        take(page, *arguments, **options)

    wrapped.settings, wrapped.full = settings, False
    return wrapped


PAGES = {
    "perfect_match": ("perfect_match/desktop.png", taken(WIDE, held)),
    "perfect_match-dark": ("perfect_match/desktop-dark.png", taken(NIGHT, held)),
    "perfect_match-early": ("perfect_match/desktop.png", taken(WIDE, lambda page: shown(page, early()))),
    "perfect_match-match": ("perfect_match/moment.png", taken(NIGHT, dated, "funny")),
    "perfect_match-fail": ("perfect_match/moment-fail.png", taken(NIGHT, dated, "tender")),
    "perfect_match-end": ("perfect_match/moment.png", taken(WIDE, ended)),
    "perfect_match-phone": ("perfect_match/phone.png", taken(PHONE, held, tap=True)),
    "perfect_match-phone-sheet": ("perfect_match/phone-drawer.png", taken(PHONE, sheet)),
    "perfect_match-phone-match": ("perfect_match/moment.png", taken(PHONE, dated, "funny")),
    "perfect_match-phone-end": ("perfect_match/moment.png", taken(PHONE, ended)),
}
