"""Every table at twelve sizes: a phone upright and on its side, tablets, windows, a page at 200 %."""

import clicks
import pytest

SIZES = [
    (1920, 1080), (1280, 800), (1100, 700), (1024, 768), (820, 1180), (768, 1024),
    (844, 390), (667, 375), (640, 400), (640, 360), (390, 844), (360, 640),
]  # fmt: skip
GAMES = ["heartcatchers", "held_hands", "labor_of_love", "perfect_match", "work_of_heart"]

# The controls of a decision that no finger can hit: scrolled to, something else lies over them, or they lie outside.
OUT_OF_REACH = """() => {
  const hit = e => {
    e.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    const box = e.getBoundingClientRect();
    const spots = [[0.5, 0.5], [0.2, 0.5], [0.8, 0.5], [0.5, 0.2], [0.5, 0.8], [0.12, 0.15]];
    return spots.some(([x, y]) => {
      const top = document.elementFromPoint(box.left + box.width * x, box.top + box.height * y);
      return top && (e.contains(top) || top.contains(e) && top.closest('button') === e);
    });
  };
  const named = e => `${e.className.replace(/svelte-\\w+/g, '').trim()} ${e.getAttribute('aria-label') ?? e.innerText}`;
  return [...document.querySelectorAll('main button:not(:disabled), main a.button')]
    .filter(e => e.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && e.tabIndex >= 0)
    .filter(e => !e.closest('.unseen') && !hit(e)).map(named);
}"""
LOW = "() => [...document.querySelectorAll('.prompt .answer, footer .button')].filter(e => e.offsetHeight < 44).length"
WIDER = "() => document.documentElement.scrollWidth - innerWidth"


@pytest.mark.parametrize("game", GAMES)
def test_every_control_of_a_decision_is_in_reach(visit, game):
    page = visit(has_touch=True)
    page.add_init_script(clicks.AT_ONCE)
    page.goto("/")
    page.click(f"[data-play={game}]")
    page.wait_for_selector(".prompt.mine")
    faults = []
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(250)
        found = page.evaluate(OUT_OF_REACH)
        assert page.locator(".prompt.mine").count() == 1
        low, wider = page.evaluate(LOW), page.evaluate(WIDER)
        if found or (low and width < 1100) or wider > 0:
            faults.append((width, height, found, low, wider))
        if height < 600:
            assert page.locator(".board").bounding_box()["height"] > 400
    assert faults == []
