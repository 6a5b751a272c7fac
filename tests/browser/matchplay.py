"""What hands do at the table of Perfect Match: every kind of move, made on the board itself."""

import clicks

# What a card of the hand does by itself: the first tap takes it up, the second does it.
BY_ITSELF = ("drama", "discard", "offer")
DECIDES = ".room[data-asked=true]"


def lay(page, *kinds, edition="tiny", **options):
    seats = [{"kind": kind, **({"level": "easy"} if kind == "bot" else {})} for kind in kinds]
    wish = {"game": "perfect_match", "seats": seats, "edition": edition, **options}
    return page.request.post("/api/tables", data=wish).json()


def ready(page):
    """Wait until this seat is asked; whether it is, or the match is over."""
    page.wait_for_selector(f"main[data-status=over], {DECIDES}")
    return clicks.status(page) != "over"


def offered(frames):
    """The legal moves of the last table that was sent."""
    return clicks.tables(frames)[-1]["moves"]


def choose(frames, pick, dates=True):
    """A move: a date if there is one, else any; to stop early is the last choice."""
    moves = offered(frames)
    found = [m for m in moves if dates and m["data"]["kind"] == "date"]
    found = found or [m for m in moves if m["data"]["kind"] not in ("rest", "stop")]
    return pick.choice(found or moves)


def make(page, move, touch="click"):
    """Make a move on the board, with as many taps as it asks for; wait until it is played."""
    before = clicks.ply(page)
    tap_all(page, move, touch)
    clicks.moved(page, before)


def armed(page):
    """The move that was tapped once."""
    return page.locator(".room").get_attribute("data-armed")


def target_of(move):
    """Where a move is made."""
    data = move["data"]
    match data["kind"]:
        case "play" | "point":
            return f".over[data-act={data['kind']}][data-place='{data['place']}']"
        case "reveal" | "pick":
            return f"[data-act={data['kind']}][data-place='{data['place']}'][data-card='{data['card']}']"
        case "drama" | "discard" | "offer":
            return f".hand [data-slot='{data['slot']}']"
        case "date":
            return f"[data-act=date][data-place='{data['place']}']"
        case "favour" | "name":
            return f"[data-act={data['kind']}][data-contestant='{data['contestant']}']"
        case "face":
            return f"[data-act=face][data-seat='{data['seat']}']"
        case "grab":
            return f"[data-act=grab][data-seat='{data['seat']}'][data-slot='{data['slot']}']"
        case "fetch":
            return f"[data-act=fetch][data-depth='{data['depth']}']"
    return f".prompt .answer:has-text('{move['text']}')"


def again_at(move):
    """Where the second tap goes: the same thing, or the answer in the prompt that takes its place."""
    return ".prompt .answer.main" if move["data"]["kind"] in ("rest", "stop") else target_of(move)


def described(look):
    """The legal moves of a look, as the table is sent them."""
    return [{"move": m.text, "data": m.data, "text": m.words} for m in look.moves]


def tap_half(page, move, touch="click"):
    """Make a move but for the last of several taps; whether one is left to make."""
    if move["data"]["kind"] in ("play", *BY_ITSELF):
        clicks.press(page.locator(f".hand [data-slot='{move['data']['slot']}']"), touch)
    if move["data"]["kind"] in BY_ITSELF:
        return True
    clicks.press(page.locator(target_of(move)), touch)
    return armed(page) == move["move"]


def tap_all(page, move, touch="click", half=lambda move: None):
    """Make a move with all its taps, without waiting for what follows; `half` is called before the last of several."""
    if tap_half(page, move, touch):
        half(move)
        clicks.press(page.locator(again_at(move)), touch)
