"""What hands do at a table: choosing a card and a stack by mouse, by tap or by keys."""

import gzip
import shutil

from complaints import CUT, complaints

import waiting
from parlour.server.table.patches import Reader

# Chromium without its window and menus: the same pages for two thirds of the CPU time.
CHROMIUM = "chromium-headless-shell"
# Started without asking anything of the network.
OPTIONS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
CARDS = ".hand.near button:not(:disabled)"
TOAST = ".banner[role=status]"
READY = f"main[data-status=over], {CARDS}"


def launch(chromium, *options, program=None):
    """A browser; `chromium` is Playwright's way to start one."""
    path = program or shutil.which(CHROMIUM)
    assert path, f"{CHROMIUM} is not installed: `python3 play.py test` says how"
    return chromium.launch(executable_path=path, args=[*OPTIONS, *options])


def ply(page):
    return int(page.get_attribute("main", "data-ply"))


def numbers(page, selector):
    """The numbers that are shown there, printed with a true minus sign."""
    return [int(text.replace("−", "-")) for text in page.locator(selector).all_inner_texts()]


def status(page):
    return page.get_attribute("main", "data-status")


def ready(page):
    """Wait until something can be played; whether it can, or the match is over."""
    page.wait_for_selector(READY)
    return status(page) != "over"


def fall(page, ready):
    """Wait for the next question; at a shared screen whoever has drawn lets the curtain fall first."""
    hide = page.get_by_role("button", name="Hide my cards")
    until(page, lambda: page.locator(f".curtain button, {ready}, #ending").count() or hide.count())
    if hide.count():
        hide.click()
        page.wait_for_selector(".curtain button")


def moved(page, before):
    """Wait until a move was played, or the match is over."""
    # Between two who share a screen the curtain may fall before a hand has done anything.
    until(page, lambda: ply(page) > before or status(page) == "over" or page.locator(".curtain").count())


def until(page, come_true):
    """Wait for something and return it; the pages' policy does not let a test do that inside them."""
    return waiting.until(come_true, pause=lambda: page.wait_for_timeout(20))


def invite(page, game="Heartcatchers", root="/"):
    """Lay a table for a friend; the path of the friend's invitation, which a house of this computer shows nobody."""
    page.goto(root)
    page.locator(".box", has_text=game).get_by_role("button", name="Invite").click()
    page.wait_for_selector("[data-code]")
    return page.evaluate("JSON.parse(localStorage['links-' + location.pathname.slice(3)])[0].path")


def sit_down(page, link):
    """Open an invitation and take its chair."""
    page.goto(link)
    page.get_by_role("button", name="Sit down").click()
    page.wait_for_selector("main[data-status]")


def act(page, kind, slot, position, give=None, touch="click"):
    """Play one move by the stacks' buttons."""
    press(page.locator(f".hand.near button[data-slot='{slot}']"), touch)
    play(page.locator(f"[data-position='{position}'] [data-act={kind}]"), touch, once=kind == "steal")
    if kind == "steal":
        play(page.locator(f"[data-position='{give}'] [data-act=give]"), touch)


def press(locator, touch):
    locator.tap() if touch == "tap" else locator.click()


def play(locator, touch, once=False):
    """Play at a place: a finger's first tap shows what it would do, the second does it."""
    if touch == "tap" and not once:
        locator.tap()
    press(locator, touch)


def play_text(page, text):
    """Play a move that is given in words of the log: catch h1 s2, secret h1 s5, steal h1 s5 s2."""
    kind, slot, *places = text.split()
    numbers = [int(place[1:]) - 1 for place in places]
    act(page, kind, int(slot[1:]) - 1, *numbers)


def play_something(page, touch="click"):
    """Catch if a card can, else steal, else hide: every kind of move comes up in a game."""
    before = ply(page)
    for i in range(page.locator(CARDS).count()):
        press(page.locator(CARDS).nth(i), touch)
        for row in (".stack.mine", ".stack:not(.mine)"):
            able = page.locator(f"{row} .act.can")
            if able.count():
                play(able.first, touch, once=row != ".stack.mine")
                if row != ".stack.mine":
                    play(page.locator("[data-act=give]").first, touch)
                return moved(page, before)
        page.keyboard.press("Escape")
    press(page.locator(CARDS).first, touch)
    play(page.locator(".stack.mine [data-act=secret]").first, touch)
    return moved(page, before)


def play_out(page, touch="click"):
    while ready(page):
        play_something(page, touch)


def tab_to(page, selector, most=80):
    """Press Tab until something is reached."""
    for _ in range(most):
        page.keyboard.press("Tab")
        if page.evaluate("s => document.activeElement.matches(s)", selector):
            return
    raise AssertionError(f"Tab does not reach {selector}")


def at(page, selector):
    return page.evaluate("s => document.activeElement.matches(s)", selector)


def overhear(page):
    """Everything that this page is sent over its sockets from now on, patches made whole."""
    frames = []

    def listen(socket):
        reader = Reader()
        socket.on("framereceived", lambda data: frames.append(reader.read(data)))

    page.on("websocket", listen)
    return frames


def tables(frames):
    return [m for m in frames if m["type"] == "table"]


def cut(page):
    """The line is gone, and the page has noticed."""
    complaints.allow(*CUT)
    page.context.set_offline(True)
    page.wait_for_selector(TOAST)


def mend(page):
    """The line is back, if it was cut."""
    page.context.set_offline(False)
    page.wait_for_selector(TOAST, state="detached")


def let_a_bot_play(page):
    """The menu of the prompt, and its question."""
    page.locator(".prompt .menu summary").click()
    page.get_by_role("button", name="Let a bot play for me").click()
    page.get_by_role("button", name="Let it play").click()


# Bots do not wait between their moves.
# Documents without a storage, as a browser's own pages of errors, have no pace.
AT_ONCE = "try { localStorage.setItem('pace', 'once') } catch { }"

# Every shift of anything on the board, words included, and of a thing in the bar, with what has moved; also soon after
# a tap, which browsers excuse. A text of the bar that says something else is no thing.
SHIFTS = """() => { window.shifts = [];
  const inside = (n, where) => (n?.parentElement ?? document.body).closest(where);
  const part = ({ node }) => inside(node, '.board') || (node?.nodeType === 1 && inside(node, 'header'));
  new PerformanceObserver(list => list.getEntries().forEach(e => {
    const moved = e.sources.filter(part).map(s => s.node.data ?? `${s.node.nodeName}.${s.node.getAttribute('class')}`);
    if (moved.length) window.shifts.push([e.value, moved.join(' ')]);
  })).observe({ type: 'layout-shift', buffered: false }); }"""


def watch_shifts(page):
    """From now on `window.shifts` has every shift; what came before has settled."""
    page.wait_for_timeout(300)
    page.evaluate(SHIFTS)


def in_view(page, selector):
    """Whether something is wholly on the screen."""
    box = page.locator(selector).bounding_box()
    return box["y"] >= 0 and box["y"] + box["height"] <= page.viewport_size["height"]


# What a table may load on top of the shelf.
MAX_TABLE = 130_000


def weigh(page):
    """The bytes of whatever is loaded from now on, by address, packed as it is sent."""
    packed = {}

    def note(response):
        if response.request.resource_type in ("script", "stylesheet", "image"):
            packed[response.url] = len(gzip.compress(response.body(), 6))

    page.on("response", note)
    return packed
