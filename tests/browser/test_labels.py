"""Every word in its box: nothing cut off, beyond its edge, or on top of another, in both languages and at all sizes."""

import random
from pathlib import Path
from types import SimpleNamespace

import clicks
import hands_positions
import heart_clicks
import heart_stage
import match_positions
import pytest

from parlour.engine.match import Match

# A small phone, a phone, a tablet upright, windows, and 1280x800 at 200 %.
SIZES = [(360, 640), (390, 844), (640, 400), (820, 1180), (1024, 768), (1280, 800), (1920, 1080)]
LABELS = Path(__file__).with_name("labels.js").read_text()
# What follows from a size is drawn after some frames.
DRAWN = """async () => { for (let i = 0; i < 4; i++) {
  await new Promise(drawn => requestAnimationFrame(drawn));
  await new Promise(later => setTimeout(later, 40));
} }"""
LONG = ("Annabelle-Charlotte", "Beatrice", "Friedrich-Wilhelm", "Rosalind")


def at_all_sizes(page, what):
    """The faults of a page, by what it shows and how wide it is."""
    faults = []
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(DRAWN)
        faults += [f"{what}, {width} px: {fault}" for fault in page.evaluate(LABELS, LONG)]
    return faults


def played(game, decisions, **options):
    """A match of seeded moves in which the first seat is asked, or its end."""
    match, pick = Match.deal(game, seed=3, **options), random.Random(3)
    while not match.over and (decisions > 0 or match.deciders[0] != 0):
        seat = match.deciders[0]
        match.play(pick.choice(match.legal(seat)), seat)
        decisions -= 1
    return match


WHOLE = 10_000


def hearts():
    return [played("heartcatchers", n, seats=2) for n in (0, 6, 12, WHOLE)]


def hands():
    early, late = (hands_positions.position(n) for n in (10, hands_positions.MIDDLE))
    return [early, late, *(hands_positions.ended(f"step p1 h6 {node}") for node in ("n57", "n33"))]


def labor():
    return [played("labor_of_love", n, seats=4, mode="workshop") for n in (0, 14, 60, WHOLE)]


def matches():
    begun, later, over = (played("perfect_match", n, seats=4, mode="dating") for n in (0, 24, WHOLE))
    return [begun, later, match_positions.middle().match, over]


def hearts_at_work():
    ways = [(0, 4, "harem"), (14, 4, "harem"), (60, 4, "harem"), (WHOLE, 4, "harem"), (WHOLE, 4, "double-date")]
    return [*(played("work_of_heart", n, seats=s, mode=m) for n, s, m in ways), heart_stage.walking().match]


GAMES = {
    "heartcatchers": hearts,
    "held_hands": hands,
    "labor_of_love": labor,
    "perfect_match": matches,
    "work_of_heart": hearts_at_work,
}


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("game", GAMES)
def test_every_word_at_a_table_is_in_its_box(visit, game, language):
    page = visit(locale=f"{language}-{language.upper()}", has_touch=True)
    page.add_init_script(clicks.AT_ONCE)
    stage = heart_stage.Stage(page, language, LONG)
    page.goto("/")
    shown = GAMES[game]()
    heart_clicks.lay(page, "me", *["bot"] * (shown[0].seats - 1), game=game, mode=shown[0].mode)
    page.wait_for_selector("main[data-status=playing]")
    faults = []
    for number, match in enumerate(shown):
        stage.show(SimpleNamespace(match=match))
        faults += at_all_sizes(page, f"position {number}")
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("language", ["en", "de"])
def test_every_word_beside_the_tables_is_in_its_box(visit, language):
    page = visit(locale=f"{language}-{language.upper()}")
    faults = []
    for path, there in [("/", ".box"), *((f"/new/{game}", ".deal") for game in GAMES)]:
        page.goto(path)
        page.wait_for_selector(there)
        faults += at_all_sizes(page, path)
    heart_clicks.lay(page, "me", "friend", "bot", "bot")
    page.wait_for_selector("[data-code]")
    faults += at_all_sizes(page, "an invitation")
    for game in GAMES:
        page.goto(f"/learn/{game}")
        page.wait_for_selector(".says .quiet")
        faults += at_all_sizes(page, f"the lesson of {game}")
    assert not faults, "\n".join(faults)


def test_reactions_are_pictures_not_letters_of_a_font(visit):
    """Where no font has them, they would be empty squares."""
    page = visit()
    page.goto("/")
    heart_clicks.lay(page, "me", "bot", game="heartcatchers", mode="duel")
    quick = page.locator(".quick button")
    quick.first.wait_for()
    assert all(not one.inner_text() for one in quick.all())
    quick.nth(1).click()
    said = page.locator("section[aria-label=Talk] li img")
    said.wait_for()
    assert said.get_attribute("alt") == "❤️"
    clicks.until(page, lambda: said.evaluate("e => e.complete && e.naturalWidth > 0"))
