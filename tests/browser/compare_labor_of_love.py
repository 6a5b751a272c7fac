"""The pages of Labor of Love that are put beside their comps: early, middle, moment and end, wide and on a phone."""

import workshop

WIDE = {"viewport": {"width": 1280, "height": 800}, "reduced_motion": "reduce"}
PHONE = {
    "viewport": {"width": 390, "height": 844},
    "reduced_motion": "reduce",
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 2,
}


def taker(**settings):
    def wrap(take):
        take.settings, take.full = settings, False
        return take

    return wrap


def start(page):
    workshop.deal(page, ["me", "bot", "bot", "bot"], "edition")
    assert workshop.ready(page)


def take_up(page):
    """After some turns, hold the project that moves most bulbs."""
    for turn in range(4):
        assert workshop.settled(page)
        workshop.choose(page, which=turn)
    while workshop.settled(page) and workshop.kind_of(page) != "take":
        workshop.choose(page)
    cards = page.locator("button.take")
    lights = [cards.nth(i).locator(".lights svg").count() for i in range(cards.count())]
    cards.nth(lights.index(max(lights))).click()
    page.wait_for_timeout(600)


def to_the_stage(page):
    """Until a reaction is to be chosen; one game after the other if need be."""
    while True:
        start(page)
        while workshop.settled(page):
            if page.locator(".stage").count():
                page.wait_for_timeout(600)
                return
            cards = page.locator("button.take")
            lights = [cards.nth(i).locator(".lights svg").count() for i in range(cards.count())]
            if workshop.kind_of(page) == "take":
                workshop.choose(page, which=1 + lights.index(max(lights)))
            else:
                workshop.choose(page)


def to_the_end(page):
    start(page)
    workshop.play_out(page)
    page.wait_for_selector("#ending")
    page.wait_for_timeout(400)


def early(page):
    start(page)
    page.wait_for_timeout(400)


def sheet(page):
    take_up(page)
    page.locator(".chip").last.click()
    page.wait_for_timeout(400)


def both(take):
    """The same page wide and on a phone."""
    return taker(**WIDE)(lambda page: take(page)), taker(**PHONE)(lambda page: take(page))


def played(page):
    start(page)
    take_up(page)


def sheet_of(page):
    start(page)
    sheet(page)


(EARLY, EARLY_PHONE), (MIDDLE, MIDDLE_PHONE) = both(early), both(played)
(MOMENT, MOMENT_PHONE), (END, END_PHONE) = both(to_the_stage), both(to_the_end)
PAGES = {
    "labor_of_love-early": ("labor_of_love/desktop.png", EARLY),
    "labor_of_love": ("labor_of_love/desktop.png", MIDDLE),
    "labor_of_love-dark": (
        "labor_of_love/desktop-dark.png",
        taker(**WIDE, color_scheme="dark")(lambda page: played(page)),
    ),
    "labor_of_love-moment": ("labor_of_love/moment.png", MOMENT),
    "labor_of_love-end": ("labor_of_love/moment.png", END),
    "labor_of_love-phone-early": ("labor_of_love/phone.png", EARLY_PHONE),
    "labor_of_love-phone": ("labor_of_love/phone.png", MIDDLE_PHONE),
    "labor_of_love-phone-sheet": ("labor_of_love/phone-drawer.png", taker(**PHONE)(lambda page: sheet_of(page))),
    "labor_of_love-phone-moment": ("labor_of_love/phone.png", MOMENT_PHONE),
    "labor_of_love-phone-end": ("labor_of_love/phone-drawer.png", END_PHONE),
}
