"""What hands do at the table of Work of Heart: whatever is asked is answered on the board."""

import clicks

from parlour.games.work_of_heart.state import MODES  # noqa: F401

# What can be tapped on the board, the likeliest first; a second tap on the same thing plays it.
BOARD = (
    ".woo.can",
    ".prize.can",
    "[data-answer].can",
    "[data-join].can",
    ".again [data-perk]",
    ".spot[data-ring=can]",
    ".spot[data-ring]",
    "[data-peek]",
    ".col.can [data-trait]",
    ".cell.can[data-trait]",
    "button.pawn.target",
    ".card.can[data-slot]",
    ".mine .perk.now",
)
ANSWER = ".prompt .answer"
ASKED = f"main[data-status=over], {', '.join(BOARD)}, .prompt.mine .answer"


def lay(page, *seats, mode="harem", edition="edition", game="work_of_heart", **options):
    """Lay a table and sit down at it; the page is there when something is asked."""
    chairs = [{"kind": kind, **({"level": "easy"} if kind == "bot" else {})} for kind in seats]
    body = {"game": game, "seats": chairs, "mode": mode, "edition": edition, **options}
    made = page.request.post("/api/tables", data=body)
    assert made.status == 201, made.text()
    found = made.json()
    page.goto(f"/t/{found['id']}")
    return found


def ready(page):
    """Wait until something is asked of this page; False once the match is over."""
    page.wait_for_selector(ASKED)
    return clicks.status(page) != "over"


def choices(page):
    """The things on the board that can be tapped now, as selectors."""
    return [selector for selector in BOARD if page.locator(selector).count()]


def play_something(page, touch="click", pick=0):
    """Play by a tap and a second one on the board, or by a button of the prompt."""
    before = clicks.ply(page)
    # A tap on a scene only skips it.
    page.wait_for_selector(".morning, .finale", state="detached")
    found = choices(page)
    if found:
        # One thing, whatever becomes of its ring when previews come.
        things = page.query_selector_all(found[0])
        thing = things[pick % len(things)]
        # One's own pawn may stand on a space, and passes a tap on.
        over = found[0].startswith(".spot")
        # Many cards lie over each other; their left edges are seen.
        edge = {"position": {"x": 8, "y": 20}} if found[0].startswith(".card") else {}
        for _ in range(2):
            thing.tap(force=over, **edge) if touch == "tap" else thing.click(force=over, **edge)
    else:
        page.locator(ANSWER).first.click()
    clicks.moved(page, before)


def play_out(page, touch="click"):
    turns = 0
    while ready(page):
        play_something(page, touch, turns)
        turns += 1
    return turns
