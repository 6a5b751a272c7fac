"""The kit: every piece in every state, photographed wide and narrow, by day and by night."""

import pytest
from axe_playwright_python.sync_playwright import Axe

STATES = ("can", "held", "target", "dim", "known", "last", "focus")


@pytest.mark.parametrize(("scheme", "width"), [("light", 1280), ("dark", 1280), ("light", 390)])
def test_the_kit_is_photographed(visit, tmp_path, scheme, width):
    page = visit(width=width, height=900, color_scheme=scheme)
    page.goto("/kit")
    page.wait_for_selector(".rail")
    for state in STATES:
        assert page.locator(f".piece.{state}").count() >= 8, state
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    picture = tmp_path / "kit.png"
    page.screenshot(path=picture, full_page=True)
    assert picture.stat().st_size > 50_000
    # What is not for now is paler than text should be, on purpose.
    found = Axe().run(page, context={"exclude": [[".dim"]]})
    assert found.violations_count == 0, found.generate_report()


def test_states_look_different(visit):
    """What a state says is seen: an edge, an outline, a shadow or an opacity of its own."""
    page = visit()
    page.goto("/kit")
    page.wait_for_selector(".rail")
    looks = page.locator("section:first-of-type figure > .card").evaluate_all(
        """cards => cards.map(c => { const s = getComputedStyle(c);
           return [s.borderStyle, s.borderColor, s.outline, s.boxShadow, s.opacity, s.translate].join('|') })"""
    )
    assert len(looks) == len(STATES) + 1
    assert len(set(looks)) == len(looks)


def test_sheets_and_drawers_open_and_close(visit):
    page = visit(width=390, height=844, has_touch=True)
    page.goto("/kit")
    for name, selector in (("Bottom sheet", ".bsheet"), ("All moves", ".drawer"), ("Dialog", "dialog")):
        page.get_by_role("button", name=name, exact=True).click()
        page.wait_for_selector(selector)
        page.keyboard.press("Escape")
        page.wait_for_selector(selector, state="detached")
